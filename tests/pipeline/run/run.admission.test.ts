import { expect, test } from 'vitest';
import { ledgerLineOf } from '../../../pipeline/folder/outputs.ts';
import type { Admission, RunOutcome } from '../../../pipeline/run/run-parts.ts';
import { splitOf } from '../../../pipeline/run/split.ts';
import { LedgerLine } from '../../../schemas/run.ts';
import { type Fate, run, type World } from '../../fixtures/numbered-runs.ts';

test('a sample that admission turns down is rejected with the code found, and another takes its place', async () => {
  const admission: Admission = {
    findings: ({ id }) => (id === 'a-1' ? [{ code: 'near_duplicate', path: 'user_query', detail: 'twice' }] : []),
  };
  const { outcome } = await run({ products: 20, intents: ['a'], fate: () => 'built' }, { admission });
  expect(outcome.tasks.find(({ task }) => task.id === 'a-1')).toMatchObject({
    status: 'rejected',
    stage: 'admit',
    code: 'near_duplicate',
  });
  expect(outcome.tasks.filter(({ status }) => status === 'accepted')).toHaveLength(3);
});

test('samples are admitted in planning order while later ones are still written, and count from then on', async () => {
  const admitted: { id: string; place: number }[] = [];
  const written: string[] = [];
  const done: number[] = [];
  const { outcome } = await run(
    { products: 12, intents: ['a'], fate: () => 'built' },
    {
      perIntent: 12,
      width: 3,
      admission: {
        findings: ({ id }) => {
          admitted.push({ id, place: written.length });
          return [];
        },
      },
      onWrite: (id) => written.push(id),
      onProgress: (progress) => done.push(progress.accepted),
    },
  );
  expect(admitted.map(({ id }) => id)).toEqual(outcome.tasks.map(({ task }) => task.id));
  expect(admitted[0]?.place).toBeLessThan(12);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(Math.max(...done)).toBe(12);
});

test('a subject is taken up like a target: admission is asked about both, and no later task is about either', async () => {
  const asked: (readonly string[])[] = [];
  const admission: Admission = {
    findings: ({ claims }) => {
      const whats = claims.map(({ what }) => what);
      asked.push(whats);
      const isTaken = whats.includes('subject question 1') && whats.includes('p1');
      return isTaken ? [{ code: 'near_duplicate', path: 'user_query', detail: 'taken' }] : [];
    },
  };
  // Three products for each question.
  const about = (product: number) => ({ subject: `question ${product % 4}` });
  const world: World = { products: 12, intents: ['a'], fate: () => 'built', about };
  const { outcome } = await run(world, { perIntent: 8, admission });
  expect(asked.slice(0, 2)).toEqual([
    ['p0', 'subject question 0'],
    ['p1', 'subject question 1'],
  ]);
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.targetIds[0]);
  expect(accepted).toEqual(['p0', 'p2', 'p3', 'p5']);
});

test('an accepted task keeps the group of its sample, and no other task has one', async () => {
  const fate = (product: number) => (['built', 'rejected', 'failed'] as const)[product % 3] as Fate;
  const { outcome } = await run({ products: 12, intents: ['a'], fate });
  for (const { task, status, group } of outcome.tasks)
    expect([task.id, group]).toEqual([task.id, status === 'accepted' ? `brand of ${task.rank}` : null]);
});

test('a ledger line names the split of an accepted task', async () => {
  const { outcome } = await run({ products: 12, intents: ['a'], fate: () => 'built' });
  const shares = { train: 0.5, test: 0.5 };
  for (const end of outcome.tasks) {
    const line = LedgerLine.parse(ledgerLineOf(end, shares));
    expect(line.split).toBe(end.group === null ? undefined : splitOf(end.group, shares));
  }
});

test('products that may be used twice serve two intents each, and no more', async () => {
  const world: World = { products: 6, intents: ['a', 'b', 'c'], fate: () => 'built' };
  const usesOf = ({ tasks }: RunOutcome) =>
    [
      ...Map.groupBy(
        tasks.filter(({ status }) => status === 'accepted'),
        ({ task }) => task.targetIds[0],
      ).values(),
    ]
      .map((all) => all.length)
      .toSorted();
  const asked = { perIntent: 4, requirementsOf: (locked: unknown) => [JSON.stringify(locked)] };
  expect(usesOf((await run(world, { ...asked, usesPerProduct: 1 })).outcome)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(usesOf((await run(world, { ...asked, usesPerProduct: 2 })).outcome)).toEqual([1, 1, 2, 2, 2, 2]);
});

test('admission is told what is asked of a product that may be used again', async () => {
  const claimed: (readonly string[])[] = [];
  const admission: Admission = {
    findings: ({ claims }) => {
      claimed.push(claims.map(({ what }) => what));
      return [];
    },
  };
  const world: World = { products: 1, intents: ['a'], fate: () => 'built' };
  await run(world, { usesPerProduct: 2, admission, requirementsOf: () => ['the digest of what is asked'] });
  expect(claimed).toEqual([['p0', 'p0 for a', 'p0 with requirements the digest of wh']]);
});
