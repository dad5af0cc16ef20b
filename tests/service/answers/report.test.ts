import { expect, test } from 'vitest';
import { readTable } from '../../../lexicon/tables.ts';
import { tells } from '../../../service/answers/key-answer.ts';
import { reportOf } from '../../../service/answers/report.ts';
import type { Intent, LockedSupport } from '../../../service/task.ts';

const intent = (more: Partial<Intent>) =>
  ({
    id: 'i1',
    kind: 'ask_order',
    dialogue: 'question',
    outcome: 'allowed',
    blanks: {},
    circumstances: {},
    ...more,
  }) as Intent;
const key = (fact: string, value: LockedSupport['key_answers'][number]['value']) => ({
  id: fact,
  intent: 'i1',
  fact,
  value,
});
const locked = (language: 'en' | 'zh', ...key_answers: LockedSupport['key_answers']) =>
  ({ language, currency: 'CNY', user_id: '7000000000', key_answers }) as LockedSupport;
const SHIPPED = key('order_state', { type: 'text', any: ['shipped', '已发货'] });
const TOTAL = key('total', { type: 'money', minor: 72345, currency: 'CNY' });

test.each([
  ['en', 'Your order currently shows as shipped, and it came to CN¥723.45 in total.'],
  ['zh', '订单目前的状态是已发货，一共723.45元。'],
] as const)('facts that go together are told in one sentence: %s', (language, said) =>
  expect(reportOf(intent({}), locked(language, SHIPPED, TOTAL))).toBe(said),
);

test('a refusal comes first and says why, then what is behind it', () => {
  const refused = key('too_late_to_cancel', { type: 'words', words: 'refused' });
  expect(
    reportOf(intent({ kind: 'cancel_order', outcome: 'forbidden', dialogue: 'task' }), locked('en', SHIPPED, refused)),
  ).toBe("I'm sorry, it can no longer be cancelled at this stage. Your order currently shows as shipped.");
});

test('what a detail is told with is what was asked about', () => {
  const answer = key('answer', { type: 'text', any: ['哑光'] });
  expect(reportOf(intent({ kind: 'ask_product', blanks: { field: '表面工艺' } }), locked('zh', answer))).toBe(
    '商品页上写的表面工艺是哑光。',
  );
});

test('no sentence for one fact says what a figure of another is known by', () => {
  const { told, done } = readTable(new URL('../../../service/answers/report.yaml', import.meta.url)) as Record<
    string,
    Record<string, { en: string | string[]; zh: string | string[] }>
  >;
  for (const { en, zh } of [...Object.values(told ?? {}), ...Object.values(done ?? {})]) {
    for (const said of [en].flat()) {
      expect(said).not.toMatch(/nothing left|\bnone\b|empty/i);
      expect(said).toMatch(/^[A-Z{].*\.$/);
    }
    for (const said of [zh].flat()) expect(said).toMatch(/。$/);
  }
});

test('what is handed on is said to be handed on, whatever it was about', () =>
  expect(reportOf(intent({ kind: 'return_order', outcome: 'hand-over', dialogue: 'task' }), locked('en'))).toMatch(
    /colleague/,
  ));

test('a remark that asks for nothing is answered, and not refused', () => {
  const remark = intent({ outcome: 'forbidden', circumstances: { explicit: false } });
  expect(reportOf(remark, locked('en'))).toMatch(/^Thanks for letting me know/);
});

const WORDS = (
  readTable(new URL('../../../service/answers/report.yaml', import.meta.url)) as {
    words: Record<string, { en: string; zh: string }>;
  }
).words;

test.each(Object.entries(WORDS))('%s is said with words it is known by', (name, { en, zh }) => {
  const words = name.split('.').at(-1) as string;
  for (const said of [en, zh]) expect(tells(said, { type: 'words', words })).toBe(true);
});

test.each([
  ['en', /coupon 57965401408.*there is no such coupon in your account/],
  ['zh', /账户里没有可用的优惠券57965401408/],
] as const)('a refused coupon is named, with the reason that is true of it: %s', (language, said) => {
  const refused = key('coupon_invalid', { type: 'words', words: 'refused', of: ['57965401408'] });
  const blanks = { coupon: '57965401408', another: '51787244746' };
  const report = reportOf(intent({ kind: 'use_coupons', outcome: 'forbidden', blanks }), locked(language, refused));
  expect(report).toMatch(said);
  expect(report).not.toContain('51787244746');
});

test.each([
  ['en', 'You get CN¥723.45 back in total.'],
  ['zh', '一共会退给您723.45元。'],
] as const)('what is refunded is told as the total, which holds freight as well: %s', (language, said) => {
  const refund = key('refund', { type: 'money', minor: 72345, currency: 'CNY' });
  expect(reportOf(intent({ kind: 'return_order' }), locked(language, refund))).toContain(said);
});

test('of two prices the cheaper is named', () => {
  const price = (fact: string, minor: number) => key(fact, { type: 'money', minor, currency: 'CNY' });
  const said = (one: number, other: number) =>
    reportOf(intent({ kind: 'compare_products' }), locked('en', price('price', one), price('other_price', other)));
  expect(said(9900, 4900)).toMatch(/so the second one is cheaper/);
  expect(said(4900, 9900)).toMatch(/so the first one is cheaper/);
});

test('who asks where a parcel is hears where it was seen last', () => {
  const parts = [
    key('parcel_state', { type: 'text', any: ['in transit'] }),
    key('carrier', { type: 'text', any: ['Citywide Post'] }),
    key('parcel_place', { type: 'text', any: ['Jinshui District, Zhengzhou', 'Zhengzhou'] }),
  ];
  const said = reportOf(intent({ kind: 'ask_logistics' }), locked('en', ...parts));
  expect(said).toContain('Jinshui District, Zhengzhou');
  for (const { value } of parts) expect(tells(said, value as Parameters<typeof tells>[1])).toBe(true);
});
