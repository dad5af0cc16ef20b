import { BASE_FIELDS, englishExpression } from '../../lexicon/index.ts';
import type { Detail } from '../../schemas/product.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { tokensOf } from '../../text/tokens.ts';
import { detailsFrom } from './details.ts';
import { canonicalField, KNOWN_FIELDS } from './fields.ts';
import { baseFormOf } from './options.ts';

/** The words that make up a field's values, as far as the lexicon lists them. */
interface FieldWords {
  /** Values whole, in comparison form. */
  readonly values: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly modifiers: ReadonlySet<string>;
}

const MOST_WORDS = 4;
const LABEL_WORDS = 3;
const KNOWN = new Set(KNOWN_FIELDS);

const normOf = (text: string) => tokensOf(text).join(' ');

const wordsOfFields = new Map<string, FieldWords | null>();

/** Null for a field whose values our own lexicon does not list: a catalog is the same whatever a person's file says. */
function wordsOf(field: string): FieldWords | null {
  let found = wordsOfFields.get(field);
  if (found === undefined) {
    const { values = {}, vocabulary, asked } = BASE_FIELDS.get(field) ?? {};
    const base = vocabulary?.extends === undefined ? undefined : BASE_FIELDS.get(vocabulary.extends)?.vocabulary;
    const lists = [vocabulary, base];
    const all = (key: 'words' | 'modifiers' | 'also') => lists.flatMap((list) => list?.[key] ?? []).map(normOf);
    const whole = new Set([...Object.keys(values).map(normOf), ...all('also'), ...all('words')]);
    found =
      asked === false || whole.size === 0
        ? null
        : { values: whole, words: new Set(all('words')), modifiers: new Set(all('modifiers')) };
    wordsOfFields.set(field, found);
  }
  return found;
}

/** "CasualMaterial: Cotton": what ran together where a line break was lost. */
const RUN_TOGETHER = /(?<=\p{Ll}{2}|[\d)])(?=\p{Lu}\p{Ll}+(?: \p{L}+){0,2}\s?[:：])/gu;
const LABEL = /(?<label>\p{L}[\p{L} ]*?)\s?[:：]\s?(?=[\p{L}\d])/gu;
/** Pattern of a value's end other than a capital letter, which begins the next label or sentence. */
const ENDS = /^\s*(?:$|[,;.|()[\]\n•*-])|^\s+\p{Lu}/u;
/** A list to choose from, in whatever way it is written. */
const LISTED = englishExpression('labelled facts: listed', 'iu');

/** The field that a label names. */
function fieldNamed(key: string): string | null {
  if (key.split(' ').length > LABEL_WORDS) return null;
  const field = canonicalField(key);
  return KNOWN.has(field) && wordsOf(field) !== null ? field : null;
}

let listing: ReadonlyMap<string, readonly string[]> | null = null;

/** Every field that lists a phrase for a value, or another spelling of one. */
export function fieldsListing(phrase: string): readonly string[] {
  if (listing === null) {
    const found = new Map<string, string[]>();
    for (const [field, { values = {}, asked }] of BASE_FIELDS) {
      if (asked === false) continue;
      const written = Object.entries(values).flatMap(([value, { also = [] }]) => [value, ...also]);
      for (const norm of new Set(written.map(normOf))) found.set(norm, [...(found.get(norm) ?? []), field]);
    }
    listing = found;
  }
  return listing.get(normOf(phrase)) ?? [];
}

/** The field that alone lists a phrase for a value, or another spelling of one. */
export function fieldListing(phrase: string): string | null {
  const [field = null, ...others] = fieldsListing(phrase);
  return others.length === 0 ? field : null;
}

/**
 * The field that a tag is a value of: in two words or more the one that alone lists it, for one word may as well say what a
 * thing is or smells of, unless other columns state that field.
 */
export function fieldOfTag(tag: string, stated: ReadonlySet<string>): string | null {
  const field = fieldListing(tag);
  return field !== null && (tokensOf(tag).length > 1 || stated.has(field)) ? field : null;
}

const isValue = (norm: string, { values, words, modifiers }: FieldWords) => {
  if (values.has(norm)) return true;
  const tokens = norm.split(' ');
  return words.has(tokens.at(-1) ?? '') && tokens.every((token) => words.has(token) || modifiers.has(token));
};

/** The longest value of a field that a text begins with, if nothing else is said with it. */
function valueAtStart(text: string, field: FieldWords): string | null {
  const ends = [...text.slice(0, 80).matchAll(/[\p{L}\p{N}%'’]+/gu)]
    .slice(0, MOST_WORDS)
    .map((word) => word.index + word[0].length);
  for (const end of ends.reverse()) {
    const value = text.slice(0, end);
    if (/[,;.|()[\]:：]/u.test(value) || LISTED.test(value) || !ENDS.test(text.slice(end))) continue;
    if (!isValue(normOf(value), field) || /^\s*[/&+]|^,\s*\p{Ll}+\s*[,.]/u.test(text.slice(end))) continue;
    return value;
  }
  return null;
}

/**
 * The facts that a text states as "Material: Cotton", wherever in it: a label that is a field of the lexicon and stands by itself,
 * for "Sole Material" is another, and a value that the lexicon knows of that field. Others may be half a sentence.
 */
export function labelledFacts(text: string): [key: string, value: string][] {
  if (!/[:：]/u.test(text)) return [];
  const parted = text.replace(RUN_TOGETHER, '. ');
  const facts: [string, string][] = [];
  /** The end of the last value; what follows it is a label of its own. */
  let done = 0;
  for (const {
    0: { length },
    index,
    groups,
  } of parted.matchAll(LABEL)) {
    const label = groups?.label ?? '';
    const key = (index < done ? label.slice(done - index) : label).trim();
    const field = fieldNamed(key);
    if (field === null) continue;
    const start = index + length;
    const value = valueAtStart(parted.slice(start), wordsOf(field) as FieldWords);
    if (value === null) continue;
    facts.push([key, value]);
    done = start + value.length;
  }
  return facts;
}

/** "95% Cotton, 5% Spandex" and nothing else: what a thing is made of, and of what most. */
const COMPOSITION = /^(?:\d{1,3}\s?%\s?\p{L}+(?:\s*(?:[,;/&]|and)\s*|[.\s]*$))+$/iu;
const SHARE = /(?<share>\d{1,3})\s?%\s?(?<stuff>\p{L}+)/gu;

/**
 * The fact that a text states by saying nothing but a value that one field alone lists, in two words or more ("Machine
 * Wash"), or of what fibres a thing is made; one word may be said of a part of it.
 */
export function wholeFact(text: string): [key: string, value: string] | null {
  const said = text.trim();
  if (COMPOSITION.test(said)) {
    const [most] = [...said.matchAll(SHARE)].sort((a, b) => Number(b.groups?.share) - Number(a.groups?.share));
    const stuff = most?.groups?.stuff ?? '';
    const material = wordsOf('Material');
    return material !== null && isValue(normOf(stuff), material) ? ['Material', stuff] : null;
  }
  const field = /\p{L}[\s-]+\p{L}/u.test(said) ? fieldListing(said) : null;
  return field === null ? null : [field, said];
}

const areOne = (field: string, options: readonly string[]) =>
  new Set(options.map((option) => baseFormOf(field, normaliseValue(option)))).size === 1;

/** The details of a listing, and what its texts state of fields that it does not state otherwise. */
export function withLabelledFacts(details: Record<string, Detail>, texts: readonly string[]): Record<string, Detail> {
  const isNew = ([key]: readonly [string, string]) => (details[canonicalField(key)]?.options.length ?? 0) === 0;
  const whole = texts.map(wholeFact).filter((fact) => fact !== null);
  const facts = [...whole, ...texts.flatMap(labelledFacts)].filter(isNew);
  if (facts.length === 0) return details;
  const stated = detailsFrom(facts.map(([key, value]) => [key, value, 'text'] as const));
  // A text that says two values of one field says them of two things, but for one value in two spellings.
  const single = Object.entries(stated).flatMap(([field, detail]) =>
    areOne(field, detail.options) ? [[field, { ...detail, options: detail.options.slice(0, 1) }] as const] : [],
  );
  return { ...details, ...Object.fromEntries(single) };
}
