import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { planVoucher, type VoucherPlan } from '../../../shopping/vouchers/plan.ts';
import { Voucher } from '../../../shopping/vouchers/schema.ts';
import { discountOf, priceAfterVoucher, voucherIsNeeded, withinBudget } from '../../../shopping/vouchers/voucher.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const draw = (seed: number) => drawFor(seed, 'a task', 'voucher');

const requests = fc.record({
  priceMinor: fc.oneof(fc.integer({ min: 300, max: 20_000 }), fc.integer({ min: 1, max: 5_000_000 })),
  currency: fc.constantFrom('USD', 'PHP', 'IDR', 'JPY'),
  shares: fc.array(fc.integer({ min: 40, max: 220 }), { maxLength: 40 }),
  seed: fc.nat(),
});

/** Checks a property of every plan that could be made; prices no voucher fits are passed over. */
function everyPlan(holds: (plan: VoucherPlan, priceMinor: number, rivals: readonly number[]) => void) {
  fc.assert(
    fc.property(requests, ({ priceMinor, currency, shares, seed }) => {
      const rivals = shares.map((share) => Math.round((priceMinor * share) / 100));
      const plan = planVoucher({ priceMinor, currency, rivals, draw: draw(seed) });
      if (!('rejected' in plan)) holds(plan, priceMinor, rivals);
    }),
    { numRuns: propertyRuns(300) },
  );
}

describe('every planned voucher', () => {
  test('is needed by the target, which is within the budget with it', () =>
    everyPlan((plan, price) => {
      expect(Voucher.safeParse(plan.voucher).success).toBe(true);
      expect(voucherIsNeeded(price, plan)).toBe(true);
      expect(withinBudget(price, plan.voucher.currency, plan)).toBe(true);
      expect(plan.why.priceAfter).toBe(priceAfterVoucher(price, plan.voucher));
    }));

  test('has amounts in whole units and a budget close above the price after it', () =>
    everyPlan(({ voucher, budget, why }) => {
      const unit = minorUnitsOf(voucher.currency);
      for (const { threshold, discount } of voucher.steps) {
        expect(threshold % unit).toBe(0);
        if (discount.kind === 'fixed') expect(discount.off % unit).toBe(0);
        else expect((discount.cap ?? 0) % unit).toBe(0);
        if (discount.kind === 'percentage') {
          expect([500, 800, 1000, 1200, 1500, 2000, 2500, 3000]).toContain(discount.rateBasisPoints);
        }
      }
      expect(budget % unit).toBe(0);
      expect(why.slack).toBe(budget - why.priceAfter);
      expect(why.slack).toBeLessThanOrEqual(Math.max(why.priceAfter * 0.08, 2 * unit));
    }));

  test('never takes more than 45 % off the target or an order at a threshold', () =>
    everyPlan(({ voucher }, price) => {
      for (const total of [price, ...voucher.steps.map(({ threshold }) => threshold)]) {
        expect((total - priceAfterVoucher(total, voucher)) * 100).toBeLessThanOrEqual(45 * total);
      }
    }));

  test('takes no more than 45 % and half a minor unit for each step off any order', () =>
    everyPlan(({ voucher }, price) => {
      for (const total of [2 * price, 3 * price + 1, ...voucher.steps.map(({ threshold }) => threshold + 1)]) {
        const half = 50 * voucher.steps.length;
        expect((total - priceAfterVoucher(total, voucher)) * 100).toBeLessThanOrEqual(45 * total + half);
      }
    }));

  test('names parts that decide only where leaving them out changes the verdict of the price named', () =>
    everyPlan(({ why }, price, rivals) => {
      for (const { changes, priceMinor } of why.deciding) {
        if (changes === 'target') expect(priceMinor).toBe(price);
        else expect(rivals).toContain(priceMinor);
      }
      expect(why.deciding).toContainEqual(expect.objectContaining({ part: 'discount' }));
    }));

  test('has a cap only where some product would fit the budget without it', () =>
    everyPlan(({ voucher, budget }, _, rivals) => {
      const uncapped = voucher.steps.map(({ threshold, discount }) => ({
        threshold,
        discount: discount.kind === 'percentage' ? { ...discount, cap: null } : discount,
      }));
      if (voucher.steps.every(({ discount }) => discount.kind === 'fixed' || discount.cap === null)) return;
      const fits = (price: number, by: Voucher) => withinBudget(price, by.currency, { budget, voucher: by });
      expect(rivals.some((price) => !fits(price, voucher) && fits(price, { ...voucher, steps: uncapped }))).toBe(true);
    }));

  test('if stacked, leaves the target over the budget with either coupon alone', () =>
    everyPlan(({ voucher, budget }, price) => {
      if (voucher.scheme !== 'stacked') return;
      expect(voucher.steps).toHaveLength(2);
      for (const { threshold, discount } of voucher.steps) {
        expect(price).toBeGreaterThanOrEqual(threshold);
        expect(price - discountOf(price, discount)).toBeGreaterThan(budget);
      }
    }));

  test('if tiered, has an upper tier that decides about the target or about a rival', () =>
    everyPlan(({ voucher, budget }, price, rivals) => {
      if (voucher.scheme !== 'tiered') return;
      const lowerOnly = { ...voucher, steps: voucher.steps.slice(0, 1) };
      const fits = (total: number, by: Voucher) => withinBudget(total, by.currency, { budget, voucher: by });
      expect([price, ...rivals].some((total) => fits(total, voucher) !== fits(total, lowerOnly))).toBe(true);
    }));

  test('is the same however the rivals are ordered or repeated', () =>
    fc.assert(
      fc.property(requests, ({ priceMinor, currency, shares, seed }) => {
        const rivals = shares.map((share) => Math.round((priceMinor * share) / 100));
        const request = { priceMinor, currency, draw: draw(seed) };
        const shuffledTwice = [...rivals, ...rivals].reverse();
        expect(planVoucher({ ...request, rivals: shuffledTwice })).toEqual(planVoucher({ ...request, rivals }));
      }),
      { numRuns: 60 },
    ));
});

const shelf = (price: number) => Array.from({ length: 24 }, (_, at) => Math.round((price * (60 + 4 * at)) / 100));
const planned = (priceMinor: number, count: number, rivals = shelf(priceMinor)) =>
  Array.from({ length: count }, (_, seed) => planVoucher({ priceMinor, currency: 'USD', rivals, draw: draw(seed) }));

test('half of the vouchers are simple, a quarter tiered and a quarter stacked where the price allows all', () => {
  const schemes = planned(4599, 400).map((plan) => ('rejected' in plan ? 'rejected' : plan.voucher.scheme));
  const share = (scheme: string) => schemes.filter((other) => other === scheme).length / schemes.length;
  expect(share('simple')).toBeCloseTo(0.5, 1);
  expect(share('tiered')).toBeCloseTo(0.25, 1);
  expect(share('stacked')).toBeCloseTo(0.25, 1);
});

test('a price from three dollars on gets a voucher even without a single rival', () => {
  for (let priceMinor = 300; priceMinor < 30_000; priceMinor += 97) {
    expect(planVoucher({ priceMinor, currency: 'USD', rivals: [], draw: draw(priceMinor) })).not.toHaveProperty(
      'rejected',
    );
  }
});

test('a scheme that cannot be made for a price gives way to another, and the plan says so', () => {
  const plans = planned(300, 40, []).flatMap((plan) => ('rejected' in plan ? [] : [plan]));
  expect(plans).toHaveLength(40);
  for (const { voucher, why } of plans) {
    if (why.drawnScheme !== voucher.scheme) expect(why.fellBackFrom.length).toBeGreaterThan(0);
  }
  expect(plans.some(({ voucher, why }) => why.drawnScheme !== voucher.scheme)).toBe(true);
});

test.each([99, 150, 199])(
  'a price of %i cents is rejected with numbers, since no whole budget lies below it',
  (priceMinor) =>
    expect(planVoucher({ priceMinor, currency: 'USD', rivals: [], draw: draw(1) })).toEqual({
      rejected: expect.stringMatching(/no human voucher fits \$\d.*of \d+ terms none/),
    }),
);

test('dollar amounts from $30 on are multiples of five off orders that are multiples of five', () => {
  for (const plan of planned(4599, 100)) {
    if ('rejected' in plan) throw new Error(plan.rejected);
    for (const { threshold, discount } of plan.voucher.steps) {
      expect(threshold % 500).toBe(0);
      if (discount.kind === 'fixed') expect(discount.off % 500).toBe(0);
    }
  }
});

test('rupiah amounts are round thousands', () => {
  for (let seed = 0; seed < 50; seed++) {
    const plan = planVoucher({ priceMinor: 16_500_000, currency: 'IDR', rivals: shelf(16_500_000), draw: draw(seed) });
    if ('rejected' in plan) throw new Error(plan.rejected);
    for (const { threshold } of plan.voucher.steps) expect(threshold % 1_000_000).toBe(0);
    expect(plan.budget % 500_000).toBe(0);
  }
});

test('a cap leaves at least half of what the rate alone would take off', () => {
  for (const priceMinor of [899, 1899, 4599, 12_999, 129_900]) {
    for (const plan of planned(priceMinor, 60)) {
      if ('rejected' in plan) throw new Error(plan.rejected);
      for (const { discount } of plan.voucher.steps) {
        if (discount.kind === 'fixed' || discount.cap === null) continue;
        expect(discount.cap * 20_000).toBeGreaterThanOrEqual(discount.rateBasisPoints * priceMinor);
      }
    }
  }
});

describe('a request that says more than a price', () => {
  const planned = (seed: number, options: Partial<Parameters<typeof planVoucher>[0]>) => {
    const rivals = Array.from({ length: 60 }, (_, index) => 2000 + index * 100);
    return planVoucher({ priceMinor: 4550, currency: 'USD', rivals, draw: draw(seed), ...options });
  };
  const plans = (options: Partial<Parameters<typeof planVoucher>[0]>) =>
    Array.from({ length: 60 }, (_, seed) => planned(seed, options)).flatMap((plan): VoucherPlan[] =>
      'rejected' in plan ? [] : [plan],
    );

  test.each(['platform', 'shop', 'brand'] as const)('gets a voucher of the issuer it names: %s', (issuer) => {
    const found = plans({ issuer });
    expect(found.length).toBeGreaterThan(30);
    for (const { voucher } of found) expect(voucher.issuer).toBe(issuer);
  });

  test('gets one of the kinds it names and no other', () => {
    const found = plans({ kinds: ['capped_percentage', 'plain_percentage'] });
    expect(new Set(found.map(({ why }) => why.kind))).toEqual(new Set(['capped_percentage', 'plain_percentage']));
    for (const { voucher } of found) expect(voucher.scheme).toBe('simple');
    expect(planned(1, { kinds: [] })).toHaveProperty('rejected');
  });

  test.each(['cap', 'threshold'] as const)('gets a voucher of which every %s changes a verdict', (part) => {
    const found = plans({ mustDecide: [part], kinds: ['capped_percentage'] });
    expect(found.length).toBeGreaterThan(10);
    for (const { voucher, why } of found) {
      const decided = why.deciding.filter((one) => one.part === part).map(({ step }) => step);
      const asked = voucher.steps.flatMap(({ discount }, at) =>
        part === 'cap' && (discount.kind === 'fixed' || discount.cap === null) ? [] : [at + 1],
      );
      expect(decided).toEqual(expect.arrayContaining(asked));
    }
  });

  test('may do without any deciding part', () => {
    const idle = plans({ mustDecide: [], rivals: [], kinds: ['capped_percentage'] });
    expect(idle.length).toBeGreaterThan(30);
    expect(idle.some(({ why }) => why.idle.some(({ part }) => part === 'cap'))).toBe(true);
  });
});
