import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apart, dealOrders } from '../../../../families/shoppingbench/planning/orders.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import type { Product } from '../../../../schemas/product.ts';
import type { Order } from '../../../../stages/sample/pool.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';
import { storedCatalog } from '../../../fixtures/stored-catalog.ts';

interface Options {
  readonly sizes?: Readonly<Record<number, number>>;
  readonly usable?: (id: string) => boolean;
  readonly seed?: number;
  readonly groupsReversed?: boolean;
}

/** Deals the products of each shop and says which ids are in each order. */
function dealtIds(
  products: readonly Partial<Product>[],
  { sizes = { 2: 1 }, usable = () => true, seed = 42, groupsReversed = false }: Options = {},
): { name: string; weight: number; orders: string[][] }[] {
  const catalog = storedCatalog(products);
  const all = [...catalog.products()];
  const idOf = (row: number) => all[row]?.product.id as string;
  const groups = [...Map.groupBy(all, ({ product }) => product.shopId ?? 'none')].map(([name, members]) => ({
    name,
    rows: members.map(({ row }) => row),
  }));
  const strata = dealOrders({
    catalog,
    idOf,
    stratum: (size) => `${size} of a shop`,
    sizes,
    groups: groupsReversed ? groups.toReversed() : groups,
    usable: (row) => usable(idOf(row)),
    draw: drawFor(seed, 'orders', 'deal'),
  });
  catalog.close();
  return strata.map(({ name, weight, candidates }) => ({
    name,
    weight,
    orders: candidates.map((order) => (order as Order).rows.map(idOf)),
  }));
}

const WORDS = ['red', 'oak', 'tall', 'wool', 'city', 'lamp', 'sock', 'bowl'];
const product = fc.record({
  id: fc.nat(500).map((n) => `P${n}`),
  title: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 5 }).map((words) => words.join(' ')),
  shopId: fc.constantFrom('S1', 'S2', 'S3'),
});
const products = fc.uniqueArray(product, { maxLength: 14, selector: ({ id }) => id });
const size = fc.integer({ min: 1, max: 4 });

test('an order holds as many products as asked for, all of one group and none twice', () => {
  fc.assert(
    fc.property(products, size, (all, count) => {
      const shopOf = new Map(all.map(({ id, shopId }) => [id, shopId]));
      const [stratum] = dealtIds(all, { sizes: { [count]: 1 } });
      for (const order of stratum?.orders ?? []) {
        expect(new Set(order).size).toBe(count);
        expect(order).toHaveLength(count);
        expect(new Set(order.map((id) => shopOf.get(id))).size).toBe(1);
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('no two products of an order share seven of ten words of their titles', () => {
  const shared = (one: string, other: string) => {
    const [a, b] = [new Set(one.split(' ')), new Set(other.split(' '))];
    return a.intersection(b).size / a.union(b).size;
  };
  fc.assert(
    fc.property(products, size, (all, count) => {
      const titleOf = new Map(all.map(({ id, title }) => [id, title]));
      for (const { orders } of dealtIds(all, { sizes: { [count]: 1 } }))
        for (const order of orders)
          for (const [at, id] of order.entries())
            for (const other of order.slice(at + 1))
              expect(shared(titleOf.get(id) as string, titleOf.get(other) as string)).toBeLessThan(0.7);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('no set of products is dealt twice', () => {
  fc.assert(
    fc.property(products, size, (all, count) => {
      const [stratum] = dealtIds(all, { sizes: { [count]: 1 } });
      const sets = (stratum?.orders ?? []).map((ids) => ids.toSorted().join());
      expect(new Set(sets).size).toBe(sets.length);
    }),
    { numRuns: propertyRuns(60) },
  );
});

const sorted = (strata: ReturnType<typeof dealtIds>) =>
  strata.map((stratum) => ({ ...stratum, orders: stratum.orders.map((ids) => ids.join()).sort() }));

test('what is dealt does not depend on the order of the catalog, nor on that of the groups', () => {
  fc.assert(
    fc.property(
      products.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      fc.boolean(),
      ([all, shuffled], groupsReversed) => {
        const sizes = { 1: 1, 3: 2 };
        expect(sorted(dealtIds(shuffled, { sizes, groupsReversed }))).toEqual(sorted(dealtIds(all, { sizes })));
      },
    ),
    { numRuns: propertyRuns(30) },
  );
});

const shelf = (count: number, shopId = 'S1'): Partial<Product>[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${shopId}-${index}`,
    title: `thing${index} of${index} its${index} own`,
    shopId,
  }));

test('the same draw deals the same orders, another deals others', () => {
  expect(dealtIds(shelf(12), { seed: 1 })).toEqual(dealtIds(shelf(12), { seed: 1 }));
  expect(dealtIds(shelf(12), { seed: 1 })).not.toEqual(dealtIds(shelf(12), { seed: 2 }));
});

test('every size is a stratum with its own weight', () => {
  const strata = dealtIds(shelf(6), { sizes: { 1: 0.1, 2: 0.3, 4: 0.6 } });
  expect(strata.map(({ name, weight }) => [name, weight])).toEqual([
    ['1 of a shop', 0.1],
    ['2 of a shop', 0.3],
    ['4 of a shop', 0.6],
  ]);
  for (const { orders } of strata) expect(orders.length).toBeGreaterThan(0);
});

test('a group with fewer products than an order needs deals none', () => {
  expect(dealtIds([...shelf(2), ...shelf(2, 'S2')], { sizes: { 3: 1 } })[0]?.orders).toEqual([]);
  expect(dealtIds(shelf(3), { sizes: { 3: 1 } })[0]?.orders).toHaveLength(1);
});

test('products are dealt again and again, so that one that is spent does not spend its fellows', () => {
  const [stratum] = dealtIds(shelf(12), { sizes: { 2: 1 } });
  const partners = new Set(stratum?.orders.filter((ids) => ids.includes('S1-3')).flat());
  expect(partners.size).toBeGreaterThan(6);
});

test('a product that cannot be asked for is in no order', () => {
  const usable = (id: string) => !id.endsWith('-1');
  const [stratum] = dealtIds(shelf(5), { usable });
  expect(new Set(stratum?.orders.flat())).toEqual(new Set(['S1-0', 'S1-2', 'S1-3', 'S1-4']));
});

test('a product whose title is like that of one in hand waits for the next hand', () => {
  const twins = ['big oak bowl', 'big oak bowl', 'tall wool sock', 'tall wool sock'].map((title, index) => ({
    id: `T${index}`,
    title,
    shopId: 'S1',
  }));
  const [stratum] = dealtIds(twins);
  expect(stratum?.orders.map((ids) => ids.toSorted().join()).sort()).toEqual(['T0,T2', 'T0,T3', 'T1,T2', 'T1,T3']);
});

test('what nobody can tell apart by its title is left out', () => {
  expect(dealtIds(shelf(3).map((one) => ({ ...one, title: 'big oak bowl' })))[0]?.orders).toEqual([]);
});

/** Deals groups of a catalog too large to build, and says what was looked at for it. */
function dealtRows(
  groups: readonly { name: string; rows: readonly number[] }[],
  sizes: Readonly<Record<number, number>>,
) {
  const [titles, names] = [new Set<number>(), new Set<number>()];
  const strata = dealOrders({
    catalog: {
      titleWords: (row) => {
        titles.add(row);
        return [`thing${row}`, `of${row}`, `its${row}`, 'own'];
      },
    },
    idOf: String,
    stratum: String,
    sizes,
    groups,
    usable: (row) => {
      names.add(row);
      return true;
    },
    draw: drawFor(42, 'orders', 'deal'),
  });
  return { orders: strata.map(({ candidates }) => candidates as Order[]), titles, names };
}

const rowsFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const shopsOf = (size: number, count: number) =>
  Array.from({ length: count }, (_, shop) => ({ name: `S${shop}`, rows: rowsFrom(shop * size, shop * size + size) }));

test('a catalog of any size gives a bounded number of orders, each group its share, and few products are looked at', () => {
  const groups = [
    { name: 'train', rows: rowsFrom(0, 90_000) },
    { name: 'test', rows: rowsFrom(90_000, 120_000) },
  ];
  const {
    orders: [orders = []],
    titles,
    names,
  } = dealtRows(groups, { 2: 1 });
  expect(orders).toHaveLength(20_000);
  expect(orders.filter(({ rows: [first = 0] }) => first < 90_000)).toHaveLength(15_000);
  expect(titles.size).toBe(40_000);
  expect(names.size).toBe(40_000);
});

test('where there are more groups than orders, some groups are drawn, and the others are not looked at', () => {
  const {
    orders: [orders = []],
    names,
  } = dealtRows(shopsOf(2, 30_000), { 2: 1 });
  expect(orders).toHaveLength(20_000);
  expect(names.size).toBe(40_000);
  expect(orders.some(({ rows: [first = 0] }) => first >= 50_000)).toBe(true);
});

test('which groups are drawn does not depend on their order', () => {
  const shops = shopsOf(2, 21_000);
  const keys = (groups: typeof shops) => new Set(dealtRows(groups, { 2: 1 }).orders[0]?.map(({ rows }) => rows.join()));
  expect(keys(shops.toReversed())).toEqual(keys(shops));
});

test('a large group keeps its share beside more small ones than there are orders', () => {
  const large = { name: 'large', rows: rowsFrom(100_000, 140_000) };
  const [orders = []] = dealtRows([...shopsOf(2, 30_000), large], { 2: 1 }).orders;
  expect(orders).toHaveLength(20_000);
  const ofLarge = orders.filter(({ rows: [first = 0] }) => first >= 100_000).length;
  expect([8000, 8001]).toContain(ofLarge);
});

test('nothing is looked at in a group with fewer products than an order needs, and it takes no share', () => {
  const { orders, titles, names } = dealtRows([...shopsOf(1, 30_000), { name: 'shop', rows: [40_001, 40_002] }], {
    2: 1,
    3: 1,
  });
  expect(orders.map(({ length }) => length)).toEqual([1, 0]);
  expect([...titles].sort()).toEqual([40_001, 40_002]);
  expect([...names].sort()).toEqual([40_001, 40_002]);
});

test('of two deals that hold the same order the second keeps it, and nothing else is lost', () => {
  const stratum = (name: string, ...hands: number[][]) => ({
    name,
    weight: 1,
    candidates: hands.map((rows) => ({ rows })),
  });
  expect(apart([stratum('a', [1, 2], [3, 4]), stratum('b', [5, 6, 7])], [stratum('c', [3, 4], [8, 9])])).toEqual([
    stratum('a', [1, 2]),
    stratum('b', [5, 6, 7]),
    stratum('c', [3, 4], [8, 9]),
  ]);
});
