import { expect, test } from 'vitest';
import { ORACLE, QUERY_ONLY, RANDOM } from '../../../shopping/agents/roster.ts';
import { AgentTally, mostByLuck } from '../../../shopping/agents/tally.ts';

const codes: string[] = [];
const report = (code: string) => codes.push(code);
const tallyOf = () => {
  codes.length = 0;
  return new AgentTally([ORACLE, QUERY_ONLY, RANDOM]);
};

test('an agent wins where everything it has left is right, and by guessing the share of it that is', () => {
  const tally = tallyOf();
  tally.play(QUERY_ONLY, { left: 4, right: 1 }, { report });
  tally.play(QUERY_ONLY, { left: 1, right: 1 }, { mayWin: true, report });
  expect(tally.results).toEqual([{ agent: 'query-only', played: 2, won: 1, may_win: 1, guessing: 1.25 }]);
  expect(codes).toEqual([]);
});

test('an agent that leaves something out and wins all the same is reported, unless the proof says so', () => {
  tallyOf().play(QUERY_ONLY, { left: 1, right: 1 }, { report });
  expect(codes).toEqual(['agent_wins']);
});

test('the report of a win says in which words the agent learned what it should not', () => {
  const details: string[] = [];
  const overheard = ['r5 (Color) from user_query, "a black one"'];
  tallyOf().play(QUERY_ONLY, { left: 1, right: 1 }, { overheard, report: (_, detail) => details.push(detail) });
  expect(details).toEqual([expect.stringMatching(/; it learns r5 \(Color\) from user_query, "a black one"$/)]);
});

test.each([
  [0, 0],
  [2, 1],
])('an oracle with %d products left of which %d is right has lost', (left, right) => {
  tallyOf().play(ORACLE, { left, right }, { report });
  expect(codes).toEqual(['oracle_loses']);
});

test('several answers that are all right are a win', () => {
  tallyOf().play(ORACLE, { left: 2, right: 2 }, { report });
  expect(codes).toEqual([]);
});

test('an agent that looks at nothing may be lucky once, not again and again', () => {
  const tally = tallyOf();
  for (let sample = 0; sample < 200; sample++) tally.playBlind(RANDOM, sample === 0, 1 / 4000);
  expect(tally.violations('valid')).toEqual([]);
  for (let sample = 0; sample < 200; sample++) tally.playBlind(RANDOM, sample < 5, 1 / 4000);
  expect(tally.violations('valid')).toMatchObject([{ where: 'valid', code: 'agent_wins' }]);
});

test.each([
  [0, 0],
  [0.05, 2],
  [1, 6],
])('where %d hits are expected, at most %d are luck', (expected, most) => {
  expect(mostByLuck(expected)).toBe(most);
});

test('luck is bounded however many hits are expected', () => {
  expect(mostByLuck(499) / 499).toBeCloseTo(mostByLuck(501) / 501, 1);
  expect(mostByLuck(1e6)).toBeLessThan(1.01e6);
});
