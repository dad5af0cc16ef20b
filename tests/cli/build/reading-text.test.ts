import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderReading } from '../../../cli/build/reading-text.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import type { ReadingReport, StatedColumn } from '../../../schemas/reading-report.ts';

const column = (name: string, changes: Partial<StatedColumn> = {}): StatedColumn => ({
  ...{ name, isDetail: false, from: [], products: 300, values: null, unread: 0, example: null },
  ...changes,
});
const field = (name: string, changes: Partial<StatedColumn> = {}) =>
  column(name, { isDetail: true, values: 4, example: 'Oak', ...changes });

const REPORT: ReadingReport = {
  path: 'shop.db',
  products: 300,
  files: [
    {
      file: 'shop.csv',
      setAside: [
        { cause: 'is not JSON', rows: 1, line: 7, remedy: null },
        { cause: '"Title" does not hold a name', rows: 643, line: 3, remedy: 'name the variants' },
      ],
    },
  ],
  unread: [
    {
      ...{ of: 'product.price', column: 'Variant Price', expected: 'a single amount', stated: 300, unread: 12 },
      example: { file: 'shop.csv', line: 14, text: '"from \u001b[31m9"' },
    },
  ],
  columns: [
    column('price', { from: ['Variant Price'], products: 288, unread: 12, example: 'USD 5 to USD 90' }),
    column('category', { values: 9, example: `3 levels: ${'Home > Kitchen > '.repeat(9)}` }),
    ...Array.from({ length: 14 }, (_, at) => field(`Asked ${at}`)),
    ...Array.from({ length: 5 }, (_, at) => field(`Other field ${at}`)),
  ],
};
const shown = (width: number, more: string | null = 'add --all-fields', report = REPORT) =>
  renderReading(report, { asksAbout: (name) => name.startsWith('Asked'), more }, { width, colour: false });

test('rows that were set aside are told by cause, the most frequent first, with what to do', () => {
  expect(shown(160).split('\n').slice(0, 2)).toEqual([
    'shop.csv: 643 rows set aside: "Title" does not hold a name (the first is line 3); name the variants',
    'shop.csv: 1 row set aside: is not JSON (line 7)',
  ]);
});

test('what could not be read stands in the table, and below it with its place, escaped', () => {
  expect(shown(160)).toMatch(/^price +Variant Price +288 +12 +USD 5 to USD 90$/m);
  expect(shown(160)).toContain(
    'price in "Variant Price": 12 of 300 values not read, expected a single amount; the first is "from \\u{1b}[31m9" (shop.csv:14)',
  );
});

test('fields that can be asked about stand apart from the others; of many the most frequent are listed', () => {
  expect(shown(100)).toMatch(/asked about:\n(?:Asked \d+ .*\n){10}never asked about:\n(?:Other field \d .*\n){4}/);
  expect(shown(100)).toContain('Of the detail fields 4 more are asked about and 1 more never: add --all-fields');
  expect(shown(100, null)).toContain('Asked 13');
  expect(shown(100, null)).not.toContain('more');
});

test.each([60, 160])('all columns fit a window of %i columns, examples as far as they do', (width) => {
  const lines = shown(width).split('\n');
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  expect(shown(width)).toMatch(/^price .* 288 .* 12/m);
  expect(lines.some((line) => line.includes('USD 5 to USD 90'))).toBe(width === 160);
});

test('no line is wider than the window, whatever columns are called and hold', () => {
  const text = fc.string({ maxLength: 80, unit: 'grapheme' });
  const any = fc.record({ name: text, example: fc.option(text), from: fc.array(text, { maxLength: 2 }) });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 6 }), fc.integer({ min: 40, max: 200 }), (some, width) => {
      const columns = some.map(({ name, ...changes }, at) => (at % 2 ? field(name, changes) : column(name, changes)));
      for (const line of shown(width, 'add --all-fields', { ...REPORT, columns }).split('\n'))
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});
