import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contradicts } from '../../../service/answers/contradiction.ts';
import { figureText } from '../../../service/answers/figures.ts';
import { type KeyValue, tells } from '../../../service/answers/key-answer.ts';
import { momentText } from '../../../service/answers/moments.ts';
import { answerText } from '../../../service/answers/told.ts';

const language = fc.constantFrom('en' as const, 'zh' as const);
const two = (number: number) => String(number).padStart(2, '0');
const time = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 23 }))
  .map(([month, day, hour]) => `2025-${two(month)}-${two(day)}T${two(hour)}:00:00`);

test('an amount is told by its figure, in any text and with any currency sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (minor) => {
      const value: KeyValue = { type: 'money', minor, currency: 'CNY' };
      for (const said of [
        `It is ¥${figureText(minor, 'CNY')}.`,
        `退款${figureText(minor, 'CNY')}元`,
        `${figureText(minor, 'CNY')} yuan`,
      ])
        expect(tells(said, value)).toBe(true);
      expect(tells(`It is ${figureText(minor + 1, 'CNY')}.`, value)).toBe(false);
      expect(tells(`9${figureText(minor, 'CNY')}`, value)).toBe(false);
    }),
  );
});

test.each(['1,301.35 yuan', '¥1301.35', '共1301.35元'])('an amount may have commas and signs: %s', (said) =>
  expect(tells(said, { type: 'money', minor: 130_135, currency: 'CNY' })).toBe(true),
);

test.each([
  'Your parcel arrives at 13:00 on June 12.',
  'June 12th, 1 pm',
  '12 June, 1:00 PM',
  '预计6月12日13点送达',
  '6月12号下午1点',
  '2025-06-12 13:00',
])('a time is told by its day and its hour, however they are written: %s', (said) =>
  expect(tells(said, { type: 'time', time: '2025-06-12T13:00:00' })).toBe(true),
);

test.each(['on June 12', 'at 13:00', 'June 13, 13:00', '6月12日3点'])('a time is not told by half of it: %s', (said) =>
  expect(tells(said, { type: 'time', time: '2025-06-12T13:00:00' })).toBe(false),
);

test('every time that an agent says by the rule of Mix-ECom is understood', () => {
  fc.assert(
    fc.property(time, language, (at, spoken) => {
      expect(tells(momentText(at, spoken), { type: 'time', time: at })).toBe(true);
    }),
  );
});

test('a state is told as whole words, never as part of others', () => {
  const value: KeyValue = { type: 'text', any: ['paid', '已付款'] };
  expect(tells('The order is paid.', value)).toBe(true);
  expect(tells('该订单已付款', value)).toBe(true);
  expect(tells('The order is unpaid.', value)).toBe(false);
});

test('every key answer is understood in the words in which the oracle says it', () => {
  const value = fc.oneof(
    fc.integer({ min: 1, max: 9_999_999 }).map((minor): KeyValue => ({ type: 'money', minor, currency: 'CNY' })),
    fc.integer({ min: 0, max: 400 }).map((number): KeyValue => ({ type: 'number', number })),
    time.map((at): KeyValue => ({ type: 'time', time: at })),
    fc
      .constantFrom('in transit', 'Sparrow Parcel', '飞雀快递')
      .map((text): KeyValue => ({ type: 'text', any: [text] })),
    fc
      .constantFrom('refused', 'yes', 'no', 'ask_around', 'contact_carrier')
      .map((words): KeyValue => ({ type: 'words', words })),
  );
  fc.assert(
    fc.property(value, language, fc.constantFrom('USD', 'PHP', 'CNY', 'CHF'), (one, spoken, currency) => {
      expect(tells(answerText('fact', one, { language: spoken, currency }), one)).toBe(true);
    }),
  );
});

test.each([
  ['PHP', 'en', 'refund: ₱3,271.10'],
  ['USD', 'en', 'refund: $3,271.10'],
  ['PHP', 'zh', '₱3,271.10'],
  ['CNY', 'zh', '3,271.10元'],
] as const)('an amount is said in the currency of the store: %s in %s', (currency, spoken, said) =>
  expect(answerText('refund', { type: 'money', minor: 327_110, currency }, { language: spoken, currency })).toBe(said),
);

const FREE: KeyValue = { type: 'words', words: 'free' };
const ALONE = { matters: 1, isAlone: true };
const isTold = (said: string) => tells(said, FREE) && !contradicts(said, 'installation_fee', FREE, ALONE);

test.each([
  'Installation is free of charge.',
  'Basic installation is free; extra parts cost $3.80.',
  'The installation costs ¥0.',
  '上门安装免费，材料另收。',
  '安装费0元。',
])('a fee of nothing is told by: %s', (said) => expect(isTold(said)).toBe(true));

test.each([
  'The installation costs $50. Feel free to ask me anything else.',
  'It is not free: the installation costs 80 yuan.',
  '上门安装收费80元，旧机回收免费。',
  'The technician is booked for 0 extra days.',
])('a fee of nothing is not told by: %s', (said) => expect(isTold(said)).toBe(false));

test.each([
  "I'm sorry, this is not possible by our rules, but I have cancelled the order for you and noted the complaint.",
  '抱歉，不能办理。已经帮您取消好了并记录。',
])('a refusal that says it was done is none: %s', (said) =>
  expect(contradicts(said, 'outcome', { type: 'words', words: 'refused' }, ALONE)).toBe(true),
);
