import { expect, test } from 'vitest';
import { personaRequirement } from '../../../../families/ecomagentbench/gates/persona-whitelist.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { asksFor, bounds, excludes, leakInput } from '../../../fixtures/leak-inputs.ts';

const keyOf = ({ type, field }: Pick<Rubric, 'type' | 'field'>) =>
  type === 'negative_attribute' ? 'avoid_preferences' : field.replace('details.', '').toLowerCase();
const gate = (input: Parameters<typeof personaRequirement.check>[0]) =>
  personaRequirement.check(input, { requirementKey: keyOf });
const rubrics = [
  asksFor('r1', 'persona', 'Color', 'Navy Blue'),
  asksFor('r2', 'persona', 'Devices', ['Laptop', 'Tablet']),
  excludes('r3', 'persona', 'Material', ['Wool', 'Silk']),
  excludes('r4', 'persona', 'Scent', ['Musk']),
  asksFor('r5', 'query', 'Size', 'M'),
];
const locked = { color: 'Navy Blue', devices: ['Laptop', 'Tablet'], avoid_preferences: ['Wool', 'Silk', 'Musk'] };
const check = (requirements: object) =>
  gate(leakInput({ rubrics, persona: { product_requirements: { ...locked, ...requirements } } }));

test('requirements that are the locked values are clean', () => {
  expect(check({})).toEqual([]);
});

test.each([
  ['color', 'navy blue', 'r1'],
  ['color', ['Navy Blue'], 'r1'],
  ['devices', ['Tablet', 'Laptop'], 'r2'],
  ['avoid_preferences', [], 'r3'],
  ['avoid_preferences', ['Wool', 'Silk'], 'r3'],
  ['avoid_preferences', 'Wool, Silk, Musk', 'r3'],
])('a requirement %s of %j is not what was locked', (key, value, rubricId) => {
  const path = `user_persona.product_requirements.${key}`;
  expect(check({ [key]: value })).toMatchObject([{ code: 'persona_requirement', path, rubricId }]);
});

test('a persona that excludes nothing has no avoid list', () => {
  const persona = { product_requirements: { avoid_preferences: [] } };
  expect(gate(leakInput({ rubrics: [], persona }))).toMatchObject([{ code: 'persona_requirement' }]);
});

test('a quantity stands in the profile as its bounds are said', () => {
  const rubric = bounds('r1', 'persona', 'details.Weight', { max: 2, unit: 'lb' });
  const stating = (weight: string) =>
    gate(leakInput({ rubrics: [rubric], persona: { product_requirements: { weight } } }));
  expect(stating('at most 2 pounds')).toEqual([]);
  for (const other of ['2 pounds', 'at most 32 ounces', 'at least 2 pounds'])
    expect(stating(other)).toMatchObject([{ code: 'persona_requirement', rubricId: 'r1' }]);
});
