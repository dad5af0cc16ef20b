import { expect, test } from 'vitest';
import { slotIncomplete } from '../../../../stages/gates/slots/slot-incomplete.ts';
import { scriptOf, slotInput, slotWith, wish } from '../../../fixtures/slots.ts';

const check = (slot: Parameters<typeof slotWith>[0], script = {}) =>
  slotIncomplete.check(slotInput([wish('r1', 'Finish Type', 'Matte')], { ...scriptOf(slotWith(slot)), ...script }));

test('a slot with three keywords, a response and hidden info is complete', () =>
  expect(check({ trigger_keywords: ['finish', 'coating', 'varnish'] })).toEqual([]));

test.each([
  ['two keywords', { trigger_keywords: ['finish', 'coating'] }, 'trigger_keywords'],
  [
    'three keywords of which one is punctuation',
    { trigger_keywords: ['finish', 'coating', '...'] },
    'trigger_keywords',
  ],
  ['a blank response', { user_response: ' ' }, 'user_response'],
  ['a response of dots', { user_response: '...' }, 'user_response'],
  ['blank hidden info', { hidden_info: '\n' }, 'hidden_info'],
])('a slot with %s is incomplete', (_, slot, part) =>
  expect(check(slot)).toMatchObject([{ code: 'slot_incomplete', path: `clarification_slots.cl_1.${part}` }]),
);

test('a script without a default response is incomplete', () =>
  expect(check({}, { default_response: ' - ' })).toMatchObject([
    { code: 'slot_incomplete', path: 'default_response' },
  ]));

test('a one-word response in another script is complete', () => expect(check({ user_response: '圆形' })).toEqual([]));
