import { readdirSync } from 'node:fs';
import { isRecord } from '../schemas/json.ts';
import { readTable } from './tables.ts';

const HERE = new URL('./en/', import.meta.url);

/** Tables of English that hold words of other languages as well ("quiche", "sorbet"), or expressions. */
const NOT_WORDS = new Set([
  ...[
    'columns.yaml',
    'denials.yaml',
    'grammar.yaml',
    'number-dialogues.yaml',
    'one-word-names.yaml',
    'other-languages.yaml',
    'spellings.yaml',
    'text-stated.yaml',
  ],
  ...['unit-spellings.yaml', 'words.yaml', 'plausibility/foreign-words.yaml', 'plausibility/phrases.yaml'],
]);
/** The part of a field's entry that has what exports in any language call it. */
const ALIASES = 'aliases';

function* textsIn(part: unknown): Generator<string> {
  if (typeof part === 'string') yield part;
  else if (Array.isArray(part)) for (const one of part) yield* textsIn(one);
  else if (isRecord(part))
    for (const [key, inner] of Object.entries(part)) {
      yield key;
      if (key !== ALIASES) yield* textsIn(inner);
    }
}

const lettersIn = (text: string): readonly string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

let known: ReadonlySet<string> | undefined;

/** Every word that the tables of English have, whatever they have it for. */
function knownWords(): ReadonlySet<string> {
  known ??= new Set(
    ['', 'fields/', 'plausibility/']
      .flatMap((folder) => readdirSync(new URL(folder, HERE)).map((name) => folder + name))
      .filter((name) => name.endsWith('.yaml') && !NOT_WORDS.has(name))
      .flatMap((name) => [...textsIn(readTable(new URL(name, HERE)))])
      .flatMap((text) => lettersIn(text.toLowerCase())),
  );
  return known;
}

/** Endings of English words, with what may stand in their place. */
const ENDINGS: readonly (readonly [end: RegExp, instead: readonly string[]])[] = [
  [/ies$/, ['y']],
  [/es$/, ['', 'e']],
  [/s$/, ['']],
  [/(?:ed|ing)$/, ['', 'e']],
  [/(?<double>[b-df-hj-np-tv-z])\k<double>(?:ed|ing)$/, ['$1']],
];

/** Tells whether a word, in small letters, is one that the tables of English have, in one of its forms. */
function isKnown(word: string): boolean {
  const words = knownWords();
  return (
    words.has(word) ||
    words.has(`${word}s`) ||
    ENDINGS.some(([end, instead]) => end.test(word) && instead.some((letters) => words.has(word.replace(end, letters))))
  );
}

/** Words of fewer letters are alike in many languages, but for those in letters that English lacks. */
const LEAST_LETTERS = 3;
const OTHER_LETTER = /[^\p{Script=Latin}]/u;
/** Letters read one by one: three capitals, or none that is a vowel. */
const ABBREVIATION = /^(?:\p{Lu}{3}|[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]+)$/u;

/** The words of a text that tell its language, in small letters. */
export const tellingWords = (text: string): readonly string[] =>
  lettersIn(text.replaceAll('_', ' '))
    .filter((word) => (word.length >= LEAST_LETTERS || OTHER_LETTER.test(word)) && !ABBREVIATION.test(word))
    .map((word) => word.toLowerCase());

/** Those of some telling words that are none of English that is known. */
export const unknownWords = (words: readonly string[]): readonly string[] => words.filter((word) => !isKnown(word));

/** Tells whether every word of a text that tells a language is an English one that is known. */
export const isInKnownWords = (text: string): boolean => unknownWords(tellingWords(text)).length === 0;
