import { expect, test } from 'vitest';
import { BEGUN, customerGate, decideTurn, type StagedCustomer } from '../../../service/customer/script.ts';

const message = (text: string, more: Partial<StagedCustomer['messages'][number]> = {}) => ({
  intents: [text],
  text,
  instead: null,
  facts: [],
  states: [],
  ...more,
});
const customer = (...messages: StagedCustomer['messages']): StagedCustomer => ({
  language: 'en',
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

test('a customer goes on to the next matter once the agent reports, and ends after the last', () => {
  const staged = customer(LAMP, message('How much is on my e-card?'));
  const next = decideTurn('It is cancelled.', staged, BEGUN);
  expect(next.turn.script).toBe('How much is on my e-card?');
  const end = decideTurn('It holds 20 yuan. Is there anything else?', staged, next.memory);
  expect(end.turn.script).toBe('That was all.');
  expect(end.memory.isOver).toBe(true);
});

test('a customer who changes their mind says so to whatever the agent answers first', () => {
  const staged = customer(message('Cancel order 1.', { instead: 'No wait, hurry it up.' }), message('Next'));
  const changed = decideTurn('Done.', staged, BEGUN);
  expect(changed.turn.script).toBe('No wait, hurry it up.');
  expect(decideTurn('Done.', staged, changed.memory).turn.script).toBe('Next');
});

test('a question that nothing is known to is not answered twice', () => {
  const staged = customer(LAMP, message('Next'));
  const first = decideTurn('What is your shoe size?', staged, BEGUN);
  expect(first.turn.act).toBe('unsure');
  expect(decideTurn('What is your shoe size?', staged, first.memory).turn.script).toBe('Next');
});

test('a wording that gives away what is withheld, or names a number of its own, is not said', () => {
  const turn = { facts: [], script: 'Please cancel my order of the lamp.' };
  expect(customerGate('Cancel 398123456789 please.', turn, customer(LAMP))).toContain('gives away');
  expect(customerGate('Cancel the lamp I bought for 4999.', turn, customer(LAMP))).toContain('4999');
  expect(customerGate('Please cancel the lamp order.', turn, customer(LAMP))).toBeNull();
});
