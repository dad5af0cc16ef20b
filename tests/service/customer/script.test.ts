import { expect, test } from 'vitest';
import { metBy } from '../../../service/customer/reactions.ts';
import { BEGUN, customerGate, decideTurn, type StagedCustomer } from '../../../service/customer/script.ts';

const message = (text: string, more: Partial<StagedCustomer['messages'][number]> = {}) => ({
  intents: [text],
  text,
  kind: 'task' as const,
  isClaim: true,
  about: null,
  order: null,
  product: null,
  settles: ['outcome' as const],
  instead: null,
  facts: [],
  states: [],
  ...more,
});
const customer = (...messages: StagedCustomer['messages']): StagedCustomer => ({
  language: 'en',
  temper: { emotion: 'calm', patience: 'high', trust: 'high', rights: 'low', speaking: 'concise' },
  key: 'k',
  messages,
  yes: 'Yes, please do.',
  unsure: "I don't know.",
  thanks: 'That was all.',
  withheld: ['398123456789'],
  tone: 'calm',
});
const LAMP = message('Please cancel my order of the lamp.', {
  facts: [{ intent: 'i1', name: 'order', value: '398123456789', reply: "It's order 398123456789." }],
});

test('a customer tells the number of an order when asked for it, and not before', () => {
  const { turn, memory } = decideTurn('Which order is it?', customer(LAMP), BEGUN);
  expect(turn.script).toBe("It's order 398123456789.");
  expect([...memory.told]).toEqual(['i1.order']);
  expect(LAMP.text).not.toContain('398123456789');
});

test.each(['Shall I go ahead?', 'Do you want me to cancel it?', '确认取消吗？'])(
  'a customer agrees where the agent asks whether to do it: %s',
  (asked) => expect(decideTurn(asked, customer(LAMP), BEGUN).turn.script).toBe('Yes, please do.'),
);

test('a customer who is told every outcome there is waits for the one that came of it', () => {
  const staged = customer(LAMP, message('Next'));
  const { turn, memory } = decideTurn(
    'It is cancelled, changed, refunded, returned, exchanged, booked, registered and handed on. Anything else?',
    staged,
    BEGUN,
  );
  expect([turn.act, memory.at]).toEqual(['unsure', 0]);
});

test.each([
  'It is cancelled, changed, refunded, returned, exchanged, booked, registered and handed on.',
  '已经为您取消、修改、退款、退货、换货、预约、登记，并转接专员了。',
])('a customer takes whatever is stated a second time for the answer: %s', (list) => {
  const staged = customer(LAMP, message('Next'));
  const { memory } = decideTurn(list, staged, BEGUN);
  expect([memory.at, decideTurn(list, staged, memory).memory.at]).toEqual([0, 1]);
});

test.each([
  'I am sorry, the order has been shipped and cannot be cancelled. Once it has arrived you can return it for a refund or exchange it. I have noted this for you and will transfer you to a specialist.',
  '抱歉，该订单已发货，无法取消。收到后您可以申请退货退款或换货，我已为您登记并转接专员。',
])('a refusal that offers what can be done instead is an answer: %s', (refusal) =>
  expect(decideTurn(refusal, customer(LAMP, message('Next')), BEGUN).memory.at).toBe(1),
);

/** Scripts of a customer under keys that draw differently: now and then nothing is said to an answer. */
const scripts = (said: string, staged: StagedCustomer) =>
  [...'abcdefghij'].map((key) => decideTurn(said, { ...staged, key }, BEGUN).turn.script);

test('a customer goes on to the next matter once the agent reports, and ends after the last', () => {
  const staged = customer(LAMP, message('How much is on my e-card?'));
  const next = decideTurn('It is cancelled.', staged, BEGUN);
  expect(next.turn.script).toMatch(/^(?:(?:Great|Good|Perfect|Okay).*\. )?How much is on my e-card\?$/);
  const end = decideTurn('It holds 20 yuan. Is there anything else?', staged, next.memory);
  // A last answer is reacted to as well.
  expect(end.turn.script).toMatch(/^(?:\w[^.]*\. )?That was all\.$/);
  expect(end.memory.isOver).toBe(true);
});

test('a customer who changes their mind says so to whatever the agent answers first', () => {
  const staged = customer(message('Cancel order 1.', { instead: 'No wait, hurry it up.' }), message('Next'));
  const changed = decideTurn('Done.', staged, BEGUN);
  expect(changed.turn.script).toBe('No wait, hurry it up.');
  expect(decideTurn('Done.', staged, changed.memory).turn.script).toMatch(/Next$/);
});

test.each([
  'Hello! Welcome to our shop. How can I help you today?',
  'Hi there!',
  '您好，欢迎光临，请问有什么可以帮您？',
])('a greeting that comes after the request is pointed to it, and changes no mind: %s', (greeting) => {
  const staged = customer(message('Cancel order 1.', { instead: 'No wait, hurry it up.' }));
  const { turn, memory } = decideTurn(greeting, staged, BEGUN);
  expect(turn.script).toMatch(/wrote|above/);
  expect([memory.at, memory.changed]).toEqual([0, false]);
});

const MUG = message('Has the mug a lid?', { kind: 'question', product: 'the mug (item 100700)' });

test.each([
  ['Could you give me the order number?', MUG, /mug/],
  ['请提供一下订单号好吗？', MUG, /mug/],
  ['Which product do you mean?', MUG, /I mean the mug|It's the mug/],
  ['Which product do you mean?', message('x', { order: 'my mug order' }), /my mug order/],
  ['Could you send me a picture?', MUG, /no picture|don't have a picture/],
])('what a matter has none of is denied in a sentence that fits: %s', (asked, about, said) => {
  const { turn } = decideTurn(asked, customer(about), BEGUN);
  expect(turn.script).toMatch(said);
  expect(turn.act).toBe('unsure');
});

test('a customer who gets nothing but dots asks whether anybody is there', () =>
  expect(decideTurn('…', customer(LAMP), BEGUN).turn.script).toMatch(/there\?|empty/));

test.each([
  ['I am sorry, that is not possible.', /^(?:I see|All right|Oh|Hm|Okay)[^!]*\. Next$/],
  ['A colleague will see to it.', /^(?:All right|Okay)/],
  ['I have cancelled it.', /thank|^Next$/],
])('a customer reacts to what was said, not to what was expected: %s', (told, reaction) => {
  for (const script of scripts(told, customer(LAMP, message('Next')))) expect(script).toMatch(reaction);
});

test.each([
  ['ask_arrival_time', 'It was due on June 10 and is running late.', /wait|another day/],
  ['ask_arrival_time', 'It has arrived already: the order shows as delivered.', /look/],
  ['urge', "I'm afraid it's already delivered, so it can't get there any faster.", /look/],
  ['report_not_received', "It hasn't been delivered yet: the parcel is in transit.", /wait/],
  ['ask_fault_code', 'The code means "no power". Check the plug.', /means|so that's it/],
  ['ask_insurance', 'No, the shop does not insure returns.', /bear that in mind|think it over|not insured|choose well/],
  ['ask_return_cost', "The shop doesn't insure returns, so it costs you $8.", /think/],
  [
    'return_order',
    "It hasn't arrived yet, so I can't register a return; please ask again once it is delivered.",
    /later|again/,
  ],
  ['return_order', 'The order is completed, so I cannot take it back any more.', /^(?!.*(?:later|again))/],
])('what a customer says fits what was asked and what came of it: %s, %s', (about, told, fits) => {
  const kind = about.startsWith('ask') || about.startsWith('report') ? ('question' as const) : ('task' as const);
  const staged = customer(message('x', { about, kind, settles: ['statement'], isClaim: false }), message('Next'));
  for (const script of scripts(told, staged).filter((text) => text !== 'Next')) expect(script).toMatch(fits);
});

test('nobody answers in a word to two matters of which one was refused', () => {
  const staged = customer(message('x', { intents: ['i1', 'i2'] }), message('Next'));
  for (const script of scripts('It is cancelled. I am sorry, the address cannot be changed.', staged))
    expect(script).toBe('Next');
});

test('a question that nothing is known to leaves the matter open, however often it is asked', () => {
  const staged = customer(LAMP, message('Next'));
  const first = decideTurn('What is your shoe size?', staged, BEGUN);
  expect(first.turn.act).toBe('unsure');
  expect(decideTurn('What is your shoe size?', staged, first.memory).memory.at).toBe(0);
});

test.each([
  'Hello! Let me check that for you.',
  'Just a second please.',
  'Is it urgent?',
  "I'm sorry to hear that. I'll look into it right away.",
  'Thank you for contacting us. One moment, please.',
  'Certainly! I will check your order now.',
  '您好，请稍等。',
  '好的，我帮您查一下。',
  '非常抱歉给您带来不便，正在为您核实，请稍候。',
])('a greeting, a holding phrase or a question leaves every matter open: %s', (held) => {
  for (const settles of ['figure', 'outcome', 'statement'] as const) {
    const staged = customer(message('Where is it?', { settles: [settles] }), message('Next'));
    const once = decideTurn(held, staged, BEGUN);
    expect([once.memory.at, once.turn.act]).toEqual([0, 'unsure']);
    expect(decideTurn(held, staged, once.memory).memory.at).toBe(0);
  }
});

test.each([
  ['figure', 'Let me check: your balance is 20 yuan.'],
  ['figure', 'Your e-card is empty.'],
  ['figure', 'I am sorry, I cannot tell you that.'],
  ['figure', '您的余额是20元。'],
  ['outcome', 'Hello! I have cancelled it for you.'],
  ['outcome', 'I apologize that we cannot cancel it.'],
  ['outcome', 'Let me transfer you to a specialist.'],
  ['outcome', '您好，已经为您取消了。'],
  ['outcome', '抱歉，这个不能办理。'],
  ['statement', 'I can see that the parcel is with Citywide Post.'],
  ['statement', 'Is there anything else I can help you with?'],
  ['statement', '是飞雀快递送的。'],
] as const)('what states or refuses what a matter is about is an answer: %s, %s', (settles, said) => {
  const staged = customer(message('First', { settles: [settles] }), message('Next'));
  expect(decideTurn(said, staged, BEGUN).memory.at).toBe(1);
});

test('a customer who waits for a figure asks for it once where something else is stated, and then takes what is said', () => {
  const staged = customer(message('How much?', { settles: ['figure'] }), message('Next'));
  const first = decideTurn('It looks like rain.', staged, BEGUN);
  expect(first.memory.at).toBe(0);
  expect(decideTurn('It looks like snow.', staged, first.memory).memory.at).toBe(1);
});

test('a wording that gives away what is withheld, or names a number of its own, is not said', () => {
  const turn = { facts: [], script: 'Please cancel my order of the lamp.' };
  expect(customerGate('Cancel 398123456789 please.', turn, customer(LAMP))).toContain('gives away');
  expect(customerGate('Cancel the lamp I bought for 4999.', turn, customer(LAMP))).toContain('4999');
  expect(customerGate('Please cancel the lamp order.', turn, customer(LAMP))).toBeNull();
});

test('a customer does not say the word twice that the next matter begins with', () => {
  for (const key of 'abcdef') {
    const staged = { ...customer(LAMP, message('All right, what else: hurry it up.')), key };
    const { script } = decideTurn('I have cancelled it.', staged, BEGUN).turn;
    expect(script).not.toMatch(/All right\W+All right/);
  }
});

const VISIT = message('Please send somebody on Monday.', {
  order: 'my lamp order',
  facts: [
    { intent: 'i1', name: 'day', value: 'Monday', reply: 'Monday, please.' },
    { intent: 'i1', name: 'order', value: '398123456789', reply: "It's order 398123456789." },
  ],
});

test.each([
  ['Which order is it, and on which day shall we come?', /Monday, please\. It's order 398123456789\.$/],
  ['Could you give me the order number and your phone number?', /^It's order 398123456789\. .*number in my account/],
  ['Please send me the order number and a photo.', /^It's order 398123456789\. .*picture/],
  [
    'Could you tell me the order number, and where you bought it?',
    /^It's order 398123456789\. .*(?:don't know|couldn't)/,
  ],
])('a customer who is asked for two things answers both, if only that one is not known: %s', (asked, answered) =>
  expect(decideTurn(asked, customer(VISIT), BEGUN).turn.script).toMatch(answered),
);

test.each(['Could you send the order number or a photo?', 'Which order is it? I will look up its address then.'])(
  'a customer who has said what would do says no more: %s',
  (asked) => expect(decideTurn(asked, customer(VISIT), BEGUN).turn.script).toBe("It's order 398123456789."),
);

const REFUSAL = 'I am sorry, that is not possible.';
const ofTemper = (temper: StagedCustomer['temper']) => ({ ...customer(LAMP, message('Next')), temper });

test('who knows their rights does not just take a no', () => {
  const { script } = decideTurn(
    REFUSAL,
    ofTemper({ emotion: 'calm', patience: 'high', trust: 'high', rights: 'high', speaking: 'concise' }),
    BEGUN,
  ).turn;
  expect(script).toMatch(/agree|right|terms|entitled/);
});

test('who trusts little says so of what is promised, and of nothing else', () => {
  const temper = { emotion: 'calm', patience: 'high', trust: 'low', rights: 'low', speaking: 'concise' } as const;
  const asked = (about: string) =>
    customer(message('When?', { about, kind: 'question', settles: ['statement'] }), message('Next'));
  const said = (about: string) => scripts('That is June 13.', { ...asked(about), temper }).join('\n');
  expect(said('ask_arrival_time')).toMatch(/hope/);
  expect(said('ask_ecard')).not.toMatch(/hope/);
});

test('nobody cheers at a no to a question', () => {
  const staged = customer(message('Has it a lid?', { kind: 'question', settles: ['statement'] }), message('Next'));
  const temper = { emotion: 'friendly', patience: 'high', trust: 'high', rights: 'low', speaking: 'concise' } as const;
  for (const key of 'abcdef')
    expect(decideTurn('No, it has none.', { ...staged, temper, key }, BEGUN).turn.script).not.toMatch(/great|nice/i);
});

test('nobody insists on rights where none are at stake', () => {
  const staged = customer(message('Order the mug.', { isClaim: false }), message('Next'));
  const temper = { emotion: 'calm', patience: 'high', trust: 'high', rights: 'high', speaking: 'concise' } as const;
  for (const key of 'abcdef')
    expect(decideTurn(REFUSAL, { ...staged, temper, key }, BEGUN).turn.script).not.toMatch(/agree|terms|entitled/);
});

test.each([
  ["Your order is cancelled, so it won't be sent out.", 'done'],
  ['已经取消好了，不会再发货。', 'done'],
] as const)('what will not happen any more is no refusal: %s', (said, met) => expect(metBy(said, true)).toBe(met));

test.each([
  ['帮您查了一下，物流状态是已签收。请问还有其他需要吗？', 'told'],
  ['还有别的问题可以再问我。', 'told'],
  ['请先问一下家人邻居有没有代收。', 'advised'],
  ['Please ask your neighbours first. Can I help with anything else?', 'advised'],
  ['The warranty is 36 months. Is there anything else I can help you with?', 'told'],
] as const)('an offer of more help is no advice to help oneself: %s', (said, met) =>
  expect(metBy(said, false)).toBe(met),
);

test.each([
  'Please let me know if I can assist you further!',
  'Let me know if you have any other questions about the address or the picture.',
  "Please don't hesitate to write again, and feel free to send pictures.",
  '如有其他问题，请随时告知我。',
])('an offer of more help asks for nothing, and nothing is said twice to it: %s', (courtesy) => {
  const address = { intent: 'i1', name: 'address', value: '12 Elm Road', reply: 'It goes to 12 Elm Road.' };
  const picture = { intent: 'i1', name: 'picture', value: 'https://pictures.example/p1.png', reply: 'Here: p1.png' };
  const staged = customer(message('Send it to 12 Elm Road.', { facts: [address, picture] }), message('Next'));
  const { memory, turn } = decideTurn(`I've changed the delivery address. ${courtesy}`, staged, BEGUN);
  expect(turn.script).not.toMatch(/Elm Road|p1\.png/);
  expect(memory.at).toBe(1);
});
test('a question beside an offer of more help is answered', () => {
  const { turn } = decideTurn('Which order is it? Let me know if you need anything.', customer(LAMP), BEGUN);
  expect(turn.script).toContain('398123456789');
});
