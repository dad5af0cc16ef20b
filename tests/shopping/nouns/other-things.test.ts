import { expect, test } from 'vitest';
import { namesOf } from '../../../shopping/nouns/product-names.ts';
import { shelfUseOf } from '../../../shopping/nouns/shelf-use.ts';
import { sayingOf } from '../../../shopping/nouns/title-name.ts';
import { alone, namesOn, phraseOf, sharing } from '../../fixtures/titled-products.ts';

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

test('what most titles of a shelf say names its products, whatever one begins with', () => {
  const path = ['Office', 'Labeling Tapes'];
  const shelf = { ...shelfUseOf([]), saying: () => 1, goesWithout: never, isMixed: never };
  const product = { brand: 'Orla', category: path, features: [], description: [] };
  const title = 'Orla Label Maker, 13 Characters, Labeling Tape';
  const said = (isUsual: () => boolean) =>
    namesOf({ ...product, title }, alone, { ...shelf, isUsual }).map(({ phrase }) => phrase);
  expect(said(never)).toEqual(['Label Maker']);
  expect(said(() => true)).toEqual(['Labeling Tape']);
});

test('a title that begins with its noun says behind it what that is like', () => {
  expect(namesOn(['Jewelry', 'Bracelets'], 'Bracelet hearts')).toContain('Bracelet');
});

test.each([
  [['Women', 'Heels'], 'Vesper Malone', 'Heels'],
  [['Women', 'Trainers'], 'Vesper Malone', 'Trainers'],
  [['Women', 'Handbags'], 'Vesper Malone', 'Handbag'],
])('what is worn in pairs is said of as many, though the category alone names it: %j', (path, title, name) => {
  expect(namesOn(path, title)).toEqual([name]);
});

test.each([
  [['Magazine Subscriptions', 'Science', 'Earth Sciences'], 'Old War Times'],
  [['Magazine Subscriptions', 'Music'], 'Metal Hammer'],
  [['Gift Cards', 'Occasions', 'Birthday'], 'Orla Cakes'],
])(
  'below a top that names a kind no topic of a category, and no other thing of a title, is the product: %j',
  (path, title) => {
    expect(namesOn(path, title)).toEqual([]);
  },
);

test('below a top that names a kind a title is named by it, a sort of it, or what its text calls it', () => {
  const named = { ...shelfUseOf([]), names: (noun: string) => noun === 'magazine', isMixed: never };
  const belt = { title: 'Black Belt (1-year) Print Magazine', brand: 'Orla', features: [], description: [] };
  const path = ['Magazine Subscriptions', 'Baseball'];
  expect(namesOf({ ...belt, category: path }, alone, named).map(({ phrase }) => phrase)).toEqual(['Magazine']);
  expect(namesOn(['Magazine Subscriptions', 'Design'], 'Orla Journal')).toEqual(['Journal']);
  const product = { title: 'Orla Hammer', brand: 'Orla', category: ['Gift Cards', 'Special'], description: [] };
  const phrases = (features: string[]) => namesOf({ ...product, features }, alone).map(({ phrase }) => phrase);
  expect(phrases(['Holds nails.'])).toEqual([]);
  expect(phrases(['This hammer drives nails.'])).toEqual(['Hammer']);
});

test('words that say little are no sort where a title leaves out the word before them', () => {
  const path = ['Crafts', 'Jewelry Making Beads'];
  const shelf = { ...shelfUseOf([]), saying: () => 1, goesWithout: never, isMixed: never };
  const product = {
    title: 'Clay Beads, Bracelet Making',
    brand: 'Orla',
    category: path,
    features: [],
    description: [],
  };
  expect(namesOf(product, alone, shelf).map(({ phrase }) => phrase)).not.toContain('Making Beads');
});

test('a seater is no sort of sofa without the number before it', () => {
  expect(phraseOf('Orla 5 Seater Sofa', { use: sharing('seater sofa') })).toBe('Sofa');
});

test.each([
  ['Helmet Care Orla Air Vent', 'Helmets'],
  ['Orla Base Transmitter G6 Series Projectors', 'Projectors'],
])('what a thing is for, or does with a noun, is not that noun: %s', (title, shelf) => {
  expect(namesOn(['All', shelf], title, never)).not.toContain(shelf.replace(/s$/, ''));
});

test('models of a series are named by their noun', () => {
  expect(namesOn(['All', 'Projectors'], 'Orla G6 Series Projector', never)).toContain('Projector');
});

test('a listed name of what goes with a thing is not the noun behind it', () => {
  expect(phraseOf('Orla Headphone Hook Desk', { shelf: 'Cases', text: 'This desk hook holds headphones.' })).toBeNull();
  expect(namesOn(['Audio', 'Others'], 'Orla Headphone Hook Desk', never)).toEqual(['Headphone Hook']);
});

test('among names of models a plural is a part of one', () => {
  const shelf = { ...shelfUseOf([]), isOfModels: () => true, isMixed: never, saying: () => 0, goesWithout: () => true };
  const product = { title: 'Siete Wines Reserva', brand: 'Orla', category: ['wines'], features: [], description: [] };
  expect(namesOf(product, alone, shelf)).toMatchObject([{ phrase: 'wine', plural: false }]);
});

test('among all sorts what goes with a thing is not named without it', () => {
  const shelf = { ...shelfUseOf([]), names: never, isMixed: () => true };
  const phrases = (category: string[]) =>
    namesOf(
      { title: 'Turntable Belt for Orla 52', brand: 'Orla', category, features: ['This belt fits.'], description: [] },
      alone,
      shelf,
    ).map(({ phrase }) => phrase);
  expect(phrases(['Home Audio'])).toEqual(['Turntable Belt']);
  expect(phrases(['Belts', 'Others'])).toContain('Belt');
});

test.each([
  ['Orla Leather Sandal Ladies', 'sandal'],
  ['Orla Coffee Mug Gifts', 'mug'],
  ['Orla Shower Curtain Leaves', 'curtain'],
])('whom a thing is for, and what is drawn on it, is no other thing: %s', (title, noun) => {
  const isIt = (word: string) => word.toLowerCase() === noun;
  expect(sayingOf(title, isIt, () => true)).not.toBe('unknown');
  expect(sayingOf(title.replace(/\S+$/, 'Shows'), isIt, () => true)).toBe('unknown');
});

test('a title says the one word of its category in two as well', () => {
  expect(namesOn(['Watches', 'Smartwatches'], 'Orla Hybrid Smart Watch, Fitness Tracker', never).join()).not.toContain(
    'Tracker',
  );
});

test.each([
  [['Power Cables'], 'AC Power Cord Cable for Orla Players', 'Power Cord'],
  [['Sleeves'], 'Laptop Sleeve Case Bag with Strap', 'Laptop Sleeve'],
])('two nouns of the same thing are not said one behind the other: %j', (path, title, name) => {
  const use = sharing('power cord cable', 'laptop sleeve case bag');
  const shelf = { ...shelfUseOf([]), isMixed: () => true };
  const product = { title, brand: 'Orla', category: ['All', ...path], features: [], description: [] };
  expect(namesOf(product, use, shelf)[0]?.phrase).toBe(name);
});

test('two nouns of the same thing name a product that is called nothing else', () => {
  expect(namesOn(['All', 'Others'], 'Orla Cord Cable')).not.toContain('Cord');
});

test('below a department that is named for one of its goods the others are named as well', () => {
  expect(namesOn(['Phones', 'Portable Power Banks'], 'Kelso Power Bank')).toEqual(['Power Bank']);
});
