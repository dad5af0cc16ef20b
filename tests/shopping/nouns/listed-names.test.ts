import { afterEach, expect, test } from 'vitest';
import { readWords, useLexicon } from '../../../lexicon/index.ts';
import { listedNamesBeyond, listedNamesIn, listedNameWith } from '../../../shopping/nouns/listed-names.ts';
import { isInPlural } from '../../../shopping/nouns/noun-words.ts';
import { namesOf } from '../../../shopping/nouns/product-names.ts';
import { casesOf } from '../../fixtures/property-runs.ts';

afterEach(() => useLexicon());

const listed = (title: string, category: readonly string[] = ['All', 'Other'], brand = 'Orla') =>
  listedNamesIn({ title, category: [...category], brand });

test('a listed name is found at the end of what a title says, the longest first', () => {
  expect(listed('Orla Dual-Slot Hard Drive Docking Station with Card Reader')).toEqual([
    'Hard Drive Docking Station',
    'Docking Station',
  ]);
});

test('a listed name is found in the plural and with a hyphen', () => {
  expect(listed('Orla Two Way Radios, 5 km')).toEqual(['Two Way Radios']);
  expect(listed('Orla Two-Way Radio')).toEqual(['Two-Way Radio']);
});

test('numbers, colours and counts may stand behind a listed name', () => {
  expect(listed('Orla Wall Mount 2 Pack Black')).toEqual(['Wall Mount']);
});

test.each(['Orla Ground Coffee 400 g', 'Orla Ground Coffee 0,5 kg', 'Orla Ground Coffee 12.5 oz'])(
  'an amount may stand behind a listed name: %s',
  (title) => expect(listed(title)).toEqual(['Ground Coffee']),
);

test('a unit that no number stands before says another thing', () => {
  expect(listed('Orla Ground Coffee Ounces')).toEqual([]);
});

test('the sign in a maker’s name joins no two products', () => {
  expect(listed('Bean & Son Mandheling Ground Coffee', ['All'], 'Bean & Son')).toEqual(['Ground Coffee']);
  expect(listed('Orla Whisk & Ground Coffee')).toEqual([]);
});

test('a maker “& Co” that no column names joins no two products either', () => {
  expect(listed('Kestrel & Co Whisk Ground Coffee', ['All'], '')).toEqual(['Ground Coffee']);
});

test('the listed name that ends with a noun is the whole of it, and none is made up', () => {
  expect(listedNameWith('Orla Food Processor 14-Cup', 'Processor', [])).toBe('Food Processor');
  expect(listedNameWith('Orla Processor Food', 'Processor', [])).toBeNull();
  expect(listedNameWith('Orla Zibble Processor', 'Processor', [])).toBeNull();
});

test('a word of the maker’s that the title says besides names the product', () => {
  expect(listed('Hill Coffee Nyeri Ground Coffee', ['All'], 'Hill Coffee')).toEqual(['Ground Coffee']);
  expect(listed('Ground Coffee Nyeri', ['All'], 'Ground Coffee')).toEqual([]);
});

test('a name before another word is none, for it may say what the product goes with', () => {
  expect(listed('Orla Depth Finder Poly Sun Shroud')).toEqual([]);
  expect(listed('Orla Action Camera Accessories')).toEqual([]);
});

test('what a title says behind "for" or "with" is no name of the product', () => {
  expect(listed('Orla AX-2 for Action Camera')).toEqual([]);
  expect(listed('Orla Zip+ with Power Bank')).toEqual([]);
});

test('a name late in a title counts where the category says it too', () => {
  const title = 'Orla Crunchy Ridged Crisps of the Moors, Sour Cream';
  expect(listed(title)).toEqual([]);
  expect(listed(title, ['Dairy', 'Creams'])).toEqual(['Sour Cream']);
});

test('a name before a colon is that of a property', () => {
  expect(listed('Orla Ruler Scale: 1/100')).toEqual([]);
});

test('of two things with a slash between them a name has the last', () => {
  expect(listed('Orla MP3/Video Player')).toEqual(['Video Player']);
  expect(listed('Orla Shoulder/Crossbody Bag')).toEqual(['Crossbody Bag']);
  expect(listed('Orla Shower Scrubber/Brush')).toEqual([]);
});

test('a name that has a slash of its own keeps it', () => {
  expect(listed('Orla A/C Recharge Hose')).toEqual(['A/C Recharge Hose']);
  expect(listed('Orla PS/2 Adapter')).toEqual(['PS/2 Adapter']);
});

test('a name is found once, however often it is listed', () => {
  expect(listed('Orla Graphics Card')).toEqual(['Graphics Card']);
});

test('a brand that ends like a name is none', () => {
  expect(listed('Hall Mount', ['All', 'Other'], 'Mount')).toEqual([]);
});

test('a product that nothing else names is called by its listed name', () => {
  const product = {
    title: 'Orla Quick Release Plate',
    brand: 'Orla',
    category: ['All', 'Other'],
    features: [],
    description: [],
  };
  const use = { mayHave: (least: number) => least <= 1, titles: 1, hasBrands: () => false, isCommon: () => false };
  expect(namesOf(product, () => use).map(({ phrase, plural }) => [phrase, plural])).toEqual([
    ['Quick Release Plate', false],
  ]);
});

test.each([
  ['Zoom Lens', false],
  ['Two Way Radios', true],
  ['Cargo Pants', true],
])('%s is in the plural: %s', (name, plural) => {
  expect(isInPlural(name)).toBe(plural);
});

test('every listed name is found in a title that is nothing else', () => {
  const departments = Object.values(readWords('product-names.yaml') as Record<string, string>);
  const lines = departments.flatMap((department) => department.trim().split('\n'));
  const names = lines.flatMap((line) => {
    const [head, before = ''] = line.split(': ');
    return before.split(', ').map((words) => `${words} ${head}`);
  });
  expect(casesOf(names, 3000).filter((name) => !listed(name, ['Other'], '').includes(name))).toEqual([]);
});

test('every listed name has several words, and no line lists one twice', () => {
  const departments = Object.values(readWords('product-names.yaml') as Record<string, string>);
  const lines = departments.flatMap((department) => department.trim().split('\n'));
  const names = lines.flatMap((line) => {
    const [head, before = ''] = line.split(': ');
    return before.split(', ').map((words) => (words === '' ? '' : `${words} ${head}`));
  });
  expect(names.filter((name) => !/\S \S/.test(name))).toEqual([]);
  const byName = Map.groupBy(names, (name) => name);
  expect([...byName].filter(([, same]) => same.length > 1).slice(0, 3)).toEqual([]);
});

test('a listed name that goes on behind a noun names another thing', () => {
  const beyond = (title: string, noun: string) => listedNamesBeyond(title, noun, ['All', 'Drives']);
  expect(beyond('Orla SATA Hard Drive Docking Station with USB', 'Hard Drive')).toEqual(['Hard Drive Docking Station']);
  expect(beyond('Orla Wireless Keyboard and Mouse Combo', 'Keyboard')).toEqual(['Keyboard and Mouse Combo']);
});

test.each([
  ['Orla Lipstick Set', 'Lipstick'],
  ['Orla Laptop PC 15.6', 'Laptop'],
  ['Orla Hard Drive Docking Station Cover', 'Hard Drive'],
  ['Orla RC Remote Control Dinosaur Car', 'Remote'],
])('a noun of a title stays where what follows says how it is sold, or what goes with it: %s', (title, noun) => {
  expect(listedNamesBeyond(title, noun, ['All', 'Other'])).toEqual([]);
});

test.each([
  ['Paint Tubes', true],
  ['Paint Tube', false],
])('a kind that a person names is said in the number that they write it in: %s', (kind, plural) => {
  useLexicon({ fields: {}, types: { [kind]: { also: ['Tubed'] } } });
  const product = { title: 'Orla Umber', brand: 'Orla', category: ['Paint', 'Tubed'], features: [], description: [] };
  const use = { mayHave: () => false, titles: 1, hasBrands: () => false, isCommon: () => false };
  expect(namesOf(product, () => use).map((name) => [name.phrase, name.plural])).toEqual([[kind, plural]]);
});

test('two things beside one another are no name, and what is sold by the set may say several', () => {
  expect(listed('Orla Christmas Stickers Labels')).toEqual([]);
  expect(listed('Orla Christmas Sticker Label')).not.toEqual([]);
  expect(listed('Orla Camera Filters Set')).not.toEqual([]);
});

test('one of several things that a title lists is not all it is of', () => {
  expect(listed('Orla Gloves And Christmas Hat')).toEqual([]);
  expect(listed('Orla Christmas Hat')).toEqual(['Christmas Hat']);
});

test('a title that nothing else names is named by what a person calls a kind', () => {
  const product = { brand: 'Orla', category: ['All', 'Other'], features: [], description: [] };
  const use = { mayHave: () => false, titles: 1, hasBrands: () => false, isCommon: () => false };
  const phrases = () =>
    namesOf({ ...product, title: 'Orla Gromwell Frobber 7 Snags' }, () => use).map(({ phrase }) => phrase);
  expect(phrases()).toEqual([]);
  useLexicon({ fields: {}, types: { 'gromwell frobber': {} } });
  expect(phrases()).toEqual(['gromwell frobber']);
});
