import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKept } from '../../pipeline/stage.ts';
import { Feature, Rubric } from '../../shopping/kinds/index.ts';
import type { Locked, PlacedFeature } from '../../shopping/task.ts';
import { lock, lockDigestOf } from '../../stages/lock.ts';
import { productWith } from '../fixtures/gate-inputs.ts';
import { fiveOff, partitionedTask } from '../fixtures/tasks.ts';
import { fixed, percentage, step, voucherOf } from '../fixtures/vouchers.ts';
import { keptOf, outcomeOf } from './stage-contract.ts';

const placed = (
  type: Feature['type'],
  field: string,
  value: Feature['value'],
  source: PlacedFeature['source'] = 'query',
  expression: PlacedFeature['expression'] = source === 'query' ? 'explicit' : null,
): PlacedFeature => ({
  feature: Feature.parse({ type, field, value, sources: [source], implicit: false, required: false }),
  source,
  expression,
});

const VOUCHER = voucherOf('tiered', [step(2000, fixed(500)), step(5000, percentage(1500, 900))]);
const GRIPS = [{ review_id: 'v1', quote: 'It grips' }];
const EVERY_KIND = [
  placed('budget_match', 'budget', { budget: 1900, voucher: VOUCHER }),
  placed('attribute_match', 'details.Color', 'Red', 'query', 'explicit'),
  placed('attribute_match', 'details.Material', 'Canvas', 'query', 'implicit'),
  placed('negative_attribute', 'details.Style', ['Rustic', 'Retro'], 'persona'),
  placed('numeric_range', 'average_rating', { min: 4.5 }, 'clarification'),
  placed('review_opinion', 'review', {
    opinion: 'The zip never sticks',
    evidence: [{ review_id: 'v1', quote: 'zip never sticks' }],
  }),
];
const unused: Feature = {
  type: 'attribute_match',
  field: 'details.Shape',
  value: 'Round',
  sources: ['query'],
  implicit: false,
  required: false,
};

const stage = (currency = 'USD') => lock({ productById: (id) => productWith({ id, currency }) });
const locked = (items: PlacedFeature[] = EVERY_KIND, currency?: string) =>
  keptOf(stage(currency), partitionedTask(items, { unused: [unused] }));
const described = async (item: PlacedFeature, currency?: string) =>
  (await locked([item], currency)).locked.rubrics[0]?.description;

test('rubrics are numbered in the order given, then the budget, then the noun phrase', async () => {
  const { rubrics } = (await locked()).locked;
  expect(rubrics.map(({ id, type }) => [id, type])).toEqual([
    ['r1', 'attribute_match'],
    ['r2', 'attribute_match'],
    ['r3', 'negative_attribute'],
    ['r4', 'numeric_range'],
    ['r5', 'review_opinion'],
    ['r6', 'budget_match'],
    ['r7', 'entity_match'],
  ]);
});

test('a rubric keeps the field, value and source its feature was placed with', async () => {
  const { rubrics } = (await locked()).locked;
  expect(rubrics[2]).toMatchObject({
    field: 'details.Style',
    expected_value: ['Rustic', 'Retro'],
    info_source: 'persona',
  });
});

test('the noun phrase is a query rubric with the words of the title it stands in', async () => {
  const { rubrics } = (await locked()).locked;
  expect(rubrics.at(-1)).toMatchObject({
    field: 'title',
    expected_value: 'tote bag',
    canonical_entity: 'tote bag',
    title_span: 'Tote Bag',
    info_source: 'query',
  });
});

test('the requirements said by a clue are listed as implicit, by id', async () => {
  expect((await locked()).locked.implicit_rubric_ids).toEqual(['r2']);
});

test('the voucher is locked beside the rubrics, and is null where there is none', async () => {
  expect((await locked()).locked.voucher).toEqual(VOUCHER);
  expect((await locked(EVERY_KIND.slice(1))).locked.voucher).toBeNull();
});

test('what was extracted stays with the task, used or not', async () => {
  const { extracted } = await locked();
  expect(extracted).toEqual([...EVERY_KIND.map(({ feature }) => feature), unused]);
});

test('a locked task has its own digest', async () => {
  const task = await locked();
  expect(task.lockDigest).toBe(lockDigestOf(task.locked));
});

test('no locked rubric has a surface yet', async () => {
  expect((await locked()).locked.rubrics.filter((rubric) => 'query_surface' in rubric)).toEqual([]);
});

test.each<[string, PlacedFeature, string]>([
  ['a value', placed('attribute_match', 'details.Color', 'Navy "Ink"'), 'Color is "Navy "Ink""'],
  ['several values', placed('attribute_match', 'details.Color', ['Red', 'Blue']), 'Color is "Red", "Blue"'],
  ['an exclusion', placed('negative_attribute', 'details.Style', ['Rustic']), 'Style is none of "Rustic"'],
  ['a least rating', placed('numeric_range', 'average_rating', { min: 4.5 }), 'average rating is at least 4.5'],
  ['a least size', placed('numeric_range', 'details.Size', { min: 2 }), 'Size is at least 2'],
  ['a least count', placed('numeric_range', 'rating_number', { min: 100 }), 'number of ratings is at least 100'],
  ['a highest price', placed('numeric_range', 'price', { max: 25 }), 'price is at most $25'],
  ['a price range', placed('numeric_range', 'price', { min: 5, max: 25 }), 'price is from $5 to $25'],
  [
    'a budget',
    placed('budget_match', 'budget', { budget: 1999, voucher: fiveOff }),
    'price after the voucher is at most $19.99',
  ],
  ['an opinion', placed('review_opinion', 'review', { opinion: 'It grips', evidence: GRIPS }), 'reviews say: It grips'],
  ['a SKU', placed('sku_match', 'skus', { Color: 'Red', Size: 'XL' }), 'one SKU has Color "Red" and Size "XL"'],
  ['a service', placed('service_match', 'services', 'freeShipping'), 'comes with the service "freeShipping"'],
  [
    'an answer',
    placed('knowledge_match', 'knowledge', { question: 'Which city?', answer: 'Oslo' }),
    'the title holds the answer "Oslo"',
  ],
  ['a shop', placed('same_shop', 'shop', 3), 'one shop sells all 3 products'],
])('%s is described by its field and value', async (_, item, description) => {
  expect(await described(item)).toBe(description);
});

/** The same feature said of the target at a place. */
const of = (target: number, item: PlacedFeature): PlacedFeature => ({
  ...item,
  feature: { ...item.feature, target },
});
const CASE = { phrase: 'phone case', titleSpan: 'Phone Case', plural: false };
const STAND = { phrase: 'phone stand', titleSpan: 'Phone Stand', plural: false };
const ORDER = [
  placed('same_shop', 'shop', 2),
  of(0, placed('attribute_match', 'details.Color', 'Red')),
  placed('budget_match', 'budget', { budget: 1900, voucher: VOUCHER }),
  of(1, placed('service_match', 'services', 'freeShipping')),
  of(0, placed('sku_match', 'skus', { Size: 'XL' })),
];
const lockedOrder = (items: PlacedFeature[] = ORDER) =>
  keptOf(stage(), partitionedTask(items, { targetIds: ['P0', 'P1'], entities: [CASE, STAND], necessity: null }));

test('of an order, rubrics of one target come first, joint ones next, and the noun phrase of each target last', async () => {
  const { rubrics } = (await lockedOrder()).locked;
  expect(rubrics.map(({ id, type, target }) => [id, type, target])).toEqual([
    ['r1', 'attribute_match', 0],
    ['r2', 'service_match', 1],
    ['r3', 'sku_match', 0],
    ['r4', 'same_shop', undefined],
    ['r5', 'budget_match', undefined],
    ['r6', 'entity_match', 0],
    ['r7', 'entity_match', 1],
  ]);
});

test('every rubric of an order is one that may be published', async () => {
  for (const rubric of (await lockedOrder()).locked.rubrics) expect(Rubric.parse(rubric)).toEqual(rubric);
});

test('each noun phrase of an order stands in the title of its own target', async () => {
  const { rubrics } = (await lockedOrder()).locked;
  expect(rubrics.filter(({ type }) => type === 'entity_match')).toMatchObject([
    { target: 0, expected_value: 'phone case', title_span: 'Phone Case' },
    { target: 1, expected_value: 'phone stand', title_span: 'Phone Stand' },
  ]);
});

test('the voucher of an order is locked beside its rubrics', async () => {
  expect((await lockedOrder()).locked.voucher).toEqual(VOUCHER);
  expect((await lockedOrder(ORDER.slice(0, 2))).locked.voucher).toBeNull();
});

test('a task that hides nothing stays without necessity', async () => {
  expect((await lockedOrder()).necessity).toBeNull();
});

test('no rubric of a single target names a place', async () => {
  expect((await locked()).locked.rubrics.filter((rubric) => 'target' in rubric)).toEqual([]);
});

test('a rubric that changes its target is another lock', async () => {
  const swapped = ORDER.map((item) => (item.feature.target === 0 ? of(1, item) : item));
  expect((await lockedOrder(swapped)).lockDigest).not.toBe((await lockedOrder()).lockDigest);
});

test('implicit requirements of an order are listed by the ids they get among all rubrics', async () => {
  const clue = of(1, placed('attribute_match', 'details.Material', 'Oak', 'query', 'implicit'));
  const task = await lockedOrder([placed('same_shop', 'shop', 2), of(0, EVERY_KIND[1] as PlacedFeature), clue]);
  expect(task.locked.implicit_rubric_ids).toEqual(['r2']);
});

test("a price is described in the target's currency", async () => {
  expect(await described(placed('numeric_range', 'price', { max: 250_000 }), 'VND')).toBe('price is at most ₫250,000');
});

test('no task is rejected by the lock', async () => {
  expect(isKept(await outcomeOf(stage(), partitionedTask([])))).toBe(true);
});

type Path = readonly (string | number)[];

/** Every place of a value where one thing stands: strings, numbers, booleans, nulls. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) =>
    leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return [
    path,
    ...Object.entries(value).flatMap(([key, part]) =>
      placesOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((part, key) => (part as Record<string | number, unknown>)[key], value);
}

const REFERENCE: Locked = {
  rubrics: [
    {
      id: 'r1',
      type: 'attribute_match',
      field: 'details.Color',
      expected_value: ['Red', 'Blue'],
      info_source: 'query',
      description: 'Color',
    },
    {
      id: 'r2',
      type: 'negative_attribute',
      field: 'details.Style',
      expected_value: ['Rustic', 'Retro'],
      info_source: 'persona',
      description: 'Style',
    },
    {
      id: 'r3',
      type: 'numeric_range',
      field: 'price',
      expected_value: { min: 5, max: 25 },
      info_source: 'clarification',
      description: 'price',
    },
    {
      id: 'r4',
      type: 'review_opinion',
      field: 'review',
      expected_value: { opinion: 'It grips', evidence: [{ review_id: 'v1', quote: 'grips' }] },
      info_source: 'query',
      description: 'reviews',
    },
    {
      id: 'r5',
      type: 'budget_match',
      field: 'budget',
      expected_value: { budget: 1900, voucher: VOUCHER },
      info_source: 'query',
      description: 'budget',
    },
    {
      id: 'r7',
      type: 'sku_match',
      field: 'skus',
      target: 1,
      expected_value: { Color: 'Red', Size: 'XL' },
      info_source: 'query',
      description: 'SKU',
    },
    {
      id: 'r8',
      type: 'knowledge_match',
      field: 'knowledge',
      target: 2,
      expected_value: { question: 'Which city?', answer: 'Oslo' },
      info_source: 'query',
      description: 'answer',
    },
    {
      id: 'r9',
      type: 'same_shop',
      field: 'shop',
      expected_value: 2,
      info_source: 'query',
      description: 'shop',
    },
    {
      id: 'r6',
      type: 'entity_match',
      field: 'title',
      expected_value: 'tote bag',
      canonical_entity: 'tote bag',
      title_span: 'Tote Bag',
      info_source: 'query',
      description: 'title',
    },
  ],
  implicit_rubric_ids: ['r1', 'r4'],
  voucher: VOUCHER,
};

test.each(leavesOf(REFERENCE).map((path) => [path.join('.'), path] as const))(
  'a change of %s changes the digest',
  (_, path) => {
    const changed = structuredClone(REFERENCE);
    const holder = at(changed, path.slice(0, -1)) as Record<string | number, unknown>;
    const key = path.at(-1) as string | number;
    const old = holder[key];
    const before = lockDigestOf(REFERENCE);
    for (const other of typeof old === 'number'
      ? [old + 1, -old, String(old)]
      : [
          `${old} `,
          String(old).toUpperCase() === old ? 'x' : String(old).toUpperCase(),
          '',
          null === old ? 'null' : null,
        ]) {
      holder[key] = other;
      expect(lockDigestOf(changed), `${path.join('.')} = ${JSON.stringify(other)}`).not.toBe(before);
    }
  },
);

test.each(placesOf(REFERENCE).map((path) => [path.join('.') || 'the whole', path] as const))(
  'a part left out of, or added to, %s changes the digest',
  (_, path) => {
    const before = lockDigestOf(REFERENCE);
    const parts = at(REFERENCE, path) as Record<string, unknown> | unknown[];
    for (const key of Object.keys(parts)) {
      const changed = structuredClone(REFERENCE);
      const holder = at(changed, path);
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete (holder as Record<string, unknown>)[key];
      expect(lockDigestOf(changed), key).not.toBe(before);
    }
    const grown = structuredClone(REFERENCE);
    const holder = at(grown, path);
    if (Array.isArray(holder)) holder.push(holder[0]);
    else (holder as Record<string, unknown>).added = 1;
    expect(lockDigestOf(grown)).not.toBe(before);
  },
);

test('another order of rubrics, values, implicit ids or voucher steps is another lock', () => {
  for (const path of placesOf(REFERENCE)) {
    const changed = structuredClone(REFERENCE);
    const list = at(changed, path);
    if (!Array.isArray(list) || list.length < 2) continue;
    list.reverse();
    expect(lockDigestOf(changed), path.join('.')).not.toBe(lockDigestOf(REFERENCE));
  }
});

const text = fc.string({ minLength: 1, maxLength: 6, unit: 'binary' });
const rubric: fc.Arbitrary<Rubric> = fc.oneof(
  fc.record({
    id: text,
    field: text,
    description: text,
    info_source: fc.constantFrom('query', 'persona', 'clarification'),
    type: fc.constant('attribute_match' as const),
    expected_value: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    id: text,
    field: text,
    description: text,
    info_source: fc.constantFrom('query', 'persona', 'clarification'),
    type: fc.constant('numeric_range' as const),
    expected_value: fc.record({ min: fc.double({ noNaN: true, noDefaultInfinity: true }), max: fc.integer() }),
  }),
) as fc.Arbitrary<Rubric>;
const someLocked: fc.Arbitrary<Locked> = fc.record({
  rubrics: fc.array(rubric, { minLength: 1, maxLength: 4 }),
  implicit_rubric_ids: fc.array(text, { maxLength: 3 }),
  voucher: fc.constantFrom(null, VOUCHER, fiveOff),
});

/** The same value with the keys of every record in the opposite order. */
function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, turnedRound(part)]),
  );
}

test('the order of keys does not matter to the digest', () => {
  fc.assert(
    fc.property(someLocked, (some) => {
      expect(lockDigestOf(turnedRound(some) as Locked)).toBe(lockDigestOf(some));
    }),
    { numRuns: 100 },
  );
});

test('two locks have one digest only if they are one value', () => {
  fc.assert(
    fc.property(someLocked, someLocked, (one, other) => {
      const equal = JSON.stringify(turnedRound(one)) === JSON.stringify(turnedRound(other));
      expect(lockDigestOf(one) === lockDigestOf(other)).toBe(equal);
    }),
    { numRuns: 100 },
  );
});

test('a random change of any one leaf, however small, changes the digest', () => {
  fc.assert(
    fc.property(someLocked, fc.nat(), text, (some, place, other) => {
      const leaves = leavesOf(some);
      const path = leaves[place % leaves.length] as Path;
      const changed = structuredClone(some);
      const holder = at(changed, path.slice(0, -1)) as Record<string | number, unknown>;
      const key = path.at(-1) as string | number;
      const old = holder[key];
      if (old === undefined) return;
      holder[key] = `${old}${other}`;
      expect(lockDigestOf(changed)).not.toBe(lockDigestOf(some));
    }),
    { numRuns: 200 },
  );
});

test('a price is described in the currency of the product it is about', async () => {
  const bound = (target: number): PlacedFeature => {
    const item = placed('numeric_range', 'price', { max: 20 });
    return { ...item, feature: { ...item.feature, target } };
  };
  const task = { ...partitionedTask([bound(0), bound(1)]), targetIds: ['P0', 'P1'] };
  const productById = (id: string) => productWith({ id, currency: id === 'P0' ? 'USD' : 'EUR' });
  const { rubrics } = (await keptOf(lock({ productById }), task)).locked;
  expect(rubrics.slice(0, 2).map(({ description }) => description)).toEqual([
    'price is at most $20',
    'price is at most €20',
  ]);
});
