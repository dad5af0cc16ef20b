import type { QueryWording } from '../../shopping/draft.ts';
import { discountOf } from '../../shopping/vouchers/voucher.ts';
import { withReplaced, withWording } from '../changes.ts';
import type { Mutant, Operator, Sample } from '../operator.ts';

type AnySample = Sample<QueryWording>;
const GATE = 'arithmetic';

/** The words that tell of the voucher, where the task has one. */
const toldIn = ({ task, wording }: AnySample): string[] =>
  task.locked.rubrics.flatMap((rubric) =>
    rubric.type === 'budget_match' ? [wording.surfaces[rubric.id] as string] : [],
  );
const budgetOf = ({ task }: AnySample) =>
  task.locked.rubrics.find((rubric) => rubric.type === 'budget_match')?.expected_value;

const AMOUNT = /(?:[$₱€£]|(?:USD|PHP) ?)(\d+(?:,\d{3})*(?:\.\d+)?)/g;
const RATE = /(\d+(?:\.\d+)?)%/g;

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
  (pairs: readonly (readonly [RegExp, string])[]): Operator<QueryWording>['plant'] =>
  (sample) =>
    toldIn(sample).flatMap((told) =>
      pairs.flatMap(([words, other]) =>
        words.test(told)
          ? withReplaced(sample, told, told.replace(words, other), `"${told.replace(words, other)}"`)
          : [],
      ),
    );
const ISSUERS: Readonly<Record<string, RegExp>> = {
  shop: /\b(?:shop|store|seller)(?='s|’s| )/i,
  platform: /\b(?:platform|site-wide|marketplace)\b/i,
  brand: /\bbrand\b/i,
};

const OPERATORS: Readonly<Record<string, Operator<QueryWording>['plant']>> = {
  'an amount one more': (sample) => numbersChanged(sample, AMOUNT, (number) => number + 1),
  'an amount one less': (sample) => numbersChanged(sample, AMOUNT, (number) => number - 1),
  'an amount times ten': (sample) => numbersChanged(sample, AMOUNT, (number) => number * 10),
  'an amount a cent more': (sample) => numbersChanged(sample, AMOUNT, (number) => Math.round(number * 100 + 1) / 100),
  'an amount halved': (sample) => numbersChanged(sample, AMOUNT, (number) => number / 2),
  'a rate one more': (sample) => numbersChanged(sample, RATE, (number) => number + 1),
  'a rate doubled': (sample) => numbersChanged(sample, RATE, (number) => number * 2),
  'a rate told as an amount': (sample) =>
    toldIn(sample).flatMap((told) =>
      [...told.matchAll(RATE)].flatMap((found) =>
        withReplaced(
          sample,
          told,
          told.replace(found[0], `${budgetOf(sample)?.voucher.currency === 'PHP' ? '₱' : '$'}${found[1]}`),
          `${found[0]} as money`,
        ),
      ),
    ),
  'two amounts swapped': (sample) =>
    toldIn(sample).flatMap((told) => {
      const amounts = [...new Set([...told.matchAll(AMOUNT)].map(([amount]) => amount))];
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
  'no voucher told': (sample) =>
    toldIn(sample).flatMap((told) => withReplaced(sample, told, 'That is all', 'nothing told')),
  'no budget told': (sample) =>
    toldIn(sample).flatMap((told) => {
      const { budget } = budgetOf(sample)!;
      const plain = String(budget / 100).replace(/\B(?=(?:\d{3})+$)/g, ',');
      const found = [...told.matchAll(AMOUNT)].filter(([, number]) => number === plain);
      return found.length !== 1 ? [] : withReplaced(sample, told, told.replace(found[0]![0], 'little'), 'no budget');
    }),
  'another budget besides': (sample) =>
    toldIn(sample).flatMap((told) =>
      withReplaced(
        sample,
        told,
        `${told}. In the end I want to pay ${budgetOf(sample)?.voucher.currency === 'PHP' ? '₱17' : '$1'} at most`,
        'two budgets',
      ),
    ),
  'the budget before the discount': (sample) =>
    toldIn(sample).flatMap((told) => {
      const words = told.match(/\b(?:after (?:it|that|them|this)|once (?:it|that) is applied|in the end)\b/i)?.[0];
      return words === undefined
        ? []
        : withReplaced(
            sample,
            told,
            told.replace(words, 'before any discount'),
            `"${told.replace(words, 'before any discount')}"`,
          );
    }),
  'the threshold left out': (sample) => {
    const value = budgetOf(sample);
    if (value === undefined || value.voucher.steps.length !== 1) return [];
    const threshold = String(value.voucher.steps[0]!.threshold / 100).replace(/\B(?=(?:\d{3})+$)/g, ',');
    return toldIn(sample).flatMap((told) => {
      const found = [...told.matchAll(AMOUNT)].filter(([, number]) => number === threshold);
      return found.length !== 1
        ? []
        : withReplaced(sample, told, told.replace(found[0]![0], 'enough'), `"${told.replace(found[0]![0], 'enough')}"`);
    });
  },
  "another one's voucher": (sample) => {
    const issuer = budgetOf(sample)?.voucher.issuer;
    if (issuer === undefined) return [];
    const others: Readonly<Record<string, string>> = { shop: 'platform', platform: 'brand', brand: 'shop' };
    return toldIn(sample).flatMap((told) =>
      ISSUERS[issuer]!.test(told)
        ? withReplaced(
            sample,
            told,
            told.replace(ISSUERS[issuer]!, others[issuer]!),
            `"${told.replace(ISSUERS[issuer]!, others[issuer]!)}"`,
          )
        : [],
    );
  },
  'a tier told as a stack': replaced([
    [/\binstead\b/i, 'on top of that'],
    [/,? or (?=[$₱\d])/i, ' and another '],
  ]),
  'a stack told as a tier': replaced([
    [/\btogether with one more code for\b/i, 'or instead, with a higher order,'],
    [/\btakes another\b/i, 'instead takes'],
  ]),
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
    return replaced([
      [
        /\b(?:each |both )?(?:are )?counted on the original total\b/i,
        'one after the other, each on what the one before leaves',
      ],
      [/\bboth worked out on the full price\b/i, 'each worked out on what is left'],
    ])(sample, undefined as never) as Mutant<QueryWording>[];
  },
  'amounts of another currency': (sample) =>
    toldIn(sample).flatMap((told) => withReplaced(sample, told, told.replace(/[$₱]|PHP|USD/g, '€'), 'euros')),
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
    toldIn(sample).flatMap((told) => [
      withWording(
        sample,
        {
          query: `${sample.wording.query} My other coupon takes ${budgetOf(sample)?.voucher.currency === 'PHP' ? '₱30 off orders of ₱100' : '$3 off orders of $10'} or more.`,
        },
        told,
      ),
    ]),
};

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

export const VOUCHERS: readonly Operator<QueryWording>[] = Object.entries(OPERATORS).map(([name, plant]) => ({
  gate: GATE,
  name,
  plant,
}));
