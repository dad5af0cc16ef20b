import { fieldOfOneOption, meaningOf, type PairMeaning } from '../details.ts';
import { isOneOption } from '../options.ts';
import { BytesTable } from '../rows/bytes-table.ts';
import { plainEnd } from '../rows/plain-text.ts';
import { CLOSING_BRACE, COMMA, jsonEnd, memberValue, QUOTE, spacesEnd, textEnd, UNKNOWN } from '../rows/skip-json.ts';
import type { ProductPacker } from '../store/product-packer.ts';
import type { Field, Term } from '../store/terms.ts';

/** Names that have another place among the members of an object than they were written at, or none. */
const OUT_OF_PLACE = /^\d|^__proto__$/;

/** What a pair states, as JSON and terms. */
interface Stated {
  readonly field: string;
  /** Whether it may have another place among the details than it was written at, or none. */
  readonly mayMove: boolean;
  readonly saysSomething: boolean;
  readonly options: readonly string[];
  /** Notes the options, and returns the member of the details as JSON. */
  pack(packer: ProductPacker): string;
}

/** What a pair states that is not just one option. */
class AnyPair implements Stated {
  readonly field: string;
  readonly mayMove: boolean;
  readonly saysSomething: boolean;
  readonly options: readonly string[];
  readonly json: string;

  constructor({ field, detail }: PairMeaning) {
    this.field = field;
    this.mayMove = OUT_OF_PLACE.test(field);
    this.saysSomething = detail !== null;
    this.options = detail?.options ?? [];
    this.json = `${JSON.stringify(field)}:${JSON.stringify(detail)}`;
  }

  pack({ terms, count }: ProductPacker): string {
    terms.noteOptions(this.field, this.options, count);
    return this.json;
  }
}

/** What a pair states wherever it stands. */
class KnownPair implements Stated {
  readonly #json: string;
  readonly #term: Term | null;
  readonly #moreTerms: readonly Term[] | null;
  readonly field: string;
  readonly mayMove: boolean;
  readonly saysSomething: boolean;
  readonly options: readonly string[];

  constructor({ field, mayMove, saysSomething, options, json }: AnyPair, { terms }: ProductPacker) {
    this.field = field;
    this.mayMove = mayMove;
    this.saysSomething = saysSomething;
    this.options = options;
    // In one piece: joined texts are put together anew each time they are written.
    this.#json = Buffer.from(json).toString();
    const [term = null, ...more] = options.map((option) => terms.termOf(terms.field(field), option));
    this.#term = term;
    this.#moreTerms = more.length > 0 ? more : null;
  }

  pack({ terms, count }: ProductPacker): string {
    if (this.#term !== null) terms.note(this.#term, count);
    if (this.#moreTerms !== null) for (const term of this.#moreTerms) terms.note(term, count);
    return this.#json;
  }
}

/** A key whose value, if it is a text, is one option. */
class KnownKey {
  /** Null where the value may be something else. */
  readonly field: Field | null;
  readonly beforeOption: string;
  readonly beforeValue: string;

  constructor(key: string, packer: ProductPacker) {
    const field = fieldOfOneOption(key);
    this.field = field === null || OUT_OF_PLACE.test(field) ? null : packer.terms.field(field);
    this.beforeOption = `${JSON.stringify(field)}:{"options":["`;
    this.beforeValue = `"],"raw":[{"key":${JSON.stringify(key)},"value":"`;
  }
}

/** A pair whose value is an option as it stands. */
class OneOption implements Stated {
  readonly field: string;
  readonly mayMove = false;
  readonly saysSomething = true;
  readonly options: readonly string[];
  readonly #field: Field;
  readonly #key: KnownKey;

  constructor(field: Field, key: KnownKey, option: string) {
    this.field = field.name;
    this.options = [option];
    this.#field = field;
    this.#key = key;
  }

  pack({ terms, count }: ProductPacker): string {
    const { beforeOption, beforeValue } = this.#key;
    const [option = ''] = this.options;
    terms.noteOption(this.#field, option, count);
    return `${beforeOption}${option}${beforeValue}${option}"}]}`;
  }
}

/** What is remembered of a pair that was met for the first time, since most are never met again. */
const ONCE = 'once';
const PAIRS = 1 << 15;
const KEYS = 1 << 10;

/** The details of one product after the other, read from the bytes of its row. */
export class PlainDetails {
  readonly #packer: ProductPacker;
  readonly #pairs = new BytesTable<KnownPair | typeof ONCE>(PAIRS);
  readonly #keys = new BytesTable<KnownKey>(KEYS);
  readonly #fields: string[] = [];
  readonly #stated: Stated[] = [];
  #brand: string | null = null;

  constructor(packer: ProductPacker) {
    this.#packer = packer;
  }

  get brand(): string | null {
    return this.#brand;
  }

  /** Forgets the product before. */
  clear(): void {
    this.#fields.length = 0;
    this.#stated.length = 0;
    this.#brand = null;
  }

  /**
   * Reads the object that begins at `from`, and returns where it ends; -1 where it is not certain to be JSON, or its
   * pairs do not just follow one another.
   */
  read(bytes: Buffer, from: number): number {
    let at = spacesEnd(bytes, from + 1);
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    for (;;) {
      const keyEnd = textEnd(bytes, at);
      const value = keyEnd < 0 ? UNKNOWN : memberValue(bytes, keyEnd);
      const end = value < 0 ? UNKNOWN : jsonEnd(bytes, value);
      if (end < 0 || !this.#add(this.#statedAt(bytes, at, keyEnd, value, end))) return UNKNOWN;
      at = spacesEnd(bytes, end);
      if (bytes[at] === CLOSING_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return UNKNOWN;
      at = spacesEnd(bytes, at + 1);
    }
  }

  /** False where another pair is of the same field. */
  #add(stated: Stated): boolean {
    const { field } = stated;
    // A key that cannot name a field says nothing, however often it comes.
    if (field === '') return true;
    if (this.#fields.includes(field) || stated.mayMove) return false;
    this.#fields.push(field);
    if (!stated.saysSomething) return true;
    if (field === 'Brand') this.#brand = stated.options[0] ?? null;
    this.#stated.push(stated);
    return true;
  }

  #statedAt(bytes: Buffer, key: number, keyEnd: number, value: number, end: number): Stated {
    const known = this.#pairs.find(bytes, key, end);
    if (known instanceof KnownPair) return known;
    if (known === null) {
      this.#pairs.put(ONCE);
      const one = this.#oneOption(bytes, key, keyEnd, value, end);
      if (one !== null) return one;
    }
    const read = (from: number, to: number) => JSON.parse(bytes.toString('utf8', from, to));
    const pair = new AnyPair(meaningOf(read(key, keyEnd), read(value, end)));
    if (known === ONCE) this.#pairs.put(new KnownPair(pair, this.#packer));
    return pair;
  }

  #oneOption(bytes: Buffer, key: number, keyEnd: number, value: number, end: number): OneOption | null {
    if (bytes[value] !== QUOTE || plainEnd(bytes, value) < 0) return null;
    const option = bytes.toString('latin1', value + 1, end - 1);
    if (!isOneOption(option)) return null;
    let known = this.#keys.find(bytes, key, keyEnd);
    if (known === null) {
      known = new KnownKey(JSON.parse(bytes.toString('utf8', key, keyEnd)), this.#packer);
      this.#keys.put(known);
    }
    return known.field === null ? null : new OneOption(known.field, known, option);
  }

  /** Notes the options; returns the members of the details as JSON. */
  pack(): string {
    let json = '';
    for (let place = 0; place < this.#stated.length; place++) {
      if (place > 0) json += ',';
      json += (this.#stated[place] as Stated).pack(this.#packer);
    }
    return json;
  }
}
