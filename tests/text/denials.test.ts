import { expect, test } from 'vitest';
import { hasDenialBefore, isDenied, isRefusedBefore, turnsAwayAt } from '../../text/denials.ts';

const spanOf = (text: string) => ({ start: text.indexOf('X'), end: text.indexOf('X') + 1 });

test.each([
  'without X',
  'It doesn’t have to come with X.',
  'They need not all be from X.',
  'It can be anything rather than X.',
  'X is not needed.',
  'X isn’t really required.',
  'If possible in black, without X.',
  'I am looking for anything but X.',
  'Everything except X is fine.',
])('%j takes X back', (text) => expect(isDenied(text, spanOf(text))).toBe(true));

test.each([
  'with X',
  'Not in red, with X.',
  'no more than ₱500 with X',
  'not a bulky one with X',
  'nothing without X',
  'Skip whatever comes without X.',
  'I will not buy it unless it has X.',
  'Without X it is useless.',
  'Items without X do not count.',
  'X is needed, the rest is not.',
  'It is not heavy. It has X.',

  'Nothing but X will do.',
  "I won't settle for anything other than X.",
  'My drawer holds everything except an X.',
  'My car came without an X.',
  "I still don't have an X.",
])('%j does not take X back', (text) => expect(isDenied(text, spanOf(text))).toBe(false));

test('what is turned round or refused before a place is told apart', () => {
  const [hates, refuses] = ['I hate ordering from X', 'I won’t order from X'];
  expect([hasDenialBefore(hates, 22), isRefusedBefore(hates, 22)]).toEqual([false, true]);
  expect([hasDenialBefore(refuses, 19), isRefusedBefore(refuses, 19)]).toEqual([true, false]);
});

test.each(['I want nothing from Mr. Bird or X.', 'Please nothing made by Hill Co. or X.'])(
  '%j turns X away, for the point ends a short form',
  (text) => expect(turnsAwayAt(text, spanOf(text))).toBe(true),
);

test.each([
  'I want nothing from Hill Co. It has X.',
  'No hurry. I want X.',
  'I want nothing slower than 5 ms. I want it in X.',
  'Please no shops on Elm St. I want it in X.',
])('%j does not turn X away, for the point ends a sentence', (text) =>
  expect(turnsAwayAt(text, spanOf(text))).toBe(false),
);
