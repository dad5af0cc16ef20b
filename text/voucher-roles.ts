import { englishExpression, englishPattern } from '../lexicon/index.ts';
import type { Quantity } from './amounts.ts';

export type Role = 'off' | 'threshold' | 'cap' | 'budget';

/** A quantity and the part it plays. `exclusive`: the text says more than or less than it, not up to and with it. */
export interface Term {
  readonly role: Role;
  readonly quantity: Quantity;
  readonly exclusive: boolean;
}

/** Text around a quantity, up to its neighbours or the ends of its sentence; lower case. */
interface Context {
  readonly left: string;
  readonly right: string;
  /** A rate without a cap stands before: only then can an amount be a cap. */
  readonly openRate: boolean;
}

const COUPON = englishPattern('voucher roles: coupon');
const MOST = englishPattern('voucher roles: most');
const PAY = englishPattern('voucher roles: pay');
const KEEP = englishPattern('voucher roles: keep');
const WITHIN = englishPattern('voucher roles: within', { MOST });

const endsWith = (pattern: string) =>
  new RegExp(englishPattern('voucher roles: right before', { PATTERN: pattern }), 'u');
const startsWith = (pattern: string) => new RegExp(String.raw`^\s*(?:${pattern})`, 'u');

const OFF_AFTER = startsWith(englishPattern('voucher roles: off after', { COUPON }));
const OR_MORE = startsWith(englishPattern('voucher roles: or more'));
const OR_LESS = startsWith(englishPattern('voucher roles: or less'));
const CAP_AFTER = startsWith(englishPattern('voucher roles: cap after'));
const CAP_BEFORE = endsWith(englishPattern('voucher roles: cap before', { MOST }));
const MOST_BEFORE = endsWith(MOST);
const PAY_WITHIN = endsWith(String.raw`${PAY}(?!\p{L}).*[^\p{L}]${WITHIN}`);
const KEEP_WITHIN = endsWith(String.raw`${KEEP}(?!\p{L}).*[^\p{L}]${WITHIN}`);
const NOT_PAY_MORE = endsWith(englishPattern('voucher roles: not pay more'));
const OF_PAYING = new RegExp(englishPattern('voucher roles: of paying', { PAY, KEEP }), 'u');
const LIMIT_IS = endsWith(englishPattern('voucher roles: limit is'));
const THRESHOLD_BEFORE = endsWith(
  [
    englishPattern('voucher roles: threshold before'),
    englishPattern('voucher roles: threshold before 2'),
    englishPattern('voucher roles: threshold before 3'),
    englishPattern('voucher roles: threshold before 4'),
  ].join('|'),
);
const OFF_BEFORE = endsWith(
  [
    englishPattern('voucher roles: off before'),
    englishPattern('voucher roles: off before 2'),
    englishPattern('voucher roles: off before 3', { COUPON }),
    'worth',
  ].join('|'),
);

const MORE_THAN = endsWith(englishPattern('voucher roles: more than'));
const AT_OR_UNDER = englishExpression('voucher roles: at or under', '');
const LESS_THAN = endsWith(englishPattern('voucher roles: less than'));

function amountRole(quantity: Quantity, { left, right, openRate }: Context): Role | null {
  if (openRate && MOST_BEFORE.test(left) && OFF_AFTER.test(right)) return 'cap';
  if (/^[\s-]*off\s+$/.test(left)) return 'threshold';
  if (OFF_AFTER.test(right)) return 'off';
  if (quantity.orMore || OR_MORE.test(right)) return 'threshold';
  const paying = PAY_WITHIN.test(left) || KEEP_WITHIN.test(left) || LIMIT_IS.test(left);
  if (openRate && !paying && left.length <= 16 && CAP_AFTER.test(right)) return 'cap';
  if (OR_LESS.test(right)) return 'budget';
  if (paying || (NOT_PAY_MORE.test(left) && OF_PAYING.test(left))) return 'budget';
  if (openRate && CAP_BEFORE.test(left)) return 'cap';
  if (THRESHOLD_BEFORE.test(left)) return 'threshold';
  return OFF_BEFORE.test(left) ? 'off' : null;
}

const rateRole = ({ left, right }: Context): Role | null =>
  OFF_AFTER.test(right) || OFF_BEFORE.test(left) ? 'off' : null;

/** Ends of sentences: a full stop that belongs to "min." or "max." is none. */
const SENTENCE_END = englishExpression('voucher roles: sentence end', 'g');

/** Start and end of the sentence a place of the text is in. */
export function sentenceAt(text: string, at: number): { start: number; end: number } {
  let start = 0;
  for (const { index } of text.matchAll(SENTENCE_END)) {
    if (index >= at) return { start, end: index };
    start = index + 1;
  }
  return { start, end: text.length };
}

/** Every quantity with the part it plays in a voucher or budget, or null where the words around it name none. */
export function rolesOf(text: string, quantities: readonly Quantity[]): (Term | null)[] {
  const lower = text.toLowerCase().replaceAll('’', "'");
  let openRate = false;
  return quantities.map((quantity, at): Term | null => {
    const sentence = sentenceAt(lower, quantity.start);
    const left = lower.slice(Math.max(sentence.start, quantities[at - 1]?.end ?? 0), quantity.start);
    const right = lower.slice(quantity.end, Math.min(sentence.end, quantities[at + 1]?.start ?? lower.length));
    const context = { left, right, openRate };
    const role = quantity.kind === 'percentage' ? rateRole(context) : amountRole(quantity, context);
    if (role === null) return null;
    if (role === 'off') openRate = quantity.kind === 'percentage';
    if (role === 'cap') openRate = false;
    const exclusive =
      (role === 'threshold' && MORE_THAN.test(left) && !OR_MORE.test(right)) ||
      (role === 'budget' && LESS_THAN.test(left) && !AT_OR_UNDER.test(left));
    return { role, quantity, exclusive };
  });
}
