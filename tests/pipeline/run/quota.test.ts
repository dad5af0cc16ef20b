import { expect, test } from 'vitest';
import { Quota } from '../../../pipeline/run/quota.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

const task = plannedTask();

/** A quota after a first wave of 275 tasks for 200 samples: some accepted, some waiting for a later turn. */
function afterFirstWave({ accepted, waiting }: { accepted: number; waiting: number }): Quota {
  const quota = new Quota({ intent: 'a', split: null, share: 1, wanted: 200, limit: 20_000, shareOf: () => 1 });
  quota.planned = quota.waveSize();
  for (let count = 0; count < accepted; count++) {
    quota.promise('bags');
    quota.settle('bags', true);
  }
  for (let place = 0; place < waiting; place++) quota.waiting.late.add('bags', place);
  return quota;
}

test('a first wave expects four of five tasks to do', () => {
  expect(afterFirstWave({ accepted: 0, waiting: 0 }).planned).toBe(275);
});

test('a wave is as large as what is missing takes at the yield so far', () => {
  expect(afterFirstWave({ accepted: 110, waiting: 40 }).waveSize()).toBe(Math.ceil((90 * 1.1) / (110 / 275)));
});

test('a wave is no larger than all before it together, for a few tasks tell little of the yield', () => {
  expect(afterFirstWave({ accepted: 20, waiting: 0 }).waveSize()).toBe(275);
});

test('the search for the best tasks ends at four candidates a sample where the next best fill the quota', () => {
  const quota = afterFirstWave({ accepted: 7, waiting: 80 });
  quota.planned = 800;
  for (let place = 0; place < 192; place++) quota.keepWaiting('bags', { place: 1000 + place, turn: 'soon' });
  expect(quota.searching).toBe(true);
  quota.keepWaiting('bags', { place: 2000, turn: 'first' });
  expect(quota.searching).toBe(false);
});

test('the search for better tasks ends at twelve candidates a sample where others fill the quota', () => {
  const quota = afterFirstWave({ accepted: 7, waiting: 80 });
  quota.planned = 2390;
  for (let place = 0; place < 500; place++) quota.waiting.late.add('bags', 1000 + place);
  quota.planned += quota.waveSize();
  expect([quota.planned, quota.searching]).toEqual([2400, false]);
});

test('as many candidates are looked for as fill the quota with any tasks, however patient the search was', () => {
  const quota = afterFirstWave({ accepted: 0, waiting: 5 });
  quota.planned = 10_000;
  expect(quota.waveSize()).toBe(Math.ceil((195 * 1.1) / 0.05));
});

test('four candidates of a stratum that came to nothing count as a sample of it', () => {
  const quota = afterFirstWave({ accepted: 3, waiting: 0 });
  quota.plan(Array.from({ length: 7 }, () => ({ ...task, category: 'bags' })));
  quota.plan(Array.from({ length: 8 }, () => ({ ...task, category: 'pens' })));
  expect([...quota.load]).toEqual([
    ['bags', 3 + 4 / 4],
    ['pens', 8 / 4],
  ]);
});

test('a stratum that is held to a share is tried until it has it', () => {
  const quota = new Quota({ intent: 'a', split: null, share: 1, wanted: 200, limit: 20_000, shareOf: () => 0.5 });
  quota.plan([task, task]);
  expect([...quota.load]).toEqual([[task.category, 0]]);
});
