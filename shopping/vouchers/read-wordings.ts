import { englishExpression, otherLanguage } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import { type Quantity, quantitiesIn } from '../../text/amounts.ts';
import { rolesOf, sentenceAt, type Term } from '../../text/voucher-roles.ts';
import { readListedVoucher } from './listed-wordings.ts';
import type { ReadStep, Unreadable, VoucherReading } from './reading.ts';
import type { Voucher } from './schema.ts';

const OF_DISCOUNTS = englishExpression('read-wordings: of discounts', 'i');
const STACKED = englishExpression('read-wordings: stacked', '');
const TIERED = englishExpression('read-wordings: tiered', '');
const SHARED = englishExpression('read-wordings: shared', '');
const ORIGINAL = englishExpression('read-wordings: original', '');
const REMAINING = englishExpression('read-wordings: remaining', '');

export const spanOf = ({ start, end }: Quantity): Span => ({ start, end });
const unreadable = (problem: string, terms: readonly { readonly quantity: Quantity }[]): Unreadable => ({
  problem,
  spans: terms.map(({ quantity }) => spanOf(quantity)),
});

/**
 * The sentences from the first to the last of the terms, each quantity as one sign, lower case; with the sentence before
 * and after where that one speaks of discounts as well.
 */
function wordsAround(text: string, terms: readonly Term[]): string {
  let start = Math.min(...terms.map(({ quantity }) => sentenceAt(text, quantity.start).start));
  let end = Math.max(...terms.map(({ quantity }) => sentenceAt(text, quantity.start).end));
  const before = sentenceAt(text, Math.max(0, start - 1));
  const after = sentenceAt(text, Math.min(text.length, end + 1));
  if (OF_DISCOUNTS.test(text.slice(before.start, before.end))) start = before.start;
  if (OF_DISCOUNTS.test(text.slice(after.start, after.end))) end = after.end;
  let words = '';
  let from = start;
  for (const { quantity } of terms) {
    words += `${text.slice(from, quantity.start)}§`;
    from = quantity.end;
  }
  return (words + text.slice(from, end)).toLowerCase().replaceAll('’', "'");
}

function ofRole(terms: readonly Term[], role: Term['role']): Term[] {
  return terms.filter((term) => term.role === role);
}

/** Terms without those that repeat an earlier one: the discount may be named again beside the budget. */
function onlyOnce(terms: readonly Term[]): Term[] {
  return terms.filter(
    ({ role, quantity }, at) =>
      terms.findIndex((other) => other.role === role && sameAmount(other.quantity, quantity)) === at,
  );
}

const sameAmount = (a: Quantity, b: Quantity) => a.kind === b.kind && a.value === b.value;

type Pair = Pick<ReadStep, 'off' | 'threshold'>;

/** Pairs each discount with its threshold: the one beside it, or a single one that is said to hold for all. */
function pairs(terms: readonly Term[], words: string): Pair[] | null {
  const offs = ofRole(terms, 'off');
  const thresholds = ofRole(terms, 'threshold');
  const [shared] = thresholds;
  if (shared !== undefined && thresholds.length === 1 && offs.length > 1 && SHARED.test(words)) {
    return offs.map((off) => ({ off, threshold: shared }));
  }
  if (offs.length === 0 || offs.length !== thresholds.length) return null;
  const order = terms.filter(({ role }) => role === 'off' || role === 'threshold').map(({ role }) => role);
  const sideBySide = order.every((role, at) => at % 2 === 0 || role !== order[at - 1]);
  if (!sideBySide && !words.includes('respectively')) return null;
  return offs.map((off, at) => ({ off, threshold: thresholds[at] as Term }));
}

/** Gives each cap to the nearest rate before it. */
function withCaps(steps: readonly Pair[], caps: readonly Term[]): ReadStep[] | null {
  const capOf = new Map<Term, Term>();
  for (const cap of caps) {
    const rate = steps
      .map(({ off }) => off)
      .findLast(({ quantity }) => quantity.kind === 'percentage' && quantity.start < cap.quantity.start);
    if (rate === undefined || capOf.has(rate)) return null;
    capOf.set(rate, cap);
  }
  return steps.map((step) => ({ ...step, cap: capOf.get(step.off) ?? null }));
}

function schemeOf(steps: number, words: string): Voucher['scheme'] | null {
  if (steps === 1) return 'simple';
  const stacked = STACKED.test(words.replace(/\bnot both\b/g, ''));
  const tiered = TIERED.test(words);
  if (stacked === tiered) return null;
  return stacked ? 'stacked' : 'tiered';
}

function stepsIn(terms: readonly Term[], words: string): ReadStep[] | null {
  const caps = onlyOnce(ofRole(terms, 'cap'));
  const found = pairs(terms, words) ?? pairs(onlyOnce(terms), words);
  return found === null ? null : withCaps(found, caps);
}

/**
 * Reads one voucher and one budget out of a request, knowing nothing but the text and the currency. Numbers with no
 * currency and percentages that are no discount are not read; any other doubt makes the text unreadable.
 */
export function readVoucher(text: string, currency: string): VoucherReading | Unreadable {
  if (otherLanguage() !== null) return readListedVoucher(text, currency);
  const quantities = quantitiesIn(text, currency);
  const roles = rolesOf(text, quantities);
  const terms = roles.filter((term) => term !== null);

  const foreign = terms.filter(({ quantity }) => quantity.value === null);
  if (foreign.length > 0) return unreadable(`an amount is not an exact amount of ${currency}`, foreign);

  const [budget, ...others] = ofRole(terms, 'budget');
  if (budget === undefined) return unreadable('no amount is said to be the most to pay', []);
  if (others.some(({ quantity }) => quantity.value !== budget.quantity.value)) {
    return unreadable('several amounts are said to be the most to pay', [budget, ...others]);
  }

  const sentences = new Set(terms.map(({ quantity }) => sentenceAt(text, quantity.start).start));
  const stray = quantities.filter(
    (quantity, at) =>
      roles[at] === null && quantity.kind === 'money' && sentences.has(sentenceAt(text, quantity.start).start),
  );
  if (stray.length > 0)
    return unreadable(
      'an amount has no part in the voucher or the budget',
      stray.map((quantity) => ({ quantity })),
    );

  const parts = terms.filter(({ role }) => role !== 'budget');
  if (ofRole(parts, 'off').length === 0) return unreadable('no discount is named', parts);
  if (ofRole(parts, 'threshold').length === 0)
    return unreadable('no order total is named from which the voucher works', parts);
  const words = wordsAround(text, terms);
  const steps = stepsIn(parts, words);
  if (steps === null) return unreadable('discounts, thresholds and caps cannot be told apart', parts);
  const scheme = schemeOf(steps.length, words);
  if (scheme === null)
    return unreadable('the text does not say whether the discounts add up or replace each other', parts);

  const base = ORIGINAL.test(words) ? 'original' : REMAINING.test(words) ? 'remaining' : 'unsaid';
  return { scheme, steps, budget, base };
}
