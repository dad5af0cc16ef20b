import { Recent } from '../recent.ts';
import { normaliseValue } from '../text/normalise.ts';
import { Numbering } from './numbering.ts';
import { Numbers } from './numbers.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from './text-digest.ts';
import { joinTexts, type Texts } from './texts.ts';

/** Stand for fields where a term is no option of one; no field of a product is called so. */
export const TITLE_WORD = '\u0000title word';
export const SERVICE = '\u0000service';
export const TEXT = '\u0000text';

/** What the store calls the field of a term that is no option. */
export const FIELD_OF_KIND: ReadonlyMap<string, number> = new Map([
  [TITLE_WORD, -1],
  [SERVICE, -2],
  [TEXT, -3],
]);

/**
 * What some products are found by: options of their fields, words of their titles, their services. One may be there more
 * than once, as each time it was spelled: only the first product that is kept decides how it is shown.
 */
export interface Terms {
  readonly fields: readonly string[];
  /** Per term, its place in `fields`. */
  readonly fieldOf: Uint32Array;
  /** Per term, what tells its field and comparison form from all others. */
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
}

const NEVER = 0xffff_ffff;
/** An option of a field, as many products state it. */
export class Term {
  /** The round it was met in last, and its number among the terms of that round: what is asked for most comes first. */
  round = NEVER;
  number = 0;
  readonly field: Field;
  readonly norm: string;
  readonly spelling: string;
  readonly digest: readonly number[];

  constructor(field: Field, spelling: string) {
    this.field = field;
    this.norm = normaliseValue(spelling);
    this.spelling = spelling;
    // As signed numbers, which take a third of the memory.
    this.digest = Array.from(digestOf(this.norm, field.start), (word) => word | 0);
  }
}

/** A product has a text, whatever it says. */
const NO_WORDS = [''];
const MOST_FIELDS = 10_000;
const MOST_TERMS = 1 << 14;

/** Collects the terms of products, round by round. */
export class TermCollector {
  readonly #key: DigestKey;
  readonly #fields = new Recent<string, Field>(MOST_FIELDS);
  readonly #terms = new Recent<string, Term>(MOST_TERMS);
  readonly #digest = new Uint32Array(DIGEST_WORDS);
  readonly #titleWord: Field;
  readonly #service: Field;
  readonly #text: Field;
  #round = 0;
  #metFields: string[] = [];
  /** Tells the words and services of the round apart, and which terms they are. */
  readonly #numbering = new Numbering();
  readonly #numbers = new Numbers();
  /** Per term of the round. */
  readonly #fieldOf = new Numbers();
  readonly #digests = new Numbers();
  #norms: string[] = [];
  #spellings: string[] = [];
  /** Which term some product has, and that product's place. */
  readonly #noted = new Numbers();
  readonly #places = new Numbers();

  constructor(key: DigestKey) {
    this.#key = key;
    this.#titleWord = this.field(TITLE_WORD);
    this.#service = this.field(SERVICE);
    this.#text = this.field(TEXT);
  }

  /** The term that an option of a field is. */
  termOf(field: Field, spelling: string): Term {
    const id = `${field.name}\u0000${spelling}`;
    let term = this.#terms.get(id);
    if (term === undefined) {
      term = new Term(field, spelling);
      this.#terms.set(id, term);
    }
    return term;
  }

  field(name: string): Field {
    let field = this.#fields.get(name);
    if (field === undefined) {
      field = { name, start: digestOf(name, this.#key), round: NEVER, place: 0 };
      this.#fields.set(name, field);
    }
    return field;
  }

  /** The product that this round calls `place` has the term; places come in ascending order. */
  note(term: Term, place: number): void {
    if (term.round !== this.#round) {
      term.round = this.#round;
      term.number = this.#meet(term.field, term.norm, term.spelling, term.digest);
    }
    this.#noted.add(term.number);
    this.#places.add(place);
  }

  /** Notes options that hardly come again. */
  noteOptions(name: string, options: readonly string[], place: number): void {
    for (const option of options) this.noteOption(this.field(name), option, place);
  }

  noteOption(field: Field, spelling: string, place: number): void {
    const norm = normaliseValue(spelling);
    this.#noted.add(this.#meet(field, norm, spelling, digestOf(norm, field.start, this.#digest)));
    this.#places.add(place);
  }

  noteWords(words: readonly string[], place: number): void {
    this.#noteTexts(this.#titleWord, words, place);
  }

  noteServices(services: readonly string[], place: number): void {
    if (services.length > 0) this.#noteTexts(this.#service, services, place);
  }

  /** Notes that a product has features or a description. */
  noteText(place: number): void {
    this.#noteTexts(this.#text, NO_WORDS, place);
  }

  #noteTexts(field: Field, texts: readonly string[], place: number): void {
    for (const text of texts) {
      const digest = digestOf(text, field.start, this.#digest);
      const known = this.#numbering.size;
      const number = this.#numbering.numberOf(digest, 0);
      if (number === known) this.#numbers.add(this.#meet(field, text, '', digest));
      this.#noted.add(this.#numbers.at(number));
      this.#places.add(place);
    }
  }

  /** Returns the number of a term that the round has not had yet. */
  #meet(field: Field, norm: string, spelling: string, digest: ArrayLike<number>): number {
    if (field.round !== this.#round) {
      field.round = this.#round;
      field.place = this.#metFields.push(field.name) - 1;
    }
    this.#fieldOf.add(field.place);
    for (let word = 0; word < DIGEST_WORDS; word++) this.#digests.add(digest[word] as number);
    this.#norms.push(norm);
    return this.#spellings.push(spelling) - 1;
  }

  /** The terms noted since the last call. */
  take(): Terms {
    const { places, ends } = this.#placesByTerm();
    const terms = {
      fields: this.#metFields,
      fieldOf: this.#fieldOf.take(),
      digests: this.#digests.take(),
      norms: joinTexts(this.#norms),
      spellings: joinTexts(this.#spellings),
      places,
      ends,
    };
    this.#numbering.take();
    this.#numbers.take();
    this.#metFields = [];
    this.#norms = [];
    this.#spellings = [];
    this.#round++;
    return terms;
  }

  /** Puts what was noted in the order of terms; a product that has a term twice has it once. */
  #placesByTerm(): Pick<Terms, 'places' | 'ends'> {
    const [noted, placeOf] = [this.#noted.take(), this.#places.take()];
    const next = new Uint32Array(this.#norms.length + 1);
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
