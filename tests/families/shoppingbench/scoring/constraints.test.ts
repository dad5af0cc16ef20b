import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  budgetScore,
  knowledgeScore,
  PAPER_RULES,
  type PredictedProduct,
  PUBLISHED_RULES,
  shopScore,
} from '../../../../families/shoppingbench/scoring/index.ts';
import { predicted, reward, taskOf, unknownProduct } from '../../../fixtures/scored-tasks.ts';

const knowledge = (keyword: string | number) =>
  taskOf({ reward: { product_id: 'T', title: 'Violin Bow' }, Knowledge_Attribute: keyword });
const knows = (keyword: string | number, product: Parameters<typeof predicted>[0], rules = PAPER_RULES) =>
  knowledgeScore(predicted(product), knowledge(keyword), rules);

test.each([
  ['Violin', 'Old VIOLIN strings', 1],
  ['Violin', 'Guitar strings', 0],
  ['Two', 'Network cable', 0],
  [1954, 'Coin of 1954', 1],
  ['Victoria University', 'Mug, Victoria  university', 1],
])('the knowledge %j in the title %j scores %i: whole words in any case (Eq. 2)', (keyword, title, expected) => {
  expect(knows(keyword, { title })).toBe(expected);
});

test('knowledge that stands in the description alone counts under the published rules only', () => {
  const product = { title: 'Horsehair bow', description: ['For the violin.'] };
  expect(knows('Violin', product)).toBe(0);
  expect(knows('Violin', product, PUBLISHED_RULES)).toBe(1);
});

test('the published rules take a keyword for letters, also inside a word', () => {
  expect(knows('Two', { title: 'Network cable' }, PUBLISHED_RULES)).toBe(1);
});

test('the target has the knowledge by its id; nothing recommended, and nothing known, has not', () => {
  expect(knowledgeScore(unknownProduct('T'), knowledge('Violin'), PAPER_RULES)).toBe(1);
  expect(knowledgeScore(unknownProduct('X'), knowledge('Violin'), PAPER_RULES)).toBe(0);
  expect(knowledgeScore(undefined, knowledge('Violin'), PAPER_RULES)).toBe(0);
});

const shop = taskOf({ reward: [reward('A'), reward('B')] });
const from = (id: string, shopId: string | null) => predicted({ id, shopId });

test.each<[string, PredictedProduct[], 0 | 1]>([
  ['as many as asked for, from one shop', [from('X', 's1'), from('Y', 's1')], 1],
  ['from two shops', [from('X', 's1'), from('Y', 's2')], 0],
  ['fewer than asked for', [from('X', 's1')], 0],
  ['more than asked for', [from('X', 's1'), from('Y', 's1'), from('Z', 's1')], 0],
  ['none', [], 0],
  ['without a shop', [from('X', null), from('Y', null)], 0],
  ['one of them unknown', [from('X', 's1'), unknownProduct('Y')], 0],
  ['the targets, of which only the ids are known', [unknownProduct('B'), unknownProduct('A')], 1],
  ['a target and a product of its shop', [from('A', 's1'), from('Y', 's1')], 1],
  ['a target and a product of another shop', [from('A', 's1'), from('Y', 's2')], 0],
])('products %s: the shop score is the last figure (Eq. 3)', (_, products, expected) => {
  expect(shopScore(products, shop)).toBe(expected);
});

const FIXED = {
  voucher_type: 'platform',
  threshold: 100,
  discount_type: 'fixed',
  face_value: 20,
  discount: null,
  cap: null,
  price_after_voucher: 100,
  budget: 100,
};
const PERCENT = { ...FIXED, discount_type: 'percentage', face_value: null, discount: 0.15, cap: 30 };
const budget = (voucher: Readonly<Record<string, unknown>>, targets = ['A', 'B']) =>
  taskOf({ reward: targets.map((id) => reward(id)), voucher: { ...FIXED, ...voucher } });
const costing = (...majors: readonly number[]) =>
  majors.map((major, at) => predicted({ id: `P${at}`, priceMinor: Math.round(major * 100), shopId: 's1' }));
const kept = (voucher: Readonly<Record<string, unknown>>, products: PredictedProduct[], rules = PAPER_RULES) =>
  budgetScore(products, budget(voucher), rules);

test.each([
  ['within the budget as they are', {}, [60, 40], 1],
  ['within it after the discount', {}, [60, 60], 1],
  ['a cent over it after the discount', {}, [60, 60.01], 0],
  ['over it and below the threshold', { threshold: 130 }, [60, 60], 0],
  ['over it and exactly at the threshold', { threshold: 120 }, [60, 60], 1],
  ['within it after a percentage', PERCENT, [60, 57.64], 1],
  ['over it after a percentage', PERCENT, [60, 57.66], 0],
  ['over it because the cap binds', { ...PERCENT, cap: 10 }, [60, 57.64], 0],
  ['within it up to the cap', { ...PERCENT, cap: 10 }, [60, 50], 1],
])('products %s keep the budget or not, as the last figure says (Eq. 4)', (_, voucher, prices, expected) => {
  expect(kept(voucher, costing(...prices))).toBe(expected);
});

test("a shop's voucher takes nothing off an order from two shops, and a platform's does", () => {
  const [one, two] = costing(60, 60);
  const apart = [one!, predicted({ ...two!.product, shopId: 's2' })];
  expect(kept({ voucher_type: 'shop' }, [one!, two!])).toBe(1);
  expect(kept({ voucher_type: 'shop' }, apart)).toBe(0);
  expect(kept({ voucher_type: 'platform' }, apart)).toBe(1);
  expect(kept({ voucher_type: 'shop', budget: 120 }, apart)).toBe(1);
});

test('no products keep no budget', () => {
  expect(kept({ currency: 'USD' }, [])).toBe(0);
});

test('fewer products than asked for can keep the budget, but not under the published rules', () => {
  expect(kept({}, costing(60))).toBe(1);
  expect(kept({}, costing(60), PUBLISHED_RULES)).toBe(0);
});

test('all products count for the total, also those beyond what was asked for', () => {
  expect(kept({}, costing(50, 50, 21))).toBe(0);
});

test('a product without a price, or that nobody knows, keeps no budget', () => {
  expect(kept({}, [...costing(10), predicted({ id: 'Y', priceMinor: null, currency: null })])).toBe(0);
  expect(kept({}, [...costing(10), unknownProduct('Y')])).toBe(0);
});

test('products in two currencies have no total', () => {
  expect(kept({}, [...costing(10), predicted({ id: 'Y', priceMinor: 1000, currency: 'PHP' })])).toBe(0);
});

test('products in another currency than the one a voucher names keep no budget', () => {
  expect(kept({ currency: 'USD' }, costing(60, 60))).toBe(1);
  expect(kept({ currency: 'PHP' }, costing(60, 60))).toBe(0);
});

test('amounts are read in the minor units of the currency the products are in', () => {
  const yen = (id: string, priceMinor: number) => predicted({ id, priceMinor, currency: 'JPY' });
  expect(kept({}, [yen('X', 60), yen('Y', 60)])).toBe(1);
  expect(kept({}, [yen('X', 60), yen('Y', 61)])).toBe(0);
});

test('of the targets known by their ids alone the total is the one the task states', () => {
  const targets = [unknownProduct('B'), unknownProduct('A')];
  expect(kept({ price_after_voucher: 99.5 }, targets)).toBe(1);
  expect(kept({ price_after_voucher: 100.5 }, targets)).toBe(0);
  expect(kept({}, [unknownProduct('A')])).toBe(0);
});

test('a larger budget never turns a kept budget into a broken one', () => {
  const price = fc.integer({ min: 1, max: 500 });
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 1, maxLength: 4 }),
      price,
      price,
      fc.nat(300),
      (prices, total, off, more) => {
        const voucher = { budget: total, face_value: off, voucher_type: 'shop' };
        const products = costing(...prices);
        expect(kept({ ...voucher, budget: total + more }, products)).toBeGreaterThanOrEqual(kept(voucher, products));
      },
    ),
  );
});
