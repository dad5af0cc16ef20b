import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitOf } from '../../../pipeline/run/split.ts';
import type { Product } from '../../../schemas/product.ts';
import type { SplitShares } from '../../../schemas/split.ts';
import { PlannedTask } from '../../../schemas/task.ts';
import type { Eligibility } from '../../../shopping/intent.ts';
import { Sampler } from '../../../stages/sample/index.ts';
import type { Order, Stratum } from '../../../stages/sample/pool.ts';
import { productFacts } from '../../../stages/sample/product-facts.ts';
import { singleProducts } from '../../../stages/sample/single-products.ts';
import { waveState } from '../../fixtures/run-plan.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const ANY: Eligibility = { leastDetails: 0 };

const product = (id: string, mainCategory = 'Bags', changes: Partial<Product> = {}): Partial<Product> => ({
  id,
  mainCategory,
  category: [mainCategory],
  ...changes,
});
const shelf = (count: number, mainCategory = 'Bags') =>
  Array.from({ length: count }, (_, index) => product(`${mainCategory}-${index}`, mainCategory));

interface Options {
  readonly seed?: number;
  readonly intents?: Readonly<Record<string, Eligibility>>;
  readonly used?: readonly string[];
  readonly splits?: SplitShares;
}

const samplerOf = (
  products: readonly Partial<Product>[],
  { seed = 42, intents = { search: ANY }, used, splits }: Options = {},
) => {
  const catalog = storedCatalog(products);
  const facts = productFacts(catalog, (field) => used?.includes(field) ?? true);
  return new Sampler({
    family: 'ecomagentbench',
    seed,
    idOf: (row) => facts.ids[row] as string,
    rowOf: (id) => catalog.rowOf(id),
    categoryOf: (row) => catalog.mainCategories()[catalog.numericColumns().mainCategory[row] as number] as string,
    stratified: () => false,
    splits,
    groupOf: (row) => facts.ids[row] as string,
    poolOf: (intent) => singleProducts(catalog, facts, intents[intent] as Eligibility),
  });
};

const targetsOf = (tasks: readonly PlannedTask[]) => tasks.map(({ targetIds: [id] }) => id as string);

test('a planned task is one a stage may be given', () => {
  const [task] = samplerOf(shelf(1)).next('search', 1, waveState());
  expect(PlannedTask.parse(task)).toMatchObject({
    family: 'ecomagentbench',
    intent: 'search',
    targetIds: ['Bags-0'],
    category: 'Bags',
    seed: 42,
  });
});

test("a task's id holds its family, its intent and ten hex digits", () => {
  const [task] = samplerOf(shelf(1)).next('search', 1, waveState());
  expect(task?.id).toMatch(/^ecomagentbench-search-[0-9a-f]{10}$/);
});

test('a fair draw has as many of each tier and stratum as there are among all, whatever is planned first', () => {
  const sampler = new Sampler({
    family: 'f',
    seed: 1,
    idOf: (row) => `p${row}`,
    rowOf: (id) => Number(id.slice(1)),
    categoryOf: () => 'c',
    poolOf: () => ({
      strata: [
        { name: 'many', weight: 1, candidates: Array.from({ length: 900 }, (_, row) => row) },
        { name: 'few', weight: 1, candidates: Array.from({ length: 100 }, (_, row) => 900 + row) },
      ],
      tierOf: (row) => (row % 2 === 0 ? 0 : 1),
      reasons: new Map(),
    }),
    stratified: () => false,
    groupOf: (row) => `p${row}`,
  });
  sampler.next('a', 50, waveState());
  const rows = targetsOf(sampler.drawn('a', 400)).map((id) => Number(id.slice(1)));
  expect(new Set(rows).size).toBe(400);
  for (const [share, isIt] of [
    [0.5, (row: number) => row % 2 === 0],
    [0.1, (row: number) => row >= 900],
  ] as const) {
    const found = rows.filter(isIt).length / rows.length;
    expect(Math.abs(found - share)).toBeLessThan(0.06);
  }
  expect(targetsOf(sampler.drawn('a', 4000))).toHaveLength(1000);
});

test('every product is planned once and then candidates run out', () => {
  const sampler = samplerOf(shelf(7));
  const planned = [4, 4, 4].flatMap((count) => sampler.next('search', count, waveState()));
  expect(targetsOf(planned).sort()).toEqual(
    shelf(7)
      .map(({ id }) => id)
      .sort(),
  );
  expect(sampler.next('search', 1, waveState())).toEqual([]);
});

test('what is planned does not depend on the order of the catalog', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...shelf(6), ...shelf(5, 'Pens'), ...shelf(3, 'Mugs')], { minLength: 14 }),
      (products) => {
        const plan = (list: readonly Partial<Product>[]) => samplerOf(list).next('search', 9, waveState());
        expect(plan(products)).toEqual(plan([...shelf(6), ...shelf(5, 'Pens'), ...shelf(3, 'Mugs')]));
      },
    ),
    { numRuns: 10 },
  );
});

test('a product that no task was about yet comes before one that a task of another intent was about', () => {
  const sampler = samplerOf(shelf(6), { intents: { search: ANY, gift: ANY } });
  const tried = targetsOf(sampler.next('search', 3, waveState()));
  const others = targetsOf(sampler.next('gift', 6, waveState()));
  expect(others.slice(3).sort()).toEqual(tried.toSorted());
});

test('another seed plans other products, with other ids', () => {
  const plan = (seed: number) => samplerOf(shelf(30), { seed }).next('search', 5, waveState());
  expect(targetsOf(plan(1))).not.toEqual(targetsOf(plan(2)));
  const all = [1, 2].flatMap((seed) =>
    samplerOf(shelf(3), { seed })
      .next('search', 3, waveState())
      .map(({ id }) => id),
  );
  expect(new Set(all).size).toBe(6);
});

test('a product more in the catalog moves no other product of its category', () => {
  const plan = (count: number) => targetsOf(samplerOf(shelf(count)).next('search', count, waveState()));
  expect(plan(21).filter((id) => id !== 'Bags-20')).toEqual(plan(20));
});

test('tasks are spread evenly over main categories, however many products each has', () => {
  const planned = samplerOf([...shelf(40), ...shelf(4, 'Pens'), ...shelf(9, 'Mugs')]).next('search', 9, waveState());
  const counts = Map.groupBy(planned, ({ category }) => category);
  expect([...counts.values()].map((tasks) => tasks.length)).toEqual([3, 3, 3]);
});

test('a category that has had its share waits for the others', () => {
  const planned = samplerOf([...shelf(5), ...shelf(5, 'Pens')]).next(
    'search',
    3,
    waveState({ load: new Map([['Bags', 10]]) }),
  );
  expect(planned.map(({ category }) => category)).toEqual(['Pens', 'Pens', 'Pens']);
});

test('a category that has run out leaves its share to the others', () => {
  const planned = samplerOf([...shelf(5), ...shelf(1, 'Pens')]).next('search', 6, waveState());
  expect(planned).toHaveLength(6);
});

test('products that tasks of the wave are about wait, and come back first in their category', () => {
  const undisturbed = targetsOf(samplerOf(shelf(6)).next('search', 6, waveState()));
  const sampler = samplerOf(shelf(6));
  const first = targetsOf(sampler.next('search', 2, waveState({ inFlight: undisturbed.slice(0, 2) })));
  expect(first).toEqual(undisturbed.slice(2, 4));
  expect(targetsOf(sampler.next('search', 4, waveState()))).toEqual([
    ...undisturbed.slice(0, 2),
    ...undisturbed.slice(4),
  ]);
});

test('the wave is told which products its tasks are about', () => {
  const wave = waveState();
  const planned = samplerOf(shelf(6)).next('search', 3, wave);
  expect(planned.map((task) => wave.claims.take(task))).toEqual(['held', 'held', 'held']);
  expect(wave.claims.size).toBe(3);
});

test('products of accepted samples never come again', () => {
  const [best, second] = targetsOf(samplerOf(shelf(6)).next('search', 2, waveState()));
  const sampler = samplerOf(shelf(6));
  expect(targetsOf(sampler.next('search', 1, waveState({ spent: [best as string] })))).toEqual([second]);
  expect(targetsOf(sampler.next('search', 9, waveState()))).not.toContain(best);
});

test('two intents draw from one catalog in orders of their own', () => {
  const sampler = samplerOf(shelf(30), { intents: { one: ANY, two: ANY } });
  expect(targetsOf(sampler.next('one', 10, waveState()))).not.toEqual(targetsOf(sampler.next('two', 10, waveState())));
});

test('nothing is lost between waves, whatever other intents hold and have spent', () => {
  const ids = shelf(12).map(({ id }) => id as string);
  fc.assert(
    fc.property(
      fc.array(fc.record({ count: fc.integer({ min: 1, max: 4 }), busy: fc.subarray(ids) }), { maxLength: 6 }),
      (waves) => {
        const sampler = samplerOf(shelf(12));
        const planned = waves.flatMap(({ count, busy }) =>
          sampler.next('search', count, waveState({ inFlight: busy })),
        );
        const rest = sampler.next('search', 100, waveState());
        expect([...targetsOf(planned), ...targetsOf(rest)].sort()).toEqual(ids.toSorted());
      },
    ),
    { numRuns: 15 },
  );
});

const RATED = product('P', 'Bags', {
  details: details({ Color: 'Red', Size: 'Large', Model: 'Tote' }),
  averageRating: 4.2,
  ratingCount: 50,
  priceMinor: 900,
  description: ['A bag.'],
});

test.each<[Eligibility, Partial<Product>, string]>([
  [{ leastDetails: 4 }, {}, 'states fewer than 4 usable details'],
  [{ leastDetails: 0, leastFacts: 6 }, { priceMinor: null }, 'states fewer than 6 usable details and numbers'],
  [{ leastDetails: 0, leastFacts: 7 }, {}, 'states fewer than 7 usable details and numbers'],
  [{ leastDetails: 0, leastReviews: 1 }, {}, 'has no review'],
  [{ leastDetails: 0, needsPrice: true }, { priceMinor: null }, 'has no price'],
  [{ leastDetails: 0, leastRating: 4.3 }, {}, 'is rated under 4.3'],
  [{ leastDetails: 0, leastRating: 4 }, { averageRating: null }, 'has no rating that could be read'],
  [{ leastDetails: 0, leastRatingCount: 51 }, {}, 'has fewer than 51 ratings'],
  [{ leastDetails: 0, leastRatingCount: 1 }, { ratingCount: null }, 'has no number of ratings that could be read'],
  [{ leastDetails: 0, needsText: true }, { description: [] }, 'has neither features nor a description'],
])('a product that does not fit %j is left out with the reason', (eligibility, changes, reason) => {
  const sampler = samplerOf([{ ...RATED, ...changes }], { intents: { search: eligibility } });
  expect(sampler.eligibility('search')).toMatchObject({ eligible: 0, reasons: [{ reason, products: 1 }] });
  expect(sampler.next('search', 5, waveState())).toEqual([]);
});

test('a product that fits every condition to the point is eligible', () => {
  const eligibility: Eligibility = {
    leastDetails: 3,
    leastFacts: 6,
    leastRating: 4.2,
    leastRatingCount: 50,
    needsPrice: true,
    needsText: true,
    leastReviews: 0,
  };
  expect(samplerOf([RATED], { intents: { search: eligibility } }).eligibility('search')).toMatchObject({
    eligible: 1,
    reasons: [],
  });
});

test.each(['N/A', 'n/a', 'None', 'unknown'])('a detail that says "%s" is none', (value) => {
  const said = { ...RATED, details: details({ Color: 'Red', Size: 'Large', Model: value }) };
  expect(samplerOf([said], { intents: { search: { leastDetails: 3 } } }).eligibility('search')).toMatchObject({
    eligible: 0,
  });
});

test('only details the family uses count, and only those that state something', () => {
  const stated = {
    ...RATED,
    details: { ...details({ Color: 'Red', Size: 'Large', Model: 'Tote' }), Shape: { options: [], raw: [] } },
  };
  const eligible = (leastDetails: number) =>
    samplerOf([stated], { intents: { search: { leastDetails } }, used: ['Color', 'Size', 'Shape'] }).eligibility(
      'search',
    ).eligible;
  expect([eligible(2), eligible(3)]).toEqual([1, 0]);
});

test('eligible products and the reasons against the others add up to the catalog', () => {
  const mixed = [
    ...shelf(3),
    ...shelf(4).map((one, index) => ({ ...one, id: `N${index}`, priceMinor: null })),
    { ...RATED, averageRating: 2 },
  ];
  const { eligible, reasons } = samplerOf(mixed, {
    intents: { search: { leastDetails: 0, needsPrice: true, leastRating: 4 } },
  }).eligibility('search');
  expect(eligible + reasons.reduce((sum, { products }) => sum + products, 0)).toBe(mixed.length);
  expect(reasons.map(({ products }) => products)).toEqual([4, 1]);
});

/** A sampler of orders: rows are numbers, and the id of row 7 is "P7". */
const ordersOf = (strata: readonly Stratum[], stratified = true) =>
  new Sampler({
    family: 'shoppingbench',
    seed: 42,
    idOf: (row) => `P${row}`,
    rowOf: (id) => Number(id.slice(1)),
    categoryOf: (row) => `category of P${row}`,
    groupOf: (row) => `P${row}`,
    stratified: () => stratified,
    poolOf: () => ({ strata, reasons: new Map(), unit: { eligible: 'shops', missing: 'shops' } }),
  });
const order = (...rows: number[]): Order => ({ rows });
const pairs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => order(from + 2 * index, from + 2 * index + 1));
const stratum = (name: string, candidates: readonly Order[], weight = 1): Stratum => ({ name, weight, candidates });

test('an order is one task about all of its products, in their order', () => {
  const [task, ...more] = ordersOf([stratum('two products', [order(3, 1)])]).next('shop', 5, waveState());
  expect(more).toEqual([]);
  expect(PlannedTask.parse(task)).toMatchObject({
    targetIds: ['P3', 'P1'],
    category: 'category of P3',
    stratum: 'two products',
  });
});

test('the stratum is part of a task only where something else than the category balances the intent', () => {
  const [plain] = ordersOf([stratum('Bags', [order(1, 2)])], false).next('shop', 1, waveState());
  expect(plain).not.toHaveProperty('stratum');
});

test.each([
  ['another order', [order(1, 2)], [order(1, 3)]],
  ['the same products in another order', [order(1, 2)], [order(2, 1)]],
  ['another subject', [{ ...order(1), subject: 'q1' }], [{ ...order(1), subject: 'q2' }]],
  ['a product without the subject', [{ ...order(1), subject: 'q1' }], [1]],
])('%s is another task', (_, one, other) => {
  const idOf = (candidates: readonly (number | Order)[]) =>
    ordersOf([{ name: 's', weight: 1, candidates }]).next('shop', 1, waveState())[0]?.id;
  expect(idOf(one)).not.toBe(idOf(other));
});

test('no two tasks of a wave are about one product or one subject', () => {
  const candidates = [
    order(1, 2),
    order(2, 3),
    order(3, 4),
    { ...order(5), subject: 'q1' },
    { ...order(6), subject: 'q1' },
    { ...order(7), subject: 'q2' },
  ];
  const sampler = ordersOf([stratum('all', candidates)]);
  const planned = [1, 2, 3, 4].map(() => sampler.next('shop', 9, waveState()));
  for (const tasks of planned) {
    const claims = tasks.flatMap(({ targetIds, subject }) =>
      subject === undefined ? targetIds : [...targetIds, subject],
    );
    expect(new Set(claims).size).toBe(claims.length);
  }
  expect(planned.flat()).toHaveLength(candidates.length);
});

test.each([
  ['one of its products', 'P2'],
  ['its subject', 'subject q1'],
])('an order is gone when an accepted sample has taken up %s', (_, claim) => {
  const sampler = ordersOf([
    stratum('all', [
      { ...order(1, 2), subject: 'q1' },
      { ...order(3, 4), subject: 'q2' },
    ]),
  ]);
  const planned = sampler.next('shop', 9, waveState({ spent: [claim] }));
  expect(planned.map(({ subject }) => subject)).toEqual(['q2']);
  expect(sampler.next('shop', 9, waveState())).toEqual([]);
});

test('strata share the tasks by their weights, counting what was accepted before', () => {
  const sampler = () => ordersOf([stratum('two', pairs(40), 3), stratum('three', pairs(40, 100), 1)]);
  const counts = (load: Record<string, number>) => {
    const planned = sampler().next('shop', 12, waveState({ load: new Map(Object.entries(load)) }));
    return planned.filter((task) => task.stratum === 'two').length;
  };
  expect(counts({})).toBe(9);
  expect(counts({ two: 9, three: 3 })).toBe(9);
  expect(counts({ two: 30 })).toBe(1);
});

test('what is counted as eligible is what the pool says it is', () => {
  expect(ordersOf([stratum('all', pairs(3))]).eligibility('shop')).toMatchObject({
    eligible: 3,
    unit: { eligible: 'shops' },
  });
  expect(samplerOf(shelf(2)).eligibility('search')).not.toHaveProperty('unit');
});

test('a task that is made again is the one that was planned', () => {
  const sampler = ordersOf([stratum('two', pairs(5))], false);
  const planned = sampler.next('several', 5, waveState());
  expect(planned).toHaveLength(5);
  expect(planned.map((task) => sampler.again(task))).toEqual(planned);
});

test('no task is made again whose stratum is not known, or whose product is not in the catalog', () => {
  const stratified = ordersOf([stratum('two', pairs(1))]);
  const [task] = stratified.next('several', 1, waveState()) as [PlannedTask];
  expect(stratified.again(task)).toBeNull();
  const sampler = samplerOf([{ id: 'P1' }]);
  expect(sampler.again({ intent: 'search', targetIds: ['P1'] })).not.toBeNull();
  expect(sampler.again({ intent: 'search', targetIds: ['P1', 'gone'] })).toBeNull();
});

test('where samples are split, each split is asked for by name and has the products of its own groups', () => {
  const splits = { train: 0.5, test: 0.5 };
  const sampler = samplerOf(shelf(40), { splits });
  const planned = Object.keys(splits).map((split) => targetsOf(sampler.next('search', 50, waveState({ split }))));
  expect(planned.map((ids) => [...new Set(ids.map((id) => splitOf(id, splits)))])).toEqual([['train'], ['test']]);
  expect(planned.flat()).toHaveLength(40);
  expect(() => sampler.next('search', 1, waveState())).toThrow(
    'tasks of no split were asked for where samples are split',
  );
});

test('a split begins with the categories that the others have least of', () => {
  const [bags, pens, mugs] = ['Bags', 'Pens', 'Mugs'].map((category) => shelf(40, category));
  const sampler = samplerOf([...(bags ?? []), ...(pens ?? []), ...(mugs ?? [])], { splits: { train: 0.5, test: 0.5 } });
  const loadElsewhere = (category: string) => (category === 'Pens' ? 0 : 1);
  expect(sampler.next('search', 1, waveState({ split: 'test', loadElsewhere }))[0]?.category).toBe('Pens');
});
