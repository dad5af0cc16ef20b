import { expect, test } from 'vitest';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { formsOf } from '../../../shopping/nouns/noun-words.ts';
import { shelfUseOf } from '../../../shopping/nouns/shelf-use.ts';
import { entitiesOf } from '../../../stages/extract/index.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';

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
  return entitiesOf(catalog.productByRow(0), sets, (phrase) => sets.phraseUse(phrase))[0]?.phrase ?? null;
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
    return entitiesOf(catalog.productByRow(0), sets, (phrase) => sets.phraseUse(phrase))[0]?.phrase ?? null;
  };
  expect(said(belts)).toBeNull();
  expect(said([])).toMatch(/Belt$/);
});

test('its place in a title alone bears no noun out on a shelf of something', () => {
  const sets = ['Whisk Set', 'Spatula Set', 'Bowl Set', 'Fork Set'];
  expect(firstSaid('Kitchen > Bakeware Sets', ['Cake Turntable', ...sets])).toBeNull();
  expect(firstSaid('Kitchen > Bakeware Sets', ['Cake Turntable', ...sets], 'This turntable turns.')).toMatch(
    /Turntable/,
  );
});
