import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, table } from '../../../fixtures/unseen-exports.ts';

test('a title that repeats in every row of its group is a title', async () => {
  const { products } = await readFrom(
    'feed.csv',
    table(
      'id,item_group_id,title,price,size',
      (at) => [
        `V${at}`,
        `P${Math.floor(at / 6)}`,
        nameAt(Math.floor(at / 6)),
        Math.floor(at / 6) + 5,
        of(['S', 'M', 'L', 'XL', 'XS', '2XL'], at),
      ],
      120,
    ),
  );
  expect(products).toHaveLength(20);
  expect(products[0]?.skuOptions).toHaveLength(6);
});

test('one product of a hundred variants that name it is enough for variants to be found', async () => {
  const rows = Array.from({ length: 120 }, (_, at) =>
    at === 0
      ? 'case-pro,Phone Case,,,Colour,"Red, Blue"'
      : `case-pro--${at},,case-pro,${10 + (at % 3)},Colour,${of(COLOURS, at)} ${at}`,
  );
  const { products } = await readFrom(
    'cases.csv',
    `SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s)\n${rows.join('\n')}\n`,
  );
  expect(products).toHaveLength(1);
  expect(products[0]?.skuOptions).toHaveLength(119);
});

const BIKES = 'Article No.,Parent SKU,Name,Category path,Sales price,Colour,Frame size,Brakes';

/** Bikes with four rows each that name them, and helmets without any; variants have a name or none. */
const bikes = (variantName: (bike: number) => string) =>
  Array.from({ length: 30 }, (_, bike) => [
    `BK-${bike},,${nameAt(bike)} Bike,Bikes > Road,${bike + 500},,,Disc ${bike % 3}`,
    ...Array.from(
      { length: 4 },
      (_, at) =>
        `BK-${bike}-${at},BK-${bike},${variantName(bike)},,${bike + 500},${of(COLOURS, bike)},${of(['S', 'M', 'L', 'XL'], at)},`,
    ),
    `HE-${bike},,${nameAt(bike)} Helmet,Helmets,${bike + 50},${of(COLOURS, bike + 1)},,`,
  ]).flat();

test.each([
  ['have its name', (bike: number) => `${nameAt(bike)} Bike`],
  ['have none', () => ''],
])('rows that name their product are its variants by the columns they differ in, whether they %s', async (_, name) => {
  const { products } = await readFrom('bikes.csv', `${BIKES}\n${bikes(name).join('\n')}\n`);
  expect(products).toHaveLength(60);
  const bike = products.find(({ id }) => id === 'BK-7') as Product;
  expect(bike.skuOptions.map(({ values }) => values)).toEqual(
    ['S', 'M', 'L', 'XL'].map((size) => ({ 'Frame size': size })),
  );
});

test('rows that name their product and differ in nothing are no products, and the mapping says so', async () => {
  const rows = Array.from({ length: 60 }, (_, at) =>
    at % 3 === 0
      ? `S${at},,${nameAt(at)},${at + 5},${of(COLOURS, at)}`
      : `S${at},S${at - (at % 3)},${nameAt(at)},${at + 5},`,
  );
  const { products, said } = await readFrom('shop.csv', `SKU,Parent SKU,Name,Price,Colour\n${rows.join('\n')}\n`);
  expect(products).toHaveLength(20);
  expect(said).toContain('rows of one product differ in nothing that is an option, and are no products');
});

test('a handle of more than eighty letters is an id', async () => {
  const long = 'a-shelf-of-oak-and-wool-with-a-name-that-somebody-wrote-for-search-engines-and-nobody-else-';
  const rows = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0 ? `${long}${at},Oak Shelf ${at},Shelves,Colour,Red,${at + 5}` : `${long}${at - 1},,,,Blue,${at + 4}`,
  );
  const { products } = await readFrom(
    'shop.csv',
    `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price\n${rows.join('\n')}\n`,
  );
  expect(products).toHaveLength(20);
});

const variant = (at: number, size: string, more = 0) => ({
  id: at * 10 + more,
  title: size,
  option1: of(COLOURS, at),
  option2: size,
  price: `${at + 20 + more}.00`,
  sku: `S${at}-${size}`,
});

test('variants that a shop lists in the row of their product have their prices and options', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    id: 9_000 + at,
    title: nameAt(at),
    vendor: `Maker${at % 3}`,
    product_type: 'Home',
    variants: [variant(at, 'Small'), variant(at, 'Large', 5)],
    options: [
      { name: 'Colour', position: 1, values: [of(COLOURS, at)] },
      { name: 'Size', position: 2, values: ['Small', 'Large'] },
    ],
  }));
  const { products } = await readFrom('products.json', JSON.stringify(rows));
  expect(products).toHaveLength(30);
  expect(products[0]).toMatchObject({
    priceMinor: 2000,
    skuOptions: [
      { id: 'S0-Small', priceMinor: 2000, values: { Colour: 'Red', Size: 'Small' } },
      { id: 'S0-Large', priceMinor: 2500, values: { Colour: 'Red', Size: 'Large' } },
    ],
  });
  expect(optionsOf(products[0] as Product)).toMatchObject({ Color: ['Red'], Size: ['Small', 'Large'] });
});

test('products of one variant each have its price, and nothing to choose', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    id: 9_000 + at,
    title: nameAt(at),
    product_type: 'Home',
    variants: [{ id: at, title: 'Default Title', option1: 'Default Title', price: `${at + 20}.00`, sku: `S${at}` }],
    options: [{ name: 'Title', position: 1, values: ['Default Title'] }],
  }));
  const { products } = await readFrom('products.json', JSON.stringify(rows));
  expect(products[3]).toMatchObject({ priceMinor: 2300, skuOptions: [], details: {} });
});

test('rows that differ in what only a part of a cell says are products of their own', async () => {
  const { products } = await readFrom(
    'memory.csv',
    table('name,price,speed', (at) => [`Line ${at % 20} 16 GB Kit`, 50, `[${of([4, 5], at)}, ${3000 + at}]`]),
  );
  expect(products).toHaveLength(40);
});

test.each(['size', 'taglia'])(
  'rows without an id that differ in their size alone are sizes of one product: %s',
  async (size) => {
    const row = (at: number) => [
      `${nameAt(at >> 2)} ${at >> 2}`,
      36 + (at % 4),
      'Northrun',
      50 + (at >> 2),
      `https://www.shop.example/p-${at >> 2}?size=${36 + (at % 4)}`,
    ];
    const { products } = await readFrom('goods.csv', table(`title,${size},brand,price,url`, row, 80));
    expect(products).toHaveLength(20);
    expect(products[0]?.details.Size?.options).toEqual(['36', '37', '38', '39']);
    expect(products[0]?.skuOptions).toHaveLength(4);
  },
);

test('an option is called by what its shop asks buyers to choose', async () => {
  const row = (at: number) => [
    `h-${at >> 1}`,
    `${nameAt(at >> 1)}`,
    'Choose Your Ring Size',
    at % 2 === 0 ? '5' : '6',
    40,
  ];
  const { products } = await readFrom(
    'export.csv',
    table('Handle,Title,Option1 Name,Option1 Value,Variant Price', row, 80),
  );
  expect(products[0]?.details['Ring Size']?.options).toEqual(['5', '6']);
});

test('sizes of one product are told by rows that are there twice as well', async () => {
  const row = (at: number) => [`${nameAt(at >> 3)} ${at >> 3}`, 36 + ((at >> 1) % 4), 'Northrun', 50 + (at >> 3)];
  const { products } = await readFrom('goods.csv', table('title,size,brand,price', row, 160));
  expect(products).toHaveLength(20);
  expect(products[0]?.details.Size?.options).toEqual(['36', '37', '38', '39']);
});

test('rows of one name that differ in more than their size are products of their own', async () => {
  const row = (at: number) => [
    `${nameAt(at >> 2)} ${at >> 2}`,
    36 + (at % 4),
    ['Oak', 'Ash', 'Elm', 'Fir'][at % 4] as string,
    50 + (at >> 2),
  ];
  const { products } = await readFrom('goods.csv', table('title,size,wood,price', row, 80));
  expect(products).toHaveLength(80);
});

test('tags that stand in the first row of each product are of as many products as have them', async () => {
  const tags = ['anti-slip, SS26', 'BPA-free, sale', 'BPA-free, anti-slip', 'sale, SS26'];
  const rows = Array.from({ length: 120 }, (_, at) =>
    at % 6 === 0
      ? `item-${at},${nameAt(at)},Northrun,"${of(tags, at / 6)}",${of(['Regular', 'Slim'], at / 6)},Color,Red,${at + 5}`
      : `item-${at - (at % 6)},,,,,,${of(['Blue', 'Green', 'Black', 'White', 'Pink'], at % 6)},${at + 5}`,
  );
  const { products, said } = await readFrom(
    'shop.csv',
    `Handle,Title,Vendor,Tags,Fit,Option1 Name,Option1 Value,Variant Price\n${rows.join('\n')}\n`,
  );
  expect(products).toHaveLength(20);
  expect(said).toContain('details.tags is "Tags"');
  expect(products.filter(({ details }) => details['Special Feature'] !== undefined).length).toBeGreaterThan(5);
  expect(said).toContain('details.columns is "Fit": stated in 100 % of products');
});

const weighed = (sizes: readonly string[]) =>
  readFrom(
    'feed.csv',
    table(
      'id,item_group_id,title,price,size,shipping_weight',
      (at) => [
        `V${at}`,
        `P${Math.floor(at / 3)}`,
        nameAt(Math.floor(at / 3)),
        Math.floor(at / 3) + 5,
        of(sizes, at),
        `${1 + (at % 3)}.5 kg`,
      ],
      120,
    ),
  );

test('a weight that differs with the size of a variant is nothing to choose', async () => {
  const { products, said } = await weighed(['S', 'M', 'L']);
  expect(products[0]?.skuOptions.map(({ values }) => values)).toEqual([{ size: 'S' }, { size: 'M' }, { size: 'L' }]);
  expect(products[0]?.details['Shipping Weight']).toBeUndefined();
  expect(said).toContain('left out, differs with what variants are told apart by: "size": "shipping_weight"');
});

test('a weight that alone tells variants apart is what is chosen', async () => {
  const { products } = await weighed(['S']);
  expect(products[0]?.skuOptions.map(({ values }) => values.shipping_weight)).toEqual(['1.5 kg', '2.5 kg', '3.5 kg']);
});

const vests = (called: (at: number) => string) =>
  table(
    'product_id,name,price,variant_title',
    (at) => [`P${Math.floor(at / 6)}`, nameAt(Math.floor(at / 6)), 50, called(at)],
    120,
  );
const SIZES = ['S', 'M', 'L', 'XL', 'XS', '2XL'];

test('what stands behind the name of a product in that of its variant is an option', async () => {
  const { products, said } = await readFrom(
    'vests.csv',
    vests((at) => `${nameAt(Math.floor(at / 6))} - ${at % 5 === 0 ? 'Size ' : ''}${of(SIZES, at)}`),
  );
  expect(said).toContain('product.variants.options is "variant_title": says the Size behind what "name" says');
  expect(products).toHaveLength(20);
  expect(products[0]?.details.Size?.options).toEqual(SIZES);
});

test('names of variants that do not begin with that of their product are options as they stand', async () => {
  const { said } = await readFrom(
    'vests.csv',
    vests((at) => `${of(SIZES, at)} of ${at}`),
  );
  expect(said).not.toContain('behind what');
});
