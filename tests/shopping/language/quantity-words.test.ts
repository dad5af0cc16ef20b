import { afterEach, expect, test } from 'vitest';
import { FIELDS, readWords, useLexicon } from '../../../lexicon/index.ts';
import { boundsOf, boundsSaid, fieldSaid, quantityPhrases } from '../../../shopping/language/quantity-words.ts';
import { boundAt } from '../../../text/bound-direction.ts';
import { findRangeMentions } from '../../../text/mentions.ts';
import { UNIT_OF } from '../../../text/units.ts';

afterEach(() => useLexicon());

test('a size is said as of all goods where a lexicon has words for bounds of some alone', () => {
  const bounds_of = [{ of: ['sleeve'], asked: ['nominal', 'most'], after: ['for screens of {v}'] }];
  useLexicon({ fields: { 'Screen Size': { bounds_of } }, types: {} });
  const after = (range: Parameters<typeof quantityPhrases>[1]) =>
    quantityPhrases('Screen Size', range, 'sleeve').after[0];
  expect(after({ max: 14, unit: 'in' })).toBe('for screens of at most 14 inches');
  expect(after({ min: 13.5, max: 14.49, nominal: 14, unit: 'in' })).toBe('with a screen of 14 inches');
});

test('every unit that is read can be said', () =>
  expect(Object.keys(readWords('units.yaml') as object)).toEqual(
    expect.arrayContaining([...new Set(UNIT_OF.values())]),
  ));

test.each([
  [{ min: 16, unit: 'gb' }, 'at least 16 GB'],
  [{ max: 2, unit: 'lb' }, 'at most 2 pounds'],
  [{ max: 1, unit: 'lb' }, 'at most 1 pound'],
  [{ min: 1, max: 2.5, unit: 'lb' }, 'between 1 and 2.5 pounds'],
  [{ min: 26.5, max: 27.49, unit: 'in', nominal: 27 }, '27 inches'],
  [{ min: 1500 }, 'at least 1500'],
  [{ min: 25_600 }, 'at least 25,600'],
])('%j is said %j', (range, said) => expect(boundsSaid(range)[0]).toBe(said));

test.each([
  ['core_clock', 'core clock'],
  ['Display Size (inch)', 'display size'],
  ['price_per_gb', 'price per GB'],
  ['weight_kg', 'weight'],
  ['Number of USB 3.0 Ports', 'number of USB 3.0 ports'],
  ['CPU Speed', 'CPU speed'],
])('the field %j is called %j', (field, said) => expect(fieldSaid(field)).toBe(said));

test.each([
  ['Item Weight', { max: 2, unit: 'lb' }, 'after', 'no heavier than 2 pounds'],
  ['RAM', { min: 16, unit: 'gb' }, 'verb', 'have at least 16 GB of RAM'],
  ['Wattage', { min: 59.5, max: 60.49, unit: 'w', nominal: 60 }, 'before', '60-watt'],
  ['core_clock', { min: 1500 }, 'after', 'with a core clock of at least 1500'],
  ['Number of Ports', { min: 1 }, 'verb', 'have at least 1 port'],
  ['Number of Ports', { min: 4 }, 'after', 'with at least 4 ports'],
  ['memory_slots', { min: 2 }, 'verb', 'have at least 2 memory slots'],
  ['memory_slots', { min: 0.5, max: 1.49, nominal: 1 }, 'after', 'with 1 memory slot'],
  ['shelf_lens', { min: 2 }, 'after', 'with a shelf lens of at least 2'],
  ['Maximum DPI', { min: 1000 }, 'after', 'with at least 1000 DPI'],
  ['Maximum DPI', { min: 1000, unit: 'dpi' }, 'verb', 'offer 1000 dpi or more'],
] as const)('%s %j is said %s: %j', (field, range, place, said) =>
  expect(quantityPhrases(field, range)[place]).toContain(said),
);

const RANGES = [
  { min: 6, unit: 'UNIT' },
  { max: 6, unit: 'UNIT' },
  { min: 6, max: 9, unit: 'UNIT' },
  { min: 5.5, max: 6.49, unit: 'UNIT', nominal: 6 },
];
const SAID = [...FIELDS].flatMap(([field, { quantity }]) =>
  quantity === undefined || quantity.asked.length === 0
    ? []
    : RANGES.map((range) => [field, { ...range, unit: quantity.unit }] as const),
);

test.each(SAID)('every way to say %s %j states its numbers as the bounds they are', (field, range) => {
  for (const text of Object.values(quantityPhrases(field, range)).flat()) {
    const sentence = `I want one ${text}.`;
    const ends =
      range.nominal === undefined
        ? ([
            ['min', range.min],
            ['max', range.max],
          ] as const)
        : [];
    expect(findRangeMentions(sentence, field, range).length, sentence).toBeGreaterThan(0);
    for (const [end, amount] of ends) {
      if (amount === undefined) continue;
      const [span] = findRangeMentions(sentence, field, { [end]: amount, unit: range.unit });
      expect(span, sentence).toBeDefined();
      expect(boundAt(sentence, span as { start: number; end: number }), sentence).toBe(end);
    }
  }
});

test.each([
  ['weight g', 'weight'],
  ['disc diameter mm', 'disc diameter'],
  ['price per gb', 'price per GB'],
  ['Gpu', 'GPU'],
])('the field %j is called "%s" in a sentence', (field, said) => expect(fieldSaid(field)).toBe(said));

test('a bracket fits screens, and has none of its own', () => {
  const range = { min: 65, unit: 'in' } as const;
  expect(quantityPhrases('Screen Size', range, 'wall mount bracket').after).toContain(
    'for screens of at least 65 inches',
  );
});
test.each([
  ['Item Weight', 'dry cat food', ['least']],
  ['Weight', 'dry cat food', ['least']],
  ['Weight (without bag)', 'ground coffee', ['least']],
  ['Weight', 'laptop', undefined],
  ['Load', 'dry cat food', undefined],
])('%s of a %s is asked for as that of goods sold by their weight is: %j', (field, noun, asked) =>
  expect(boundsOf(field, noun)?.asked).toEqual(asked),
);
