import { expect, test } from 'vitest';
import { headerScores } from '../../../../catalog/propose/header.ts';
import { COLOURS, nameAt, of, readFrom, table, valuesOf } from '../../../fixtures/unseen-exports.ts';

const PLACES = ['Peru', 'Kenya', 'Brazil', 'Java', 'Nepal'];
const TASTES = ['plums and oranges', 'almonds', 'dark honey', 'red apples'];

/** A nested row, as headless shops export it; every seventh product has the name of another one. */
const nested = (at: number) => {
  const name = `${of(PLACES, at)} ${of(['Filter', 'Espresso'], at)} Coffee ${at % 7 === 6 ? at - 5 : at}`;
  return {
    id: `prd_${1000 + at}`,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    content: {
      title: name,
      body: `A lot of its own from ${of(PLACES, at)}, grown at ${1000 + at * 3} metres and roasted slowly, tasting of ${of(TASTES, at)}.`,
    },
    vendor: { id: at % 4, name: `Roaster ${at % 4}` },
    pricing: {
      current: { amount: 8 + at, currency: 'GBP' },
      was: at % 5 === 0 ? { amount: 60, currency: 'GBP' } : null,
    },
    reviews: { average: at % 4 === 0 ? null : 3 + (at % 20) / 10, count: at * 2 },
    colour: of(COLOURS, at),
  };
};

test('a name among the texts of a product is its name, be it that of another one too; its texts, maker and rating are found', async () => {
  const rows: object[] = Array.from({ length: 70 }, (_, at) => nested(at));
  rows.splice(30, 0, { id: 'prd_error', error: 'timeout' });
  const { products, said } = await readFrom('shop.json', JSON.stringify({ data: { items: rows } }));
  expect(products).toHaveLength(70);
  expect(products[2]).toMatchObject({
    id: 'prd_1002',
    title: 'Brazil Filter Coffee 2',
    brand: 'Roaster 2',
    averageRating: 3.2,
    ratingCount: 4,
    description: [expect.stringMatching(/^A lot of its own from Brazil/)],
  });
  expect(Object.keys(valuesOf(products[2] as (typeof products)[number])).toSorted()).toEqual(['Brand', 'Color']);
  expect(said).toContain('left out, another currency: "pricing.was.currency"');
  expect(said).toContain('left out, stated by rows without a name alone: "error"');
});

test('a name that stands by itself is clearer than one among texts', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: `G${at}`, name: nameAt(at), price: at + 5, colour: of(COLOURS, at) },
    content: { title: `Buy ${of(COLOURS, at)} things number ${at} now` },
  }));
  const { products } = await readFrom('shop.json', JSON.stringify(rows));
  expect(products[3]?.title).toBe(nameAt(3));
});

test.each([
  ['content.title', 'title', true],
  ['details.title', 'title', true],
  ['vendor.title', 'title', false],
  ['content.body', 'description', true],
  ['reviews.average', 'rating', true],
  ['reviews.count', 'rating_count', true],
] as const)('the last member of %s says %s: %s', (header, part, isSo) => {
  const scores = headerScores(header);
  expect((scores.get(part) ?? 0) >= 0.85).toBe(isSo);
});

test('a spare id tells apart the rows that have no article number', async () => {
  const { products, said } = await readFrom(
    'export.csv',
    table(
      'ID,Artikelnummer,Name,Regulärer Preis,Farbe',
      (at) => [...[10_000 + at, at % 50 === 3 ? '' : `GM-${6000 + at}-1`, nameAt(at), 5 + at, of(COLOURS, at)]],
      200,
    ),
  );
  expect(products).toHaveLength(200);
  expect(products[2]?.id).toBe('GM-6002-1');
  expect(products[3]?.id).toBe('10003');
  expect(said).toContain('product.id is "ID": tells apart 4 rows that have no "Artikelnummer"');
});

test('a spare id that has values of the first one is none', async () => {
  const { products } = await readFrom(
    'export.csv',
    table(
      'ID,Article number,Name,Price,Colour',
      (at) => [...[`A${at}`, at % 50 === 3 ? '' : `A${at + 1}`, nameAt(at), 5 + at, of(COLOURS, at)]],
      200,
    ),
  );
  expect(new Set(products.map(({ title }) => title)).size).toBe(products.length);
});

test('a spare id of bare numbers is none for article numbers that are such, for later rows may repeat one', async () => {
  const { products, said } = await readFrom(
    'export.csv',
    table(
      'ID,Artikelnummer,Name,Preis,Farbe',
      (at) => [
        ...[
          at + 1,
          at % 50 === 3 ? '' : at < 2100 ? 10_000 + at : at - 2096,
          `Oak Lamp ${at}`,
          5 + at,
          of(COLOURS, at),
        ],
      ],
      2200,
    ),
  );
  expect(said).not.toContain('tells apart');
  expect(products).toHaveLength(2156);
});

test('a quantity that a column and a text state in two units is stated once', async () => {
  const weight = (at: number) => 400 + at * 20;
  const { products } = await readFrom(
    'shop.csv',
    table('Handle,Title,Body (HTML),Variant Price,Variant Grams', (at) => [
      ...[`h-${at}`, nameAt(at)],
      `<p>The piece for every house.</p><ul><li>Weight: ${weight(at) / 1000} kg</li><li>Packed size: ${at + 20} x 9 cm</li></ul>`,
      ...[at + 5, weight(at)],
    ]),
  );
  const { 'Weight (g)': grams, ...others } = valuesOf(products[4] as (typeof products)[number]);
  expect(grams).toEqual(['480']);
  expect(Object.keys(others)).toEqual(['Packed size']);
});

/** Tools of which each kind has specifications of its own, one deeper than the others; one of them holds what is no value. */
const tool = (at: number) => {
  const capacity = of(['2 Ah', '5 Ah'], at >> 2);
  const battery = { chemistry: of(['Li-Ion', 'NiMH'], at >> 3), capacity };
  const kinds = [
    {
      name: 'Drill Driver',
      specifications: { electrical: { voltage: of(['12 V', '18 V'], at >> 2), battery }, motor: 'Brushless' },
    },
    {
      name: 'Safety Boots',
      specifications: { material: { upper: of(['Suede', 'Leather'], at >> 2) }, closure: 'Lace-up' },
    },
    { name: 'Work Gloves', specifications: { liner: of(['Cotton', 'Nylon'], at >> 2), touchscreen: true } },
    { name: 'Tool Chest', specifications: { drawers: (at % 5) + 3, load: { value: 30 + at, per: 'drawer' } } },
  ];
  const { name, specifications } = of(kinds, at);
  return {
    sku: `T${at}`,
    name: `${of(['Kervo', 'Hartwig', 'Ost'], at)} ${name} ${at}`,
    price: at + 50,
    specifications,
  };
};

test('specifications are read at any depth, and one that holds no value takes none of the others with it', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => tool(at));
  const { products, said, unread } = await readFrom('tools.json', JSON.stringify(rows));
  expect(said).toContain('details.object is "specifications"');
  const stated = (at: number) => Object.values(valuesOf(products[at] as (typeof products)[number])).flat();
  expect(stated(0)).toEqual(expect.arrayContaining(['12 V', 'Li-Ion', '2 Ah', 'Brushless']));
  expect(stated(3)).toEqual(['6']);
  expect(unread).toContain('such as \\"specifications.load.value\\", under product.details.columns');
});
