import { expect, test } from 'vitest';
import { headerScores } from '../../../../catalog/propose/header.ts';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, table, valuesOf, WORDS } from '../../../fixtures/unseen-exports.ts';

test('a column that counts the rows is nothing anybody asks about', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('Unnamed: 0,id,name,price,colour', (at) => [at, `G${(at * 7) % 40}`, nameAt(at), at + 5, of(COLOURS, at)]),
  );
  expect(said).toContain('left out, counts the rows: "Unnamed: 0"');
  expect(products[0]?.id).toBe('G0');
});

test('a text that says that there is none of what its column holds is no value', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,size', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      at % 2 === 0 ? 'no size' : of(['1 oz', '2 oz', '3 oz'], at),
    ]),
  );
  expect(products.slice(0, 2).map((product) => optionsOf(product).Size)).toEqual([undefined, ['2 oz']]);
});

test.each([
  ['size', 'One Size'],
  ['size', 'Plus Size'],
  ['colour', 'Multi Colour'],
])('a text that ends like its column and denies nothing is a value of %s: %s', async (column, value) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${column}`, (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of([value, 'Small', 'Medium', 'Large'], at),
    ]),
  );
  expect(Object.values(optionsOf(products[0] as Product))).toContainEqual([value]);
});

test('three sizes in a row count no rows', async () => {
  const { products } = await readFrom(
    'shoes.csv',
    table('id,name,price,size', (at) => [`G${at}`, nameAt(at), at + 5, 38 + at], 3),
  );
  expect(products.map((product) => optionsOf(product).Size)).toEqual([['38'], ['39'], ['40']]);
});

test('numbers that stand for words are no values of the field they are named like', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,material,material_type', (at) => [`G${at}`, nameAt(at), at + 5, of(WORDS, at), at % 4]),
  );
  expect(said).toContain('left out, codes for words: "material_type"');
  expect(optionsOf(products[1] as Product)).toEqual({ Material: ['Wool'] });
});

test('a stop that ends an abbreviation parts no path: the least and the most of a thing are two fields', async () => {
  const { products } = await readFrom(
    'lenses.csv',
    table('id,name,price,Min. Focal Length (mm),Max. Focal Length (mm)', (at) => [
      `L${at}`,
      nameAt(at),
      at + 5,
      8 + (at % 9),
      20 + (at % 7),
    ]),
  );
  expect(Object.keys(optionsOf(products[0] as Product))).toEqual([
    'Minimum Focal Length (mm)',
    'Maximum Focal Length (mm)',
  ]);
});

test('a stock in numbers is how many there are, and no material', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,stock,colour', (at) => [`L${at}`, nameAt(at), at + 5, at % 7, of(COLOURS, at)]),
  );
  expect(Object.keys(optionsOf(products[1] as Product))).toEqual(['Color']);
});

test('a yes or no beside a column of its name is a field of its own', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,isWireless,wireless', (at) => [
      `L${at}`,
      nameAt(at),
      at + 5,
      of(['false', 'true'], at),
      of(['yes', 'yes', 'no'], at),
    ]),
  );
  const values = optionsOf(products[0] as Product);
  expect(Object.keys(values)).toHaveLength(2);
  expect(values.Wireless).toEqual(['yes']);
});

test('a nought among words says that there is nothing, and among numbers how many there are', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,trim,hooks', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      at % 4 === 0 ? 0 : of(['Fringe', 'Tassel', 'Piping'], at),
      at % 4,
    ]),
  );
  expect(Object.hasOwn(optionsOf(products[0] as Product), 'trim')).toBe(false);
  expect(optionsOf(products[0] as Product)).toMatchObject({ hooks: ['0'] });
  expect(optionsOf(products[1] as Product)).toMatchObject({ trim: ['Tassel'] });
});

test('a count of who loves a product is a detail of it', () =>
  expect(headerScores('love').get('other')).toBeUndefined());

test('"none" beside values with figures is no value, and beside words it is one', async () => {
  const { products } = await readFrom(
    'tents.csv',
    table('sku,title,price,Waterproof rating,Lining', (at) => [
      ...[`T${at}`, nameAt(at), at + 5],
      ...[of(['20K', 'none', 'IPX7', '3,000 mm', 'none'], at), of(['Silk', 'none'], at)],
    ]),
  );
  expect(products.slice(0, 3).map(valuesOf)).toEqual([
    { 'Waterproof rating': ['20K'], Lining: ['Silk'] },
    { Lining: ['none'] },
    { 'Waterproof rating': ['IPX7'], Lining: ['Silk'] },
  ]);
});

test('a country that is told by its code is called by its name', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('id,name,price,origin', (at) => [at, nameAt(at), at + 5, of(['DE', 'CN', 'Italy'], at)]),
  );
  expect(products.slice(0, 3).map(({ details }) => details['Country of Origin']?.options)).toEqual([
    ['Germany'],
    ['China'],
    ['Italy'],
  ]);
});
