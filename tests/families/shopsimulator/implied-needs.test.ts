import { expect, test } from 'vitest';
import { heldTo, impliedNeeds } from '../../../families/shopsimulator/implied-needs.ts';
import type { Profile } from '../../../families/shopsimulator/profile.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';

const rubric = (id: string, field: string, value: string): Rubric => ({
  id,
  type: 'attribute_match',
  field: `details.${field}`,
  expected_value: value,
  info_source: 'persona',
  description: `${field} is "${value}"`,
});
const profileOf = (preferences: Profile['preferences']): Profile => ({
  user_id: 'U10000000',
  demographics: { age_range: '25-34', gender: 'female', spending_tier: 'low', membership: 'none' },
  preferences,
  behaviour: { coupon_use: 'never', payment_method: 'debit card', device: 'tablet' },
  purchase_history: [],
});

test('only what is high is held to', () => {
  const profile = profileOf({
    brands: [
      { brand: 'Nordkey', level: 'medium' },
      { brand: 'Typewell', level: 'high' },
    ],
    lasting: [{ topic: 'style', wish: 'Looks twice at things that have a classic look.', level: 'low' }],
  });
  expect(heldTo(profile).map(({ path }) => path)).toEqual(['preferences.brands.1']);
});

test('a need is found where the profile tells it, in whatever letters', () => {
  const profile = profileOf({
    brands: [{ brand: 'Typewell', level: 'high' }],
    lasting: [{ topic: 'material', wish: 'Only ever buys things that are made of Bamboo.', level: 'high' }],
  });
  expect(impliedNeeds(profile, [rubric('r1', 'Material', 'bamboo'), rubric('r2', 'Brand', 'typewell')])).toEqual([
    { rubric_id: 'r1', path: 'preferences.lasting.0', text: 'Only ever buys things that are made of Bamboo.' },
    { rubric_id: 'r2', path: 'preferences.brands.0', text: 'Typewell' },
  ]);
});

test('a need that is only a taste is not told', () => {
  const profile = profileOf({ brands: [{ brand: 'Typewell', level: 'medium' }], lasting: [] });
  expect(impliedNeeds(profile, [rubric('r1', 'Brand', 'typewell')])).toEqual([]);
});
