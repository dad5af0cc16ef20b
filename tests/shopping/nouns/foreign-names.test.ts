import { afterEach, expect, test } from 'vitest';
import { useForeignShop } from '../../../lexicon/index.ts';
import { nounSaid } from '../../../shopping/language/request.ts';
import { withArticle } from '../../../shopping/language/speech.ts';
import { foreignNameIn } from '../../../shopping/nouns/foreign-names.ts';

afterEach(() => useForeignShop(false));

const nameIn = (title: string, category: string) => foreignNameIn({ title, brand: 'Lindner' }, category);

test.each([
  ['Lindner Kaffeemühle Vero', 'Mühlen', 'Kaffeemühle'],
  ['Lindner Thermobecher Clara', 'Becher', 'Thermobecher'],
  ['Becher Clara', 'Tassen & Becher', 'Becher'],
  ['French Press Greta', 'Kannen', null],
  ['Lindner Schuhe Greta', 'Schuhe', null],
  ['Lindner Mühle', 'Wanne', null],
  ['Katzen Futter Lamm', 'Katzen', null],
  ['Korb zur Aufbewahrung', 'Aufbewahrung', null],
  ['Futter für Pferd', 'Pferde', null],
  ['Weingläser Clara', 'Gläser', null],
  ['Topf zum Kochen', 'Kochen', null],
  ['Bilder Set', 'Bilder', null],
])('a German title calls its product what the category is named for: %s among %s', (title, category, name) => {
  useForeignShop('de');
  expect(nameIn(title, category)).toBe(name);
});

test.each([
  ['Camiseta básica', 'Camisetas', 'Camiseta'],
  ['Camisetas básicas', 'Camisetas', null],
  ['Minicamiseta básica', 'Camisetas', null],
  ['Mesa de centro', 'Mesas y sillas', null],
])(
  'a Spanish title does where it says the word of its category for one of them: %s among %s',
  (title, category, name) => {
    useForeignShop('es');
    expect(nameIn(title, category)).toBe(name);
  },
);

test('nothing is looked for where nobody knows the language of a shop, or it is English', () => {
  useForeignShop(true);
  expect(nameIn('Lindner Thermobecher', 'Becher')).toBeNull();
  useForeignShop(false);
  expect(nameIn('Lindner Thermobecher', 'Becher')).toBeNull();
});

test('a word of a foreign shop is quoted, with the article that it sounds like', () => {
  useForeignShop('de');
  expect(withArticle(nounSaid('Espressomaschine'))).toBe('an "Espressomaschine"');
  expect(withArticle(nounSaid('Übertopf'))).toBe('an "Übertopf"');
  expect(['Kettle', 'Teacup'].map(nounSaid)).toEqual(['kettle', 'teacup']);
});
