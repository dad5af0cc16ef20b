import { expect, test } from 'vitest';
import { COLOURS, nameAt, of, readFrom, table, valuesOf, WORDS } from '../../../fixtures/unseen-exports.ts';

const objects = (row: (at: number) => object) => JSON.stringify(Array.from({ length: 40 }, (_, at) => row(at)));

test('prices among the offers of structured data are the product’s', async () => {
  const { products } = await readFrom(
    'pages.json',
    objects((at) => ({
      url: `https://shop.example/${at}`,
      name: nameAt(at),
      offers: { price: `${at + 5}.50`, priceCurrency: 'EUR', availability: 'InStock' },
      color: of(COLOURS, at),
    })),
  );
  expect(products.slice(0, 2).map(({ priceMinor, currency }) => [priceMinor, currency])).toEqual([
    [550, 'EUR'],
    [650, 'EUR'],
  ]);
});

test('a list of objects with one member each states what they say together', async () => {
  const { products } = await readFrom(
    'watches.csv',
    table('id,name,price,info', (at) => [
      `W${at}`,
      nameAt(at),
      at + 99,
      `[{'Movement': '${of(['Automatic', 'Quartz'], at)}'}, {'Strap Color': '${of(COLOURS, at)}'}, {'Case Size': '${38 + (at % 4)}mm'}]`,
    ]),
  );
  expect(valuesOf(products[0] as (typeof products)[number])).toMatchObject({
    Movement: ['Automatic'],
    'Strap Color': ['Red'],
    'Case Size': ['38mm'],
  });
});

test('objects within a specification state their members, and an amount with its unit is one text', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('sku,title,price,specifications', (at) => [
      `L${at}`,
      nameAt(at),
      at + 9,
      JSON.stringify({
        dimensions: { Height: `${(at % 6) + 3} in`, Depth: `${(at % 5) + 2} in` },
        wattage: { value: 5 + (at % 6), unit: 'W' },
        material: of(WORDS, at),
        packaging: { Height: `${(at % 6) + 9} in`, material: 'Cardboard' },
      }),
    ]),
  );
  const values = valuesOf(products[0] as (typeof products)[number]);
  expect(values).toMatchObject({ Height: ['3 in'], Depth: ['2 in'], Wattage: ['5 W'], Material: ['Oak'] });
});

test('breadcrumbs that are objects are the path of a product, though the file is named for goods', async () => {
  const { products } = await readFrom(
    'bird food.json',
    objects((at) => ({
      sku: `B${at}`,
      name: `${of(WORDS, at)} ${of(['Bird Seed', 'Suet Cake'], at)} ${at}`,
      price: at + 3,
      breadcrumbs: ['Garden', 'Birds', of(['Bird Seed', 'Suet Cakes'], at)].map((level) => ({
        name: level,
        url: '/x',
      })),
    })),
  );
  expect(products[0]?.category).toEqual(['Garden', 'Birds', 'Bird Seed']);
});

test('what other sellers ask for a product is no variant of it', async () => {
  const { products } = await readFrom(
    'shop.json',
    objects((at) => ({
      sku: `S${at}`,
      name: nameAt(at),
      price: at + 5,
      other_sellers: [
        { seller_name: of(WORDS, at), price: at + 4 },
        { seller_name: of(WORDS, at + 1), price: at + 6 },
      ],
    })),
  );
  expect(Object.keys(valuesOf(products[0] as (typeof products)[number]))).not.toContain('seller name');
});

test('a file may be named in capitals, and its prices in taka', async () => {
  const { products } = await readFrom(
    'EXPORT.CSV',
    table('code,name,price,promotion_description,colour', (at) => [
      `T${at}`,
      nameAt(at),
      `Tk ${of(['10,772.09', '900.00'], at)}`,
      `Save ${at % 7} %`,
      of(COLOURS, at),
    ]),
  );
  expect([products[0]?.priceMinor, products[0]?.currency]).toEqual([1_077_209, 'BDT']);
  expect(Object.keys(valuesOf(products[0] as (typeof products)[number]))).toEqual(['Color']);
});

test('a file that is named for a maker whose name stands in titles is named for no kind of product', async () => {
  const { said } = await readFrom(
    'velly.csv',
    table('sku,brand,name,price,colour', (at) => [
      `V${at}`,
      "Orla & Velly's",
      `Orla & Velly's ${nameAt(at)}`,
      at + 5,
      of(COLOURS, at),
    ]),
  );
  expect(said).not.toContain('"the name of the file"');
});
