import { afterEach, expect, test } from 'vitest';
import { useLexicon } from '../../../lexicon/index.ts';
import { candidatesFor } from '../../../shopping/shop-lexicon/candidates.ts';
import { areNear } from '../../../shopping/shop-lexicon/near-values.ts';

afterEach(() => useLexicon());
const others = { near: () => ['Modern', 'Contemporary', 'Rustic'], anywhere: () => [] };
const rivalsOf = (hidden: string) => candidatesFor(hidden, 'Mood', others, (_, below) => 0 % below).values;

test('values that nobody could tell apart are never each other’s rival for a clue', () => {
  expect(rivalsOf('Modern')).toEqual(['Contemporary', 'Modern', 'Rustic']);
  useLexicon({ fields: { Mood: { near: ['modern | contemporary'] } }, types: {} });
  expect(rivalsOf('Modern')).toEqual(['Modern', 'Rustic']);
});

test('being near goes both ways, within a group and a field', () => {
  useLexicon({ fields: { Mood: { near: ['modern | contemporary', 'rustic | country'] } }, types: {} });
  expect(areNear('Mood', 'Contemporary', 'MODERN')).toBe(true);
  expect(areNear('Mood', 'modern', 'rustic')).toBe(false);
  expect(areNear('Temper', 'modern', 'contemporary')).toBe(false);
});

test.each([
  ['Style', 'Modern', 'Contemporary'],
  ['Form Factor', 'Compact', 'Ultracompact'],
  ['Video Capture Resolution', '1080p', 'FHD 1080p'],
  ['Power Source', 'AC', 'Corded Electric'],
])('of %s nobody could tell %s and %s apart, whatever the catalog', (field, one, other) => {
  expect(areNear(field, one, other)).toBe(true);
});
