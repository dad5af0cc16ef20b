import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { shopConditionUnsaid } from '../../../families/shoppingbench/gates/shop-condition-unsaid.ts';
import { voucherWordings } from '../../../shopping/vouchers/wordings.ts';
import { voucherArithmetic } from '../../../stages/gates/voucher-arithmetic.ts';
import { formatAmount, formatMoney } from '../../../text/money.ts';
import { fromOneShop, orderInput } from '../../fixtures/orders.ts';
import { CAPPED, FIXED } from '../../fixtures/spoken-orders.ts';
import { pays } from '../../fixtures/tasks.ts';

const read = <T>(path: string) => parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;

type Place = 'one_shop_list' | 'plain_list' | 'shop_condition' | 'platform_condition' | 'knowledge';
const WORDINGS = read<Record<Place, string[]>>('../../../lexicon/en/order-wordings.yaml');
const ALL = Object.values(WORDINGS).flat();

const blanksIn = (pattern: string) => [...pattern.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name).sort();
const BLANKS: Record<Place, string[]> = {
  one_shop_list: ['list'],
  plain_list: ['list'],
  shop_condition: [],
  platform_condition: [],
  knowledge: ['np', 'question'],
};

test.each(Object.entries(BLANKS))('every pattern of %s has its blanks, each once: %j', (place, blanks) => {
  for (const pattern of WORDINGS[place as Place]) expect([pattern, blanksIn(pattern)]).toEqual([pattern, blanks]);
});

test.each(ALL)('%j is whole sentences of plain words', (pattern) => {
  expect(pattern).toMatch(/^(?:[A-Z]|\{question\})/);
  expect(pattern).toMatch(/[.?]$/);
  expect(pattern).not.toMatch(/ {2}|^ | $/);
  // A number or an amount would be read as part of what is asked, or of the voucher.
  expect(pattern).not.toMatch(/[\d%\p{Sc}]|\bphp\b|\b(?:two|three|four|both|pair)\b/iu);
});

test('no pattern is there twice', () => {
  expect(new Set(ALL).size).toBe(ALL.length);
});

/** Whether a text says that everything has to come from one shop, by the gate that asks for it. */
function claimsOneShop(query: string, carrying = '') {
  const input = orderInput([fromOneShop('r1', 2)], [{}, {}], query);
  return (
    shopConditionUnsaid.check({ ...input, wording: { ...input.wording, surfaces: { r1: carrying } } }).length === 0
  );
}

describe('one shop', () => {
  test.each(WORDINGS.one_shop_list)('is what the marked words of %j say', (pattern) => {
    const marked = [...pattern.matchAll(/\[([^\]]*)\]/g)].map(([, words]) => words as string);
    expect(marked).toHaveLength(1);
    expect(claimsOneShop(pattern.replace(/[[\]]/g, ''), marked[0])).toBe(true);
    expect(marked[0]).toMatch(/\b(?:one|same|single) (?:shop|store|seller|place)\b/);
    expect(marked[0]).not.toMatch(/[{}[]/);
  });

  test.each(WORDINGS.shop_condition)("is what a shop's voucher asks for: %j", (pattern) => {
    expect(claimsOneShop(pattern)).toBe(true);
  });

  test.each([...WORDINGS.plain_list, ...WORDINGS.platform_condition, ...WORDINGS.knowledge])(
    'is not asked for by %j',
    (pattern) => {
      expect(claimsOneShop(pattern)).toBe(false);
      expect(pattern).not.toMatch(/[[\]]/);
    },
  );
});

const { coupon: COUPONS } = read<{ coupon: Record<'platform' | 'shop', string[]> }>(
  '../../../lexicon/en/vouchers.yaml',
);
const WAYS_OF_WRITING_MONEY: readonly ((minor: number) => string)[] = [
  (minor) => formatMoney(minor, 'PHP'),
  (minor) => `PHP ${formatAmount(minor, 'PHP')}`,
];
const PRICES = [20_000, 30_000].map((priceMinor) => ({ priceMinor, currency: 'PHP' }));
/** Products with numbers of their own, none of which may be taken for the voucher's. */
const LIST = 'I need (1) a 15.6-inch bag that comes as a set of 2; and (2) 64 GB for my Pixel 8.';

describe.each(['shop', 'platform'] as const)('the arithmetic of a voucher of the %s comes out', (issuer) => {
  test.each(WORDINGS[`${issuer}_condition`])('with %j said after it, in every wording', (condition) => {
    for (const voucher of [FIXED, CAPPED].map((one) => ({ ...one, issuer })))
      for (const coupon of COUPONS[issuer])
        for (const money of WAYS_OF_WRITING_MONEY)
          for (const { text } of voucherWordings(voucher, 42_500, coupon, money)) {
            const surface = `${text} ${condition}`.replace(/\.$/, '');
            const query = `${LIST} ${text} ${condition}`;
            const input = orderInput([pays('r1', 42_500, voucher)], PRICES, query);
            const found = voucherArithmetic.check({
              ...input,
              wording: { ...input.wording, surfaces: { r1: surface } },
            });
            expect([query, found]).toEqual([query, []]);
          }
  });
});
