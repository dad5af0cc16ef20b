import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { type Draw, pick, shuffled } from '../../schemas/draw.ts';
import type { NumericRange } from '../../shopping/kinds/index.ts';
import type { Amount, AmountTests, AskedAs, Peers, QuantityField } from '../../shopping/quantities/index.ts';
import { inBase, isAtLeast } from '../../text/measure.ts';
import { containsWords } from '../../text/normalise.ts';
import { dimensionOf, sizeOf } from '../../text/units.ts';

interface Wanted {
  readonly quantity: QuantityField;
  readonly own: Amount;
  /** Those of the target's name, then those of its shelf; the target is not among them. */
  readonly peers: readonly (() => Peers)[];
  /** Bounds to be taken before any other that can be. */
  readonly preferred: readonly NumericRange[];
  readonly draw: Draw;
}

/** Units that people change over to where an amount gets large: from that many of one to so many of the other. */
const LARGER: Readonly<Record<string, readonly [from: number, unit: string]>> = {
  oz: [16, 'lb'],
  mg: [1000, 'g'],
  g: [1000, 'kg'],
  kg: [1000, 'tonne'],
  mm: [1000, 'm'],
  cm: [200, 'm'],
  ml: [1000, 'l'],
  kb: [1000, 'mb'],
  mb: [1000, 'gb'],
  gb: [1000, 'tb'],
  kbps: [1000, 'mbps'],
  mbps: [1000, 'gbps'],
  mw: [1000, 'w'],
};
const SMALLER: Readonly<Record<string, string>> = {
  lb: 'oz',
  kg: 'g',
  m: 'cm',
  ft: 'in',
  l: 'ml',
  tb: 'gb',
  gb: 'mb',
  gbps: 'mbps',
  ghz: 'mhz',
  kw: 'w',
};

const UNIT_KEPT = englishWords('field name: unit kept');

/** The unit in which people say an amount of a field. */
function unitSaid({ field }: QuantityField, { amount, unit }: Amount): string | null {
  if (unit === null || UNIT_KEPT.some((words) => containsWords(field.replaceAll('_', ' '), words))) return unit;
  const base = inBase(amount, unit);
  let said = unit;
  for (let larger = LARGER[said]; larger !== undefined && base / sizeOf(said) >= larger[0]; larger = LARGER[said])
    said = larger[1];
  for (let next = SMALLER[said]; next !== undefined && base / sizeOf(said) < 1; next = SMALLER[said]) said = next;
  return said;
}

/** A size is what lies no farther from it than half of its last digit, or a twentieth of it. */
const NEAR_SIZE = 0.05;
/** Sizes on either side that people bound by where products are sold in sizes, their own among them. */
const NEAREST_SIZES = 2;
/** People who name both ends have a size in mind: the upper one is at most so many times the lower. */
const WIDEST = 1.35;
/** A bound lies within so many times of the target's own amount, and what that is of it... */
const NEAR = 1.25;
/** ...or of more, where nothing on the shelf lies between the two: after 256 GB comes 512 GB. */
const FARTHEST = 2;

/** A bound that keeps out a smaller share of the peers is one that goes without saying: a camera of at least 1 megapixel. */
const LEAST_KEPT_OUT = 0.1;

const clean = (amount: number) => Number(amount.toPrecision(6));

/** The steps of round numbers near an amount, fine and coarse: halves and ones, tens and fifties. */
function stepsAround(amount: number, isWhole: boolean): number[] {
  const digit = 10 ** Math.floor(Math.log10(amount));
  const steps = amount >= 10 ? [digit / 10, digit / 2] : amount >= 1 ? [0.5, 1] : [digit, digit * 5];
  return isWhole ? [...new Set(steps.map((step) => Math.max(1, Math.round(step))))] : steps;
}

const decimalsOf = (amount: number) => String(amount).split('.')[1]?.length ?? 0;

/** The bounds of all that a named size stands for: what rounds to it. */
export function sizeRange(nominal: number, unit: string | null): NumericRange {
  if (unit === null) return { min: nominal, max: nominal, nominal };
  const half = Math.min(0.5 * 10 ** -decimalsOf(nominal), nominal * NEAR_SIZE);
  // What lies halfway to the next size rounds to that one.
  const bounds = { min: clean(nominal - half), max: clean(nominal + half * 0.98) };
  return { ...bounds, unit, nominal };
}

interface Bounding {
  readonly isWhole: boolean;
  /** Sizes that products of the shelf are sold in, in the unit the amount is said in; none where people round as they like. */
  readonly sold: readonly number[];
  /** Tells whether the shelf has no product between a bound and the target. */
  isNext(bound: number): boolean;
}

/** Round numbers that may bound an amount from below and from above, in the unit it is said in. */
function roundNumbers(amount: number, { isWhole, sold, isNext }: Bounding) {
  const isClose = (one: number) =>
    one > 0 &&
    (Math.max(one / amount, amount / one) <= NEAR || (Math.max(one / amount, amount / one) <= FARTHEST && isNext(one)));
  const rounded = (round: (times: number) => number) =>
    stepsAround(amount, isWhole).map((step) => clean(round(clean(amount / step)) * step));
  // Where products are sold in sizes, people bound by these, unless none of them is near.
  const bounds = (sizes: readonly number[], round: (times: number) => number) => {
    const near = sizes.filter(isClose);
    return near.length > 0 ? near : rounded(round).filter(isClose);
  };
  return {
    below: bounds(sold.filter((one) => one <= amount).slice(-NEAREST_SIZES), Math.floor),
    above: bounds(sold.filter((one) => one >= amount).slice(0, NEAREST_SIZES), Math.ceil),
  };
}

/** The round numbers in which an amount can be said, by how it is asked for; null where it is none of the field's. */
function saidOf(quantity: QuantityField, own: Amount, shelf: () => Peers) {
  if (own.amount <= 0 || (own.unit === null ? quantity.unit !== null : dimensionOf(own.unit) !== quantity.dimension))
    return null;
  const { only = false, unit: ofField = null } = FIELDS.get(quantity.field)?.quantity ?? {};
  const unit = only && own.unit !== null ? ofField : unitSaid(quantity, own);
  const size = unit === null ? 1 : sizeOf(unit);
  const base = own.unit === null ? own.amount : inBase(own.amount, own.unit);
  const amount = clean(base / size);
  const sizes = quantity.sizes.length === 0 ? [] : sizesOn(shelf(), quantity.sizes, base);
  const { below, above } = roundNumbers(amount, {
    isWhole: quantity.unit === null && Number.isInteger(amount) && amount < 1000,
    sold: sizes.map((one) => clean(one / size)).filter((one) => decimalsOf(one) < 2),
    isNext: (bound) => shelf().countWithin(between(bound * size, base)) === 0,
  });
  const inUnit = unit === null ? {} : { unit };
  const ranges: Readonly<Record<AskedAs, () => NumericRange[]>> = {
    least: () => below.map((min) => ({ min, ...inUnit })),
    most: () => above.map((max) => ({ max, ...inUnit })),
    between: () =>
      below.flatMap((min) =>
        above.filter((max) => max > min && max <= min * WIDEST).map((max) => ({ min, max, ...inUnit })),
      ),
    nominal: () => (quantity.sizes.includes(base) ? [sizeRange(amount, unit)] : []),
  };
  // A bound that is rounded past the target's own amount asks for another product.
  const rangesAs = (as: AskedAs) => ranges[as]().filter((range) => contains(range, unit, base));
  return { base, unit, rangesAs };
}

/** Lists the ranges that could be asked of an amount: bounds of either side or both, and its size. */
export function rangesOf(quantity: QuantityField, own: Amount, shelf: () => Peers): NumericRange[] {
  const said = saidOf(quantity, own, shelf);
  return said === null ? [] : quantity.asked.flatMap(said.rangesAs);
}

/**
 * Finds what a shopper could ask of a quantity that the target has: a least, a most, both, or the size it is sold in;
 * in round numbers, such that some of the peers fall short of it and one does not. Null where no such numbers are
 * found.
 */
export function quantityRange({ quantity, own, peers, preferred, draw }: Wanted): NumericRange | null {
  const { field, asked } = quantity;
  const shelf = peers.at(-1);
  const said = shelf === undefined ? null : saidOf(quantity, own, shelf);
  if (said === null) return null;
  const { base, unit, rangesAs } = said;
  const isOnly = FIELDS.get(field)?.quantity?.only === true;
  const near = preferred.filter(
    (range) => isNear(range, base) && isSaidOf(range, quantity) && !(isOnly && range.unit !== unit),
  );
  const order = shuffled(draw, `bounds of ${field}`, asked);
  for (const among of peers) {
    const others = among();
    const known = pick(
      draw,
      `known ${field}`,
      near.filter((range) => contains(range, range.unit ?? null, base) && tells(range, range.unit ?? null, others)),
    );
    if (known !== undefined) return known;
    for (const as of order) {
      const telling = rangesAs(as).filter((range) => tells(range, unit, others));
      // Bounds that are no sizes of a shop say more of a product where they are its own amount.
      const apart = quantity.sizes.length > 0 ? telling : telling.filter((range) => !isBoundedAt(range, base));
      const range = pick(draw, `${as} of ${field}`, apart.length > 0 ? apart : telling);
      if (range !== undefined) return range;
    }
  }
  return null;
}

/** Tells whether the one bound of a range is an amount in the base unit. */
function isBoundedAt({ min, max, unit }: NumericRange, amount: number): boolean {
  const bound = (min ?? max) as number;
  const base = unit === undefined ? bound : inBase(bound, unit);
  return (min === undefined || max === undefined) && isAtLeast(base, amount) && isAtLeast(amount, base);
}

/** Tells whether a range is one that people say of the quantity: what is sold in sizes is bounded by one of them. */
export function isSaidOf({ min, max, unit }: NumericRange, { sizes }: QuantityField): boolean {
  const bound = (min ?? max) as number;
  return sizes.length === 0 || sizes.includes(unit === undefined ? bound : inBase(bound, unit));
}

/** The sizes that products of a shelf are sold in, the target's own among them. */
function sizesOn(shelf: Peers, sizes: readonly number[], own: number): number[] {
  return sizes.filter((size) => {
    const isOne: AmountTests = {
      reaches: (amount) => isAtLeast(amount, size),
      stays: (amount) => isAtLeast(size, amount),
    };
    return (isOne.reaches(own) && isOne.stays(own)) || shelf.countWithin(isOne) > 0;
  });
}

function between(one: number, other: number): AmountTests {
  const [low, high] = one < other ? [one, other] : [other, one];
  return { reaches: (amount) => !isAtLeast(low, amount), stays: (amount) => !isAtLeast(amount, high) };
}

/** Tells whether an amount meets bounds that are not far from it. */
function isNear({ min, max, unit }: NumericRange, amount: number): boolean {
  const bound = (min ?? max) as number;
  const base = unit === undefined ? bound : inBase(bound, unit);
  if (base > amount * FARTHEST || base * FARTHEST < amount) return false;
  return min === undefined ? isAtLeast(base, amount) : isAtLeast(amount, base);
}

/** The amounts of products that a bound may be set on: it lies near them. */
export const amountsNear = ({ min, max, unit }: NumericRange): NumericRange => {
  const [low, high] = min === undefined ? [(max as number) / FARTHEST, max as number] : [min, min * FARTHEST];
  return { min: low, max: high, ...(unit === undefined ? {} : { unit }) };
};

function testsOf({ min, max }: NumericRange, unit: string | null): AmountTests {
  const inUnit = (bound: number) => (unit === null ? bound : inBase(bound, unit));
  const [low, high] = [min === undefined ? null : inUnit(min), max === undefined ? null : inUnit(max)];
  return {
    reaches: (amount) => low === null || isAtLeast(amount, low),
    stays: (amount) => high === null || isAtLeast(high, amount),
  };
}

/** Tells whether an amount in the base unit lies in a range. */
function contains(range: NumericRange, unit: string | null, amount: number): boolean {
  const { reaches, stays } = testsOf(range, unit);
  return reaches(amount) && stays(amount);
}

/** Tells whether a range keeps some of the peers out and lets one pass. */
function tells(range: NumericRange, unit: string | null, peers: Peers): boolean {
  const passing = peers.countWithin(testsOf(range, unit));
  return passing > 0 && passing < peers.size && passing <= peers.size * (1 - LEAST_KEPT_OUT);
}
