import { ofLexicon, otherLanguage } from '../../lexicon/index.ts';
import { codesOf, type Quantity, quantitiesIn } from '../../text/amounts.ts';
import { CURRENCY_MARKS } from '../../text/currencies.ts';
import { escaped, oneOf } from '../../text/escaped.ts';
import { FOREIGN_MONEY } from '../../text/foreign-money.ts';
import { preparedText, spanOf } from '../../text/prepare.ts';
import type { Role, Term } from '../../text/voucher-roles.ts';
import type { ReadStep, Unreadable, VoucherReading } from './reading.ts';
import type { Voucher } from './schema.ts';
import { type Form, WORDINGS } from './wordings.ts';

/** The blanks of each form, a step's discount, its threshold and its cap beside one another. */
const STEPS: Readonly<Record<Form, readonly (readonly [off: string, from: string, cap?: string])[]>> = {
  fixed: [['off', 'from']],
  capped_percentage: [['off', 'from', 'cap']],
  plain_percentage: [['off', 'from']],
  tiered: [
    ['lower', 'lower_from'],
    ['upper', 'upper_from'],
  ],
  stacked: [
    ['first', 'first_from'],
    ['second', 'second_from'],
  ],
  stacked_together: [
    ['first', 'from'],
    ['second', 'from'],
  ],
};
const DISCOUNTS = new Set(['off', 'lower', 'upper', 'first', 'second']);
const schemeOf = (form: Form): Voucher['scheme'] =>
  form === 'tiered' ? 'tiered' : form.startsWith('stacked') ? 'stacked' : 'simple';

const NUMBER = String.raw`\d(?:[\d.,]*\d)?`;

/** An amount with its sign, code or word at one end of it; whether it is one of the currency is for `quantitiesIn` to say. */
function amountPattern(currency: string): string {
  const marks = oneOf([...Object.values(CURRENCY_MARKS).flat(), ...Object.keys(CURRENCY_MARKS), ...codesOf(currency)]);
  const words = oneOf([...FOREIGN_MONEY.values()].flat());
  return String.raw`(?:(?:${marks})\s?${NUMBER}|${NUMBER}\s?(?:${words}|${marks}))`;
}

/** Pattern of a discount as it is said, with the blanks of the amount or rate by their names. */
const offPattern = (said: string, amount: string) =>
  escaped(said)
    .replace('\\{v\\}', () => `(?<v>${amount})`)
    .replace('\\{p\\}', `(?<p>${NUMBER})`)
    .replace('\\{z\\}', `(?<z>${NUMBER})`);
const unnamed = (pattern: string) => pattern.replace(/\?<\w+>/g, '?:');

interface ListedWording {
  readonly form: Form;
  readonly pattern: RegExp;
}

interface Listed {
  /** Pattern of a discount by itself. */
  readonly off?: RegExp;
  readonly wordings: readonly ListedWording[];
}

/**
 * The wordings of the language in force as they are looked for in a currency; none in English, whose texts are read by
 * their grammar.
 */
function listedIn(currency: string): Listed {
  if (otherLanguage() === null) return { wordings: [] };
  const { off, coupon, ...forms } = WORDINGS;
  const amount = amountPattern(currency);
  const discount = [off.rate, off.amount].map((said) => offPattern(said, amount));
  const issued = Object.entries(coupon).map(([issuer, nouns]) => `(?<${issuer}>${oneOf(nouns)})`);
  const blank = (name: string) =>
    name === 'coupon'
      ? `(?:${issued.join('|')})`
      : `(?<${name}>${DISCOUNTS.has(name) ? discount.map(unnamed).join('|') : amount})`;
  return {
    off: new RegExp(`^(?:${discount.join('|')})$`, 'u'),
    wordings: Object.entries(forms).flatMap(([form, patterns]) =>
      patterns.map((pattern) => ({
        form: form as Form,
        pattern: new RegExp(
          escaped(pattern.replace(/[.。]$/u, '')).replace(/\\\{(\w+)\\\}/g, (_, name: string) => blank(name)),
          'dgu',
        ),
      })),
    ),
  };
}

const LISTED = ofLexicon(() => new Map<string, Listed>());

function listed(currency: string): Listed {
  const known = LISTED.get(currency) ?? listedIn(currency);
  LISTED.set(currency, known);
  return known;
}

const ISSUERS: readonly Voucher['issuer'][] = ['platform', 'shop', 'brand'];

/** The one amount a blank holds, where it stands in the text; null where it holds another thing. */
function amountIn(text: string, start: number, end: number, currency: string): Quantity | null {
  const [quantity, more] = quantitiesIn(text.slice(start, end), currency);
  if (quantity?.kind !== 'money' || quantity.value === null || more !== undefined) return null;
  return { ...quantity, start: start + quantity.start, end: start + quantity.end };
}

/** Reads the discount in a blank: an amount, or a rate by its percents or by the tenths that are left. */
function discountIn(text: string, start: number, end: number, currency: string): Quantity | null {
  const { v, p, z } = listed(currency).off?.exec(text.slice(start, end))?.groups ?? {};
  if (v !== undefined) return amountIn(text, start, end, currency);
  const said = Number((p ?? z ?? '').replace(',', '.'));
  const value = Math.round(p === undefined ? 10_000 - said * 1000 : said * 100);
  return value > 0 && value < 10_000 ? { kind: 'percentage', value, start, end, orMore: false } : null;
}

/** Reads one wording where it was found; null where a blank holds what it is not for. */
function readingOf(
  text: string,
  { form }: ListedWording,
  match: RegExpExecArray,
  currency: string,
): VoucherReading | null {
  const term = (name: string, role: Role): Term | null => {
    const [start, end] = match.indices?.groups?.[name] ?? [0, 0];
    const quantity = (DISCOUNTS.has(name) ? discountIn : amountIn)(text, start, end, currency);
    return quantity && { role, quantity, exclusive: false };
  };
  const budget = term('budget', 'budget');
  const steps = STEPS[form].flatMap(([offBlank, fromBlank, capBlank]): ReadStep[] => {
    const off = term(offBlank, 'off');
    const threshold = term(fromBlank, 'threshold');
    const cap = capBlank === undefined ? null : term(capBlank, 'cap');
    return off === null || threshold === null || (cap === null && capBlank !== undefined)
      ? []
      : [{ off, threshold, cap }];
  });
  const issuer = ISSUERS.find((one) => match.groups?.[one] !== undefined);
  if (budget === null || issuer === undefined || steps.length < STEPS[form].length) return null;
  const isRate = steps.every(({ off }) => off.quantity.kind === 'percentage');
  if (schemeOf(form) === 'simple' && isRate !== (form !== 'fixed')) return null;
  return { scheme: schemeOf(form), steps, budget, base: 'original', issuer };
}

/** Reads one voucher and one budget out of a request in another language than English: by the wordings that are listed for it. */
export function readListedVoucher(text: string, currency: string): VoucherReading | Unreadable {
  const found = listed(currency).wordings.flatMap((wording) =>
    [...text.matchAll(wording.pattern)].flatMap((match) => {
      const reading = readingOf(text, wording, match, currency);
      return reading === null ? [] : [{ reading, start: match.index, end: match.index + match[0].length }];
    }),
  );
  const [first, ...others] = found.toSorted((a, b) => b.end - b.start - (a.end - a.start));
  if (first === undefined) return { problem: 'no listed wording of a voucher stands in it', spans: [] };
  const another = others.filter(({ start, end }) => start < first.start || end > first.end);
  if (another.length > 0) return { problem: 'it tells of several vouchers', spans: another };
  const prepared = preparedText(text);
  const amounts = prepared.numbers.filter(({ money }) => money).map(({ from, to }) => spanOf(prepared, from, to));
  // An amount of a currency without a sign is told by its code alone.
  for (const { kind, start, end } of quantitiesIn(text, currency))
    if (kind === 'money' && !amounts.some((one) => one.start < end && start < one.end)) amounts.push({ start, end });
  const stray = amounts.filter(({ start, end }) => start < first.start || end > first.end);
  if (stray.length === 0) return first.reading;
  return { problem: 'an amount has no part in the voucher or the budget', spans: stray };
}
