import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows, csvText } from '../../../cli/adjudicate/csv.ts';

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", '=cmd|"/c calc"!A1'];

test.each(FORMULAS)('%j is no formula to a spreadsheet', (cell) => {
  const [, row = ''] = csvText([['reason'], [cell]]).split('\r\n');
  expect(row.replace(/^"/, '')).toMatch(/^'/);
});

const cells = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', "'", '=', '+', '@', 'é', '漢') }),
  fc.constantFrom(...FORMULAS).map((text) => text.trim()),
);

test('what is written is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cells, cells), { maxLength: 5 }), (rows) => {
      const text = csvText([['one', 'two'], ...rows]);
      const read = csvRows('x.csv', text).rows.map(({ cells: { one, two } }) => [one, two]);
      expect(read).toEqual(rows);
    }),
  );
});

test.each([',', ';', '\t'])('a table cut at %j is read as spreadsheets of any country save it', (cut) => {
  const text = `task_id${cut}mark\r\nx${cut}fit\r\n`;
  expect(csvRows('x.csv', text).rows).toEqual([{ line: 2, cells: { task_id: 'x', mark: 'fit' } }]);
});
