import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requirementOf, satisfies } from '../../../catalog/satisfies.ts';
import { isKept } from '../../../pipeline/stage.ts';
import type { Product } from '../../../schemas/product.ts';
import { hiddenNeeds } from '../../../stages/extract/hidden-needs.ts';
import { extract } from '../../../stages/extract.ts';
import { type ExtractionWorld, extraction, extractionStage, TEN_FACTS, tote } from '../../fixtures/extraction.ts';
import { plannedTask } from '../../fixtures/tasks.ts';
import { outcomeOf } from '../stage-contract.ts';

const outcome = (world: ExtractionWorld) => outcomeOf(extractionStage(world), plannedTask());

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
          const result = await outcomeOf(extract(dependencies, hiddenNeeds(dependencies)), plannedTask());
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
