import { expect, test } from 'vitest';
import { columnNames } from '../../lexicon/columns.ts';

test('every language that has a table of names of columns is read, the likelier names first', () => {
  const { title } = columnNames();
  const rankOf = (name: string) => title.find((one) => one.name === name)?.rank;
  expect(rankOf('title')).toBe(0);
  expect(
    ['商品名称', 'bezeichnung', 'nama produk', 'título', 'nom du produit'].every((name) => rankOf(name) !== undefined),
  ).toBe(true);
  expect(rankOf('商品名称')).toBe(0);
});
