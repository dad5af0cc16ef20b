import { expect, test } from 'vitest';
import { hiddenInPersonaNoise } from '../../../../families/ecomagentbench/gates/hidden-elsewhere.ts';
import { asksFor, bounds, leakInput, names } from '../../../fixtures/leak-inputs.ts';

const rubrics = [
  asksFor('r1', 'query', 'Recommended Uses For Product', 'Photography'),
  asksFor('r2', 'persona', 'Compatible Devices', 'Laptop'),
  asksFor('r3', 'clarification', 'Skin Type', 'Dry'),
  bounds('r4', 'clarification', 'average_rating', { min: 4 }),
  asksFor('r5', 'persona', 'Wattage', '25 watts'),
  names('r6', 'tripod'),
];
const noise = {
  demographics: {
    gender: 'female',
    age_range: '25-34',
    location: 'Lyon',
    occupation: 'nurse',
    education_level: 'degree',
  },
  lifestyle: {
    hobbies: ['chess', 'choir'],
    daily_routine: 'up at 4 for the early shift',
    fitness_level: 'walks a lot',
    dietary_preference: 'no preference',
    commute_method: 'bus',
    pets: '4 cats',
  },
  shopping_habits: {
    payment_method: 'invoice',
    shopping_frequency: 'monthly',
    preferred_device: 'phone',
    preferred_platform: 'app',
    return_frequency: 'rarely',
  },
};
const check = (persona: object) =>
  hiddenInPersonaNoise.check(
    leakInput({ rubrics, persona: { ...noise, product_requirements: { a: 'Laptop' }, ...persona } }),
  );

test('noise about nothing that is scored is clean, whatever the requirements and the user id say', () => {
  expect(check({ user_id: 'U_25000' })).toEqual([]);
});

test.each([
  ['lifestyle.hobbies.1', { lifestyle: { ...noise.lifestyle, hobbies: ['chess', 'amateur photographer'] } }, 'r1'],
  [
    'shopping_habits.preferred_device',
    { shopping_habits: { ...noise.shopping_habits, preferred_device: 'laptops' } },
    'r2',
  ],
  ['lifestyle.daily_routine', { lifestyle: { ...noise.lifestyle, daily_routine: 'dries herbs' } }, 'r3'],
  [
    'shopping_habits.return_frequency',
    { shopping_habits: { ...noise.shopping_habits, return_frequency: 'below 4 stars' } },
    'r4',
  ],
  ['demographics.occupation', { demographics: { ...noise.demographics, occupation: 'tripod maker' } }, 'r6'],
])('a value of any rubric in %s is a leak', (path, persona, rubricId) => {
  expect(check(persona)).toMatchObject([{ code: 'hidden_in_persona_noise', path: `user_persona.${path}`, rubricId }]);
});

test('a word that only looks like a value is clean', () => {
  expect(check({ lifestyle: { ...noise.lifestyle, daily_routine: 'blow-dryer repairs, lapdog walks' } })).toEqual([]);
});

test.each(['Prefers black shoes', 'Always buys leather bags', 'Looks for wireless earbuds'])(
  'a wish about products that no rubric scores is no context: %j',
  (hobby) => {
    const lifestyle = { ...noise.lifestyle, hobbies: ['chess', hobby] };
    expect(check({ lifestyle })).toMatchObject([{ path: 'user_persona.lifestyle.hobbies.1' }]);
  },
);

test.each(['Loves chess', 'Sells leather at a market', 'Black belt in judo'])(
  'a value that is told and not wished for is context: %j',
  (hobby) => expect(check({ lifestyle: { ...noise.lifestyle, hobbies: [hobby] } })).toEqual([]),
);
