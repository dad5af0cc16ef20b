import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { OTHER_LANGUAGES, useLanguage } from '../../../lexicon/index.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { plannedRequirement } from '../../../shopping/language/requirement-plan.ts';
import { readListedVoucher } from '../../../shopping/vouchers/listed-wordings.ts';
import { planVoucher } from '../../../shopping/vouchers/plan.ts';
import { voucherSentences, voucherWordings, WORDINGS } from '../../../shopping/vouchers/wordings.ts';
import { moneySaid } from '../../../text/foreign-money.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { pays } from '../../fixtures/tasks.ts';
import { fixed, percentage, step, voucherOf } from '../../fixtures/vouchers.ts';

afterEach(() => useLanguage());

const CURRENCIES: Readonly<Record<string, string>> = { zh: 'CNY', es: 'EUR', de: 'EUR', id: 'IDR' };

describe.each(OTHER_LANGUAGES)('vouchers in %s', (code) => {
  const currencies = [CURRENCIES[code] as string, 'AUD', 'CHF', 'SEK'];

  test.each(currencies)(
    'are read back with every term as they are planned, in every wording and of every issuer: %s',
    (currency) => {
      useLanguage(code);
      const money = (minor: number) => moneySaid(minor, currency);
      const scale = currency === 'IDR' ? 1000 : 1;
      fc.assert(
        fc.property(fc.integer({ min: 3_000, max: 600_000 }), fc.nat(), (cents, seed) => {
          const draw = drawFor(seed, 'a task', 'voucher');
          const plan = planVoucher({ priceMinor: cents * scale, currency, rivals: [], draw });
          fc.pre('voucher' in plan);
          const { voucher, budget } = plan as Extract<typeof plan, { voucher: unknown }>;
          for (const coupon of WORDINGS.coupon[voucher.issuer])
            for (const { text } of voucherWordings(voucher, budget, coupon, money)) {
              const reading = readListedVoucher(text, currency);
              expect(reading, text).toMatchObject({ scheme: voucher.scheme, issuer: voucher.issuer });
              if ('problem' in reading) continue;
              expect(reading.budget.quantity.value).toBe(budget);
              const byThreshold = voucher.steps.toSorted((a, b) => a.threshold - b.threshold);
              expect(reading.steps.map(({ threshold }) => threshold.quantity.value)).toEqual(
                byThreshold.map(({ threshold }) => threshold),
              );
              expect(
                reading.steps.map(({ off, cap }) => [
                  off.quantity.kind,
                  off.quantity.value,
                  cap?.quantity.value ?? null,
                ]),
              ).toEqual(
                byThreshold.map(({ discount }) =>
                  discount.kind === 'fixed'
                    ? ['money', discount.off, null]
                    : ['percentage', discount.rateBasisPoints, discount.cap],
                ),
              );
            }
        }),
        { numRuns: propertyRuns(60) },
      );
    },
  );
});

const rebate = voucherOf('simple', [step(30_000, fixed(5_000))], 'CNY');
const said = () => {
  useLanguage('zh');
  return voucherSentences(rebate, 26_000, () => 0).text;
};

test('a Chinese shopper says a rate by the tenths that are left', () => {
  useLanguage('zh');
  const voucher = voucherOf('simple', [step(30_000, percentage(1500))], 'CNY');
  expect(voucherSentences(voucher, 26_000, () => 0).text).toBe(
    '我有一张店铺券，满300元打8.5折，优惠不封顶，用完券最多付260元。',
  );
});

test.each([
  ['de', '12,5 % Rabatt'],
  ['es', 'un 12,5 % de descuento'],
  ['id', 'diskon 12,5%'],
  ['zh', '打8.75折'],
])('a rate is said with the decimal sign of the language, as its amounts are: %s', (code, rate) => {
  useLanguage(code);
  const voucher = voucherOf('simple', [step(30_050, percentage(1250))], 'EUR');
  const { text } = voucherSentences(voucher, 26_000, () => 0);
  expect(text).toContain(rate);
  expect(readListedVoucher(text, 'EUR')).toMatchObject({ steps: [{ off: { quantity: { value: 1250 } } }] });
});

test('an amount of a currency without a sign makes a text unreadable beside its voucher', () => {
  useLanguage('de');
  const { text } = voucherSentences(voucherOf('simple', [step(30_000, fixed(5_000))], 'CHF'), 26_000, () => 0);
  expect(readListedVoucher(text, 'CHF')).toMatchObject({ budget: { quantity: { value: 26_000 } } });
  expect(readListedVoucher(`${text} Sie darf CHF 200 kosten.`, 'CHF')).toMatchObject({
    problem: 'an amount has no part in the voucher or the budget',
  });
});

test('a sentence that was changed is not read as a voucher', () =>
  expect(readListedVoucher(said().replace('满300元', '大约300元'), 'CNY')).toMatchObject({
    problem: 'no listed wording of a voucher stands in it',
  }));

test('another amount of money beside the sentence makes a text unreadable', () =>
  expect(readListedVoucher(`${said()}价格别超过200元。`, 'CNY')).toMatchObject({
    problem: 'an amount has no part in the voucher or the budget',
  }));

test('two vouchers make a text unreadable', () =>
  expect(readListedVoucher(`${said()}${said().replace('50元', '40元')}`, 'CNY')).toMatchObject({
    problem: 'it tells of several vouchers',
  }));

test('a writer in another language is shown the sentences of a voucher, not its terms', () => {
  const sentence = said();
  expect(plannedRequirement(pays('r1', 26_000, rebate), false, 'CNY', () => 0).value).toBe(sentence);
});
