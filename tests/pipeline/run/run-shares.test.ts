import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Checkpoints } from '../../../pipeline/checkpoints/checkpoints.ts';
import { runTasks } from '../../../pipeline/run/run.ts';
import type { Turn } from '../../../schemas/run.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { runKey } from '../../fixtures/run-key.ts';
import { planOf } from '../../fixtures/run-plan.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

/** A candidate: its stratum, the stage that rejects it, and the turn in which it is taken. */
interface Candidate {
  readonly stratum: string;
  readonly unfitAt: 'extract' | 'validate' | null;
  readonly turn: Turn;
}

interface World {
  readonly candidates: readonly Candidate[];
  readonly shares: Readonly<Record<string, number>>;
  readonly perIntent: number;
}

/** The accepted samples of each stratum, where candidates are offered in the order listed. */
async function acceptedOf({ candidates, shares, perIntent }: World): Promise<Map<string, Candidate[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'shares-'));
  const checkpoints = Checkpoints.open(join(folder, 'run.db'), runKey());
  let next = 0;
  const { tasks } = await runTasks({
    ...planOf({ intents: ['a'], perIntent }),
    source: {
      shareOf: (_, stratum) => shares[stratum] as number,
      next: (intent, count) =>
        candidates.slice(next, next + count).map(({ stratum }) => {
          const id = String(next++);
          return plannedTask({ id, intent, rank: id, targetIds: [id], stratum });
        }),
    },
    builder: {
      width: 1,
      async lock({ id }) {
        const { unfitAt, turn } = candidates[Number(id)] as Candidate;
        if (unfitAt === 'extract')
          return { kind: 'rejected', id, intent: 'a', code: 'unfit', stage: unfitAt, lockDigest: null, line: '{}' };
        return { kind: 'locked', id, intent: 'a', line: '{}', lockDigest: 'd', turn };
      },
      async write({ id }) {
        const { unfitAt } = candidates[Number(id)] as Candidate;
        if (unfitAt !== null)
          return { kind: 'rejected', id, intent: 'a', code: 'unfit', stage: unfitAt, lockDigest: 'd', line: '{}' };
        return { kind: 'built', id, intent: 'a', line: '{}', text: id, lockDigest: 'd', group: id };
      },
    },
    admission: { findings: () => [] },
    checkpoints,
  });
  checkpoints.close();
  rmSync(folder, { recursive: true });
  const accepted = tasks
    .filter(({ status }) => status === 'accepted')
    .map(({ task }) => candidates[Number(task.id)] as Candidate);
  return Map.groupBy(accepted, ({ stratum }) => stratum);
}

const SHARES = { one: 0.2, two: 0.3, three: 0.5 };
const worldOf = (...turns: readonly Turn[]) =>
  fc.record<World>({
    candidates: fc.array(
      fc.record({
        stratum: fc.constantFrom('one', 'two', 'three'),
        unfitAt: fc.constantFrom(null, null, null, 'extract' as const, 'validate' as const),
        turn: fc.constantFrom(...turns),
      }),
      { maxLength: 60 },
    ),
    shares: fc.constant(SHARES),
    perIntent: fc.integer({ min: 1, max: 20 }),
  });

const check = (world: fc.Arbitrary<World>, holds: (world: World, accepted: Map<string, Candidate[]>) => void) =>
  fc.assert(
    fc.asyncProperty(world, async (drawn) => holds(drawn, await acceptedOf(drawn))),
    { numRuns: propertyRuns(60) },
  );

const isGood = ({ unfitAt }: Candidate) => unfitAt === null;
const countOf = (accepted: Map<string, Candidate[]>, stratum: string) => accepted.get(stratum)?.length ?? 0;

test('shares cost no sample: a quota is full wherever there are enough good candidates', () =>
  check(worldOf('first', 'first', 'soon', 'late'), ({ candidates, perIntent }, accepted) => {
    const total = [...accepted.values()].reduce((sum, { length }) => sum + length, 0);
    expect(total).toBe(Math.min(perIntent, candidates.filter(isGood).length));
  }));

test('a stratum is over its share only where another has no good candidates left to have its own', () =>
  check(worldOf('first', 'first', 'soon', 'late'), ({ candidates, perIntent, shares }, accepted) => {
    const roomOf = (stratum: string) => Math.ceil((shares[stratum] as number) * perIntent);
    const over = Object.keys(shares).filter((stratum) => countOf(accepted, stratum) > roomOf(stratum));
    if (over.length === 0) return;
    for (const stratum of Object.keys(shares)) {
      const left =
        candidates.filter((one) => isGood(one) && one.stratum === stratum).length - countOf(accepted, stratum);
      if (countOf(accepted, stratum) < roomOf(stratum)) expect([stratum, left]).toEqual([stratum, 0]);
    }
  }));

test('samples that wait are taken from the strata that are furthest behind their share', () =>
  check(worldOf('first', 'first', 'late'), ({ candidates, shares }, accepted) => {
    const standing = (stratum: string, without = 0) =>
      (countOf(accepted, stratum) - without) / (shares[stratum] as number);
    for (const [stratum, samples] of accepted) {
      // Samples of the late turn all waited, and the last of them was the last of its stratum.
      if (samples.every(({ turn }) => turn === 'first')) continue;
      for (const other of Object.keys(shares)) {
        const waiting = candidates.filter((one) => isGood(one) && one.turn === 'late' && one.stratum === other).length;
        const taken = (accepted.get(other) ?? []).filter(({ turn }) => turn === 'late').length;
        if (waiting > taken) expect(standing(stratum, 1)).toBeLessThanOrEqual(standing(other));
      }
    }
  }));
