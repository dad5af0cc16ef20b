import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD_POLICIES } from '../../../shopping/language/field-policy.ts';
import { implausibleForShelf } from '../../../shopping/plausibility/shelf.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import { type ShelvedDetails, statisticsOf } from '../../fixtures/catalog-statistics.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const shelved = (shelf: string, values: Readonly<Record<string, string | readonly string[]>>): ShelvedDetails => ({
  shelf,
  mainCategory: shelf.split(' > ')[0]!,
  details: details(values),
});
const times = <T>(count: number, make: (place: number) => T) =>
  Array.from({ length: count }, (_, place) => make(place));
const codeOf = (reason: string | null) => reason?.split(':')[0] ?? null;

const CABLES = 'Electronics > Cables';

describe('a value that nearly every product of its shelf has asks for nothing', () => {
  const cables = (usual: number, others: number) =>
    statisticsOf([
      ...times(usual, () => shelved(CABLES, { 'Connector Type': 'HDMI' })),
      ...times(others, (place) => shelved(CABLES, { 'Connector Type': `USB Type ${place}` })),
    ]);
  const judge = (value: string, statistics: ReturnType<typeof cables>) =>
    codeOf(
      implausibleForShelf(
        { shelf: CABLES, mainCategory: 'Electronics', field: 'Connector Type', norm: normaliseValue(value) },
        statistics,
      ),
    );

  test('95 of 100 is nearly every product', () => expect(judge('HDMI', cables(95, 5))).toBe('near_constant'));
  test('94 of 100 is not', () => expect(judge('HDMI', cables(94, 6))).toBeNull());
  test('the few others on the shelf do ask for something', () => expect(judge('USB Type 0', cables(95, 5))).toBeNull());
  test('59 products are too few to say', () => expect(judge('HDMI', cables(59, 0))).toBeNull());
  test('products that do not state the field do not count', () => {
    const statistics = statisticsOf([
      ...times(60, () => shelved(CABLES, { 'Connector Type': 'HDMI' })),
      ...times(500, () => shelved(CABLES, { Color: 'Black' })),
    ]);
    expect(judge('HDMI', statistics)).toBe('near_constant');
  });
  test('one item is what everything is', () => {
    const one = { shelf: CABLES, mainCategory: 'Electronics', field: 'Number of Items', norm: '1' };
    expect(codeOf(implausibleForShelf(one, statisticsOf([])))).toBe('near_constant');
    expect(implausibleForShelf({ ...one, norm: '4' }, statisticsOf([]))).toBeNull();
  });
});

describe('a field is senseless where its shelf has no use for it', () => {
  const judge = (shelf: string, field: string, products: readonly ShelvedDetails[] = [], title = '') =>
    codeOf(
      implausibleForShelf(
        { shelf, mainCategory: shelf.split(' > ')[0]!, field, norm: 'x', title },
        statisticsOf(products),
      ),
    );

  test.each([
    ['Electronics > Computers & Accessories > USB Hubs', 'Hair Type'],
    ['Electronics > Headphones > Earbud Headphones', 'Skin Type'],
    ['Beauty & Personal Care > Skin Care > Lotions', 'RAM'],
    ['Office Products > Notebooks & Writing Pads', 'Lens Type'],
    ['Home & Kitchen > Bakeware > Baking Pans', 'Operating System'],
    ['Electronics > Computer Accessories > Cables', 'Computer Memory Type'],
  ])('%s: %s', (shelf, field) => expect(judge(shelf, field)).toBe('senseless_field'));

  test.each([
    ['Beauty & Personal Care > Hair Care > Shampoos', 'Hair Type'],
    ['Beauty & Personal Care > Skin Care > Lotions', 'Skin Type'],
    ['Electronics > Computers & Tablets > Tablets', 'RAM'],
    ['Electronics > Camera & Photo > Lenses', 'Lens Type'],
    ['Office Products > Notebooks & Writing Pads', 'Ruling Type'],
    ['Electronics > Headphones > Earbud Headphones', 'Noise Control'],
    ['Electronics > Cables', 'Color'],
  ])('not on %s: %s', (shelf, field) => expect(judge(shelf, field)).toBeNull());

  test('a catalog that uses the field there knows better', () => {
    const hubs = 'Electronics > USB Hubs';
    const products = times(40, (place) => shelved(hubs, place < 10 ? { Scent: 'Mint' } : { Color: 'Black' }));
    expect(judge(hubs, 'Scent')).toBe('senseless_field');
    expect(judge(hubs, 'Scent', products)).toBeNull();
  });
  test('the title can name what the path does not', () =>
    expect(judge('Electronics > USB Gadgets', 'Scent', [], 'USB Aroma Diffuser')).toBeNull());
  test('a path of one level says nothing about the shelf', () => expect(judge('Electronics', 'Hair Type')).toBeNull());

  test('what a large shelf never states and another always does is rare there', () => {
    const rugs = times(300, (place) =>
      shelved('Home > Rugs', place === 0 ? { 'Handle Material': 'Wood' } : { Color: 'Red' }),
    );
    const knives = times(60, () => shelved('Kitchen > Knives', { 'Handle Material': 'Wood' }));
    expect(judge('Home > Rugs', 'Handle Material', [...rugs, ...knives])).toBe('senseless_field');
    expect(judge('Home > Rugs', 'Handle Material', rugs)).toBeNull();
    expect(judge('Home > Rugs', 'Handle Material', [...rugs.slice(0, 150), ...knives])).toBeNull();
  });
});

test('statistics are the same for any order of the products, and survive being stored as JSON', () => {
  const product = fc.record({
    shelf: fc.constantFrom('A > B', 'A > C', 'D'),
    mainCategory: fc.constantFrom('A', 'D'),
    details: fc
      .dictionary(
        fc.constantFrom('Color', 'Material', 'Style'),
        fc.uniqueArray(fc.constantFrom('Black', '黑色', 'Oak'), { maxLength: 2 }),
      )
      .map(details),
  });
  fc.assert(
    fc.property(
      fc.array(product, { maxLength: 30 }),
      fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
      (products, keys) => {
        const shuffled = products
          .map((each, place) => ({ each, key: keys[place]! }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const statistics = statisticsOf(products);
        expect(JSON.stringify(statisticsOf(shuffled))).toBe(JSON.stringify(statistics));
        expect(JSON.parse(JSON.stringify(statistics))).toEqual(statistics);
        expect(statistics.products).toBe(products.length);
      },
    ),
  );
});

test('a value that rules a field is found among any number of others', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 60, max: 400 }), (ruler, count) => {
      const others = Math.floor(count / 20);
      const statistics = statisticsOf(
        times(count, (place) => shelved('A > B', { Style: place < others ? `other ${place}` : `ruler ${ruler}` })),
      );
      expect(statistics.shelves['A > B']!.fields.Style!.constant).toEqual([normaliseValue(`ruler ${ruler}`)]);
    }),
  );
});

test('what is counted of a field is what counting its products one by one gives', () => {
  const SHELVES = ['A > B', 'A > C', 'D'];
  const product = fc.record({
    shelf: fc.constantFrom(...SHELVES),
    colors: fc.uniqueArray(fc.constantFrom<string>('Red', 'Blue', 'Green'), { maxLength: 3 }),
  });
  const usual = fc.record({ shelf: fc.constantFrom(...SHELVES), colors: fc.constant<string[]>(['Red', 'Blue']) });
  const several = fc.tuple(fc.array(product, { maxLength: 12 }), fc.array(usual, { minLength: 50, maxLength: 250 }));
  fc.assert(
    fc.property(several, ([some, most]) => {
      const products = [...some, ...most];
      const { shelves } = statisticsOf(
        products.map(({ shelf, colors }) => shelved(shelf, colors.length === 0 ? {} : { Color: colors })),
      );
      for (const shelf of new Set(products.map((one) => one.shelf))) {
        const stating = products.filter((one) => one.shelf === shelf && one.colors.length > 0);
        const share = (color: string) => stating.filter(({ colors }) => colors.includes(color)).length / stating.length;
        const constant = ['Blue', 'Green', 'Red'].filter((color) => stating.length >= 60 && share(color) >= 0.95);
        expect(shelves[shelf]?.fields.Color).toEqual(
          stating.length === 0
            ? undefined
            : { stated: stating.length, constant: constant.map((color) => normaliseValue(color)) },
        );
      }
    }),
  );
});

test('a product of many ingredients is in no other language where one of them has a word of it', () => {
  const made = (foreign: number) =>
    shelved(CABLES, {
      'Active Ingredients': times(20, (place) => (place < foreign ? `Crema ${place}` : `Ingredient ${place}`)),
    });
  const share = (foreign: number) => statisticsOf(times(10, () => made(foreign))).foreignShare;
  expect([share(0), share(1), share(2), share(20)]).toEqual([0, 0, 1, 1]);
});

test('fields that tell one product from all others are not counted, and those that are asked about are', () => {
  const numbered = shelved(CABLES, { 'Model Number': '黑-1', 'Part Number': '黑-2', Brand: '黑色' });
  expect(statisticsOf([numbered])).toMatchObject({ shelves: { [CABLES]: { fields: {} } }, foreignShare: 0 });
  const asked = [...FIELD_POLICIES.keys()].filter((field) => field !== 'Brand');
  const statistics = statisticsOf([shelved(CABLES, Object.fromEntries(asked.map((field) => [field, 'x'])))]);
  expect(Object.keys(statistics.shelves[CABLES]!.fields).toSorted()).toEqual(asked.toSorted());
});
