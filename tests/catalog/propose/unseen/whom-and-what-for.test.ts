import { expect, test } from 'vitest';
import { of, readFrom, SORTS, table, valuesOf } from '../../../fixtures/unseen-exports.ts';

const USES = ['day hikes', 'weekend camping', 'winter touring', 'car camping'];
const GOODS = ['Rain Jacket', 'Trail Shoes', 'Tent', 'Headlamp'];
/** Whom every second product is for, by its name. */
const WHOM = ["Men's ", '', 'Women’s ', '', "Kids' ", ''];

const readShop = (forWhom: (at: number) => string, header = 'Ideal for (product.metafields.custom.use)') =>
  readFrom(
    'shop.csv',
    table(`sku,title,price,Product Category,${header}`, (at) => [
      ...[`S${at}`, `${of(SORTS, at)} ${of(WHOM, at)}${of(GOODS, at >> 1)} ${at}`, at + 5],
      ...['Sporting Goods > Outdoor Recreation > Camping & Hiking', forWhom(at)],
    ]),
  );

test.each(['Ideal for (product.metafields.custom.use)', 'Suitable for', 'Best For'])(
  'what a thing is for is a use where nobody is named, and those whom names say stay: %s',
  async (header) => {
    const { products } = await readShop((at) => of(USES, at), header);
    const stated = products.map(valuesOf);
    expect(stated[1]?.['Recommended Uses For Product']).toEqual(['weekend camping']);
    expect(stated.slice(0, 6).map(({ Department }) => Department?.[0])).toEqual([
      ...['Men', undefined, 'Women', undefined, 'Kids', undefined],
    ]);
  },
);

test('a column that names people says whom a thing is for', async () => {
  const { products } = await readShop((at) => of(['Men', 'Women', 'Boys & Girls'], at), 'Ideal For');
  expect(valuesOf(products[1] as (typeof products)[number]).Department).toEqual(['Women']);
});

test('names that say of several whom a thing is for say all of them, and a film says nobody', async () => {
  const names = [
    'X-Men Poster Mug',
    'Vela Men & Women Sneakers',
    "Hale Women's Running Shoes",
    'Men Women Boys Girls Socks',
  ];
  const { products } = await readFrom(
    'shop.csv',
    table('sku,title,price', (at) => [`S${at}`, `${of(names, at)} ${at}`, at + 5]),
  );
  expect(products.slice(0, 4).map((product) => valuesOf(product).Department)).toEqual([
    ...[undefined, ['Men', 'Women'], ['Women'], ['Men', 'Women', 'Boys', 'Girls']],
  ]);
});
