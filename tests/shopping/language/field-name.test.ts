import { expect, test } from 'vitest';
import { coreOf, flagNameOf, isForeignName } from '../../../shopping/language/field-name.ts';

test.each([
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
