import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isKept } from '../../../../pipeline/stage.ts';
import type { Feature } from '../../../../shopping/kinds/index.ts';
import type { FeaturedTask } from '../../../../shopping/task.ts';
import { findMentions } from '../../../../text/mentions.ts';
import {
  EVERYWHERE,
  type ExtractionWorld,
  extractionStage,
  POOR_TOTE,
  TEN_FACTS,
  tote,
} from '../../../fixtures/extraction.ts';
import { plannedTask } from '../../../fixtures/tasks.ts';
import { keptOf, outcomeOf } from '../../../stages/stage-contract.ts';

type World = ExtractionWorld;

const extracted = (world: World): Promise<FeaturedTask> => keptOf(extractionStage(world), plannedTask());
const outcome = (world: World) => outcomeOf(extractionStage(world), plannedTask());
/** Values of some fields alone may be excluded. */
const excluding = (may: (field: string) => boolean): NonNullable<World['changes']> => ({
  fieldUse: (field) => ({ ...EVERYWHERE, negative: may(field) }),
});
const find = ({ features }: FeaturedTask, field: string) => features.find((feature) => feature.field === field);
const valueFor = (task: FeaturedTask, field: string) => find(task, field)?.value;

test('a target with few facts gets every number that excludes another product', async () => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  const task = await extracted({ products: [tote(scarce), POOR_TOTE] });
  expect([valueFor(task, 'average_rating'), valueFor(task, 'rating_number'), valueFor(task, 'price')]).toEqual([
    { min: 4.5 },
    { min: 200 },
    { max: 25 },
  ]);
});

test('a number that excludes no product of the category is no requirement', async () => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  const task = await extracted({ products: [tote(scarce), tote(scarce)] });
  expect(task.features.filter(({ type }) => type === 'numeric_range')).toEqual([]);
});

test('a number may be asked for or hidden in a clarification, never in a persona', async () => {
  const task = await extracted({
    products: [tote(Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8))), POOR_TOTE],
  });
  for (const feature of task.features.filter(({ type }) => type === 'numeric_range'))
    expect(feature.sources).toEqual(['query', 'clarification']);
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
  expect(
    valueFor(await extracted({ products: [tote(scarce, { averageRating }), POOR_TOTE] }), 'average_rating'),
  ).toEqual(bound);
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
  const rival = { ...POOR_TOTE, priceMinor: 99_000_000 };
  expect(valueFor(await extracted({ products: [tote(scarce, { priceMinor }), rival] }), 'price')).toEqual(bound);
});

test('every price bound is a whole amount the target meets, at most twice its price', () => {
  return fc.assert(
    fc.asyncProperty(fc.integer({ min: 300, max: 90_000_000 }), async (priceMinor) => {
      const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
      const { max } = valueFor(
        await extracted({ products: [tote(scarce, { priceMinor }), { ...POOR_TOTE, priceMinor: 400_000_000 }] }),
        'price',
      ) as { max: number };
      expect(Number.isInteger(max)).toBe(true);
      expect(max * 100).toBeGreaterThanOrEqual(priceMinor);
      expect(max * 100).toBeLessThanOrEqual(Math.max(500, priceMinor * 2));
    }),
    { numRuns: 30 },
  );
});

test('no price bound is set among products of several currencies', async () => {
  const scarce = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));
  const task = await extracted({ products: [tote(scarce), { ...POOR_TOTE, currency: 'EUR' }, POOR_TOTE] });
  expect(find(task, 'price')).toBeUndefined();
});

test('a rating intent gets one bound that it needs', async () => {
  const task = await extracted({ products: [tote(), POOR_TOTE], contract: { definingConstraint: 'rating' } });
  const bounds = task.features.filter(({ field }) => field === 'average_rating' || field === 'rating_number');
  expect(bounds).toMatchObject([{ type: 'numeric_range', required: true }]);
});

test('a rating intent without a bound that excludes anything is rejected', async () => {
  expect(await outcome({ products: [tote(), tote()], contract: { definingConstraint: 'rating' } })).toMatchObject({
    code: 'no_rating_bound',
  });
});

test('a negative intent excludes values that rivals have and the target has not', async () => {
  const rivals = [
    { ...TEN_FACTS, Color: 'White' },
    { ...TEN_FACTS, Color: 'Green' },
    { ...TEN_FACTS, Color: ['White', 'Red'] },
  ];
  const task = await extracted({
    products: [tote(), ...rivals.map((values) => tote(values))],
    contract: { definingConstraint: 'exclusion' },
  });
  const [exclusion] = task.features.filter(({ type }) => type === 'negative_attribute');
  expect(exclusion).toMatchObject({ field: 'details.Color', sources: ['query', 'persona'], required: true });
  // White comes first: two rivals have it.
  expect(exclusion?.value).toSatisfy(
    (values: string[]) => values[0] === 'White' && values.length <= 2 && !values.includes('Red'),
  );
});

test('a maker that a row writes in small letters is ruled out as titles write it', async () => {
  const of = (brand: string, maker: string) =>
    tote({ ...TEN_FACTS, Brand: brand }, { title: `${maker} Harbor Tote Bag`, brand });
  const task = await extracted({
    products: [of('Orla', 'Orla'), of('ember & oak', 'Ember & Oak'), of('Ember & Oak', 'Ember & Oak')],
    contract: { definingConstraint: 'exclusion' },
    changes: excluding((field) => field === 'Brand'),
  });
  expect(find(task, 'details.Brand')?.value).toEqual(['Ember & Oak']);
});

test('a field is excluded first in which a rival differs that is otherwise like the target', async () => {
  const far = { ...TEN_FACTS, Material: 'Cork', Shape: 'Oval', Pattern: 'Plain' };
  const near = { ...TEN_FACTS, Scent: 'Pine' };
  for (let seed = 0; seed < 10; seed++) {
    const task = await extracted({
      products: [tote(), tote(far), tote(far), tote(near)],
      contract: { definingConstraint: 'exclusion' },
      seed,
    });
    const exclusions = task.features.filter(({ type }) => type === 'negative_attribute');
    expect(exclusions[0]).toMatchObject({ field: 'details.Scent', value: ['Pine'], required: true });
    expect(exclusions.slice(1).map(({ required }) => required)).toEqual([false, false, false]);
  }
});

test('of the values of a field that of the closest rival is excluded first, however many others have another', async () => {
  const far = { ...TEN_FACTS, Color: 'Blue', Shape: 'Oval', Pattern: 'Plain' };
  const near = { ...TEN_FACTS, Color: 'White' };
  const task = await extracted({
    products: [tote(), tote(far), tote(far), tote(near)],
    contract: { definingConstraint: 'exclusion' },
    changes: excluding((field) => field === 'Color'),
  });
  expect(find(task, 'details.Color')?.value).toSatisfy(([first]: string[]) => first === 'White');
});

test('a field counts nothing against its own exclusion, whether it could be a fact or not', async () => {
  const first = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    const task = await extracted({
      products: [tote(), tote({ ...TEN_FACTS, Color: 'Blue' }), tote({ ...TEN_FACTS, Lining: 'Plaid' })],
      contract: { definingConstraint: 'exclusion' },
      changes: {
        judged: ({ details }) => ({
          kept: Object.entries(details).flatMap(
            ([
              field,
              {
                options: [option = ''],
              },
            ]) => (option === TEN_FACTS.Lining ? [] : { field, option }),
          ),
          dropped: [],
        }),
      },
      seed,
    });
    first.add(task.features.find(({ type }) => type === 'negative_attribute')?.field ?? '');
  }
  expect(first).toEqual(new Set(['details.Color', 'details.Lining']));
});

test('what may be excluded instead is still stated: a split takes one of the two', async () => {
  const task = await extracted({
    products: [tote(), tote({ ...TEN_FACTS, Color: 'Blue' })],
    contract: { definingConstraint: 'exclusion' },
  });
  const ofColor = task.features.filter(({ field }) => field === 'details.Color');
  expect(ofColor.map(({ type }) => type).sort()).toEqual(['attribute_match', 'negative_attribute']);
});

test('a value in another spelling of the target is not excluded', async () => {
  expect(
    await outcome({
      products: [tote({ ...TEN_FACTS, Color: 'Navy Blue' }), tote({ ...TEN_FACTS, Color: 'navy-blue' })],
      contract: { definingConstraint: 'exclusion' },
    }),
  ).toMatchObject({ code: 'no_exclusion' });
});

test.each([
  [
    'an option of the target names',
    { ...TEN_FACTS, Color: 'Navy Blue' },
    { ...TEN_FACTS, Color: 'Blue' },
    'Harbor Tote Bag',
  ],
  ['the title of the target names', TEN_FACTS, { ...TEN_FACTS, Material: 'Leather' }, 'Harbor Leather Look Tote Bag'],
])('a value that %s is not excluded: a shopper would take it for the target', async (_, own, rival, title) => {
  const result = await outcome({
    products: [tote(own, { title }), tote(rival)],
    contract: { definingConstraint: 'exclusion' },
  });
  const features: readonly Feature[] = isKept(result) ? result.kept.features : [];
  for (const { type, value } of features) {
    if (type !== 'negative_attribute') continue;
    for (const excluded of value as string[])
      for (const text of [title, ...Object.values(own)])
        expect(findMentions(text, excluded), `${excluded} in ${text}`).toEqual([]);
  }
});

test('only fields that may be excluded are', async () => {
  const rival = { ...TEN_FACTS, Color: 'Blue' };
  expect(
    await outcome({
      products: [tote(), tote(rival)],
      contract: { definingConstraint: 'exclusion' },
      changes: excluding((field) => field !== 'Color'),
    }),
  ).toMatchObject({ code: 'no_exclusion' });
});

test('noise that rivals state is not excluded', async () => {
  const changes: World['changes'] = {
    judged: (product) => ({
      kept: Object.entries(product.details).flatMap(([field, { options }]) =>
        options.filter((option) => option !== 'n/a').map((option) => ({ field, option })),
      ),
      dropped: [],
    }),
  };
  expect(
    await outcome({
      products: [tote(), tote({ ...TEN_FACTS, Color: 'n/a' })],
      contract: { definingConstraint: 'exclusion' },
      changes,
    }),
  ).toMatchObject({ code: 'no_exclusion' });
});

test('a coupon intent gets a budget with the voucher planned for it, and no price bound beside it', async () => {
  const task = await extracted({ products: [tote(), POOR_TOTE], contract: { definingConstraint: 'voucher' } });
  expect(find(task, 'budget')).toMatchObject({
    type: 'budget_match',
    value: { budget: 1900 },
    sources: ['query'],
    required: true,
  });
  expect(find(task, 'price')).toBeUndefined();
});

test('a voucher is planned against the prices of rivals in the same currency', async () => {
  const asked: number[][] = [];
  const changes: World['changes'] = {
    planVoucher({ rivals }) {
      asked.push([...rivals]);
      return { rejected: 'no human voucher' };
    },
  };
  const products = [
    tote(),
    tote(TEN_FACTS, { priceMinor: 1000 }),
    tote(TEN_FACTS, { priceMinor: 3000, currency: 'EUR' }),
    tote(TEN_FACTS, { priceMinor: null }),
  ];
  expect(await outcome({ products, contract: { definingConstraint: 'voucher' }, changes })).toMatchObject({
    code: 'no_voucher',
    detail: 'no human voucher',
  });
  expect(asked).toEqual([[1000]]);
});

test('a target without a price gets no voucher', async () => {
  expect(
    await outcome({ products: [tote(TEN_FACTS, { priceMinor: null })], contract: { definingConstraint: 'voucher' } }),
  ).toMatchObject({ code: 'no_voucher', detail: 'the target has no price' });
});

test('a target with a price for each SKU gets no voucher, and its code says so', async () => {
  const skuOptions = [1000, 1200].map((priceMinor) => ({ id: `S${priceMinor}`, values: {}, priceMinor }));
  expect(
    await outcome({ products: [tote(TEN_FACTS, { skuOptions })], contract: { definingConstraint: 'voucher' } }),
  ).toMatchObject({ code: 'several_prices', detail: 'what the target costs depends on the SKU' });
});

test('a review intent gets two of the opinions proposed', async () => {
  const task = await extracted({ products: [tote()], contract: { definingConstraint: 'opinions' } });
  expect(
    task.features.filter(({ type }) => type === 'review_opinion').map(({ required, sources }) => [required, sources]),
  ).toEqual([
    [true, ['query']],
    [true, ['query']],
  ]);
});

test('one opinion is too few', async () => {
  const changes: World['changes'] = {
    proposeOpinions: async () => [{ opinion: 'It grips', evidence: [{ review_id: 'v1', quote: 'grips' }] }],
  };
  expect(await outcome({ products: [tote()], contract: { definingConstraint: 'opinions' }, changes })).toMatchObject({
    code: 'too_few_opinions',
  });
});

test('opinions are told which texts state a fact of the target', async () => {
  const answers: boolean[] = [];
  const changes: World['changes'] = {
    proposeOpinions: async ({ statesFact }) => {
      answers.push(statesFact('the RED is bright'), statesFact('it is incredible'), statesFact('the zipper sticks'));
      return [];
    },
  };
  await outcome({ products: [tote()], contract: { definingConstraint: 'opinions' }, changes });
  expect(answers).toEqual([true, false, true]);
});
