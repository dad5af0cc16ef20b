import { randomUUID } from 'node:crypto';
import { mostFormBytes, NO_FORM, writeForm } from '../../text/ascii-forms.ts';
import { Recent } from '../../text/cache/recent.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { DIGEST_WORDS, type DigestKey, digestOf, digestOfAscii } from '../memory/lane-digest.ts';
import { Numbering } from '../memory/numbering.ts';
import { Numbers } from '../memory/numbers.ts';
import { type Texts, TextsMaker } from '../memory/texts.ts';
import { MOST_REMEMBERED_LENGTH } from '../product/options.ts';
import { RememberedTerms } from './remembered-terms.ts';
import { rowsByGroup } from './row-set.ts';

/** Names in place of a field for terms that are no options; no field of a product is called so. */
export const TITLE_WORD = '\u0000title word';
export const SERVICE = '\u0000service';
export const TEXT = '\u0000text';
export const SKU_PRICES = '\u0000sku prices';

/** Numbers in the store of the fields of terms that are no options. */
export const FIELD_OF_KIND: ReadonlyMap<string, number> = new Map([
  [TITLE_WORD, -1],
  [SERVICE, -2],
  [TEXT, -3],
  [SKU_PRICES, -4],
]);

/**
 * Terms that some products are found by: options of their fields, words of their titles, their services. One may be
 * there more than once, as each time it was spelled: only the first product that is kept decides how it is shown.
 */
export interface Terms {
  readonly fields: readonly string[];
  /** The number of products that have any term of each field; 0 for terms that are no options. */
  readonly productsOf: Uint32Array;
  /** The place in `fields` of each term. */
  readonly fieldOf: Uint32Array;
  /** The memory that terms are remembered in, and each term's number there or NOT_REMEMBERED. */
  readonly memory: string;
  readonly remembered: Uint32Array;
  /** The digest of each term's field and comparison form. */
  readonly digests: Uint32Array;
  readonly norms: Texts;
  readonly spellings: Texts;
  /** The places of the products that have each term, never descending, one term's after the other's, and where they end. */
  readonly places: Uint32Array;
  readonly ends: Uint32Array;
}

export interface Field {
  readonly name: string;
  readonly start: DigestKey;
  /** The round it was met in last, and its place among the fields of that round. */
  round: number;
  place: number;
  /** Its options that are remembered, and in which memory. */
  readonly options: Map<string, number>;
  memory: string;
}

const NEVER = 0xffff_ffff;
export const NOT_REMEMBERED = 0xffff_ffff;

const MOST_FIELDS = 10_000;
/** The most terms that are remembered: then all are forgotten. */
const MOST_TERMS = 1 << 17;

/** Collects the terms of products, round by round. */
export class TermCollector {
  readonly #key: DigestKey;
  readonly #mostTerms: number;
  readonly #fields = new Recent<string, Field>(MOST_FIELDS);
  readonly #terms = new RememberedTerms<Field>();
  /** The words of titles that are remembered, numbered by their digests, and the term of each. */
  readonly #words = new Numbering();
  readonly #wordTerms = new Numbers();
  /** Remembered services, and that there is a text. */
  readonly #services = new Map<string, number>();
  #text: number;
  #skuPrices: number;
  #memory: string = randomUUID();
  readonly #digest = new Uint32Array(DIGEST_WORDS);
  readonly #titleWord: Field;
  readonly #service: Field;
  #round = 0;
  #metFields: string[] = [];
  /** The place of the field, by term of the round. */
  readonly #fieldOf = new Numbers();
  readonly #remembered = new Numbers();
  readonly #digests = new Numbers();
  readonly #norms = new TextsMaker();
  readonly #spellings = new TextsMaker();
  /** Pairs of a term and the place of a product that has it. */
  readonly #noted = new Numbers();
  readonly #places = new Numbers();

  constructor(key: DigestKey, mostTerms = MOST_TERMS) {
    this.#key = key;
    this.#mostTerms = mostTerms;
    this.#titleWord = this.field(TITLE_WORD);
    this.#service = this.field(SERVICE);
    this.#text = this.#remember(this.field(TEXT), '', '');
    this.#skuPrices = this.#remember(this.field(SKU_PRICES), '', '');
  }

  /** Changes, between two rounds, when all remembered terms are forgotten. */
  get memory(): string {
    return this.#memory;
  }

  /** Remembers the term that an option of a field is; returns what `note` knows it by. */
  option(field: Field, spelling: string): number {
    if (field.memory !== this.#memory) field.options.clear();
    field.memory = this.#memory;
    let term = field.options.get(spelling);
    if (term === undefined) {
      term = this.#remember(field, normaliseValue(spelling), spelling);
      field.options.set(spelling, term);
    }
    return term;
  }

  /** Remembers the term that a word of titles is, which stands in bytes of ASCII; returns what `note` knows it by. */
  wordIn(bytes: Buffer, from: number, to: number): number {
    const known = this.#knownWord(bytes, from, to);
    if (known !== undefined) return known;
    this.#words.numberOf(this.#digest, 0);
    const term = this.#terms.add(this.#titleWord, bytes.toString('latin1', from, to), '', this.#digest);
    this.#wordTerms.add(term);
    return term;
  }

  /** The remembered term that a word is; its digest is at hand then. */
  #knownWord(bytes: Buffer, from: number, to: number): number | undefined {
    digestOfAscii(bytes, from, to, this.#titleWord.start, this.#digest);
    return this.#termOfWord();
  }

  /** The remembered term of the word whose digest is at hand. */
  #termOfWord(): number | undefined {
    const number = this.#words.find(this.#digest, 0);
    return number < 0 ? undefined : this.#wordTerms.at(number);
  }

  #remember(field: Field, norm: string, spelling: string): number {
    return this.#terms.add(field, norm, spelling, digestOf(norm, field.start, this.#digest));
  }

  field(name: string): Field {
    let field = this.#fields.get(name);
    if (field === undefined) {
      field = { name, start: digestOf(name, this.#key), round: NEVER, place: 0, options: new Map(), memory: '' };
      this.#fields.set(name, field);
    }
    return field;
  }

  /** Tells whether two remembered terms of one field have the same comparison form. */
  areAlike(term: number, other: number): boolean {
    return this.#terms.areAlike(term, other);
  }

  /** The product that this round calls `place` has the remembered term; places come in ascending order. */
  note(term: number, place: number): void {
    let number = this.#terms.numberIn(this.#round, term);
    if (number < 0) {
      number = this.#meetRemembered(term);
      this.#terms.setNumber(this.#round, term, number);
    }
    this.#noted.add(number);
    this.#places.add(place);
  }

  /** Notes options that a product states together: one of several is likely to come again, alone or with others. */
  noteOptions(name: string, options: readonly string[], place: number): void {
    const field = this.field(name);
    for (const option of options) {
      if (options.length === 1 || option.length > MOST_REMEMBERED_LENGTH) this.noteOption(field, option, place);
      else this.note(this.option(field, option), place);
    }
  }

  /** Notes an option that may never come again. */
  noteOption(field: Field, spelling: string, place: number): void {
    const norm = normaliseValue(spelling);
    digestOf(norm, field.start, this.#digest);
    this.#norms.add(norm);
    this.#spellings.add(spelling);
    this.#noteUnknown(field, place);
  }

  /** The same of an option that stands in bytes, all of them printable ASCII. */
  noteOptionIn(field: Field, bytes: Buffer, from: number, to: number, place: number): void {
    const { bytes: norms } = this.#norms;
    const start = norms.end;
    const written = norms.room(mostFormBytes(to - from));
    const end = writeForm(bytes, from, to, written, start);
    if (end === NO_FORM) {
      this.noteOption(field, bytes.toString('latin1', from, to), place);
      return;
    }
    digestOfAscii(written, start, end, field.start, this.#digest);
    norms.end = end;
    this.#norms.end();
    this.#spellings.addBytes(bytes, from, to);
    this.#noteUnknown(field, place);
  }

  /** Notes a term that is not remembered, whose texts are the last and whose digest is at hand. */
  #noteUnknown(field: Field, place: number): void {
    this.#meetField(field);
    this.#remembered.add(NOT_REMEMBERED);
    for (let word = 0; word < DIGEST_WORDS; word++) this.#digests.add(this.#digest[word] as number);
    this.#noted.add(this.#norms.count - 1);
    this.#places.add(place);
  }

  /** Notes a word that may never come again. */
  noteWord(word: string, place: number): void {
    digestOf(word, this.#titleWord.start, this.#digest);
    const term = this.#termOfWord();
    if (term !== undefined) {
      this.note(term, place);
      return;
    }
    this.#norms.add(word);
    this.#spellings.end();
    this.#noteUnknown(this.#titleWord, place);
  }

  /** The same of a word that stands in bytes of ASCII. */
  noteWordIn(bytes: Buffer, from: number, to: number, place: number): void {
    const term = this.#knownWord(bytes, from, to);
    if (term !== undefined) {
      this.note(term, place);
      return;
    }
    this.#norms.addBytes(bytes, from, to);
    this.#spellings.end();
    this.#noteUnknown(this.#titleWord, place);
  }

  noteServices(services: readonly string[], place: number): void {
    for (const service of services) this.note(this.#serviceTerm(service), place);
  }

  #serviceTerm(service: string): number {
    let term = this.#services.get(service);
    if (term === undefined) {
      term = this.#remember(this.#service, service, '');
      this.#services.set(service, term);
    }
    return term;
  }

  /** Notes that a product has features or a description. */
  noteText(place: number): void {
    this.note(this.#text, place);
  }

  /** Notes that a SKU of a product has another price than the product's own. */
  noteSkuPrices(place: number): void {
    this.note(this.#skuPrices, place);
  }

  /** Returns the number of a term that the round has not had yet. */
  #meetRemembered(term: number): number {
    this.#meetField(this.#terms.fieldOf(term));
    this.#remembered.add(term);
    for (let word = 0; word < DIGEST_WORDS; word++) this.#digests.add(this.#terms.digestWord(term, word));
    this.#terms.addTexts(term, this.#norms, this.#spellings);
    return this.#norms.count - 1;
  }

  #meetField(field: Field): void {
    if (field.round !== this.#round) {
      field.round = this.#round;
      field.place = this.#metFields.push(field.name) - 1;
    }
    this.#fieldOf.add(field.place);
  }

  /** The terms noted since the last call. */
  take(): Terms {
    const { places, ends } = this.#placesByTerm();
    const fieldOf = this.#fieldOf.take();
    const terms = {
      fields: this.#metFields,
      productsOf: productsByField(this.#metFields, { fieldOf, places, ends }),
      fieldOf,
      memory: this.#memory,
      remembered: this.#remembered.take(),
      digests: this.#digests.take(),
      norms: this.#norms.take(),
      spellings: this.#spellings.take(),
      places,
      ends,
    };
    this.#metFields = [];
    this.#round++;
    if (this.#terms.size > this.#mostTerms) this.#forget();
    return terms;
  }

  #forget(): void {
    this.#terms.clear();
    this.#words.forget();
    this.#wordTerms.clear();
    this.#services.clear();
    this.#text = this.#remember(this.field(TEXT), '', '');
    this.#skuPrices = this.#remember(this.field(SKU_PRICES), '', '');
    this.#memory = randomUUID();
  }

  /** Puts what was noted in the order of terms; a product that has a term twice has it once. */
  #placesByTerm(): Pick<Terms, 'places' | 'ends'> {
    const [noted, placeOf] = [this.#noted.take(), this.#places.take()];
    const next = new Uint32Array(this.#norms.count + 1);
    for (let note = 0; note < noted.length; note++) next[(noted[note] as number) + 1]!++;
    for (let term = 1; term < next.length; term++) next[term]! += next[term - 1] as number;
    const places = new Uint32Array(noted.length);
    for (let note = 0; note < noted.length; note++) {
      const term = noted[note] as number;
      places[next[term] as number] = placeOf[note] as number;
      next[term]!++;
    }
    return { places, ends: next.subarray(0, -1).slice() };
  }
}

/** Counts the products of each field, one with several options once. */
function productsByField(
  fields: readonly string[],
  { fieldOf, places, ends }: Pick<Terms, 'fieldOf' | 'places' | 'ends'>,
): Uint32Array {
  const counts = new Uint32Array(fields.length);
  const termsOf = rowsByGroup(fieldOf, fields.length);
  /** The field that each product was counted for last, plus one. */
  const countedFor = new Uint32Array(placesIn(places));
  for (let field = 0; field < fields.length; field++) {
    if (!FIELD_OF_KIND.has(fields[field] as string))
      counts[field] = productsWithAny(termsOf(field), { places, ends }, countedFor, field + 1);
  }
  return counts;
}

/** Marks the products that have any of some terms, and counts them. Like the loop within, it is compiled once. */
function productsWithAny(
  terms: Uint32Array,
  { places, ends }: Pick<Terms, 'places' | 'ends'>,
  marks: Uint32Array,
  mark: number,
): number {
  let count = 0;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as number;
    const start = term === 0 ? 0 : (ends[term - 1] as number);
    count += countNew(places, start, ends[term] as number, marks, mark);
  }
  return count;
}

/** The number of products that have places: all of them, from 0 on. */
function placesIn(places: Uint32Array): number {
  let highest = -1;
  for (let at = 0; at < places.length; at++) highest = Math.max(highest, places[at] as number);
  return highest + 1;
}

/** Marks the products at some places, and counts those that were not marked. Apart from the loop around it, it is compiled once. */
function countNew(places: Uint32Array, start: number, end: number, marks: Uint32Array, mark: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const place = places[at] as number;
    if (marks[place] === mark) continue;
    marks[place] = mark;
    count++;
  }
  return count;
}
