import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { COLOURS, nameAt, of, readFrom, table, valuesOf } from '../../../fixtures/unseen-exports.ts';

test.each([
  ['Status', ['active', 'active', 'draft', 'active', 'archived'], '"Status" is "draft"'],
  ['Published', ['true', 'true', 'true', 'false'], '"Published" is "false"'],
  ['Veröffentlicht', ['1', '1', '1', '0', '1', '1', '-1'], '"Veröffentlicht" is "-1"'],
  ['Veröffentlicht', ['ja', 'ja', 'nein'], '"Veröffentlicht" is "nein"'],
  ['Actif', ['actif', 'actif', 'brouillon'], '"Actif" is "brouillon"'],
  ['product_online', ['1', '1', '1', '2'], '"product_online" is "2"'],
  ['Publié', ['1', '1', '0'], '"Publié" is "0"'],
  ['Estado', ['publicado', 'publicado', 'borrador'], '"Estado" is "borrador"'],
  ['Active (0/1)', ['1', '1', '0'], '"Active (0/1)" is "0"'],
])(
  'products of which %s says that the shop does not show them are set aside and counted',
  async (name, states, said) => {
    const shown = new Set([states[0]]);
    const { products, unread } = await readFrom(
      'shop.csv',
      table(`sku,title,price,colour,${name}`, (at) => [
        ...[`S${at}`, nameAt(at), 5 + at, of(COLOURS, at), of(states, at)],
      ]),
    );
    const kept = Array.from({ length: 40 }, (_, at) => at).filter((at) => shown.has(of(states, at)));
    expect(products.map(({ id }) => id)).toEqual(kept.map((at) => `S${at}`));
    expect(JSON.parse(unread).counts).toMatchObject({ read: 40, kept: kept.length, quarantined: 40 - kept.length });
    expect(unread).toContain(JSON.stringify(said).slice(1, -1));
  },
);

test('the rows of a product that is set aside go with it, and say why', async () => {
  const rows = Array.from({ length: 60 }, (_, at) =>
    at % 3 === 0
      ? `${nameAt(at).toLowerCase().replaceAll(' ', '-')},${nameAt(at)},Size,S,${at + 5},${at % 2 === 0 ? 'active' : 'draft'}`
      : `${nameAt(at - (at % 3))
          .toLowerCase()
          .replaceAll(' ', '-')},,,${of(['', 'M', 'L'], at)},${at + 5},`,
  );
  const { products, unread } = await readFrom(
    'shop.csv',
    `Handle,Title,Option1 Name,Option1 Value,Variant Price,Status\n${rows.join('\n')}\n`,
  );
  expect(products).toHaveLength(10);
  expect(products.every(({ skuOptions }) => skuOptions.length === 3)).toBe(true);
  const [{ setAside }] = JSON.parse(unread).files;
  expect(setAside).toEqual([
    {
      cause: '"Status" is "draft", which product.set_aside of the mapping leaves out',
      rows: 30,
      line: 5,
      remedy: null,
    },
  ]);
});

test('rows with a name go with the first one of their product that is set aside, and with no later one', async () => {
  const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Status';
  const first = ['active', 'active', 'draft'];
  const { products, unread } = await readFrom(
    'shop.csv',
    table(
      header,
      (at) => {
        const product = Math.floor(at / 3);
        const state = at === 1 ? 'draft' : at % 3 === 0 ? of(first, product) : '';
        return [`h-${product}`, `Oak Shelf ${product}`, 'Size', of(['S', 'M', 'L'], at), 20 + product, state];
      },
      60,
    ),
  );
  expect(products.map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, at) => at).flatMap((at) => (at % 3 === 2 ? [] : [`h-${at}`])),
  );
  expect(products.map(({ skuOptions }) => skuOptions.length)).toEqual([2, ...Array.from({ length: 13 }, () => 3)]);
  const { counts, files } = JSON.parse(unread);
  expect(counts).toEqual({ read: 60, kept: 14, merged: 27, quarantined: 19 });
  expect(files[0].setAside).toMatchObject([{ rows: 19, line: 3 }]);
});

test.each([
  ['Active', ['Yes', 'Yes', 'Yes', 'No']],
  ['Aktiv', ['ja', 'ja', 'ja', 'nein']],
  ['State', ['1', '1', '1', '2']],
  ['Status', ['1', '1', '1', '2']],
])('%s may hold something else than whether a product is listed, unless words say so', async (name, states) => {
  const { products } = await readFrom(
    'shop.csv',
    table(`sku,title,price,colour,${name}`, (at) => [
      ...[`S${at}`, nameAt(at), 5 + at, of(COLOURS, at), of(states, at)],
    ]),
  );
  expect(products).toHaveLength(40);
});

test.each([
  ['Published', ['true', 'false', 'true', 'false', 'true'], 'may say that 16 of 40 products, 40 %, are not published'],
  ['Status', ['active', 'draft', 'draft', 'draft'], 'may say that 30 of 40 products, 75 %, are not published'],
])('so many products are told of and not set aside: %s', async (name, states, said) => {
  const report = await readFrom(
    'shop.csv',
    table(`sku,title,price,colour,${name}`, (at) => [
      ...[`S${at}`, nameAt(at), 5 + at, of(COLOURS, at), of(states, at)],
    ]),
  );
  expect(report.products).toHaveLength(40);
  expect(report.said).toContain(said);
});

test('words set more than a third of the products aside, where a third is left', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('sku,title,price,colour,Status', (at) => [
      ...[`S${at}`, nameAt(at), 5 + at, of(COLOURS, at), of(['active', 'draft'], at)],
    ]),
  );
  expect(products).toHaveLength(20);
});

test.each([
  ['available_for_sale', 'true', 'false'],
  ['Status', 'in stock', 'sold out'],
  ['state', 'new', 'used'],
])('what says whether a product is to be had, or how it is, sets none aside: %s', async (name, one, other) => {
  const { products } = await readFrom(
    'shop.csv',
    table(`sku,title,price,colour,${name}`, (at) => [
      ...[`S${at}`, nameAt(at), 5 + at, of(COLOURS, at), of([one, other], at)],
    ]),
  );
  expect(products).toHaveLength(40);
});

test('a shop that shows hardly any product has them all read, for its column means something else', async () => {
  const { products } = await readFrom(
    'shop.csv',
    table('sku,title,price,colour,Published', (at) => [
      ...[`S${at}`, nameAt(at), 5 + at, of(COLOURS, at), at === 7 ? 'true' : 'false'],
    ]),
  );
  expect(products).toHaveLength(40);
});

test.each([
  ['Ist hervorgehoben?', ['1', '0', '0']],
  ['Is featured?', ['1', '0', '0']],
  ['flags.new', [true, false]],
  ['flags.hot', [true, false]],
  ['subscription', ['yes', 'no']],
])('what a product is for its shop is no detail: %s', async (name, states) => {
  const items = Array.from({ length: 40 }, (_, at) => {
    const [key = '', inner] = name.split('.');
    const state = of<unknown>(states, at >> 1);
    return {
      ...{ sku: `S${at}`, title: nameAt(at), price: 5 + at, colour: of(COLOURS, at) },
      [key]: inner === undefined ? state : { [inner]: state, vegan: at % 3 === 0 },
    };
  });
  const { products } = await readFrom('shop.json', JSON.stringify(items));
  expect(products).toHaveLength(40);
  const fields = Object.keys(valuesOf(products[1] as (typeof products)[number]));
  expect(fields).toContain('Color');
  expect(fields.filter((field) => !['Color', 'vegan'].includes(field))).toEqual([]);
  if (name.includes('.')) expect(fields).toContain('vegan');
});

test.each(['New', 'Recommended'])('a plain yes under %s is what the goods are', async (name) => {
  const { products } = await readFrom(
    'shop.csv',
    table(`sku,title,price,colour,${name}`, (at) => [
      ...[`S${at}`, nameAt(at), 5 + at, of(COLOURS, at), of(['yes', 'no'], at >> 1)],
    ]),
  );
  expect(valuesOf(products[2] as (typeof products)[number])).toEqual({ Color: ['Green'], [name]: ['no'] });
});

test('a yes to what a thing is by a noun is no detail that it has, and one to a quality is', async () => {
  const { products, said } = await readFrom(
    'furniture.csv',
    table('id,name,price,is_sofa,is_bed,is_foldable', (at) => [
      ...[`F${at}`, nameAt(at), at + 5, at % 2, at % 3 === 0 ? 1 : 0, at % 5 === 0 ? 1 : 0],
    ]),
  );
  expect(said).toContain('left out, says what kind of thing a product is, not what it has: "is_sofa", "is_bed"');
  expect(valuesOf(products[0] as Product)).toEqual({ foldable: ['Yes'] });
});

test.each(['light', 'glass', 'set', 'lighter'])(
  'a yes to a noun that says a quality of other things is a detail: %s',
  async (noun) => {
    const { products } = await readFrom(
      'lamps.csv',
      table(`id,name,price,is_${noun}`, (at) => [`L${at}`, nameAt(at), at + 5, at % 3 === 0 ? 1 : 0]),
    );
    expect(valuesOf(products[0] as Product)).not.toEqual({});
  },
);

test.each(['other_colors', 'sellable_online'])(
  'that a thing comes in more, or is sold online, is of its listing: %s',
  async (header) => {
    const { said } = await readFrom(
      'shop.csv',
      table(`sku,title,price,${header}`, (at) => [`S${at}`, nameAt(at), 5 + at, at % 3 === 0 ? 'Yes' : 'No']),
    );
    expect(said).toContain(`left out, a state of the listing, which nobody asks for: "${header}"`);
  },
);

test('the id of a department is no detail, be it a number', async () => {
  const { said } = await readFrom(
    'shop.csv',
    table('sku,title,price,sub_dept_id', (at) => [`S${at}`, nameAt(at), 5 + at, of([2, 10, 12], at)]),
  );
  expect(said).toContain('left out, another id: "sub_dept_id"');
});
