import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeyValue } from '../../service/answers/key-answer.ts';
import { answerText } from '../../service/answers/told.ts';
import { isTold } from '../../service/scores.ts';

const told = (fact: string, value: KeyValue, ...texts: string[]) =>
  isTold(
    texts.map((text) => ({ text, intents: ['i1'], matters: 1 })),
    { id: 'k1', intent: 'i1', fact, value },
  );
const yuan = (amount: number): KeyValue => ({ type: 'money', minor: amount * 100, currency: 'CNY' });
const words = (name: string): KeyValue => ({ type: 'words', words: name });
const COMPLETED: KeyValue = { type: 'text', any: ['completed', '已完成'] };
const CARRIER: KeyValue = { type: 'text', any: ['Citywide Post'], others: ['Sparrow Parcel', 'Harbour Line'] };

test.each([
  'Your balance is 0, 5, 10, 20, 100 or 500.',
  'Your balance is 20 or 30.',
  'Your balance is 20. Your balance is 30.',
  'It is 5. It may be 20. 100.',
  'Your balance is maybe 20.',
  'Your balance is ¥5, ¥20, ¥100.',
  'Your e-card is empty. Or the balance is 20.',
  '您的余额是5元、20元或者100元。',
  '余额是5元。余额是20元。',
])('a reply that gives several values for an amount tells none of them: %s', (said) =>
  expect(told('balance', yuan(20), said)).toBe(false),
);

test.each([
  'Your balance is 20.',
  'You paid 60 for order 450312345678 on June 2. Your balance is 20.',
  'Your e-card holds 20 yuan. It was 50 before you ordered, and 30 went to the lamp.',
  'The balance is ¥20. The difference will arrive within 3 days.',
  '您的e卡余额为20元，有效期36个月。',
])('figures of other things do not contradict an amount: %s', (said) =>
  expect(told('balance', yuan(20), said)).toBe(true),
);

test.each([
  'Your e-card is empty.',
  'It holds zero dollars.',
  'There is nothing left on it.',
  '您的卡里没有余额。',
  '0',
])('nothing is told in plain words: %s', (said) => {
  expect(told('balance', yuan(0), said)).toBe(true);
  expect(told('balance', { type: 'number', number: 0 }, said)).toBe(true);
  expect(told('balance', yuan(20), said)).toBe(false);
});

test('what is said last decides', () => {
  expect(told('balance', yuan(20), 'Your balance is 30.', 'Sorry, your balance is 20.')).toBe(true);
  expect(told('balance', yuan(20), 'Your balance is 20.', 'Sorry, your balance is 30.')).toBe(false);
  expect(told('balance', yuan(20), 'Your balance is 20.', 'Anything else?')).toBe(true);
});

test('amounts of other matters leave an amount told', () => {
  const replies = [
    { text: 'amount: ¥20.', intents: ['i1'], matters: 1 },
    { text: 'amount: ¥30.', intents: ['i2'], matters: 2 },
  ];
  expect(isTold(replies, { id: 'k1', intent: 'i1', fact: 'amount', value: yuan(20) })).toBe(true);
  expect(isTold(replies, { id: 'k2', intent: 'i2', fact: 'amount', value: yuan(30) })).toBe(true);
});

test('an answer before its matter is raised tells nothing, one after it tells', () => {
  const value: KeyValue = { type: 'text', any: ['too late to change'] };
  const key = { id: 'k2', intent: 'i2', fact: 'window', value };
  const early = { text: 'It is too late to change.', intents: ['i1'], matters: 1 };
  const asked = { text: 'One moment.', intents: ['i2'], matters: 2 };
  expect(isTold([early, asked], key)).toBe(false);
  expect(isTold([asked, early], key)).toBe(true);
});

test('a refusal of one matter is none of another', () => {
  const refusal = { text: 'I am sorry, this is not possible.', intents: ['i2'], matters: 2 };
  const asked = { text: 'One moment.', intents: ['i1'], matters: 1 };
  const of = (intent: string) => ({ id: 'k', intent, fact: 'forbidden', value: words('refused') });
  expect(isTold([asked, refusal], of('i1'))).toBe(false);
  expect(isTold([asked, refusal], of('i2'))).toBe(true);
});

test.each([
  'Sorry, that is not possible. Or it is done already, I have issued it.',
  "I can't do that. I've issued it.",
  '抱歉，不能开。已经为您开好了。',
  '抱歉，不能开，已经为您处理完成，请查收。',
])('a reply that refuses and does it is no refusal: %s', (said) =>
  expect(told('invoice_exists', words('refused'), said)).toBe(false),
);

test.each([
  'I am sorry, this is not possible: an invoice has already been issued.',
  "I can't cancel it, as it was shipped. I have hurried it up instead.",
  '抱歉，发票已经开过了，不能再开。',
  '抱歉，这个不能办理，已经为您转接专员了。',
  '抱歉，不能为您开票，已经为您转接人工处理了，请稍候。',
  '抱歉，已经帮您核实过了，不能再开。',
  "I can't do that. I've arranged for a specialist to call you.",
])('a refusal may name what was done before: %s', (said) =>
  expect(told('invoice_exists', words('refused'), said)).toBe(true),
);

test.each([
  'I am sorry, the order has been shipped and cannot be cancelled. Once it has arrived you can return it for a refund or exchange it. I have noted this for you and will transfer you to a specialist.',
  'I cannot change the address, as it has been shipped. It can be intercepted, returned, refunded or exchanged, and a visit can be booked; I have noted that on it.',
  '抱歉，该订单已发货，无法取消。收到后您可以申请退货退款或换货，我已为您登记并转接专员。',
  '抱歉，地址不能修改。可以拦截、退货、退款或者换货，也可以预约上门，已备注在订单上。',
])('a refusal may offer what can be done instead: %s', (said) =>
  expect(told('shipped_is_returned', words('refused'), said)).toBe(true),
);

test.each([
  [
    'All done: order 1 is cancelled and refunded, the address of order 2 is changed, an invoice is issued, order 3 is hurried up, your review is registered. No, this one is not in stock.',
    'no',
  ],
  ['订单一已取消并退款，订单二的地址已修改，发票已开具，订单三已催促，评价已登记。没有，这款没有货。', 'no'],
])('a no after a summary of six matters is told, and in the first matter it is not: %s', (text, name) => {
  const key = { id: 'k6', intent: 'i6', fact: 'in_stock', value: words(name) };
  const toldAfter = (matters: number) => isTold([{ text, intents: ['i6'], matters }], key);
  expect([toldAfter(6), toldAfter(1)]).toEqual([true, false]);
});

test.each(['Yes. Or no.', 'Yes, it is. No, it is not.'])('yes and no at once tell neither: %s', (said) => {
  expect(told('covered', words('yes'), said)).toBe(false);
  expect(told('covered', words('no'), said)).toBe(false);
});

test.each([
  ['no', "Yes, you can use it, and you'd pay ₱6,530.41. As for the speaker, Habagat 12 doesn't insure returns.", true],
  ['no', '优惠券可以用，是的。这家店没有运费险。', true],
  ['yes', 'No, it cannot be exchanged. The speaker is covered.', true],
  ['no', 'Yes, it is. No, it is not.', false],
  ['no', 'No, or yes.', false],
])('beside another matter a %s is told by a sentence of its own: %s', (name, text, holds) => {
  const key = { id: 'k2', intent: 'i2', fact: 'insured', value: words(name) };
  expect(isTold([{ text, intents: ['i1', 'i2'], matters: 2 }], key)).toBe(holds);
});

test.each([
  'It is paid, shipped, completed or refunded.',
  'Your order is completed. Or it is shipped.',
  '订单已付款、已完成或者已退款。',
])('a reply that gives several states tells none of them: %s', (said) =>
  expect(told('order_state', COMPLETED, said)).toBe(false),
);

test('a state may be told with the way that led to it', () =>
  expect(told('order_state', COMPLETED, 'It was shipped on June 2 and signed on June 5; it is completed now.')).toBe(
    true,
  ));

test('a name that is one of several is not told', () => {
  expect(told('carrier', CARRIER, 'Citywide Post or Sparrow Parcel carries it.')).toBe(false);
  expect(told('carrier', CARRIER, 'Sparrow Parcel or Citywide Post.')).toBe(false);
  expect(told('carrier', CARRIER, 'Citywide Post carries it.')).toBe(true);
});

test('an amount within a list of amounts is never told', () => {
  const amount = fc.integer({ min: 1, max: 9999 });
  fc.assert(
    fc.property(fc.uniqueArray(amount, { minLength: 2, maxLength: 6 }), fc.nat(), (amounts, at) => {
      const value = yuan(amounts[at % amounts.length] as number);
      for (const link of [', ', ' or ', '、', '. ', '. It is '])
        expect(told('balance', value, amounts.join(link))).toBe(false);
    }),
  );
});

test('what the oracle says of a fact tells it', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 9_999_999 }).map((minor): KeyValue => ({ type: 'money', minor, currency: 'CNY' })),
    fc.integer({ min: 0, max: 400 }).map((number): KeyValue => ({ type: 'number', number })),
    fc.constantFrom('refused', 'yes', 'no', 'ask_around', 'contact_carrier').map(words),
    fc.constantFrom(COMPLETED, CARRIER),
  );
  fc.assert(
    fc.property(value, fc.constantFrom('en' as const, 'zh' as const), (one, language) => {
      expect(told('balance', one, answerText('balance', one, { language, currency: 'CNY' }))).toBe(true);
    }),
  );
});

test('a state of something else in the same reply leaves a type told', () =>
  expect(
    told('invoice_type', { type: 'text', any: ['personal'] }, 'order state: completed. invoice type: personal.'),
  ).toBe(true));

const GIFTS: KeyValue = { type: 'texts', all: ['Umbrella', 'Cleaning Kit'] };

test.each([
  ['carrier', CARRIER, 'Carrier: Sparrow Parcel, Citywide Post, Harbour Line.'],
  ['carrier', CARRIER, 'It is carried by Citywide Post, Sparrow Parcel.'],
  ['carrier', CARRIER, 'The carrier is Citywide Post. The carrier is Sparrow Parcel.'],
  ['carrier', CARRIER, 'Carriers:\n- Citywide Post\n- Sparrow Parcel'],
  ['carrier', { type: 'text', any: ['通城快递'], others: ['飞燕速运'] }, '承运的是通城快递、飞燕速运。'],
  ['answer', { type: 'text', any: ['Curly, Fine'] }, 'answer: Straight, Curly, Fine, Wavy.'],
  ['gifts', GIFTS, 'gifts: Umbrella, Cleaning Kit, Storage Pouch.'],
  ['gifts', GIFTS, 'You get a Spare Parts Set. gifts: Storage Pouch, Umbrella and Cleaning Kit.'],
  ['exchange_options', { type: 'texts', all: ['100027646229'] }, 'You can take 100027646229, 100831417188.'],
] as const)('a list with other names than the right ones tells no %s', (fact, value, said) =>
  expect(told(fact, value as KeyValue, said)).toBe(false),
);

test.each([
  ['carrier', CARRIER, 'Your parcel is in transit, Citywide Post carries it, and it should be there on June 14.'],
  ['carrier', CARRIER, 'parcel state: in transit. carrier: Citywide Post. It left Jinan this morning.'],
  ['carrier', CARRIER, 'It went by Wuhan, Zhengzhou, Jinan, courier Citywide Post, Express, and it is due on June 14.'],
  ['carrier', { type: 'text', any: ['通城快递'], others: ['飞燕速运'] }, '途经：武汉、郑州、济南、通城快递。'],
  ['carrier', { type: 'text', any: ['通城快递'] }, '您的包裹由通城快递承运，目前运输中，请耐心等待。'],
  ['answer', { type: 'text', any: ['Curly, Fine'] }, 'It suits these hair types: Curly, Fine.'],
  ['gifts', GIFTS, 'Yes, it comes with an Umbrella and a Cleaning Kit, which are sent to the same address.'],
  ['gifts', GIFTS, 'gifts: Umbrella, Cleaning Kit. Anything else, sir?'],
] as const)('words beside the right names leave a %s told', (fact, value, said) =>
  expect(told(fact, value as KeyValue, said)).toBe(true),
);

test('an amount in a currency without decimals is told by its figure', () => {
  const yen: KeyValue = { type: 'money', minor: 1980, currency: 'JPY' };
  expect(told('total', yen, 'The total is 1,980 yen.')).toBe(true);
  expect(told('total', yen, 'The total is 19.80 yen.')).toBe(false);
  expect(told('total', yen, answerText('total', yen, { language: 'en', currency: 'JPY' }))).toBe(true);
});

test('a name within a word is none that stands in a list', () =>
  expect(
    told(
      'answer',
      { type: 'text', any: ['led'] },
      'It can no longer be cancelled, only sent back. The listing gives led as the display type.',
    ),
  ).toBe(true));

test.each(["Cashback registered: you'll get three dollars back.", 'Three dollars are on their way to your card.'])(
  'a small amount is told in words as well: %s',
  (said) => {
    const three: KeyValue = { type: 'money', minor: 300, currency: 'USD' };
    expect(told('amount', three, said)).toBe(true);
    expect(told('amount', { ...three, minor: 400 }, said)).toBe(false);
  },
);
test('things that are counted in words are no amount', () =>
  expect(told('amount', { type: 'money', minor: 300, currency: 'USD' }, 'You have three orders.')).toBe(false));

const SHIPPED: KeyValue = { type: 'text', any: ['shipped', 'dispatched', '已发货'] };
const IN_TRANSIT: KeyValue = { type: 'text', any: ['in transit', 'on its way', '运输中'] };
test.each([
  'The travel tripod order has already shipped, so I had it sped up.',
  "I can't file a return while the parcel is on the way.",
  "I've marked the order as urgent; it's on its way.",
  'It has been shipped. It is in transit now.',
])('that an order is shipped and that it is under way is said of the same order: %s', (said) => {
  for (const state of [SHIPPED, IN_TRANSIT]) expect(told('order_state', state, said)).toBe(true);
  expect(told('order_state', COMPLETED, said)).toBe(false);
});
test('of a parcel that is under way it is not enough that the order was shipped', () =>
  expect(told('parcel_state', IN_TRANSIT, 'It has been shipped.')).toBe(false));
test('what insurance covers is insured', () =>
  expect(told('insured', words('yes'), 'It costs $8, but the insurance covers it, so you pay nothing.')).toBe(true));
