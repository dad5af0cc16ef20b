import { expect, test } from 'vitest';
import { useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import {
  coreOf,
  flagNameOf,
  isCoded,
  isForeignName,
  isUnasked,
  unitLacking,
} from '../../../shopping/language/field-name.ts';

test.each([
  ['weight_g', 'weight'],
  ['disc diameter mm', 'disc diameter'],
  ['load per drawer kg', 'drawer kg'],
  ['Lowest Frequency (Hz)', 'lowest frequency'],
  ['nozzle_width_[mm]', 'nozzle width'],
  ['(mm)', 'mm'],
  ['Pays de fabrication', 'pays de fabrication'],
])('a shopper who is asked about %s hears "%s"', (field, core) => {
  expect(coreOf(field)).toBe(core);
});

test('a flag is named without its values', () => {
  expect(flagNameOf('Has Tape Deck (Yes/No)')).toBe('tape deck');
});

test.each([
  'Genre',
  'Form',
  'Motif',
  'Pliable',
  'Style',
  'Décor',
  'Impedance (Ω)',
  'Particle size µm',
  'Max temperature ºC',
])('a field that English has a name for is said in English: %s', (field) => expect(isForeignName(field)).toBe(false));

test.each(['Couleur', 'Matière', 'Gehäusefarbe', 'Пол', '(颜色)', 'Pays de fabrication'])(
  'a field of another language is foreign to an English sentence: %s',
  (field) => expect(isForeignName(field)).toBe(true),
);

test.each(['quality score', 'Release_Month', 'HS Code'])('nobody shops by %s', (field) =>
  expect(isUnasked(field)).toBe(true),
);

test.each(['Seating Capacity', 'Score Board', 'Color', 'Sun Protection Factor', 'Dress Code', 'Nutri-Score'])(
  'people shop by %s',
  (field) => expect(isUnasked(field)).toBe(false),
);

test('a field that a person says something of is asked about, whatever its name', () => {
  useLexicon({ ...NO_LEXICON, fields: { 'quality score': { asked: true } } });
  try {
    expect(isUnasked('quality score')).toBe(false);
  } finally {
    useLexicon();
  }
});

test.each(['furniture_type', 'Fire Class'])('bare numbers of %s are codes', (field) =>
  expect(isCoded(field)).toBe(true),
);

test.each(['Seating Capacity', 'width', 'Type of Seats'])('bare numbers of %s are amounts', (field) =>
  expect(isCoded(field)).toBe(false),
);

test.each([
  ['length', true],
  ['Cable_Length', true],
  ['Capacity', true],
  ['Seating Capacity', false],
  ['Number of Keys', false],
  ['Dimensions', true],
  ['Max resolution', true],
  ['Zoom wide (W)', true],
])('bare numbers of %s lack a unit: %s', (field, lacks) => expect(unitLacking(field) !== null).toBe(lacks));

test.each([
  ['Package Width (cm)', true],
  ['Package Weight (kg)', true],
  ['Shipping Weight (lb)', true],
  ['Width (cm)', false],
])('nobody shops by the size of a package, with a unit behind its name or not: %s', (field, expected) => {
  expect(isUnasked(field)).toBe(expected);
});
