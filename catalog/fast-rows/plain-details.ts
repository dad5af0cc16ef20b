import type { Detail } from '../../schemas/product.ts';
import type { Field } from '../inverted-index/index.ts';
import type { ByteWriter } from '../memory/byte-writer.ts';
import { detailOfPair, fieldFor, statesList, statesOneOption } from '../product/details.ts';
import { MOST_OPTION_CHARACTERS, MOST_REMEMBERED_LENGTH } from '../product/options.ts';
import type { Cells } from '../readers/index.ts';
import { AFTER_VALUE, aroundOption, beforeValue, detailJson } from '../store/product-json.ts';
import type { ProductPacker } from '../store/product-packer.ts';
import { BytesTable } from './bytes-table.ts';
import { KnownParts, NEW, ONCE } from './known-parts.ts';
import { PlainLists } from './plain-lists.ts';
import { holdsCounts, holdsWord, plainEnd, writeCounts } from './plain-values.ts';
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  jsonEnd,
  memberValue,
  OPENING_BRACE,
  spacesEnd,
  textEnd,
  UNKNOWN,
} from './skip-json.ts';

/** Names that have another place among the members of an object than they were written at, or none. */
const OUT_OF_PLACE = /^\d|^__proto__$/;

const AFTER_VALUE_BYTES = Buffer.from(AFTER_VALUE);

/** A key of the details and the field it names. */
class KnownKey {
  readonly key: string;
  /** Empty where it cannot name a field. */
  readonly field: string;
  readonly place: number;
  readonly mayMove: boolean;
  readonly isBrand: boolean;
  /** The field that a plain text is the one option of; null where a text may be something else. */
  readonly ofOneOption: Field | null;
  /** The field that a plain text is a list of options of; null where a text may be something else. */
  readonly ofList: Field | null;
  /** The JSON around such a text in the details. */
  readonly #before: Buffer;
  readonly #after: Buffer;
  /** The JSON before any other text, whose options are written behind it. */
  readonly #beforeValue: Buffer;

  constructor(key: string, fields: FieldPlaces, packer: ProductPacker) {
    this.key = key;
    this.field = fieldFor(key);
    this.place = fields.placeOf(this.field);
    this.mayMove = OUT_OF_PLACE.test(this.field);
    this.isBrand = this.field === BRAND;
    this.ofOneOption = statesOneOption(this.field) ? packer.terms.field(this.field) : null;
    this.ofList = statesList(this.field) ? packer.terms.field(this.field) : null;
    const [before, after] = aroundOption(this.field, key);
    this.#before = Buffer.from(before);
    this.#after = Buffer.from(after);
    this.#beforeValue = Buffer.from(beforeValue(this.field, key));
  }

  /** Writes the member of the details whose value and whose options are written as JSON. */
  writeAny(into: ByteWriter, writeValue: () => void, writeOptions: () => void): void {
    into.copy(this.#beforeValue);
    writeValue();
    into.copy(AFTER_VALUE_BYTES);
    writeOptions();
    into.byte(CLOSING_BRACKET);
  }

  /** Writes the member of the details that states a plain text of the row as the one option. */
  write(bytes: Buffer, from: number, to: number, into: ByteWriter): void {
    into.copy(this.#before);
    into.copy(bytes, from, to);
    into.copy(this.#after);
  }
}

/** A pair that is not known yet. */
interface NewPair {
  /** Notes the options, or that there are none, and writes the member of the details as JSON. */
  pack(packer: ProductPacker, bytes: Buffer, cells: Cells): void;
}

/** A pair whose value is not just one option. */
class AnyPair implements NewPair {
  readonly field: string;
  readonly #detail: Detail;
  readonly json: string;

  constructor(field: string, detail: Detail) {
    this.field = field;
    this.#detail = detail;
    this.json = detailJson(field, detail);
  }

  get options(): readonly string[] {
    return this.#detail.options;
  }

  pack({ terms, count, data }: ProductPacker, _: Buffer, cells: Cells): void {
    terms.noteOptions(this.field, this.options, count);
    cells.noteDetail(this.field, this.#detail);
    data.text(this.json);
  }
}

/** A pair whose value is an option as it stands. */
class OneOption implements NewPair {
  readonly #field: Field;
  readonly #key: KnownKey;
  readonly #from: number;
  readonly #to: number;

  /** The option stands in the bytes of the row. */
  constructor(field: Field, key: KnownKey, from: number, to: number) {
    this.#field = field;
    this.#key = key;
    this.#from = from;
    this.#to = to;
  }

  pack({ terms, count, data }: ProductPacker, bytes: Buffer): void {
    terms.noteOptionIn(this.#field, bytes, this.#from, this.#to, count);
    this.#key.write(bytes, this.#from, this.#to, data);
  }
}

/** A pair whose value is a list of options that are all known. */
class ListPair implements NewPair {
  readonly #key: KnownKey;
  readonly #lists: PlainLists;
  readonly #from: number;
  readonly #to: number;
  /** The place of its first option among those of all lists of the product, and of the first behind. */
  readonly #first: number;
  readonly #end: number;

  /** The list, which was added last, stands in the bytes of the row. */
  constructor(key: KnownKey, lists: PlainLists, first: number, from: number, to: number) {
    this.#key = key;
    this.#lists = lists;
    this.#from = from;
    this.#to = to;
    this.#first = first;
    this.#end = lists.end;
  }

  get terms(): readonly number[] {
    return this.#lists.termsOf(this.#first, this.#end);
  }

  write(bytes: Buffer, into: ByteWriter): void {
    if (this.#lists.isOne(this.#first, this.#end, this.#from, this.#to))
      this.#key.write(bytes, this.#from, this.#to, into);
    else
      this.#key.writeAny(
        into,
        () => into.copy(bytes, this.#from, this.#to),
        () => this.#lists.write(this.#first, this.#end, bytes, into),
      );
  }

  pack({ count, data }: ProductPacker, bytes: Buffer): void {
    this.#lists.note(this.#first, this.#end, count);
    this.write(bytes, data);
  }
}

/** A pair whose value is an object of counts, such as ranks, which is no option. */
class CountsPair implements NewPair {
  readonly #key: KnownKey;
  readonly #from: number;
  readonly #to: number;

  /** The object stands in the bytes of the row. */
  constructor(key: KnownKey, from: number, to: number) {
    this.#key = key;
    this.#from = from;
    this.#to = to;
  }

  pack({ data }: ProductPacker, bytes: Buffer, cells: Cells): void {
    cells.noteUnread(this.#key.field, () => JSON.stringify(JSON.parse(bytes.toString('latin1', this.#from, this.#to))));
    this.#key.writeAny(
      data,
      () => writeCounts(bytes, this.#from, this.#to, data),
      () => data.text('[]'),
    );
  }
}

const PAIRS = 1 << 16;
const KEYS = 1 << 10;
const MOST_FIELDS = 10_000;
const BRAND = 'Brand';

/** Tells whether a plain text that begins with its quotation mark is an option for certain, in a field that lists nothing. */
function isOneOption(bytes: Uint8Array, from: number): boolean {
  const end = plainEnd(bytes, from);
  return end - from - 2 <= MOST_OPTION_CHARACTERS && holdsWord(bytes, from + 1, end - 1);
}

const brandJson = ([brand]: readonly string[]) => (brand === undefined ? null : JSON.stringify(brand));

/** The fields that the details of a product have. */
class FieldPlaces {
  readonly #places = new Map<string, number>();
  /** The number of the product that had each field last. */
  readonly #lastProduct: number[] = [];
  #product = 0;

  get size(): number {
    return this.#places.size;
  }

  placeOf(field: string): number {
    let place = this.#places.get(field);
    if (place === undefined) {
      place = this.#lastProduct.push(this.#product - 1) - 1;
      this.#places.set(field, place);
    }
    return place;
  }

  next(): void {
    this.#product++;
  }

  /** False where the product has the field already. */
  add(place: number): boolean {
    if (this.#lastProduct[place] === this.#product) return false;
    this.#lastProduct[place] = this.#product;
    return true;
  }

  clear(): void {
    this.#places.clear();
    this.#lastProduct.length = 0;
  }
}

/** The details of one product after the other, read from the bytes of its row. */
export class PlainDetails {
  readonly #packer: ProductPacker;
  readonly #cells: Cells;
  /** The members of the details, each marked with the place of its field. */
  readonly #pairs: KnownParts;
  #keys = new BytesTable<KnownKey>(KEYS);
  readonly #fields = new FieldPlaces();
  /** Known pairs of the product, or NEW for the next of those that are not. */
  #stated = new Int32Array(32);
  #statedCount = 0;
  readonly #lists: PlainLists;
  readonly #new: NewPair[] = [];
  #newCount = 0;
  /** The place of the field of brands, and the brands that known pairs state, as JSON. */
  #brandPlace: number;
  readonly #brands = new Map<number, string>();
  #brand: string | null = null;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(packer: ProductPacker, cells: Cells) {
    this.#packer = packer;
    this.#cells = cells;
    this.#pairs = new KnownParts(packer.terms, PAIRS);
    this.#lists = new PlainLists(packer.terms);
    this.#brandPlace = this.#fields.placeOf(BRAND);
  }

  /** The brand that the details state, as JSON. */
  get brand(): string | null {
    return this.#brand;
  }

  /** Forgets the product before. */
  clear(): void {
    if (this.#fields.size > MOST_FIELDS) this.#pairs.forget();
    if (this.#pairs.next()) {
      this.#fields.clear();
      this.#lists.forget();
      this.#brandPlace = this.#fields.placeOf(BRAND);
      this.#keys = new BytesTable(KEYS);
      this.#brands.clear();
    }
    this.#fields.next();
    this.#lists.next();
    this.#statedCount = 0;
    this.#newCount = 0;
    this.#brand = null;
  }

  /**
   * Reads the object that begins at `from`, and returns where it ends; -1 where it is not certain to be JSON, or its
   * pairs do not just follow one another.
   */
  read(bytes: Buffer, from: number): number {
    this.#bytes = bytes;
    let at = spacesEnd(bytes, from + 1);
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    for (;;) {
      const keyEnd = textEnd(bytes, at);
      const value = keyEnd < 0 ? UNKNOWN : memberValue(bytes, keyEnd);
      const end = value < 0 ? UNKNOWN : jsonEnd(bytes, value);
      if (end < 0 || !this.#add(at, keyEnd, value, end)) return UNKNOWN;
      at = spacesEnd(bytes, end);
      if (bytes[at] === CLOSING_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return UNKNOWN;
      at = spacesEnd(bytes, at + 1);
    }
  }

  /** Adds a pair; false where another one is of the same field. */
  #add(key: number, keyEnd: number, value: number, end: number): boolean {
    const known = this.#pairs.find(this.#bytes, key, end);
    if (known < 0) return this.#addNew(known, this.#keyAt(key, keyEnd), value, end);
    const place = this.#pairs.markOf(known);
    if (!this.#fields.add(place)) return false;
    this.#state(known);
    if (place === this.#brandPlace) this.#brand = this.#brands.get(this.#pairs.numberOf(known)) ?? null;
    return true;
  }

  #keyAt(from: number, to: number): KnownKey {
    let known = this.#keys.find(this.#bytes, from, to);
    if (known === null) {
      known = new KnownKey(this.#parsed(from, to), this.#fields, this.#packer);
      this.#keys.put(known);
    }
    return known;
  }

  #addNew(known: number, key: KnownKey, value: number, end: number): boolean {
    if (known === NEW) this.#pairs.meet();
    // A key that cannot name a field says nothing, however often it comes.
    if (key.field === '') return true;
    if (key.mayMove || !this.#fields.add(key.place)) return false;
    const [from, to] = [value + 1, end - 1];
    if (key.ofOneOption !== null && isOneOption(this.#bytes, value))
      this.#addOption(known, key, key.ofOneOption, from, to);
    else if (key.ofList === null || plainEnd(this.#bytes, value) < 0) this.#addAny(known, key, value, end);
    else if (!this.#addList(known, key, from, to)) {
      const options = this.#addAny(known, key, value, end);
      // One of several is likely to come again, alone or with others.
      if (options > 1 || known === ONCE) this.#lists.learn(key.ofList, key.place, this.#bytes, from, to);
    }
    return true;
  }

  /** Adds a pair whose value, from `from` to `to`, is an option as it stands. */
  #addOption(known: number, key: KnownKey, field: Field, from: number, to: number): void {
    let part = NEW;
    if (known === ONCE) {
      const term = this.#packer.terms.option(field, this.#bytes.toString('latin1', from, to));
      part = this.#pairs.add([term], key.place, (written) => key.write(this.#bytes, from, to, written));
    }
    this.#stateNew(part, new OneOption(field, key, from, to));
  }

  /** Adds a pair whose value is a plain list from `from` to `to`; false where not all its options are known. */
  #addList(known: number, key: KnownKey, from: number, to: number): boolean {
    const first = this.#lists.end;
    if (!this.#lists.add(key.place, this.#bytes, from, to)) return false;
    const pair = new ListPair(key, this.#lists, first, from, to);
    let part = NEW;
    if (known === ONCE) part = this.#pairs.add(pair.terms, key.place, (written) => pair.write(this.#bytes, written));
    this.#stateNew(part, pair);
    return true;
  }

  /** Adds any pair; returns how many options it states. */
  #addAny(known: number, key: KnownKey, value: number, end: number): number {
    const pair = this.#anyPair(key, value, end);
    if (pair === null) return 0;
    const options = pair instanceof AnyPair ? pair.options : [];
    if (key.isBrand) this.#brand = brandJson(options);
    this.#stateNew(known === ONCE && pair instanceof AnyPair ? this.#remember(pair, key) : NEW, pair);
    return options.length;
  }

  /** States a pair that is not known, or is from now on. */
  #stateNew(part: number, pair: NewPair): void {
    this.#state(part);
    if (part === NEW) this.#new[this.#newCount++] = pair;
  }

  #state(pair: number): void {
    if (this.#statedCount === this.#stated.length) {
      const grown = new Int32Array(this.#stated.length * 2);
      grown.set(this.#stated);
      this.#stated = grown;
    }
    this.#stated[this.#statedCount++] = pair;
  }

  /** Null where the pair says nothing. */
  #anyPair(key: KnownKey, value: number, end: number): AnyPair | CountsPair | null {
    if (this.#bytes[value] === OPENING_BRACE && key.ofOneOption !== null && holdsCounts(this.#bytes, value))
      return new CountsPair(key, value, end);
    const isPlain = plainEnd(this.#bytes, value) >= 0;
    const stated = isPlain ? this.#bytes.toString('latin1', value + 1, end - 1) : this.#parsed(value, end);
    const detail = detailOfPair(key.field, key.key, stated);
    return detail === null ? null : new AnyPair(key.field, detail);
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever stands there
  #parsed(from: number, to: number): any {
    return JSON.parse(this.#bytes.toString('utf8', from, to));
  }

  /** Remembers a pair that came once before; returns its number, or NEW where it is not to be remembered. */
  #remember({ field, options, json }: AnyPair, { place }: KnownKey): number {
    // Each that states nothing is looked at, for it may be that nobody could read it.
    if (options.length === 0 || options.some(({ length }) => length > MOST_REMEMBERED_LENGTH)) return NEW;
    const { terms } = this.#packer;
    const known = options.map((option) => terms.option(terms.field(field), option));
    const pair = this.#pairs.add(known, place, (written) => written.text(json));
    const brand = field === BRAND ? brandJson(options) : null;
    if (pair !== NEW && brand !== null) this.#brands.set(this.#pairs.numberOf(pair), brand);
    return pair;
  }

  /** Notes the options, and writes the members of the details as JSON. */
  pack(): void {
    const { data, count } = this.#packer;
    let fresh = 0;
    for (let place = 0; place < this.#statedCount; place++) {
      if (place > 0) data.byte(COMMA);
      const known = this.#stated[place] as number;
      if (known < 0) (this.#new[fresh++] as NewPair).pack(this.#packer, this.#bytes, this.#cells);
      else {
        this.#pairs.write(known, data);
        this.#pairs.note(known, count);
      }
    }
  }
}
