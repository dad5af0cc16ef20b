import { expect, test } from 'vitest';
import { AIMS } from '../../tools/mutations/report.ts';
import { type FamilyReport, reportOfHidden, reportOfOrders } from '../../tools/mutations/suite.ts';
import { HIDDEN, ORDERS, worldOf } from '../../tools/mutations/world.ts';

// A small part of `npm run mutations`: few samples of each intent, few mutants of each operator.
const few = { most: 20, anew: 1, catalogs: 2 };
const TIMEOUT_MS = 60_000;

/** Gates whose figures cannot be those of a gate that keeps to the aims, by their 95 % intervals. */
const failing = ({ rows }: FamilyReport) =>
  rows.filter(
    ({ recall, refused }) => recall.share === null || recall.high < AIMS.recall || refused.low > AIMS.refused,
  );
const planted = ({ rows }: FamilyReport) => rows.map(({ recall }) => recall.trials);

test(
  'every gate of samples that hide requirements finds what is planted, and lets unharmed texts pass',
  async () => {
    const report = await reportOfHidden(await worldOf(HIDDEN, { perIntent: 3 }), few);
    expect(report.samples).toBeGreaterThanOrEqual(15);
    expect(Math.min(...planted(report))).toBeGreaterThanOrEqual(20);
    expect(failing(report)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'every gate of orders finds what is planted, and lets unharmed texts pass',
  async () => {
    const report = await reportOfOrders(await worldOf(ORDERS, { perIntent: 5 }), few);
    expect(report.samples).toBeGreaterThanOrEqual(15);
    expect(Math.min(...planted(report))).toBeGreaterThanOrEqual(20);
    expect(failing(report)).toEqual([]);
  },
  TIMEOUT_MS,
);
