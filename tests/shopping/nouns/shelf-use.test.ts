import { expect, test } from 'vitest';
import { useLanguage } from '../../../lexicon/index.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { formsOf, inPairs } from '../../../shopping/nouns/noun-words.ts';
import { namesOf } from '../../../shopping/nouns/product-names.ts';
import { isOfOne, shelfUseOf } from '../../../shopping/nouns/shelf-use.ts';
import { sayingOf } from '../../../shopping/nouns/title-name.ts';
import { entitiesOf } from '../../../stages/extract/index.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';

/** A catalog whose titles all hold a phrase. */
const use = () => ({ mayHave: () => true, titles: 40, hasBrands: () => true, isCommon: () => true });

/** What a task would call the first of some products of a category. */
function firstSaid(path: string, titles: readonly string[], text = ''): string | null {
  const products = titles.map((title, at) => ({
    title,
    brand: `Brand${at}`,
    category: ['All', ...path.split(' > ')],
    features: at === 0 && text !== '' ? [text] : [],
  }));
  const catalog = storedCatalog(products);
  const sets = new AnswerSets(catalog);
  return entitiesOf(catalog.productByRow(0), sets)[0]?.phrase ?? null;
}

const DESKTOPS = ['Nord Desktop', 'Orla Gaming Desktop, 1 TB', 'Corr Desktop Tower', 'Fenn Desktop'];

test('a noun that neither the shelf nor the text bears out names nothing', () => {
  const others = ['Vinyl Skin, Blue', 'Fern Decal', 'Laptop Sticker Skin', 'Skin and Decal'];
  expect(firstSaid('Skins & Decals', ['Waterproof Pack for Luggage Skateboard Guitar', ...others])).toBeNull();
});

test('a listing that says "this lamp" bears out that it is one, whatever else its shelf holds', () => {
  expect(firstSaid('Desktops', ['Vela Reading Lamp and Clock', ...DESKTOPS])).toBeNull();
  expect(firstSaid('Desktops', ['Vela Reading Lamp', ...DESKTOPS], 'This lamp lights a page.')).toMatch(/Lamp/);
});

test('among what goes with laptops a skin is a laptop skin, where titles call it so', () => {
  const titles = ['Fern Skin by Vela', 'Blue Laptop Skin', 'Laptop Skin, Red', 'Marble Laptop Skin'];
  expect(firstSaid('Laptop Accessories > Skins', titles)).toBe('Laptop Skin');
});

test('words of a category that no title says are not said', () => {
  const titles = ['Slim Phone Case', 'Clear Phone Case', 'Ridge Phone Case', 'Phone Case, Black', 'Leather Phone Case'];
  expect(firstSaid('Basic Phone Cases', titles)).toBe('Phone Case');
});

test('what a title says in the plural alone is said so', () =>
  expect(firstSaid('Boxers', ['Flannel Boxers', 'Nord Boxers', 'Orla Boxers'])).toBe('Boxers'));

test('the capitals of a title that shouts are not said, and those of an acronym are', () => {
  const titles = ['VELA USB FLASHLIGHT', 'Orla USB Flashlight', 'Nord USB Flashlight', 'Fenn USB Flashlight'];
  const catalog = storedCatalog(titles.map((title) => ({ title, category: ['All', 'Flashlights'] })));
  expect(new AnswerSets(catalog).withoutShouting('USB FLASHLIGHT')).toBe('USB flashlight');
});

test('two titles do not tell what a shelf is named by', () => {
  expect(shelfUseOf(['Nord Lamp', 'Orla Lamp']).names('lamp')).toBe(false);
  expect(shelfUseOf(['Nord Lamp', 'Orla Lamp', 'Corr Lamp']).names('lamp')).toBe(true);
});

test('a shelf whose titles say its noun in the plural is of another noun than theirs who do not', () => {
  const batteries = ['Nord AA Batteries', 'Orla Batteries, 8 Pack', 'Corr Batteries', 'Fenn C Batteries'];
  expect(shelfUseOf(batteries).saying(formsOf(['battery']))).toBe(1);
  expect(firstSaid('Rechargeable Batteries', ['Vela Flashlight', ...batteries])).toBeNull();
});

test('among titles of many kinds a noun needs less to bear it out, and of few nobody can tell', () => {
  const kinds = ['Lamp', 'Kettle', 'Tent', 'Guitar', 'Hammer', 'Scarf', 'Blender', 'Bracelet', 'Helmet', 'Candle'];
  const titles = kinds.map((kind) => `Nord ${kind}`);
  expect(shelfUseOf(titles).isMixed()).toBe(true);
  expect(shelfUseOf(titles.slice(0, 9)).isMixed()).toBe(false);
  expect(shelfUseOf([...titles, ...titles.map(() => 'Orla Lamp')]).isMixed()).toBe(false);
  expect(firstSaid('fashion', ['Lace Leggings Stitched Tights', ...titles])).toMatch(/Tights/);
});

test('a category that only says how a thing is used is no other thing beside it', () => {
  const titles = ['Vela Walking Shoes', 'Orla Walking Shoes', 'Corr Walking Shoes', 'Fenn Walking Shoes'];
  expect(firstSaid('Walking', titles)).toMatch(/Shoes$/);
});

test('where belts have a shelf of their own, what stands among tools is none', () => {
  const belts = ['Nord Belt', 'Orla Leather Belt', 'Corr Belt'].map((title) => ({ title, category: ['All', 'Belts'] }));
  const said = (products: readonly { title: string; category: string[] }[]) => {
    const catalog = storedCatalog([
      { title: 'Lawn Equipment Belt', category: ['All', 'Tool Cases'], features: ['This belt lasts.'] },
      ...products,
    ]);
    const sets = new AnswerSets(catalog);
    return entitiesOf(catalog.productByRow(0), sets)[0]?.phrase ?? null;
  };
  expect(said(belts)).toBeNull();
  expect(said([])).toMatch(/Belt$/);
});

test('its place in a title alone bears no noun out on a shelf of something', () => {
  const sets = ['Whisk Set', 'Spatula Set', 'Bowl Set', 'Fork Set'];
  expect(firstSaid('Kitchen > Bakeware', ['Cake Turntable', ...sets])).toBeNull();
  expect(firstSaid('Kitchen > Bakeware', ['Cake Turntable', ...sets], 'This turntable turns.')).toMatch(/Turntable/);
});

const ANTENNAS = ['Wave Antenna', 'Nord Car Antenna, 1 m', 'Orla Antenna', 'Antenna, Black, by Corr'];
const COILS = ['Fenn Coils', 'Door Coils', 'Nord Coils, 4 Pack', 'Coils for Doors'];

test('before a word that titles elsewhere write in the plural a noun names no product', () => {
  const said = (titles: readonly string[]) => {
    const shelves = [titles, COILS].map((ofShelf, at) =>
      ofShelf.map((title) => ({
        title,
        category: ['All', at === 0 ? 'Antennas' : 'Coils'],
        features: ['It has a coil.'],
      })),
    );
    const catalog = storedCatalog(shelves.flat());
    const sets = new AnswerSets(catalog);
    return entitiesOf(catalog.productByRow(0), sets)[0]?.phrase ?? null;
  };
  expect(said(['Trucker Antenna Coil', ...ANTENNAS])).toBeNull();
  expect(said(['Trucker Antenna', ...ANTENNAS])).toMatch(/Antenna$/);
});

test('a category names no product whose title begins as something else does', () => {
  const pullover = 'Long Pullover to Wear, Loose';
  expect(firstSaid('Swimwear', [pullover, 'One Piece', 'High Waist', 'Two Piece'])).not.toBe('Swimwear');
});

test('what stands in the first part of a title is the product, not what a later part is named for', () => {
  const bags = ['Nord Computer Bag', 'Orla Computer Bag', 'Computer Bag, Black', 'Corr Sleeve'];
  expect(firstSaid('Bags & Sleeves', ['Vela Travel Backpack, Work Computer Bag', ...bags])).not.toBe('Computer Bag');
});

test('a brand says nothing of what it makes', () => {
  const cables = ['Nord VGA Cable', 'Orla VGA Cable', 'Corr VGA Cable', 'VGA Cable, 2 m'];
  const shelf = [...cables, ...cables.map((title) => `${title}, Black`), ...cables.map((title) => `${title}, White`)];
  const catalog = storedCatalog(
    ['Cable Mart VGA Gender Changer', ...shelf].map((title, at) => ({
      title,
      brand: at === 0 ? 'Cable Mart' : `Brand${at}`,
      category: ['All', 'VGA Cables'],
    })),
  );
  const sets = new AnswerSets(catalog);
  expect(entitiesOf(catalog.productByRow(0), sets)).toEqual([]);
});

test('what a title writes in two words its category writes in one', () => {
  const pads = ['Nord Earpads', 'Orla Ear Pads', 'Corr Ear Pads, Black', 'Fenn Earpads'];
  expect(firstSaid('Earpads', ['Vela Ear Pads Cushions for Headsets', ...pads])).toMatch(/^Earpads?$/);
  expect(shelfUseOf(pads).saying(['earpads'])).toBe(1);
});

test.each([
  ['Radeon 290 Graphics Cards, 4 GB', 'Graphics Card'],
  ['Radeon 290 Graphics Cards, Pack of 2', 'Graphics Cards'],
])(
  'a title of one thing is said in the singular, as its shelf is, and one of several in the plural: %s',
  (title, noun) => {
    const cards = ['Nord Graphics Card', 'Orla Graphics Card', 'Corr Graphics Card', 'Fenn Graphics Card'];
    expect(firstSaid('Graphics Cards', [title, ...cards])).toBe(noun);
  },
);

test('in Spanish several chairs stay several, though their shelf is in the singular', () => {
  const titles = ['Silla Nord', 'Silla Orla', 'Silla de comedor Corr', 'Silla Fenn'];
  useLanguage('es');
  try {
    expect(isOfOne('Juego de 4 Sillas Vela', 'silla', shelfUseOf(titles))).toBe(false);
  } finally {
    useLanguage();
  }
});

test('where titles and their shelf are in the plural a product is too, unless its title says it is one', () => {
  const towels = ['Nord Towels', 'Orla Hand Towels', 'Corr Hand Towels', 'Fenn Hand Towels'];
  expect(firstSaid('Hand Towels', ['Vela Hand Towels', ...towels])).toMatch(/Towels$/);
  expect(firstSaid('Hand Towels', ['1pc Vela Hand Towels', ...towels])).toMatch(/Towel$/);
});

test('one pair of glasses is several, as glasses always are', () => {
  const titles = ['1pc Unisex LED Smart Glasses', 'Nord Eye Mask', 'Orla Masquerade Mask', 'Fenn Half Mask'];
  const catalog = storedCatalog(titles.map((title) => ({ title, category: ['All', 'Costume Eyewear'] })));
  const sets = new AnswerSets(catalog);
  const [entity] = entitiesOf(catalog.productByRow(0), sets);
  expect(entity).toMatchObject({ phrase: 'Smart Glasses', plural: true });
});

test('what the titles of a shelf are named by is no other thing beside what the shelf is named for', () => {
  const backdrops = [
    'Nord Photo Backdrop',
    'Orla Backdrop',
    'Corr Party Backdrop',
    'Fenn Backdrop',
    'Photo Background',
  ];
  expect(firstSaid('Backgrounds', ['Vela Birthday Backdrop, Prop, Background Banner Sheet', ...backdrops])).toMatch(
    /Backdrop$/,
  );
});

test('a case for something else is not what the category says its cases are for', () => {
  const sleeves = ['Nord Laptop Sleeve', 'Orla Laptop Sleeve', 'Corr Laptop Sleeve', 'Fenn Laptop Sleeve'];
  const said = (title: string) => firstSaid('Laptop Accessories > Sleeves', [title, ...sleeves]);
  expect(said('Vela Sleeve for Magic Keyboard 2')).toBe('Sleeve for Magic Keyboard');
  expect(said('Vela Sleeve for MacBook Air')).toBe('Laptop Sleeve');
});

test('of two nouns that say too little alone the one names a product that its shelf is named for', () => {
  const adapters = ['Nord Video Adapter', 'Orla Video Adapter', 'Corr Video Adapter, White'];
  expect(firstSaid('Adapters & Hubs', ['Vela Video Adapter Converter', ...adapters], 'A video adapter.')).toBe(
    'Video Adapter',
  );
});

test('a kit for making something is not the thing', () => {
  const kits = ['Clay Bracelet Set', 'Bead Kit', 'Nord Bracelet Kit', 'Orla Bracelet Making Set'];
  expect(firstSaid('Bracelet Making Kits', kits)).toBeNull();
});

test('a thing that a later part of a title is for is no name of the product', () => {
  const radios = ['Nord Two-Way Radio', 'Orla Radio', 'Corr CB Radio', 'Fenn Radio, Black'];
  expect(
    firstSaid('Two-Way Radios', ['Vela Metal Radio Bracket, Panel Bracket, for Tau T4 Mobile Radio', ...radios]),
  ).toBeNull();
  expect(firstSaid('Two-Way Radios', ['Vela T4 Mobile Radio', ...radios])).toMatch(/Radio$/);
});

test('a name of several things that no category says is a list', () => {
  const decals = ['Nord Laptop Decal', 'Orla Laptop Decal', 'Laptop Decal, Blue', 'Corr Laptop Decal'];
  expect(firstSaid('Laptop Decals', ['Vela Guitar Skateboard Luggage Decal', ...decals])).toBeNull();
});

test('a thing without the other that it goes with is not what a shopper asks for', () => {
  const players = ['Nord Turntable', 'Orla Turntable', 'Corr Turntable, Black', 'Fenn Turntable'];
  const belts = ['Leather Belt', 'Wide Belt', 'Belt, Brown'];
  const text = 'This turntable belt is for old players.';
  expect(firstSaid('Audio', ['Vela Turntable Belt', ...players, ...belts], text)).toBe('Turntable Belt');
});

test('where a kind has a category of its own, a sort that another category names is said with what makes it one', () => {
  const shelves = {
    'Console Tables': ['Vela Oak Console Table', 'Nord Console Table'],
    Furniture: ['Rho Table', 'Tau Table'],
    Tables: ['Orla Table', 'Corr Table'],
  };
  const saidAmong = (paths: readonly (keyof typeof shelves)[]) => {
    const catalog = storedCatalog(
      paths.flatMap((path) => shelves[path].map((title) => ({ title, category: ['All', path] }))),
    );
    const sets = new AnswerSets(catalog);
    return entitiesOf(catalog.productByRow(0), sets).map(({ phrase }) => phrase);
  };
  expect(saidAmong(['Console Tables', 'Furniture'])).toContain('Table');
  expect(saidAmong(['Console Tables', 'Furniture', 'Tables'])).not.toContain('Table');
});

test.each([
  ['Vela Leather Cover for Tau 5', 'eBook Readers & Accessories > Covers', 'eBook Reader Cover'],
  ['Silicone Case for Vela T6', 'Headphones, Earbuds & Accessories > Cases', 'Headphone Case'],
])('what a thing is like says less of it than what it goes with: %s', (title, path, phrase) => {
  const others = [...['Nord', 'Orla', 'Corr'].map((brand) => title.replace('Vela', brand)), 'Fenn Case Cover'];
  expect(firstSaid(path, [title, ...others])).toBe(phrase);
});

test('a laptop PC is a laptop', () => {
  expect(
    sayingOf(
      'Vela Premium Laptop PC, AMD',
      (word) => word === 'laptop',
      () => true,
    ),
  ).toBe('name');
  expect(
    sayingOf(
      'Vela Premium Laptop Shelf, Oak',
      (word) => word === 'laptop',
      () => true,
    ),
  ).not.toBe('name');
});

test('a slim fit is a part of a name, which goes on behind it', () => {
  const isCover = (word: string) => word === 'cover';
  expect(sayingOf('Vela Case - Slim Fit Cover', isCover, () => true)).toBe('name');
  expect(sayingOf('Vela Case fit Tau Cover', isCover, () => true)).toBeNull();
});

test('most titles of a shelf know better than its category what its things are called', () => {
  const titles = ['Vela Hair Extensions, Synthetic Extensions', 'Nord Hair Extensions', 'Orla Clip In Hair Extensions'];
  expect(firstSaid('Synthetic Extensions', titles)).toBe('Hair Extensions');
  const few = ['Vela Hair Extensions, Synthetic Extensions', 'Nord Synthetic Extensions', 'Orla Synthetic Extensions'];
  expect(firstSaid('Synthetic Extensions', few)).toBe('Synthetic Extensions');
});

test.each([
  ['Vela Camera Mount + Tripod Adapter for Phones', 'Camera Mounts & Clamps', 'Camera Mount'],
  ['Vela TV Mount Attachment for Tau Beam', 'TV Mounts & Stands', null],
])(
  'what stands behind a plus is another thing, and an attachment is none of what it is for: %s',
  (title, path, phrase) => {
    expect(firstSaid(path, [title, 'Nord Camera Mount', 'Orla Camera Mount', 'Corr TV Mount'])).toBe(phrase);
  },
);

test.each([
  ['Vela Fashion Sneaker', 'Sneakers', 'Fashion Sneakers'],
  ['Vela Manual Breast Pump', 'Breast Pumps', 'Manual Breast Pump'],
])('what is worn in pairs is asked for in pairs, though its title is of one: %s', (title, category, said) => {
  const [name] = namesOf({ title, brand: 'Vela', category: ['All', category], features: [], description: [] }, use);
  expect(inPairs(name?.phrase ?? '')).toBe(said);
  expect(name?.plural).toBe(said.endsWith('s'));
});

test('a noun that has no singular of its own is one of a pair where a title cuts it short', () => {
  expect(['fleece short', 'glass', 'Breast Pump'].map(inPairs)).toEqual(['fleece shorts', 'glass', 'Breast Pump']);
});

const CASES = [
  'Slim Case, Tau 12',
  'Clear Case for Tau 15',
  'Ridge Case Rho S24',
  'Case, Black',
  'Leather Case for Tau',
];
const LAPTOPS = ['Nord Laptop', 'Orla 2 in 1 Laptop, 1 TB', 'Corr Laptop 14', 'Fenn Laptop'];

test.each([
  ['Thin Hard PC Case Compatible With Vela Flip', 'Phone Cases > Basic Phone Cases', 'Phone Case'],
  ['For Vela S24 Case With Stand, Slim Shockproof', 'Phone Cases > Stand Phone Cases', 'Phone Case'],
])('a case is one of what its category says, though its title says the model alone: %s', (title, path, phrase) =>
  expect(firstSaid(path, [title, ...CASES])).toBe(phrase),
);

test('a case that a title gives to another thing is none of its category’s', () =>
  expect(firstSaid('Phone Cases', ['Hard Case for a Vela Camera', ...CASES])).not.toBe('Phone Case'));

test('a bag of a sort of its own is none of those its category names', () =>
  expect(firstSaid('Tote Bags', ['Jumbo Insulated Travel Bag', 'Vela Bag', 'Orla Bag', 'Corr Bag', 'Fenn Bag'])).toBe(
    'Travel Bag',
  ));

test.each([
  ['Vela Custom Case for iPod Touch 5', 'Case for iPod Touch'],
  ['Vela Leather Cover for Apple Magic Keyboard 2', 'Cover for Apple Magic Keyboard'],
  ['Vela Silicone Case Cover, 2 Pack', null],
])('what a title says little of is named by the device it is for, or not at all: %s', (title, phrase) => {
  const others = ['Nord Custom Case', 'Orla Custom Case', 'Corr Leather Cover', 'Fenn Leather Cover', 'Rho Case Cover'];
  const text = 'A custom case, a leather cover, a silicone case cover.';
  expect(firstSaid('Players & Handhelds > Cases & Covers', [title, ...others, 'Sol Case Cover'], text)).toBe(phrase);
});

test('stickers are a thing, whatever they are like', () =>
  expect(firstSaid('Handhelds', ['Vela Vinyl Stickers', 'Nord Stickers', 'Orla Stickers', 'Corr Stickers'])).toMatch(
    /Stickers/,
  ));

test('the screen of a laptop is not what it is, unless the listing calls it one', () => {
  const title = 'Vela x3 Gem Cut Privacy Screen with 13.3" 2 in 1 (i7)';
  expect(firstSaid('Laptops > 2 in 1 Laptops', [title, ...LAPTOPS], 'A bright screen, i7.')).toBeNull();
  expect(firstSaid('Laptops', ['Vela Privacy Screen', ...LAPTOPS], 'This privacy screen fits.')).toBe('Privacy Screen');
});

test('a category that says little names nothing that a title says more of', () => {
  const title = 'Orla Organizer Travel Case, Carrying Pouch';
  const others = Array.from({ length: 12 }, (_, at) => `Brand${at} Organizer ${at}`);
  expect(firstSaid('Digital Bags', [title, ...others])).toBe('Travel Case');
  expect(firstSaid('Cable Bags', ['Orla Organizer', ...others])).toBe('Cable Bag');
});

test('briefs are no sort of what stands before them', () =>
  expect(firstSaid('Bikinis', ['Vela Smooth Bikini Briefs Airplane Underwear', 'Nord Bikini', 'Orla Bikini'])).toBe(
    'Bikini Briefs',
  ));

test('a gift card of a restaurant is none', () =>
  expect(firstSaid('Gift Cards > Restaurants', ['Vela Kitchen Restaurant Gift Card', 'Orla Restaurant Card'])).not.toBe(
    'Restaurant',
  ));

test('what is always said before another noun is no name: among litter boxes nothing is a litter', () => {
  const sizes = ['XS', 'S', 'M', 'L', 'XL', '2XL'].flatMap((size) => [`Gray, ${size}`, `Blue, ${size}`]);
  const boxes = sizes.map((size) => `Cozy Cat Litter Box, ${size}`);
  expect(firstSaid('Cat > Litter', boxes)).toMatch(/litter box$/i);
  const bags = sizes.slice(0, 3).map((size) => `Clumping Cat Litter, ${size}`);
  expect(firstSaid('Cat > Litter', [...bags, ...boxes])).toMatch(/litter$/i);
});

test('a color behind a noun is no part of the name', () => {
  const isIt = (word: string) => word === 'toaster';
  expect(sayingOf('Quillon 2 Slice Toaster White', isIt, () => true)).toBe('name');
  expect(sayingOf('Quillon 2 Slice Toaster Rack', isIt, () => true)).not.toBe('name');
});

test('a word in the name of a model is no name of the product, where titles hardly ever say what it is', () => {
  const models = ['Vela Blazer', ...Array.from({ length: 39 }, (_, at) => `Orla X${at} Neo`)];
  const said = (kind: string, titles: readonly string[]) => {
    const catalog = storedCatalog(titles.map((title) => ({ title, brand: null, category: [kind], features: [] })));
    const sets = new AnswerSets(catalog);
    const [name] = entitiesOf(catalog.productByRow(0), sets);
    catalog.close();
    return name?.phrase ?? null;
  };
  expect(said('case', models)).toBe('case');
  expect(said('power supply', models)).toBe('power supply');
  const coats = models.map((title, at) => (at % 2 === 0 ? `${title} Blazer` : `${title} Coat`));
  expect(said('case', coats)).toBe('Blazer');
});

test('a category that stands below several is said with the one a title names', () => {
  const products = ['Dog', 'Cat'].flatMap((animal) =>
    ['Vela Salmon', 'Nord Lamb', 'Orla Duck', 'Corr Beef'].map((maker) => ({
      title: `${maker} ${animal} Dry Food 2 kg`,
      category: ['Pets', animal, 'Dry Food'],
    })),
  );
  const puppy = { title: 'Fenn Lamb Puppy Dry Food', category: ['Pets', 'Dog', 'Dry Food'] };
  const saidOf = (all: readonly { title: string; category: string[] }[], row: number) => {
    const catalog = storedCatalog([...all]);
    const sets = new AnswerSets(catalog);
    return entitiesOf(catalog.productByRow(row), sets).map(({ phrase }) => phrase);
  };
  expect(saidOf(products, 0)).toEqual(['Dog Dry Food']);
  expect(saidOf([puppy, ...products], 0)).toEqual(['Puppy Dry Food']);
  expect(saidOf(products.slice(0, 4), 0)).toContain('Dry Food');
  const shoes = ['Vela', 'Nord'].flatMap((maker) =>
    [1, 2, 3].map((at) => ({
      title: `${maker} Running Shoes No. ${at}`,
      category: ['Brands', maker, 'Running Shoes'],
    })),
  );
  expect(saidOf(shoes, 0).join()).not.toMatch(/Vela/);
});
