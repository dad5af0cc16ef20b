import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/store/catalog.ts';
import { OrderIndex } from '../../../families/shoppingbench/order-index.ts';
import { OrderProver } from '../../../families/shoppingbench/prover.ts';
import { OrderProof } from '../../../families/shoppingbench/sample.ts';
import type { Product } from '../../../schemas/product.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import {
  type Feature,
  isJudgedTogether,
  type Requirement,
  type Rubric,
  requirementOf,
} from '../../../shopping/kinds/index.ts';
import type { SemanticProof } from '../../../shopping/semantic.ts';
import { names } from '../../fixtures/leak-inputs.ts';
import {
  budgetFeature,
  called,
  entityOf,
  featuresOf,
  nounIn,
  ordersByScan,
  sameShopFeature,
  smallProduct,
} from '../../fixtures/order-worlds.ts';
import { about, orderInput } from '../../fixtures/orders.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { SEMANTIC_PROOF } from '../../fixtures/semantic.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';
import { lockedTask } from '../../fixtures/tasks.ts';

const VOUCHER_PARTS = {
  deciding: [{ part: 'discount', changes: 'target' as const, total: 2500 }],
  idle: ['threshold'],
};

const proverOver = (catalog: Catalog) =>
  new OrderProver({
    catalog,
    answerSets: new AnswerSets(catalog),
    orders: new OrderIndex(catalog),
    voucherParts: () => VOUCHER_PARTS,
  });

const rubricOf = (feature: Feature, at: number): Rubric =>
  ({
    id: `r${at + 1}`,
    ...requirementOf(feature),
    ...(feature.target === undefined ? {} : { target: feature.target }),
    info_source: 'query',
    description: 'a requirement',
  }) as Rubric;

/** A gate's input about the products of these ids and the features that are asked of them. */
function inputOf(catalog: Catalog, ids: readonly string[], features: readonly Feature[]) {
  const targets = ids.map((id) => catalog.productById(id) as Product);
  const several = ids.length > 1;
  const nouns = targets.map(({ title }, place) => {
    const rubric = names(`r${features.length + place + 1}`, nounIn(title));
    return several ? about(place, rubric) : rubric;
  });
  const rubrics = [...features.map(rubricOf), ...nouns];
  const entities = targets.map(({ title }) => entityOf(nounIn(title)));
  const task = lockedTask(rubrics, { targetIds: [...ids], entities });
  return { ...orderInput(rubrics, targets), task, targets };
}

type Input = ReturnType<typeof inputOf>;

/** Orders by a plain scan that leaves one rubric out, where one is named. */
function scanned(catalog: Catalog, { task }: Input, without?: Rubric): string[][] {
  const rubrics = task.locked.rubrics.filter((rubric) => rubric !== without);
  const asked = task.entities.map(({ phrase }, place) => [
    called(phrase),
    ...rubrics.filter((rubric) => !isJudgedTogether(rubric) && (rubric.target ?? 0) === place),
  ]);
  const joint = rubrics.filter(isJudgedTogether);
  return ordersByScan(catalog, asked as readonly Requirement[][], joint as readonly Requirement[]);
}

/** Products that satisfy what is asked of one place alone, leaving one rubric out where one is named. */
function scannedAt(catalog: Catalog, { task }: Input, place: number, without?: Rubric): number {
  const own = task.locked.rubrics.filter(
    (rubric) => rubric !== without && !isJudgedTogether(rubric) && (rubric.target ?? 0) === place,
  );
  return ordersByScan(catalog, [own as readonly Requirement[]], []).length;
}

const world = fc
  .record({
    products: fc.array(smallProduct, { minLength: 2, maxLength: 9 }),
    targets: fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 3 }),
    shop: fc.boolean(),
    budget: fc.option(fc.integer({ min: 500, max: 7000 }), { nil: undefined }),
    asked: fc.infiniteStream(fc.boolean()),
  })
  .filter(({ products, targets }) => targets.every((place) => place < products.length));

function everyWorld(holds: (catalog: Catalog, input: Input) => void) {
  fc.assert(
    fc.property(world, ({ products, targets, shop, budget, asked }) => {
      const ids = targets.map((place) => `P${place}`);
      const catalog = storedCatalog(products);
      const own = ids.flatMap((id, place) =>
        featuresOf(catalog.productById(id) as Product, ids.length > 1 ? place : undefined),
      );
      const features = [
        ...own.filter(() => asked.next().value),
        ...(shop && ids.length > 1 ? [sameShopFeature(ids.length)] : []),
        ...(budget === undefined ? [] : [budgetFeature(budget)]),
      ];
      holds(catalog, inputOf(catalog, ids, features));
      catalog.close();
    }),
    { numRuns: propertyRuns(60) },
  );
}

describe('a plain scan of the catalog finds what the prover says:', () => {
  test('the orders that satisfy everything, by id', () =>
    everyWorld((catalog, input) => {
      const expected = scanned(catalog, input)
        .map((ids) => ids.join('+'))
        .sort();
      const prover = proverOver(catalog);
      expect(prover.answersOf(input.task)).toEqual(expected);
      const { answer_set } = prover.prove(input, []);
      expect(answer_set).toMatchObject({ size: expected.length, product_ids: expected.slice(0, 20) });
    }));

  test('how many products fit each place alone, and how many its noun phrase', () =>
    everyWorld((catalog, input) => {
      const { targets } = proverOver(catalog).prove(input, []);
      expect(targets).toEqual(
        input.task.targetIds.map((product_id, place) => ({
          product_id,
          answers: scannedAt(catalog, input, place),
          noun_phrase_alone: ordersByScan(catalog, [[called(input.task.entities[place]?.phrase ?? '')]], []).length,
        })),
      );
    }));

  test('how many orders are left without the conditions on all of it, and from how many shops the answers are', () =>
    everyWorld((catalog, input) => {
      const joint = input.task.locked.rubrics.filter(isJudgedTogether);
      const { together } = proverOver(catalog).prove(input, []);
      if (joint.length === 0) {
        expect(together).toBeNull();
        return;
      }
      const { task } = input;
      const alone = {
        ...input,
        task: {
          ...task,
          locked: { ...task.locked, rubrics: task.locked.rubrics.filter((rubric) => !joint.includes(rubric)) },
        },
      };
      const shops = new Set(scanned(catalog, input).map(([id]) => catalog.productById(id as string)?.shopId));
      expect(together).toEqual({
        shops: joint.some(({ type }) => type === 'same_shop') ? shops.size : null,
        without_condition: scanned(catalog, alone).length,
      });
    }));

  test('how many products, or orders, each rubric removes by itself', () =>
    everyWorld((catalog, input) => {
      const { rubrics } = input.task.locked;
      const joint = rubrics.filter(isJudgedTogether);
      const proof = proverOver(catalog).prove(input, []);
      for (const [at, rubric] of rubrics.entries()) {
        const place = rubric.target ?? 0;
        const expected =
          rubric.type === 'entity_match'
            ? null
            : joint.includes(rubric)
              ? (proof.together?.without_condition ?? 0) - proof.answer_set.size
              : scannedAt(catalog, input, place, rubric) - scannedAt(catalog, input, place);
        expect([rubric.id, proof.rubrics[at]?.removes]).toEqual([rubric.id, expected]);
      }
    }));

  test('and everything it says fits the schema', () =>
    everyWorld((catalog, input) => {
      const proof = proverOver(catalog).prove(input, ['lock', 'target']);
      expect(OrderProof.parse(proof)).toEqual(proof);
      expect(proof.gates_passed).toEqual(['lock', 'target']);
      expect(proof.rubrics.map(({ rubric_id }) => rubric_id)).toEqual(input.task.locked.rubrics.map(({ id }) => id));
    }));
});

const bag = (Color: string, product: Partial<Product> = {}): Partial<Product> => ({
  title: 'Harbor Tote Bag',
  details: details({ Color }),
  priceMinor: 1500,
  shopId: 'S1',
  ...product,
});
const umbrella = (product: Partial<Product> = {}) => bag('Black', { title: 'Lund Umbrella', ...product });

test('a rubric is shown what its own target states, and a condition on the order what all of them do', () => {
  const catalog = storedCatalog([bag('Black'), umbrella({ priceMinor: 2500 })]);
  const own = ['P0', 'P1'].flatMap((id, place) => featuresOf(catalog.productById(id) as Product, place));
  const input = inputOf(catalog, ['P0', 'P1'], [...own, sameShopFeature(2), budgetFeature(3500)]);
  const states = proverOver(catalog)
    .prove(input, [])
    .rubrics.map(({ target_states }) => target_states);
  const [first, second, shop, budget, noun, otherNoun] = states;
  expect([first, second]).toEqual([['Black'], ['Black']]);
  expect(shop).toHaveLength(2);
  expect(budget).toHaveLength(2);
  expect([noun, otherNoun]).toEqual([['Harbor Tote Bag'], ['Lund Umbrella']]);
});

test('what models found stands in the proof, and nothing of it where none was asked', () => {
  const catalog = storedCatalog([bag('Black')]);
  const prove = (semantic?: SemanticProof) => proverOver(catalog).prove(inputOf(catalog, ['P0'], []), [], semantic);
  expect(OrderProof.parse(prove(SEMANTIC_PROOF))).toEqual({ ...prove(), semantic: SEMANTIC_PROOF });
  expect(prove()).not.toHaveProperty('semantic');
});

test('the arithmetic of a voucher is that of the whole order, and is left out where there is none', () => {
  const catalog = storedCatalog([bag('Black'), umbrella()]);
  const prove = (features: readonly Feature[]) =>
    proverOver(catalog).prove(inputOf(catalog, ['P0', 'P1'], features), []);
  expect(prove([budgetFeature(2500)]).voucher).toEqual({ total: 3000, price_after: 2500, ...VOUCHER_PARTS });
  expect(prove([sameShopFeature(2)]).voucher).toBeNull();
});

test('ids of an order stand in the order of its targets, and the answers in code-unit order', () => {
  const catalog = storedCatalog([umbrella({ id: 'Z' }), bag('Black', { id: 'b' }), bag('Black', { id: 'B' })]);
  expect(proverOver(catalog).answersOf(inputOf(catalog, ['Z', 'b'], []).task)).toEqual(['Z+B', 'Z+b']);
  expect(proverOver(catalog).answersOf(inputOf(catalog, ['b', 'Z'], []).task)).toEqual(['B+Z', 'b+Z']);
});

test('one prover asked about one task after another answers each as a fresh one does', () => {
  const catalog = storedCatalog([bag('Black'), bag('Red'), umbrella()]);
  const inputs = [inputOf(catalog, ['P0'], []), inputOf(catalog, ['P1', 'P2'], [sameShopFeature(2)])];
  const prover = proverOver(catalog);
  for (const input of [...inputs, ...inputs]) {
    expect(prover.prove(input, [])).toEqual(proverOver(catalog).prove(input, []));
    expect(prover.answersOf(input.task)).toEqual(proverOver(catalog).answersOf(input.task));
  }
});

test('at most twenty answers are listed, and the digest tells all of them apart', () => {
  const prove = (count: number) => {
    const catalog = storedCatalog(Array.from({ length: count }, (_, index) => bag('Black', { id: `P${100 + index}` })));
    return proverOver(catalog).prove(inputOf(catalog, ['P100'], []), []).answer_set;
  };
  const [some, more] = [prove(25), prove(26)];
  expect(some).toMatchObject({ size: 25, product_ids: more.product_ids });
  expect(some.product_ids).toHaveLength(20);
  expect(some.digest).not.toBe(more.digest);
});

test('a task that leaves more combinations than can be counted is a mistake of the stages before', () => {
  const catalog = storedCatalog(Array.from({ length: 150 }, () => bag('Black')));
  const input = inputOf(catalog, ['P0', 'P1'], []);
  expect(() => proverOver(catalog).prove(input, [])).toThrow('more combinations than can be counted');
});
