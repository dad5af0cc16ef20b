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
  ['Schwarze Cordhosen', 'trousers'],
  ['Große Bahnhofsuhren', 'watch'],
])('a sort of a kind that German writes into one word is of that kind: %s', (category, noun) => {
  useForeignShop('de');
  expect(typeOfCategory([category])?.noun).toBe(noun);
});

test.each([
  ['de', 'Zubehör Rollstühle'],
  ['de', 'Hüllen Handys'],
  ['de', 'Ersatzteile Fahrräder'],
  ['nl', 'Onderdelen Wasmachines'],
  ['da', 'Reservedele Vaskemaskiner'],
  ['de', 'Bremsschuhe'],
  ['de', 'Fahrradmantel'],
  ['de', 'Kabelmantel'],
  ['de', 'Puppenbetten'],
  ['de', 'Sternbilder'],
  ['de', 'Wasseruhren'],
  ['de', 'Sanduhren'],
])(
  'what goes with a kind, or is another thing by what stands before it in one word, is none: %s %s',
  (language, category) => {
    useForeignShop(language);
    expect(typeOfCategory([category])?.noun).toBeUndefined();
  },
);

test.each([
  ['de', 'Unterhosen', 'underwear'],
  ['nl', 'Onderbroeken', 'underwear'],
  ['da', 'Underbukser', 'underwear'],
  ['de', 'Nachthemden', 'nightgown'],
  ['da', 'Natkjoler', 'nightgown'],
  ['de', 'Eieruhren', 'egg timer'],
])('what is called otherwise than the kind that its word ends with is called so: %s %s', (language, category, noun) => {
  useForeignShop(language);
  expect(typeOfCategory([category])?.name).toBe(noun);
});

test.each(['Jacken und Mäntel', 'Tischplatten', 'Bettwäsche', 'Chinohosen & Jeans'])(
  'what begins with a kind, or lists several, is of none: %s',
  (category) => {
    useForeignShop('de');
    expect(typeOfCategory([category])?.noun).toBeUndefined();
  },
);

const german = (title: string, leaf: string, others: readonly string[] = []) => {
  useForeignShop('de');
  return namesIn(title, leaf, others);
};

test.each([
  ['Wegeleuchte Oslo grün', 'Außen', 'path light'],
  ['Gartenbank Föhr, Kunststoff', 'Bänke', 'garden bench'],
  ['Orla Sonnenliege „Rügen“ Aluminium', 'Liegen', 'sun lounger'],
  ['LED-Wandleuchte Föhr', 'Neu', 'wall lamp'],
  ['Holzbank Malaga', 'Garten', 'bench'],
  ['Wandregal Malaga', 'Neuheiten', 'wall shelf'],
])(
  'a German title that says its kind by a word of the table, or by parts of one, names it: %s',
  (title, leaf, noun) => {
    expect(german(title, leaf)[0]).toBe(noun);
  },
);

test.each([
  ['fr', 'Lampe de table en verre', 'Intérieur', 'table lamp'],
  ['es', 'Silla de jardín Oslo', 'Exterior', 'garden chair'],
  ['it', 'Sedia pieghevole Oslo', 'Esterno', 'folding chair'],
  ['pl', 'Kinkiet Oslo czarny', 'Nowości', 'wall lamp'],
])('a title that begins with a kind of the table of its language names it: %s %s', (language, title, leaf, noun) => {
  useForeignShop(language);
  expect(namesIn(title, leaf)[0]).toBe(noun);
});

test.each([
  ['de', 'Schutzhülle für Gartenbank'],
  ['de', 'Loungeset Bank Malaga'],
  ['de', 'Power Bank 10000 mAh'],
  ['de', 'Tisch und Stuhl Malaga'],
  ['fr', 'Protège chaise de jardin'],
  ['es', 'Juego de mesa y sillas de jardín'],
  ['it', 'Ricambio per lampada da tavolo'],
])(
  'what a title is for, several things, and what stands behind an unknown word name no product: %s %s',
  (language, title) => {
    useForeignShop(language);
    expect(namesIn(title, 'Xyz').filter((name) => /bench|chair|table|lamp|game/.test(name))).toEqual([]);
  },
);

test('a kind that a title says by chance is none on a shelf whose titles say no kinds', () => {
  const novels = Array.from({ length: 20 }, (_, at) => `Nacht am Meer ${at}`);
  expect(german('Der Stuhl', 'Romane', novels)).toEqual(['product in the category "Romane"']);
});

test('a title that says another kind than its category is called by its category', () => {
  expect(german('Sandale Oslo', 'Schuhe')).toEqual(['shoes']);
  expect(german('Klappstuhl Oslo', 'Stühle')).toEqual(['folding chair', 'chair']);
});

test.each([
  [['Leuchten', 'Außen'], 'lamp'],
  [['Schuhe', 'Damen'], 'shoes'],
  [['Schuhe', 'Sale'], 'shoes'],
])('a category of a place or of somebody is of the kind that the one above it names: %j', (category, noun) => {
  useForeignShop('de');
  expect(typeOfCategory(category)).toMatchObject({ noun });
});

test('a category of a place alone names no kind', () => {
  useForeignShop('de');
  expect(typeOfCategory(['Außen'])).toBeNull();
  useForeignShop(false);
  expect(typeOfCategory(['Outdoor'])).not.toBeNull();
});

test('a person says what a noun of titles is in English', () => {
  useLexicon({ ...NO_LEXICON, types: { 'garden torch': { also: ['Gartenfackel'] } } });
  expect(german('Gartenfackel Oslo', 'Außen')).toEqual(['garden torch']);
  expect(isNamed(product('Gartenfackel Oslo', 'Außen'), 'garden torch')).toBe(true);
});

test('a product is what its title says in another language, and what that is a sort of, and nothing else', () => {
  useForeignShop('de');
  const bench = product('Gartenbank Föhr', 'Garten');
  expect(['garden bench', 'bench'].map((noun) => isNamed(bench, noun))).toEqual([true, true]);
  expect(isNamed(bench, 'garden')).toBe(false);
  expect(isNamed(product('Kissen für Gartenbank', 'Garten'), 'bench')).toBe(false);
});

test('an English noun for a word of the title is grounded in it', () => {
  useForeignShop('de');
  const target = productWith({ title: 'Gartenbank Föhr', category: ['Garten'] });
  const found = (phrase: string) =>
    entityUngrounded.check(
      gateInput([{ ...nounPhrase('r1', phrase), title_span: 'Gartenbank' } as Rubric], phrase, target),
    );
  expect(found('garden bench')).toEqual([]);
  expect(found('garden table').length).toBeGreaterThan(0);
});

test.each([
  ['de', 'Becher', 'cup'],
  ['de', 'Zahnputzbecher', 'cup'],
  ['de', 'Gardinen & Vorhänge', 'curtain'],
  ['de', 'Vorhänge & Teppiche', undefined],
  ['de', 'Vorhänge & Sonstiges', undefined],
  ['uk', 'Ручки дверні', 'door handle'],
  ['uk', 'Ручки кулькові', 'pen'],
  ['uk', 'Ручки', undefined],
  ['ru', 'Мебельные ручки', 'cabinet handle'],
])(
  'a category is of the kind that all it names are, and a word of two kinds of neither: %s %s',
  (language, category, noun) => {
    useForeignShop(language);
    expect(typeOfCategory([category])?.noun).toBe(noun);
  },
);

test('what a title says of a door is no pen', () => {
  useForeignShop('uk');
  const phrases = (title: string) =>
    namesOf({ ...product(title, 'Фурнітура'), brand: null }, alone, shelfUseOf([title])).map(({ phrase }) => phrase);
  expect(phrases('Ручка дверна Orla хром')).toEqual(['door handle']);
  expect(phrases('Ручка Orla хром').join()).not.toContain('pen');
});
