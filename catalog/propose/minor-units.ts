import { englishWords } from '../../lexicon/index.ts';
import { SMALL_CURRENCIES } from '../../text/currencies.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { numberOf } from '../product/values.ts';
import { type Draft, percent } from './draft.ts';
import { headerWords } from './header.ts';
import type { Column } from './profile.ts';

/** Prices that tell by themselves, at least, and the lowest of them, but for one in a hundred. */
const LEAST_PRICES = 100;
const LEAST_OF_ALL = 100;
/** Times that the highest of them are the lowest, at least; fewer where many are of five figures. */
const MOST_TIMES = 300;
const TIMES = 50;
const HIGH = 10_000;
const LEAST_HIGH = 30;
/** Different ends of two figures, and share of those that no round price has, at least. */
const LEAST_ENDS = 10;
const LEAST_UNEVEN = 0.4;
const EVEN = /(?:[05]0|25|75|[2-9]9|9[058])$/;

const areUneven = (prices: readonly number[]): boolean =>
  new Set(prices.map((price) => price % 100)).size >= LEAST_ENDS &&
  prices.filter((price) => !EVEN.test(String(price))).length >= prices.length * LEAST_UNEVEN;

/** Tells whether whole numbers can be no prices in whole dollars or euros: from small change to what a house costs, with ends that no such price has. */
function areTooMany(numbers: readonly number[]): boolean {
  const prices = numbers.toSorted((one, other) => one - other);
  const at = (share: number) => prices[Math.min(prices.length - 1, Math.floor(prices.length * share))] ?? 0;
  if (prices.length < LEAST_PRICES || at(0.01) < LEAST_OF_ALL || !areUneven(prices)) return false;
  const [times, high] = [at(0.99) / at(0.01), prices.filter((price) => price >= HIGH)];
  return times >= MOST_TIMES || (times >= TIMES && high.length >= LEAST_HIGH && areUneven(high));
}

/**
 * Finds whether prices are whole numbers of the smallest part of their currency, 1999 of $19.99: their header says so, or such
 * numbers are no prices of any shop otherwise. `isAssumed` of a currency that nothing states, whose prices may be in another one.
 */
export function findMinorUnits(
  prices: readonly Column[],
  { currency, isAssumed }: { readonly currency: string; readonly isAssumed: boolean },
  draft: Draft,
): void {
  const numbers = prices.flatMap(({ stated }) => stated.map((value) => numberOf(value) ?? Number.NaN));
  if (minorUnitsOf(currency) !== 100 || !numbers.every(Number.isInteger)) return;
  const words = new Set(englishWords('prices: in the smallest part'));
  const named = prices.find(({ name }) => headerWords(name).some((word) => words.has(word)));
  const areParts = !isAssumed && !SMALL_CURRENCIES.has(currency) && areTooMany(numbers);
  if (named === undefined && !areParts) return;
  draft.section.minor_units = true;
  const uneven = percent(numbers.filter((price) => !EVEN.test(String(price))).length / numbers.length);
  const because =
    named === undefined
      ? `whole numbers from ${Math.min(...numbers)} to ${Math.max(...numbers)} of which ${uneven} end as no price in whole ${currency} does; take it out if they are`
      : `"${named.name}" says it`;
  draft.findings.push({ key: 'minor_units', column: 'true', because });
}
