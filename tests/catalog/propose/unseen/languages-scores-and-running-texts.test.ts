import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, table, WORDS } from '../../../fixtures/unseen-exports.ts';

const MAKERS = ['Okram', 'Vella'];

test('a feed that says things in two languages is read in one, and the code of a maker is no id of its products', async () => {
  const offer = (at: number) => `<offer id="O-${at}">
    <name lang="ru">Вещь ${at} ${of(WORDS, at)}</name><name lang="ua">Річ ${at} ${of(WORDS, at)}</name><price>${at + 5}</price>
    <vendor code="m${at % 2}">${of(MAKERS, at)}</vendor><param name="Матеріал" paramcode="52">${of(['метал', 'дерево', 'скло'], at)}</param>
    <param name="Висота" paramcode="11">${20 + (at % 9)}</param>
    <picture>https://shop.com.ua/${at}/1.jpg</picture><picture>https://shop.com.ua/${at}/2.jpg</picture></offer>`;
  const offers = Array.from({ length: 40 }, (_, at) => offer(at)).join('\n');
  const { products, said } = await readFrom('feed.xml', `<?xml version="1.0"?><shop><offers>${offers}</offers></shop>`);
  expect(products).toHaveLength(40);
  expect(said).toContain('said for another language or channel in "name@ru"');
  expect(products[1]).toMatchObject({ id: 'O-1', title: 'Вещь 1 Wool', currency: 'UAH' });
  expect(optionsOf(products[1] as Product)).toEqual({ Brand: ['Vella'], Height: ['21'], Material: ['Wood'] });
});

test('names and values behind a sentence are details, each up to the next name', async () => {
  const row = (at: number) =>
    `${nameAt(at)} for desks. power: ${5 + (at % 7)} W, marks: CE, RoHS, spares: ${'A1-B2 '.repeat(20 + at)}, base: E${14 + (at % 3)}`;
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,description', (at) => [`L${at}`, nameAt(at), at + 5, row(at)]),
  );
  expect(optionsOf(products[1] as Product)).toMatchObject({ power: ['6 W'], base: ['E15'] });
  expect(Object.keys(optionsOf(products[1] as Product))).not.toContain('spares');
});

test('prices with the letters of a currency behind them are in it', async () => {
  const { products, said } = await readFrom(
    'tyres.csv',
    table('Артикул,Наименование,Цена', (at) => [`T${at}`, nameAt(at), `${12 + at} 900 тг`]),
  );
  expect(said).toContain('product.currency is "KZT": "тг" stands behind the amounts');
  expect(products[0]).toMatchObject({ priceMinor: 1_290_000, currency: 'KZT' });
});

test.each([
  ['width_a', []],
  ['depth_cm', ['depth (cm)']],
])(
  'the end of a name is a unit where what it measures has it, and else it says nothing: %s',
  async (header, fields) => {
    const { products } = await readFrom(
      'sofas.csv',
      table(`id,name,price,${header}`, (at) => [`S${at}`, nameAt(at), at + 5, 90 + (at % 11)]),
    );
    expect(Object.keys(optionsOf(products[0] as Product))).toEqual(fields);
  },
);

test('a weight of nothing is none, with its unit behind it too', async () => {
  const { products } = await readFrom(
    'toys.csv',
    table('id,name,price,weight', (at) => [`T${at}`, nameAt(at), at + 5, at % 3 === 0 ? '0.0 kg' : `${at % 7}.5 kg`]),
  );
  expect(Object.hasOwn(optionsOf(products[3] as Product), 'Item Weight')).toBe(false);
  expect(JSON.stringify(products[1]?.details)).toContain('1.5 kg');
  expect(JSON.stringify(products[3]?.details)).not.toContain('0.0 kg');
});

test('what raters said of a thing, and scores that a program worked out, are no details', async () => {
  const votes = (at: number) => {
    const all = 10 + at * 7;
    return JSON.stringify({ soft: Math.floor(all / 4), mild: Math.floor(all / 2), huge: Math.floor(all / 5) });
  };
  const { products, said } = await readFrom(
    'scents.csv',
    table(
      'id,name,rating,votes,trail,tones,winter,color',
      (at) => [
        ...[`P${at}`, nameAt(at), 4 + (at % 9) / 10, 12 + at * 7, votes(at)],
        JSON.stringify({ woody: 10 + (at % 80) + 0.7803, [of(['amber', 'iris'], at)]: 9 + (at % 7) + 0.1234 }),
        ...[at % 3 === 0 ? (at % 90) + 0.0864 : 100, of(COLOURS, at)],
      ],
      90,
    ),
  );
  expect(said).toContain('left out, how many said so: "trail"');
  expect(said).toMatch(/left out, scores that were worked out[^:]*: "tones"/);
  expect(said).toMatch(/left out, scores that were worked out[^:]*: .*"winter"/);
  expect(optionsOf(products[0] as Product)).toEqual({ Color: ['Red'] });
});

test('counts of what a thing has go with no number of ratings, and are details', async () => {
  const holds = (at: number) => JSON.stringify({ drawers: 40 + (at % 3), doors: 60 + (at % 2), shelves: 70 });
  const { products } = await readFrom(
    'cabinets.csv',
    table('id,name,rating,votes,parts', (at) => [`C${at}`, nameAt(at), 4.5, 1 + ((at * 13) % 40), holds(at)]),
  );
  expect(JSON.stringify(products[0]?.details)).toContain('drawers');
});

test('a name of two columns has the model in it where one is called that, and never when a thing is delivered', async () => {
  const { products } = await readFrom(
    'phones.csv',
    table(
      'model,color,delivery_time,price,number',
      (at) => [
        `Line ${Math.floor(at / 4)}`,
        of(['Red', 'Blue', 'Green', 'Black'], at),
        `In ${at % 19} days from now on`,
        at + 50,
        `N${at}`,
      ],
      75,
    ),
  );
  expect(products.map(({ title }) => title).slice(0, 2)).toEqual(['Line 0 Red', 'Line 0 Blue']);
});

test('the collections that a shop puts things in are no details, and the ends of their addresses nothing', async () => {
  const { products } = await readFrom(
    'shop.json',
    JSON.stringify(
      Array.from({ length: 40 }, (_, at) => ({
        ...{ id: at, title: nameAt(at), price: at + 5, product_type: 'Decor', color: of(COLOURS, at) },
        ...{
          collection_handles: [of(['all', 'new-in'], at), 'home'],
          collection_titles: [of(['All', 'New in'], at), 'Home'],
        },
      })),
    ),
  );
  expect(Object.keys(optionsOf(products[0] as Product))).toEqual(['Color']);
});

test.each([
  ['Příborová skříňka', 'CZK'],
  ['Półka na książki', 'PLN'],
  ['Broćanac Žilavka Dingač', 'USD'],
])('letters that one language has to itself tell the currency of its shops: %s', async (name, currency) => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price', (at) => [`G${at}`, `${name} ${at}`, at + 5]),
  );
  expect(products[0]?.currency).toBe(currency);
});

test.each([undefined, 2])(
  'products under their ids in one object are read, on a line or on many: %s',
  async (indent) => {
    const product = (at: number) => ({
      title: nameAt(at),
      price: at + 5,
      color: of(COLOURS, at),
      url_slug: `thing-${at % 9}`,
    });
    const products = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`-N${at}`, product(at)]));
    const read = await readFrom('shop.json', JSON.stringify({ made: '2026', products }, null, indent));
    expect(read.products).toHaveLength(40);
    const first = read.products.find(({ id }) => id === '-N1') as Product;
    expect(first).toMatchObject({ title: 'Birch Rug 1', priceMinor: 600 });
    expect(optionsOf(first)).toEqual({ Color: ['Blue'] });
  },
);

const NOTES_OF_WINE = [
  'oak',
  'plum',
  'tar',
  'dill',
  'mint',
  'sage',
  'rose',
  'clove',
  'smoke',
  'honey',
  'lemon',
  'pear',
];
test.each([
  [NOTES_OF_WINE, []],
  [NOTES_OF_WINE.slice(0, 3), ['oak', 'plum', 'tar']],
])('fractions under names that measure nothing are scores where they are many: %j', async (notes, stated) => {
  const { products } = await readFrom(
    'wines.csv',
    table(`id,name,price,${notes.join(',')}`, (at) => [
      ...[`W${at}`, nameAt(at), at + 5],
      ...notes.map((_, place) => 0.1 + ((at * 7 + place) % 9) / 10),
    ]),
  );
  expect(Object.keys(products[0]?.details ?? {}).filter((field) => notes.includes(field))).toEqual(stated);
});

test.each([
  ['nutrients', (at: number, place: number) => 0.1 + ((at * 7 + place) % 40) / 10, ' (mg)'],
  ['lengths', (at: number, place: number) => 350.5 + ((at * 7 + place) % 90), ''],
])('many columns of fractions that measure something are no scores: %s', async (_, valueAt, unit) => {
  const headers = NOTES_OF_WINE.map((note) => `${note}${unit}`);
  const { said } = await readFrom(
    'things.csv',
    table(`id,name,price,${headers.join(',')}`, (at) => [
      ...[`W${at}`, nameAt(at), at + 5],
      ...headers.map((_header, place) => valueAt(at, place)),
    ]),
  );
  expect(said).not.toContain('scores that were worked out');
});

test('many columns of fractions of nutrients are no scores', async () => {
  const nutrients =
    'calcium,iron,zinc,magnesium,potassium,phosphorus,copper,manganese,niacin,folate,riboflavin,thiamin';
  const { said } = await readFrom(
    'cereals.csv',
    table(`id,name,price,${nutrients}`, (at) => [
      ...[`C${at}`, nameAt(at), at + 5],
      ...nutrients.split(',').map((_, place) => 0.1 + ((at * 7 + place) % 40) / 10),
    ]),
  );
  expect(said).not.toContain('scores that were worked out');
});

test('letters for what is measured, and what stands between two sides, are no names among prose', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,description', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      `A thing for ${at} rooms. | W: ${20 + (at % 3)}" x Seat H: ${10 + (at % 2)}" | Finish: ${of(['Oiled', 'Waxed'], at)}`,
    ]),
  );
  expect(Object.keys(products[0]?.details ?? {})).not.toContain('W');
  expect(Object.keys(products[0]?.details ?? {}).filter((name) => name.startsWith('x '))).toEqual([]);
});
