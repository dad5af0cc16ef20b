import type { RawCatalog } from './raw-catalog.ts';
import { type Counter, entityOf, perSample, type Sample } from './sample-parts.ts';

/** One rung of a published voucher, in cents. */
interface Rung {
  readonly threshold: number;
  readonly face: number | null;
  readonly rate: number | null;
  readonly cap: number | null;
}

interface Terms {
  readonly kind: 'single' | 'tiered' | 'stacked';
  readonly rungs: readonly Rung[];
  readonly budget: number;
}

type Published = NonNullable<Sample['voucher']>;

const cents = (amount: number) => Math.round(amount * 100);

function rungOf(step: Readonly<Record<string, unknown>>): Rung {
  const number = (key: string) => (typeof step[key] === 'number' ? (step[key] as number) : null);
  const [threshold, face, cap] = ['threshold', 'face_value', 'cap'].map((key) => number(key));
  return {
    threshold: cents(threshold ?? 0),
    face: face == null ? null : cents(face),
    rate: number('discount'),
    cap: cap == null ? null : cents(cap),
  };
}

function termsOf(voucher: Published): Terms {
  const { discount_type: type, budget } = voucher;
  if (type === 'tiered') return { kind: 'tiered', rungs: (voucher.tiers ?? []).map(rungOf), budget: cents(budget) };
  if (type === 'stacked') return { kind: 'stacked', rungs: (voucher.coupons ?? []).map(rungOf), budget: cents(budget) };
  return { kind: 'single', rungs: [rungOf({ ...voucher })], budget: cents(budget) };
}

/** Cents off, before rounding: whole cents are not promised by a rate. */
function off({ face, rate, cap }: Rung, price: number): number {
  if (face !== null) return face;
  return Math.min(price * (rate ?? 0), cap ?? Number.POSITIVE_INFINITY);
}

function priceAfter({ kind, rungs }: Terms, price: number): number {
  const reached = rungs.filter(({ threshold }) => price >= threshold);
  const applied = kind === 'tiered' ? reached.toSorted((a, b) => b.threshold - a.threshold).slice(0, 1) : reached;
  return Math.max(0, price - applied.reduce((sum, rung) => sum + off(rung, price), 0));
}

const passes = (terms: Terms, price: number) => Math.round(priceAfter(terms, price)) <= terms.budget;

/** The voucher of every coupon_budget sample with the target's price in cents as the raw row states it. */
function couponOf(sample: Sample, catalog: RawCatalog) {
  const { voucher } = sample;
  const price = catalog.product(sample.target_product.product_id).cents;
  return voucher === null || price === null ? null : { voucher, price, terms: termsOf(voucher) };
}

const perCoupon = (
  catalog: RawCatalog,
  find: (coupon: NonNullable<ReturnType<typeof couponOf>>, sample: Sample) => string[],
) =>
  perSample((sample) => {
    if (sample.intent_category !== 'coupon_budget')
      return sample.voucher === null ? [] : ['a voucher outside coupon_budget'];
    const coupon = couponOf(sample, catalog);
    if (coupon === null) return ['no voucher or no price'];
    return find(coupon, sample).map((what) => `${what}: ${JSON.stringify(coupon.voucher)}`);
  });

/** S10: numbers that do not follow from the voucher's own fields, or a voucher nobody needs. */
export const wrongArithmetic = (catalog: RawCatalog): Counter =>
  perCoupon(catalog, ({ voucher, price, terms }, { rubrics }) => {
    const after = priceAfter(terms, price);
    const found: string[] = [];
    if (cents(voucher.total_original_price) !== price) found.push(`the price is ${price / 100}`);
    if (Math.abs(cents(voucher.price_after_voucher) - after) > 1) found.push(`the price after it is ${after / 100}`);
    if (Math.round(after) > terms.budget) found.push('the target is over the budget');
    if (price <= terms.budget) found.push('the voucher is not needed');
    if (rubrics.some(({ field }) => field === 'price')) found.push('a price is asked for beside the budget');
    const locked = rubrics.find(({ type }) => type === 'budget_match')?.expected_value as
      | { budget?: number }
      | undefined;
    if (locked?.budget !== terms.budget) found.push('the rubric has another budget');
    return found;
  });

/** S10: amounts no shop would print, or that the query does not say. */
export const strangeAmounts = (catalog: RawCatalog): Counter =>
  perCoupon(catalog, ({ voucher, terms: { rungs } }, { user_query: query }) => {
    const amounts = rungs.flatMap(({ threshold, face, cap }) =>
      [threshold, face, cap].filter((amount) => amount !== null),
    );
    const rates = rungs.flatMap(({ rate }) => (rate === null ? [] : [Math.round(rate * 10_000) / 100]));
    const whole = [...amounts, cents(voucher.budget)];
    const unsaid = [...whole.map((amount) => `$${amount / 100}`), ...rates.map((rate) => `${rate}%`)].filter(
      (text) => !new RegExp(`${text.replace('$', '\\$')}(?![\\d.]*\\d)`).test(query),
    );
    return [
      ...whole.filter((amount) => amount % 100 !== 0).map((amount) => `${amount / 100} has cents`),
      ...rates.filter((rate) => !Number.isInteger(rate)).map((rate) => `${rate} % is a broken rate`),
      ...unsaid.map((text) => `the query does not say ${text}`),
    ];
  });

/**
 * A part of a voucher and the voucher without it. The lower tier of a target that reaches the upper one is left out: it
 * is there to be mistaken for the upper one, which `mistakenTiers` looks at.
 */
function reductionsOf(terms: Terms, price: number): { part: string; reduced: Terms }[] {
  const upper = Math.max(...terms.rungs.map(({ threshold }) => threshold));
  return terms.rungs.flatMap((rung, at) => {
    const replaced = (other: Rung | null) => ({
      ...terms,
      rungs: terms.rungs.flatMap((same, place) => (place === at ? (other === null ? [] : [other]) : [same])),
    });
    const isDecoy = terms.kind === 'tiered' && price >= upper && rung.threshold < upper;
    return [
      ...(isDecoy ? [] : [{ part: `discount ${at + 1}`, reduced: replaced(null) }]),
      ...(rung.cap === null ? [] : [{ part: `cap ${at + 1}`, reduced: replaced({ ...rung, cap: null }) }]),
    ];
  });
}

/** S10: a cap, tier or coupon without which no product of the same noun would be judged otherwise. */
export const idleTerms = (catalog: RawCatalog): Counter =>
  perCoupon(catalog, ({ price, terms }, sample) => {
    const prices = [
      price,
      ...catalog.holding(entityOf(sample)).flatMap(({ cents }) => (cents === null ? [] : [cents])),
    ];
    return reductionsOf(terms, price)
      .filter(({ reduced }) => prices.every((other) => passes(reduced, other) === passes(terms, other)))
      .map(({ part }) => `${part} decides nothing among ${prices.length} prices`);
  });

/** S10: a tiered voucher whose lower tier would do for the target as well, so that nobody has to tell them apart. */
export const mistakenTiers = (catalog: RawCatalog): Counter =>
  perCoupon(catalog, ({ price, terms }) => {
    if (terms.kind !== 'tiered') return [];
    const active = terms.rungs.filter(({ threshold }) => price >= threshold);
    const lower = active.toSorted((a, b) => b.threshold - a.threshold).slice(1);
    return lower.some((rung) => passes({ ...terms, rungs: [rung] }, price)) ? ['any tier will do'] : [];
  });

/** S10: the kinds of voucher in use. */
export const schemesOf = (samples: readonly Sample[]): Record<string, number> =>
  samples.reduce<Record<string, number>>((counts, { voucher }) => {
    if (voucher !== null) counts[voucher.discount_type] = (counts[voucher.discount_type] ?? 0) + 1;
    return counts;
  }, {});

/** Whether a price in cents is within the budget once the voucher is applied. */
export const priceWithin = (voucher: Published, price: number): boolean => passes(termsOf(voucher), price);
