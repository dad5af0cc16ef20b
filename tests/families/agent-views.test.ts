import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { familyNamed } from '../../families/index.ts';
import { agentIdOf, agentViewOf } from '../../pipeline/agent-view.ts';
import { leaksIn } from '../fixtures/agent-leaks.ts';
import { finishedOrders } from '../fixtures/finished-orders.ts';
import { finishedRun } from '../fixtures/finished-run.ts';

const SHOWN = { ecomagentbench: ['id', 'user_query'], shoppingbench: ['id', 'query'] };

let folders: Record<keyof typeof SHOWN, string>;
beforeAll(async () => {
  folders = { ecomagentbench: finishedRun().folder, shoppingbench: (await finishedOrders()).folder };
});

describe.each(['ecomagentbench', 'shoppingbench'] as const)('what an agent may see of %s', (family) => {
  const linesOf = (name: string) =>
    readFileSync(join(folders[family], name), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const keys = () => familyNamed(family).records.agentKeys;
  const samples = () => linesOf('splits/test.jsonl').map((line) => JSON.parse(line));

  test('is its id and what the shopper says first, and no other key', () => {
    expect(samples().length).toBeGreaterThan(0);
    for (const line of linesOf('agent/test.jsonl')) expect(Object.keys(JSON.parse(line))).toEqual(SHOWN[family]);
  });

  test('gives nothing away of what its sample knows, in any byte', () => {
    const shown = linesOf('agent/test.jsonl');
    for (const [at, sample] of samples().entries())
      expect([sample.id, leaksIn(shown[at] as string, sample, SHOWN[family], family)]).toEqual([sample.id, []]);
  });

  test('a line that held more would be found out', () => {
    const [sample] = samples();
    const shown = agentViewOf(sample, keys());
    for (const more of [
      { lock: sample.lock },
      { seed: 42 },
      { hint: sample.id },
      { hint: JSON.stringify(sample.rubrics) },
      { hint: `of ${sample.provenance.catalog_digest}` },
    ])
      expect(leaksIn(JSON.stringify({ ...shown, ...more }), sample, SHOWN[family], family)).not.toEqual([]);
  });

  test('does not grow with its sample, whatever is added to that', () => {
    const [sample] = samples();
    const { id: _, ...shown } = agentViewOf(sample, keys());
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (key, value) => {
        const { id: _id, ...again } = agentViewOf({ [key]: value, ...sample }, keys());
        expect(again).toEqual(shown);
      }),
    );
  });
});

test('an id that agents know a sample by is another where anything of the sample is, and does not depend on the order of keys', () => {
  const sample = { id: 'a', query: 'q', target: { id: 'X', seed: 42 } };
  expect(agentIdOf(sample)).toMatch(/^[0-9a-f]{16}$/);
  expect(agentIdOf({ target: { seed: 42, id: 'X' }, query: 'q', id: 'a' })).toBe(agentIdOf(sample));
  expect(agentIdOf({ ...sample, target: { id: 'Y', seed: 42 } })).not.toBe(agentIdOf(sample));
});
