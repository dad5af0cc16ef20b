import { afterEach, expect, test } from 'vitest';
import { personaOf } from '../../../../families/ecomagentbench/writers/model-persona.ts';
import { PERSONA_TABLES, writePersona } from '../../../../families/ecomagentbench/writers/persona.ts';
import { PET_GOODS, petsFor } from '../../../../families/ecomagentbench/writers/pets.ts';
import { OTHER_LANGUAGES, useLanguage } from '../../../../lexicon/index.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import { details } from '../../../fixtures/stored-catalog.ts';

afterEach(() => useLanguage());

const goods = (title: string, category: string[] = ['Shop'], stated: Record<string, string> = {}) => ({
  title,
  category,
  details: details(stated),
});

const DOGS = /\bdogs?\b|greyhound|beagle/i;
const CATS = /\bcats?\b|tabby/i;

test.each([
  ['dry dog food', goods('Cove Rabbit Dry Dog Food'), DOGS],
  ['chew toy', goods('The "Juniper" Chew Toy by Meadowlark'), DOGS],
  ['tunnel', goods('Crinkle Tunnel for Kittens'), CATS],
  ['scratching post', goods('Felt Scratching Post'), CATS],
  ['bed', goods('Round Bed', ['Pet Supplies', 'Cats', 'Beds']), CATS],
  ['bowl', goods('Slow Bowl', ['Pets'], { 'Target Species': 'Dog' }), DOGS],
  ['cage', goods('Folding Hamster Cage'), /hamster/],
])('whoever shops for a %s keeps an animal that it is for', (noun, about, animal) => {
  const pets = petsFor(about, noun);
  expect(pets).not.toEqual([]);
  expect(pets.filter((text) => !animal.test(text))).toEqual([]);
  for (let at = 0; at < 20; at++)
    expect(writePersona([], drawFor(42, `shopper ${at}`, 'persona'), () => false, pets).lifestyle.pets).toMatch(animal);
});

test.each([
  ['ethernet cable', goods('Cat 6 Ethernet Cable')],
  ['sunglasses', goods('Vintage Cat Eye Sunglasses')],
  ['headset', goods('Cat-Ear Headset')],
  ['roller', goods('Hot Dog Roller')],
  ['necklace', goods('Dog Tag Necklace')],
  ['mug', goods('Stoneware Mug', ['Kitchen', 'Catering'])],
  ['heels', goods('Kitten Heels')],
])('a %s is for no animal', (noun, about) => expect(petsFor(about, noun)).toEqual([]));

test('goods for any pet are bought by somebody who keeps one', () => {
  const pets = petsFor(goods('Pet Hair Brush'), 'hair brush');
  expect(pets).not.toContain('None');
  expect(pets.length).toBeGreaterThan(2);
});

test('where the name of an animal is scored its owner says the breed, and anything where no text is left', () => {
  const pets = petsFor(goods('Dog Bed'), 'dog bed');
  const petOf = (avoid: (text: string) => boolean) =>
    writePersona([], drawFor(42, 'shopper', 'persona'), avoid, pets).lifestyle.pets;
  expect(petOf((text) => /dog/i.test(text))).toMatch(/greyhound|beagle/);
  expect(petOf((text) => pets.includes(text))).not.toMatch(DOGS);
});

test.each([
  ['de', 'Hundefutter mit Huhn', 'Ein Hund', 'Hundert Schrauben'],
  ['es', 'Cama para perros', 'Un perro', 'Gato hidráulico'],
  ['id', 'Makanan anjing', 'Seekor anjing', 'Tas kerja'],
  ['zh', '宠物狗粮', '养了一条狗', '热狗机'],
])('in %s an animal is told by "%s", and by no word like it', (code, title, owned, other) => {
  useLanguage(code);
  expect(petsFor(goods(title), title)).toEqual([owned]);
  expect(petsFor(goods(other), other)).toEqual([]);
});

test.each(['en', ...OTHER_LANGUAGES])('every animal of the table in %s is kept by somebody of it', (code) => {
  useLanguage(code);
  const { animals } = PET_GOODS;
  expect(Object.keys(animals).length).toBeGreaterThan(2);
  expect(
    Object.values(animals).filter(({ owned }) => !owned.some((text) => PERSONA_TABLES.pets.includes(text))),
  ).toEqual([]);
});

test.each([
  [true, 'A dog'],
  [false, 'None'],
])('a model that knows of no goods takes nobody the animal that they are for: %s', (isForPets, expected) => {
  const made = writePersona([], drawFor(42, 'shopper', 'persona'), () => false, ['A dog']);
  const { demographics, lifestyle, shopping_habits } = made;
  const reply = { ...lifestyle, ...shopping_habits, education_level: demographics.education_level, pets: 'None' };
  expect(personaOf(reply, made, isForPets).lifestyle.pets).toBe(expected);
});
