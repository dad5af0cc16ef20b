import { englishDetails, valuesInLanguages } from '../../lexicon/columns.ts';
import { isInKnownWords, tellingWords } from '../../lexicon/english-words.ts';
import { BASE_FIELDS, englishWords, saysNames } from '../../lexicon/index.ts';
import { partsOfValue, wordsOfLanguage } from '../../lexicon/vocabulary.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { countryCalled } from '../../text/regions.ts';
import { UNIT_OF } from '../../text/units.ts';
import { unitBehindWord } from '../../text/units-in-names.ts';
import { canonicalField, KNOWN_FIELDS } from '../product/fields.ts';
import { fieldsListing } from '../product/labelled-facts.ts';
import { materialsAmong } from '../product/options.ts';

const folded = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    // The small letter of a Turkish "İ" is written with a dot of its own.
    .replaceAll('i\u0307', 'i')
    .replace(/[_\s]+/g, ' ')
    .trim();

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Tells whether a word that another language has for a value of a field is one by which English calls one too: "gold", "Rose",
 * "sport" of Sports, "regular" of a Regular Fit.
 */
export const isEnglishToo = (word: string, value: string, field: string): boolean =>
  (lettersOf(value).startsWith(lettersOf(word)) && isInKnownWords(word)) ||
  value
    .toLowerCase()
    .split(/[\s-]+/)
    .includes(word.toLowerCase()) ||
  fieldsListing(word).includes(field) ||
  englishWords('columns: values in English too').includes(word.toLowerCase());

const MOST_NAMES = 5_000;
/** Tells whether a name is one in English: "Tension", which is a voltage elsewhere. */
const isEnglishName = memoised(
  MOST_NAMES,
  (name) => KNOWN_FIELDS.includes(canonicalField(name)) || (tellingWords(name).length > 0 && isInKnownWords(name)),
);

/** A name with a unit behind it, in brackets or not. */
const WITH_UNIT = /^(?<measured>.+?),?\s*(?:[([]\s*(?<unit>[^\s()[\]]{1,6})\s*[)\]]|\s(?<unit>[^\s()[\]]{1,6}))$/u;
const BRACKET = /[()[\]]/;
/** Words that say of a detail, before its name, that it is of the product. */
const OF_A_PRODUCT = new Set(englishWords('columns: of a product, in other languages'));

/** Signs between the values of a cell; between two figures they stand in one of them: "1,5 l". */
const BETWEEN = /\s*(?:(?<!\d)[,;/|+&\n]|[,;/|+&\n](?!\d))\s*/;
/** Words of a part of a cell that nobody knows, at most, for it to be a value beside others: longer ones are prose. */
const MOST_WORDS = 3;

/** Ends of names of fields whose values are names, which nobody translates. */
const ENDS_OF_NAMES = new Set(englishWords('field name: holds names'));
/** Tells whether the values of a field are names: a brand, a collection. */
const holdsNames = (field: string): boolean =>
  saysNames(BASE_FIELDS.get(field)?.say?.as) || ENDS_OF_NAMES.has(folded(field).split(' ').at(-1) as string);

/** Values that are remembered: rows state the same ones over and over. */
const MOST_VALUES = 20_000;

/**
 * Reads details that rows name in other languages as English has them, by the tables of these languages, the likeliest first:
 * "Talla" is a Size, and "Negro" a black Color. What no table knows stays as it is.
 */
export class DetailsInEnglish {
  readonly #languages: readonly string[];
  readonly #values = new Map<string, ReadonlyMap<string, string>>();
  readonly #known = new Map<string, string | readonly string[]>();

  constructor(languages: readonly string[]) {
    this.#languages = languages;
  }

  /** A name as English has it, also one with a unit behind it or a word before it that says only whose it is: "Produkt Länge cm". */
  nameOf(name: string): string {
    if (this.#languages.length === 0) return name;
    const key = folded(name);
    const whole = this.#named(key);
    if (whole !== undefined || isEnglishName(key)) return whole ?? name;
    const { measured = '', unit = '' } = WITH_UNIT.exec(key)?.groups ?? {};
    const isMeasured = UNIT_OF.has(unit);
    const words = (isMeasured ? measured : key).split(' ');
    const own = OF_A_PRODUCT.has(words[0] as string) ? words.slice(1).join(' ') : words.join(' ');
    const english = own === key ? undefined : this.#named(own);
    if (english === undefined || !isMeasured) return english ?? name;
    const isInBrackets = BRACKET.test(key);
    const said = unitBehindWord(folded(english).split(' ').at(-1) as string, unit, isInBrackets);
    // "Peso (min)" is a weight, if none in minutes; "Größe M" may be anything.
    return said !== null || isInBrackets ? `${english} (${said ?? unit})` : name;
  }

  #named(key: string): string | undefined {
    if (isEnglishName(key)) return undefined;
    const language = this.#languages.find((one) => englishDetails(one).has(key));
    if (language !== undefined) return englishDetails(language).get(key);
    return BRACKET.test(key) ? undefined : firstOf(this.#languages, (one) => wordsOfLanguage(one).nameOf(key));
  }

  /** A value of a field, or each of several: of "negro de la casa" nothing is known, and all of it stays. */
  valueOf(field: string, value: unknown): unknown {
    if (this.#languages.length === 0) return value;
    const canonical = canonicalField(field);
    const read = (text: string) => this.#read(canonical, text);
    if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? read(one) : [one]));
    return typeof value === 'string' ? read(value) : value;
  }

  #read(field: string, text: string): string | readonly string[] {
    const key = `${field}\n${text}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      if (this.#known.size >= MOST_VALUES) this.#known.clear();
      known = this.#readAnew(field, text);
      this.#known.set(key, known);
    }
    return known;
  }

  #readAnew(field: string, text: string): string | readonly string[] {
    const whole = this.#said(field, text);
    if (whole !== undefined) return whole;
    const listed = text.split(BETWEEN).filter((part) => part !== '');
    if (listed.length < 2) return this.#joined(field, text);
    const parts = materialsAmong(field, listed);
    const said = parts.map((part) => this.#said(field, part) ?? this.#joined(field, part));
    if (parts.every((part, at) => said[at] === part)) return text;
    const isProse = (part: string, at: number) => said[at] === part && part.split(/\s+/).length > MOST_WORDS;
    return parts.some(isProse) ? text : said.flat();
  }

  /** The values between words that join them, "Hotel und Büro", as far as all are known; what is English stays beside what is read so. */
  #joined(field: string, text: string): string | readonly string[] {
    const parts = this.#languages.reduce<string[]>(partedBy, [text]).filter((part) => part !== '');
    const said = parts.map((part) => this.#said(field, part));
    if (parts.length < 2 || said.every((one) => one === undefined)) return text;
    const known = parts.flatMap((part, at) => said[at] ?? (isInKnownWords(part) ? part : []));
    return known.length === parts.length ? known : text;
  }

  /** The English of a value, by the table of its field, then by words that mean the same in any. */
  #said(field: string, text: string): string | undefined {
    const key = folded(text);
    return (
      this.#wordsOf(field).get(key) ??
      (field === 'Country of Origin' ? firstOf(this.#languages, (one) => countryCalled(key, one)) : undefined) ??
      (holdsNames(field) ? undefined : firstOf(this.#languages, (one) => wordsOfLanguage(one).valueOf(field, key)))
    );
  }

  /** English values of a field by the words of all languages; a word of two is of the likelier language. */
  #wordsOf(field: string): ReadonlyMap<string, string> {
    const known = this.#values.get(field);
    if (known !== undefined) return known;
    const tables = valuesInLanguages(field);
    const pairs = this.#languages.flatMap((language) =>
      tables
        .filter((one) => one.language === language)
        .flatMap(({ table }) =>
          Object.entries(table).flatMap(([value, words]) =>
            words.flatMap((word) => (isEnglishToo(word, value, field) ? [] : [[folded(word), value] as const])),
          ),
        ),
    );
    const found = new Map(pairs.toReversed());
    this.#values.set(field, found);
    return found;
  }
}

function firstOf(languages: readonly string[], said: (language: string) => string | undefined): string | undefined {
  return languages
    .values()
    .map(said)
    .find((english) => english !== undefined);
}

const partedBy = (parts: readonly string[], language: string): string[] =>
  parts.flatMap((part) => partsOfValue(part, language));
