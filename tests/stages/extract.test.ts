import fc from 'fast-check';
import { expect, test } from 'vitest';
import { satisfies, requirementOf } from '../../catalog/satisfies.ts';
import { findMentions } from '../../catalog/text/mentions.ts';
import { isKept } from '../../pipeline/stage.ts';
import type { Product } from '../../schemas/product.ts';
import type { Feature, FeaturedTask } from '../../schemas/task.ts';
import { extract } from '../../stages/extract.ts';
import { extraction, TEN_FACTS } from '../fixtures/extraction.ts';
import { details } from '../fixtures/stored-catalog.ts';
import { plannedTask } from '../fixtures/tasks.ts';
import { keptOf, outcomeOf } from './stage-contract.ts';

type World = Parameters<typeof extraction>[0];

const tote = (values: Readonly<Record<string, string | readonly string[]>> = TEN_FACTS, product: Partial<Product> = {}): Partial<Product> => ({
  title: 'Harbor Tote Bag',
  details: details(values),
  averageRating: 4.7,
  ratingCount: 260,
  priceMinor: 2400,
  ...product,
});
/** A rival that falls short of every bound the target can have. */
const POOR = tote({ ...TEN_FACTS, Color: 'Blue' }, { averageRating: 2, ratingCount: 3, priceMinor: 90_000 });

const extracted = (world: World): Promise<FeaturedTask> => keptOf(extract(extraction(world)), plannedTask());
const outcome = (world: World) => outcomeOf(extract(extraction(world)), plannedTask());
const find = ({ features }: FeaturedTask, field: string) => features.find((feature) => feature.field === field);
const valueOf = (task: FeaturedTask, field: string) => find(task, field)?.value;

test('the details of a target become attributes that may be used wherever the family allows', async () => {
  const task = await extracted({ products: [tote()] });
  expect(find(task, 'details.Color')).toEqual({ type: 'attribute_match', field: 'details.Color', value: 'Red', sources: ['query', 'persona', 'clarification'], implicit: true, required: false });
  expect(task.features.filter(({ type }) => type === 'attribute_match')).toHaveLength(10);
});

test('the noun phrase is named as the title writes it', async () => {
  expect((await extracted({ products: [tote()] })).entity).toEqual({ phrase: 'Tote Bag', titleSpan: 'Tote Bag', plural: false });
});

test('a target that is not in the catalog is rejected', async () => {
  const stage = extract(extraction({ products: [tote()] }));
  expect(await outcomeOf(stage, plannedTask({ targetIds: ['P9'] }))).toMatchObject({ code: 'unknown_product', detail: '"P9" is not in the catalog' });
});

test('a title without a product noun is rejected', async () => {
  expect(await outcome({ products: [tote(TEN_FACTS, { title: 'Zorvex QX-200 Ultra' })] })).toMatchObject({ code: 'no_product_noun' });
});

test('fewer than eight facts are too few', async () => {
  const seven = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 7));
  expect(await outcome({ products: [tote(seven)] })).toMatchObject({ code: 'too_few_features', detail: expect.stringMatching(/^7 of 8/) });
  const eight = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  expect(isKept(await outcome({ products: [tote(eight)] }))).toBe(true);
});

test('fewer clues than the intent hides are too few', async () => {
  const changes = { sayable: (field: string) => ({ explicit: true, implicit: field === 'Color' }) };
  expect(await outcome({ products: [tote()], changes })).toMatchObject({ code: 'too_few_implicit', detail: '1 of 2: details.Color' });
});

test.each(['persona', 'clarification'] as const)('a %s with one fact to hold has too few', async (source) => {
  const changes = { fieldUse: (field: string) => ({ persona: true, clarification: true, negative: false, filler: false, [source]: field === 'Color' }) };
  expect(await outcome({ products: [tote()], changes })).toMatchObject({ code: 'too_few_hidden', detail: `1 of 2 for the ${source}: details.Color` });
});

test('a rejection carries what was collected and what was dropped', async () => {
  const rejected = await outcome({ products: [tote({ Color: 'Red', Form: 'tote' })] });
  expect(rejected).toMatchObject({ evidence: { features: [{ field: 'details.Color' }], dropped: [{ field: 'Form', value: 'tote' }] } });
});

test('a value the noun phrase says already is dropped with the reason', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, 'Item Form': 'Tote' })] });
  expect(find(task, 'details.Item Form')).toBeUndefined();
  expect(task.dropped).toMatchObject([{ field: 'Item Form', value: 'Tote', reason: expect.stringContaining('the noun phrase') }]);
});

test('letters of the noun phrase are not a value it says', async () => {
  const products = [tote(TEN_FACTS, { title: 'Orla Infrared Thermometer', brand: 'Orla' })];
  const task = await extracted({ products, changes: { phraseUse: () => ({ titles: 9, brands: 9, text: 'an infrared thermometer' }) } });
  expect(task.entity.phrase).toBe('Infrared Thermometer');
  expect(task.dropped.filter(({ field }) => field === 'Color')).toEqual([]);
});

test('a value that repeats another field is dropped with the reason', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, Shade: 'red' })] });
  const stated = ['details.Color', 'details.Shade'].filter((field) => find(task, field) !== undefined);
  expect(stated).toHaveLength(1);
  expect(task.dropped).toMatchObject([{ reason: expect.stringMatching(/^duplicate_fact: (?:Color|Shade) "[Rr]ed" says the same/) }]);
});

test('a field of which one option cannot be used falls back to another', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, 'Item Form': ['Tote', 'Sack'] })] });
  expect(valueOf(task, 'details.Item Form')).toBe('Sack');
});

test('an implausible value is no feature and stays in the record', async () => {
  const dropped = [{ field: 'Model', value: 'XJ-900', reason: 'looks like a part number' }];
  const changes: World['changes'] = { judgeDetails: () => ({ kept: Object.entries(TEN_FACTS).map(([field, option]) => ({ field, option })), dropped }) };
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
  expect(find(await extracted({ products: [tote()], changes }), 'details.Lining')?.sources).toEqual(['persona', 'clarification']);
});

test('a value that can neither be said nor hidden is dropped as unsayable', async () => {
  const changes = { sayable: (field: string) => ({ explicit: field !== 'Color', implicit: field !== 'Color' }) };
  const task = await extracted({ products: [tote(TEN_FACTS, { title: 'Harbor Red Tote Bag' })], changes });
  expect(task.dropped).toMatchObject([{ field: 'Color', reason: expect.stringContaining('unsayable') }]);
});

test('a brand is used where facts are scarce', async () => {
  const scarce = { ...Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8)), Brand: 'Harborline' };
  for (let seed = 0; seed < 5; seed++) expect(valueOf(await extracted({ products: [tote(scarce)], seed }), 'details.Brand')).toBe('Harborline');
});

test('where facts are plenty a brand is used now and then', async () => {
  const plenty = { ...TEN_FACTS, Handle: 'Rope', Pocket: 'Inner', Brand: 'Harborline' };
  const used = await Promise.all(Array.from({ length: 40 }, async (_, seed) => find(await extracted({ products: [tote(plenty)], seed }), 'details.Brand') !== undefined));
  expect(used.filter(Boolean).length).toSatisfy((count: number) => count >= 4 && count <= 22);
});

test('a target with few facts gets every number that excludes another product', async () => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  const task = await extracted({ products: [tote(scarce), POOR] });
  expect([valueOf(task, 'average_rating'), valueOf(task, 'rating_number'), valueOf(task, 'price')]).toEqual([{ min: 4.5 }, { min: 200 }, { max: 25 }]);
});

test('a number that excludes no product of the category is no requirement', async () => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  const task = await extracted({ products: [tote(scarce), tote(scarce)] });
  expect(task.features.filter(({ type }) => type === 'numeric_range')).toEqual([]);
});

test('a number may be asked for or hidden in a clarification, never in a persona', async () => {
  const task = await extracted({ products: [tote(Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8))), POOR] });
  for (const feature of task.features.filter(({ type }) => type === 'numeric_range')) expect(feature.sources).toEqual(['query', 'clarification']);
});

test.each([
  [5, { min: 4.5 }],
  [4.5, { min: 4.5 }],
  [4.49, { min: 4 }],
  [3, { min: 3 }],
  [2.9, undefined],
  [null, undefined],
])('a rating of %j is asked for as %j', async (averageRating, bound) => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  expect(valueOf(await extracted({ products: [tote(scarce, { averageRating }), POOR] }), 'average_rating')).toEqual(bound);
});

test.each([
  [500, { max: 5 }],
  [501, { max: 10 }],
  [2500, { max: 25 }],
  [520_000, { max: 7500 }],
  [999_999, { max: 10_000 }],
  [null, undefined],
])('a price of %j cents is asked for as %j', async (priceMinor, bound) => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  const rival = { ...POOR, priceMinor: 99_000_000 };
  expect(valueOf(await extracted({ products: [tote(scarce, { priceMinor }), rival] }), 'price')).toEqual(bound);
});

test('every price bound is a whole amount the target meets, at most twice its price', () => {
  return fc.assert(
    fc.asyncProperty(fc.integer({ min: 300, max: 90_000_000 }), async (priceMinor) => {
      const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
      const { max } = valueOf(await extracted({ products: [tote(scarce, { priceMinor }), { ...POOR, priceMinor: 400_000_000 }] }), 'price') as { max: number };
      expect(Number.isInteger(max)).toBe(true);
      expect(max * 100).toBeGreaterThanOrEqual(priceMinor);
      expect(max * 100).toBeLessThanOrEqual(Math.max(500, priceMinor * 2));
    }),
    { numRuns: 30 },
  );
});

test('no price bound is set among products of several currencies', async () => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  const task = await extracted({ products: [tote(scarce), { ...POOR, currency: 'EUR' }, POOR] });
  expect(find(task, 'price')).toBeUndefined();
});

test('a rating intent gets one bound that it needs', async () => {
  const task = await extracted({ products: [tote(), POOR], contract: { centre: 'rating' } });
  const bounds = task.features.filter(({ field }) => field === 'average_rating' || field === 'rating_number');
  expect(bounds).toMatchObject([{ type: 'numeric_range', required: true }]);
});

test('a rating intent without a bound that excludes anything is rejected', async () => {
  expect(await outcome({ products: [tote(), tote()], contract: { centre: 'rating' } })).toMatchObject({ code: 'no_rating_bound' });
});

test('a negative intent excludes values that rivals have and the target has not', async () => {
  const rivals = [{ ...TEN_FACTS, Color: 'Blue' }, { ...TEN_FACTS, Color: 'Green' }, { ...TEN_FACTS, Color: ['Blue', 'Red'] }];
  const task = await extracted({ products: [tote(), ...rivals.map((values) => tote(values))], contract: { centre: 'exclusion' } });
  const [exclusion] = task.features.filter(({ type }) => type === 'negative_attribute');
  expect(exclusion).toMatchObject({ field: 'details.Color', sources: ['query', 'persona'], required: true });
  // Blue comes first: two rivals have it.
  expect(exclusion?.value).toSatisfy((values: string[]) => values[0] === 'Blue' && values.length <= 2 && !values.includes('Red'));
});

test('a field whose values are excluded is not asked for too', async () => {
  const task = await extracted({ products: [tote(), tote({ ...TEN_FACTS, Color: 'Blue' })], contract: { centre: 'exclusion' } });
  expect(task.features.filter(({ field }) => field === 'details.Color')).toHaveLength(1);
  expect(task.dropped).toMatchObject([{ field: 'Color', value: 'Red', reason: expect.stringContaining('already excludes values of Color') }]);
});

test('a value in another spelling of the target is not excluded', async () => {
  expect(await outcome({ products: [tote({ ...TEN_FACTS, Color: 'Navy Blue' }), tote({ ...TEN_FACTS, Color: 'navy-blue' })], contract: { centre: 'exclusion' } })).toMatchObject({ code: 'no_exclusion' });
});

test.each([
  ['an option of the target names', { ...TEN_FACTS, Color: 'Navy Blue' }, { ...TEN_FACTS, Color: 'Blue' }, 'Harbor Tote Bag'],
  ['the title of the target names', TEN_FACTS, { ...TEN_FACTS, Material: 'Leather' }, 'Harbor Leather Look Tote Bag'],
])('a value that %s is not excluded: a shopper would take it for the target', async (_, own, rival, title) => {
  const result = await outcome({ products: [tote(own, { title }), tote(rival)], contract: { centre: 'exclusion' } });
  const features: readonly Feature[] = isKept(result) ? result.kept.features : [];
  for (const { type, value } of features) {
    if (type !== 'negative_attribute') continue;
    for (const excluded of value as string[]) for (const text of [title, ...Object.values(own)]) expect(findMentions(text, excluded), `${excluded} in ${text}`).toEqual([]);
  }
});

test('only fields that may be excluded are', async () => {
  const rival = { ...TEN_FACTS, Color: 'Blue' };
  expect(await outcome({ products: [tote(), tote(rival)], contract: { centre: 'exclusion' }, changes: { excludable: (field) => field !== 'Color' } })).toMatchObject({ code: 'no_exclusion' });
});

test('noise that rivals state is not excluded', async () => {
  const changes: World['changes'] = {
    judgeDetails: (product) => ({ kept: Object.entries(product.details).flatMap(([field, { options }]) => options.filter((option) => option !== 'n/a').map((option) => ({ field, option }))), dropped: [] }),
  };
  expect(await outcome({ products: [tote(), tote({ ...TEN_FACTS, Color: 'n/a' })], contract: { centre: 'exclusion' }, changes })).toMatchObject({ code: 'no_exclusion' });
});

test('a coupon intent gets a budget with the voucher planned for it, and no price bound beside it', async () => {
  const task = await extracted({ products: [tote(), POOR], contract: { centre: 'voucher' } });
  expect(find(task, 'budget')).toMatchObject({ type: 'budget_match', value: { budget: 1900 }, sources: ['query'], required: true });
  expect(find(task, 'price')).toBeUndefined();
});

test('a voucher is planned against the prices of rivals in the same currency', async () => {
  const asked: readonly number[][] = [];
  const changes: World['changes'] = { planVoucher: ({ rivals }) => ((asked as number[][]).push([...rivals]), { rejected: 'no human voucher' }) };
  const products = [tote(), tote(TEN_FACTS, { priceMinor: 1000 }), tote(TEN_FACTS, { priceMinor: 3000, currency: 'EUR' }), tote(TEN_FACTS, { priceMinor: null })];
  expect(await outcome({ products, contract: { centre: 'voucher' }, changes })).toMatchObject({ code: 'no_voucher', detail: 'no human voucher' });
  expect(asked).toEqual([[1000]]);
});

test('a target without a price gets no voucher', async () => {
  expect(await outcome({ products: [tote(TEN_FACTS, { priceMinor: null })], contract: { centre: 'voucher' } })).toMatchObject({ code: 'no_voucher', detail: 'the target has no price' });
});

test('a review intent gets two of the opinions proposed', async () => {
  const task = await extracted({ products: [tote()], contract: { centre: 'opinions' } });
  expect(task.features.filter(({ type }) => type === 'review_opinion').map(({ required, sources }) => [required, sources])).toEqual([[true, ['query']], [true, ['query']]]);
});

test('one opinion is too few', async () => {
  const changes: World['changes'] = { proposeOpinions: () => [{ opinion: 'It grips', evidence: [{ review_id: 'v1', quote: 'grips' }] }] };
  expect(await outcome({ products: [tote()], contract: { centre: 'opinions' }, changes })).toMatchObject({ code: 'too_few_opinions' });
});

test('opinions are told which texts state a fact of the target', async () => {
  const answers: boolean[] = [];
  const changes: World['changes'] = {
    proposeOpinions: (_reviews, _product, _draw, statesFact) => {
      answers.push(statesFact('the RED is bright'), statesFact('it is incredible'), statesFact('the zipper sticks'));
      return [];
    },
  };
  await outcome({ products: [tote()], contract: { centre: 'opinions' }, changes });
  expect(answers).toEqual([true, false, true]);
});

test('no task has more facts than a table of answers can hold', async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`Field ${index}`, `word${String.fromCharCode(97 + (index % 26))}${index > 25 ? 'x' : 'y'}`]));
  expect((await extracted({ products: [tote(many)] })).features.length).toBeLessThanOrEqual(31);
});

const OPTIONS = ['Red', 'Navy Blue', 'Blue', 'Canvas', 'Faux Leather', 'Leather', 'Tote', 'Large', '15.6 Inches', 'Waterproof', 'Water Resistant', 'Cotton', 'Zip', 'Solid', 'Floral', '8', '8 GB'];
const FIELDS = [...Object.keys(TEN_FACTS), 'Size', 'Finish Type', 'Special Feature', 'Brand'];
const arbitraryTote = fc
  .record({ values: fc.dictionary(fc.constantFrom(...FIELDS), fc.uniqueArray(fc.constantFrom(...OPTIONS), { minLength: 1, maxLength: 2 }), { minKeys: 8 }), rating: fc.constantFrom(null, 3.2, 4.8), price: fc.constantFrom(null, 900, 4200) })
  .map(({ values, rating, price }) => tote(values, { averageRating: rating, priceMinor: price }));

test.each(['rating', 'exclusion', 'voucher', null] as const)('whatever a target states, it satisfies every feature of a task about it (%s)', async (centre) => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryTote, { minLength: 1, maxLength: 6 }), fc.integer(), async (products, seed) => {
      const dependencies = extraction({ products, seed, contract: { centre, leastImplicit: 0 } });
      const result = await outcomeOf(extract(dependencies), plannedTask());
      if (!isKept(result)) return;
      const target = dependencies.productOf('P0') as Product;
      const { features } = result.kept;
      for (const feature of features) expect(satisfies(target, requirementOf(feature)), JSON.stringify(feature)).toBe('yes');
      expect(new Set(features.map(({ field }) => field)).size).toBe(features.length);
      dependencies.catalog.close();
    }),
    { numRuns: 25 },
  );
});
