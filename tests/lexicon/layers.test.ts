import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layered } from '../../lexicon/index.ts';

test('an upper layer wins part by part, and leaves what it does not speak of', () => {
  expect(layered({ say: { as: 'lower', after: ['in {v}'] }, lists: true }, { say: { as: 'name' } })).toEqual({
    say: { as: 'name', after: ['in {v}'] },
    lists: true,
  });
});

test('names and spellings are added to, phrases take the place of those below', () => {
  expect(layered({ aliases: ['Colour'], after: ['in {v}'] }, { aliases: ['Farbe'], after: ['of {v}'] })).toEqual({
    aliases: ['Colour', 'Farbe'],
    after: ['of {v}'],
  });
});

test('a null takes away what stands below', () => {
  expect(layered({ quantity: { unit: 'g' }, lists: true }, { quantity: null })).toEqual({ lists: true });
});

const part = fc.dictionary(fc.constantFrom('kind', 'say', 'aliases'), fc.constantFrom('choice', { as: 'name' }, ['a']));

test('saying the same twice says it once, and saying nothing changes nothing', () => {
  fc.assert(
    fc.property(part, part, (below, above) => {
      const once = layered(below, above);
      expect(layered(once, above)).toEqual(once);
      expect(layered(below, {})).toEqual(below);
    }),
  );
});
