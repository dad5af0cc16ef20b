import { expect, test } from 'vitest';
import { knownValues } from '../../../catalog/text-stated/known-values.ts';
import { SaidWords } from '../../../catalog/text-stated/said-words.ts';

const WORDS = new SaidWords({
  Color: { Gray: ['gray', 'grey'], Black: ['black'], Red: ['red'], Gold: ['gold'], Pink: ['pink'] },
  Material: { Leather: ['leather'], Plastic: ['plástico'] },
  'Special Feature': { Waterproof: ['waterproof'], Washable: ['washable'], 'Plug and Play': ['plug & play'] },
  'Sleeve Type': { '3/4 Sleeves': ['3/4 sleeve'] },
});
const valuesOf = (said: readonly { readonly value: string }[]) => said.map(({ value }) => value);

test.each([
  ['Ridge Pack - Grey', ['Gray']],
  ['RIDGE PACK GRAY', ['Gray']],
  ['Black/Red Scarf', []],
  ['Redwood Shelf', []],
  ['Case for Black Phones', []],
  ['Boots with Black Sole', []],
  ['Notebook Case (Small, Black Keys)', []],
  ['Black Boots, Red Laces', ['Black', 'Red']],
  ['Women 3/4 Sleeve Top', ['3/4 Sleeves']],
  ['Plug & Play Stick', ['Plug and Play']],
  ['Vegan Leather Belt', []],
  ['Leather Conditioner', []],
  ['Red Velvet Cake Mix', []],
  ['Botella sin plástico', []],
  ['Waterproof: No', []],
  ['Lamp (waterproof - no)', []],
])('the name %j says %j', (name, values) => {
  expect(valuesOf(WORDS.inName(name))).toEqual(values);
});

test('the longest words at a place are meant, also where the mapping lists the shorter ones alone', () => {
  expect(valuesOf(WORDS.inName('Faux Leather Bag, Rose Gold'))).toEqual([]);
  expect(valuesOf(WORDS.inName('Leather Bag, Gold'))).toEqual(['Leather', 'Gold']);
});

test('words of the name of its maker say nothing of a product', () => {
  expect(valuesOf(WORDS.inName('Pink Floyd Shirt, Black', 'Pink Floyd'))).toEqual(['Black']);
  expect(valuesOf(WORDS.inName('Pink Floyd Shirt, Black'))).toEqual(['Pink', 'Black']);
});

test.each([
  ['Machine washable, and soft', ['Washable']],
  ['With a washable lining that stays in place', []],
  ['It is washable. It holds 5.5 liters', ['Washable']],
  ['The filter is not washable.', []],
  ['Lacks washable, waterproof parts', ['Waterproof']],
  ['Washable', ['Washable']],
])('the sentence %j says %j', (sentence, values) => {
  const phrases = new SaidWords({
    Feature: { Washable: ['washable', 'machine washable'], Waterproof: ['waterproof parts'] },
  });
  expect(valuesOf(phrases.inSentence(sentence))).toEqual(values);
});

test('each phrase of the table says one value of one field', () => {
  const listed = knownValues().flatMap(({ field, value, phrases }) =>
    phrases.map((phrase) => `${phrase}: ${field} ${value}`),
  );
  const phrases = listed.map((line) => line.split(':')[0]);
  expect(listed.filter((_, at) => phrases.indexOf(phrases[at]) !== at)).toEqual([]);
});

test('a name that has a word for a value in it says nothing', () => {
  const colors = new SaidWords({ Color: { Black: ['black'] } }, ['black hawk']);
  const said = ['Black Hawk Dry Food', 'Collar, Black'].map((name) => valuesOf(colors.inName(name)));
  expect(said).toEqual([[], ['Black']]);
});

test.each([
  ['In the cup: bergamot, cedar and lime. Enjoy.', ['Bergamot', 'Cedar']],
  ['Notes of cedar, caramel and orange zest.', ['Cedar', 'Caramel']],
  ['In it: black tea, caramel and oolong', ['Caramel']],
  ['Made of caramel and cedar', ['Caramel', 'Cedar']],
  ['Better than bergamot, cedar and other woods.', []],
  ['In the cup: bergamot, cedar and other woods.', ['Bergamot']],
  ['Cleans bergamot, cedar and steel.', []],
  ['Washes cedar and bergamot, and it is quiet', ['Bergamot']],
  ['Cedar, caramel and bergamot boxes', ['Cedar']],
  ['Cedar and steel frame.', []],
  ['Soft cedar and caramel tones are in it', []],
])('of the list in %j each item is said: %j', (sentence, values) => {
  const notes = new SaidWords({
    Notes: { Bergamot: ['bergamot'], Cedar: ['cedar'], Caramel: ['caramel'] },
  });
  expect(valuesOf(notes.inSentence(sentence))).toEqual(values);
});

const TOLD = new SaidWords(
  {
    Material: { Silicone: ['silicone'], Leather: ['leather'], Cotton: ['cotton'] },
    Closure: { Zipper: ['zipper', 'zip closure'] },
    'Special Feature': { Lightweight: ['lightweight'], Washable: ['washable'] },
    Uses: { Knitting: ['knitting'], Sailing: ['sailing'] },
  },
  [],
  {
    Material: { texts: [], behind: ['made of'] },
    Closure: { texts: ['zip closure'] },
    Uses: { texts: [], behind: ['perfect for'] },
  },
);
const sleeve = (sentence: string) =>
  valuesOf(TOLD.inSentence(sentence, '', 'Acme Tablet Sleeve for Small Tablets, Black'));

test.each([
  ['Made of premium soft silicone, it lasts', ['Silicone']],
  ['It is made of leather and felt.', ['Leather']],
  ['This tablet sleeve is made of high quality cotton material', ['Cotton']],
  ['Made of cotton, leather and felt', ['Cotton', 'Leather']],
  ['The strap is made of leather', []],
  ['Soft inner lining, made of cotton', []],
  ['Not made of leather.', []],
  ['Strap: made of leather', []],
  ['Tablets made of leather', []],
  ['Feels like leather', []],
  ['Made of leather free fibers', []],
])('behind words for a field a text says of the product what it names, and of no part: %j', (sentence, values) => {
  expect(sleeve(sentence)).toEqual(values);
});

test.each([
  ['Perfect for knitting and sailing.', ['Knitting', 'Sailing']],
  ['Knitting is fun, and so is sailing.', []],
  ['Zip closure', ['Zipper']],
  ['A zipper.', []],
  ['The pocket has a zip closure', []],
  ['Does it have a zip closure?', []],
])('texts say a field by the words that are listed for them alone: %j', (sentence, values) => {
  expect(sleeve(sentence)).toEqual(values);
});

test.each([
  ['This sleeve is lightweight and fits in a bag', ['Lightweight']],
  ['It is both washable and soft to the hand', ['Washable']],
  ['The keyboard is lightweight and fits in a bag', []],
  ['The handle is washable', []],
  ['Is it washable?', []],
  ['The handle of this sleeve is soft, washable.', []],
  ['In the box: a washable cloth, washable', []],
  ['Lining: washable', []],
  ['Care: washable', ['Washable']],
])('a sentence says of the product what it says of it by its name or by "it": %j', (sentence, values) => {
  expect(sleeve(sentence)).toEqual(values);
});
