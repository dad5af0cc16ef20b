import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saysSomething } from '../../../catalog/product/values.ts';
import { Cells, joinedTallies, priceColumn } from '../../../catalog/readers/cells.ts';

const PRICE = priceColumn('cost');

test.each(['', ' ', '—', '-', 'N/A', 'null', 'None', 'nan', '0', '0.00', 0, null, undefined, [], {}])(
  '%j says nothing',
  (cell) => expect(saysSomething(cell)).toBe(false),
);

test.each(['Maren Studio', 'from 12.99', '10', '٣', 'S', 5, ['a'], { value: '4.3' }, 'Nandina', 'None of these'])(
  '%j says something',
  (cell) => expect(saysSomething(cell)).toBe(true),
);

test('a cell that says something nobody can read is counted, and the first is kept with its line', () => {
  const cells = new Cells('shop.csv');
  for (const [line, cell] of ['12.50', 'Maren Studio', '', 'Oak House'].entries()) {
    cells.line = line + 2;
    expect(cells.note(PRICE, cell, cell === '12.50' ? 1250 : null)).toBe(cell === '12.50' ? 1250 : null);
  }
  expect(cells.take()).toEqual([
    { ...PRICE, stated: 3, unread: 2, example: { file: 'shop.csv', line: 3, text: '"Maren Studio"' } },
  ]);
  expect(cells.take()).toEqual([]);
});

test('a detail counts where it states no option though it says something, unless that is that there is no brand', () => {
  const cells = new Cells();
  const raw = (value: string) => [{ key: 'k', value }];
  cells.noteDetail('Care', { options: [], raw: raw('x'.repeat(300)) });
  cells.noteDetail('Care', { options: [], raw: raw('—') });
  cells.noteDetail('Color', { options: ['Red'], raw: raw('Red') });
  cells.noteDetail('Brand', { options: [], raw: raw('No Brand') });
  expect(cells.take()).toMatchObject([{ of: 'detail', column: 'Care', unread: 1, example: { text: /^"x{59}…"$/ } }]);
});

test('what pieces of a file count adds up to what the whole file counts, however it is cut', () => {
  const cell = fc.constantFrom('1', 'two', '', 'three', '—');
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, fc.boolean()), { maxLength: 30 }), (all) => {
      const [whole, cut] = [new Cells('f'), new Cells('f')];
      let pieces = cut.take();
      for (const [line, [text, endsPiece]] of all.entries()) {
        for (const cells of [whole, cut]) {
          cells.line = line + 1;
          cells.note(PRICE, text, text === '1' ? 1 : null);
        }
        if (endsPiece) pieces = joinedTallies([...pieces, ...cut.take()]);
      }
      expect(joinedTallies([...pieces, ...cut.take()])).toEqual(whole.take());
    }),
  );
});
