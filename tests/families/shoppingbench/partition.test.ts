import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/store/catalog.ts';
import { OrderIndex } from '../../../families/shoppingbench/order-index.ts';
import { select } from '../../../families/shoppingbench/partition.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { isKept } from '../../../pipeline/stage.ts';
import type { Product } from '../../../schemas/product.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import type { OrderContract } from '../../../shopping/intent.ts';
import { type Feature, isJudgedTogether, requirementOf } from '../../../shopping/kinds/index.ts';
import type { PlacementObserver, TriedPlacement } from '../../../shopping/placement.ts';
import type { FeaturedTask, PartitionedTask } from '../../../shopping/task.ts';
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
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';
import { plannedTask } from '../../fixtures/tasks.ts';
import { keepsTheStageContract, outcomeOf } from '../../stages/stage-contract.ts';

const CONTRACT: OrderContract = {
  sizes: { 1: 1, 2: 1 },
  oneShop: false,
  voucher: false,
  knowledge: false,
  leastEach: 1,
  mostEach: 5,
};

interface Options {
  readonly contract?: Partial<OrderContract>;
  readonly maxAnswers?: number;
  readonly seed?: number;
  readonly onTried?: PlacementObserver;
}

const stageOver = (catalog: Catalog, { contract, maxAnswers = 1, seed = 42, onTried }: Options = {}) =>
  select({
    answerSets: new AnswerSets(catalog),
    orders: new OrderIndex(catalog),
    drawFor: ({ id }) => drawFor(seed, id, 'select'),
    contractOf: () => ({ ...CONTRACT, ...contract }),
    maxAnswers,
    onTried,
  });

/** A task about the products of these ids, with everything that is stated of them. */
function taskAbout(catalog: Catalog, ids: readonly string[], joint: readonly Feature[] = []): FeaturedTask {
  const targets = ids.map((id) => catalog.productById(id) as Product);
  return {
    ...plannedTask({ id: `task-${ids.join('-')}`, targetIds: [...ids] }),
    entities: targets.map(({ title }) => entityOf(nounIn(title))),
    broader: [],
    features: [
      ...targets.flatMap((product, place) => featuresOf(product, ids.length === 1 ? undefined : place)),
      ...joint,
    ],
    dropped: [],
  };
}

/** How many orders of the catalog satisfy these features of a task. */
function sizeByScan(catalog: Catalog, { entities }: FeaturedTask, features: readonly Feature[]): number {
  const asked = entities.map(({ phrase }, place) => [
    called(phrase),
    ...features.filter((one) => !isJudgedTogether(one) && (one.target ?? 0) === place).map(requirementOf),
  ]);
  return ordersByScan(catalog, asked, features.filter(isJudgedTogether).map(requirementOf)).length;
}

const statedOf = ({ placed }: PartitionedTask, place = 0) =>
  placed.map(({ feature }) => feature).filter((one) => !isJudgedTogether(one) && (one.target ?? 0) === place);

const world = fc.record({
  products: fc.array(smallProduct, { minLength: 2, maxLength: 10 }),
  targets: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 2 }),
  joint: fc.constantFrom('none', 'shop', 'budget'),
  maxAnswers: fc.constantFrom(1, 1, 2, 4),
  mostEach: fc.integer({ min: 2, max: 5 }),
  seed: fc.nat(),
});

/** Runs the stage over drawn worlds in which the targets meet every condition. */
function everyWorld(
  holds: (found: {
    catalog: Catalog;
    task: FeaturedTask;
    outcome: Awaited<ReturnType<typeof outcomeOf<FeaturedTask, PartitionedTask>>>;
    tried: readonly TriedPlacement[];
    maxAnswers: number;
    mostEach: number;
  }) => void,
) {
  return fc.assert(
    fc.asyncProperty(world, async ({ products, targets, joint, maxAnswers, mostEach, seed }) => {
      const ids = targets.filter((place) => place < products.length).map((place) => `P${place}`);
      fc.pre(ids.length > 0);
      const catalog = storedCatalog(products);
      const own = ids.map((id) => catalog.productById(id) as Product);
      const total = own.reduce((sum, { priceMinor }) => sum + (priceMinor as number), 0);
      const oneShop = joint === 'shop' && ids.length === 2 && own.every(({ shopId }) => shopId === 'S1');
      const conditions = [
        ...(oneShop ? [sameShopFeature(2)] : []),
        ...(joint === 'budget' ? [budgetFeature(Math.max(1, total - 500))] : []),
      ];
      fc.pre(joint !== 'budget' || total >= 2000);
      const task = taskAbout(catalog, ids, conditions);
      const tried: TriedPlacement[] = [];
      const onTried: PlacementObserver = (one) => tried.push(one);
      const stage = stageOver(catalog, { contract: { oneShop, mostEach }, maxAnswers, seed, onTried });
      holds({ catalog, task, outcome: await outcomeOf(stage, task), tried, maxAnswers, mostEach });
      catalog.close();
    }),
    { numRuns: 80 },
  );
}

describe('whatever the catalog holds', () => {
  test('whoever watches is told of every selection that is drawn, the one that is taken among them', () =>
    everyWorld(({ outcome, tried }) => {
      expect(tried.map(({ number }) => number)).toEqual(tried.map((_, at) => at + 1));
      if (!isKept(outcome)) return;
      const { placed, candidatesTried } = outcome.kept;
      expect(tried[candidatesTried - 1]).toMatchObject({ kind: 'weighed', placed, left: { queryAlone: null } });
    }));

  test('what is stated leaves as few orders as allowed, the one asked for among them', () =>
    everyWorld(({ catalog, task, outcome, maxAnswers }) => {
      if (!isKept(outcome)) return;
      const size = sizeByScan(
        catalog,
        task,
        outcome.kept.placed.map(({ feature }) => feature),
      );
      expect(size).toBeGreaterThanOrEqual(1);
      expect(size).toBeLessThanOrEqual(maxAnswers);
    }));

  test('a task is rejected where all requirements together leave too many orders, and says how many', () =>
    everyWorld(({ catalog, task, outcome, maxAnswers }) => {
      const size = sizeByScan(catalog, task, task.features);
      if (size <= maxAnswers) return;
      expect(outcome).toMatchObject({
        code: 'ambiguous_answer',
        detail: expect.stringMatching(
          new RegExp(
            `^${size} (?:combinations of products satisfy every requirement, at most ${maxAnswers} may|products satisfy every requirement, at most ${maxAnswers} may: \\S+(?:, \\S+)*)$`,
          ),
        ),
      });
    }));

  test('a task is rejected otherwise only for want of requirements it may state', () =>
    everyWorld(({ catalog, task, outcome, maxAnswers, mostEach }) => {
      if (isKept(outcome) || sizeByScan(catalog, task, task.features) > maxAnswers) return;
      if (outcome.code === 'title_decides') {
        for (const [place] of task.entities.entries())
          expect(sizeByScan(catalog, { ...task, entities: [task.entities[place] as never] }, [])).toBe(1);
        return;
      }
      const most = Math.max(
        ...task.entities.map((_, place) => task.features.filter(({ target = 0 }) => target === place).length),
      );
      expect(most).toBeGreaterThan(mostEach);
      expect(outcome.detail).toContain(`of at most ${mostEach} requirements`);
    }));

  test('every feature is either stated in the query or left over, and conditions on the order are always stated', () =>
    everyWorld(({ task, outcome, mostEach }) => {
      if (!isKept(outcome)) return;
      const { placed, unused, necessity } = outcome.kept;
      const stated = placed.map(({ feature }) => feature);
      expect(task.features.filter((feature) => stated.includes(feature))).toEqual(stated);
      expect(task.features.filter((feature) => unused.includes(feature))).toEqual(unused);
      expect(stated.length + unused.length).toBe(task.features.length);
      expect(unused.some(isJudgedTogether)).toBe(false);
      for (const { source, expression } of placed) expect([source, expression]).toEqual(['query', 'explicit']);
      expect(necessity).toBeNull();
      for (const [place] of task.entities.entries()) {
        expect(statedOf(outcome.kept, place).length).toBeGreaterThanOrEqual(1);
        expect(statedOf(outcome.kept, place).length).toBeLessThanOrEqual(mostEach);
      }
    }));
});

const bag = (values: Readonly<Record<string, string>>, shopId: string | null = 'S1'): Partial<Product> => ({
  title: 'Harbor Tote Bag',
  details: details(values),
  shopId,
});
const ALIKE = { Color: 'Black', Material: 'Wool', Size: 'Large', Pattern: 'Floral' };
/** Another bag, unlike the first in everything. */
const STRANGER = bag({ Color: 'Green', Material: 'Jute', Size: 'Small', Pattern: 'Striped' }, 'S9');
const SEEDS = Array.from({ length: 30 }, (_, seed) => seed);

async function keptOver(catalog: Catalog, task: FeaturedTask, options: Options): Promise<PartitionedTask> {
  const outcome = await outcomeOf(stageOver(catalog, options), task);
  if (!isKept(outcome)) throw new Error(outcome.detail);
  return outcome.kept;
}

test('a required feature is stated in every selection, and counts neither as one of the fewest nor of the most', async () => {
  const catalog = storedCatalog([bag(ALIKE), { title: 'Lund Umbrella' }, STRANGER]);
  const task = taskAbout(catalog, ['P0']);
  const [first, ...others] = task.features as [Feature, ...Feature[]];
  const features = [{ ...first, required: true }, ...others];
  for (const seed of SEEDS) {
    const kept = await keptOver(catalog, { ...task, features }, { contract: { leastEach: 2, mostEach: 2 }, seed });
    expect(statedOf(kept)[0]).toEqual(features[0]);
    expect(statedOf(kept)).toHaveLength(3);
  }
});

test('no more is asked than the product states', async () => {
  const catalog = storedCatalog([bag({ Color: 'Black' }), STRANGER]);
  const kept = await keptOver(catalog, taskAbout(catalog, ['P0']), { contract: { leastEach: 4 } });
  expect(statedOf(kept)).toHaveLength(1);
});

test('different draws ask for different things, and the same draw for the same', async () => {
  const catalog = storedCatalog([bag(ALIKE), STRANGER]);
  const task = taskAbout(catalog, ['P0']);
  const asked = async (seed: number) => {
    const kept = await keptOver(catalog, task, { seed });
    return kept.placed.map(({ feature }) => feature.field).join();
  };
  const all = await Promise.all(SEEDS.map(asked));
  expect(new Set(all).size).toBeGreaterThan(5);
  expect(await Promise.all(SEEDS.map(asked))).toEqual(all);
});

const TWIN = { ...ALIKE, Color: 'Red' };

test('the shop condition is left work to do where it can be: single descriptions fit products of other shops', async () => {
  // The bag's twin in another shop is told from it by its colour alone, which need not be asked for.
  const catalog = storedCatalog([
    bag(ALIKE),
    { ...bag({ Color: 'Red', Material: 'Wool' }), title: 'Lund Umbrella' },
    bag(TWIN, 'S2'),
  ]);
  const task = taskAbout(catalog, ['P0', 'P1'], [sameShopFeature(2)]);
  for (const seed of SEEDS) {
    const kept = await keptOver(catalog, task, { contract: { oneShop: true, leastEach: 1, mostEach: 4 }, seed });
    const alone = kept.placed.map(({ feature }) => feature).filter((feature) => !isJudgedTogether(feature));
    expect(sizeByScan(catalog, task, alone)).toBeGreaterThan(1);
  }
});

test('the question is left work to do where it can be: the description fits products with other names', async () => {
  const catalog = storedCatalog([
    { ...bag(ALIKE), title: 'Oslo Tote Bag' },
    { ...bag(TWIN), title: 'Bergen Tote Bag' },
  ]);
  const task = taskAbout(catalog, ['P0']);
  const question: Feature = {
    type: 'knowledge_match',
    field: 'knowledge',
    value: { question: 'Which city is the capital of Norway?', answer: 'Oslo' },
    sources: ['query'],
    implicit: false,
    required: true,
  };
  for (const seed of SEEDS) {
    const contract = { knowledge: true, leastEach: 1, mostEach: 4 };
    const kept = await keptOver(catalog, { ...task, features: [question, ...task.features] }, { contract, seed });
    const described = statedOf(kept).filter(({ type }) => type !== 'knowledge_match');
    expect(statedOf(kept)[0]).toEqual(question);
    expect(sizeByScan(catalog, task, described)).toBe(2);
  }
});

test('a task whose products nobody else is called like is rejected: nothing else that is asked would matter', async () => {
  const catalog = storedCatalog([bag(ALIKE), { ...bag({ Color: 'Red' }), title: 'Lund Umbrella' }]);
  expect(await outcomeOf(stageOver(catalog), taskAbout(catalog, ['P0', 'P1']))).toMatchObject({
    code: 'title_decides',
    detail: 'no other product is called "Tote Bag", "Umbrella"',
  });
});

test('a question that the description leaves nothing to decide is no task', async () => {
  const catalog = storedCatalog([
    { ...bag({ Color: 'Black' }), title: 'Oslo Tote Bag' },
    { ...bag({ Color: 'Red' }), title: 'Bergen Tote Bag' },
  ]);
  const task = taskAbout(catalog, ['P0']);
  const question = {
    type: 'knowledge_match',
    field: 'knowledge',
    value: { question: 'Which city is the capital of Norway?', answer: 'Oslo' },
    sources: ['query'],
    implicit: false,
    required: true,
  } as Feature;
  const stage = stageOver(catalog, { contract: { knowledge: true } });
  expect(await outcomeOf(stage, { ...task, features: [question, ...task.features] })).toMatchObject({
    code: 'question_idle',
  });
});

test('a shop condition that nothing is left to decide for is still stated', async () => {
  const catalog = storedCatalog([bag(ALIKE), { ...bag({ Color: 'Red' }), title: 'Lund Umbrella' }, STRANGER]);
  const task = taskAbout(catalog, ['P0', 'P1'], [sameShopFeature(2)]);
  const kept = await keptOver(catalog, task, { contract: { oneShop: true } });
  expect(kept.placed.at(-1)?.feature.type).toBe('same_shop');
});

test('a task that leaves more orders than anyone would count is rejected without a count', async () => {
  const catalog = storedCatalog(Array.from({ length: 150 }, () => bag(ALIKE)));
  expect(await outcomeOf(stageOver(catalog), taskAbout(catalog, ['P0', 'P1']))).toMatchObject({
    code: 'ambiguous_answer',
    detail: 'more than 20000 combinations of products satisfy every requirement, at most 1 may',
  });
});

const CATALOG = storedCatalog([
  bag({ Color: 'Black', Size: 'Large' }),
  bag({ Color: 'Red', Size: 'Large' }),
  bag(ALIKE),
  bag(ALIKE),
  { ...bag({ Color: 'Red' }), title: 'Lund Umbrella' },
]);
keepsTheStageContract({
  name: 'select',
  make: () => stageOver(CATALOG) as never,
  records: [['P0'], ['P1'], ['P2'], ['P3', 'P4'], ['P0', 'P4']].map((ids) => taskAbout(CATALOG, ids)),
});
