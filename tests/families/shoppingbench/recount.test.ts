import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAnswers, orderOf } from '../../../families/shoppingbench/recount.ts';
import type { OrderProof, ShoppingbenchSample } from '../../../families/shoppingbench/sample.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Violation } from '../../../schemas/violation.ts';
import {
  isJudgedTogether,
  type Requirement,
  type Rubric,
  satisfies,
  satisfiesTogether,
} from '../../../shopping/kinds/index.ts';
import { CatalogScan } from '../../../shopping/recount/catalog-scan.ts';
import { digestOf } from '../../../text/digest.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const product = fc.record({
  title: fc.constantFrom('Tote Bag', 'Canvas Bag', 'Desk Lamp', 'Lamp and Bag'),
  color: fc.constantFrom('Black', 'Red'),
  shop: fc.constantFrom('1', '2', null),
  price: fc.integer({ min: 1, max: 6 }),
});
const requirement = fc.oneof(
  fc.record({
    type: fc.constant('attribute_match' as const),
    field: fc.constant('details.Color'),
    expected_value: fc.constantFrom('Black', 'Red'),
  }),
  fc.record({
    type: fc.constant('numeric_range' as const),
    field: fc.constant('price'),
    expected_value: fc.record({ max: fc.integer({ min: 1, max: 5 }) }),
  }),
);
const target = fc.record({
  phrase: fc.constantFrom('Bag', 'Lamp', 'Desk Lamp'),
  own: fc.array(requirement, { maxLength: 3 }),
});
const worlds = fc.record({
  products: fc.array(product, { maxLength: 14 }),
  targets: fc.array(target, { minLength: 1, maxLength: 3 }),
  joint: fc.constantFrom('none', 'shop', 'budget'),
});

type Drawn = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly products: readonly Product[];
  readonly rubrics: readonly Rubric[];
  readonly targetIds: readonly string[];
  readonly proof: OrderProof;
}

function jointOf(kind: 'none' | 'shop' | 'budget', size: number): Requirement[] {
  if (kind === 'none' || (kind === 'shop' && size === 1)) return [];
  if (kind === 'shop') return [{ type: 'same_shop', field: 'shop', expected_value: size }];
  const steps = [{ threshold: 300, discount: { kind: 'fixed' as const, off: 200 } }];
  const voucher = { scheme: 'simple' as const, issuer: 'shop' as const, currency: 'PHP', steps };
  return [{ type: 'budget_match', field: 'budget', expected_value: { budget: 500, voucher } }];
}

/** A world whose proof is counted the slow way: every product against every rubric, for every count anew. */
function worldOf({ products: drawn, targets, joint }: Drawn): World {
  const products = drawn.map(({ title, color, shop, price }, at) =>
    productWith({
      id: `P${at}`,
      title,
      shopId: shop,
      priceMinor: price * 100,
      currency: 'PHP',
      details: details({ Color: color }),
    }),
  );
  const place = (at: number) => (targets.length > 1 ? { target: at } : {});
  const own = targets.map(({ phrase, own: wanted }, at) => [
    ...wanted.map((item) => ({ ...item, ...place(at) })),
    { type: 'entity_match', field: 'title', expected_value: phrase, ...place(at) },
  ]);
  const rubrics = [...own.flat(), ...jointOf(joint, targets.length)].map((rubric, at) => {
    return { ...rubric, id: `r${at + 1}`, info_source: 'query', description: '-' };
  }) as Rubric[];

  const about = (at: number) => rubrics.filter((rubric) => !isJudgedTogether(rubric) && (rubric.target ?? 0) === at);
  const together = rubrics.filter(isJudgedTogether);
  const fitting = (at: number, without: (rubric: Rubric) => boolean) =>
    products.filter((one) =>
      about(at).every((rubric) => without(rubric) || satisfies(one, rubric as Requirement) === 'yes'),
    );
  const orders = targets
    .map((_, at) => fitting(at, () => false))
    .reduce<Product[][]>((sofar, list) => sofar.flatMap((chosen) => list.map((one) => [...chosen, one])), [[]])
    .filter((chosen) => new Set(chosen).size === chosen.length);
  const kept = orders.filter((chosen) =>
    together.every((rubric) => satisfiesTogether(chosen, rubric as Requirement) === 'yes'),
  );
  const ids = kept.map((chosen) => chosen.map(({ id }) => id).join('+')).sort();
  const targetIds = kept[0]?.map(({ id }) => id) ?? targets.map((_, at) => `missing ${at}`);
  const removes = (rubric: Rubric) => {
    if (rubric.type === 'entity_match') return null;
    if (isJudgedTogether(rubric)) return orders.length - kept.length;
    const at = rubric.target ?? 0;
    return fitting(at, ({ id }) => id === rubric.id).length - fitting(at, () => false).length;
  };
  const proof: OrderProof = {
    answer_set: { size: ids.length, digest: digestOf('answer set', ids), product_ids: ids.slice(0, 20) },
    targets: targetIds.map((product_id, at) => ({
      product_id,
      answers: fitting(at, () => false).length,
      noun_phrase_alone: fitting(at, ({ type }) => type !== 'entity_match').length,
    })),
    together:
      together.length === 0
        ? null
        : {
            shops: together[0]?.type === 'same_shop' ? new Set(kept.map(([first]) => first?.shopId)).size : null,
            without_condition: orders.length,
          },
    voucher: null,
    rubrics: rubrics.map((rubric) => ({ rubric_id: rubric.id, target_states: [], removes: removes(rubric) })),
    gates_passed: [],
  };
  return { products, rubrics, targetIds, proof };
}

function counted({ products, rubrics, targetIds, proof }: World, maxAnswers = Number.POSITIVE_INFINITY): Violation[] {
  const violations: Violation[] = [];
  const report = (code: string, detail: string) => violations.push({ where: 'sample', code, detail });
  const order = orderOf(targetIds, rubrics);
  const scan = new CatalogScan();
  const sample = { proof } as unknown as ShoppingbenchSample;
  const compare = countAnswers(sample, order, { maxAnswers, scan, report });
  scan.run({ products: () => products.map((one, row) => ({ row, product: one })) });
  compare();
  return violations;
}

/** An order that no products make has no targets either. */
const isMissing = ({ code, detail }: Violation) => code === 'target_fails' && detail.includes('missing');

test('one pass over the catalog counts what comparing every order with every rubric counts, for any catalog and order', () => {
  fc.assert(
    fc.property(worlds, (drawn) => {
      expect(counted(worldOf(drawn)).filter((violation) => !isMissing(violation))).toEqual([]);
    }),
    { numRuns: propertyRuns(500) },
  );
});

test('a count that is off by any amount is found', () => {
  const changes: ((proof: OrderProof, by: number) => boolean)[] = [
    ({ answer_set }, by) => {
      answer_set.size += by;
      return true;
    },
    ({ targets: [first] }, by) => {
      if (first !== undefined) first.answers += by;
      return first !== undefined;
    },
    ({ targets }, by) => {
      const last = targets.at(-1);
      if (last !== undefined) last.noun_phrase_alone += by;
      return last !== undefined;
    },
    ({ together }, by) => {
      if (together !== null) together.without_condition += by;
      return together !== null;
    },
    ({ together }, by) => {
      if (together?.shops == null) return false;
      together.shops += by;
      return true;
    },
    ({ rubrics }, by) => {
      const decided = rubrics.find(({ removes }) => removes !== null);
      if (decided?.removes == null) return false;
      decided.removes += by;
      return true;
    },
  ];
  fc.assert(
    fc.property(worlds, fc.constantFrom(...changes), fc.integer({ min: 1, max: 9 }), (drawn, change, by) => {
      const world = worldOf(drawn);
      fc.pre(change(world.proof, by));
      expect(counted(world).filter((violation) => !isMissing(violation))).not.toEqual([]);
    }),
  );
});

const lamps = (count: number): Drawn => ({
  products: Array.from({ length: count }, () => ({ title: 'Desk Lamp', color: 'Red', shop: '1', price: 1 })),
  targets: [
    { phrase: 'Lamp', own: [] },
    { phrase: 'Lamp', own: [] },
  ],
  joint: 'none',
});

test('products that fit both targets make an order in either order of them', () => {
  expect(counted(worldOf(lamps(2)), 1).map(({ code }) => code)).toEqual(['ambiguous_answer']);
  expect(worldOf(lamps(2)).proof.answer_set.product_ids).toEqual(['P0+P1', 'P1+P0']);
});

test('an answer set without the targets is found', () => {
  const world = { ...worldOf(lamps(2)), targetIds: ['P1', 'P9'] };
  expect(counted(world).map(({ code }) => code)).toContain('target_fails');
});

test('more combinations than can be counted are a violation of their own, and nothing else is said of the orders', () => {
  const few = worldOf(lamps(2));
  const { products } = worldOf({ ...lamps(400), targets: [{ phrase: 'Lamp', own: [] }] });
  const found = counted({ ...few, products }).map(({ code }) => code);
  expect(found).toContain('too_many_combinations');
  expect(found).not.toContain('ambiguous_answer');
});
