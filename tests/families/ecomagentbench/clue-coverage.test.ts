import { expect, test } from 'vitest';
import { cluelessness, cluesAreThere } from '../../../families/ecomagentbench/clue-coverage.ts';
import { useLanguage, useLexicon } from '../../../lexicon/index.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const shop = (field: string, values: readonly string[]) =>
  storedCatalog(
    Array.from({ length: 40 }, (_, at) => ({
      id: `B${at}`,
      title: `Chaise ${at}`,
      details: details({ [field]: values[at % values.length] as string }),
    })),
  );

test('an English shop has clues for what it states', () =>
  expect(cluesAreThere(shop('Material', ['Leather', 'Cotton']))).toBe(true));

test('a quantity that lies beyond all that people compare it with is told by no clue', () => {
  expect(cluesAreThere(shop('Item Weight', ['81 kg', '64 kg', '93 kg', '72 kg']))).toBe(false);
  expect(cluesAreThere(shop('Item Weight', ['0.1 kg', '0.4 kg', '2 kg', '5 kg']))).toBe(true);
});

test('a shop of a language without a lexicon has none', () =>
  expect(cluesAreThere(shop('Matière', ['cuir', 'coton']))).toBe(false));

test('a lexicon that brings clues for a catalog is heeded', () => {
  const catalog = shop('Matière', ['cuir', 'coton']);
  expect(cluesAreThere(catalog)).toBe(false);
  const values = { cuir: { clues: ['smell like a saddle', 'crease with age', 'be wiped with wax'] } };
  useLexicon({ fields: { Matière: { values } }, types: {} });
  try {
    expect(cluesAreThere(catalog)).toBe(true);
  } finally {
    useLexicon();
  }
});

test.each(['en', 'zh'])('clues are to be proposed in the language texts are written in: %s', (code) => {
  useLanguage(code);
  try {
    expect(cluelessness(shop('Matière', ['cuir', 'coton']))).toEqual([
      expect.stringContaining(` --writer openai --language ${code} proposes clues`),
    ]);
  } finally {
    useLanguage();
  }
});
