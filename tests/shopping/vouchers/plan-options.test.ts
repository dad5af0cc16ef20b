import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { planVoucher, type VoucherPlan, weigh } from '../../../shopping/vouchers/plan.ts';
import { discountOf, voucherIsNeeded, withinBudget } from '../../../shopping/vouchers/voucher.ts';

type Request = Parameters<typeof planVoucher>[0];

const options = fc.record<Pick<Request, 'kinds' | 'mustDecide' | 'capBinds' | 'issuer'>>({
  kinds: fc.constantFrom(['fixed'], ['capped_percentage'], ['fixed', 'capped_percentage']),
  mustDecide: fc.subarray(['cap', 'threshold', 'discount']),
  capBinds: fc.boolean(),
  issuer: fc.constantFrom('platform', 'shop'),
});
const orders = fc.record({
  priceMinor: fc.integer({ min: 20_000, max: 2_000_000 }),
  shares: fc.array(fc.integer({ min: 50, max: 200 }), { minLength: 6, maxLength: 40 }),
  seed: fc.nat(),
});

/** Checks a property of every plan that an order and what is asked of it allow. */
function everyPlan(holds: (plan: VoucherPlan, request: Request) => void) {
  let made = 0;
  fc.assert(
    fc.property(orders, options, ({ priceMinor, shares, seed }, asked) => {
      const rivals = shares.map((share) => Math.round((priceMinor * share) / 100));
      const request = { priceMinor, currency: 'PHP', rivals, draw: drawFor(seed, 'an order', 'voucher'), ...asked };
      const plan = planVoucher(request);
      if ('rejected' in plan) return;
      made += 1;
      holds(plan, request);
    }),
    { numRuns: 150 },
  );
  expect(made).toBeGreaterThan(50);
}

test('whatever is asked of a voucher, the order needs it and keeps to the budget with it', () =>
  everyPlan((plan, { priceMinor, kinds = [], issuer }) => {
    expect(voucherIsNeeded(priceMinor, plan)).toBe(true);
    expect(withinBudget(priceMinor, 'PHP', plan)).toBe(true);
    expect(kinds).toContain(plan.why.kind);
    expect(plan.voucher).toMatchObject({ scheme: 'simple', issuer });
    expect(plan.voucher.steps).toHaveLength(1);
  }));

test('each part that must decide changes a verdict, of the order itself or of one of its rivals', () =>
  everyPlan((plan, { priceMinor, rivals, mustDecide = [] }) => {
    const { deciding } = weigh(plan, [priceMinor, ...rivals]);
    const parts = new Set(deciding.map(({ part }) => part));
    const [step] = plan.voucher.steps;
    const capped = step?.discount.kind === 'percentage' && step.discount.cap !== null;
    for (const part of mustDecide) if (part !== 'cap' || capped) expect(parts).toContain(part);
  }));

test('a cap that must bind cuts what the order itself gets off', () =>
  everyPlan(({ voucher }, { priceMinor, capBinds }) => {
    const [{ discount } = { discount: null }] = voucher.steps;
    if (capBinds !== true || discount?.kind !== 'percentage' || discount.cap === null) return;
    expect(discountOf(priceMinor, discount)).toBe(discount.cap);
    expect(discountOf(priceMinor, { ...discount, cap: null })).toBeGreaterThan(discount.cap);
  }));

test('a cap need not bind unless that is asked for', () => {
  const bindsAt = (seed: number) => {
    const draw = drawFor(seed, 'an order', 'voucher');
    const plan = planVoucher({
      priceMinor: 123_400,
      currency: 'PHP',
      rivals: [],
      draw,
      kinds: ['capped_percentage'],
      mustDecide: [],
    });
    if ('rejected' in plan) throw new Error(plan.rejected);
    const [{ discount } = { discount: null }] = plan.voucher.steps;
    if (discount?.kind !== 'percentage') throw new Error('expected a percentage');
    return discountOf(123_400, { ...discount, cap: null }) > (discount.cap as number);
  };
  expect(new Set(Array.from({ length: 60 }, (_, seed) => bindsAt(seed)))).toEqual(new Set([true, false]));
});

test('what cannot be had is told: which parts were to decide, among how many prices', () => {
  const draw = drawFor(42, 'an order', 'voucher');
  const request = { priceMinor: 123_400, currency: 'PHP', rivals: [], draw, kinds: ['fixed'] as const };
  const plan = planVoucher({ ...request, mustDecide: ['threshold'] });
  expect(plan).toEqual({ rejected: expect.stringContaining('0 rival prices') });
  expect(planVoucher({ ...request, mustDecide: [] })).not.toHaveProperty('rejected');
});
