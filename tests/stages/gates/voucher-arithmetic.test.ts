import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { planVoucher } from '../../../shopping/vouchers/plan.ts';
import type { Voucher } from '../../../shopping/vouchers/schema.ts';
import type { BudgetMatch } from '../../../shopping/vouchers/voucher.ts';
import { voucherWordings } from '../../../shopping/vouchers/wordings.ts';
import { voucherArithmetic } from '../../../stages/gates/voucher-arithmetic.ts';
import { formatAmount, formatMoney } from '../../../text/money.ts';
import { gateInput, productWith } from '../../fixtures/gate-inputs.ts';
import { bounds } from '../../fixtures/leak-inputs.ts';
import { orderInput } from '../../fixtures/orders.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { pays } from '../../fixtures/tasks.ts';
import { fixed, percentage, step, voucherOf } from '../../fixtures/vouchers.ts';

function findings(
  query: string,
  { budget, voucher }: BudgetMatch,
  priceMinor: number | null,
  extra: Rubric[] = [],
  surfaces = {},
) {
  const rubric: Rubric = {
    id: 'r1',
    type: 'budget_match',
    field: 'budget',
    info_source: 'query',
    description: 'the price after the voucher is within the budget',
    expected_value: { budget, voucher },
  };
  const target = productWith({ priceMinor, currency: voucher.currency });
  return voucherArithmetic.check(gateInput([rubric, ...extra], query, target, surfaces));
}

/** Numbers a request also holds that say nothing of money. */
const AROUND = [
  ['I need a tote rated 4.5 stars or more by at least 120 people.', ''],
  ['Looking for a 100% cotton bag, 15.6 inches wide, that holds 2 laptops.', 'It should weigh under 2 kg.'],
  ['My old one cost me about $90 and fell apart within 2 years.', ''],
  ['', 'Please nothing with 3 straps, and it should work with both phones and tablets.'],
] as const;

const COUPONS: Readonly<Record<Voucher['issuer'], string>> = {
  shop: 'shop coupon',
  platform: 'site-wide voucher',
  brand: 'brand promo code',
};

const told = fc
  .record({
    priceMinor: fc.integer({ min: 300, max: 60_000 }),
    currency: fc.constantFrom('USD', 'PHP', 'MYR', 'IDR'),
    seed: fc.nat(),
    around: fc.constantFrom(...AROUND),
    byCode: fc.boolean(),
  })
  .chain(({ priceMinor: cents, currency, seed, around, byCode }) => {
    const priceMinor = currency === 'IDR' ? cents * 1000 : currency === 'PHP' ? cents * 10 : cents;
    const rivals = Array.from({ length: 24 }, (_, at) => Math.round((priceMinor * (60 + 4 * at)) / 100));
    const plan = planVoucher({ priceMinor, currency, rivals, draw: drawFor(seed, 'a task', 'voucher') });
    if ('rejected' in plan) return fc.constant(null);
    const money = (minor: number) =>
      byCode && currency !== 'USD' ? `${currency} ${formatAmount(minor, currency)}` : formatMoney(minor, currency);
    const texts = voucherWordings(plan.voucher, plan.budget, COUPONS[plan.voucher.issuer], money).map(
      ({ text }) => text,
    );
    const [before, after] = currency === 'USD' ? around : ['I need a tote rated 4.5 stars.', ''];
    return fc.record({
      plan: fc.constant<BudgetMatch>({ budget: plan.budget, voucher: plan.voucher }),
      priceMinor: fc.constant(priceMinor),
      text: fc.constantFrom(...texts),
      before: fc.constant(before),
      after: fc.constant(after),
    });
  });

const joined = (...sentences: string[]) => sentences.filter((sentence) => sentence !== '').join(' ');

test('every wording of every planned voucher is read back as it was locked, whatever else the query says', () => {
  fc.assert(
    fc.property(told, (request) => {
      if (request === null) return;
      const { plan, priceMinor, text, before, after } = request;
      expect(findings(joined(before, text, after), plan, priceMinor)).toEqual([]);
    }),
    { numRuns: propertyRuns(600) },
  );
});

const NUMBER = /\d[\d,.]*\d|\d/g;

test('a change to any one number of a voucher text is caught', () => {
  fc.assert(
    fc.property(told, fc.nat(), fc.integer({ min: 1, max: 99_999 }), (request, which, other) => {
      if (request === null) return;
      const { plan, priceMinor, text, before, after } = request;
      const numbers = [...text.matchAll(NUMBER)];
      const number = numbers[which % numbers.length]!;
      const written = formatAmount(other * 100, 'USD');
      fc.pre(written !== number[0]);
      const changed = text.slice(0, number.index) + written + text.slice(number.index + number[0].length);
      expect(findings(joined(before, changed, after), plan, priceMinor)).not.toEqual([]);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('two numbers of a voucher text that change places are caught, unless both are amounts off the same order', () => {
  fc.assert(
    fc.property(told, fc.nat(), fc.nat(), (request, first, second) => {
      if (request === null) return;
      const { plan, priceMinor, text } = request;
      const numbers = [...text.matchAll(NUMBER)];
      const [a, b] = [first % numbers.length, second % numbers.length].sort((x, y) => x - y) as [number, number];
      const [left, right] = [numbers[a]!, numbers[b]!];
      fc.pre(left[0] !== right[0]);
      fc.pre(new Set(plan.voucher.steps.map(({ threshold }) => threshold)).size === plan.voucher.steps.length);
      const changed =
        text.slice(0, left.index) +
        right[0] +
        text.slice(left.index + left[0].length, right.index) +
        left[0] +
        text.slice(right.index + right[0].length);
      expect(findings(changed, plan, priceMinor)).not.toEqual([]);
    }),
    { numRuns: propertyRuns(600) },
  );
});

const ten = { budget: 3800, voucher: voucherOf('simple', [step(4000, fixed(1000))]) };
const capped = { budget: 3800, voucher: voucherOf('simple', [step(4000, percentage(1500, 800))]) };
const tiers = { budget: 5000, voucher: voucherOf('tiered', [step(3000, fixed(500)), step(6000, fixed(1200))]) };
const stack = { budget: 4200, voucher: voucherOf('stacked', [step(3000, fixed(500)), step(5000, percentage(1000))]) };

describe('ordinary paraphrases are read', () => {
  test.each([
    "I've got a $10-off code that works once the order hits $40, and after it I can't pay more than $38.",
    'My shop voucher: spend $40, get $10 off. Budget: $38.',
    "I'm using a shop coupon that takes $10 off orders of at least $40, so the final total needs to stay at or below $38.",
    'My coupon takes 10 dollars off when I spend 40 dollars, and I only want to pay 38 dollars in the end.',
    'I have $38 to spend after using a coupon that takes $10 off any order of $40 and up.',
    'My sister gave me a $10 voucher. It needs an order of $40 or more. I can pay $38 at most.',
    '$10 gets knocked off at checkout once my basket reaches $40, and I’ve got $38 at most to pay.',
    'With the shop’s $10 off $40 coupon I need it to be at most $38.',
  ])('a fixed amount: %j', (query) => expect(findings(query, ten, 4500)).toEqual([]));

  test.each([
    "I've a 15%-off promo code (max $8, min. spend $40) and want to keep the final cost at or below $38.",
    "Use my voucher: 15% off with a cap of $8 for purchases of $40+. I'd like to end up at $38 or lower.",
    "My budget is $38 after a coupon that's good for 15 percent off orders of at least $40, though it maxes out at $8.",
    'I can use a 15% coupon on anything from $40, up to a maximum of $8 off, and I only want to spend $38.',
  ])('a capped rate: %j', (query) => expect(findings(query, capped, 4500)).toEqual([]));

  test.each([
    "There's a storewide coupon: $5 off $30, $12 off $60. Only the bigger one counts. I can't go over $50 after the discount.",
    "I've got a store coupon that gives $5 off at $30 and jumps to $12 off at $60. I can afford $50.",
    'Spending $30 gets me $5 off, or $12 off if I spend $60 instead, and my limit is $50.',
  ])('tiers: %j', (query) => expect(findings(query, tiers, 6150)).toEqual([]));

  test.each([
    'I have two codes that stack: 10% off orders from $50 and $5 off orders from $30, both figured on the original price, and I need to pay $42 or less in total.',
    'On top of a $5 coupon for orders from $30 there is a code for 10% off the full price of orders from $50. My budget is $42.',
  ])('stacked coupons: %j', (query) => expect(findings(query, stack, 5200)).toEqual([]));
});

describe('a text that says something else is caught', () => {
  test.each([
    ['no budget', "I've got a $10-off code that works once the order hits $40."],
    ['no threshold', "I've got a $10-off code, and after it I can't pay more than $38."],
    ['no discount', "I can't pay more than $38 and order for at least $40."],
    ['no voucher at all', 'I need a tote bag with 2 pockets.'],
    ['another currency', "I've got a €10-off code that works once the order hits €40, and I can't pay more than €38."],
    [
      'a rate for an amount',
      "I've got a 10%-off code that works once the order hits $40, and I can't pay more than $38.",
    ],
    ['two budgets', "I've got a $10-off code from $40 up, I can't pay more than $38, and my budget is $35."],
    ['an amount with no part', "I've got a $10-off code from $40 up, I can't pay more than $38 with $7 on the side."],
    [
      'a cap that is not locked',
      "I've got a code for 10% off, up to $10, on orders from $40, and I can't pay more than $38.",
    ],
    ['cents that are not there', "I've got a $10.50-off code from $40 up, and I can't pay more than $38."],
  ])('%s', (_, query) =>
    expect(findings(query, ten, 4500)).toMatchObject([
      { code: 'voucher_arithmetic', path: 'user_query', rubricId: 'r1' },
    ]),
  );

  test('coupons that replace each other where they are locked to add up', () =>
    expect(
      findings('My coupon is $5 off from $30, going up to 10% off from $50. My budget is $42.', stack, 5200),
    ).not.toEqual([]));

  test('coupons that add up where they are locked to replace each other', () =>
    expect(
      findings(
        'I can combine $5 off from $30 and $12 off from $60, both of the full price. My budget is $50.',
        tiers,
        6150,
      ),
    ).not.toEqual([]));

  test('two discounts of which the text does not say whether they add up', () =>
    expect(findings('I have $5 off from $30 and $12 off from $60. My budget is $50.', tiers, 6150)).not.toEqual([]));

  test('percentages taken of what another coupon leaves', () => {
    const query = 'I can combine $5 off from $30 with 10% off what is left from $50, and my budget is $42.';
    expect(findings(query, stack, 5200)).toMatchObject([{ detail: expect.stringContaining('$42.30') }]);
  });

  test('an order "over" the exact price of the target, which then gets no discount', () => {
    const query = "I've got a $10-off code for orders over $40, and I can't pay more than $38.";
    expect(findings(query, ten, 4500)).toEqual([]);
    expect(findings(query, ten, 4000)).not.toEqual([]);
  });

  test('a total "under" exactly what the target costs in the end', () => {
    const query = "I've got a $10-off code for orders of $40 or more, and the total must stay under $38.";
    expect(findings(query, ten, 4500)).toEqual([]);
    expect(findings(query, ten, 4800)).not.toEqual([]);
  });

  test('a target without a price, for which nothing can be recomputed', () =>
    expect(findings("I've got a $10-off code from $40 up, and I can't pay more than $38.", ten, null)).not.toEqual([]));
});

test('the finding points at the number that differs', () => {
  const query = "I've got a $12-off code that works once the order hits $40, and I can't pay more than $38.";
  const [finding] = findings(query, ten, 4500);
  expect(finding?.spans?.map(({ start, end }) => query.slice(start, end))).toEqual(['$12']);
  expect(finding?.detail).toBe('the text says $12 off, locked is $10');
});

describe('the words of a price rubric', () => {
  const price = bounds('r2', 'query', 'price', { max: 50 });
  const terms = "I've got a $10-off code from $40 up, and I can't pay more than $38.";

  test('are no second budget', () => {
    const query = `It must cost no more than $50. ${terms}`;
    expect(findings(query, ten, 4500)).not.toEqual([]);
    expect(findings(query, ten, 4500, [price], { r2: 'cost no more than $50' })).toEqual([]);
  });

  test('hide no other amount, however long they are said to be', () => {
    const words = 'cost no more than $50, and all I have to spend is $30';
    expect(findings(`It must ${words}. ${terms}`, ten, 4500, [price], { r2: words })).not.toEqual([]);
  });
});

test('a task without a voucher in its query has nothing to recompute', () =>
  expect(voucherArithmetic.check(gateInput([], 'A tote bag under $20.', productWith()))).toEqual([]));

test('a budget told as that before any discount is another budget', () => {
  const query = 'A shop coupon takes $10 off orders of $40 or more, and the most I can pay before any discount is $38.';
  expect(findings(query, ten, 4500)).toMatchObject([{ detail: expect.stringContaining('before the voucher') }]);
});

test.each(['before it', 'before the coupon', 'in total before using my voucher'])(
  'a budget for the price %s is none for the price after the voucher',
  (before) => {
    const query = `A shop coupon takes $10 off orders of $40 or more, and I can't pay more than $38 ${before}.`;
    expect(findings(query, ten, 4500)).toMatchObject([{ detail: expect.stringContaining('before the voucher') }]);
  },
);

test('a total that coupons are counted on is no budget before them', () => {
  const query = "I can't pay more than $38 after it. A shop coupon takes $10 off orders of $40 before the discount.";
  expect(findings(query, ten, 4500)).toEqual([]);
});

describe('whose voucher it is', () => {
  const TERMS = "$10 off orders of $40 or more, and I can't pay more than $38 after it.";
  const of = (issuer: Voucher['issuer'], query: string, products = 2) => {
    const rubric = { ...pays('r1', 3800, { ...ten.voucher, issuer }), info_source: 'query' as const };
    const priced = Array.from({ length: products }, () => ({ priceMinor: 4500 / products, currency: 'USD' }));
    return voucherArithmetic.check(orderInput([rubric], priced, query));
  };

  test.each([
    `My platform voucher gives ${TERMS} Any mix of shops will do.`,
    `My platform voucher gives ${TERMS} The items need not come from one shop.`,
    `My platform voucher gives ${TERMS} It isn’t tied to a single store.`,
    `My platform voucher gives ${TERMS} From one shop or several, I don't care.`,
    `My platform voucher gives ${TERMS} You may use more than one shop.`,
    `My voucher gives ${TERMS} One shop is fine, and so are more.`,
    `I'd like everything in one place. My platform voucher gives ${TERMS}`,
    `It is no shop voucher but a platform voucher for ${TERMS}`,
  ])('a platform voucher that works for any shops is told as it is: %j', (query) => {
    expect(of('platform', query)).toEqual([]);
  });

  test.each([
    `My platform voucher gives ${TERMS} The discount only counts when everything comes from the same shop.`,
    `My voucher gives ${TERMS} All of it has to come from one seller.`,
    `I want it all from a single store. My voucher gives ${TERMS}`,
    `My shop voucher gives ${TERMS}`,
    `The store’s own coupon gives ${TERMS}`,
    `The brand's coupon gives ${TERMS}`,
  ])("a platform voucher told as another's is caught: %j", (query) => {
    expect(of('platform', query)).toMatchObject([{ code: 'voucher_arithmetic', spans: [expect.anything()] }]);
  });

  test('a finding points at the words that tell another issuer', () => {
    const query = `My site-wide coupon gives ${TERMS} Everything has to come from one shop.`;
    const spans = of('shop', query).flatMap((finding) => finding.spans ?? []);
    expect(spans.map(({ start, end }) => query.slice(start, end))).toEqual(['site-wide coupon']);
  });

  test("a shop's voucher asks for one shop, one product may come from any, and a brand's is neither's", () => {
    expect(of('shop', `My brand coupon gives ${TERMS}`)).toHaveLength(1);
    expect(of('brand', `My shop coupon gives ${TERMS}`)).toHaveLength(1);
    expect(of('brand', `The brand's coupon gives ${TERMS}`)).toEqual([]);
    expect(of('shop', `My shop voucher gives ${TERMS} Everything has to come from one shop.`)).toEqual([]);
    expect(of('platform', `From one shop, please. My platform voucher gives ${TERMS}`, 1)).toEqual([]);
  });
});
