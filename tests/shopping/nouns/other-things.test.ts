import { expect, test } from 'vitest';
import { namesOf } from '../../../shopping/nouns/product-names.ts';
import { shelfUseOf } from '../../../shopping/nouns/shelf-use.ts';
import { sayingOf } from '../../../shopping/nouns/title-name.ts';
import { alone, namesOn, phraseOf } from '../../fixtures/titled-products.ts';

const never = () => false;

test.each([
  [['Office', 'Labeling Tapes'], 'Orla Label Maker, 13 Characters, Orla Labeling Tape', 'Label Maker'],
  [['Memory Cards', 'Memory Card Readers'], 'Orla 32GB Memory Card with Card Reader', 'Memory Card'],
  [['Garden', 'Decorative Garden Stakes'], '10 Orla Pathway Lights, Decorative Stake Lamps', 'Pathway Lights'],
])(
  'what a title begins with names the product, not what its category names and it says behind: %j',
  (path, title, name) => {
    expect(namesOn(path, title, never)[0]).toBe(name);
  },
);

test.each([
  [['Computers', '2 in 1 Laptops'], 'Orla X2 Privacy Screen, Convertible Laptop', /Laptop/],
  [['Audio', 'Headphones'], 'Orla Sleep Headphones, Bluetooth Headband', /Headphones$/],
  [['Paint', 'Paint Pens'], 'Orla Paint Markers Set, Pens in 12 Colors', /Markers$|Pens$/],
])('a piece, a sort, or how a thing is sold is not what the title begins with: %j', (path, title, name) => {
  expect(namesOn(path, title, never)[0]).toMatch(name);
});

test('a thing that the second part of a title is the first to name stands before what a later part says', () => {
  const path = ['Pens', 'Gel Pens'];
  expect(namesOn(path, 'Set Of 25 Black, Erasable Pen Refills, Magic Gel Pen With Cap', never)).toEqual([]);
  expect(namesOn(path, 'Set Of 25 Black, Erasable Gel Pens, Magic Gel Pen With Cap', never)).not.toEqual([]);
});

test('what stands behind brackets goes on with what the product comes with', () => {
  expect(phraseOf('Orla Earpiece with Push to Talk (PTT) Microphone', { shelf: 'Microphones' })).toBe('Earpiece');
  expect(phraseOf('Orla (PTT) Microphone', { shelf: 'Microphones' })).toBe('Microphone');
  expect(phraseOf('Orla Earpiece with Mic (PTT), Microphone', { shelf: 'Microphones' })).toBe('Microphone');
});

test.each([
  ['More Than 900 Old Radio Shows on a Stick', 'Radios'],
  ['Orla Hidden Camera Detector, Infrared', 'Cameras'],
  ['32 Round Earring Hoops For Jewelry Making', 'Earrings'],
])('a noun before the word that the name is of is no product: %s', (title, shelf) => {
  expect(namesOn(['All', shelf], title, never)).toEqual([]);
});

test.each([
  ['Orla Expert Eyeshadow Singles', 'Eyeshadow', 'Eyeshadow'],
  ['Laptop Backpack Firetrucks Orange', 'Backpacks', 'Laptop Backpack'],
  ['Orla Statue Sculpture', 'Statues', 'Statue'],
])(
  'a word behind a noun that says how it is sold, which pattern it has, or the same again, takes nothing from it: %s',
  (title, shelf, noun) => {
    expect(namesOn(['All', shelf], title, never)).toContain(noun);
  },
);

test.each([
  ['Heavy Duty Clamp - [Holds Reflectors, Backdrops]', 'reflectors'],
  ['Orla Stand - Charge and Display Your VR Headset', 'headset'],
])('what a thing holds, and what is the shopper’s own, is not said as its name: %s', (title, noun) => {
  expect(
    sayingOf(
      title,
      (word) => word === noun,
      () => false,
    ),
  ).toBeNull();
});

test('what shoppers make their own of is a name', () => {
  expect(
    sayingOf(
      'Orla Build Your Own Dollhouse',
      (word) => word === 'dollhouse',
      () => false,
    ),
  ).toBe('name');
});

test('words that only say that something is made name no kit', () => {
  expect(namesOn(['Jewelry', 'Bracelet Making Kits'], '3000 Clay Bracelet / Bangle DIY Making Kit', never)).toEqual([]);
});

test('glasses that a title says one of are not called glasses alone', () => {
  const shelf = { ...shelfUseOf([]), isMixed: () => false };
  const saying = (title: string, category: string[]) =>
    namesOf({ title, brand: 'Orla', category, features: [], description: [] }, alone, shelf).map(
      ({ phrase }) => phrase,
    );
  expect(saying('Orla Shot Glass Set, 20 Shot Glasses', ['Dining', 'Shot Glasses'])).not.toContain('Glasses');
  expect(saying('Orla Cycling Glasses', ['Sports', 'Cycling Glasses'])).toContain('Glasses');
});

test('a word that no table of English has says no sort, though a listing writes it small', () => {
  const text = 'The zorvino lamp has a shade. Put the zorvino lamp anywhere.';
  expect(phraseOf('Orla Zorvino Lamp', { shelf: 'Lamps', text })).toBe('Lamp');
  expect(phraseOf('Orla Bedside Lamp', { shelf: 'Lamps', text: text.replaceAll('zorvino', 'bedside') })).toBe(
    'Bedside Lamp',
  );
});
