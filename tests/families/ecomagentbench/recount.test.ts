import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAnswers } from '../../../families/ecomagentbench/recount.ts';
import type { EcomagentbenchSample } from '../../../families/ecomagentbench/sample.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Violation } from '../../../schemas/violation.ts';
import { type Requirement, type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import { CatalogScan } from '../../../shopping/recount/catalog-scan.ts';
import { digestOf } from '../../../text/digest.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const FIELDS = ['Color', 'Material', 'Style'];
const VALUES = ['Black', 'Red', 'Blue'];
const TITLES = ['Harbor Tote Bag', 'Tote, Bag and Box', 'Bag', 'tote  bag', 'Loft ケース 黒', 'ケース'];
const PHRASES = ['Tote Bag', 'Bag', 'ケース', 'Bag Tote'];

const source = fc.constantFrom('query' as const, 'persona' as const, 'clarification' as const);
const product = fc.record({
  title: fc.constantFrom(...TITLES),
  options: fc.array(fc.subarray(VALUES), { minLength: 3, maxLength: 3 }),
  rating: fc.integer({ min: 1, max: 5 }),
});
const requirement = fc.oneof(
  fc.record({
    type: fc.constant('attribute_match' as const),
    field: fc.constantFrom(...FIELDS).map((field) => `details.${field}`),
    expected_value: fc.constantFrom(...VALUES),
  }),
  fc.record({
    type: fc.constant('negative_attribute' as const),
    field: fc.constantFrom(...FIELDS).map((field) => `details.${field}`),
    expected_value: fc.subarray(VALUES, { minLength: 1 }),
  }),
  fc.record({
    type: fc.constant('numeric_range' as const),
    field: fc.constant('average_rating'),
    expected_value: fc.record({ min: fc.integer({ min: 1, max: 5 }) }),
  }),
  fc.record({
    type: fc.constant('review_opinion' as const),
    field: fc.constant('review'),
    expected_value: fc.constant({ opinion: 'good', evidence: [{ review_id: 'a', quote: 'good' }] }),
  }),
);
const worlds = fc.record({
  products: fc.array(product, { maxLength: 25 }),
  samples: fc.array(
    fc.record({
      phrase: fc.constantFrom(...PHRASES),
      rubrics: fc.array(fc.tuple(requirement, source), { maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

interface World {
  readonly products: readonly Product[];
  readonly samples: readonly { readonly sample: EcomagentbenchSample; readonly rubrics: readonly Rubric[] }[];
}

/** A world whose proofs are counted the slow way: every product against every rubric, for every count anew. */
function worldOf({ products: drawn, samples }: typeof worlds extends fc.Arbitrary<infer T> ? T : never): World {
  const products = drawn.map(({ title, options, rating }, at) =>
    productWith({
      id: `P${at}`,
      title,
      averageRating: rating,
      details: details(Object.fromEntries(FIELDS.map((field, place) => [field, options[place] ?? []]))),
    }),
  );
  return {
    products,
    samples: samples.map(({ phrase, rubrics: drawnRubrics }, at) => {
      const rubrics = [
        ...drawnRubrics.map(([wanted, info_source], place) => ({ ...wanted, id: `r${place}`, info_source })),
        { id: 'noun', type: 'entity_match', field: 'title', expected_value: phrase, info_source: 'query' },
      ] as Rubric[];
      const meets = (candidate: Product, without: (rubric: Rubric) => boolean) =>
        rubrics.every(
          (rubric) =>
            without(rubric) ||
            rubric.type === 'review_opinion' ||
            satisfies(candidate, rubric as Requirement) === 'yes',
        );
      const count = (without: (rubric: Rubric) => boolean) =>
        products.filter((candidate) => meets(candidate, without)).length;
      const ids = products
        .filter((candidate) => meets(candidate, () => false))
        .map(({ id }) => id)
        .sort();
      const [size, withoutPersona, withoutClarification] = [
        ids.length,
        count(({ info_source }) => info_source === 'persona'),
        count(({ info_source }) => info_source === 'clarification'),
      ];
      const answer_set = {
        size,
        digest: digestOf('answer set', ids),
        product_ids: ids.slice(0, 20),
        without_persona: withoutPersona,
        without_clarification: withoutClarification,
        query_alone: count(({ info_source }) => info_source !== 'query'),
        noun_phrase_alone: count(({ type }) => type !== 'entity_match'),
        both_hidden_sources_needed: withoutPersona > size && withoutClarification > size,
      };
      const removes = ({ id, type }: Rubric) =>
        type === 'review_opinion' || type === 'entity_match' ? null : count((rubric) => rubric.id === id) - size;
      const proof = {
        answer_set,
        rubrics: rubrics.map((rubric) => ({ rubric_id: rubric.id, target_states: [], removes: removes(rubric) })),
      };
      return {
        sample: {
          id: `sample-${at}`,
          target_product: { product_id: ids[0] ?? 'P0' },
          proof,
        } as unknown as EcomagentbenchSample,
        rubrics,
      };
    }),
  };
}

function scanned({ products, samples }: World, maxAnswers = Number.POSITIVE_INFINITY): Violation[] {
  const scan = new CatalogScan();
  const violations: Violation[] = [];
  const finish = samples.map(({ sample, rubrics }) =>
    countAnswers(sample, rubrics, maxAnswers, scan, (code, detail) =>
      violations.push({ where: sample.id, code, detail }),
    ),
  );
  scan.run({ products: () => products.map((candidate, row) => ({ row, product: candidate })) });
  for (const compare of finish) compare();
  return violations;
}

const COUNTS = new Set(['answer_set_differs', 'withheld_count_differs', 'removed_count_differs']);

test('one pass over the catalog counts what comparing every product with every rubric counts, for any catalog and any samples', () => {
  fc.assert(
    fc.property(worlds, (drawn) => {
      expect(scanned(worldOf(drawn)).filter(({ code }) => COUNTS.has(code))).toEqual([]);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('a count that is off by any amount is found, and of the right sample', () => {
  const keys = ['size', 'without_persona', 'without_clarification', 'query_alone', 'noun_phrase_alone'] as const;
  fc.assert(
    fc.property(worlds, fc.constantFrom(...keys), fc.integer({ min: 1, max: 9 }), fc.nat(3), (drawn, key, by, at) => {
      const world = worldOf(drawn);
      const { sample } = world.samples[at % world.samples.length] as World['samples'][number];
      sample.proof.answer_set[key] += by;
      const found = scanned(world).filter(({ code }) => COUNTS.has(code));
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map(({ where }) => where))).toEqual(new Set([sample.id]));
    }),
  );
});

test('an excluded value must be stated by a product that is not the target', () => {
  const world = (options: readonly string[][]) =>
    worldOf({
      products: options.map((colors) => ({ title: 'Tote Bag', options: [colors, [], []], rating: 5 })),
      samples: [
        {
          phrase: 'Tote Bag',
          rubrics: [[{ type: 'negative_attribute', field: 'details.Color', expected_value: ['Red'] }, 'query']],
        },
      ],
    });
  const found = (options: readonly string[][]) => scanned(world(options)).map(({ code }) => code);
  expect(found([['Black'], ['Red']])).toEqual([]);
  expect(found([['Black'], ['Blue']])).toEqual(['exclusion_of_nothing']);
});

test('more answers than the run allows, and an answer set without the target, are found', () => {
  const world = worldOf({
    products: [1, 2, 3].map((rating) => ({ title: 'Bag', options: [[], [], []], rating })),
    samples: [{ phrase: 'Bag', rubrics: [] }],
  });
  (world.samples[0] as World['samples'][number]).sample.target_product.product_id = 'P9';
  expect(scanned(world, 2).map(({ code }) => code)).toEqual(['ambiguous_answer', 'target_fails']);
});

test('a sample that no rubric names, or two, is not counted and says so', () => {
  const world = worldOf({ products: [], samples: [{ phrase: 'Bag', rubrics: [] }] });
  const { sample, rubrics } = world.samples[0] as World['samples'][number];
  for (const named of [[], [...rubrics, ...rubrics]])
    expect(scanned({ products: [], samples: [{ sample, rubrics: named }] })).toMatchObject([
      { where: 'sample-0', code: 'entity_ungrounded' },
    ]);
});
