import { z } from 'zod';
import { commaList, FIELDS, ofLexicon, readWords } from '../../lexicon/index.ts';
import { normaliseText } from '../../text/normalise.ts';

const lists = z.record(z.string(), commaList);

const table = (file: string): unknown => readWords(`plausibility/${file}`);

export interface FieldVocabulary {
  readonly mode: 'head' | 'some' | 'every' | 'open';
  /** Tokens that name a value of the field. */
  readonly heads: ReadonlySet<string>;
  readonly modifiers: ReadonlySet<string>;
  /** Whole values, as normalised text. */
  readonly phrases: ReadonlySet<string>;
  /** Kinds (kinds.yaml) of values that are foreign to the field. */
  readonly not: readonly string[];
  readonly digits: boolean;
}

function readVocabulary(): Map<string, FieldVocabulary> {
  const vocabulary = new Map<string, FieldVocabulary>();
  const read = (field: string): FieldVocabulary | undefined => {
    const known = vocabulary.get(field);
    const { vocabulary: entry, values = {} } = FIELDS.get(field) ?? {};
    if (known !== undefined || entry === undefined) return known;
    const base = entry.extends === undefined ? undefined : read(entry.extends);
    const phrases = new Set([...(base?.phrases ?? []), ...entry.words.map(normaliseText)]);
    const spellings = Object.values(values).flatMap(({ also = [] }) => also);
    const whole = new Set([...phrases, ...[...(entry.also ?? []), ...spellings].map(normaliseText)]);
    const made: FieldVocabulary = {
      mode: entry.mode,
      phrases: whole,
      heads: new Set([...phrases].flatMap((phrase) => phrase.split(' '))),
      modifiers: new Set([
        ...(base?.modifiers ?? []),
        ...(entry.modifiers ?? []).flatMap((word) => normaliseText(word).split(' ')),
      ]),
      not: entry.not ?? [],
      digits: entry.digits ?? false,
    };
    vocabulary.set(field, made);
    return made;
  };
  for (const field of FIELDS.keys()) read(field);
  return vocabulary;
}

/** Vocabulary that the values of each known field are made of. */
export const VOCABULARY: ReadonlyMap<string, FieldVocabulary> = ofLexicon(readVocabulary);

/** Every token of every vocabulary: a word among them is whole, not cut off. */
export const VOCABULARY_TOKENS: ReadonlySet<string> = ofLexicon(
  () => new Set([...VOCABULARY.values()].flatMap(({ heads, modifiers }) => [...heads, ...modifiers])),
);

/** Values of one kind, as normalised text. */
export const KINDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists.parse(table('kinds.yaml'))).map(([kind, values]) => [kind, new Set(values.map(normaliseText))]),
);

const PHRASE_LISTS = z
  .strictObject({
    placeholders: commaList,
    placeholder_allowed: z.record(z.string(), z.array(z.string())),
    booleans: commaList,
    instructions: commaList,
    marketing: commaList,
    marketing_allowed: z.record(z.string(), z.array(z.string())),
    sentence_words: commaList,
    dangling_first: commaList,
    dangling_last: commaList,
    artefacts: commaList,
    whole_words: commaList,
  })
  .parse(table('phrases.yaml'));

export const PHRASES = {
  placeholders: new Set(PHRASE_LISTS.placeholders),
  placeholderAllowed: PHRASE_LISTS.placeholder_allowed,
  booleans: new Set(PHRASE_LISTS.booleans),
  instructions: PHRASE_LISTS.instructions,
  marketing: PHRASE_LISTS.marketing,
  marketingAllowed: PHRASE_LISTS.marketing_allowed,
  sentenceWords: new Set(PHRASE_LISTS.sentence_words.map((word) => normaliseText(word))),
  danglingFirst: new Set(PHRASE_LISTS.dangling_first),
  danglingLast: new Set(PHRASE_LISTS.dangling_last),
  artefacts: PHRASE_LISTS.artefacts,
  wholeWords: new Set(PHRASE_LISTS.whole_words),
};

const LETTERS_NFD_KEEPS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
};

const ASCII_ONLY = /^[\0-\x7f]*$/;

/** Lower case without accents, so that one spelling in a table stands for all. */
export function withoutAccents(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßıłøđæœ]/g, (letter) => LETTERS_NFD_KEEPS[letter]!);
}

const FOREIGN = lists.parse(table('foreign-words.yaml'));

export const FOREIGN_PHRASES: ReadonlySet<string> = new Set(
  Object.entries(FOREIGN).flatMap(([language, list]) =>
    language === 'accented_english' ? [] : list.map((word) => normaliseText(withoutAccents(word))),
  ),
);

export const ACCENTED_ENGLISH: ReadonlySet<string> = new Set(FOREIGN.accented_english);

/** The words a Size is made of. */
export const SIZES = z
  .strictObject({
    units: commaList,
    beside: commaList,
    names: commaList,
    endings: commaList,
    shoes: commaList,
    systems: commaList,
    wearers: commaList,
    parts: commaList,
    items: commaList,
  })
  .parse(table('sizes.yaml'));
