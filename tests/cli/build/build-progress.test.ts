import { expect, test } from 'vitest';
import { buildUpdate } from '../../../cli/build/build-progress.ts';
import { createProgress } from '../../../cli/terminal/progress.ts';

/** The line of a log that says how far a build is. */
function lineOf(...said: Parameters<typeof buildUpdate>): string {
  let text = '';
  createProgress({ write: (part) => (text += part) }, { colour: false, isTTY: false, now: () => 0 }).update(
    buildUpdate(...said),
  );
  return text;
}

const STUCK = {
  ...{ accepted: 0, wanted: 8, missing: 8, made: 0, planned: 96, locked: 1 },
  setAside: [
    ['reply_unusable', 93],
    ['no_partition', 2],
  ] as const,
};

test('a build whose replies are all unusable says so beside its calls, and never that it is nearly done', () => {
  const models = { calls: () => 1257, spendText: () => 'no price known', activity: () => null, trouble: null };
  expect(lineOf(STUCK, models)).toBe(
    'build: 0 of 8 accepted (0%), 1,257 calls, no price known, 1 locked, 93 reply_unusable, 2 no_partition, 96 planned\n',
  );
});

test('a build that asks nobody tells neither calls nor money', () => {
  expect(lineOf(STUCK, null)).toBe(
    'build: 0 of 8 accepted (0%), 1 locked, 93 reply_unusable, 2 no_partition, 96 planned\n',
  );
});

test('before anything is planned a build tells what it waits for', () => {
  const activity = () => '3 requests sent, none answered yet';
  expect(lineOf(null, { calls: () => 3, spendText: () => '$0', activity, trouble: null })).toBe(
    'build: 0 accepted, 3 calls, $0, 3 requests sent, none answered yet\n',
  );
});
