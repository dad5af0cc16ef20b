import { type Candidate, type Check, quoted } from './judgement.ts';
import { type FieldVocabulary, KINDS } from './reading.ts';

const NUMBER = /^\d/;
/** "2018 Volkswagen Golf": a car, where phones are listed. */
const MODEL_YEAR = /^(?:19|20)\d\d\b/;
const JOINED = /[,;|/+&]|\band\b|\bwith\b/i;
/** Unknown words a value may hold beside its naming word: "Poseidon Blue", "Synthetic leather shell". */
const UNKNOWN_BEFORE_HEAD = 1;
const UNKNOWN_BESIDE = 2;

function isNamed(part: readonly string[], { heads, modifiers }: FieldVocabulary, strict: boolean): boolean {
  let last = part.length - 1;
  while (last > 0 && !heads.has(part[last]!) && modifiers.has(part[last]!)) last--;
  if (!heads.has(part[last] ?? '')) return false;
  const unknown = part.slice(0, last).filter((token) => !heads.has(token) && !modifiers.has(token)).length;
  return unknown <= (strict ? 0 : UNKNOWN_BEFORE_HEAD);
}

function fitsVocabulary({ option, tokens, lower }: Candidate, vocabulary: FieldVocabulary): boolean {
  const { heads, modifiers, digits, mode } = vocabulary;
  switch (mode) {
    case 'head': {
      const strict = lower.includes('(');
      if (!JOINED.test(option)) return isNamed(tokens, vocabulary, strict);
      return lower
        .split(JOINED)
        .map((part) => part.match(/[\p{L}\p{M}'\d]+/gu) ?? [])
        .every((part) => isNamed(part, vocabulary, strict));
    }
    case 'some': {
      const unknown = tokens.filter((token) => !heads.has(token) && !modifiers.has(token) && !NUMBER.test(token));
      return unknown.length <= UNKNOWN_BESIDE && tokens.some((token) => heads.has(token));
    }
    case 'every':
      return (
        tokens.some((token) => heads.has(token)) &&
        tokens.every((token) => heads.has(token) || modifiers.has(token) || (digits && NUMBER.test(token)))
      );
    case 'open':
      return true;
  }
}

const article = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Values of these kinds are at home in these fields, so they are foreign everywhere else. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  color: ['Color', 'Ink Color', 'Finish Type', 'Theme', 'Cable Type'],
  material: [
    'Material',
    'Handle Material',
    'Fabric Type',
    'Finish Type',
    'Surface Recommendation',
    'Point Type',
    'Shell Type',
  ],
  age: ['Age Range (Description)', 'Department', 'Room Type', 'Hair Type', 'Skin Type'],
  shape: ['Shape', 'Point Type', 'Connector Type', 'Item Form'],
  device: [
    'Compatible Devices',
    'Compatible Phone Models',
    'Hardware Platform',
    'Form Factor',
    'Recommended Uses For Product',
    'Special Feature',
    'Mounting Type',
    'Surface Recommendation',
    'Speaker Type',
  ],
};

/** Finds values that belong to another field: a Color without a colour in it, a Scent called "Black". */
export const belonging: Check = (candidate) => {
  const { field, option, normalised, vocabulary, language } = candidate;
  if (vocabulary === undefined) return null;
  if (vocabulary.phrases.has(normalised)) return null;
  if (field === 'Compatible Phone Models' && MODEL_YEAR.test(option))
    return `foreign_to_field: ${quoted(option)} is no phone`;
  const foreign =
    vocabulary.mode === 'open'
      ? vocabulary.not
      : Object.keys(HOMES).filter((kind) => !HOMES[kind]!.includes(field) && language === 'any');
  for (const kind of foreign) {
    if (KINDS.get(kind)?.has(normalised) === true)
      return `foreign_to_field: ${quoted(option)} is ${article(kind)}, not a ${field}`;
  }
  if (language === 'any' || fitsVocabulary(candidate, vocabulary)) return null;
  return `foreign_to_field: ${quoted(option)} names no ${field}`;
};
