import { afterEach, beforeEach, expect, test } from 'vitest';
import { useForeignShop, useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { nounSaid } from '../../../shopping/language/request.ts';
import type { PhraseUse } from '../../../shopping/nouns/noun-phrase.ts';
import { namesOf } from '../../../shopping/nouns/product-names.ts';
import { isNamed, typeOfCategory } from '../../../shopping/nouns/product-type.ts';
import { shelfUseOf } from '../../../shopping/nouns/shelf-use.ts';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { gateInput, productWith } from '../../fixtures/gate-inputs.ts';
import { nounPhrase } from '../../fixtures/slots.ts';

beforeEach(() => useForeignShop(true));
afterEach(() => {
  useForeignShop(false);
  useLexicon();
});

const alone = (): PhraseUse => ({
  mayHave: (least) => least <= 1,
  titles: 1,
  hasBrands: () => false,
  isCommon: () => false,
});
const product = (title: string, leaf: string) => ({
  title,
  brand: 'Orla',
  category: [leaf],
  features: [],
  description: [],
});
const namesIn = (title: string, leaf: string, others: readonly string[] = []) =>
  namesOf(product(title, leaf), alone, shelfUseOf([title, ...others])).map(({ phrase }) => phrase);

test('a category that is in no English words is quoted', () => {
  expect(namesIn('JJIMARCO JJDAVE - Chinos', 'Housut')).toEqual(['product in the category "Housut"']);
  expect(namesIn('Undertøj 3 pak', 'Undertøj & sokker')).toEqual(['product in the category "Undertøj & sokker"']);
  useForeignShop(false);
  expect(namesIn('JJIMARCO JJDAVE - Chinos', 'Housut').join()).not.toContain('"');
});

test('what a shop calls by an English name is called so', () => {
  expect(namesIn('Rivet Slim Jeans', 'Jeans').at(-1)).toBe('Jeans');
});

test('an English title, or what other titles say too, names a product whose category does not', () => {
  expect(namesIn('Team Base Track Jacket', 'Sportstøj')).toContain('Track Jacket');
  const others = ['Televisor 40 Smart TV', 'Televisor 50 Smart TV', 'Televisor 60 LED Smart TV'];
  expect(namesIn('Televisor 55 pulgadas Smart TV', 'Televisores', others)).toEqual(['TV']);
});

test('a noun that stands once among words of another language names no product', () => {
  expect(namesIn('Dentifrice menthe poivrée ou bubble gum', 'Hygiène')).toEqual(['product in the category "Hygiène"']);
});

test('words of the shop before an English noun are no part of it, however many makers write them there', () => {
  const shared = (): PhraseUse => ({ mayHave: () => true, titles: 40, hasBrands: () => true, isCommon: () => true });
  const phrases = () =>
    namesOf(product('Televisor TV', 'TVs'), shared, shelfUseOf(['Televisor TV'])).map(({ phrase }) => phrase);
  expect(phrases()).not.toContain('Televisor TV');
  useForeignShop(false);
  expect(phrases()).toContain('Televisor TV');
});

test.each([
  ['Savons', 'soap'],
  ['Bukser', 'trousers'],
  ['Kühlschränke', 'refrigerator'],
])('a category that the tables of its language have an English noun for is called by that: %s', (leaf, noun) => {
  expect(namesIn('Orla 200', leaf)).toEqual([noun]);
  useForeignShop(false);
  expect(namesIn('Orla 200', leaf)).not.toContain(noun);
});

const ENGLISH_TOO = ['Rock', 'Costumes', 'Robes', 'Hose', 'Stole', 'Collar'];
test.each(ENGLISH_TOO)(
  'a category in English words is called so in a shop of nobody knows which language: %s',
  (leaf) => {
    expect(typeOfCategory([leaf])).toMatchObject({ name: leaf });
  },
);

test.each([
  ['da', 'Stole', 'chair'],
  ['de', 'Hose', 'trousers'],
  ['de', 'Stole', 'Stole'],
  ['da', 'Costumes', 'Costumes'],
  ['da', 'Collar', 'Collar'],
])('a shop whose language is known means the words of that one alone: %s %s', (language, leaf, name) => {
  useForeignShop(language);
  expect(typeOfCategory([leaf])).toMatchObject({ name });
});

test('a category in words of a third language is quoted where the language of the shop is known', () => {
  useForeignShop('da');
  expect(namesIn('Orla 200', 'Savons')).toEqual(['product in the category "Savons"']);
});

test('a person says what a category is in English', () => {
  useLexicon({ ...NO_LEXICON, types: { trousers: { also: ['Housut'] } } });
  expect(namesIn('JJIMARCO JJDAVE - Chinos', 'Housut')).toEqual(['trousers']);
});

test('what is quoted is said as it is written, holds its category alone, and is grounded in it', () => {
  const phrase = 'product in the category "Housut"';
  expect(nounSaid(phrase)).toBe(phrase);
  expect(isNamed(product('Chinos', 'Housut'), phrase)).toBe(true);
  expect(isNamed(product('Chinos', 'Takit'), phrase)).toBe(false);
  const target = productWith({ title: 'Chinos', category: ['Housut'] });
  const rubric = { ...nounPhrase('r1', phrase), title_span: 'Housut' } as Rubric;
  const found = (category: string[]) => entityUngrounded.check(gateInput([rubric], phrase, { ...target, category }));
  expect(found(['Housut'])).toEqual([]);
  expect(found(['Takit']).length).toBeGreaterThan(0);
});

test.each([
  ['Mustertapeten', 'wallpaper'],
  ['Selbstklebende Fototapete', 'wallpaper'],
  ['Strumpfhosen', 'tights'],
  ['Wanduhren', 'clock'],
])('a sort of a kind that German writes into one word is of that kind: %s', (category, noun) => {
  useForeignShop('de');
  expect(typeOfCategory([category])?.noun).toBe(noun);
});

test.each(['Jacken und Mäntel', 'Tischdecken', 'Bettwäsche', 'Chinohosen & Jeans'])(
  'what begins with a kind, or lists several, is of none: %s',
  (category) => {
    useForeignShop('de');
    expect(typeOfCategory([category])?.noun).toBeUndefined();
  },
);
