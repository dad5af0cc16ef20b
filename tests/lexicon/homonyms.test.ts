import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { languagesOfDetails, tableOf } from '../../lexicon/columns.ts';
import { FOREIGN_UNITS } from '../../lexicon/language.ts';
import { wordsOfLanguage } from '../../lexicon/vocabulary.ts';
import { normaliseValue } from '../../text/normalise.ts';

test.each(['120 cal', '22 cal', '2 let', '10 dia', '1 lata', '2 rok', '3 mes', '4 mese', '2 години'])(
  'a word of two languages, or of English, is no unit behind a number: %s',
  (value) => expect(normaliseValue(value)).toBe(value),
);

test('no spelling of a unit is a kind of thing in another language', () => {
  const kinds = new Set(
    languagesOfDetails().flatMap((language) => Object.values(tableOf(language)?.kinds ?? {}).flat()),
  );
  expect(kinds.size).toBeGreaterThan(100);
  expect([...FOREIGN_UNITS.keys()].filter((spelling) => kinds.has(spelling))).toEqual([]);
});

/** Qualities that some things are called by: they are qualities where no kind is asked for. */
const QUALITIES_TOO = ['imperméable', 'impermeable', 'impermeabile', 'portátil'];

test.each(['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da', 'cs', 'ru', 'uk', 'tr', 'ro', 'hu', 'el'])(
  'no kind of thing in %s is a quality by another name, nor a form of one',
  (language) => {
    const { kinds = {} } = tableOf(language) ?? {};
    const words = wordsOfLanguage(language);
    const other = Object.entries(kinds).flatMap(([kind, list]) =>
      list.filter((word) => {
        const read = /[\s-]/.test(word) || QUALITIES_TOO.includes(word) ? undefined : words.valueOf('Aspecto', word);
        return read !== undefined && read.toLowerCase() !== kind;
      }),
    );
    expect(other).toEqual([]);
  },
);

const vocabularyOf = (language: string) =>
  parse(readFileSync(join(import.meta.dirname, '../../lexicon', language, 'vocabulary.yaml'), 'utf8'));

test.each(['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da', 'cs', 'ru', 'uk', 'tr', 'ro', 'hu', 'el'])(
  'no part of a thing in %s is called as a material, a color or a quality is',
  (language) => {
    const { words, things } = vocabularyOf(language) as Record<string, Record<string, string[]>>;
    const { Material = {}, Color = {} } = tableOf(language)?.values ?? {};
    const others = new Map(
      [words, Material, Color].flatMap((table) =>
        Object.entries(table ?? {}).flatMap(([english, list]) => list.map((word) => [word, english] as const)),
      ),
    );
    const parts = Object.entries(things ?? {}).flatMap(([english, list]) =>
      list.map((word) => [word, english] as const),
    );
    expect(parts.filter(([word, english]) => (others.get(word) ?? english) !== english)).toEqual([]);
  },
);
