import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PhraseUse } from '../../../shopping/nouns/noun-phrase.ts';
import { formsOf, singularOf } from '../../../shopping/nouns/noun-words.ts';
import { productNounOf } from '../../../shopping/nouns/product-noun.ts';
import { shelfUseOf } from '../../../shopping/nouns/shelf-use.ts';
import { containsWords } from '../../../text/normalise.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

import { alone, nounOf, phraseOf, sharing } from '../../fixtures/titled-products.ts';

test.each([
  ['Soundcore Life Q30 Hybrid Active Noise Cancelling Headphones with Multiple Modes', 'Headphones'],
  ['Coleman Sundome Camping Tent, 4-Person', 'Tent'],
  ['100 Pack AA High-Performance Alkaline Batteries', 'Batteries'],
  ['Moleskine Classic Notebook, Hard Cover, Large (5" x 8.25") Ruled, Black', 'Notebook'],
  ['Ray-Ban RB2132 New Wayfarer Sunglasses', 'Sunglasses'],
  ['10 Pairs of Gloves', 'Gloves'],
  ["Hanes Men's Cotton T-Shirt", 'T-Shirt'],
  ['Stainless Steel Tumbler | Vacuum Insulated | 20 oz', 'Tumbler'],
  ['Portable Blender: USB Rechargeable, 380 ml', 'Blender'],
  ['Lantern (Windproof)', 'Lantern'],
])('a strong noun names the product where its words are shared with nobody: %s', (title, phrase) => {
  expect(phraseOf(title)).toBe(phrase);
});

test('where hardly a title names what it is of, a noun is a part of a name of a model unless its text speaks of it', () => {
  const titles = ['Nokia 6210', 'Orla Y TV', ...Array.from({ length: 30 }, (_, at) => `Orla S${at}`)];
  const spanOf = (text: string, shelf: readonly string[]) =>
    productNounOf(
      { title: 'Orla Y TV', brand: 'Orla', category: ['Uncategorized'], features: [text], description: [] },
      alone,
      shelfUseOf(shelf),
    )?.span ?? null;
  expect(spanOf('', titles)).toBeNull();
  expect(spanOf('This TV is bright.', titles)).toBe('TV');
  expect(spanOf('', [...titles, ...titles.map((_, at) => `Orla ${at} Lamp`)])).toBe('TV');
});

test.each([
  [
    'Life Q30 Hybrid Active Noise Cancelling Headphones with Multiple Modes',
    'noise cancelling headphones',
    'Noise Cancelling Headphones',
  ],
  ['Sundome Camping Tent, 4-Person', 'camping tent', 'Camping Tent'],
  ['Deep Tissue Massage Gun by Toloco', 'deep tissue massage gun', 'Deep Tissue Massage Gun'],
  ['Slim Laptop Sleeve, 13 Inch', 'laptop sleeve', 'Laptop Sleeve'],
  ['Pro Over-Ear Headphones', 'over-ear headphones', 'Over-Ear Headphones'],
  ['Bramble Over Ear Headset', 'ear headset', 'Headset'],
])('words that many brands put before the noun belong to it: %s', (title, shared, phrase) => {
  expect(phraseOf(title, { use: sharing(shared) })).toBe(phrase);
});

test.each([
  ['Screen Protector for iPad (3 Pack)', 'Screen Protectors', 'Screen Protector'],
  ['Ultra Phone Case', 'Phone Cases', 'Phone Case'],
  ['Quilted Laptop Sleeve', 'Laptop Sleeves', 'Laptop Sleeve'],
])('words of the shelf belong to the noun: %s', (title, shelf, phrase) => {
  expect(phraseOf(title, { shelf })).toBe(phrase);
});

test('of two nouns the one the shelf is named for names the product', () => {
  expect(phraseOf('Kettle and Toaster', { shelf: 'Kettles' })).toBe('Kettle');
  expect(phraseOf('Kettle and Toaster', { shelf: 'Toasters' })).toBe('Toaster');
});

test.each(['Case', 'Cover, Black', 'Charger 65W', 'Zorvex QX-200 Case', '2 Pack Stand', 'The Best Bag'])(
  'a weak noun never stands alone: %s',
  (title) => {
    expect(phraseOf(title)).toBeNull();
  },
);

test('a weak noun stands alone on a shelf that is named for it alone, where it is said so', () => {
  expect(phraseOf('Crimson Fusion Silver Ring', { shelf: 'Rings' })).toBe('Ring');
  expect(phraseOf('Crimson Fusion Silver Ring', { shelf: 'Key Rings' })).not.toBe('Ring');
  expect(phraseOf('Crimson Fusion Silver Case', { shelf: 'Cases' })).toBeNull();
});

test.each(['Zorvex QX-200 Ultra', '', '12345', '手机壳', 'Gift Idea 2024'])(
  'a title without a product noun names nothing: %j',
  (title) => {
    expect(phraseOf(title)).toBeNull();
  },
);

test.each([
  ['Case for Kindle Paperwhite, Slim', 'Cases', 'Case for Kindle Paperwhite'],
  ['Slim Cover for Galaxy Tab', 'Covers', 'Cover for Galaxy Tab'],
])('a weak noun of its shelf is named by the device it is for: %s', (title, shelf, phrase) => {
  expect(phraseOf(title, { shelf })).toBe(phrase);
});

test('a noun names a product by itself or it does not: no noun is on both lists', () => {
  const lists = parse(readFileSync(new URL('../../../lexicon/en/product-nouns.yaml', import.meta.url), 'utf8')) as {
    strong: string;
    weak: string;
  };
  const [strong, weak] = [lists.strong, lists.weak].map((list) => new Set(list.trim().split(/\s+/)));
  expect([...(strong as Set<string>)].filter((noun) => weak?.has(noun))).toEqual([]);
});

test.each([
  ['Spigen Headphones', 'Spigen'],
  ['Logitech Wireless Mouse', 'Logitech'],
  ['Amazon Basics Camping Tent', 'Amazon Basics'],
])('a brand is never in the phrase, even one that every title has: %s', (title, brand) => {
  const phrase = phraseOf(title, { brand, use: sharing(title) });
  for (const word of brand.split(' ')) expect(phrase).not.toContain(word);
});

test('a brand that is a noun does not name the product', () => {
  expect(phraseOf('Mirror Yoga-Mat', { brand: 'Mirror' })).toBe('Yoga-Mat');
});

test.each([
  ['Sundome Tent', 'Sundome'],
  ['Wayfarer Sunglasses', 'Wayfarer'],
  ['Q30 Headphones', 'Q30'],
])("a model's name is never in the phrase, though many sell it: %s", (title, model) => {
  const soldByMany = (): PhraseUse => ({
    mayHave: (least) => least <= 40,
    titles: 40,
    hasBrands: () => true,
    isCommon: () => false,
  });
  expect(phraseOf(title, { use: soldByMany })).not.toContain(model);
});

test.each(['Red', 'Large', 'Portable', '4-Person', 'Mens', "Men's", 'Men’s', 'Womens', "Women's", "Kids'"])(
  'sizes, colours and whom it is for are no part of what it is: %s',
  (word) => {
    const title = `${word} Tent`;
    expect(phraseOf(title, { use: sharing(title) })).toBe('Tent');
  },
);

test('a modifier that few titles of the noun have is no part of it', () => {
  const rare = (phrase: string): PhraseUse => {
    const titles = phrase === 'Tent' ? 1000 : 10;
    return {
      mayHave: (least) => least <= titles,
      titles,
      hasBrands: () => true,
      isCommon: (word: string) => ['Festival', 'Tent'].includes(word),
    };
  };
  expect(phraseOf('Festival Tent', { use: rare })).toBe('Tent');
});

test.each(['for', 'with', 'compatible with', 'by', 'from', 'featuring'])(
  'what stands behind %j names other things',
  (word) => {
    expect(phraseOf(`Blender ${word} Camera Tripod`)).toBe('Blender');
  },
);

test('"w/" names other things too, whether a space follows it or not', () => {
  expect(phraseOf('Blender w/ Camera Tripod')).toBe('Blender');
  expect(phraseOf('Blender W/Tripod')).toBe('Blender');
});

test.each([
  ['Headphones', true],
  ['Batteries', true],
  ['Sunglasses', true],
  ['Glasses', true],
  ['Camera Lens', false],
  ['Wireless Headset', false],
  ['Compass', false],
  ['Canvas Dress', false],
  ['Watches', true],
  ['Brushes Binder', false],
])('the phrase of %s is plural: %s', (title, plural) => {
  expect(nounOf(title)?.plural).toBe(plural);
});

test.each([
  ['watches', 'watch'],
  ['brushes', 'brush'],
  ['boxes', 'box'],
  ['batteries', 'battery'],
  ['ties', 'tie'],
  ['glasses', 'glass'],
  ['dress', 'dress'],
  ['bags', 'bag'],
  ['headphones', 'headphone'],
  ['hoodies', 'hoodie'],
  ['booties', 'bootie'],
  ['batteries', 'battery'],
])('the singular of %s is %s', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

const WORDS = [
  'Orla',
  'Red',
  'Camping',
  'Tent',
  'Case',
  'Headphones',
  'for',
  'with',
  '4-Person',
  'Q30',
  '(2 Pack)',
  'Laptop',
  'Sleeve',
  ',',
  '|',
  'Noise',
  'Cancelling',
  'Ångström',
  '手机壳',
  '&',
  'Charger',
];

test('the phrase always stands in the title as written, as whole words, without its brand', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...WORDS), { maxLength: 9 }),
      fc.constantFrom('', ' ', '  '),
      fc.boolean(),
      (words, gap, shared) => {
        const title = words.join(` ${gap}`);
        const noun = nounOf(title, { use: shared ? sharing(title) : alone });
        if (noun === null) return;
        expect(title).toContain(noun.span);
        expect(containsWords(title, noun.span)).toBe(true);
        expect(noun.span).not.toMatch(/Orla|[,|(]|^\s|\s$/);
      },
    ),
    { numRuns: propertyRuns(400) },
  );
});

test.each([
  ['Universal TV Screws Mounting Hardware Pack', 'TV Wall & Ceiling Mounts'],
  ['Security Camera Wall Junction Box Bracket', 'Housing & Mounting Brackets'],
  ['Colored Speaker Grille for Televisions', 'Speaker Grills'],
])('the thing that a product goes with is not what it is: %s', (title, shelf) => {
  expect(phraseOf(title, { shelf })).toBeNull();
});

test('a phrase says its noun once', () => {
  const use = sharing('window film', 'film window film');
  expect(phraseOf('Decorative Window Privacy Film Window Film', { use })).toBe('Window Film');
});

test.each([
  ['Digital Camera Battery AC/DC Charger', 'Accessories'],
  ['CPU Cooler Fan Bracket', 'Accessories'],
])('the name of a product is its last noun: %s has no other', (title, shelf) => {
  expect(phraseOf(title, { shelf })).toBeNull();
});

test('the unit of a number is no part of a name', () => {
  const use = sharing('lm headlamp', 'pound bag', 'night headlamp');
  expect(phraseOf('Orla Beacon 350 lm Headlamp', { use })).toBe('Headlamp');
  expect(phraseOf('Orla Beacon Night Headlamp', { use })).toBe('Night Headlamp');
  expect(phraseOf('Orla Parrot 8 Pound Bag', { use })).toBeNull();
});

test('a noun in the plural is said beside the one behind it', () => {
  expect(phraseOf('Ear Pads Cushions', { use: sharing('pads cushions', 'ear pads cushions') })).toBeNull();
});

test.each([
  ['360 Degree Rotating Pen Holder Desk Storage Box, Large', 'Stationery Storage Boxes', 'Desk Storage Box'],
  ['Furniture Protector Pet Cover With Bolster', 'Pet Covers', 'Pet Cover'],
  ['Travel Organizer Cable Organizer Bag', 'Cable Organizer Bags', 'Cable Organizer Bag'],
])('a phrase begins behind the thing that another one names: %s', (title, shelf, phrase) =>
  expect(phraseOf(title, { shelf, use: sharing(phrase.toLowerCase(), title.toLowerCase()) })).toBe(phrase),
);

test('what is counted on a product names none', () =>
  expect(phraseOf('Vintage Kitchen 3-Lights, Rustic', { shelf: 'Pendant Lights' })).toBeNull());

test('a model is read past where it bears the name of another thing', () =>
  expect(phraseOf('Olympus Stylus 550 WP Waterproof Digital Camera', { shelf: 'Digital Cameras' })).toMatch(/Camera$/));

test('the first of two kinds in one plural says what the second is for', () =>
  expect(phraseOf('Height Adjustable Laptop Riser Desktop', { shelf: 'Desktop & Off-Surface Shelves' })).not.toBe(
    'Desktop',
  ));

test('a kit is no sort of what is kept in it or beside it', () => {
  expect(phraseOf('Medical Emergency Kit Bag', { shelf: 'Bags', use: sharing('kit bag') })).toBeNull();
  expect(phraseOf('Cleaner Kit Keyboard Brush', { use: sharing('keyboard brush', 'kit keyboard brush') })).toBe(
    'Keyboard Brush',
  );
});

test.each(['EK-Plug Fitting', 'IKES Grip-Stick', 'Wynfield One-Light'])(
  'a hyphen before a weak noun makes no name of it: %s',
  (title) => expect(phraseOf(title)).toBeNull(),
);

test.each([
  ['battery', 'batteries'],
  ['accessory', 'accessories'],
  ['knife', 'knives'],
  ['shelf', 'shelves'],
  ['tray', 'trays'],
  ['dish', 'dishes'],
])('the forms of a noun hold its plural as it is spelled: %s, %s', (singular, plural) => {
  expect(formsOf([singular])).toContain(plural);
  expect(singularOf(plural)).toBe(singular);
});

test('a noun that only ends like what its shelf is named for is not taken for it, and a sort of it is', () => {
  expect(phraseOf('Moon Ring and Pearl Earring Set', { shelf: 'Rings' })).not.toBe('Earring');
  expect(phraseOf('Moon Ring and Pearl Earring Set', { shelf: 'Earrings' })).toBe('Earring');
  expect(phraseOf('Oak Phone Case beside Bookcase', { shelf: 'Phone Cases' })).toBe('Phone Case');
  expect(phraseOf('Loudspeaker and Stand', { shelf: 'Speakers' })).toBe('Loudspeaker');
  expect(phraseOf('Soundbar and Stand', { shelf: 'Sound Bars' })).toBe('Soundbar');
});

test('shorts are a thing, and what is short is none', () => {
  expect(phraseOf('Nord Fleece Shorts')).toBe('Shorts');
  expect(phraseOf('Nord Fleece Short')).toBeNull();
});

test.each([
  ['Hosa Banana Plug Speaker Cable', 'Cables', 'Speaker Cable'],
  ['Google Mesh Network System Router', 'Routers', 'Router'],
])('a phrase does not begin with what goes with the word before it: %s', (title, shelf, phrase) =>
  expect(phraseOf(title, { shelf, use: sharing('speaker cable'), text: 'plug speaker cable, system router' })).toBe(
    phrase,
  ),
);

test('what a thing lies in is not what it is, and a name may stand behind "by"', () => {
  expect(phraseOf('Orla Watch in a Black Gift Box', { shelf: 'Watches' })).toBe('Watch');
  expect(phraseOf('Easy Works by Easy Street Leeza Clog', { shelf: 'Mules & Clogs' })).toBe('Clog');
});

test.each([
  ['Porch Shield Outdoor TV Cover Universal Weatherproof Protector for LCD', 'TV Display Protectors'],
  ['Orla Heavy Duty Guard, Black', 'Guards'],
])('a protector of nothing that is said is no name: %s', (title, shelf) => {
  expect(phraseOf(title, { shelf, text: 'a weatherproof protector, a heavy duty guard' })).toBeNull();
});

test('of two things in one word neither is the product', () => {
  expect(phraseOf('Orla Fridge-N-Freezer 386 g')).toBeNull();
  expect(phraseOf('Orla Mini Freezer')).not.toBeNull();
});

test.each([
  ['Refurbished Orla 840 G3 Laptop Intel Core i5 8GB RAM 256GB SSD Keyboard', 'Laptop'],
  ['Orla X270 Core i5 8GB RAM 256GB SSD', null],
  ['Orla 980 1TB SSD', 'SSD'],
])('a title that states what a computer has is named by no part of it: %s', (title, phrase) => {
  expect(phraseOf(title)).toBe(phrase);
});

test.each([
  ['Moss Toy Storage, 60x50 cm', null],
  ['Moss TV Storage Combination', null],
  ['Moss Storage Bench', 'Bench'],
])('what is stored names nothing that it is stored in: %s', (title, phrase) => {
  expect(phraseOf(title)).toBe(phrase);
});

test('a sun protection factor stands behind the name of what has it', () => {
  const spanOf = (title: string) =>
    productNounOf(
      { title, brand: 'Orla', category: ['Lip Care'], features: [], description: [] },
      alone,
      shelfUseOf([title]),
    )?.span;
  expect(spanOf('Orla Fluid Face Sunscreen SPF 50 PA')).toBe('Sunscreen');
  expect(spanOf('Orla Fluid Sunscreen Advice 50 PA')).toBeUndefined();
});
