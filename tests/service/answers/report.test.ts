import { describe, expect, test } from 'vitest';
import { readTable } from '../../../lexicon/tables.ts';
import { tells } from '../../../service/answers/key-answer.ts';
import { askForPicture, replyTo, reportOf } from '../../../service/answers/report.ts';
import { chosenFor, SENTENCES } from '../../../service/answers/sentences.ts';
import { isAnswer, isStatement } from '../../../service/customer/answered.ts';
import { pronounsFor } from '../../../service/customer/naming.ts';
import { BEGUN, decideTurn } from '../../../service/customer/script.ts';
import { filled } from '../../../service/demands/speech.ts';
import type { Intent, LockedSupport } from '../../../service/task.ts';

const intent = (more: Partial<Intent>) =>
  ({
    id: 'i1',
    demand: 'order_status',
    kind: 'ask_order',
    variant: null,
    dialogue: 'question',
    outcome: 'allowed',
    request: {},
    blanks: {},
    circumstances: {},
    standing: {},
    facts: [],
    picture: null,
    given_up: null,
    order_id: null,
    product_id: null,
    ...more,
  }) as Intent;
const key = (fact: string, value: LockedSupport['key_answers'][number]['value']) => ({
  id: fact,
  intent: 'i1',
  fact,
  value,
});
const locked = (language: 'en' | 'zh', of: Intent, ...key_answers: LockedSupport['key_answers']) =>
  ({
    language,
    currency: 'CNY',
    user_id: '7000000000',
    regime: 'marketplace',
    persona: { pace: 'one_by_one', emotion: 'calm' },
    intents: [of],
    key_answers,
  }) as LockedSupport;
/** The plain report of an intent, without words that lead to it. */
const told = (language: 'en' | 'zh', of: Intent, ...answers: LockedSupport['key_answers']) =>
  reportOf(of, locked(language, of, ...answers), '');
const SHIPPED = key('order_state', { type: 'text', any: ['shipped', '已发货'] });
const TOTAL = key('total', { type: 'money', minor: 72345, currency: 'CNY' });
const sentences = (text: string) => text.match(/[^.!。！]+[.!。！]+(?!\d)/g) ?? [];

test.each(['en', 'zh'] as const)('facts that go together are told by one entry: %s', (language) => {
  const of = intent({});
  const said = told(language, of, SHIPPED, TOTAL);
  for (const { value } of [SHIPPED, TOTAL]) expect(tells(said, value)).toBe(true);
  expect(chosenFor(of, locked(language, of, SHIPPED, TOTAL))).toHaveLength(1);
});

test('a refusal says what stands in its way in one breath', () => {
  const refused = key('too_late_to_cancel', { type: 'words', words: 'refused' });
  const of = intent({ kind: 'cancel_order', outcome: 'forbidden', dialogue: 'task', standing: { order: 'shipped' } });
  const said = told('en', of, SHIPPED, refused);
  expect(said).toMatch(/has been shipped/);
  for (const { value } of [SHIPPED, refused]) expect(tells(said, value)).toBe(true);
});

test('what a detail is told with is what was asked about', () => {
  const answer = key('answer', { type: 'text', any: ['哑光'] });
  expect(told('zh', intent({ kind: 'ask_product', blanks: { field: '表面工艺' } }), answer)).toMatch(/表面工艺是哑光/);
});

test.each([
  ['delivered', /delivered|arrived/],
  ['shipped', /been shipped|has been/],
] as const)('why no courier can be chosen of a %s order is what is true of it', (order, why) => {
  const of = intent({ kind: 'choose_courier', outcome: 'forbidden', dialogue: 'task', standing: { order } });
  expect(told('en', of, key('courier_fixed', { type: 'words', words: 'refused' }))).toMatch(why);
});

test.each([
  ['bank_card', 'by bank card', /paid by bank card/],
  ['e_card', 'with my e-card', /your e-card/],
] as const)('an order that is placed is said to be paid, by %s, and not to be to pay', (payment, by, said) => {
  const of = intent({ kind: 'place_order', dialogue: 'task', request: { payment }, blanks: { payment: by } });
  const amount = key('amount', { type: 'money', minor: 12000, currency: 'CNY' });
  expect(told('en', of, amount)).toMatch(said);
  expect(told('en', of, amount)).not.toMatch(/\byou pay\b|have to pay|to be paid/);
});

const OUTCOMES: ReadonlySet<string> = new Set(['done', 'handed', 'heard', 'answered', 'refused']);

/** Ways to say something of one thing, and of several. */
const ofGoods = (texts: readonly string[]) =>
  ['the lamp I ordered', 'the earbuds I ordered'].flatMap((phrase) =>
    texts.map((text) => filled(text, pronounsFor({ order_phrase: phrase, product_phrase: null }), 'open')),
  );

describe.each(
  SENTENCES.map(
    ({ en, ...sentence }) => [`${sentence.says} where ${sentence.when}`, { ...sentence, en: ofGoods(en) }] as const,
  ),
)('the ways to say %s', (_, { says, en, zh }) => {
  test('are whole sentences that ask nothing', () => {
    for (const text of en) expect(text).toMatch(/^[^?]*[.}]$/);
    for (const text of zh) expect(text).toMatch(/^[^？]*[。}]$/);
    for (const text of en) expect(text).toMatch(/^(?:[a-z{]|I\b)/);
    for (const text of en) expect(text).not.toMatch(/\bplease (?:provide|confirm|send|tell|give|let me know)/i);
  });

  test('state what they say, and deny or affirm nothing of another matter', () => {
    for (const text of [...en, ...zh]) expect(isStatement(text), text).toBe(true);
    for (const text of en) expect(text).not.toMatch(/^no (?!,)/);
  });

  test('tell each thing they are for by words it is known by', () => {
    for (const text of [...en, ...zh])
      for (const fact of says) {
        const words = fact.split('.')[1];
        if (words !== undefined) expect(tells(text, { type: 'words', words }), text).toBe(true);
        else if (!OUTCOMES.has(fact))
          expect(text).toMatch(
            new RegExp(`\\{(?:${fact}|${fact.replace(/_state$/, '_is')}${fact === 'answer' ? '|lower' : ''})\\}`),
          );
      }
  });

  test('call no amount nothing', () => {
    for (const text of en) expect(text).not.toMatch(/nothing left|\bnone\b|empty/i);
  });
});

test('what is handed on is said to be handed on, whatever it was about', () =>
  expect(told('en', intent({ kind: 'return_order', outcome: 'hand-over', dialogue: 'task' }))).toMatch(
    /colleague|specialist/,
  ));

test('a remark that asks for nothing is answered, and not refused', () => {
  const remark = intent({
    ...{ kind: 'return_order', outcome: 'forbidden', standing: { order: 'signed' } },
    circumstances: { explicit: false },
  });
  const of = locked('en', remark, key('wanted_done', { type: 'words', words: 'refused' }));
  expect(reportOf(remark, of)).toMatch(/thanks/i);
  expect(reportOf(remark, of)).not.toMatch(/sorry|afraid|cannot|can't|register/);
});

test.each([
  ['en', /coupon 57965401408/],
  ['zh', /可用的优惠券57965401408/],
] as const)('a refused coupon is named, with the reason that is true of it: %s', (language, said) => {
  const refused = key('coupon_invalid', { type: 'words', words: 'refused', of: ['57965401408'] });
  const blanks = { coupon: '57965401408', another: '51787244746' };
  const report = told(language, intent({ kind: 'use_coupons', outcome: 'forbidden', blanks }), refused);
  expect(report).toMatch(said);
  expect(report).not.toContain('51787244746');
});

test('of two prices the cheaper is named', () => {
  const price = (fact: string, minor: number) => key(fact, { type: 'money', minor, currency: 'CNY' });
  const said = (one: number, other: number) =>
    told('en', intent({ kind: 'compare_products' }), price('price', one), price('other_price', other));
  expect(said(9900, 4900)).toMatch(/the second one is cheaper/i);
  expect(said(4900, 9900)).toMatch(/the first one is cheaper/i);
});

test('who asks where a parcel is hears where it was seen last', () => {
  const parts = [
    key('parcel_state', { type: 'text', any: ['in transit'] }),
    key('carrier', { type: 'text', any: ['Citywide Post'] }),
    key('parcel_place', { type: 'text', any: ['Jinshui District, Zhengzhou', 'Zhengzhou'] }),
  ];
  const said = told('en', intent({ kind: 'ask_logistics' }), ...parts);
  expect(said).toContain('Jinshui District, Zhengzhou');
  for (const { value } of parts) expect(tells(said, value as Parameters<typeof tells>[1])).toBe(true);
});

test.each(['en', 'zh'] as const)('one customer after the other hears other words: %s', (language) => {
  const of = intent({});
  const heard = Array.from({ length: 40 }, (_, at) =>
    replyTo([of], { ...locked(language, of, SHIPPED, TOTAL), user_id: `70000000${10 + at}` }),
  );
  expect(new Set(heard).size).toBeGreaterThan(12);
  // Whether anything is asked for at the end is drawn.
  const closed = heard.filter((text) => /[?？]$/.test(text) || sentences(text).length > 2);
  expect(closed.length).toBeGreaterThan(5);
  expect(closed.length).toBeLessThan(35);
});

const TABLES = readTable(new URL('../../../service/answers/report.yaml', import.meta.url)) as Record<
  'picture' | 'sure',
  Record<string, Record<'en' | 'zh', string[]>>
> & { closings: Record<string, Record<'en' | 'zh', string[]>> };

/** A customer who has a picture and is asked for it. */
const waiting = (language: 'en' | 'zh') => ({
  ...{ language, key: 'k', temper: { emotion: 'calm', trust: 'high', rights: 'low', speaking: 'concise' } },
  messages: [
    {
      ...{ intents: ['i1'], text: '', kind: 'task', isClaim: false, isPromise: false, order: null, product: null },
      ...{ settles: ['outcome'], instead: null, states: [] },
      facts: [{ intent: 'i1', name: 'picture', value: 'p', reply: 'here' }],
    },
  ],
  ...{ yes: 'yes', unsure: 'unsure', thanks: 'thanks', withheld: [], tone: '' },
});

test.each(
  Object.values(TABLES.picture).flatMap((said) =>
    (['en', 'zh'] as const).flatMap((language) => said[language].map((text) => [text, language] as const)),
  ),
)('who is asked for a picture sends it: %s', (text, language) => {
  const { turn } = decideTurn(text, waiting(language) as unknown as Parameters<typeof decideTurn>[1], BEGUN);
  expect(turn.script).toBe('here');
});

test('what is asked for before a cashback is a picture of the review', () => {
  const of = intent({ kind: 'cashback' });
  expect(askForPicture(of, locked('en', of))).toMatch(/screenshot of (?:your|the) review/);
});

test.each(
  SENTENCES.filter(({ says, when }) => says.includes('done') && !when.some((tag) => /chat|ask_ecard/.test(tag))),
)('what is done is recognised as an outcome: $en', ({ en, zh }) => {
  for (const text of [...en, ...zh]) expect(isAnswer(text, ['outcome'], /$^/, 1), text).toBe(true);
});
