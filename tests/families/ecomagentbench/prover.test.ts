import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/store/catalog.ts';
import { Prover } from '../../../families/ecomagentbench/prover.ts';
import type { Product } from '../../../schemas/product.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { type InfoSource, type Requirement, type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import { Proof } from '../../../shopping/proof.ts';
import type { SemanticProof } from '../../../shopping/semantic.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { digestOf } from '../../../text/digest.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { SEMANTIC_PROOF } from '../../fixtures/semantic.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';
import { lockedTask, pays, praised } from '../../fixtures/tasks.ts';

const proverOf = (catalog: Catalog) => new Prover({ catalog, answerSets: new AnswerSets(catalog) });
const inputOf = (task: LockedTask, catalog: Catalog) => ({
  task,
  wording: leakInput({}).wording,
  targets: task.targetIds.flatMap((id) => catalog.productById(id) ?? []),
});

const source = fc.constantFrom<InfoSource>('query', 'persona', 'clarification');
const colour = fc.constantFrom('Red', 'red', 'Blue', 'Navy Blue');
const rubric: fc.Arbitrary<Rubric> = fc.oneof(
  fc.tuple(source, colour).map(([from, value]) => asksFor('r', from, 'Color', value)),
  fc.tuple(source, fc.constantFrom('Large', 'Small')).map(([from, value]) => asksFor('r', from, 'Size', value)),
  fc
    .tuple(source, fc.uniqueArray(colour, { minLength: 1, maxLength: 2 }))
    .map(([from, values]) => excludes('r', from, 'Color', values)),
  fc.tuple(source, fc.constantFrom(3, 4, 4.5)).map(([from, min]) => bounds('r', from, 'average_rating', { min })),
  fc.tuple(source, fc.nat(40)).map(([from, max]) => bounds('r', from, 'price', { max })),
  fc.integer({ min: 500, max: 4000 }).map((budget) => pays('r', budget)),
  fc.constant(praised('r', 'The zip never sticks')),
);
const rubrics = fc
  .array(rubric, { minLength: 1, maxLength: 7 })
  .map((list) => [...list, names('r', 'tote bag')].map((one, index) => ({ ...one, id: `r${index + 1}` })));
const product: fc.Arbitrary<Partial<Product>> = fc.record({
  title: fc.constantFrom('Harbor Tote Bag', 'Tote Bag for Work', 'Tote Bagel', 'Bag, tote', 'TOTE-BAG'),
  details: fc
    .record({ Color: fc.uniqueArray(colour, { minLength: 1, maxLength: 2 }), Size: fc.constantFrom('Large', 'Small') })
    .map(details),
  averageRating: fc.constantFrom(null, 3.5, 4, 4.5),
  priceMinor: fc.constantFrom(null, 900, 2000, 2400, 3900),
});

/** The products that satisfy the rubrics, found by asking each product about each rubric. */
function scanned(catalog: Catalog, wanted: readonly Rubric[]): string[] {
  const decidable = wanted.filter(({ type }) => type !== 'review_opinion');
  const all = [...catalog.products()].map((row) => row.product);
  return all
    .filter((one) => decidable.every((asked) => satisfies(one, asked as Requirement) === 'yes'))
    .map(({ id }) => id)
    .sort();
}

test('every count of a proof is that of a plain scan of the catalog', () => {
  fc.assert(
    fc.property(fc.array(product, { minLength: 1, maxLength: 20 }), rubrics, (products, asked) => {
      const catalog = storedCatalog(products);
      const task = lockedTask(asked);
      const proof = proverOf(catalog).prove(inputOf(task, catalog), []);
      const size = (...withheld: InfoSource[]) =>
        scanned(
          catalog,
          asked.filter(({ info_source }) => !withheld.includes(info_source)),
        ).length;
      const ids = scanned(catalog, asked);
      expect(proof.answer_set).toEqual({
        size: ids.length,
        digest: digestOf('answer set', ids),
        product_ids: ids.slice(0, 20),
        without_persona: size('persona'),
        without_clarification: size('clarification'),
        query_alone: size('persona', 'clarification'),
        noun_phrase_alone: scanned(catalog, asked.slice(-1)).length,
        both_hidden_sources_needed: size('persona') > ids.length && size('clarification') > ids.length,
      });
      catalog.close();
    }),
    { numRuns: 60 },
  );
});

test('what each rubric removes is what a plain scan gains without it', () => {
  fc.assert(
    fc.property(fc.array(product, { minLength: 1, maxLength: 20 }), rubrics, (products, asked) => {
      const catalog = storedCatalog(products);
      const { rubrics: evidence } = proverOf(catalog).prove(inputOf(lockedTask(asked), catalog), []);
      for (const [index, { removes }] of evidence.entries()) {
        const undecided = ['review_opinion', 'entity_match'].includes(asked[index]?.type ?? '');
        const gained = scanned(catalog, asked.toSpliced(index, 1)).length - scanned(catalog, asked).length;
        expect(removes).toBe(undecided ? null : gained);
      }
      catalog.close();
    }),
    { numRuns: 40 },
  );
});

const TOTES = [
  { title: 'Tote Bag', details: details({ Color: ['Red', 'Blue'] }), averageRating: 4.5, priceMinor: 2400 },
  { title: 'Tote Bag', details: details({ Color: 'Blue' }), averageRating: 4, priceMinor: 900 },
  { title: 'Tote Bag' },
];
const RUBRICS = [
  asksFor('r1', 'query', 'Color', 'red'),
  excludes('r2', 'query', 'Material', ['Vinyl']),
  bounds('r3', 'persona', 'average_rating', { min: 4.5 }),
  bounds('r4', 'persona', 'price', { max: 25 }),
  pays('r5', 1900),
  praised('r6', 'The zip never sticks', 'zip never sticks'),
  excludes('r7', 'query', 'Color', ['Green']),
  names('r8', 'tote bag'),
];

test('a proof is a record that may be published', () => {
  const catalog = storedCatalog(TOTES);
  expect(Proof.parse(proverOf(catalog).prove(inputOf(lockedTask(RUBRICS), catalog), ['lock']))).toMatchObject({
    gates_passed: ['lock'],
    // A script without a slot is opened by no question of the bank, which has hundreds.
    dialogue: {
      matcher: { on_topic: { asked: 0 }, off_topic: { asked: expect.toSatisfy((asked) => asked > 100), opened: 0 } },
    },
  });
});

test('what models found stands in the proof, and nothing of it where none was asked', () => {
  const catalog = storedCatalog(TOTES);
  const prove = (semantic?: SemanticProof) => {
    return proverOf(catalog).prove(inputOf(lockedTask(RUBRICS), catalog), ['lock'], semantic);
  };
  expect(Proof.parse(prove(SEMANTIC_PROOF))).toEqual({ ...prove(), semantic: SEMANTIC_PROOF });
  expect(prove()).not.toHaveProperty('semantic');
});

test('a proof says what the target itself states about each rubric', () => {
  const catalog = storedCatalog(TOTES);
  const { rubrics: evidence } = proverOf(catalog).prove(inputOf(lockedTask(RUBRICS), catalog), []);
  expect(evidence.map(({ rubric_id, target_states }) => [rubric_id, target_states])).toEqual([
    ['r1', ['Red']],
    ['r2', []],
    ['r3', ['4.5']],
    ['r4', ['24']],
    ['r5', ['$24']],
    ['r6', []],
    ['r7', ['Red', 'Blue']],
    ['r8', ['Tote Bag']],
  ]);
});

test('an opinion is proved by its quotes, and only an opinion has any', () => {
  const catalog = storedCatalog(TOTES);
  const { rubrics: evidence } = proverOf(catalog).prove(inputOf(lockedTask(RUBRICS), catalog), []);
  expect(evidence.filter(({ quotes }) => quotes !== undefined)).toMatchObject([
    { rubric_id: 'r6', quotes: [{ review_id: 'v1', quote: 'zip never sticks' }] },
  ]);
});

test('answers are listed in code-unit order, whatever their rows', () => {
  const catalog = storedCatalog(['b', 'B10', 'B9', 'ä', 'a'].map((id) => ({ id, title: 'Tote Bag' })));
  expect(proverOf(catalog).answersOf(lockedTask([names('r1', 'tote bag')]))).toEqual(['B10', 'B9', 'a', 'b', 'ä']);
});

test('a proof lists at most twenty products and its digest covers all of them', () => {
  const prove = (count: number) => {
    const catalog = storedCatalog(
      Array.from({ length: count }, (_, index) => ({ id: `P${String(index).padStart(2, '0')}`, title: 'Tote Bag' })),
    );
    const task = lockedTask([names('r1', 'tote bag')], { targetIds: ['P00'] });
    return proverOf(catalog).prove(inputOf(task, catalog), []).answer_set;
  };
  const [many, more] = [prove(25), prove(26)];
  expect(many.product_ids).toHaveLength(20);
  expect(more.product_ids).toEqual(many.product_ids);
  expect(more.digest).not.toBe(many.digest);
});

test('one prover answers about one task after another, and about the first again', () => {
  const catalog = storedCatalog(TOTES);
  const prover = proverOf(catalog);
  const [red, blue] = [
    lockedTask([asksFor('r1', 'query', 'Color', 'Red'), names('r2', 'tote bag')]),
    lockedTask([asksFor('r1', 'query', 'Color', 'Blue'), names('r2', 'tote bag')]),
  ];
  expect([red, blue, red].map((task) => prover.answersOf(task))).toEqual([['P0'], ['P0', 'P1'], ['P0']]);
});

test('the near misses a rubric removes are those a plain scan finds', () => {
  fc.assert(
    fc.property(fc.array(product, { minLength: 1, maxLength: 20 }), rubrics, (products, asked) => {
      const catalog = storedCatalog(products);
      const prover = proverOf(catalog);
      const holders = [...catalog.products()]
        .map((row) => row.product)
        .filter((one) => satisfies(one, asked.at(-1) as Requirement) === 'yes');
      for (const [index, rubricAsked] of asked.entries()) {
        // All rows share the noun phrase, so it says nothing about how close they come.
        const counted = ({ type }: Rubric) => type !== 'review_opinion' && type !== 'entity_match';
        if (!counted(rubricAsked)) continue;
        const others = asked.filter((other, at) => at !== index && counted(other));
        const misses = holders.filter((one) => {
          const met = others.filter((other) => satisfies(one, other as Requirement) === 'yes').length;
          return satisfies(one, rubricAsked as Requirement) !== 'yes' && met * 2 >= others.length;
        });
        expect(prover.nearMissesRemovedBy(lockedTask(asked), rubricAsked.id)).toBe(misses.length);
      }
      catalog.close();
    }),
    { numRuns: 30 },
  );
});

test.each(['removedBy', 'nearMissesRemovedBy'] as const)(
  'a rubric the task does not have is no rubric whose work can be counted (%s)',
  (count) => {
    const catalog = storedCatalog(TOTES);
    expect(() => proverOf(catalog)[count](lockedTask(RUBRICS), 'r99')).toThrow();
  },
);
