import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  metricsOf,
  type PredictedProduct,
  PUBLISHED_RULES,
  RULES,
  type ScoredTask,
  scoreTask,
} from '../../../../families/shoppingbench/scoring/index.ts';
import type { Product } from '../../../../schemas/product.ts';
import {
  details,
  finder,
  judging,
  predicted,
  reward,
  skus,
  taskOf,
  titlesBy,
  unknownProduct,
} from '../../../fixtures/scored-tasks.ts';

const shop = (...ids: readonly string[]) => taskOf({ reward: ids.map((id) => reward(id)) });
const named = (id: string, title: string, shopId = 's1') => predicted({ id, title, shopId });
const published = judging({ rules: PUBLISHED_RULES });

test('nothing recommended scores 0 and is no success', () => {
  expect(scoreTask([], finder(), judging())).toEqual({
    intent: 'products_finder',
    relevance: 0,
    constraint: null,
    success: false,
  });
});

test('a product finder succeeds with a product of relevance 1 (Eq. 6 and 7)', () => {
  expect(scoreTask([predicted()], finder(), judging()).success).toBe(true);
  expect(scoreTask([predicted({ title: 'Chair' })], finder(), judging()).success).toBe(false);
});

test('where one product is asked for, the first one recommended is the answer', () => {
  expect(scoreTask([named('X', 'Chair'), predicted()], finder(), judging()).success).toBe(false);
  expect(scoreTask([predicted(), named('X', 'Chair')], finder(), judging()).success).toBe(true);
});

test('a product of the same title without the knowledge is no success (Eq. 8)', () => {
  const task = taskOf({ reward: { product_id: 'T', title: 'Violin Bow' }, Knowledge_Attribute: 'Violin' });
  const titles = titlesBy({ 'Cello Bow ~ Violin Bow': 0.9 });
  const cello = scoreTask([named('X', 'Cello Bow')], task, judging({ titles }));
  expect(cello).toMatchObject({ relevance: 1, constraint: 0, success: false });
});

test('fully relevant products of two shops are no success (Eq. 9)', () => {
  const apart = [named('X', 'Bag A', 's1'), named('Y', 'Bag B', 's2')];
  expect(scoreTask(apart, shop('A', 'B'), judging())).toMatchObject({ relevance: 1, constraint: 0, success: false });
});

test('fully relevant products over the budget are no success (Eq. 10)', () => {
  const voucher = {
    voucher_type: 'platform',
    threshold: 0,
    discount_type: 'fixed',
    face_value: 5,
    discount: null,
    cap: null,
    price_after_voucher: 20,
    budget: 20,
  };
  const task = taskOf({ reward: reward('T'), voucher });
  const at = (priceMinor: number) => scoreTask([predicted({ priceMinor })], task, judging());
  expect(at(2500)).toMatchObject({ relevance: 1, constraint: 1, success: true });
  expect(at(2501)).toMatchObject({ relevance: 1, constraint: 0, success: false });
});

test('a target without a product scores 0 in the mean over targets (Eq. 5)', () => {
  expect(scoreTask([unknownProduct('B')], shop('A', 'B', 'C', 'D'), judging()).relevance).toBe(1 / 4);
});

test('products are held against the targets they fit best, and under the published rules by place', () => {
  const swapped = [named('X', 'Bag B'), named('Y', 'Bag A')];
  expect(scoreTask(swapped, shop('A', 'B'), judging())).toMatchObject({ relevance: 1, success: true });
  expect(scoreTask(swapped, shop('A', 'B'), published)).toMatchObject({ relevance: 0, success: false });
});

test('a product recommended twice is one product', () => {
  const twice = [named('X', 'Bag A'), named('X', 'Bag A')];
  expect(scoreTask(twice, shop('A', 'B'), judging())).toMatchObject({ relevance: 0.5, constraint: 0 });
});

test('products beyond those asked for find no target, and break the shop score but under the published rules', () => {
  const three = [named('X', 'Chair'), named('Y', 'Bag A'), named('Z', 'Bag B')];
  expect(scoreTask(three, shop('A', 'B'), judging())).toMatchObject({ relevance: 0.75, constraint: 0 });
  const surplus = [named('X', 'Bag A'), named('Y', 'Bag B'), named('Z', 'Chair', 's2')];
  expect(scoreTask(surplus, shop('A', 'B'), judging())).toMatchObject({ relevance: 1, constraint: 0 });
  expect(scoreTask(surplus, shop('A', 'B'), published)).toMatchObject({ relevance: 1, constraint: 1, success: true });
});

const TITLES = ['Bag A', 'Bag B', 'Bag C', 'Chair'];
const value = fc.constantFrom('red', 'blue', 'cotton', 'M', 'L');
const field = fc.constantFrom('color', 'size', 'material');
const service = fc.constantFrom('COD', 'official');
const sku = fc.dictionary(field, value, { minKeys: 1, maxKeys: 3 });
const constraints = fc.record(
  {
    sku_options: sku.map((pairs) => [pairs]),
    attributes: fc
      .array(fc.tuple(field, value), { maxLength: 3 })
      .map((all) => all.map(([key, one]) => ({ [key]: [one] }))),
    service: fc.uniqueArray(service),
    price: fc.integer({ min: 0, max: 50 }).map((low) => [{ between: [low, low + 30] }]),
  },
  { requiredKeys: [] },
);
const product = fc.record({
  id: fc.constantFrom('A', 'P', 'Q', 'R', 'S'),
  title: fc.constantFrom(...TITLES),
  shopId: fc.constantFrom('s1', 's2', null),
  priceMinor: fc.option(fc.integer({ min: 0, max: 9000 }), { nil: null }),
  details: fc.dictionary(fc.constantFrom('Color', 'Size', 'Material'), fc.array(value, { minLength: 1 })).map(details),
  skuOptions: fc.array(sku, { maxLength: 3 }).map((all) => skus(...all)),
  services: fc.uniqueArray(service),
});
const prediction: fc.Arbitrary<PredictedProduct> = fc.oneof(
  product.map(predicted),
  fc.constantFrom('A', 'B', 'unheard-of').map(unknownProduct),
);
const predictions = fc.array(prediction, { maxLength: 5 });
const VOUCHER = {
  voucher_type: 'shop',
  threshold: 20,
  discount_type: 'percentage',
  face_value: null,
  discount: 0.2,
  cap: 15,
  price_after_voucher: 60,
  budget: 70,
};
const severalTargets = fc
  .array(constraints, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((own, at) => reward('ABCD'[at] as string, own)));
const task: fc.Arbitrary<ScoredTask> = fc.oneof(
  constraints.map(finder),
  severalTargets.map((targets) => taskOf({ reward: targets })),
  severalTargets.map((targets) => taskOf({ reward: targets, voucher: VOUCHER })),
  fc.constant(taskOf({ reward: { product_id: 'A', title: 'Bag A' }, Knowledge_Attribute: 'Bag' })),
);
const rules = fc.constantFrom(...Object.values(RULES)).map((chosen) => judging({ rules: chosen }));

test('relevance lies between 0 and 1, and only full relevance succeeds', () => {
  fc.assert(
    fc.property(task, predictions, rules, (asked, products, how) => {
      const { relevance, constraint, success } = scoreTask(products, asked, how);
      expect(relevance).toBeGreaterThanOrEqual(0);
      expect(relevance).toBeLessThanOrEqual(1);
      expect(success).toBe(relevance === 1 && constraint !== 0);
    }),
  );
});

test('the targets succeed at their own task, known by their ids alone', () => {
  fc.assert(
    fc.property(task, rules, (asked, how) => {
      const targets = asked.targets.map(({ productId }) => unknownProduct(productId));
      expect(scoreTask(targets, asked, how)).toMatchObject({ relevance: 1, success: true });
    }),
  );
});

test('a product that meets all that is asked for scores 1 under an id of its own', () => {
  fc.assert(
    fc.property(
      fc.dictionary(field, value),
      fc.uniqueArray(service),
      fc.nat(50),
      rules,
      (pairs, services, low, how) => {
        const attributes = Object.entries(pairs).map(([key, one]) => ({ [key]: [one] }));
        const price = [{ between: [low, low + 30] }];
        const asked = finder({ sku_options: [pairs], attributes, service: services, price });
        const named = Object.entries(pairs).map(([key, one]) => [key[0]?.toUpperCase() + key.slice(1), one]);
        const whole = { skuOptions: skus({}, pairs), details: details(Object.fromEntries(named)), services };
        expect(scoreTask([predicted({ ...whole, priceMinor: low * 100 + 1 })], asked, how).relevance).toBe(1);
      },
    ),
  );
});

test('the order of predictions does not matter where several products are asked for', () => {
  const orders = fc
    .tuple(severalTargets, predictions)
    .map(([targets, products]) => ({ asked: taskOf({ reward: targets }), products: products.slice(0, targets.length) }))
    .chain(({ asked, products }) =>
      fc.record({
        asked: fc.constant(asked),
        products: fc.constant(products),
        shuffled: fc.shuffledSubarray(products, { minLength: products.length }),
      }),
    );
  fc.assert(
    fc.property(orders, ({ asked, products, shuffled }) => {
      // Of two lines about one product the first counts, so that their order would.
      fc.pre(new Set(products.map(({ id }) => id)).size === products.length);
      const [one, other] = [products, shuffled].map((list) => scoreTask(list, asked, judging()));
      expect(other?.relevance).toBeCloseTo(one!.relevance, 12);
      expect([other?.constraint, other?.success]).toEqual([one?.constraint, one?.success]);
    }),
  );
});

test('a product that loses something it has never scores higher', () => {
  const losses: readonly ((from: Product) => Product)[] = [
    (from) => ({ ...from, services: from.services.slice(1) }),
    (from) => ({ ...from, skuOptions: from.skuOptions.slice(1) }),
    (from) => ({ ...from, details: Object.fromEntries(Object.entries(from.details).slice(1)) }),
    (from) => ({ ...from, priceMinor: null }),
    (from) => ({ ...from, title: 'Something else' }),
  ];
  fc.assert(
    fc.property(constraints.map(finder), product, fc.constantFrom(...losses), rules, (asked, whole, lose, how) => {
      const before = predicted({ ...whole, id: 'P' });
      const after = { id: 'P', product: lose(before.product!) };
      expect(scoreTask([after], asked, how).relevance).toBeLessThanOrEqual(scoreTask([before], asked, how).relevance);
    }),
  );
});

test('a task that asks for one satisfied feature less never scores higher', () => {
  fc.assert(
    fc.property(product, fc.array(value, { minLength: 1, maxLength: 3 }), (whole, asked) => {
      const owner = { ...whole, id: 'P', details: details({ Color: asked }) };
      const scoreFor = (values: readonly string[]) =>
        scoreTask([predicted(owner)], finder({ attributes: [{ color: values }], service: ['COD'] }), judging())
          .relevance;
      expect(scoreFor(asked.slice(1))).toBeLessThanOrEqual(scoreFor(asked));
    }),
  );
});

test('the cumulative relevance is never below the success rate', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(task, predictions), { minLength: 1, maxLength: 8 }), rules, (answers, how) => {
      const { intents } = metricsOf(answers.map(([asked, products]) => scoreTask(products, asked, how)));
      for (const { asr, car } of intents) expect(car).toBeGreaterThanOrEqual(asr);
    }),
  );
});
