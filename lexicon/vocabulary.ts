import { existsSync } from 'node:fs';
import { z } from 'zod';
import { englishDetails, englishKinds, kindsInTitles, tableOf, withoutMarks, writesCompounds } from './columns.ts';
import { isInKnownWords } from './english-words.ts';
import { ENGLISH } from './in-force.ts';
import { BASE_FIELDS } from './index.ts';
import { readTable } from './tables.ts';

const Words = z.array(z.string().min(1));

const Vocabulary = z.strictObject({
  /** Values of details that are the same whatever field states them, in English, with their words here. */
  words: z.record(z.string().min(1), Words),
  /** Parts of things, in English, with their words here: names of details are made of them, and values are none of them. */
  things: z.record(z.string().min(1), Words).optional(),
  /** Words for a color, a material or a pattern that are other things too: their own field alone has them read. */
  by_field_alone: Words.optional(),
  /** Ends of words as these lists have them, with those of their other forms: "o" of "seco", "a" of "seca". */
  forms: z.record(z.string(), Words).optional(),
  /** True of a language in which every word of a value has such forms, and not the last one alone. */
  forms_of_all: z.boolean().optional(),
  /** Words between a thing and what it is of, which English leaves out: "madera de roble". */
  joining: Words.optional(),
  /** Words between two values: "und". */
  and: Words.optional(),
  /** Texts that name a thing first and say behind it of what sort it is: values, names of details, or both. */
  thing_first: z.array(z.enum(['values', 'names'])).optional(),
  /** Letters between the parts of one word: "s" of "Sicherheitsglas". */
  links: Words.optional(),
});
type Vocabulary = z.infer<typeof Vocabulary>;

const NONE: Vocabulary = { words: {} };

function vocabularyOf(language: string): Vocabulary {
  const file = new URL(`./${language}/vocabulary.yaml`, import.meta.url);
  return existsSync(file) ? Vocabulary.parse(readTable(file)) : NONE;
}

/** Words of a language between a thing and what it is of: "de" of "mesa de roble". */
export const joiningWords = (language: string): readonly string[] => vocabularyOf(language).joining ?? [];

/** Fields whose values mean the same in any other one: a material is one under whatever name. */
const ANYWHERE = ['Color', 'Material', 'Country of Origin', 'Season', 'Department', 'Pattern'];

/** Words of a value, at most: longer ones are prose. */
const MOST_WORDS = 5;
/** Words of one entry of a list, at most. */
const MOST_OF_ENTRY = 4;
/** Letters of each part of a word made of two. */
const LEAST_OF_PART = 3;

/** Letters of a form that no list has, where its field is none of its own: shorter ones are other words too. */
const LEAST_OF_FORM = 5;
/** A text of words and nothing else: counts, shares and lists are not put together, whose order says something. */
const WORDS_ALONE = /^[\p{L}\p{M}'’\s-]+$/u;

const capital = (words: string) => words.replace(/(?<![\p{L}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());

/** The words of one language for values and names of details, with their forms, by what English says for them. */
export class LanguageWords {
  readonly #language: string;
  readonly #own: Vocabulary;
  readonly #anywhere: ReadonlyMap<string, string>;
  readonly #fields = new Map<string, ReadonlyMap<string, string>>();
  readonly #plain = new Map<string, ReadonlyMap<string, string>>();
  readonly #names: ReadonlyMap<string, string>;
  readonly #things: ReadonlyMap<string, string>;
  readonly #listed: ReadonlyMap<string, ReadonlySet<string>>;
  #byEnglish: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(language: string) {
    this.#language = language;
    this.#own = vocabularyOf(language);
    const { values = {}, kinds = {} } = tableOf(language) ?? {};
    const { words, things = {} } = this.#own;
    this.#listed = englishOfEach([words, things, kinds, ...Object.values(values)]);
    const anywhere = ANYWHERE.map((field) => values[field] ?? {});
    const senses = englishOfEach([words, ...anywhere]);
    const otherThings = new Set([...Object.values(kinds).flat(), ...(this.#own.by_field_alone ?? [])]);
    const qualities = [...pairsOf(words), ...anywhere.flatMap(pairsOf).filter(([word]) => !otherThings.has(word))];
    // "Rosado" is pink, and a rosé: the field has to say which.
    const unmistakable = qualities.filter(([word, english]) => isOnly(senses.get(word), english));
    this.#anywhere = this.#withForms(unmistakable, LEAST_OF_FORM);
    this.#names = englishDetails(language);
    const parts = new Map([...this.#anywhere, ...this.#withForms(pairsOf(things), LEAST_OF_FORM)]);
    this.#things = new Map(
      [...parts].flatMap(([word, english]) => [
        [withoutMarks(word), english],
        [word, english],
      ]),
    );
  }

  /** The English of a whole value of a field, in small letters, be it of several words; undefined where a word of it is unknown. */
  valueOf(field: string, text: string): string | undefined {
    if (isInKnownWords(text)) return undefined;
    const own = this.#ofField(field);
    const known = (entry: string) => own.get(entry) ?? this.#anywhere.get(entry) ?? this.#plainOf(field).get(entry);
    return (saysKinds(field) ? this.#kindOf(text) : undefined) ?? known(text) ?? this.#composed(text, 'values', known);
  }

  /** An English name for that of a detail, made of a name that is known and of the thing that it is of: "frame color" of "Rahmenfarbe". */
  nameOf(name: string): string | undefined {
    if (isInKnownWords(name)) return undefined;
    const things = (word: string) => this.#things.get(word);
    const headOf = (word: string) =>
      this.#names.get(word) ?? (BASE_FIELDS.has(capital(word)) ? capital(word) : undefined);
    let hasHead = false;
    const known = (entry: string, isHead: boolean) => {
      const head = isHead ? headOf(entry) : undefined;
      hasHead ||= head !== undefined;
      return head ?? this.#inParts(entry, things, headOf) ?? things(entry);
    };
    const made = this.#composed(name, 'names', known);
    return made !== undefined && (hasHead || !name.includes(' ')) ? made : undefined;
  }

  /** The words, with their forms, that are read as a value of a field in English. */
  wordsFor(field: string, english: string): readonly string[] {
    this.#byEnglish ??= Map.groupBy(this.#anywhere.keys(), (word) => this.#anywhere.get(word) as string);
    const own = [...this.#ofField(field)].flatMap(([word, value]) => (value === english ? [word] : []));
    const other = (this.#byEnglish.get(english) ?? []).filter(
      (word) => (this.#ofField(field).get(word) ?? english) === english,
    );
    return [...new Set([...own, ...other])];
  }

  #ofField(field: string): ReadonlyMap<string, string> {
    let known = this.#fields.get(field);
    if (known === undefined) {
      const { values = {} } = tableOf(this.#language) ?? {};
      // The material of a lid is one too.
      const table = values[field] ?? values[field.split(' ').at(-1) as string] ?? {};
      known = this.#withForms(pairsOf(table), 0);
      this.#fields.set(field, known);
    }
    return known;
  }

  /** The words for values of a field without the marks of their letters, as handles of shop systems are written: "algodon". */
  #plainOf(field: string): ReadonlyMap<string, string> {
    let plain = this.#plain.get(field);
    if (plain === undefined) {
      const marked = new Map([...this.#anywhere, ...this.#ofField(field)]);
      const pairs = [...marked].map(([word, english]) => [withoutMarks(word), english] as const);
      const alike = Map.groupBy(pairs, ([word]) => word);
      plain = new Map(
        pairs.filter(
          ([word, english]) =>
            word.length >= LEAST_OF_FORM && alike.get(word)?.every(([, other]) => other === english) === true,
        ),
      );
      this.#plain.set(field, plain);
    }
    return plain;
  }

  #kindOf(word: string): string | undefined {
    const kind = englishKinds(this.#language).get(word) ?? kindsInTitles(this.#language).get(word)?.noun;
    return kind === undefined ? undefined : capital(kind);
  }

  /** The English of a word made of two: "Holzrahmen" is a wood frame. */
  #inParts(
    word: string,
    first: (part: string) => string | undefined,
    last: (part: string) => string | undefined,
  ): string | undefined {
    if (!writesCompounds(this.#language) || !/^\p{L}+$/u.test(word)) return undefined;
    for (let at = LEAST_OF_PART; at <= word.length - LEAST_OF_PART; at++) {
      const head = last(word.slice(at));
      if (head === undefined) continue;
      const before = word.slice(0, at);
      const links = ['', ...(this.#own.links ?? [])].filter((link) => before.endsWith(link));
      const part = links.map((link) => first(before.slice(0, before.length - link.length))).find(Boolean);
      if (part !== undefined) return capital(`${part} ${head}`);
    }
    return undefined;
  }

  #joins(word: string): boolean {
    return this.#own.joining?.includes(word) === true;
  }

  /** Several words, each of which is known with those beside it, in the order of English. */
  #composed(
    text: string,
    what: 'values' | 'names',
    known: (entry: string, isHead: boolean) => string | undefined,
  ): string | undefined {
    const words = text.split(/[\s-]+/);
    if (words.length > MOST_WORDS || !WORDS_ALONE.test(text)) return undefined;
    const isThingFirst = this.#own.thing_first?.includes(what) === true;
    const said: string[] = [];
    for (let at = 0; at < words.length; ) {
      if (at > 0 && this.#joins(words[at] as string)) {
        // "Madera de roble" says of what the wood is; "negro de la casa" says whose black it is.
        if (what === 'values' && this.#joins(words[at + 1] ?? '')) return undefined;
        at++;
        continue;
      }
      const longest = Math.min(MOST_OF_ENTRY, words.length - at);
      const sizes = Array.from({ length: longest }, (_, less) => longest - less);
      const found = sizes
        .values()
        .map((size) => ({
          size,
          english: known(words.slice(at, at + size).join(' '), isThingFirst ? at === 0 : at + size === words.length),
        }))
        .find(({ english }) => english !== undefined);
      if (found?.english === undefined) return undefined;
      said.push(found.english);
      at += found.size;
    }
    return (isThingFirst ? said.toReversed() : said).join(' ');
  }

  /** Words with their forms; a form that two of them have is none of either, and one that is a word itself is that. */
  #withForms(
    pairs: readonly (readonly [word: string, english: string])[],
    leastLetters: number,
  ): ReadonlyMap<string, string> {
    const listed = new Map(pairs.toReversed());
    const made = new Map<string, string | null>();
    for (const [word, english] of listed)
      for (const form of this.#formsOf(word))
        if (form.length >= leastLetters && !listed.has(form) && isOnly(this.#listed.get(form), english))
          made.set(form, made.has(form) && made.get(form) !== english ? null : english);
    const told = [...made].flatMap(([form, english]) => (english === null ? [] : [[form, english] as const]));
    return new Map([...told, ...listed]);
  }

  #formsOf(phrase: string): string[] {
    const { forms = {}, forms_of_all = false } = this.#own;
    const words = phrase.split(' ');
    const others = (word: string) => {
      const ends = Object.entries(forms).filter(([end]) => word.endsWith(end) && word.length > end.length + 1);
      const longest = Math.max(...ends.map(([end]) => end.length));
      return ends
        .filter(([end]) => end.length === longest)
        .flatMap(([end, instead]) => instead.map((other) => word.slice(0, word.length - end.length) + other));
    };
    const before = words.slice(0, -1);
    const last = others(words.at(-1) as string);
    if (!forms_of_all || before.length === 0) return last.map((form) => [...before, form].join(' '));
    // Words that agree change alike: "verde claro", "verdes claros".
    const sets = words.map((word) => [word, ...others(word)]);
    return combined(sets).filter((form) => form !== phrase);
  }
}

/** Every choice of one word of each set; of long phrases the whole phrase alone. */
function combined(sets: readonly (readonly string[])[]): string[] {
  const count = sets.reduce((product, { length }) => product * length, 1);
  if (count > MOST_COMBINED) return [];
  return sets.reduce<string[]>(
    (phrases, set) => phrases.flatMap((phrase) => set.map((word) => (phrase === '' ? word : `${phrase} ${word}`))),
    [''],
  );
}
const MOST_COMBINED = 40;

const pairsOf = (table: Readonly<Record<string, readonly string[]>>): (readonly [string, string])[] =>
  Object.entries(table).flatMap(([english, words]) => words.map((word) => [word, english] as const));

/** The English of each word in some tables, by all that they say of it. */
function englishOfEach(
  tables: readonly Readonly<Record<string, readonly string[]>>[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const told = Map.groupBy(tables.flatMap(pairsOf), ([word]) => word);
  return new Map([...told].map(([word, pairs]) => [word, new Set(pairs.map(([, english]) => english))] as const));
}

/** Tells whether all that is told in English of a word is what is meant, or says more of it or less: "Long" and "Long Sleeve". */
const isOnly = (told: ReadonlySet<string> | undefined, english: string): boolean =>
  [...(told ?? [])].every((other) => saysTheSame(english, other));

function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.includes(b) || b.includes(a);
}

/** Tells whether a field states kinds of things: no other one holds a bag. */
const saysKinds = (field: string): boolean => tableOf(ENGLISH)?.kind?.includes(field.toLowerCase()) === true;

const languages = new Map<string, LanguageWords>();

/** The words of a language, put together once. */
export function wordsOfLanguage(language: string): LanguageWords {
  const known = languages.get(language) ?? new LanguageWords(language);
  languages.set(language, known);
  return known;
}

const joiners = new Map<string, RegExp | null>();

/** Parts of a value between words that join two: "blanco y negro". */
export function partsOfValue(text: string, language: string): string[] {
  let and = joiners.get(language);
  if (and === undefined) {
    const words = vocabularyOf(language).and ?? [];
    and = words.length === 0 ? null : new RegExp(`\\s+(?:${words.join('|')})\\s+`, 'iu');
    joiners.set(language, and);
  }
  return and === null ? [text] : text.split(and);
}
