import type { QueryWording } from '../../shopping/draft.ts';
import { discountOf } from '../../shopping/vouchers/voucher.ts';
import { withReplaced, withWording } from '../changes.ts';
import { type Mutant, type Operator, operatorsOf, type Sample } from '../operator.ts';

type AnySample = Sample<QueryWording>;
const GATE = 'arithmetic';

/** The words that tell of the voucher, where the task has one. */
const toldIn = ({ task, wording }: AnySample): string[] =>
  task.locked.rubrics.flatMap((rubric) =>
    rubric.type === 'budget_match' ? [wording.surfaces[rubric.id] as string] : [],
  );
const budgetOf = ({ task }: AnySample) =>
  task.locked.rubrics.find((rubric) => rubric.type === 'budget_match')?.expected_value;
const currencyOf = (sample: AnySample): string => budgetOf(sample)?.voucher.currency ?? '';

/** The places that tell of an amount of so many minor units, as they are written. */
const amountsOf = (told: string, minor: number, { amount }: VoucherWords): string[] =>
  [...told.matchAll(amount)].flatMap(([written, number = '']) =>
    Math.round(Number(number.replaceAll(',', '')) * 100) === minor ? [written] : [],
  );

/** Words in which a language tells of vouchers, and the ones that say something else in their place. */
export interface VoucherWords {
  /** An amount and a rate as they are written, their numbers in the first group. */
  readonly amount: RegExp;
  readonly rate: RegExp;
  /** Words said where a rate, the voucher, the budget and the least order belong. */
  readonly asMoney: (number: string, currency: string) => string;
  readonly nothing: string;
  readonly noBudget: string;
  readonly noThreshold: string;
  /** Sentences that tell of another budget and another voucher besides. */
  readonly anotherBudget: (told: string, currency: string) => string;
  readonly anotherVoucher: (currency: string) => string;
  /** Words that tell whether it is before or after the voucher that the budget holds. */
  readonly after: RegExp;
  readonly before: string;
  readonly issuers: Readonly<Record<string, readonly [words: RegExp, other: string]>>;
  readonly tierAsStack: Replacements;
  readonly stackAsTier: Replacements;
  readonly ofTheRest: Replacements;
  /** The currency's sign or word, and another's. */
  readonly currency: readonly [words: RegExp, other: string];
}
type Replacements = readonly (readonly [words: RegExp, other: string])[];

const isPeso = (currency: string) => currency === 'PHP';

/** English vouchers. */
const ENGLISH: VoucherWords = {
  amount: /(?:[$₱€£]|(?:USD|PHP) ?)(\d+(?:,\d{3})*(?:\.\d+)?)/g,
  rate: /(\d+(?:\.\d+)?)%/g,
  asMoney: (number, currency) => `${isPeso(currency) ? '₱' : '$'}${number}`,
  nothing: 'That is all',
  noBudget: 'little',
  noThreshold: 'enough',
  anotherBudget: (told, currency) => `${told}. In the end I want to pay ${isPeso(currency) ? '₱17' : '$1'} at most`,
  anotherVoucher: (currency) =>
    ` My other coupon takes ${isPeso(currency) ? '₱30 off orders of ₱100' : '$3 off orders of $10'} or more.`,
  after: /\b(?:after (?:it|that|them|this)|once (?:it|that) is applied|in the end)\b/i,
  before: 'before any discount',
  issuers: {
    shop: [/\b(?:shop|store|seller)(?='s|’s| )/i, 'platform'],
    platform: [/\b(?:platform|site-wide|marketplace)\b/i, 'brand'],
    brand: [/\bbrand\b/i, 'shop'],
  },
  tierAsStack: [
    [/\binstead\b/i, 'on top of that'],
    [/,? or (?=[$₱\d])/i, ' and another '],
  ],
  stackAsTier: [
    [/\btogether with one more code for\b/i, 'or instead, with a higher order,'],
    [/\btakes another\b/i, 'instead takes'],
  ],
  ofTheRest: [
    [
      /\b(?:each |both )?(?:are )?counted on the original total\b/i,
      'one after the other, each on what the one before leaves',
    ],
    [/\bboth worked out on the full price\b/i, 'each worked out on what is left'],
  ],
  currency: [/[$₱]|PHP|USD/g, '€'],
};

/** The voucher's words with one of its numbers changed, each in its turn. */
function numbersChanged(
  sample: AnySample,
  pattern: RegExp,
  change: (number: number) => number,
): Mutant<QueryWording>[] {
  return toldIn(sample).flatMap((told) =>
    [...told.matchAll(pattern)].flatMap((found) => {
      const other = change(Number((found[1] as string).replaceAll(',', '')));
      if (!(other > 0)) return [];
      const words = found[0].replace(found[1] as string, String(other));
      const text = told.slice(0, found.index) + words + told.slice(found.index + found[0].length);
      return withReplaced(sample, told, text, `${found[0]} to ${words} in "${told}"`);
    }),
  );
}
const replaced =
  (pairs: Replacements) =>
  (sample: AnySample): Mutant<QueryWording>[] =>
    toldIn(sample).flatMap((told) =>
      pairs.flatMap(([words, other]) =>
        words.test(told)
          ? withReplaced(sample, told, told.replace(words, other), `"${told.replace(words, other)}"`)
          : [],
      ),
    );
/** Puts other words in the place of those that tell of the voucher; none where they are the same. */
const retold =
  (
    change: (told: string, sample: AnySample) => string,
    what: (text: string) => string = (text) => `"${text}"`,
  ): Operator<QueryWording>['plant'] =>
  (sample) =>
    toldIn(sample).flatMap((told) => {
      const text = change(told, sample);
      return withReplaced(sample, told, text, what(text));
    });
const plantsIn = (words: VoucherWords): Readonly<Record<string, Operator<QueryWording>['plant']>> => ({
  'an amount one more': (sample) => numbersChanged(sample, words.amount, (number) => number + 1),
  'an amount one less': (sample) => numbersChanged(sample, words.amount, (number) => number - 1),
  'an amount times ten': (sample) => numbersChanged(sample, words.amount, (number) => number * 10),
  'an amount a cent more': (sample) =>
    numbersChanged(sample, words.amount, (number) => Math.round(number * 100 + 1) / 100),
  'an amount halved': (sample) => numbersChanged(sample, words.amount, (number) => number / 2),
  'a rate one more': (sample) => numbersChanged(sample, words.rate, (number) => number + 1),
  'a rate doubled': (sample) => numbersChanged(sample, words.rate, (number) => number * 2),
  'a rate told as an amount': (sample) =>
    toldIn(sample).flatMap((told) =>
      [...told.matchAll(words.rate)].flatMap((found) =>
        withReplaced(
          sample,
          told,
          told.replace(found[0], words.asMoney(found[1] as string, currencyOf(sample))),
          `${found[0]} as money`,
        ),
      ),
    ),
  'two amounts swapped': (sample) =>
    toldIn(sample).flatMap((told) => {
      const amounts = [...new Set([...told.matchAll(words.amount)].map(([amount]) => amount))];
      return amounts.flatMap((one, at) =>
        amounts.slice(at + 1).flatMap((other) => {
          // Which of two equal parts an amount is, the swap does not change.
          const text = told
            .replaceAll(one, '\0')
            .replaceAll(other, () => one)
            .replaceAll('\0', () => other);
          return one.includes(other) || other.includes(one) || sameSteps(sample, one, other)
            ? []
            : withReplaced(sample, told, text, `${one} and ${other} swapped in "${told}"`);
        }),
      );
    }),
  'no voucher told': retold(
    () => words.nothing,
    () => 'nothing told',
  ),
  'no budget told': (sample) =>
    toldIn(sample).flatMap((told) => {
      const found = amountsOf(told, budgetOf(sample)!.budget, words);
      return found.length !== 1 ? [] : withReplaced(sample, told, told.replace(found[0]!, words.noBudget), 'no budget');
    }),
  'another budget besides': retold(
    (told, sample) => words.anotherBudget(told, currencyOf(sample)),
    () => 'two budgets',
  ),
  'the budget before the discount': retold((told) => told.replace(words.after, words.before)),
  'the threshold left out': (sample) => {
    const value = budgetOf(sample);
    if (value === undefined || value.voucher.steps.length !== 1) return [];
    return toldIn(sample).flatMap((told) => {
      const found = amountsOf(told, value.voucher.steps[0]!.threshold, words);
      const text = told.replace(found[0] ?? '', words.noThreshold);
      return found.length !== 1 ? [] : withReplaced(sample, told, text, `"${text}"`);
    });
  },
  "another one's voucher": (sample) => {
    const own = words.issuers[budgetOf(sample)?.voucher.issuer ?? ''];
    return own === undefined ? [] : replaced([own])(sample);
  },
  'a tier told as a stack': replaced(words.tierAsStack),
  'a stack told as a tier': replaced(words.stackAsTier),
  'percentages of the rest': (sample) => {
    const value = budgetOf(sample);
    const price = sample.targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
    if (
      value?.voucher.scheme !== 'stacked' ||
      !value.voucher.steps.some(({ discount }) => discount.kind === 'percentage')
    )
      return [];
    // Only where taking them in turn comes to something else is anything told wrong.
    const whole = price - value.voucher.steps.reduce((sum, { discount }) => sum + discountOf(price, discount), 0);
    const inTurn = (steps: typeof value.voucher.steps) =>
      steps.reduce((left, { discount }) => left - discountOf(left, discount), price);
    const reached = value.voucher.steps.every(({ threshold }) => price >= threshold);
    const { steps } = value.voucher;
    if (!reached || [inTurn(steps), inTurn(steps.toReversed())].some((other) => Math.abs(other - whole) < 1)) return [];
    return replaced(words.ofTheRest)(sample);
  },
  'amounts of another currency': retold(
    (told) => told.replace(...words.currency),
    () => 'euros',
  ),
  "another sample's voucher": (sample, { samples, draw }) => {
    const others = samples.filter(
      (other) =>
        other !== sample &&
        toldIn(other).length > 0 &&
        JSON.stringify(budgetOf(other)) !== JSON.stringify(budgetOf(sample)),
    );
    return others.length === 0
      ? []
      : toldIn(sample).flatMap((told) =>
          withReplaced(
            sample,
            told,
            toldIn(others[draw('other', others.length)] as AnySample)[0] as string,
            'another voucher',
          ),
        );
  },
  'the order costs something else': (sample) => {
    if (toldIn(sample).length === 0) return [];
    const [first, ...rest] = sample.targets;
    return [
      { input: { ...sample, targets: [{ ...first!, priceMinor: null }, ...rest] }, what: 'no price' },
      { input: { ...sample, targets: [{ ...first!, currency: 'EUR' }, ...rest] }, what: 'euros' },
    ];
  },
  'terms that are told twice': (sample) =>
    toldIn(sample).map((told) =>
      withWording(sample, { query: sample.wording.query + words.anotherVoucher(currencyOf(sample)) }, told),
    ),
});

/**
 * Tells whether both amounts are the same part of two steps that are told side by side: swapping them swaps the steps.
 */
function sameSteps(sample: AnySample, one: string, other: string): boolean {
  const { steps } = budgetOf(sample)!.voucher;
  const minor = (amount: string) => Math.round(Number(amount.replace(/[^\d.]/g, '')) * 100);
  const offs = steps.flatMap(({ discount }) => (discount.kind === 'fixed' ? [discount.off] : []));
  const from = new Set(steps.map(({ threshold }) => threshold));
  return offs.includes(minor(one)) && offs.includes(minor(other)) && from.size === 1;
}

/** Operators of vouchers told in the words of a language. */
export const vouchersIn = (words: VoucherWords): Operator<QueryWording>[] => operatorsOf(GATE, plantsIn(words));

export const VOUCHERS: readonly Operator<QueryWording>[] = vouchersIn(ENGLISH);
