import { expect, test } from 'vitest';
import { flagInEnglish, flagOf } from '../../text/flags.ts';

test.each([
  'Yes',
  'true',
  'Oui',
  'Ja',
  'Sí',
  'Tidak',
  'Nein',
  'Tak',
  'Nie',
  'Nej',
  'いいえ',
  'Var',
  'yok',
  '있음',
  'ไม่มี',
  'не',
  'Si',
  'SIM',
  'No brand',
  '',
])('"%s" is read as a flag or as none', (value) => {
  const expected: Readonly<Record<string, boolean>> = {
    Yes: true,
    true: true,
    Oui: true,
    Ja: true,
    Sí: true,
    Tidak: false,
    Nein: false,
    Tak: true,
    Nie: false,
    Nej: false,
    いいえ: false,
    Var: true,
    yok: false,
    있음: true,
    ไม่มี: false,
  };
  expect(flagOf(value)).toBe(expected[value] ?? null);
});

test.each([
  ['Nej', 'No'],
  ['Sí', 'Yes'],
  ['yes', 'yes'],
  ['FALSE', 'FALSE'],
  ['Teak', 'Teak'],
])('an English text states the flag "%s" as "%s"', (value, said) => expect(flagInEnglish(value)).toBe(said));
