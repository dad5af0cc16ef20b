import { expect, test } from 'vitest';
import { suite as hidden } from '../../families/ecomagentbench/mutations/index.ts';
import { suite as orders } from '../../families/shoppingbench/mutations/index.ts';
import { suite as shelves } from '../../families/shopsimulator/mutations/index.ts';
import type { FamilyReport } from '../../mutations/suite.ts';
import { AIMS } from '../../tools/mutations/report.ts';

// A small part of `npm run mutations`: few samples of each intent, few mutants of each operator.
const few = { most: 20, anew: 1, catalogs: 2 };
const TIMEOUT_MS = 300_000;

/** Gates whose figures cannot be those of a gate that keeps to the aims, by their 95 % intervals. */
const failing = ({ rows }: FamilyReport) =>
  rows.filter(
    ({ recall, refused }) => recall.share === null || recall.high < AIMS.recall || refused.low > AIMS.refused,
  );
const planted = ({ rows }: FamilyReport) => rows.map(({ recall }) => recall.trials);

test(
  'every gate of samples that hide requirements finds what is planted, and lets unharmed texts pass',
  async () => {
    const report = await hidden.report({ ...few, perIntent: 2 });
    expect(report.samples).toBeGreaterThanOrEqual(15);
    expect(Math.min(...planted(report))).toBeGreaterThanOrEqual(20);
    expect(failing(report)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'every gate of orders finds what is planted, and lets unharmed texts pass',
  async () => {
    const report = await orders.report({ ...few, perIntent: 4 });
    expect(report.samples).toBeGreaterThanOrEqual(15);
    expect(Math.min(...planted(report))).toBeGreaterThanOrEqual(20);
    expect(failing(report)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'every gate of near-identical products finds what is planted, and lets unharmed texts pass',
  async () => {
    const report = await shelves.report({ ...few, perIntent: 5 });
    expect(report.samples).toBeGreaterThanOrEqual(15);
    expect(Math.min(...planted(report))).toBeGreaterThanOrEqual(20);
    expect(failing(report)).toEqual([]);
  },
  TIMEOUT_MS,
);
