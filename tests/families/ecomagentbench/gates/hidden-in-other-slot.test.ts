import { expect, test } from 'vitest';
import { hiddenInOtherSlot } from '../../../../families/ecomagentbench/gates/hidden-elsewhere.ts';
import { asksFor, bounds, leakInput, slotFor } from '../../../fixtures/leak-inputs.ts';

const rubrics = [
  asksFor('r1', 'query', 'Pattern', 'Striped'),
  asksFor('r2', 'persona', 'Color', 'Black'),
  asksFor('r3', 'clarification', 'Connectivity Technology', 'Wi-Fi'),
  bounds('r4', 'clarification', 'rating_number', { min: 100 }),
];
const wifi = { user_response: 'It has to have Wi-Fi.', hidden_info: 'wifi', trigger_keywords: ['connect', 'network'] };
const ratings = {
  user_response: 'A hundred ratings or more.',
  hidden_info: '100 ratings',
  trigger_keywords: ['popular'],
};

function check({
  first = {},
  second = {},
  fallback = 'No idea.',
  requirements = { color: 'Black' } as Record<string, string>,
}) {
  return hiddenInOtherSlot.check(
    leakInput({
      rubrics,
      persona: { product_requirements: requirements },
      script: {
        default_response: fallback,
        clarification_slots: [slotFor('r3', { ...wifi, ...first }), slotFor('r4', { ...ratings, ...second })],
      },
    }),
  );
}

test('answers that state only their own value are clean, also where the query has another', () => {
  expect(check({})).toEqual([]);
  expect(check({ first: { user_response: 'Wi-Fi, on the striped one.' } })).toEqual([]);
});

test.each([
  ['clarification_slots.cl_4.user_response', { second: { user_response: 'A hundred ratings, and WLAN.' } }, 'r3'],
  ['clarification_slots.cl_3.hidden_info', { first: { hidden_info: 'wifi, 100+ reviews' } }, 'r4'],
  ['clarification_slots.cl_4.trigger_keywords.1', { second: { trigger_keywords: ['popular', 'wi fi'] } }, 'r3'],
  ['clarification_slots.cl_3.trigger_keywords.0', { first: { trigger_keywords: ['wifi'] } }, 'r3'],
  ['default_response', { fallback: 'No idea, black maybe?' }, 'r2'],
  ['clarification_slots.cl_3.user_response', { first: { user_response: 'Wi-Fi, in black.' } }, 'r2'],
  ['clarification_slots.cl_3.trigger_keywords.0', { first: { trigger_keywords: ['black'] } }, 'r2'],
  ['user_persona.product_requirements.color', { requirements: { color: 'Black, wireless LAN' } }, 'r3'],
])('a hidden value in %s is a leak', (path, parts, rubricId) => {
  expect(check(parts)).toMatchObject([{ code: 'hidden_in_other_slot', path, rubricId }]);
});

test('a near miss is clean', () => {
  expect(check({ second: { user_response: 'A hundred ratings; the blackboard says wife and 100 feet.' } })).toEqual([]);
});

test('what an agent of verify would hear elsewhere is a leak, also where it is said of something else', () => {
  const heard = (query: string, answer: string) =>
    hiddenInOtherSlot.check(
      leakInput({
        rubrics: [asksFor('r1', 'persona', 'Pages', '120'), asksFor('r2', 'clarification', 'Color', 'Red')],
        query,
        script: { clarification_slots: [slotFor('r2', { user_response: answer })] },
      }),
    );
  expect(heard('I want a planner.', 'In red.')).toEqual([]);
  expect(heard('I want a planner.', 'A red one of 120 g.')).toEqual([]);
  expect(heard('I plan for 120 people.', 'In red.')).toMatchObject([{ rubricId: 'r1', path: 'user_query' }]);
});
