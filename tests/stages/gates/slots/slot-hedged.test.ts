import { expect, test } from 'vitest';
import { slotHedged } from '../../../../stages/gates/slots/slot-hedged.ts';
import { answered, bound, wish } from '../../../fixtures/slots.ts';

const matte = wish('r1', 'Finish Type', 'Matte');
const rated = bound('r1', 'average_rating', { min: 4.5 });

test.each([
  'The finish has to be Matte.',
  'Matte for the finish, nothing else.',
  'I want this kind of finish, Matte.',
  'I care a lot about how it feels: Matte it is.',
  'Being mighty is no requirement; Matte is.',
  'Nothing but Matte will do.',
  'If it is not Matte, I will pass.',
])('a firm answer is clean: %s', (response) => expect(slotHedged.check(answered(matte, response))).toEqual([]));

test.each([
  ['Ideally Matte.', 'ideally'],
  ['Matte, if possible.', 'if possible'],
  ['Matte whenever possible, please.', 'whenever possible'],
  ['Matte would be great.', 'would be great'],
  ['I would prefer Matte.', 'prefer'],
  ['Maybe Matte?', 'maybe'],
  ['Something like Matte.', 'something like'],
  ['Kind of Matte.', 'kind of'],
  ['Matte or so.', 'or so'],
  ['At least Matte.', 'at least'],
  ['Either Matte or none.', 'either'],
  ['Matte, but that is negotiable.', 'negotiable'],
  ['Matte, where feasible.', 'where feasible'],
  ['Matte, though I could live without it.', 'could live without'],
  ['Matte, although other ones are fine too.', 'other ones are fine'],
  ['Matte, but something else would not hurt.', 'but'],
  ['Matte, or the closest there is.', 'or'],
  ["Matte, if that isn't asking too much.", "if that isn't asking too much"],
])('an answer that leaves a way out is hedged: %s', (response, hedge) => {
  const findings = slotHedged.check(answered(matte, response));
  expect(findings).toMatchObject([{ code: 'slot_hedged', path: 'clarification_slots.cl_1.user_response' }]);
  expect(findings[0]?.detail).toContain(`"${hedge}"`);
});

test('a bound is no hedge for a number, but a vague amount is', () => {
  expect(slotHedged.check(answered(rated, 'It has to be rated at least 4.5 stars.'))).toEqual([]);
  expect(slotHedged.check(answered(rated, 'It has to be rated about 4.5 stars.'))).toMatchObject([
    { code: 'slot_hedged' },
  ]);
  expect(slotHedged.check(answered(bound('r1', 'price', { max: 25 }), 'Around $25 at most.'))).toHaveLength(1);
});

test('a hedge that is part of the value is no hedge', () =>
  expect(
    slotHedged.check(answered(wish('r1', 'Coverage', 'Sort of Sheer'), 'The coverage has to be Sort of Sheer.')),
  ).toEqual([]));
