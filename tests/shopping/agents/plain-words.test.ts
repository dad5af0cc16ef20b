import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { givesAway, says, tells } from '../../../shopping/agents/plain-words.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const range = (field: string, bounds: object): Rubric =>
  ({
    id: 'r1',
    type: 'numeric_range',
    field,
    expected_value: bounds,
    info_source: 'clarification',
    description: '-',
  }) as Rubric;

test.each([
  ['a bag of stainless steel', 'Stainless Steel'],
  ['ＺＩＰＰＥＲＳ', 'Zipper'],
  ['holds 1,000 mAh', '1000 mAh'],
  ['1.50 m of it', '1.5 m'],
  ['想要黑色的', '黑色'],
  ['an R16 rim', 'R16'],
  ['16GB of it', '16 GB'],
])('"%s" says "%s"', (text, value) => expect(says(text, value)).toBe(true));

test.each([
  ['a steel bag, stainless', 'Stainless Steel'],
  ['blackboard', 'Black'],
  ['15 inches', '5 inches'],
  ['an R16 rim', 'R'],
  ['an R16 rim', '16'],
  ['anything', ''],
])('"%s" does not say "%s"', (text, value) => expect(says(text, value)).toBe(false));

describe('a bound is given away where it stands with what it bounds', () => {
  test.each([
    ['price', { max: 30 }, 'for $30 at most'],
    ['price', { max: 30 }, 'no more than 30 dollars'],
    ['average_rating', { min: 4.5 }, 'rated 4.5 or better'],
    ['average_rating', { min: 4 }, 'with 4 stars'],
    ['rating_number', { min: 200 }, 'at least 200 people rated it'],
    ['rating_number', { min: 1000 }, '1,000 or more reviews'],
  ])('%s %j in "%s"', (field, bounds, text) => expect(givesAway(text, range(field, bounds))).toBe(true));

  test.each([
    ['price', { max: 30 }, 'a 30 inch screen'],
    ['rating_number', { min: 200 }, '$200'],
    ['average_rating', { min: 4 }, 'I need 4 of them'],
  ])('not %s %j in "%s"', (field, bounds, text) => expect(givesAway(text, range(field, bounds))).toBe(false));
});

test('an answer tells a bound by its number alone, and all values of a list', () => {
  expect(tells('It needs 20 or more.', range('rating_number', { min: 20 }))).toBe(true);
  const list = { ...range('', {}), type: 'attribute_match', expected_value: ['Red', 'Blue'] } as Rubric;
  expect(tells('Red and blue.', list)).toBe(true);
  expect(tells('Red.', list)).toBe(false);
  expect(givesAway('Red.', list)).toBe(true);
});

test('a value that is a word of any sentence is given away by none that is about something else', () => {
  const all = { type: 'attribute_match', field: 'details.Skin Type', expected_value: 'All' } as Rubric;
  expect(givesAway('Chats with neighbors all morning.', all)).toBe(false);
  expect(tells('It suits all skin types.', all)).toBe(true);
});

test('the stars of a rating are not the shape of a star', () => {
  expect(says('A clock with at least 3.5 stars.', 'Star')).toBe(false);
  expect(says('A clock in the shape of a star.', 'Star')).toBe(true);
});

test('"&" between words is "and"', () => {
  expect(says('I insist on baby shower and birthday as the occasion.', 'Baby Shower & Birthday')).toBe(true);
  expect(says('For R&B music.', 'R and B')).toBe(false);
});

test('a letter behind an apostrophe is no word, and a size of one letter is', () => {
  expect(says("I'm after a shirt, and I’m choosy.", 'M')).toBe(false);
  expect(says('I take an M in shirts.', 'M')).toBe(true);
  expect(says("Shoes for men's feet.", "Men's")).toBe(true);
  expect(says("Une lampe à l'eau.", 'eau')).toBe(true);
});

test.each([
  ['A contrast ratio of 1000000:1 (Dynamic), please.', false],
  ['One with 50 W, 1 W (Standby).', false],
  ['With 1 headphone jack.', true],
])('a small number is given away by what speaks of its field alone: %s', (text, expected) => {
  const jack = { type: 'attribute_match', field: 'details.Headphone Jack', expected_value: '1' } as Rubric;
  expect(givesAway(text, jack)).toBe(expected);
});

const sized = (expected_value: string): Rubric =>
  ({ type: 'attribute_match', field: 'details.Shoe Size', expected_value }) as Rubric;

test.each(['once the order hits €42.50', 'MYR 42.50 at most', 'RM 42.50 off', '42,50 € at most', 'for 42.50 dollars'])(
  'an amount of money gives no size away: %s',
  (text) => expect(givesAway(text, sized('42.5'))).toBe(false),
);

test('a number beside which no money stands gives one away, and an answer may say an amount', () => {
  expect(givesAway('I take a 42.5.', sized('42.5'))).toBe(true);
  expect(givesAway('One with a PCI 42.5 slot.', sized('42.5'))).toBe(true);
  expect(tells('A gift card of $50 would do.', { ...sized('50'), field: 'details.Denomination' } as Rubric)).toBe(true);
});

const wheel = (expected_value: string): Rubric => ({ ...sized(expected_value), field: 'details.Wheel size' }) as Rubric;

test.each([
  ['28"', 'One with a tyre width of 28 mm.', false],
  ['24"', '18-24', false],
  ['24"', 'In the early 24 hours of it.', false],
  ['28', 'A tyre size of 28 mm.', false],
  ['700', 'A frame that holds 700 kg.', false],
  ['28"', 'With 28 inch wheels.', true],
  ['28"', 'One with a 28" rim.', true],
  ['28', 'One with a 28 in rim.', false],
  ['28', 'I want the wheel in 28 in black.', true],
  ['700', 'The one of 700 in black.', true],
  ['28"', 'A wheel of 28, please.', true],
])('a wheel of %s is given away only in its unit, or bare beside its name: "%s"', (value, text, expected) => {
  expect(givesAway(text, wheel(value))).toBe(expected);
});

test('a number is given away by no other unit, whatever the two are and however its field is called', () => {
  const units = fc.uniqueArray(fc.constantFrom('mm', 'kg', 'W', 'Wh', 'ml', 'GB', 'Hz', 'V'), {
    minLength: 2,
    maxLength: 2,
  });
  const number = fc.integer({ min: 1, max: 99_999 });
  fc.assert(
    fc.property(units, number, fc.constantFrom('Width', 'Wheel size', 'Load'), ([own, other], amount, field) => {
      const rubric = { ...sized(`${amount} ${own}`), field: `details.${field}` } as Rubric;
      const bare = { ...rubric, expected_value: `${amount}` } as Rubric;
      expect(givesAway(`A ${field.toLowerCase()} of ${amount} ${own}.`, rubric)).toBe(true);
      expect(givesAway(`A ${field.toLowerCase()} of ${amount} ${other}.`, rubric)).toBe(false);
      expect(givesAway(`A ${field.toLowerCase()} of ${amount} ${other}.`, bare)).toBe(false);
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('thousands are no small number', () => {
  const capacity = { ...sized('10,000'), field: 'details.Battery Capacity' } as Rubric;
  expect(givesAway('I need 10,000 for it', capacity)).toBe(true);
  expect(givesAway('I need 10,000 in it', capacity)).toBe(true);
});

test('a small number with an idle zero is a small number', () => {
  const size = { type: 'attribute_match', field: 'details.Size', expected_value: '40.0' } as Rubric;
  expect(givesAway('It comes in 40 ways.', size)).toBe(false);
  expect(givesAway('Size 40 for me.', size)).toBe(true);
});

test.each([
  ['It keeps colors true when a friend looks on from the side.', false],
  ['It must be true to the Energy Star label.', true],
])('a yes is given away by what speaks of its field alone: %s', (text, expected) => {
  const star = { type: 'attribute_match', field: 'details.Energy Star', expected_value: 'true' } as Rubric;
  expect(givesAway(text, star)).toBe(expected);
});
