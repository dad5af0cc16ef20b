import { expect, test } from 'vitest';
import { tellSpending } from '../../../cli/build/spending-report.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { noPriceFor } from '../../../models/prices.ts';
import type { RoleSpending, Spending, Spent } from '../../../models/spending.ts';

const spent = (changes: Partial<Spent> = {}): Spent => ({
  calls: 10,
  inputTokens: 20_000,
  outputTokens: 1500,
  costNano: 16_500_000,
  unpriced: 0,
  ...changes,
});
const writer: RoleSpending = { role: 'query_writer', thisStart: spent(), allStarts: spent() };
const judge: RoleSpending = {
  role: 'judge',
  thisStart: spent({ calls: 1, costNano: 0, unpriced: 1 }),
  allStarts: spent({ calls: 1, costNano: 0, unpriced: 1 }),
};

function told(spending: Partial<Extract<Spending, { kind: 'asked' }>> | Spending, width = 100): string {
  let text = '';
  const asked = { kind: 'asked', roles: [writer], modelOf: () => 'gpt-4.1-mini', budget: null, unpriced: [] } as const;
  const whole = { ...(spending.kind === 'recorded' ? {} : asked), ...spending } as Spending;
  tellSpending(whole, { write: (more) => (text += more), width, colour: false });
  return text;
}

test('each role has a line with its model, calls, tokens and cost, and below them stands the sum', () => {
  expect(told({})).toBe(`model                        calls  tokens in  tokens out    cost
─────────────────────────────────────────────────────────────────
query writer (gpt-4.1-mini)     10     20,000       1,500  $0.017
─────────────────────────────────────────────────────────────────
together                        10     20,000       1,500  $0.017
`);
});

test('where the run was started before, what all its starts cost stands beside what this one did', () => {
  const lines = told({ roles: [{ ...writer, allStarts: spent({ calls: 30, costNano: 420_000_000 }) }] }).split('\n');
  expect(lines[0]).toMatch(/ cost {2}all starts$/);
  expect(lines[2]).toMatch(/ \$0\.017 +\$0\.42$/);
});

test('a model without a known price is named, with or without a budget', () => {
  const text = told({ roles: [writer, judge], unpriced: [noPriceFor('gpt-4.1-mini')] }, 400);
  expect(text).toMatch(/^judge \(gpt-4\.1-mini\) .* \?$/m);
  expect(text).toMatch(/^together .* \$0\.017 \+ \?$/m);
  expect(text).toMatch(/^\?: no price known for gpt-4\.1-mini; /m);
});

test('a price that was missing and never needed is not told', () => {
  expect(told({ unpriced: [noPriceFor('other')] })).not.toContain('no price');
});

test('a budget is told with what was spent of it', () => {
  expect(told({ budget: '$0.42 of $5.00' })).toMatch(
    /^budget: \$0\.42 of \$5\.00 spent by all starts of this folder$/m,
  );
});

test.each([
  [1, '1 recorded reply was used; no model was asked\n'],
  [34, '34 recorded replies were used; no model was asked\n'],
])('a replay of %i replies says that no model was asked', (replies, text) => {
  expect(told({ kind: 'recorded', replies })).toBe(text);
});

test('a run that asked nothing says so', () => {
  expect(told({ roles: [] })).toBe('no model was asked\n');
});

test.each([20, 40, 60])('nothing is wider than a window of %i columns', (width) => {
  const text = told({ roles: [writer, judge], budget: '$0.42 of $5.00', unpriced: [noPriceFor('m')] }, width);
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});
