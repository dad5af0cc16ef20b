import { expect, test } from 'vitest';
import { detailsFrom } from '../../../catalog/product/details.ts';
import { publish } from '../../../families/shoppingbench/publish.ts';
import { PublishedReward, PublishedShoppingbenchTask } from '../../../families/shoppingbench/published-task.ts';
import type { Question } from '../../../families/shoppingbench/questions/question.ts';
import { questionOf } from '../../../families/shoppingbench/questions/row.ts';
import type { OrderProof } from '../../../families/shoppingbench/sample.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Voucher } from '../../../shopping/vouchers/schema.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { asksFor, bounds } from '../../fixtures/leak-inputs.ts';
import { answers, comesWith, hasSku } from '../../fixtures/orders.ts';
import {
  CAPPED,
  CASE,
  EARBUDS,
  FIXED,
  MUG,
  QUESTION,
  SPOKEN_ORDERS,
  type SpokenOrder,
  spokenOrder,
  TOTE,
} from '../../fixtures/spoken-orders.ts';
import { pays } from '../../fixtures/tasks.ts';
import { step, voucherOf } from '../../fixtures/vouchers.ts';

const PROOF: OrderProof = {
  answer_set: { size: 1, digest: 'd', product_ids: ['P1'] },
  targets: [],
  together: null,
  voucher: null,
  rubrics: [],
  gates_passed: [],
};

const ORIGIN = { file: 'q.csv', line: 7 };

function recordFor(
  { task, targets }: SpokenOrder,
  {
    question = ORIGIN,
    catalogDigest = 'c',
  }: { readonly question?: typeof ORIGIN | null; readonly catalogDigest?: string } = {},
) {
  return publish(
    {
      task,
      wording: { query: 'I need it.', surfaces: { r1: 'it' } },
      proof: PROOF,
      targets: targets as [Product, ...Product[]],
      attempts: 1,
      writer: 'offline',
      model: null,
      catalogDigest,
      sources: { promptDigests: [], replyDigests: [] },
    },
    question,
  );
}
const rewardOf = (order: SpokenOrder) => PublishedReward.parse([recordFor(order).reward].flat()[0]);
const asking = (product: Partial<Product>, ...rubrics: SpokenOrder['task']['locked']['rubrics']) =>
  spokenOrder('products_finder', [{ ...TOTE, product: productWith({ ...TOTE.product, ...product }), rubrics }]);

test.each(Object.entries(SPOKEN_ORDERS))('the record of %s is a task as published, its keys first', (_, order) => {
  const record = recordFor(order);
  expect(PublishedShoppingbenchTask.parse(JSON.parse(JSON.stringify(record)))).toMatchObject({ query: 'I need it.' });
  const published = ['query', 'reward', 'voucher', 'Knowledge_Attribute'].filter((key) => key in record);
  const own = ['id', 'intent', 'family', 'target_ids', 'rubrics', 'lock', 'proof', 'provenance'];
  expect(Object.keys(record)).toEqual([...published, ...own]);
  const types = order.task.locked.rubrics.map(({ type }) => type);
  expect('voucher' in record).toBe(types.includes('budget_match'));
  expect('Knowledge_Attribute' in record).toBe(types.includes('knowledge_match'));
});

test('the product of an intent about one is an object, those of other intents are a list in the order of the targets', () => {
  expect(recordFor(spokenOrder('products_finder', [TOTE])).reward).toMatchObject({ product_id: TOTE.product.id });
  expect(recordFor(spokenOrder('coupon_budget', [TOTE])).reward).toMatchObject([{ product_id: TOTE.product.id }]);
  expect(recordFor(spokenOrder('coupon_budget', [TOTE, CASE, MUG])).reward).toMatchObject(
    [TOTE, CASE, MUG].map(({ product }) => ({ product_id: product.id, title: [product.title] })),
  );
});

test("a reward holds what is asked of its own product, under the listing's own keys, and nothing else", () => {
  const [tote, phoneCase] = recordFor(spokenOrder('coupon_budget', [TOTE, CASE])).reward as object[];
  expect(tote).toEqual({
    product_id: TOTE.product.id,
    title: ['Kestrelane Harbor Tote Bag'],
    attributes: [
      { material: ['canvas'] },
      { closure_type: ['zipper'] },
      { pattern: ['striped'] },
      { brand: ['Kestrelane'] },
      { recommended_uses: ['travel'] },
    ],
    service: ['freeShipping'],
    price: [{ 'less than': [null, 500] }],
  });
  expect(phoneCase).toEqual({
    product_id: CASE.product.id,
    title: ['Slim Phone Case'],
    sku_options: [{ color_family: 'black', compatible_phone_models: 'iPhone 15' }],
    attributes: [{ finish_type: ['matte'] }],
    price: [{ between: [250, 400] }],
  });
});

test('keys of a reward stand in the published order', () => {
  const order = asking(
    { skuOptions: CASE.product.skuOptions },
    bounds('r1', 'query', 'price', { max: 9 }),
    comesWith('r1', 'COD'),
    asksFor('r1', 'query', 'Material', 'canvas'),
    hasSku('r1', { Color: 'red' }),
  );
  expect(Object.keys(recordFor(order).reward)).toEqual([
    'product_id',
    'title',
    'sku_options',
    'attributes',
    'service',
    'price',
  ]);
});

test.each([
  [{ max: 500 }, { 'less than': [null, 500] }],
  [{ min: 100 }, { 'greater than': [100, null] }],
  [{ min: 100, max: 500 }, { between: [100, 500] }],
])('a price bound %j is published by how it is said: %j', (range, published) => {
  expect(rewardOf(asking({}, bounds('r1', 'query', 'price', range))).price).toEqual([published]);
});

test('only the options that are asked for are published of a SKU, as the listing writes them', () => {
  const skuOptions = [
    { id: '1', values: { color_family: 'Red', Size: 'XL', ship_from: 'Manila' } },
    { id: '2', values: { color_family: 'RED', Size: 'S', ship_from: 'Cebu' } },
  ];
  const skuOf = (values: Record<string, string>) => rewardOf(asking({ skuOptions }, hasSku('r1', values))).sku_options;
  expect(skuOf({ Color: 'red', Size: 's' })).toEqual([{ color_family: 'RED', Size: 'S' }]);
  expect(skuOf({ Size: 'XL' })).toEqual([{ Size: 'XL' }]);
});

test('a SKU that no product of the catalog has is a mistake of the stages before', () => {
  expect(() => recordFor(asking({}, hasSku('r1', { Color: 'red' })))).toThrow('does not list together Color "red"');
});

test('a field that the listing states under several keys is published under the one that holds the value', () => {
  const details = detailsFrom([
    ['color', 'sky blue'],
    ['color_family', 'black'],
  ]);
  const keysFor = (colour: string) => rewardOf(asking({ details }, asksFor('r1', 'query', 'Color', colour))).attributes;
  expect(keysFor('black')).toEqual([{ color_family: ['black'] }]);
  expect(keysFor('sky blue')).toEqual([{ color: ['sky blue'] }]);
});

test('a pair is published as the attributes have it, and what only the specification states not at all', () => {
  const details = detailsFrom([
    ['brand', 'Kestrelane', 'brand'],
    ['brand', ['kestrelane']],
    ['material', 'canvas', 'specification'],
  ]);
  const asked = (field: string, value: string) => rewardOf(asking({ details }, asksFor('r1', 'query', field, value)));
  expect(asked('Brand', 'Kestrelane').attributes).toEqual([{ brand: ['kestrelane'] }]);
  expect(() => asked('Material', 'canvas')).toThrow('does not list together Material "canvas"');
});

test('keys that every object inherits are published like any other', () => {
  const details = detailsFrom([
    ['constructor', ['oak']],
    ['material', ['canvas']],
  ]);
  const skuOptions = [{ id: '1', values: { constructor: 'x', color: 'red' } }] as unknown as Product['skuOptions'];
  const reward = rewardOf(
    asking({ details, skuOptions }, hasSku('r1', { Color: 'red' }), asksFor('r1', 'query', 'constructor', 'oak')),
  );
  expect(reward).toMatchObject({ sku_options: [{ color: 'red' }], attributes: [{ constructor: ['oak'] }] });
  const product = { ...MUG.product, details };
  const riddle = spokenOrder('knowledge', [{ ...MUG, product, rubrics: [answers('r1', QUESTION, 'Saturn')] }]);
  expect(recordFor(riddle).reward).toMatchObject({ attributes: { constructor: ['oak'], material: ['canvas'] } });
});

test('a whole product has for attributes what the listing has, and its specification apart', () => {
  const details = detailsFrom([
    ['brand', 'Quill', 'brand'],
    ['brand', ['quill']],
    ['size', 'small', 'sku'],
    ['brand', 'quill', 'specification'],
    ['condition', 'new', 'specification'],
  ]);
  const product = { ...MUG.product, details };
  const riddle = spokenOrder('knowledge', [{ ...MUG, product, rubrics: [answers('r1', QUESTION, 'Saturn')] }]);
  const reward = recordFor(riddle).reward as PublishedReward;
  expect(reward.attributes).toEqual({ brand: ['quill'] });
  expect(reward.specification).toBe('brand:quill;condition:new');
});

test('one value of a list is published alone', () => {
  const details = detailsFrom([['color_family', 'black, red']]);
  expect(rewardOf(asking({ details }, asksFor('r1', 'query', 'Color', 'red'))).attributes).toEqual([
    { color_family: ['red'] },
  ]);
});

const voucherOn = (voucher: Voucher, budget: number) =>
  recordFor(spokenOrder('coupon_budget', [CASE, EARBUDS], [pays('r1', budget, voucher)])).voucher;

test('a fixed voucher is published in major units', () => {
  expect(voucherOn({ ...FIXED, issuer: 'shop' }, 142_550)).toEqual({
    voucher_type: 'shop',
    threshold: 400,
    discount_type: 'fixed',
    face_value: 75,
    discount: null,
    cap: null,
    price_after_voucher: 1425,
    budget: 1425.5,
  });
});

test('a percentage is published as a share, with its cap', () => {
  expect(voucherOn({ ...CAPPED, issuer: 'platform' }, 142_500)).toEqual({
    voucher_type: 'platform',
    threshold: 400,
    discount_type: 'percentage',
    face_value: null,
    discount: 0.2,
    cap: 75,
    price_after_voucher: 1425,
    budget: 1425,
  });
});

test('a percentage without a cap is published without one', () => {
  const plain = voucherOf('simple', [step(0, { kind: 'percentage', rateBasisPoints: 1250, cap: null })], 'PHP');
  expect(voucherOn(plain, 140_000)).toMatchObject({ discount: 0.125, cap: null, price_after_voucher: 1312.5 });
});

test.each<[string, Partial<Voucher>]>([
  ['of a brand', { issuer: 'brand' }],
  ['of no steps', { steps: [] }],
  ['of two steps', { scheme: 'tiered', steps: [...FIXED.steps, ...CAPPED.steps] }],
])('a voucher %s has no published form', (_, changes) => {
  expect(() => voucherOn({ ...FIXED, ...changes }, 142_500)).toThrow('has no published form');
});

test('a question is published with its answer and the whole product', () => {
  const product = {
    ...MUG.product,
    details: detailsFrom([
      ['material', 'ceramic'],
      ['color', '["white","blue"]'],
      ['color_family', 'white'],
    ]),
    skuOptions: [{ id: '7', values: { color_family: 'white' } }],
    features: ['Stays warm', 'Stacks'],
    description: ['A mug.', 'For coffee.'],
    brand: 'Quill',
    soldCount: 12,
  };
  const riddle = spokenOrder('knowledge', [{ ...MUG, product, rubrics: [answers('r1', QUESTION, 'Saturn')] }]);
  const record = recordFor(riddle);
  expect(record.Knowledge_Attribute).toBe('Saturn');
  expect(record.reward).toEqual({
    product_id: product.id,
    shop_id: '22',
    brand: 'Quill',
    category: 'Home > Things',
    title: 'Saturn Coffee Mug',
    short_description: 'Stays warm;Stacks',
    description: 'A mug. For coffee.',
    specification: 'material:ceramic;color:white, blue;color_family:white',
    price: 250,
    sold_count: 12,
    sku_options: { 7: { color_family: 'white' } },
    attributes: { material: ['ceramic'], color: ['white', 'blue'] },
    service: ['flashsale'],
  });
});

test('a whole product without a price, a brand or a shop is still one', () => {
  const product = { ...MUG.product, priceMinor: null, currency: null, brand: null, shopId: null };
  const riddle = spokenOrder('knowledge', [{ ...MUG, product, rubrics: [answers('r1', QUESTION, 'Saturn')] }]);
  expect(recordFor(riddle).reward).toMatchObject({ price: null, brand: '', shop_id: '' });
});

test('where the text, its words and its products come from is published with it', () => {
  const order = spokenOrder('products_finder', [TOTE]);
  const record = recordFor(order, { catalogDigest: 'cc' });
  expect(record.rubrics.map(({ id, query_surface }) => [id, query_surface]).slice(0, 2)).toEqual([
    ['r1', 'it'],
    ['r2', undefined],
  ]);
  expect(record.lock).toEqual({ digest: order.task.lockDigest });
  expect(record.proof).toEqual(PROOF);
  expect(record.provenance).toMatchObject({
    writer: 'offline',
    model: null,
    group: TOTE.product.shopId,
    catalog_digest: 'cc',
    attempts: 1,
    raw: [{ product_id: TOTE.product.id, file: 'catalog.jsonl', line: 1 }],
    question: null,
  });
});

test.each(['Saturn', 'SATURN', 'saturn'])('a question has one id however the title spells its answer: %s', (answer) => {
  const riddle = spokenOrder('knowledge', [{ ...MUG, rubrics: [answers('r1', QUESTION, answer)] }]);
  const bank = questionOf({ question: QUESTION, answer: 'Saturn' }, ORIGIN) as Question;
  expect(recordFor(riddle).provenance.question).toEqual({ id: bank.id, ...ORIGIN });
  expect(() => recordFor(riddle, { question: null })).toThrow('is from no file');
});

test('another answer makes another question', () => {
  const idWith = (answer: string) =>
    recordFor(spokenOrder('knowledge', [{ ...MUG, rubrics: [answers('r1', QUESTION, answer)] }])).provenance.question
      ?.id;
  expect(idWith('Mars')).not.toBe(idWith('Saturn'));
});
