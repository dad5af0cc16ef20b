import { expect, test } from 'vitest';
import { isInKnownWords, tellingWords, unknownWords } from '../../lexicon/english-words.ts';

test.each([
  'Sleeve length',
  'screen_size',
  'Coffee Mugs',
  'Batteries',
  'Waterproofed',
  'HDMI ports',
  'TV & Audio',
  '4K',
  '',
])('is made of English words that the tables have: "%s"', (text) => expect(isInKnownWords(text)).toBe(true));

test.each([
  'Bukser',
  'Materialets detaljer',
  'Krave',
  'Savon',
  'Strikpullover',
  'Contraste',
  'Mega contraste',
  '颜色',
  'Пол',
])('has a word that no table of English has: "%s"', (text) => expect(isInKnownWords(text)).toBe(false));

test('names of fields in other languages, which the tables list so that exports are read, are no English words', () => {
  expect(unknownWords(['sistema', 'operativo', 'couleur', 'schwarz', 'genérico'])).toHaveLength(5);
});

test('abbreviations and words of two letters tell no language', () => {
  expect(tellingWords('RAM of a PC, DVB, CRI og til 5 kg')).toEqual(['til']);
});
