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

const byField = Map.groupBy(knownValues(), ({ field }) => field);
const KNOWN = new SaidWords(
  Object.fromEntries(
    [...byField].map(([field, values]) => [
      field,
      Object.fromEntries(values.map(({ value, phrases }) => [value, phrases])),
    ]),
  ),
  [],
  Object.fromEntries(
    [...byField].map(([field, values]) => [
      field,
      { texts: values.flatMap(({ inTexts }) => inTexts), behind: values[0]?.behind },
    ]),
  ),
);
const said = (name: string, sentence: string) => valuesOf(KNOWN.inSentence(sentence, '', name));

test.each([
  ['waterproof, ', 9000],
  ['It is waterproof and breathable and vegan and ', 2500],
  ['made of cotton, ', 7000],
  ['made of cotton ', 7000],
  ['waterproof. ', 9000],
  ['waterproof? ', 9000],
  ['waterproof                  ', 4000],
])('a text of 100 kB of %j is read in a second', (words, times) => {
  const before = performance.now();
  KNOWN.inSentence(words.repeat(times), '', 'Cotton Strap for Laptops');
  expect(performance.now() - before).toBeLessThan(1000);
});

test.each([
  ['Ridge Pack', 'Cheaper packs are made of plastic.'],
  ['Ridge Wallet', 'You might own a wallet made of nylon.'],
  ['Ridge Wallet', 'Inspired by wallets made of canvas.'],
  ['Ridge Wallet', 'Leather made in Italy.'],
  ['Ridge Pack', 'Competitor bags are soft, and made of leather.'],
  ['Ridge Pack', 'Old packs are heavy, not this one, made of leather.'],
  ['Ridge Wallet', 'Proudly made in the USA with fabric made in Italy.'],
])('of %s, %j says nothing, for its subject is another thing', (name, sentence) => {
  expect(said(name, sentence)).toEqual([]);
});

test.each(['Tired of packs made of plastic?', 'Perfect for hiking? Not really.'])(
  '%j is asked and says nothing',
  (sentence) => {
    expect(said('Ridge Pack', sentence)).toEqual([]);
  },
);

test.each([
  ['Leather Bag', 'Dust bag included: made of cotton.'],
  ['Tea Box', 'Gift box: made of wood.'],
  ['Ridge Lamp', 'Charger: USB powered.'],
  ['Ridge Lamp', 'IPX7 waterproof (case only).'],
])('of %s, %j says nothing, for it is said of a part or of what is in the package', (name, sentence) => {
  expect(said(name, sentence)).toEqual([]);
});

test.each(['Made of leather or canvas.', 'Made of leather and/or canvas.', 'Made of leather, canvas, or felt.'])(
  'what a thing may be made of it is not made of: %j',
  (sentence) => {
    expect(said('Ridge Pack', sentence)).toEqual([]);
  },
);

test.each(['Made with silk in mind.', 'Made of wood in the look of leather.'])(
  '%j tells of no material',
  (sentence) => {
    expect(said('Ridge Pack', sentence)).toEqual([]);
  },
);

test.each([
  'Hardly ergonomic',
  'Barely waterproof',
  'Formerly waterproof',
  'It may be waterproof.',
  'We wish it was waterproof.',
  'It is anything but waterproof.',
  'Far from waterproof.',
  "It isn't, sadly, waterproof.",
  'It is less durable.',
  'Too compact',
  'Neither waterproof nor shockproof.',
  '70% organic',
])('%j denies or doubts what it says', (sentence) => {
  expect(said('Ridge Pack', sentence)).toEqual([]);
});

test.each([
  ['This backpack is waterproof.', ['Waterproof']],
  ['The Ridge 25 is waterproof.', ['Waterproof']],
  ['Our Ridge 25 L is shockproof.', ['Shockproof']],
  ['It is a pack made of nylon.', ['Nylon']],
  ['Premium pack made of nylon.', ['Nylon']],
  ['This folding hiking pack is waterproof.', ['Waterproof']],
  ['It folds away, and it is made of nylon.', ['Nylon']],
  ['⭐Made in USA', ['United States']],
])(
  'a sentence speaks of the product by its model, by a longer word for it and by what it is: %j',
  (sentence, values) => {
    expect(said('Ridge 25 Pack', sentence)).toEqual(values);
  },
);

test.each([
  ['Top quality, waterproof.', ['Waterproof']],
  ['Back in stock, organic.', ['Organic']],
  ['Strap-free design, waterproof.', ['Waterproof']],
  ['100% organic', ['Organic']],
])('words that are a part elsewhere name none in %j', (sentence, values) => {
  expect(said('Ridge Pack', sentence)).toEqual(values);
});

test.each([
  ['Cotton made in India, sewn here. Made in USA.', ['United States']],
  ['This pack is made in Germany, and it lasts.', ['Germany']],
  ['Perfect for hiking or camping.', ['Hiking', 'Camping']],
])('%j says %j of the product', (sentence, values) => {
  expect(said('Ridge Pack', sentence)).toEqual(values);
});

test.each([
  ['Lumea Silk Hand Soap, 250ml', []],
  ['Oat Velvet Face Cream 75 ml', []],
  ['Kindroot Velvet Lipstick - Coral', ['Red']],
  ['Silk Oolong Tea', []],
  ['Silk Pillowcase with Lip Balm', ['Silk']],
  ['Silk Hand Soap Dish', ['Silk']],
  ['Velvet Lipstick Case', ['Velvet']],
  ['Velvet Pillow, Face Cream', ['Velvet']],
  ['Silk and Honey Body Wash', []],
])('the name %j says %j of a thing that may be poured, spread or drunk, and has no material then', (name, values) => {
  const words = { Material: { Silk: ['silk'], Velvet: ['velvet'] }, Color: { Red: ['coral'] } };
  expect(valuesOf(new SaidWords(words).inName(name))).toEqual(values);
});
