import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { floorOver } from '../../../pipeline/episode.ts';
import type { EpisodeRecord } from '../../../shopping/episode/record.ts';
import { isOutOfBounds, type Summary, summarise } from '../../../shopping/episode/summary.ts';
import { failuresOf } from '../../../shopping/episode/trial.ts';
import { recordOfPlay } from '../../fixtures/episode-records.ts';
import { type PlayableRun, playableRun } from '../../fixtures/episodes.ts';

let run: PlayableRun;
let record: EpisodeRecord;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
  record = await recordOfPlay('nothing', run);
});

/** The summary of a floor that won so many of its tasks. */
function floorOf(agent: string, won: number, tasks: number): Summary {
  const records = Array.from({ length: tasks }, (_, at): EpisodeRecord => {
    const reward = at < won ? 1 : 0;
    return { ...record, key: `${at}`, task: `${at}`, agent, grade: { ...record.grade, success: reward === 1, reward } };
  });
  const named = { agent, user: 'script', grader: 'g', trials: 1, family: run.family };
  return summarise(records, { ...named, kind: { figures: () => [], floors: { 'first-hit': 0.1, nothing: 0 } } });
}

describe('a floor', () => {
  test.each([
    ['is within its share by chance', 'first-hit', 2, 11, false],
    ['is within it by chance though it wins all of very few', 'first-hit', 2, 2, false],
    ['is over its share by more than chance', 'first-hit', 30, 100, true],
    ['that may win nothing is over with one win', 'nothing', 1, 80, true],
  ])('%s', (_, agent, won, tasks, expected) => {
    expect(isOutOfBounds(floorOf(agent, won, tasks))).toBe(expected);
  });

  test('that wins no more than its share is never over it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0, max: 0.1, noNaN: true }), (tasks, share) => {
        expect(isOutOfBounds(floorOf('first-hit', Math.floor(share * tasks), tasks))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

test('a floor that differs by intent is the mean over the episodes of each, and one that is not named may win none', () => {
  const floor = { easy: 0.9, hard: 0.1 };
  expect(
    floorOver(
      floor,
      new Map([
        ['easy', 30],
        ['hard', 10],
      ]),
    ),
  ).toBeCloseTo(0.7);
  expect(
    floorOver(
      floor,
      new Map([
        ['easy', 10],
        ['another', 10],
      ]),
    ),
  ).toBeCloseTo(0.45);
  expect(floorOver(0.2, new Map([['easy', 30]]))).toBe(0.2);
});

test('the ceiling has to win every task', () => {
  expect([80, 79].map((won) => isOutOfBounds(floorOf('oracle', won, 80)))).toEqual([false, true]);
});

test('an intent that was never played to an end is in the table, with what is left out', () => {
  const lost: EpisodeRecord = { ...record, intent: 'lost_intent', end: 'infrastructure_error' };
  const named = { agent: 'a', user: 'script', grader: 'g', trials: 1, family: run.family, kind: run.world.kind };
  const { intents, total } = summarise([record], named, failuresOf([lost]));
  expect(intents.find(({ name }) => name === 'lost_intent')).toMatchObject({ trials: 0, left_out: 1, success: null });
  expect(total.left_out).toBe(intents.reduce((sum, { left_out: count }) => sum + count, 0));
});
