import { expect, test } from 'vitest';
import type { PhraseUse } from '../../../shopping/nouns/noun-phrase.ts';
import { namesOf } from '../../../shopping/nouns/product-names.ts';
import { shelfUseOf } from '../../../shopping/nouns/shelf-use.ts';

import { alone, namesOn, phraseOf, sharing } from '../../fixtures/titled-products.ts';

test.each([
  ['Firestick Remote Cover, Glow in the Dark', 'Remote Controls', ['Remote Cover']],
  ['Voice Remote for X1', 'Remote Controls', ['Voice Remote', 'Remote', 'Remote Control']],
  ['Throw Pillow Covers with Tassels', 'Throw Pillows', ['Throw Pillow Covers']],
  ['Smart Leather Cover for iPad', 'Cases', ['Cover for iPad']],
])('a product that goes with what its category names is no such thing: %s among %s', (title, shelf, names) => {
  const product = { title, brand: 'Orla', category: ['All', shelf], features: [], description: [] };
  const use = sharing('throw pillow covers', 'smart leather cover');
  const phrases = namesOf(product, use).map(({ phrase }) => phrase);
  expect(names).toEqual(expect.arrayContaining(phrases));
  expect(phrases).not.toEqual([]);
});

test.each([
  ['Hydro Venturi', 'Swimming Pools'],
  ['Toilet Refreshener, 20 ml', 'Dehumidifiers'],
])('a category whose noun the shelf says, and the title does not, is not believed: %s among %s', (title, shelf) => {
  expect(namesOn(['All', shelf], title, () => false)).toEqual([]);
  expect(namesOn(['All', shelf], title, () => true)).toHaveLength(1);
});

test.each([
  ['Above Ground Swimming Pool, 12 ft', 'Swimming Pools', 'Swimming Pool'],
  ['Galaxy Smartphone 128 GB', 'Mobile Phones', 'Phone'],
])('a category whose noun the title says is believed: %s among %s', (title, shelf, name) => {
  expect(namesOn(['All', shelf], title, () => false)).toContain(name);
});

test('a category in the singular is a sort of the weak noun above it', () => {
  expect(namesOn(['Cables', 'Speaker'], '4 Pole Panel Connector Cable')).toContain('Speaker Cable');
  expect(namesOn(['Cables', 'Speaker'], '4 Pole Panel Connector Cable')).not.toContain('Speaker');
});

test('refills of what a category names are no such thing', () => {
  expect(namesOn(['Office', 'Gel Pens'], '1set Of 25pcs Black, Blue & Red Erasable Gel Pen Refills')).not.toContain(
    'Gel Pen',
  );
});

test.each([
  ['Rising Crust Three Meat Frozen Pizza', ['Frozen', 'Pizza', 'Meat'], 'meat'],
  ['Hawaiian Microwave Popcorn Singles', ['Snack Foods', 'Popcorn', 'Microwave'], 'microwave'],
  ['Threaded Pipe Connector for Ceilings', ['Projector Accessories', 'Projector'], 'projector'],
])('a category that says which kind it is of the one above it names nothing alone: %s', (title, category, noun) => {
  const names = namesOf({ title, brand: null, category, features: [], description: [] }, alone);
  expect(names.map(({ phrase }) => phrase.toLowerCase())).not.toContain(noun);
});

test('a shelf of others is named by what they are', () => {
  const product = { title: 'Drawing Templates', brand: null, features: [], description: [] };
  expect(namesOf({ ...product, category: ['Other Party Favors'] }, alone).map(({ phrase }) => phrase)).toEqual([
    'Party Favor',
  ]);
});

test('a category in the singular is a sort of the weak noun that a longer category above it ends with', () => {
  expect(namesOn(['Batteries & Chargers', 'Battery Chargers', 'Camera'], 'Travel Charger')).toEqual([
    'Camera Battery Charger',
  ]);
  expect(namesOn(['Active Pants', 'Sweatpants'], 'Fleece Sweatpants')).toContain('Sweatpants');
});

test.each([
  ['Universal Projector Wall Mount, Projector Extended', ['Video', 'Projector Accessories', 'Projector']],
  ['Carry On Backpack, Galaxy Note PRO Tablet', ['Tablet Accessories']],
  ['Contact Lens Care Solution Air Lens', ['Contact Lenses', 'Contact Lens Accessories']],
])('among the accessories of a thing nothing is that thing: %s', (title, path) =>
  expect(namesOn(path, title).filter((name) => /(?:projector|tablet|lens)$/i.test(name))).toEqual([]),
);

test.each([
  ['Replacement Cable for Sennheiser HD25 headphones', 'Headphones', []],
  ['Close Up Lens Filter Set Compatible for Fujifilm Instax Instant Film Camera', 'Film Cameras', ['Filter Set']],
])('what a cable or a filter is for is not what it is: %s', (title, shelf, names) =>
  expect(namesOn(['All', shelf], title)).toEqual(names),
);

test('a thing that a camera has with it does not keep it from being a camera', () =>
  expect(namesOn(['All', 'Film Cameras'], 'Lens and Film Camera with Cable')).toContain('Film Camera'));

test.each([
  ['Room Chair Slipcover Cobalt', 'Dining Chairs', ['Chair Slipcover']],
  ['TYT USB Radio Programming Cable TH-2R', 'Two-Way Radios', ['Programming Cable']],
  ['Ink Cup Holder, Stainless Steel', 'Tattoo Inks', ['Cup Holder']],
  ['Mini Stapler with Staples', 'Staples', []],
  ['Sheer Knee Highs', 'Sheers', ['Knee Highs']],
])(
  'what stands before another noun does not name the product, though the shelf is named for it: %s among %s',
  (title, shelf, names) => {
    const use = (phrase: string): PhraseUse => ({ ...alone(), isCommon: () => phrase !== 'Cobalt' });
    const few = { ...shelfUseOf([]), goesWithout: () => false };
    const product = { title, brand: 'Orla', category: ['All', shelf], features: [], description: [] };
    expect(namesOf(product, use, few).map(({ phrase }) => phrase)).toEqual(names);
  },
);

test('a listed name of a category stays whole where titles say none of it, and loses what they do not say otherwise', () => {
  expect(namesOn(['All', 'Climate', 'Air Conditioners'], 'Orla AC 1.5 Ton Inverter')).toEqual(['Air Conditioner']);
  expect(namesOn(['All', 'Hair', 'Volume Conditioners'], 'Orla AC 1.5 Ton Inverter')).toEqual(['Conditioner']);
});

test('a model behind a noun leaves it the name', () => {
  expect(namesOn(['All', 'Fashion Scarves'], 'Winter Scarf Yates', () => false)).toContain('Scarf');
});

test('words of a category that a title does not say are not said of it: a CFexpress card is no SD card', () => {
  expect(namesOn(['All', 'SD Cards'], 'Orla CFexpress Card, 256 GB', () => false)).toEqual([]);
  expect(namesOn(['All', 'SD Cards'], 'Orla SD Card, 256 GB', () => false)).toContain('SD Card');
});

test.each([
  ['Magazines > Travel > Midwest', []],
  ['Midwest', ['Midwest']],
])('a word that neither a title nor a list knows for a thing is one only as a type by itself: %s', (path, names) =>
  expect(namesOn(path.split(' > '), 'Phoenix Home & Garden')).toEqual(names),
);

test('what "up" makes of a noun is another thing, and a particle begins no name', () => {
  expect(phraseOf('Ruffle Hem Beach Cover Up', { shelf: 'Cover-Ups' })).toBeNull();
  expect(namesOn(['All', 'Eau de Parfum'], 'Extrait de Parfum Spray')).toEqual([]);
});

test('what no title says is called by all that the name of its file says: a cooler for a CPU', () => {
  const product = {
    title: 'Thermic Assassin 120 SE',
    brand: null,
    category: ['cpu cooler'],
    features: [],
    description: [],
  };
  const shelf = { ...shelfUseOf([]), saying: () => 0, goesWithout: () => true, isMixed: () => false };
  expect(namesOf(product, alone, shelf).map(({ phrase }) => phrase)).toContain('cpu cooler');
  const said = { ...shelf, goesWithout: () => false };
  expect(namesOf({ ...product, title: 'Thermic Tower Cooler' }, alone, said).map(({ phrase }) => phrase)).not.toContain(
    'cpu cooler',
  );
});

test('among names of models a noun is a part of one', () => {
  const product = { title: 'LG KP502 Louver', brand: 'LG', category: ['Uncategorized'], features: [], description: [] };
  const among = (isOfModels: boolean) =>
    namesOf(product, alone, { ...shelfUseOf([]), isOfModels: () => isOfModels }).map(({ phrase }) => phrase);
  expect(among(true)).toEqual([]);
  expect(among(false)).toEqual(['Louver']);
});
