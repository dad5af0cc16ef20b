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

const COUPON = String.raw`(?:coupons?|vouchers?|codes?|discounts?|promos?|rebates?|deals?)`;
const MOST = String.raw`(?:up to|at most|no more than|not more than|never more than|but not over|(?:a )?max(?:imum|\.)?(?: of)?|limited to)`;
const PAY = String.raw`(?:pay|paying|paid|spend|spending|part with|shell out|fork out|hand over|out of pocket|afford|budget|end up|the most i|my limit|my max(?:imum)?|i can do|i can go)`;
const KEEP = String.raw`(?:should|must|has to|have to|needs?|want|keep|stays?|comes?|final|brings?|leaves?|leaving)`;
const WITHIN = String.raw`(?:${MOST}|at or (?:under|below)|under|below|within|less than|no higher than|inside|or under)`;

const endsWith = (pattern: string) =>
  new RegExp(String.raw`(?:^|[^\p{L}])(?:${pattern})\s*(?:only|just|exactly)?\s*$`, 'u');
const startsWith = (pattern: string) => new RegExp(String.raw`^\s*(?:${pattern})`, 'u');

const OFF_AFTER = startsWith(
  String.raw`-?\s*(?:(?:off|platform|shop|store|brand|site-?\s?wide|marketplace|promo|seller(?:'s)?|gift)[\s-]+){0,3}(?:off|back|${COUPON}|reduction|(?:gets?|is|are|will be) (?:knocked|taken|cut) off)(?!\p{L})`,
);
const OR_MORE = startsWith(
  String.raw`(?:,? ?(?:or|and) (?:more|over|above|higher|greater|up|upwards?)|minimum|min|up(?! to)|plus|upwards?)(?!\p{L})`,
);
const OR_LESS = startsWith(
  String.raw`,?\s*(?:or (?:less|under|below|lower)|and (?:under|below)|tops|at (?:the )?most|all in|to spend|budget|limit|(?:is|would be|will be) (?:my|the|all|as much|as far|what))(?!\p{L})`,
);
const CAP_AFTER = startsWith(String.raw`,?\s*(?:cap|max|maximum|at most)(?!\p{L})`);
const CAP_BEFORE = endsWith(
  String.raw`${MOST}|cap(?:ped)?(?: (?:of|is|at|being))?:?|(?:limit|ceiling|maximum|max)(?: (?:discount|saving|reduction))?(?: (?:of|at|is|being))?:?|(?:tops|maxes|topping|maxing) out at|stops at|(?:can't|cannot|won't|not|never) (?:exceed|go (?:over|above|past|beyond))(?:ing)?|not exceeding`,
);
const MOST_BEFORE = endsWith(MOST);
const PAY_WITHIN = endsWith(String.raw`${PAY}(?!\p{L}).*[^\p{L}]${WITHIN}`);
const KEEP_WITHIN = endsWith(String.raw`${KEEP}(?!\p{L}).*[^\p{L}]${WITHIN}`);
const NOT_PAY_MORE = endsWith(
  String.raw`(?:can't|cannot|can not|won't|don't|not|never|no|nothing|shouldn't|mustn't)(?!\p{L}).*(?:more than|over|above|beyond|past|exceed|higher than)`,
);
const OF_PAYING = new RegExp(String.raw`(?:^|[^\p{L}])(?:${PAY}|${KEEP}|go|total|price|costs?)(?!\p{L})`, 'u');
const LIMIT_IS = endsWith(
  String.raw`(?:budget|limit|ceiling|the most i|my max(?:imum)?)(?!\p{L})[^,;:]*[^\p{L}](?:is|of|at|to|be|stays|remains)|(?:budget|limit):?|afford|(?:willing|want|like|able|prepared) to (?:pay|spend):?|only have`,
);
const THRESHOLD_BEFORE = endsWith(
  [
    String.raw`(?:orders?|purchases?|totals?|baskets?|carts?|subtotals?|bills?|checkouts?|anything|everything|items?)(?!\p{L})[^,;]{0,40}[^\p{L}](?:of|over|above|from|at|is|are|worth|to|than|costing|priced)`,
    String.raw`(?:spend|spending|buy|buying)(?: (?:at least|over|more than|above|a minimum of|upwards of))?`,
    String.raw`min(?:imum|\.)?(?: (?:spend|order|purchase|basket|total|value|amount|of|is|being))*:?`,
    String.raw`reach(?:es|ing)?|hits?|gets? to|passes|exceeds?|exceeding|crosses|from|starting at|beyond|over|above|upwards of|at least|more than|at|on`,
  ].join('|'),
);
const OFF_BEFORE = endsWith(
  [
    String.raw`(?:takes?|taking|knocks?|cuts?|saves?|saving|shaves?|slashes|gives?|gets?|deducts?|subtracts?|minus)(?: (?:me|you|us|off|another|an extra|a further|a flat))*`,
    String.raw`(?:rises?|rising|goes up|going up|jumps?|climbs?|increases?|grows?|up) to`,
    String.raw`(?:${COUPON}|reduction|saving|price|total)(?!\p{L})[^,;]{0,15}[^\p{L}](?:for|of|worth|is|by|gives?)`,
    'worth',
  ].join('|'),
);

const MORE_THAN = endsWith('over|above|more than|exceeds?|exceeding|beyond|past|passes|crosses');
const LESS_THAN = endsWith('under|below|less than|inside');

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
const SENTENCE_END = /(?<!\bmin|\bmax|\bapprox)[.!?](?=\s|$)|\n/g;

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
      (role === 'budget' && LESS_THAN.test(left) && !/at or (?:under|below)\s*$/.test(left));
    return { role, quantity, exclusive };
  });
}
