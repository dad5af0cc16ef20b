import { beforeAll, describe, expect, test } from 'vitest';
import { tells } from '../../../service/answers/key-answer.ts';
import { datesIn, hoursIn, momentText } from '../../../service/answers/moments.ts';
import { tagsOf } from '../../../service/answers/sentences.ts';
import { goldTurns } from '../../../service/episode/agents.ts';
import type { Language } from '../../../service/store/schema.ts';
import type { LockedSupport } from '../../../service/task.ts';
import { TRIES_ALL } from '../../fixtures/property-runs.ts';
import { SUPPORT_NAMES, type SupportName, supportRun } from '../../fixtures/support-episodes.ts';

const EPISODES = TRIES_ALL ? 300 : 60;
const LANGUAGES = ['en', 'zh'] as const;

/** What the agent that knows the answer says in a conversation. */
const saidIn = (locked: LockedSupport): string[] =>
  goldTurns({ locked }, { say: 'say', text: 'text', end: null }).flatMap(({ tool, arguments: said }) =>
    tool === 'say' ? [(said as { text: string }).text] : [],
  );

/** Ways of saying that no shop assistant has, each by the words it is known by. */
const STIFF: Readonly<Record<string, RegExp>> = {
  'a product by its bare number': /(?<!\()\bitem \d{6,}|(?<![（品])商品\d{6,}/,
  'a state as a label':
    /\b(?:shows?|listed) as\b|(?:状态是|是\S{2,4}状态)|(?<!物流)显示(?:已?付款|处理中|备货中|已发货|已签收|已完成|退货中)/,
  'an hour that a day ends at as a figure': /midnight|\b0:00\b|(?<![\d晨])0点/,
  'a second matter by nothing but its place': /your other question|您问的另一个/,
  'a thing without an article': /\b(?:the free gifts? (?:is|are)|these free gifts|you need:)/i,
  'a detail as a quotation': /\blisted as "|has "/,
  'two words of one meaning in a row': /已经\S{0,6}已经(?!帮)|目前\S{0,6}目前|，，|您好\S{0,2}您好/,
  'what the customer calls their own': /as for my\b|至于我(?!们)/i,
  'a state at full length': /\b[Ii]t is (?:on its way|still|out for|being)/,
  'an answer to small talk that fits any': /know what you mean|can imagine\b|是啊，理解您/,
  'a shop that is none of those spoken of': /\bthe shop(?:'s| has| doesn't)|这家店|同一家店/,
  'one thing as several, or the other way about': /\b[Tt]here's [^,.(]*(?:[^sn]|[^e]n)s \(item/,
  'an hour at which nobody works': /\b(?:[1-7](?::\d\d)?|12(?::\d\d)?) am\b|凌晨|早上[1-7]点|午夜/,
};

describe.each(SUPPORT_NAMES.flatMap((name) => LANGUAGES.map((language) => [name, language] as const)))(
  'the agent of %s in %s',
  (name: SupportName, language: Language) => {
    let talks: { readonly locked: LockedSupport; readonly said: readonly string[] }[] = [];
    beforeAll(() => {
      talks = supportRun(name, { tasks: EPISODES, language }).locked.map((locked) => ({
        locked,
        said: saidIn(locked),
      }));
    }, 120_000);

    test.each(Object.entries(STIFF))('never says %s', (_, words) =>
      expect(talks.flatMap(({ said }) => said.filter((text) => words.test(text)))).toEqual([]),
    );

    test('is sorry about every wait that the records show', () => {
      for (const { locked, said } of talks)
        for (const intent of locked.intents)
          if (tagsOf(intent, locked).has('late')) expect(said.join('\n')).toMatch(/sorry about the wait|久等/i);
    });

    test('is sorry about a wait alone where the records show one', () => {
      for (const { locked, said } of talks) {
        const waits = (intent: LockedSupport['intents'][number]) =>
          ['late', 'late_shipping', 'waited'].some((name) => intent.standing[name] !== undefined);
        if (!locked.intents.some(waits)) expect(said.join('\n')).not.toMatch(/about the wait|久等/i);
      }
    });

    test('speaks of several things as several', () => {
      if (language === 'en')
        for (const { locked, said } of talks)
          for (const { order_phrase } of locked.intents)
            if (/^the (?:things|earbuds|markers|gel pens) /.test(order_phrase ?? '') && locked.intents.length === 1)
              expect([order_phrase, said.join('\n')]).toEqual([
                order_phrase,
                expect.not.stringMatching(
                  /\b(?:it has been (?:used|sent)|(?:send|take|return|sending) it\b|it can(?:'t| be| still))/i,
                ),
              ]);
    });

    test('offers nothing that was spoken of before, and no two things by one name', () => {
      for (const { locked, said } of talks) {
        const offered = locked.key_answers.flatMap(({ intent, fact, value }) =>
          ['recommended', 'exchange_options'].includes(fact) && value.type === 'texts'
            ? value.all.map((id) => ({ intent, id }))
            : [],
        );
        for (const { intent, id } of offered)
          for (const other of locked.intents)
            if (other.id !== intent) expect([id, other.product_id]).not.toEqual([id, id]);
        for (const text of said) {
          const names = [...text.matchAll(/(?:for|have|,|or|and) ((?:an?|the|another) [^,(]*) \(item/g)].map(
            ([, name]) => name,
          );
          const plain = names.filter((name) => !name?.startsWith('another'));
          expect([text, new Set(plain).size]).toEqual([text, plain.length]);
        }
      }
    });

    test('says where to turn with a parcel that is under way, where its return is refused', () => {
      for (const { locked, said } of talks)
        for (const { kind, outcome, circumstances } of locked.intents)
          if (kind === 'return_order' && outcome === 'forbidden' && circumstances.sentBack === true)
            expect(said.join('\n')).toMatch(/courier|快递/);
    });

    test('names a price wherever coupons are refused', () => {
      for (const { locked, said } of talks)
        for (const { kind, outcome, request } of locked.intents)
          if (kind === 'use_coupons' && outcome === 'forbidden') {
            const ids = request.couponIds as string[];
            const answer = said.find((text) => ids.some((id) => text.includes(id))) ?? said.join('\n');
            expect(answer).toMatch(/[₱$]\d|\d元/);
          }
    });

    test('comforts nobody who is calm, and a customer who is upset once', () => {
      const comfort = /no need to worry|don't worry|sorry about the trouble|您放心|别担心/gi;
      for (const { locked, said } of talks) {
        const times = said.join('\n').match(comfort)?.length ?? 0;
        expect([said, times]).toEqual([said, Math.min(times, /worried|annoyed/.test(locked.persona.emotion) ? 1 : 0)]);
      }
    });

    test('asks for more behind no two messages in a row', () => {
      const more =
        /(?:anything else|other questions|else (?:I|with))|其他需要|其他问题|别的问题|什么可以帮|其他可以帮/i;
      for (const { said } of talks)
        for (const [at, text] of said.entries())
          expect([text, said[at + 1], more.test(text) && more.test(said[at + 1] ?? '')]).toEqual([
            text,
            said[at + 1],
            false,
          ]);
    });
  },
);

test.each([
  ['2025-06-13T00:00:00', 'by the end of June 12', '6月12日24点前'],
  ['2025-06-12T12:00:00', 'by noon on June 12', '6月12日中午12点前'],
  ['2025-06-12T15:00:00', 'by 3 pm on June 12', '6月12日下午3点前'],
  ['2025-06-16T05:28:00', 'around 5:30 am on June 16', '6月16日早上5点半左右'],
  ['2025-06-16T09:59:00', 'around 9:45 am on June 16', '6月16日上午9点45分左右'],
])('a moment is said as people say it: %s', (time, en, zh) =>
  expect([momentText(time, 'en'), momentText(time, 'zh')]).toEqual([en, zh]),
);

test('every moment that is said is understood', () => {
  for (let day = 1; day <= 365; day += TRIES_ALL ? 1 : 7)
    for (let hour = 0; hour < 24; hour++) {
      const time = new Date(Date.UTC(2025, 0, day, hour, (day * 7) % 60)).toISOString().slice(0, 19);
      for (const at of [time, `${time.slice(0, 13)}:00:00`])
        for (const language of LANGUAGES) {
          const said = momentText(at, language);
          expect([said, tells(said, { type: 'time', time: at })]).toEqual([said, true]);
        }
    }
});

test.each([
  'by midnight (0:00 on June 13)',
  'by the end of the day on June 12',
  'by end of day June 12',
  'by the close of June 12',
  'on June 12, before midnight',
  'by midnight on June 12',
  'before June 13',
  'by June 12, 11:59 pm',
  'by 23:59 on June 12',
  'by 12 am on June 13',
  '2025-06-13 00:00',
  '最晚6月12日24:00前发货',
  '6月12日晚上12点前',
  '6月12日当天发货',
  '6月12日内发出',
  '6月13日零点前',
  '6月13日0点前',
])('the midnight after June 12 is understood: %s', (said) =>
  expect(tells(said, { type: 'time', time: '2025-06-13T00:00:00' })).toBe(true),
);

test.each([
  'by the end of June 13',
  'on June 13',
  'by 5 pm on June 13',
  'before June 13 at 5 pm',
  '6月13日内',
  '6月13日',
])('another end, or a day alone, is not: %s', (said) =>
  expect(tells(said, { type: 'time', time: '2025-06-13T00:00:00' })).toBe(false),
);

test.each([
  ['at noon on June 12', '06-12', 12],
  ['6月12日中午1点', '06-12', 13],
  ['6月12日傍晚6点', '06-12', 18],
  ['6月12日凌晨12点', '06-12', 0],
] as const)('an hour by its part of the day is understood: %s', (said, day, hour) =>
  expect([datesIn(said), hoursIn(said)]).toEqual([[day], [hour]]),
);
