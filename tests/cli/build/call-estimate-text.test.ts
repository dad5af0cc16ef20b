import { expect, test } from 'vitest';
import { type Rehearsed, tellEstimate } from '../../../cli/build/call-estimate-text.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { Prices } from '../../../models/prices.ts';
import { estimateRun, type PlannedCalls, type RehearsedCalls } from '../../../models/run-estimate.ts';

const entry = { input_per_million: 1, output_per_million: 2, taken: '2026-01-01', aliases: [] };
const prices = new Prices([
  { version: '1', currency: 'USD', models: { priced: { ...entry, batch_multiplier: 0.5 }, online: entry } },
]);
const nothing = estimateRun([], [], prices);

const planned = (model: string, mode: PlannedCalls['mode'], calls = 10): PlannedCalls => ({
  role: 'judge',
  model,
  mode,
  calls: { low: calls, high: calls },
  inputTokens: { low: 500, high: 1000 },
  outputTokens: { low: 20, high: 400 },
});
const found = (model: string, stored = 0, missing = 10): RehearsedCalls => ({
  role: 'judge',
  model,
  stored,
  missing,
  inputTokens: { low: 500 * missing, high: 1000 * missing },
  outputTokens: { low: 20 * missing, high: 400 * missing },
  longestInput: 1000,
});

/** What is printed of a run with one role, as one line for each sentence. */
function told(changes: Partial<Rehearsed> = {}, model = 'priced', width = 100): string {
  let text = '';
  const isBatch = changes.isBatch ?? false;
  const estimate = changes.estimate ?? estimateRun([planned(model, isBatch ? 'batch' : 'online')], [], prices);
  const rehearsed: Rehearsed = {
    calls: [found(model)],
    estimate,
    most: {
      estimate: estimateRun([planned(model, isBatch ? 'batch' : 'online', 3_000)], [], prices),
      ...{ candidates: 1_200, sendings: 6 },
    },
    underWay: { batches: 0, estimate: nothing },
    prices,
    isBatch,
    isReplay: false,
    budget: null,
    maxCalls: null,
    ...changes,
  };
  tellEstimate(rehearsed, { write: (more) => (text += more), width, colour: false });
  return width < 100 ? text : text.replace(/\n {2}/g, ' ');
}

test('each role has its calls, tokens and cost as ranges, and what the ranges rest on follows', () => {
  const text = told();
  expect(text).toMatch(/^judge \(priced\): 10 calls, 5,000 to 10,000 tokens in, 200 to 4,000 out, \$\S+ to \$\S+$/m);
  expect(text).toMatch(
    /^High: never more than 3,000 calls, \$5\.40 \(1,200 candidates \(--max-candidates\) asked about, every text turned down, every try used up at its longest, every request sent 6 times\); a model that is no use ends a run long before /m,
  );
  expect(text).toMatch(/^Lengths: every length from the shortest reply that fits to the longest allowed, until /m);
});

test('lengths that were measured are told with how many replies they come from', () => {
  const lengths = { mean: 100, deviation: 1 };
  const measured = [
    { role: 'judge', model: 'priced', calls: 53, inputTokens: lengths, outputTokens: lengths },
  ] as const;
  const estimate = estimateRun([planned('priced', 'online')], measured, prices);
  expect(told({ estimate })).toMatch(/^Lengths: judge from 53 earlier replies\.$/m);
});

test('replies are counted in the singular and the plural', () => {
  expect(told({ calls: [found('priced', 1)] })).toMatch(/besides 1 stored reply, .* 1 reply is stored already$/ms);
  const estimate = estimateRun([planned('priced', 'online', 0)], [], prices);
  expect(told({ calls: [found('priced', 1, 0)], estimate })).toContain('nothing to ask, 1 reply is stored\n');
});

test.each([
  ['unheard-of', 'online', 'no price known for unheard-of; add it'],
  ['unheard-of', 'batch', 'no price known for unheard-of; add it'],
  ['online', 'batch', 'no batch price known for online; add it to a prices.yaml of your own with its batch_multiplier'],
] as const)('of the model %s asked %s it says which price is missing and where to put it', (model, mode, sentence) => {
  const text = told({ isBatch: mode === 'batch' }, model);
  expect(text).toContain(`\n${sentence}`);
  expect(text.match(/no (?:batch )?price known/g)).toHaveLength(1);
});

test('calls in batches under way are told beside those that are still to be made', () => {
  const calls = { low: 12, high: 12 };
  const estimate = estimateRun([{ ...planned('priced', 'batch'), calls }], [], prices);
  const underWay = { batches: 1, estimate };
  expect(told({ isBatch: true, underWay })).toMatch(
    /^besides that in 1 batch under way: 12 calls, 6,000 to 12,000 tokens in, .*; a start collects them$/m,
  );
  expect(told({ underWay })).toMatch(/a start without --batch cancels them and asks online what they have not done$/m);
});

test.each([
  [6_000_000_000, 'The budget of $6.00, of which earlier starts spent $0.0010, lasts.'],
  [
    2_000_000_000,
    'The budget of $2.00, of which earlier starts spent $0.0010, lasts where replies fit at the first try, and not at the worst.',
  ],
  [10_000_000, 'The budget of $0.010, of which earlier starts spent $0.0010, may not last.'],
  [2_000_000, 'The budget of $0.0020, of which earlier starts spent $0.0010, does not last.'],
])('a budget of %i billionths of a dollar: %s', (cap, sentence) => {
  expect(told({ budget: { cap, spent: 1_000_000 } })).toContain(sentence);
});

test.each([
  [3_001, 1, 'The limit of 3,001 calls, of which earlier starts made 1, lasts.'],
  [
    30,
    1,
    'The limit of 30 calls, of which earlier starts made 1, lasts where replies fit at the first try, and not at the worst.',
  ],
  [9, 0, 'The limit of 9 calls does not last.'],
])('a limit of %i calls, %i of them made: %s', (cap, spent, sentence) => {
  expect(told({ maxCalls: { cap, spent } })).toContain(sentence);
});

test.each([
  [
    { maxCalls: { cap: 500, spent: 20 } },
    /^High: never more than 480 calls, \$5\.40 \(.*\); --max-calls ends it there\.$/m,
  ],
  [
    { maxCalls: { cap: 5, spent: 20 }, budget: { cap: 2e9, spent: 5e8 } },
    /^High: never more than 0 calls, \$1\.50 \(.*\); --max-calls and --budget-usd end it there\.$/m,
  ],
  [{ budget: { cap: 9e9, spent: 0 } }, /^High: never more than 3,000 calls, \$5\.40 \(.*\); a model that is no use /m],
])('what a run may still spend is as far as it comes: %j', (limits, sentence) => {
  expect(told(limits)).toMatch(sentence);
});

test('a budget is not said to last where a price is missing', () => {
  const text = told({ budget: { cap: 1_000_000_000, spent: 0 } }, 'unheard-of');
  expect(text).toMatch(/^The budget of \$1\.00 cannot hold for models without a price: /m);
});

test('of a replay it says what is missing, and no cost', () => {
  const text = told({ isReplay: true, calls: [found('priced', 30, 2)] });
  expect(text).toMatch(/^30 replies are stored, 2 missing, and a replay ends at the first; run with --writer openai /);
  expect(text).not.toContain('$');
});

test.each([20, 60])('nothing is wider than a window of %i columns', (width) => {
  for (const line of told({}, 'unheard-of', width).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});
