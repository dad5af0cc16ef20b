import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DetailsInEnglish } from '../../../catalog/readers/details-in-english.ts';
import { tableOf } from '../../../lexicon/columns.ts';

const spanish = new DetailsInEnglish(['es']);

test.each([
  ['Talla', 'Size'],
  ['MATERIAL  PRINCIPAL', 'Material'],
  ['país_de_origen', 'Country of Origin'],
  ['Peso', 'Weight'],
  ['Lema', 'Lema'],
  // What the lexicon knows in English is that.
  ['Colour', 'Colour'],
])('the name %j is read as %j', (name, english) => expect(spanish.nameOf(name)).toBe(english));

test.each([
  ['Color', 'Negro', 'Black'],
  ['Color', 'negro, BLANCO', ['Black', 'White']],
  ['Colour', ['Rojo', 'Turquí'], ['Red', 'Turquí']],
  ['Color', 'Negro mate de la casa', 'Negro mate de la casa'],
  ['Color', 'negro y algo', 'negro y algo'],
  ['Color', 7, 7],
  ['Brand', 'Negro', 'Negro'],
])('the %s %j is read as %j', (field, value, english) => expect(spanish.valueOf(field, value)).toEqual(english));

test.each([
  ['Metall, Bomull', ['Metal', 'Cotton']],
  ['Tyg, Bomull', ['Tyg', 'Cotton']],
  ['Bomull, 1,5 mm, Tyg', ['Cotton', '1,5 mm', 'Tyg']],
  ['Bok, Tyg', 'Bok, Tyg'],
  ['Metall, som tål det mesta i en verkstad', 'Metall, som tål det mesta i en verkstad'],
])('each value of a list is read for itself, whatever stands beside it: %j', (value, english) =>
  expect(new DetailsInEnglish(['sv']).valueOf('Material', value)).toEqual(english),
);

test('a word of two languages is that of the likelier one, and without any language all stays as it is', () => {
  const word = 'rosa';
  expect(new DetailsInEnglish(['es', 'de']).valueOf('Color', word)).toBe('Pink');
  expect(new DetailsInEnglish([]).valueOf('Color', word)).toBe(word);
  expect(new DetailsInEnglish([]).nameOf('Talla')).toBe('Talla');
});

test('a Turkish name in capitals is the name in small letters', () =>
  expect(new DetailsInEnglish(['tr']).nameOf('İşletim Sistemi')).toBe('Operating System'));

test('what English calls so too is left as it is, be it a name or a value', () => {
  const several = new DetailsInEnglish(['fr', 'da', 'es', 'tr']);
  expect(several.valueOf('Color', ['Rose', 'Violet', 'Mauve'])).toEqual(['Rose', 'Violet', 'Mauve']);
  expect(several.valueOf('Fit Type', 'Regular')).toBe('Regular');
  expect(several.valueOf('Occasion', 'Sport')).toBe('Sport');
  expect(several.valueOf('Material', 'Aluminium')).toBe('Aluminium');
  expect(['Tension', 'Motif', 'Cap'].map((name) => several.nameOf(name))).toEqual(['Tension', 'Motif', 'Cap']);
});

test.each([
  ['Produkt Länge cm', 'Length (cm)'],
  ['Breite, cm', 'Width (cm)'],
  ['Breite (Zoll)', 'Width (in)'],
  ['Höhe (mm)', 'Height (mm)'],
  ['Gewicht g', 'Weight (g)'],
  ['Größe M', 'Größe M'],
  ['Länge L', 'Länge L'],
  ['Höhe min', 'Höhe min'],
  ['Höhe (min)', 'Height (min)'],
  ['Artikel Farbe', 'Color'],
  ['Länge Rahmen', 'Länge Rahmen'],
  ['Produkt Art', 'Type'],
  ['Produkt Rolle', 'Produkt Rolle'],
])('a unit behind a name and a word for the product before it are no part of it: %s', (name, english) =>
  expect(new DetailsInEnglish(['de']).nameOf(name)).toBe(english),
);

test('what stands in brackets behind a name stays there', () => {
  expect(new DetailsInEnglish(['fr']).nameOf('Taille (ans)')).toBe('Size (year)');
  expect(new DetailsInEnglish(['it']).nameOf('Peso (min)')).toBe('Weight (min)');
});

test.each([
  ['Stahl, pulverbeschichtet', ['Steel']],
  ['Aluminium/Stahl, schwarz lackiert', ['Aluminium', 'Steel']],
  ['Stahl, Holz', ['Steel', 'Wood']],
  ['pulverbeschichtet', 'pulverbeschichtet'],
])('materials are read in English beside what was done to them: %s', (value, english) =>
  expect(new DetailsInEnglish(['de']).valueOf('Material', value)).toEqual(english),
);

const german = new DetailsInEnglish(['de']);

test.each([
  ['Rahmenfarbe', 'Frame Color'],
  ['Material der Tischplatte', 'Material der Tischplatte'],
  ['Sitzhöhe', 'Seat Height'],
])('a name made of a known one and of the thing that it is of is read in English: %s', (name, english) =>
  expect(german.nameOf(name)).toBe(english),
);

test.each([
  ['es', 'Color de la correa', 'Strap Color'],
  ['fr', 'Matière du cadre', 'Frame Material'],
  ['cs', 'typ klavesnice', 'Keyboard Type'],
  ['pl', 'kolor ramy', 'kolor ramy'],
])('in %s a name says its thing first: %s', (language, name, english) =>
  expect(new DetailsInEnglish([language]).nameOf(name)).toBe(english),
);

test.each([
  ['de', 'rechteckige', 'Rectangular'],
  ['de', 'Querformat', 'Landscape'],
  ['de', 'Küche & Esszimmer', ['Kitchen', 'Dining Room']],
  ['pt', 'Seca', 'Dry'],
  ['es', 'roble pulido', 'Polished Oak'],
  ['es', 'rojos y negros', ['Red', 'Black']],
  ['fr', 'chêne brossé', 'Brushed Oak'],
  ['pl', 'okrągła', 'Round'],
  ['cs', 'bezdrátová', 'Wireless'],
  ['cs', 'podsvícená', 'podsvícená'],
  ['ru', 'Матовая', 'Matte'],
  ['sv', 'rektangulär', 'Rectangular'],
  ['ro', 'Dormitor', 'Bedroom'],
  ['hu', 'Fényes', 'Glossy'],
  ['el', 'Στρογγυλή', 'Round'],
])(
  'a value that means the same of any field is read in English, in whatever form: in %s %s',
  (language, value, english) => expect(new DetailsInEnglish([language]).valueOf('Aspecto', value)).toEqual(english),
);

test('a value with a word that nobody knows stays whole, and so does one that is English', () => {
  expect(german.valueOf('Form', 'rechteckig gefalzt')).toBe('rechteckig gefalzt');
  expect(german.valueOf('Form', 'Diesel')).toBe('Diesel');
});

test('values that are names are not translated', () => {
  expect(german.valueOf('Collection', 'Herz')).toBe('Herz');
  expect(german.valueOf('Motiv', 'Herz')).toBe('Heart');
});

test.each([
  ['it', 'Durata', '24 ore'],
  ['es', 'Capacidad', '2 puertas'],
  ['es', 'Contenido', '100 hojas'],
  ['fr', 'Rangement', '3 tiroirs'],
  ['de', 'Lieferung', '12 Rollen'],
  ['es', 'Tejido', '100% algodón'],
  ['es', 'Material', 'Poliéster 65%, algodón 35%'],
])('no value with a number is put together: in %s, %s %s', (language, field, value) =>
  expect(new DetailsInEnglish([language]).valueOf(field, value)).toEqual(value),
);

const inWords = fc.constantFrom(
  ...['de', 'es', 'fr', 'it', 'pl', 'ru', 'tr'].flatMap((language) => {
    const words = [
      ...Object.values(tableOf(language)?.values?.Color ?? {}),
      ...Object.values(tableOf(language)?.values?.Material ?? {}),
    ];
    return words.flat().map((word) => [language, word] as const);
  }),
);
test('a number before or behind a known word has the whole stay as it is', () =>
  fc.assert(
    fc.property(inWords, fc.nat(999), fc.boolean(), ([language, word], count, isBefore) => {
      const value = isBefore ? `${count} ${word}` : `${word} ${count}`;
      expect(new DetailsInEnglish([language]).valueOf('Aspecto', value)).toBe(value);
    }),
  ));

test.each([
  ['de', 'Occasion', 'Fest'],
  ['de', 'Occasion', 'Stillen'],
  ['de', 'Feature', 'Tasche'],
  ['de', 'Einsatz', 'Decke'],
  ['de', 'Einsatz', 'Schirm'],
  ['de', 'Difficulty Level', 'leicht'],
  ['fr', 'Usage', 'Bureau'],
  ['fr', 'Material', 'Gaze'],
  ['fr', 'Flavor', 'Raisin noir'],
  ['it', 'Contenuto', 'Colla'],
  ['it', 'Contenuto', 'Cava'],
  ['ru', 'Комплект', 'Ручка'],
  ['ru', 'Flavor', 'Орех'],
  ['pl', 'Zestaw', 'Koperta'],
  ['cs', 'Obsah', 'Kolo'],
  ['nl', 'Inbegrepen', 'Kast'],
  ['nl', 'Inbegrepen', 'Zak'],
  ['de', 'Material', 'Kristallglas'],
  ['es', 'Scent', 'Rosa'],
  ['fr', 'Flavor', 'Pois'],
  ['tr', 'Flavor', 'Mantar'],
  ['ru', 'Комплект', 'Клетка'],
  ['de', 'Material', 'Holzrahmen'],
])('a word of several senses, or for a thing or a part of one, is no value: in %s, %s %s', (language, field, value) =>
  expect(new DetailsInEnglish([language]).valueOf(field, value)).toBe(value),
);

test.each([
  ['de', 'Type', 'Tasche', 'Bag'],
  ['fr', 'Type', 'Bureau', 'Desk'],
  ['ro', 'Lid Material', 'Sticlă', 'Glass'],
  ['es', 'Color', 'Rosa', 'Pink'],
  ['es', 'Strap Material', 'Piel', 'Leather'],
  ['tr', 'Material', 'Mantar', 'Cork'],
])('a field that says which is meant has such a word read: in %s, %s %s', (language, field, value, english) =>
  expect(new DetailsInEnglish([language]).valueOf(field, value)).toBe(english),
);

test.each([
  ['cs', 'Zapínání', 'Closure'],
  ['pt', 'Densidade', 'Density'],
  ['fr', 'Pièces', 'Pièces'],
  ['fr', 'Titre', 'Titre'],
  ['it', 'Titolo', 'Titolo'],
  ['ro', 'Titlu', 'Titlu'],
  ['pl', 'Gwint', 'Gwint'],
  ['pl', 'Trzonek', 'Trzonek'],
  ['cs', 'Pohon', 'Pohon'],
  ['el', 'Είδος', 'Είδος'],
  ['tr', 'Tür', 'Tür'],
  ['tr', 'Kişi sayısı', 'Kişi sayısı'],
  ['it', 'Velocità', 'Velocità'],
  ['de', 'Masse', 'Masse'],
])('a name that means several things is left as it is: in %s %s', (language, name, english) =>
  expect(new DetailsInEnglish([language]).nameOf(name)).toBe(english),
);

test.each([
  ['es', 'Material', 'algodon', 'Cotton'],
  ['pt', 'Material', 'algodao', 'Cotton'],
  ['es', 'Color', 'marron', 'Brown'],
])(
  'words without the marks of their letters are read as those with them: %s %s %j',
  (language, field, value, english) => {
    expect(new DetailsInEnglish([language]).valueOf(field, value)).toBe(english);
  },
);

test('a country is read by what its language calls it, listed or not', () => {
  expect(new DetailsInEnglish(['ko']).valueOf('Country of Origin', '오스트리아')).toBe('Austria');
  expect(new DetailsInEnglish(['ko']).valueOf('Collection', '오스트리아')).toBe('오스트리아');
});
