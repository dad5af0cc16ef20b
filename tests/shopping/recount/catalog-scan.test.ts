import { expect, test } from 'vitest';
import { CatalogScan } from '../../../shopping/recount/catalog-scan.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const titled = (...titles: readonly string[]) => ({
  products: () =>
    titles.map((title, row) => ({ row, product: productWith({ id: `P${row}`, title, category: ['Home'] }) })),
});

test.each([
  ['Tote Bag', ['P0', 'P1']],
  ['tote bag', ['P0', 'P1']],
  ['Bag', ['P0', 'P1', 'P2']],
  ['ケース', ['P3']],
  ['Umbrella', []],
  ['—', []],
])('each product whose title holds "%s" is given once, and no other: %j', (phrase, expected) => {
  const scan = new CatalogScan();
  const taken: string[] = [];
  scan.eachHolding(phrase, ({ id }) => taken.push(id));
  scan.run(titled('Harbor Tote Bag', 'Tote-bag, a bag', 'Bag Tote', 'Loft ケース 黒'));
  expect(taken).toEqual(expected);
});

test('a product that only its category names is given too', () => {
  const scan = new CatalogScan();
  const taken: string[] = [];
  scan.eachHolding('Power Bank', ({ id }) => taken.push(id));
  const category = ['Home', 'Portable Power Banks'];
  scan.run({ products: () => [{ row: 0, product: productWith({ id: 'P0', title: 'Zorvex QX', category }) }] });
  expect(taken).toEqual(['P0']);
});

test('everyone who asks about a phrase is given its holders', () => {
  const scan = new CatalogScan();
  const taken: string[] = [];
  for (const asker of ['a', 'b']) scan.eachHolding('Bag', ({ id }) => taken.push(`${asker} ${id}`));
  scan.run(titled('Bag', 'Box'));
  expect(taken).toEqual(['a P0', 'b P0']);
});

test.each([
  [[], ['for P0', 'for P1']],
  [['Red'], ['for P0']],
  [['Red', 'Blue', 'Red'], []],
  [['Blue', 'Red'], ['for P1']],
] as const)("of products in %j, a red one besides one's own is missed by %j", (colors, expected) => {
  const scan = new CatalogScan();
  const missed: string[] = [];
  const red = { type: 'attribute_match', field: 'details.Color', expected_value: 'Red' } as const;
  for (const id of ['P0', 'P1']) scan.seek(red, id, () => missed.push(`for ${id}`));
  scan.run({
    products: () =>
      colors.map((color, row) => ({
        row,
        product: productWith({ id: `P${row}`, details: details({ Color: color }) }),
      })),
  });
  expect(missed).toEqual(expected);
});
