import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SearchFilters } from '../../../catalog/search/filters.ts';
import { openProductSearch, type ProductQuery } from '../../../catalog/search/index.ts';
import type { Product } from '../../../schemas/product.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const WORDS = ['tent', 'lamp', 'red', 'blue', 'oak', 'steel', 'camp', 'lotus', 'mat', 'rug', '红', '色'];
const words = (most: number) => fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most });

const product = fc
  .record({
    id: fc.stringMatching(/^[A-C0-9]{1,5}$/),
    title: words(6).map((list) => list.join(' ')),
    brand: fc.option(fc.constantFrom('Oak', 'Lotus Camp'), { nil: null }),
    store: fc.constantFrom('North', 'South', null),
    shopId: fc.constantFrom('1', '2', null),
    mainCategory: fc.constantFrom('Home', 'Garden'),
    category: fc.constantFrom<string[]>(['Home', 'Rugs'], ['Garden'], ['Garden', 'Rugs', 'Mats']),
    priceMinor: fc.option(fc.nat(9)),
    soldCount: fc.option(fc.nat(3)),
    values: fc.array(
      words(2).map((list) => list.join(' ')),
      { maxLength: 3 },
    ),
  })
  .map(({ values, ...rest }): Partial<Product> => ({ ...rest, details: details({ Color: values }) }));
const shop = fc.uniqueArray(product, { selector: ({ id }) => id, minLength: 1, maxLength: 60 });
const query = fc
  .array(fc.constantFrom(...WORDS.slice(0, 10), 'unheard'), { maxLength: 7 })
  .map((list) => list.join(' '));
const filters: fc.Arbitrary<SearchFilters> = fc.record(
  {
    shop: fc.constantFrom('1', '2', 'North', 'nobody'),
    store: fc.constantFrom('North', 'South', '1', 'nobody'),
    category: fc.constantFrom('Home', 'Rugs', 'Garden > Rugs', 'Garden', 'none'),
    minPrice: fc.nat(9),
    maxPrice: fc.nat(9),
  },
  { requiredKeys: [] },
);

const open = (products: readonly Partial<Product>[]) => openProductSearch(storedCatalog(products));
const textsOf = ({ title, brand, details: stated = {} }: Partial<Product>) => [
  title!,
  ...(brand == null ? [] : [brand]),
  ...new Set(Object.values(stated).flatMap(({ options }) => options)),
];
const wordsOf = (one: Partial<Product>) => textsOf(one).join(' ').toLowerCase().split(' ');
const countIn = (words: readonly string[], sought: string) => words.filter((word) => word === sought).length;

/** BM25 as textbooks have it, its two factors rounded: ids with their scores, the best first, then by id. */
function plainBm25(products: readonly Partial<Product>[], text: string) {
  const documents = products.map((one) => ({ id: one.id!, words: wordsOf(one) }));
  const average = documents.reduce((sum, { words: own }) => sum + own.length, 0) / documents.length;
  const idf = (n: number) => Math.max(1, Math.round(1024 * Math.log(1 + (documents.length - n + 0.5) / (n + 0.5))));
  const tf = (n: number, length: number) => Math.round((255 * n) / (n + 0.9 * (1 - 0.4 + (0.4 * length) / average)));
  const weights = text.split(' ').map((word) => idf(documents.filter(({ words: own }) => own.includes(word)).length));
  const scored = documents.map(({ id, words: own }) => {
    const impacts = text.split(' ').map((word) => tf(countIn(own, word), own.length));
    const score = impacts.reduce((sum, impact, at) => sum + impact * weights[at]!, 0);
    return { id, score, hits: new Set(text.split(' ').filter((word) => own.includes(word))).size };
  });
  return scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

const passes = (one: Partial<Product>, { shop: asked, store, category, minPrice, maxPrice }: SearchFilters) =>
  (asked === undefined || (one.shopId ?? one.store) === asked) &&
  (store === undefined || one.store === store) &&
  (category === undefined ||
    [one.mainCategory, ...one.category!, one.category!.slice(0, 2).join(' > ')].includes(category)) &&
  (minPrice === undefined || (one.priceMinor !== null && one.priceMinor! >= minPrice)) &&
  (maxPrice === undefined || (one.priceMinor !== null && one.priceMinor! <= maxPrice));

const ALL = 1000;
const spaced = ({ title, details: stated }: Partial<Product>) =>
  !/[红色]/.test(title! + Object.values(stated!).flatMap(({ options }) => options));

describe('any catalog', () => {
  test('products come in the order of BM25, equal ones by their ids', () => {
    fc.assert(
      fc.property(shop, query, (all, text) => {
        const products = all.filter(spaced);
        fc.pre(products.length > 0 && text !== '');
        const expected = plainBm25(products, text).filter(({ hits }) => hits > 0);
        const found = open(products).search({ text, page: 0, size: ALL });
        expect(found).toEqual({ total: expected.length, ids: expected.map(({ id }) => id) });
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('filters let through what a look at each product does', () => {
    fc.assert(
      fc.property(shop, query, filters, (products, text, asked) => {
        const search = open(products);
        const passing = new Set(products.filter((one) => passes(one, asked)).map(({ id }) => id));
        const unfiltered = search.search({ text, page: 0, size: ALL });
        const filtered = search.search({ text, filters: asked, page: 0, size: ALL });
        expect(filtered.ids).toEqual(unfiltered.ids.filter((id) => passing.has(id)));
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test.each(['relevance', 'price', '-price', 'sold'] as const)(
    'pages in the order %j, put together, are the whole, each product once',
    (order) => {
      fc.assert(
        fc.property(shop, query, filters, fc.integer({ min: 1, max: 9 }), (products, text, asked, size) => {
          const search = open(products);
          const whole: ProductQuery = { text, filters: asked, order, page: 0, size: ALL };
          const { total, ids } = search.search(whole);
          const pages = Array.from({ length: Math.ceil(total / size) + 1 }, (_, page) =>
            search.search({ ...whole, page, size }),
          );
          expect(pages.flatMap((page) => page.ids)).toEqual(ids);
          expect(new Set(ids).size).toBe(total);
          expect(pages.every((page) => page.total === total)).toBe(true);
        }),
        { numRuns: propertyRuns(30) },
      );
    },
  );

  test('another order is one of the products that have the most of the words, then of ids', () => {
    fc.assert(
      fc.property(shop, query, (all, text) => {
        const products = all.filter(spaced);
        fc.pre(products.length > 0 && text !== '');
        const hits = new Map(plainBm25(products, text).map((one) => [one.id, one.hits]));
        const most = Math.max(...hits.values());
        const having = products.filter(({ id }) => most > 0 && hits.get(id!) === most);
        const key = ({ priceMinor }: Partial<Product>) => priceMinor ?? Number.POSITIVE_INFINITY;
        const sorted = having.toSorted((a, b) => (key(a) === key(b) ? (a.id! < b.id! ? -1 : 1) : key(a) - key(b)));
        expect(open(products).search({ text, order: 'price', page: 0, size: ALL }).ids).toEqual(
          sorted.map(({ id }) => id),
        );
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('the order of rows in the catalog changes nothing', () => {
    fc.assert(
      fc.property(shop, query, (products, text) => {
        const asked: ProductQuery = { text, page: 0, size: ALL };
        expect(open(products.toReversed()).search(asked)).toEqual(open(products).search(asked));
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});

const many = Array.from({ length: 9000 }, (_, at) => ({
  id: `P${String((at * 7919) % 9000).padStart(4, '0')}`,
  title: `${at % 2 === 0 ? 'tent tent' : 'lamp'} ${at % 3 === 0 ? 'red' : 'blue'} ${at % 50 === 0 ? 'oak' : 'steel'} mat${at % 700}`,
  brand: at % 11 === 0 ? 'Lotus' : null,
  details: details({ Color: at % 5 === 0 ? ['red', 'oak wood'] : ['plain'] }),
}));

const searchOfMany = open(many);

test.each(['red oak tent', 'mat3', 'lotus mat12 steel', 'tent', 'blue red tent lamp oak steel lotus wood mat699'])(
  'of thousands of products that have words of %j the first pages are those of plain BM25',
  (text) => {
    const expected = plainBm25(many, text).filter(({ hits }) => hits > 0);
    for (const [page, size] of [
      [0, 10],
      [3, 20],
      [0, 2000],
    ] as const) {
      const found = searchOfMany.search({ text, page, size });
      expect(found.total).toBe(expected.length);
      expect(found.ids).toEqual(expected.slice(page * size, (page + 1) * size).map(({ id }) => id));
    }
  },
);

const few = open([
  { id: 'A', title: 'Folding chairs, set of 2', brand: 'Nordhavn', details: details({ Color: 'Grey' }) },
  { id: 'B', title: '女士红色连衣裙', details: details({ 尺码: '加大' }) },
  { id: 'C', title: 'Crème brûlée torch', skuOptions: [{ id: '1', values: { Finish: 'Brushed copper' } }] },
]);
const idsFor = (text: string) => few.search({ text, page: 0, size: 10 }).ids;

test.each([
  ['CHAIR', ['A']],
  ['the chair that is for this', ['A']],
  ['nordhavn', ['A']],
  ['gray', ['A']],
  ['连衣裙', ['B']],
  ['裙', ['B']],
  ['加大', ['B']],
  ['creme brulee', ['C']],
  ['copper', ['C']],
  ['裤子', []],
  ['!!! ???', ['A', 'B', 'C']],
  ['', ['A', 'B', 'C']],
])('%j finds %j', (text, ids) => {
  expect(idsFor(text)).toEqual(ids);
});

test('a page behind the last is empty and says how many there are', () => {
  expect(few.search({ text: 'chair', page: 1, size: 10 })).toEqual({ total: 1, ids: [] });
});

test('a text of many thousand words is searched by its beginning', () => {
  expect(idsFor(`chair ${'copper '.repeat(100_000)}`)).toEqual(['C', 'A']);
  expect(idsFor(`${'unheard '.repeat(128)} chair`)).toEqual([]);
});

test('an empty catalog has nothing to find', () => {
  expect(open([]).search({ text: 'tent', page: 0, size: 5 })).toEqual({ total: 0, ids: [] });
});

test.each([
  [{ page: -1, size: 5 }, /page is -1, expected a whole number of 0 or more/],
  [{ page: 0, size: 0 }, /size is 0, expected a whole number of 1 or more/],
  [{ page: 0.5, size: 5 }, /page is 0.5/],
])('%j is no page', (asked, sentence) => {
  expect(() => few.search({ text: 'tent', ...asked })).toThrow(sentence);
});
