import { expect, test } from 'vitest';
import { readWords } from '../../../lexicon/index.ts';
import { loneName } from '../../../shopping/nouns/lone-names.ts';
import { NOUNS } from '../../../shopping/nouns/noun-words.ts';

const named = (title: string, category: readonly string[] = ['All', 'Other']) =>
  loneName({ title, category: [...category], brand: 'Orla' });

test.each([
  ['Orla Hill Soda, 12 Fl Oz (pack of 24)', 'Soda'],
  ['Lemon Crisp Biscuits 250g', 'Biscuits'],
  ['Orla Low Port Louver, Decorative', 'Louver'],
  ['Orla T Black Halter - 800-1100 Lbs', 'Halter'],
])('a title that ends with a name of one word says by it what the product is: %s', (title, name) => {
  expect(named(title)).toBe(name);
});

test('a noun that titles say in passing as well names a product among things of its department alone', () => {
  expect(named('Orla Sofia Slipper', ['Shoes', 'Flats'])).toBe('Slipper');
  expect(named('Orla Sofia Slipper', ['Networking', 'Routers'])).toBeNull();
});

test.each([
  ['Nail Lacquer Malaga Wine', ['Makeup', 'Nail Polish']],
  ['Squeaky Plush Donut', ['Pets', 'Dog Toys']],
  ['Orla Sofia Midi Mustard', ['Women', 'Dresses']],
])('what other things taste, smell and look like names none of them: %s', (title, category) => {
  expect(named(title, category)).toBeNull();
});

test.each([
  ['Fishfinder, Depth Finder Sun Cover'],
  ['Dandruff Shampoo and Fragrance'],
  ['1 Teacup & 4 Saucers'],
  ['Orla Soda: Lemon'],
  ['Orla Notebook/Louver'],
  ['Orla Drum Set, Louver, Siren'],
  ['Orla Louver Siren Cover'],
])('a noun that is one of several things, or what the product is for, is no name: %s', (title) => {
  expect(named(title)).toBeNull();
});

test('a noun behind the number of a model says what the product is for', () => {
  expect(named('Yellow Ink Cartridge Orla 8210 Printer', ['Ink', 'Printers'])).toBeNull();
});

test('a title that says what its category is named for is not called otherwise', () => {
  expect(named('Link Symbols Siren', ['Jewels', 'Rings'])).toBe('Siren');
  expect(named('Necklace Symbols Siren', ['Jewels', 'Necklaces'])).toBeNull();
});

test('among things sold together no single one is the product', () => {
  expect(named('Orla Clay Louver', ['Making', 'Louver Making Kits'])).toBeNull();
});

test('no name of one word is a noun that is known already, and each is listed once', () => {
  const words = Object.values(readWords('one-word-names.yaml') as Record<string, string>).flatMap((list) =>
    list.split(/,\s*/),
  );
  expect(words.filter((word) => NOUNS.has(word))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});
