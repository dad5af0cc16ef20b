import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, table, valuesOf, WORDS } from '../../../fixtures/unseen-exports.ts';

/** The name that Shopify writes over a detail of its own. */
const own = (label: string, key: string) => `${label} (product.metafields.shopify.${key})`;
const BODIES = ['Sturdy and plain.', 'Made for small rooms and long evenings.'];

test('what Shopify writes like the end of an address is read as people write it, and a list of such in parts', async () => {
  const header = `Handle,Title,Variant Price,${own('Jewelry material', 'jewelry-material')},${own('Target gender', 'target-gender')}`;
  const { products } = await readFrom(
    'shop.csv',
    table(header, (at) => [
      `h-${at}`,
      nameAt(at),
      at + 5,
      of(['sterling-silver', 'metal; silver-plated', 'v-cut-glass'], at),
      of(['female', 'male', 'unisex'], at),
    ]),
  );
  expect(products.slice(0, 3).map((product) => optionsOf(product))).toEqual([
    { Material: ['Sterling Silver'], Department: ['female'] },
    { Material: ['metal', 'silver plated'], Department: ['male'] },
    { Material: ['v-cut glass'], Department: ['unisex'] },
  ]);
});

test('hyphens of values stand where a shop writes them itself', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('Handle,Title,Variant Price,Finish (product.metafields.custom.finish)', (at) => [
      `h-${at}`,
      nameAt(at),
      at + 5,
      of(['semi-gloss', 'anti-slip'], at),
    ]),
  );
  expect(optionsOf(products[0] as Product)).toEqual({ 'Finish Type': ['semi-gloss'] });
});

test('a product with nothing to choose states no title as an option, whatever others choose under that name', async () => {
  const row = (at: number) => [
    at % 3 === 2 ? `h-${at - 1}` : `h-${at}`,
    at % 3 === 2 ? '' : nameAt(at),
    at + 5,
    at % 3 === 2 ? '' : 'Title',
    at % 3 === 0 ? 'Default Title' : `${at} m`,
  ];
  const { products } = await readFrom(
    'shop.csv',
    table('Handle,Title,Variant Price,Option1 Name,Option1 Value', row, 60),
  );
  expect(products.find(({ id }) => id === 'h-0')?.details).toEqual({});
  expect(products.find(({ id }) => id === 'h-1')?.details).toMatchObject({ Title: { options: ['1 m', '2 m'] } });
});

test.each([
  ['Included / India', 'INR'],
  ['Price / Colombia', 'COP'],
])(
  'prices without a code are in the currency of the one country that a shop system has columns for: %s',
  async (name, code) => {
    const { products } = await readFrom(
      'shop.csv',
      table(`Handle,Title,Variant Price,${name},Included / International`, (at) => [
        `h-${at}`,
        nameAt(at),
        at + 500,
        'true',
        'true',
      ]),
    );
    expect(products[0]?.currency).toBe(code);
  },
);

test('of several countries none says what prices are in', async () => {
  const { said } = await readFrom(
    'shop.csv',
    table('Handle,Title,Variant Price,Included / India,Included / Canada', (at) => [
      `h-${at}`,
      nameAt(at),
      at + 500,
      'true',
      'true',
    ]),
  );
  expect(said).toContain('product.currency is "USD": assumed, for nothing states a currency');
});

test('a weight of nought is none, and the grams of a shop system are a weight', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('Handle,Title,Variant Price,Variant Grams', (at) => [
      `h-${at}`,
      nameAt(at),
      at + 5,
      of(['0.0', '450.0', '900.0', '1250.0'], at),
    ]),
  );
  expect(products.slice(0, 2).map((product) => optionsOf(product))).toEqual([{}, { 'Weight (g)': ['450.0'] }]);
});

test.each(['Default Delivery Fees', 'Added 8% margin for resale', 'Minimum Outlet Price'])(
  'amounts of money that a shop keeps for itself are no details: %s',
  async (name) => {
    const { products, said } = await readFrom(
      'shop.csv',
      table(`sku,title,price,${name}`, (at) => [`S${at}`, nameAt(at), at + 5, of([100, 150, 200], at)]),
    );
    expect(said).toContain(`left out, another amount of money: "${name}"`);
    expect(products[0]?.details).toEqual({});
  },
);

test.each([
  { paths: ['Home > Decor > Things'], rug: ['Rug', ['Rug']], said: 'finer than paths' },
  {
    paths: ['Home > Shelves', 'Home > Rugs', 'Home > Lamps', 'Home > Curtains', 'Home > Vases'],
    rug: ['Rug', ['Home', 'Rugs']],
    said: 'beside paths as fine',
  },
])(
  'where a column says the kinds of things $said, a product in none of these is of its kind',
  async ({ paths, rug }) => {
    const { products } = await readFrom(
      'shop.csv',
      table('Handle,Title,Variant Price,Product Category,Type', (at) => [
        `h-${at}`,
        nameAt(at),
        at + 5,
        at % 10 === 0 ? 'Uncategorized' : of(paths, at),
        of(['Shelf', 'Rug', 'Lamp', 'Curtain', 'Vase'], at),
      ]),
    );
    expect(products.slice(0, 2).map(({ mainCategory, category }) => [mainCategory, category])).toEqual([
      ['Shelf', ['Shelf']],
      rug,
    ]);
  },
);

test('names that come again among the prose of texts state details, and other colons none', async () => {
  const body = (at: number) =>
    `<p>Why this one: it lasts, and room ${at} will look ${at} times better for it: we promise.</p><ul><li>• Finish Coat: ${of(WORDS, at)}</li><li>Shade Depth: ${of(COLOURS, at)}</li></ul><p>${of(BODIES, at)}</p>`;
  const { products, said, unread } = await readFrom(
    'shop.csv',
    table('sku,title,price,description', (at) => [
      `S${at}`,
      nameAt(at),
      at + 5,
      at % 3 === 0 ? of(BODIES, at) : body(at),
    ]),
  );
  expect(said).toContain('product.details.object is "description"');
  expect(optionsOf(products[1] as Product)).toEqual({ 'Finish Coat': ['Wool'], 'Shade Depth': ['Blue'] });
  expect(optionsOf(products[0] as Product)).toEqual({});
  expect(products[1]?.details['Finish Coat']?.raw).toMatchObject([{ statedIn: 'text' }]);
  // A text with none of the names is read all the same.
  expect(unread).not.toMatch(/"unread":[1-9]/);
});

test('a comma that WooCommerce escapes stands within one value, alone or among several', async () => {
  const beans = ['Arabica', 'Robusta', '80 % Arabica\\, 20 % Robusta', 'Arabica, Robusta'];
  const { products } = await readFrom(
    'coffee.csv',
    table(
      'ID,Type,SKU,Name,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
      (at) => [
        at,
        'simple',
        `S${at}`,
        nameAt(at),
        at + 5,
        'Beans',
        of(beans, at),
        'Roast',
        of(['Light\\, mild', 'Dark'], at),
      ],
      60,
    ),
  );
  const said = products.map(valuesOf);
  expect(new Set(said.map(({ Beans }) => JSON.stringify(Beans)))).toEqual(
    new Set(['["Arabica"]', '["Robusta"]', '["80 % Arabica, 20 % Robusta"]', '["Arabica","Robusta"]']),
  );
  expect(new Set(said.map((one) => JSON.stringify(one['Roast Level'])))).toEqual(
    new Set(['["Light, mild"]', '["Dark"]']),
  );
});

test('a fabric that Shopify writes in small letters is written as it is known', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table(`Handle,Title,Variant Price,${own('Fabric', 'fabric')}`, (at) => [
      `h-${at}`,
      nameAt(at),
      at + 5,
      of(['pvc', 'merino-wool; tpu', 'odd-weave'], at),
    ]),
  );
  expect(products.slice(0, 3).map((product) => optionsOf(product))).toEqual([
    { 'Fabric Type': ['PVC'] },
    { 'Fabric Type': ['Merino Wool', 'TPU'] },
    { 'Fabric Type': ['odd weave'] },
  ]);
});

test('the namespace of a metafield is no part of the name of what it says', async () => {
  const { products, said } = await readFrom(
    'shop.csv',
    table(
      'id,name,price,Activity (product.metafields.custom.activity),Activity (product.metafields.shopify.activity)',
      (at) => [`G${at}`, nameAt(at), at + 5, of(['Football', 'Cricket'], at), of(['soccer', 'tennis'], at)],
    ),
  );
  expect(Object.keys(products[0]?.details ?? {})).toEqual(['Sport']);
  expect(said).toContain('says something else of the Sport');
});
