import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenNeeds } from '../../../../families/ecomagentbench/needs/index.ts';
import { isKept } from '../../../../pipeline/stage.ts';
import type { Product } from '../../../../schemas/product.ts';
import { requirementOf, satisfies } from '../../../../shopping/kinds/index.ts';
import type { FieldUse } from '../../../../shopping/learned/field-uses.ts';
import { extract } from '../../../../stages/extract/index.ts';
import {
  EVERYWHERE,
  type ExtractionWorld,
  extraction,
  extractionStage,
  TEN_FACTS,
  tote,
} from '../../../fixtures/extraction.ts';
import { plannedTask } from '../../../fixtures/tasks.ts';
import { outcomeOf } from '../../../stages/stage-contract.ts';

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
    detail: 'at most 1 of 2: details.Color',
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
    detail: expect.stringContaining(`1 of 2 for the ${source}: details.Color`),
  });
});

test('where a title shows what a source could hold, that is said, and of what no source may hold it is not', async () => {
  const [first, second] = ['Color', 'Material'].map((field) => TEN_FACTS[field as keyof typeof TEN_FACTS]);
  const fieldUse = (field: string) => ({ ...EVERYWHERE, persona: field === 'Color' || field === 'Material' });
  const shown = await outcome({
    products: [{ ...tote(), title: `${first} ${second} Tote Bag` }],
    changes: { fieldUse },
  });
  expect(shown).toMatchObject({
    code: 'too_few_hidden',
    detail: expect.stringMatching(
      /0 of 2 for the persona: none; the title shows details.Color, details.Material, so that they hide nowhere$/,
    ),
  });
  const none = (field: string) => ({ ...EVERYWHERE, persona: field === 'Nothing' });
  expect(
    await outcome({ products: [{ ...tote(), title: `${first} Tote Bag` }], changes: { fieldUse: none } }),
  ).toMatchObject({
    detail: expect.stringMatching(/for the persona: none$/),
  });
});

/** Some fields can only be excluded, of which nothing is said otherwise; no other can be. */
const onlyExcluding = (isExcluded: (field: string) => boolean) => ({
  fieldUse: (field: string): FieldUse =>
    isExcluded(field)
      ? { persona: false, clarification: false, negative: true, filler: false }
      : { ...EVERYWHERE, negative: false },
  sayable: (field: string) => ({ explicit: !isExcluded(field), implicit: !isExcluded(field) }),
});
const EIGHT_FACTS = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8));

test('an exclusion of a field that can be nothing else is the eighth requirement', async () => {
  const last = Object.keys(EIGHT_FACTS).at(-1) as string;
  const changes = onlyExcluding((field) => field === last);
  const products = [tote(EIGHT_FACTS), tote({ ...EIGHT_FACTS, [last]: 'Other' })].map((product) => ({
    ...product,
    averageRating: null,
    ratingCount: null,
    priceMinor: null,
  }));
  expect(isKept(await outcome({ products, contract: { definingConstraint: 'exclusion' }, changes }))).toBe(true);
});

test('of several exclusions one counts as a requirement', async () => {
  const [seventh, eighth] = Object.keys(EIGHT_FACTS).slice(-2) as [string, string];
  const isExtra = (field: string) => field === seventh || field === eighth;
  const changes = onlyExcluding(isExtra);
  const products = [tote(EIGHT_FACTS), tote({ ...EIGHT_FACTS, [seventh]: 'Other', [eighth]: 'Other' })].map(
    (product) => ({ ...product, averageRating: null, ratingCount: null, priceMinor: null }),
  );
  expect(await outcome({ products, contract: { definingConstraint: 'exclusion' }, changes })).toMatchObject({
    code: 'too_few_features',
    detail: expect.stringContaining('7 of 8'),
  });
});

test('a fact that the only exclusion takes the field of is none the persona can hold', async () => {
  const changes = {
    fieldUse: (field: string) => ({
      ...EVERYWHERE,
      persona: field === 'Color' || field === 'Material',
      negative: field === 'Color',
    }),
  };
  const products = [tote(), tote({ ...TEN_FACTS, Color: 'Blue' })];
  expect(await outcome({ products, contract: { definingConstraint: 'exclusion' }, changes })).toMatchObject({
    code: 'too_few_hidden',
    detail: expect.stringContaining('1 of 2 for the persona: details.Material'),
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
const toteWith = (leastFields: number) =>
  fc
    .record({
      values: fc.dictionary(
        fc.constantFrom(...FIELDS),
        fc.uniqueArray(fc.constantFrom(...OPTIONS), { minLength: 1, maxLength: 2 }),
        { minKeys: leastFields },
      ),
      rating: fc.constantFrom(null, 3.2, 4.8),
      price: fc.constantFrom(null, 900, 4200),
    })
    .map(({ values, rating, price }) => tote(values, { averageRating: rating, priceMinor: price }));

test.each(['rating', 'exclusion', 'voucher', null] as const)(
  'whatever a target states, it satisfies every feature of a task about it (%s)',
  async (definingConstraint) => {
    await fc.assert(
      fc.asyncProperty(fc.array(toteWith(8), { minLength: 1, maxLength: 6 }), fc.integer(), async (products, seed) => {
        const dependencies = extraction({ products, seed, contract: { definingConstraint, leastImplicit: 0 } });
        const result = await outcomeOf(extract(dependencies, hiddenNeeds(dependencies)), plannedTask());
        if (!isKept(result)) return;
        const target = dependencies.catalog.productById('P0') as Product;
        const { features } = result.kept;
        for (const feature of features)
          expect(satisfies(target, requirementOf(feature)), JSON.stringify(feature)).toBe('yes');
        const facts = features.filter(({ type }) => type !== 'negative_attribute');
        expect(new Set(facts.map(({ field }) => field)).size).toBe(facts.length);
        dependencies.catalog.close();
      }),
      { numRuns: 25 },
    );
  },
);

test.each(['rating', 'exclusion', 'voucher', null] as const)(
  'what is rejected beforehand would be rejected with all facts at hand (%s)',
  async (definingConstraint) => {
    const hides = (field: string) => field.length % 3 !== 0;
    const fieldUse = (field: string): FieldUse | undefined => {
      const negative = field === 'Color' || field === 'Material';
      if (field === 'Finish Type') return undefined;
      return { ...EVERYWHERE, persona: hides(field), clarification: field !== 'Color', negative };
    };
    const sayable = (field: string) => ({ explicit: true, implicit: field.length % 2 === 0 });
    let early = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(toteWith(5), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 4 }),
        async (products, leastImplicit) => {
          const contract = { definingConstraint, leastImplicit };
          const dependencies = extraction({ products, contract, changes: { fieldUse, sayable } });
          const parts = hiddenNeeds(dependencies);
          const { beforehand: _, ...afterwards } = parts;
          const result = await outcomeOf(extract(dependencies, parts), plannedTask());
          if (!isKept(result) && result.detail.startsWith('at most')) {
            early += 1;
            const late = await outcomeOf(extract(dependencies, afterwards), plannedTask());
            expect(isKept(late), result.detail).toBe(false);
          }
          dependencies.catalog.close();
        },
      ),
      { numRuns: 40 },
    );
    expect(early).toBeGreaterThan(0);
  },
);
