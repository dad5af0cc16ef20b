import { expect, test } from 'vitest';
import { statedNeeds } from '../../../families/shoppingbench/needs.ts';
import type { PlanVoucher } from '../../../families/shoppingbench/order-conditions.ts';
import type { Question } from '../../../families/shoppingbench/questions/question.ts';
import { isKept } from '../../../pipeline/stage.ts';
import type { Product } from '../../../schemas/product.ts';
import type { PlannedTask } from '../../../schemas/task.ts';
import type { OrderContract } from '../../../shopping/intent.ts';
import type { FeaturedTask } from '../../../shopping/task.ts';
import { extract } from '../../../stages/extract/index.ts';
import { extraction } from '../../fixtures/extraction.ts';
import { details } from '../../fixtures/stored-catalog.ts';
import { fiveOff, plannedTask } from '../../fixtures/tasks.ts';
import { keepsTheStageContract, outcomeOf } from '../../stages/stage-contract.ts';

const QUESTION: Question = {
  id: '0123456789ab',
  question: 'Which city is the capital of Norway?',
  answer: 'oslo',
  topic: 'Geography',
  origin: { file: 'questions.csv', line: 2 },
};
const RIDDLE: Question = { ...QUESTION, question: 'What keeps your head dry?', answer: 'umbrella' };
const CONTRACT: OrderContract = {
  sizes: { 1: 1, 2: 1 },
  oneShop: false,
  voucher: false,
  knowledge: false,
  leastEach: 1,
  mostEach: 5,
};

const bag = (product: Partial<Product> = {}): Partial<Product> => ({
  title: 'Oslo Weekend Tote Bag',
  details: details({ Color: ['Black', 'Red'], Material: 'Canvas' }),
  shopId: 'S1',
  priceMinor: 4000,
  services: ['COD'],
  skuOptions: [
    { id: '1', values: { color_family: 'Black' } },
    { id: '2', values: { color_family: 'Red' } },
  ],
  ...product,
});
const umbrella = (product: Partial<Product> = {}): Partial<Product> => ({
  title: 'Lund Umbrella',
  features: ['This umbrella keeps the rain off.'],
  details: details({ Color: 'Green', Pattern: 'Striped' }),
  shopId: 'S1',
  priceMinor: 1500,
  ...product,
});

interface World {
  readonly products?: readonly Partial<Product>[];
  readonly contract?: Partial<OrderContract>;
  readonly task?: Partial<PlannedTask>;
  readonly planVoucher?: PlanVoucher;
  readonly canSay?: () => boolean;
}

function stageOf({ products = [bag(), umbrella()], contract = {}, planVoucher, canSay = () => true }: World) {
  return extract(
    extraction({ products }),
    statedNeeds({
      contractOf: () => ({ ...CONTRACT, ...contract }),
      questionOf: ({ subject }) => [QUESTION, RIDDLE].find(({ answer }) => answer === subject),
      issuerOf: ({ stratum }) => (stratum === '2 shop' ? 'shop' : 'platform'),
      canSay,
      canSayService: (service) => service === 'COD',
      planVoucher: planVoucher ?? (({ issuer }) => ({ budget: 3500, voucher: { ...fiveOff, issuer } })),
    }),
  );
}

const outcome = (world: World) => outcomeOf(stageOf(world), plannedTask(world.task));
async function kept(world: World): Promise<FeaturedTask> {
  const result = await outcome(world);
  if (!isKept(result)) throw new Error(`${result.code}: ${result.detail}`);
  return result.kept;
}
const typesOf = ({ features }: FeaturedTask) => [...new Set(features.map(({ type }) => type))];
const PAIR = { targetIds: ['P0', 'P1'] };
const ASKED = { subject: QUESTION.answer };

test('one product is asked for by a SKU, details, services and its price', async () => {
  expect(typesOf(await kept({}))).toEqual(['sku_match', 'attribute_match', 'service_match', 'numeric_range']);
});

test('where a voucher decides what may be spent, no bound on a price is asked for', async () => {
  const task = await kept({ contract: { voucher: true } });
  expect(typesOf(task)).toEqual(['sku_match', 'attribute_match', 'service_match', 'budget_match']);
});

test('features of several products say which they are about, and conditions on the order come last and are about all', async () => {
  const { features, entities } = await kept({ contract: { oneShop: true, voucher: true }, task: PAIR });
  expect(entities.map(({ phrase }) => phrase)).toEqual(['Tote Bag', 'Umbrella']);
  expect(features.slice(-2).map(({ type, target }) => [type, target])).toEqual([
    ['same_shop', undefined],
    ['budget_match', undefined],
  ]);
  const targets = features.slice(0, -2).map(({ target }) => target);
  expect(targets).toEqual(targets.toSorted());
  expect(new Set(targets)).toEqual(new Set([0, 1]));
});

test('who gives the voucher is said of the task', async () => {
  const issuer = async (stratum: string) => {
    const { features } = await kept({ contract: { voucher: true }, task: { ...PAIR, stratum } });
    const [budget] = features.filter(({ type }) => type === 'budget_match');
    return budget?.value;
  };
  expect(await issuer('2 shop')).toMatchObject({ voucher: { issuer: 'shop' } });
  expect(await issuer('2 platform')).toMatchObject({ voucher: { issuer: 'platform' } });
});

test('a question is asked with its answer as the title writes it, before anything else', async () => {
  const { features } = await kept({ contract: { knowledge: true }, task: ASKED });
  expect(features[0]).toEqual({
    type: 'knowledge_match',
    field: 'knowledge',
    value: { question: QUESTION.question, answer: 'Oslo' },
    sources: ['query'],
    implicit: false,
    required: true,
  });
});

test('nothing else that is asked names the answer', async () => {
  const stated = details({ Material: 'Oslo Weave', Style: 'Oslo', Color: 'Black' });
  const products = [bag({ details: stated, skuOptions: [] }), umbrella()];
  const { features, dropped } = await kept({ products, contract: { knowledge: true }, task: ASKED });
  expect(features.filter(({ type }) => type === 'attribute_match').map(({ value }) => value)).toEqual(['Black']);
  expect(dropped.map(({ value }) => value).sort()).toEqual(['Oslo', 'Oslo Weave']);
});

test.each<[string, World, string, RegExp]>([
  [
    'about a question nobody gave',
    { contract: { knowledge: true }, task: { subject: 'bergen' } },
    'unknown_question',
    /"bergen"$/,
  ],
  ['about no question', { contract: { knowledge: true } }, 'unknown_question', /""$/],
  [
    'whose answer is what the product is called',
    { contract: { knowledge: true }, task: { subject: RIDDLE.answer, targetIds: ['P1'] } },
    'answer_is_product',
    /^"Umbrella" and "Umbrella" in "Lund Umbrella"$/,
  ],
  [
    'for more than is stated',
    { products: [bag({ details: {}, skuOptions: [], services: [] })], contract: { leastEach: 1 } },
    'too_few_features',
    /^0 of 1 for "Oslo Weekend Tote Bag"$/,
  ],
  [
    'of products from two shops',
    { products: [bag(), umbrella({ shopId: 'S2' })], contract: { oneShop: true }, task: PAIR },
    'no_common_shop',
    /^sold by S1, S2$/,
  ],
  [
    'without a voucher that fits',
    { contract: { voucher: true }, planVoucher: () => ({ rejected: 'too cheap' }) },
    'no_voucher',
    /^too cheap$/,
  ],
])('a task %s is rejected', async (_, world, code, detail) => {
  expect(await outcome(world)).toMatchObject({ code, detail: expect.stringMatching(detail) });
});

test('a question asks for something besides: it does not count as what is stated of the product', async () => {
  const bare = [bag({ details: details({ Color: 'Black' }), skuOptions: [], services: [], priceMinor: null })];
  const asked = { products: bare, task: ASKED };
  expect(isKept(await outcome({ ...asked, contract: { knowledge: true, leastEach: 1 } }))).toBe(true);
  expect(await outcome({ ...asked, contract: { knowledge: true, leastEach: 2 } })).toMatchObject({
    code: 'too_few_features',
    detail: expect.stringMatching(/^1 of 2/),
  });
});

test('a SKU without words is not asked for, and its options are details again', async () => {
  const { features } = await kept({ canSay: () => false });
  expect(features.map(({ field }) => field)).toEqual(expect.arrayContaining(['details.Color', 'details.Material']));
  expect(features.some(({ type }) => type === 'sku_match')).toBe(false);
});

keepsTheStageContract({
  name: 'extract (stated needs)',
  make: () => stageOf({ contract: { oneShop: true, voucher: true } }) as never,
  records: [
    plannedTask({ id: 'task-1', ...PAIR }),
    plannedTask({ id: 'task-2', targetIds: ['P1', 'P0'] }),
    plannedTask({ id: 'task-3', targetIds: ['P0', 'P9'] }),
  ],
});
