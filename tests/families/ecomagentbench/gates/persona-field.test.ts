import { expect, test } from 'vitest';
import { personaField } from '../../../../families/ecomagentbench/gates/persona-whitelist.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { asksFor, excludes, leakInput } from '../../../fixtures/leak-inputs.ts';

const keyOf = ({ type, field }: Pick<Rubric, 'type' | 'field'>) =>
  type === 'negative_attribute' ? 'avoid_preferences' : field.replace('details.', '').toLowerCase();
const gate = (input: Parameters<typeof personaField.check>[0]) => personaField.check(input, { requirementKey: keyOf });
const rubrics = [
  asksFor('r1', 'query', 'Size', 'M'),
  asksFor('r2', 'persona', 'Color', 'Red'),
  excludes('r3', 'persona', 'Material', ['Wool']),
];
const requirements = { color: 'Red', avoid_preferences: ['Wool'] };
const persona = leakInput({}).wording.persona;
const check = (part: object) => gate(leakInput({ rubrics, persona: { product_requirements: requirements, ...part } }));

test('the published keys and one requirement for each persona rubric are clean', () => {
  expect(check({})).toEqual([]);
  expect(gate(leakInput({ rubrics: [] }))).toEqual([]);
});

test.each([
  ['user_persona.wishes', { wishes: 'a red one' }],
  ['user_persona.demographics.income', { demographics: { ...persona.demographics, income: 'high' } }],
  ['user_persona.lifestyle.favourite_color', { lifestyle: { ...persona.lifestyle, favourite_color: 'red' } }],
  ['user_persona.shopping_habits.brand', { shopping_habits: { ...persona.shopping_habits, brand: 'x' } }],
  ['user_persona.shopping_habits.payment_method', { shopping_habits: withoutPayment() }],
  ['user_persona.product_requirements.size', { product_requirements: { ...requirements, size: 'M' } }],
  ['user_persona.product_requirements.avoid_preferences', { product_requirements: { color: 'Red' } }],
])('a key too many or too few is a finding: %s', (path, part) => {
  expect(check(part)).toMatchObject([{ code: 'persona_field', path }]);
});

function withoutPayment() {
  const { payment_method: _, ...rest } = persona.shopping_habits;
  return rest;
}
