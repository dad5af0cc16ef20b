import { expect, test } from 'vitest';
import { dialogueOf } from '../../../shopping/dialogue/field-dialogues.ts';
import { keywordsFor } from '../../../shopping/dialogue/keywords.ts';

const none = { values: [], otherValues: [], otherFields: [] };

test('a field alone keeps all its keywords', () =>
  expect(keywordsFor('Finish Type', none)).toEqual(dialogueOf('Finish Type').keywords));

test('a keyword with a word of its own value is left out, whatever its form', () =>
  expect(keywordsFor('Finish Type', { ...none, values: ['Powder Coated'] })).not.toContain('coating'));

test("a word of the field's own name may stand in the value too", () =>
  expect(keywordsFor('Mounting Type', { ...none, values: ['Wall Mount'] })).toContain('mounting'));

test('naming another value of the task, or the product, cannot open a slot', () => {
  const keywords = keywordsFor('Mounting Type', { ...none, otherValues: ['phone mount', 'Magnetic Bracket'] });
  expect(keywords).not.toContain('mounting');
  expect(keywords).not.toContain('bracket');
});

test('a unit is no giveaway', () =>
  expect(keywordsFor('Wattage', { ...none, values: ['65 watts'] })).toContain('watts'));

test('a keyword inside a keyword of another slot is left to that slot', () => {
  expect(keywordsFor('Video Capture Resolution', none)).toContain('resolution');
  expect(keywordsFor('Video Capture Resolution', { ...none, otherFields: ['Display Resolution'] })).not.toContain(
    'resolution',
  );
});

test('a keyword that names a hidden value in another spelling is left out', () =>
  expect(keywordsFor('Scent', { ...none, isLeak: (keyword) => keyword === 'aroma' })).not.toContain('aroma'));

test('at least three keywords are left even where values rule out every listed one', () => {
  const { keywords } = dialogueOf('Scent');
  const left = keywordsFor('Scent', { ...none, otherValues: keywords });
  expect(left.length).toBeGreaterThanOrEqual(3);
  for (const keyword of left) expect(keywords).not.toContain(keyword);
});
