import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requirementOf, satisfies } from '../../catalog/satisfies.ts';
import { isKept } from '../../pipeline/stage.ts';
import type { Product } from '../../schemas/product.ts';
import type { FeaturedTask } from '../../schemas/task.ts';
import { extract } from '../../stages/extract.ts';
import { type ExtractionWorld, extraction, TEN_FACTS, tote } from '../fixtures/extraction.ts';
import { plannedTask } from '../fixtures/tasks.ts';
import { keptOf, outcomeOf } from './stage-contract.ts';

type World = ExtractionWorld;

const extracted = (world: World): Promise<FeaturedTask> => keptOf(extract(extraction(world)), plannedTask());
const outcome = (world: World) => outcomeOf(extract(extraction(world)), plannedTask());
const find = ({ features }: FeaturedTask, field: string) => features.find((feature) => feature.field === field);
const valueFor = (task: FeaturedTask, field: string) => find(task, field)?.value;

test('the details of a target become attributes that may be used wherever the family allows', async () => {
  const task = await extracted({ products: [tote()] });
  expect(find(task, 'details.Color')).toEqual({
    type: 'attribute_match',
    field: 'details.Color',
    value: 'Red',
    sources: ['query', 'persona', 'clarification'],
    implicit: true,
    required: false,
  });
  expect(task.features.filter(({ type }) => type === 'attribute_match')).toHaveLength(10);
});

test('the noun phrase is named as the title writes it', async () => {
  expect((await extracted({ products: [tote()] })).entity).toEqual({
    phrase: 'Tote Bag',
    titleSpan: 'Tote Bag',
    plural: false,
  });
});

test('a target that is not in the catalog is rejected', async () => {
  const stage = extract(extraction({ products: [tote()] }));
  expect(await outcomeOf(stage, plannedTask({ targetIds: ['P9'] }))).toMatchObject({
    code: 'unknown_product',
    detail: '"P9" is not in the catalog',
  });
});

test('a title without a product noun is rejected', async () => {
  expect(await outcome({ products: [tote(TEN_FACTS, { title: 'Zorvex QX-200 Ultra' })] })).toMatchObject({
    code: 'no_product_noun',
  });
});

test('fewer than eight facts are too few', async () => {
  const seven = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 7));
  expect(await outcome({ products: [tote(seven)] })).toMatchObject({
    code: 'too_few_features',
    detail: expect.stringMatching(/^7 of 8/),
  });
  const eight = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  expect(isKept(await outcome({ products: [tote(eight)] }))).toBe(true);
});

test('fewer clues than the intent hides are too few', async () => {
  const changes = { sayable: (field: string) => ({ explicit: true, implicit: field === 'Color' }) };
  expect(await outcome({ products: [tote()], changes })).toMatchObject({
    code: 'too_few_implicit',
    detail: '1 of 2: details.Color',
  });
});

test.each(['persona', 'clarification'] as const)('a %s with one fact to hold has too few', async (source) => {
  const changes = {
    fieldUse: (field: string) => ({
      persona: true,
      clarification: true,
      negative: false,
      filler: false,
      [source]: field === 'Color',
    }),
  };
  expect(await outcome({ products: [tote()], changes })).toMatchObject({
    code: 'too_few_hidden',
    detail: `1 of 2 for the ${source}: details.Color`,
  });
});

test('a rejection carries what was collected and what was dropped', async () => {
  const rejected = await outcome({ products: [tote({ Color: 'Red', Form: 'tote' })] });
  expect(rejected).toMatchObject({
    evidence: { features: [{ field: 'details.Color' }], dropped: [{ field: 'Form', value: 'tote' }] },
  });
});

test('a value the noun phrase says already is dropped with the reason', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, 'Item Form': 'Tote' })] });
  expect(find(task, 'details.Item Form')).toBeUndefined();
  expect(task.dropped).toMatchObject([
    { field: 'Item Form', value: 'Tote', reason: expect.stringContaining('the noun phrase') },
  ]);
});

test('letters of the noun phrase are not a value it says', async () => {
  const products = [tote(TEN_FACTS, { title: 'Orla Infrared Thermometer', brand: 'Orla' })];
  const task = await extracted({
    products,
    changes: { phraseUse: () => ({ titles: 9, brands: 9, common: ['Infrared', 'Thermometer'] }) },
  });
  expect(task.entity.phrase).toBe('Infrared Thermometer');
  expect(task.dropped.filter(({ field }) => field === 'Color')).toEqual([]);
});

test('a value that repeats another field is dropped with the reason', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, Shade: 'red' })] });
  const stated = ['details.Color', 'details.Shade'].filter((field) => find(task, field) !== undefined);
  expect(stated).toHaveLength(1);
  expect(task.dropped).toMatchObject([
    { reason: expect.stringMatching(/^duplicate_fact: (?:Color|Shade) "[Rr]ed" says the same/) },
  ]);
});

test('a field of which one option cannot be used falls back to another', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, 'Item Form': ['Tote', 'Sack'] })] });
  expect(valueFor(task, 'details.Item Form')).toBe('Sack');
});

test('an implausible value is no feature and stays in the record', async () => {
  const dropped = [{ field: 'Model', value: 'XJ-900', reason: 'looks like a part number' }];
  const changes: World['changes'] = {
    judgeDetails: () => ({ kept: Object.entries(TEN_FACTS).map(([field, option]) => ({ field, option })), dropped }),
  };
  const task = await extracted({ products: [tote({ ...TEN_FACTS, Model: 'XJ-900' })], changes });
  expect(find(task, 'details.Model')).toBeUndefined();
  expect(task.dropped).toContainEqual(dropped[0]);
});

test('a field the family does not use is no feature', async () => {
  const use = { persona: true, clarification: true, negative: true, filler: false };
  const changes = { fieldUse: (field: string) => (field === 'Lining' ? undefined : use) };
  expect(find(await extracted({ products: [tote()], changes }), 'details.Lining')).toBeUndefined();
});

test('a value that the title states is hidden nowhere', async () => {
  const task = await extracted({ products: [tote(TEN_FACTS, { title: 'Harbor Red Striped Tote Bag' })] });
  expect(find(task, 'details.Color')?.sources).toEqual(['query']);
  expect(find(task, 'details.Pattern')?.sources).toEqual(['query']);
  expect(find(task, 'details.Shape')?.sources).toEqual(['query', 'persona', 'clarification']);
});

test('a value the query has no words for may only be hidden', async () => {
  const changes = { sayable: (field: string) => ({ explicit: field !== 'Lining', implicit: field !== 'Lining' }) };
  expect(find(await extracted({ products: [tote()], changes }), 'details.Lining')?.sources).toEqual([
    'persona',
    'clarification',
  ]);
});

test('a value that can neither be said nor hidden is dropped as unsayable', async () => {
  const changes = { sayable: (field: string) => ({ explicit: field !== 'Color', implicit: field !== 'Color' }) };
  const task = await extracted({ products: [tote(TEN_FACTS, { title: 'Harbor Red Tote Bag' })], changes });
  expect(task.dropped).toMatchObject([{ field: 'Color', reason: expect.stringContaining('unsayable') }]);
});

test('a brand is used where facts are scarce', async () => {
  const scarce = { ...Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8)), Brand: 'Harborline' };
  for (let seed = 0; seed < 5; seed++)
    expect(valueFor(await extracted({ products: [tote(scarce)], seed }), 'details.Brand')).toBe('Harborline');
});

test('where facts are plenty a brand is used now and then', async () => {
  const plenty = { ...TEN_FACTS, Handle: 'Rope', Pocket: 'Inner', Brand: 'Harborline' };
  const used = await Promise.all(
    Array.from(
      { length: 40 },
      async (_, seed) => find(await extracted({ products: [tote(plenty)], seed }), 'details.Brand') !== undefined,
    ),
  );
  expect(used.filter(Boolean).length).toSatisfy((count: number) => count >= 4 && count <= 22);
});

test('no task has more facts than a table of answers can hold', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `Field ${index}`,
      `word${String.fromCharCode(97 + (index % 26))}${index > 25 ? 'x' : 'y'}`,
    ]),
  );
  expect((await extracted({ products: [tote(many)] })).features.length).toBeLessThanOrEqual(31);
});

const OPTIONS = [
  'Red',
  'Navy Blue',
  'Blue',
  'Canvas',
  'Faux Leather',
  'Leather',
  'Tote',
  'Large',
  '15.6 Inches',
  'Waterproof',
  'Water Resistant',
  'Cotton',
  'Zip',
  'Solid',
  'Floral',
  '8',
  '8 GB',
];
const FIELDS = [...Object.keys(TEN_FACTS), 'Size', 'Finish Type', 'Special Feature', 'Brand'];
const arbitraryTote = fc
  .record({
    values: fc.dictionary(
      fc.constantFrom(...FIELDS),
      fc.uniqueArray(fc.constantFrom(...OPTIONS), { minLength: 1, maxLength: 2 }),
      { minKeys: 8 },
    ),
    rating: fc.constantFrom(null, 3.2, 4.8),
    price: fc.constantFrom(null, 900, 4200),
  })
  .map(({ values, rating, price }) => tote(values, { averageRating: rating, priceMinor: price }));

test.each(['rating', 'exclusion', 'voucher', null] as const)(
  'whatever a target states, it satisfies every feature of a task about it (%s)',
  async (centre) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryTote, { minLength: 1, maxLength: 6 }),
        fc.integer(),
        async (products, seed) => {
          const dependencies = extraction({ products, seed, contract: { centre, leastImplicit: 0 } });
          const result = await outcomeOf(extract(dependencies), plannedTask());
          if (!isKept(result)) return;
          const target = dependencies.productOf('P0') as Product;
          const { features } = result.kept;
          for (const feature of features)
            expect(satisfies(target, requirementOf(feature)), JSON.stringify(feature)).toBe('yes');
          expect(new Set(features.map(({ field }) => field)).size).toBe(features.length);
          dependencies.catalog.close();
        },
      ),
      { numRuns: 25 },
    );
  },
);
