import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import type { Voucher } from '../../../shopping/vouchers/schema.ts';
import { voucherSentences, voucherWordings } from '../../../shopping/vouchers/wordings.ts';
import { formatMoney } from '../../../text/money.ts';
import { fixed, percentage, step, voucherOf } from '../../fixtures/vouchers.ts';

const dollars = (minor: number) => formatMoney(minor, 'USD');

const CASES: [string, number, Voucher][] = [
  ['simple fixed', 8, voucherOf('simple', [step(4000, fixed(1000))])],
  ['percentage with a cap', 6, voucherOf('simple', [step(4000, percentage(2000, 800))])],
  ['percentage without a cap', 4, voucherOf('simple', [step(4000, percentage(1500))])],
  ['tiered', 4, voucherOf('tiered', [step(3000, fixed(500)), step(6000, fixed(1200))])],
  ['tiered by rate', 4, voucherOf('tiered', [step(3000, percentage(800)), step(6000, percentage(2500))])],
  ['stacked', 4, voucherOf('stacked', [step(3000, percentage(1200)), step(4000, fixed(700))])],
  ['stacked from one threshold', 4, voucherOf('stacked', [step(3000, percentage(1200)), step(3000, fixed(700))])],
];

function numbersOf(voucher: Voucher, budget: number): string[] {
  const discountNumbers = voucher.steps.flatMap(({ discount }) =>
    discount.kind === 'fixed'
      ? [dollars(discount.off)]
      : [`${discount.rateBasisPoints / 100}%`, ...(discount.cap === null ? [] : [dollars(discount.cap)])],
  );
  return [...discountNumbers, ...voucher.steps.map(({ threshold }) => dollars(threshold)), dollars(budget)];
}

test.each(CASES)('a %s voucher can be told in at least %i ways, each with every number', (_, least, voucher) => {
  const wordings = voucherWordings(voucher, 3800, 'shop coupon', dollars);
  expect(new Set(wordings.map(({ text }) => text)).size).toBeGreaterThanOrEqual(least);
  for (const { text } of wordings) {
    for (const number of numbersOf(voucher, 3800)) expect(text).toContain(number);
    expect(text).not.toMatch(/[{}]/);
  }
});

test('the surface stands verbatim in the text, which is whole sentences', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CASES), fc.nat(), ([, , voucher], seed) => {
      const { text, surface } = voucherSentences(voucher, 3800, drawFor(seed, 'a task', 'text'));
      expect(text).toContain(surface);
      expect(text).toMatch(/^(?:[A-Z]|\$\d).*\.$/);
    }),
  );
});

test('the issuer is named, and every issuer in more than one way', () => {
  const words = { platform: /platform|site-wide|marketplace/, shop: /shop|store/, brand: /brand/ };
  for (const issuer of ['platform', 'shop', 'brand'] as const) {
    const voucher = { ...voucherOf('simple', [step(4000, fixed(1000))]), issuer };
    const texts = Array.from(
      { length: 40 },
      (_, seed) => voucherSentences(voucher, 3800, drawFor(seed, 't', 's')).text,
    );
    for (const text of texts) expect(text).toMatch(words[issuer]);
    expect(new Set(texts).size).toBeGreaterThan(12);
  }
});

test('the same draw tells the same voucher in the same words', () => {
  const voucher = voucherOf('simple', [step(4000, fixed(1000))]);
  const tell = () => voucherSentences(voucher, 3800, drawFor(7, 'a task', 'text'));
  expect(tell()).toEqual(tell());
});

test('money of other currencies is written with its sign or its code, never with the dollar sign', () => {
  const voucher = voucherOf('simple', [step(200_000, fixed(50_000))], 'PHP');
  const texts = Array.from(
    { length: 40 },
    (_, seed) => voucherSentences(voucher, 180_000, drawFor(seed, 't', 's')).text,
  );
  for (const text of texts) expect(text).toMatch(/₱1,800|PHP 1,800/);
  expect(texts.join(' ')).toMatch(/₱500/);
  expect(texts.join(' ')).toMatch(/PHP 500/);
});

test('one voucher writes its money in one way: with the sign or with the code', () => {
  const voucher = voucherOf('tiered', [step(600, fixed(100)), step(2000, fixed(500))], 'EUR');
  for (let seed = 0; seed < 40; seed++) {
    const { text } = voucherSentences(voucher, 1700, drawFor(seed, 't', 's'));
    expect(text.includes('€') && text.includes('EUR'), text).toBe(false);
  }
});

test('a voucher that no wording tells in full is refused, never told in part', () => {
  const capped = voucherOf('tiered', [step(3000, percentage(1000, 300)), step(6000, percentage(2000, 900))]);
  expect(() => voucherWordings(capped, 3800, 'shop coupon', dollars)).toThrow(RangeError);
});
