import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type IntentRow, renderTable } from '../../../cli/build/intent-table.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';

const rowWith = (over: Partial<IntentRow>): IntentRow => ({
  intent: 'product_search',
  quota: 12,
  planned: 20,
  accepted: 12,
  rejected: 5,
  surplus: 3,
  failed: 0,
  pending: 0,
  codes: { no_exclusion: 4, title_leak: 1 },
  splits: {},
  shortfall: null,
  ...over,
});

const plain = (rows: readonly IntentRow[], width: number) => renderTable(rows, { width, colour: false });
const lineOf = (table: string, start: string) => table.split('\n').find((line) => line.startsWith(start)) ?? '';

const TRAIN_AND_TEST = { train: { accepted: 9, wanted: 8 }, test: { accepted: 1_000, wanted: 2_000 } };
const count = fc.nat({ max: 2_000_000 });
const row: fc.Arbitrary<IntentRow> = fc.record({
  intent: fc.oneof(
    fc.constantFrom('coupon_budget', 'feature_combination', '预算_优惠券'),
    fc.string({ unit: 'grapheme' }),
  ),
  quota: count,
  planned: count,
  accepted: count,
  rejected: count,
  surplus: count,
  failed: fc.oneof(fc.constant(0), count),
  pending: count,
  codes: fc.dictionary(fc.stringMatching(/^[a-z]{3,9}(_[a-z]{2,9}){0,3}$/), count, { maxKeys: 6 }),
  splits: fc.constantFrom<IntentRow['splits']>({}, TRAIN_AND_TEST),
  shortfall: fc.oneof(fc.constant(null), fc.string({ unit: 'grapheme' }), fc.lorem()),
});

test('a wide window shows the codes beside their row, most frequent first', () => {
  const line = lineOf(plain([rowWith({})], 160), 'product_search');
  expect(line).toMatch(/20 +12\/12 +5 +3 +0 +4 no_exclusion, 1 title_leak$/);
});

test.each(['feature_combination', 'negative_constraint', 'multi_products_seller'])(
  'a window of 60 columns holds the intent %s on one line, and says in words that nothing is pending',
  (intent) => {
    const table = plain([rowWith({ intent })], 60);
    expect(lineOf(table, intent)).toMatch(/^\w+ +20 +12\/12 +5 +3$/);
    expect(table).toContain('    4 no_exclusion, 1 title_leak');
    expect(table).toMatch(/\npending: none$/);
  },
);

test('where tasks are pending a window of 60 columns says how many, and long names stand whole above their row', () => {
  const table = plain([rowWith({ intent: 'feature_combination', pending: 2 })], 60);
  expect(table).toMatch(/\nfeature_combination\n +20 +12\/12 +5 +3 +2\n/);
  expect(table).toContain('    4 no_exclusion, 1 title_leak');
  expect(table).not.toContain('none');
});

test('where no columns fit, every number stands with its name', () => {
  const table = plain([rowWith({ failed: 2 })], 30);
  for (const cell of ['planned 20', 'accepted 12/12', 'rejected 5', 'surplus 3', 'pending 0', 'failed 2']) {
    expect(table.replace(/\s+/g, ' ')).toContain(cell);
  }
});

const HIDDEN = { names: ['profile', 'clarification'], remedy: '', keepingAll: {} } as const;

test.each([160, 60, 30])('how much of what is hidden is needed stands in the table at %i columns', (width) => {
  const rows = [
    rowWith({ intent: 'feature_combination', needed: { both: 3, one: 2, none: 7 } }),
    rowWith({ needed: { both: 5, one: 0, none: 0 } }),
  ];
  const table = renderTable(rows, { width, colour: false, hidden: HIDDEN });
  for (const cell of ['3/2/7', '5/0/0', '8/2/7']) expect(table).toContain(cell);
  expect(table.replace(/\s+/g, ' ')).toContain(
    'needed: accepted samples that need both / one / none of their hidden parts (profile, clarification)',
  );
  for (const line of table.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});

test('where an intent has no sample it needs nothing, and a family that hides nothing has no such column', () => {
  const row = rowWith({ accepted: 0, needed: { both: 0, one: 0, none: 0 } });
  expect(lineOf(renderTable([row], { width: 160, colour: false, hidden: HIDDEN }), 'product_search')).toMatch(/ – /);
  expect(plain([rowWith({})], 160)).not.toContain('needed');
});

test('samples that mostly need nothing of what they hide are red', () => {
  const coloured = (none: number) =>
    renderTable([rowWith({ needed: { both: 5, one: 0, none } })], { width: 160, colour: true, hidden: HIDDEN });
  expect(coloured(6)).toMatch(/\u001b\[31m *5\/0\/6/);
  expect(coloured(1)).toMatch(/\u001b\[33m *5\/0\/1/);
  expect(coloured(0)).toMatch(/\u001b\[32m *5\/0\/0/);
});

test('failed tasks have a column only when there are some', () => {
  expect(plain([rowWith({})], 120)).not.toContain('failed');
  expect(plain([rowWith({ failed: 1 }), rowWith({})], 120)).toContain('failed');
});

test('the total is the sum of the rows, codes included', () => {
  const rows = [
    rowWith({}),
    rowWith({ intent: 'coupon_budget', accepted: 2, codes: { no_voucher: 7, title_leak: 6 } }),
  ];
  expect(lineOf(plain(rows, 160), 'total')).toMatch(
    /40 +14\/24 +10 +6 +0 +7 no_voucher, 7 title_leak, 4 no_exclusion$/,
  );
});

test('a quota that was not met is explained below the table', () => {
  const shortfall = 'only 2 of 12 were accepted, because no other product of the catalog has a voucher.';
  const table = plain([rowWith({ intent: 'coupon_budget', accepted: 2, shortfall }), rowWith({})], 160);
  expect(table.split('\n').slice(-2)).toEqual(['', `coupon_budget: ${shortfall}`]);
});

test('a run without intents is still a table', () => {
  expect(lineOf(plain([], 80), 'total')).toMatch(/0 +0\/0 +0 +0 +0$/);
});

test('columns stand under each other whatever the script of the names', () => {
  const rows = [rowWith({ intent: '预算优惠券' }), rowWith({ intent: 'テント' }), rowWith({})];
  const ends = plain(rows, 160)
    .split('\n')
    .filter((line) => line.includes('12/12'))
    .map((line) => displayWidth(line.slice(0, line.indexOf('12/12'))));
  expect(new Set(ends).size).toBe(1);
});

test('no line is wider than the window, for any rows and any width from 20 on', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.integer({ min: 20, max: 200 }), (rows, width) => {
      for (const line of plain(rows, width).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('colour adds nothing but colour, and none comes where it is not wanted', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), fc.integer({ min: 20, max: 200 }), (rows, width) => {
      const uncoloured = plain(rows, width);
      expect(uncoloured).not.toContain('\u001b');
      expect(stripVTControlCharacters(renderTable(rows, { width, colour: true }))).toBe(uncoloured);
    }),
  );
});

test('an unmet quota is coloured differently from a met one', () => {
  const coloured = (accepted: number) => renderTable([rowWith({ accepted })], { width: 120, colour: true });
  expect(coloured(12)).toMatch(/\u001b\[32m +12\/12/);
  expect(coloured(11)).toMatch(/\u001b\[33m +11\/12/);
});

test('text in the rows cannot steer the terminal', () => {
  const bad = '\u001b[2Jx\u202e\u0007';
  const table = plain([rowWith({ intent: bad, codes: { [bad]: 1 }, shortfall: `${bad}\nsecond` })], 160);
  expect(table.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(table).toContain('\\u{1b}[2Jx');
});

test('splits by intents stand below the table, each with what it has and was to have', () => {
  const splits = { train: { accepted: 8, wanted: 7 }, test: { accepted: 2, wanted: 3 } };
  const table = plain([rowWith({ splits }), rowWith({ intent: 'coupon_budget', splits })], 60);
  expect(
    table
      .split('\n')
      .slice(-6)
      .map((line) => line.trim().replace(/ +/g, ' ').replace(/─+/, '─')),
  ).toEqual(['intent train test', '─', 'product_search 8/7 2/3', 'coupon_budget 8/7 2/3', '─', 'total 16/14 4/6']);
});
