import { expect, test } from 'vitest';
import { falseClaims } from '../../../service/answers/deeds.ts';
import type { LockedSupport } from '../../../service/task.ts';

const locked = (kind: string, outcome: 'allowed' | 'forbidden' = 'allowed') =>
  ({
    currency: 'USD',
    calls: [],
    intents: [{ id: 'i1', kind, outcome, standing: {}, blanks: {}, request: {} }],
    key_answers: [{ id: 'k1', intent: 'i1', fact: 'refund', value: { type: 'money', minor: 1249, currency: 'USD' } }],
  }) as unknown as LockedSupport;

test.each([
  ['ask_order', 'I have also refunded you $500.'],
  ['ask_order', "I've looked it up, sent you a free television and given you a second cashback of $40."],
  ['ask_order', 'I have cancelled it for you anyway.'],
  ['cancel_order', "I've refunded you $500."],
  ['cancel_order', "It isn't on sale. I have ordered it for you anyway."],
  ['ask_order', '已经为您退款500元。'],
])('a deed that no request brings about, or with another amount, is claimed falsely: %s: %s', (kind, text) =>
  expect(falseClaims(text, locked(kind))).not.toEqual([]),
);
test('what was forbidden is claimed falsely', () =>
  expect(falseClaims("I've cancelled the order.", locked('cancel_order', 'forbidden'))).toHaveLength(1));

test.each([
  ['cancel_order', "I've cancelled the order, and $12.49 has gone back to your e-card."],
  ['cancel_order', "I've cancelled it and refunded you $12.49."],
  ['ask_order', "I haven't cancelled it. I've checked, and it has been refunded."],
  ['ask_order', 'I could have refunded it; I cannot any more.'],
  ['book_service', "I've booked the technician for Saturday."],
  ['ask_order', '这单没有为您退款。'],
])('a deed that was done, or that nobody claims, is no false claim: %s: %s', (kind, text) =>
  expect(falseClaims(text, locked(kind))).toEqual([]),
);
