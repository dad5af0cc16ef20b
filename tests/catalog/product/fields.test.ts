import { expect, test } from 'vitest';
import { canonicalField } from '../../../catalog/product/fields.ts';

test.each(['Item Weight', 'item_weight', 'ItemWeight', 'itemWeight'])('"%s" is the field Item Weight', (name) => {
  expect(canonicalField(name)).toBe('Item Weight');
});

test.each([
  ['maxGlowDepth', 'max Glow Depth'],
  ['GlowDepth', 'Glow Depth'],
  ['glow_depth', 'glow depth'],
  ['iGlow', 'iGlow'],
  ['GPUGlow', 'GPUGlow'],
])('"%s" that nobody knows is "%s"', (name, shown) => {
  expect(canonicalField(name)).toBe(shown);
});

test('the speeds of a fan are no gears', () => expect(canonicalField('Number of Speeds')).toBe('Number of Speeds'));
