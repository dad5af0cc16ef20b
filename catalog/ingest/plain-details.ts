import { fieldOfOneOption, meaningOf, type PairMeaning } from '../details.ts';
import { isOneOption } from '../options.ts';
import { BytesTable } from '../rows/bytes-table.ts';
import { plainEnd } from '../rows/plain-text.ts';
import { CLOSING_BRACE, jsonEnd, memberValue, QUOTE, spacesEnd, textEnd } from '../rows/skip-json.ts';
import type { ProductPacker } from '../store/product-packer.ts';
import type { Term } from '../store/terms.ts';

/** What a pair states, as JSON and terms. */
interface Stated {
  readonly field: string;
  pack(packer: ProductPacker): void;
}

/** What a pair states wherever it stands. */
class KnownPair implements Stated {
  readonly field: string;
  readonly saysSomething: boolean;
  readonly firstOption: string | null;
  readonly #json: string;
  readonly #terms: readonly Term[];

  constructor({ field, detail }: PairMeaning, packer: ProductPacker) {
    this.field = field;
    this.saysSomething = detail !== null;
    this.firstOption = detail?.options[0] ?? null;
    this.#json = `${JSON.stringify(field)}:${JSON.stringify(detail)}`;
    this.#terms = (detail?.options ?? []).map((option) => packer.terms.termOf(field, option));
  }

  pack({ data, terms, count }: ProductPacker): void {
    data.text(this.#json);
    for (const term of this.#terms) terms.note(term, count);
  }
}

/** A key whose value, if it is a text, is one option. */
class KnownKey {
  /** Null where the value may be something else. */
  readonly field: string | null;
  readonly beforeOption: string;
  readonly beforeValue: string;

  constructor(key: string) {
    this.field = fieldOfOneOption(key);
    this.beforeOption = `${JSON.stringify(this.field)}:{"options":["`;
    this.beforeValue = `"],"raw":[{"key":${JSON.stringify(key)},"value":"`;
  }
}

/** A pair whose value is an option as it stands. */
class OneOption implements Stated {
  readonly field: string;
  readonly #key: KnownKey;
  readonly #option: string;

  constructor(field: string, key: KnownKey, option: string) {
    this.field = field;
    this.#key = key;
    this.#option = option;
  }

  pack({ data, terms, count }: ProductPacker): void {
    const { beforeOption, beforeValue } = this.#key;
    data.text(`${beforeOption}${this.#option}${beforeValue}${this.#option}"}]}`);
    terms.noteOptions(this.field, [this.#option], count);
  }
}

/** Keys that have another place among the members of an object than they were written at, or none. */
const OUT_OF_PLACE = /^\d|^__proto__$/;

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

  /** Reads the object that begins at `from`, which is JSON; false where its pairs do not just follow one another. */
  read(bytes: Buffer, from: number): boolean {
    let at = spacesEnd(bytes, from + 1);
    while (bytes[at] !== CLOSING_BRACE) {
      const keyEnd = textEnd(bytes, at);
      const value = memberValue(bytes, keyEnd);
      const end = jsonEnd(bytes, value);
      if (!this.#add(this.#statedAt(bytes, at, keyEnd, value, end))) return false;
      const comma = spacesEnd(bytes, end);
      if (bytes[comma] === CLOSING_BRACE) return true;
      at = spacesEnd(bytes, comma + 1);
    }
    return true;
  }

  /** False where another pair is of the same field. */
  #add(stated: Stated): boolean {
    const { field } = stated;
    // A key that cannot name a field says nothing, however often it comes.
    if (field === '') return true;
    if (this.#fields.includes(field) || OUT_OF_PLACE.test(field)) return false;
    this.#fields.push(field);
    if (stated instanceof KnownPair) {
      if (!stated.saysSomething) return true;
      if (field === 'Brand') this.#brand = stated.firstOption;
    }
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
    const pair = new KnownPair(meaningOf(read(key, keyEnd), read(value, end)), this.#packer);
    if (known === ONCE) this.#pairs.put(pair);
    return pair;
  }

  #oneOption(bytes: Buffer, key: number, keyEnd: number, value: number, end: number): OneOption | null {
    if (bytes[value] !== QUOTE || plainEnd(bytes, value) < 0) return null;
    const option = bytes.toString('latin1', value + 1, end - 1);
    if (!isOneOption(option)) return null;
    let known = this.#keys.find(bytes, key, keyEnd);
    if (known === null) {
      known = new KnownKey(JSON.parse(bytes.toString('utf8', key, keyEnd)));
      this.#keys.put(known);
    }
    return known.field === null ? null : new OneOption(known.field, known, option);
  }

  /** Writes the members of the details and notes their options. */
  pack(): void {
    for (let place = 0; place < this.#stated.length; place++) {
      if (place > 0) this.#packer.data.text(',');
      this.#stated[place]?.pack(this.#packer);
    }
  }
}
