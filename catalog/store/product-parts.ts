import type { DatabaseSync } from 'node:sqlite';
import { ByteWriter } from '../memory/byte-writer.ts';
import { TextsMaker } from '../memory/texts.ts';
import { asBytes, asFloats, asNumbers } from './sqlite.ts';

/** Few enough that whoever wants one of them does not read much. */
export const PRODUCTS_PER_PART = 256;
/** Ends the words of a title, which have none. */
export const LINE_BREAK = 0x0a;

/** The numbers of a product; NaN, or 0 for a currency or a shop, means not stated. */
export interface ProductNumbers {
  readonly mainCategory: number;
  readonly shelf: number;
  readonly priceMinor: number;
  readonly currency: number;
  readonly averageRating: number;
  readonly ratingCount: number;
  readonly shop: number;
}

/** The numbers of a product that a later row may change. */
type Changeable = Omit<ProductNumbers, 'mainCategory' | 'shelf'>;

/** Columns of the table by what is in them. */
const FLOATS = { priceMinor: 'price_minor', averageRating: 'average_rating', ratingCount: 'rating_count' } as const;
const WHOLES = { mainCategory: 'main_category', shelf: 'shelf', currency: 'currency', shop: 'shop' } as const;
const FLOAT_NAMES = Object.keys(FLOATS) as (keyof typeof FLOATS)[];
const WHOLE_NAMES = Object.keys(WHOLES) as (keyof typeof WHOLES)[];
const NUMBER_COLUMNS = [...Object.values(FLOATS), ...Object.values(WHOLES)];

type Numbers = Record<keyof typeof FLOATS, Float64Array> & Record<keyof typeof WHOLES, Uint32Array>;
type NumberRow = object;
interface PartRow {
  readonly ids: Uint8Array;
  readonly id_ends: Uint8Array;
  readonly title_words: Uint8Array;
}

const arrays = (): Numbers => ({
  ...{ priceMinor: new Float64Array(PRODUCTS_PER_PART), averageRating: new Float64Array(PRODUCTS_PER_PART) },
  ...{ ratingCount: new Float64Array(PRODUCTS_PER_PART), mainCategory: new Uint32Array(PRODUCTS_PER_PART) },
  ...{ shelf: new Uint32Array(PRODUCTS_PER_PART), currency: new Uint32Array(PRODUCTS_PER_PART) },
  shop: new Uint32Array(PRODUCTS_PER_PART),
});

const numbersOf = (row: NumberRow): Numbers => {
  const numbers = {} as Record<string, Float64Array | Uint32Array>;
  for (const name of FLOAT_NAMES)
    numbers[name] = asFloats((row as Record<string, Uint8Array>)[FLOATS[name]] as Uint8Array);
  for (const name of WHOLE_NAMES)
    numbers[name] = asNumbers((row as Record<string, Uint8Array>)[WHOLES[name]] as Uint8Array);
  return numbers as Numbers;
};

/** The numbers of all products, part by part, each with the row of its first product. */
export function* storedNumbers(db: DatabaseSync): Generator<readonly [from: number, numbers: Numbers]> {
  const rows = db.prepare(`SELECT part, ${NUMBER_COLUMNS.join(', ')} FROM products ORDER BY part`).iterate();
  for (const row of rows as unknown as Iterable<NumberRow & { readonly part: number }>)
    yield [row.part * PRODUCTS_PER_PART, numbersOf(row)];
}

/** The first `count` numbers of each column, as the table has them. */
const columnsOf = (numbers: Numbers, count: number): Uint8Array[] =>
  [...FLOAT_NAMES, ...WHOLE_NAMES].map((name) => asBytes(numbers[name].subarray(0, count)));

function put(numbers: Numbers, place: number, product: Changeable): void {
  numbers.priceMinor[place] = product.priceMinor;
  numbers.averageRating[place] = product.averageRating;
  numbers.ratingCount[place] = product.ratingCount;
  numbers.currency[place] = product.currency;
  numbers.shop[place] = product.shop;
}

/** Writes what is known of products beside their JSON, many to a row: a row for each would take longer than all it holds. */
export class ProductParts {
  readonly #statements;
  readonly #ids = new TextsMaker();
  readonly #titleWords = new ByteWriter();
  #numbers = arrays();
  #part: number;
  /** The number of products in the part at hand. */
  #count = 0;

  /** Goes on from the parts that are there. */
  constructor(db: DatabaseSync) {
    const columns = ['part', 'ids', 'id_ends', 'title_words', ...NUMBER_COLUMNS];
    this.#statements = {
      insert: db.prepare(`INSERT INTO products (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`),
      size: db.prepare('SELECT total(length(shelf)) / 4 AS n FROM products'),
      numbers: db.prepare(`SELECT ${NUMBER_COLUMNS.join(', ')} FROM products WHERE part = ?`),
      change: db.prepare(
        `UPDATE products SET ${NUMBER_COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE part = ?`,
      ),
    };
    const last = db.prepare('SELECT * FROM products ORDER BY part DESC LIMIT 1').get() as
      | (PartRow & { part: number })
      | undefined;
    this.#part = last === undefined ? 0 : last.part;
    if (last === undefined) return;
    this.#takeUp(last);
    db.prepare('DELETE FROM products WHERE part = ?').run(this.#part);
    this.#writeIfFull();
  }

  /** Makes a part that is there the one at hand. */
  #takeUp(row: PartRow): void {
    const numbers = numbersOf(row);
    for (const name of FLOAT_NAMES) this.#numbers[name].set(numbers[name]);
    for (const name of WHOLE_NAMES) this.#numbers[name].set(numbers[name]);
    this.#titleWords.copy(Buffer.from(row.title_words));
    const ids = Buffer.from(row.ids);
    let start = 0;
    for (const end of asNumbers(row.id_ends)) {
      this.#ids.addBytes(ids, start, end);
      start = end;
      this.#count++;
    }
  }

  /** Adds a product whose words of the title stand among others. */
  add(id: string, titleWords: Buffer, from: number, to: number, product: ProductNumbers): void {
    this.#ids.add(id);
    this.#titleWords.copy(titleWords, from, to);
    this.#titleWords.byte(LINE_BREAK);
    this.#numbers.mainCategory[this.#count] = product.mainCategory;
    this.#numbers.shelf[this.#count] = product.shelf;
    put(this.#numbers, this.#count++, product);
    this.#writeIfFull();
  }

  /** Changes the numbers of a product that was added. */
  change(row: number, product: Changeable): void {
    const part = Math.floor(row / PRODUCTS_PER_PART);
    const place = row % PRODUCTS_PER_PART;
    const isAtHand = part === this.#part;
    const numbers = isAtHand ? this.#numbers : numbersOf(this.#statements.numbers.get(part) as NumberRow);
    put(numbers, place, product);
    if (!isAtHand) this.#statements.change.run(...columnsOf(numbers, PRODUCTS_PER_PART), part);
  }

  #writeIfFull(): void {
    if (this.#count < PRODUCTS_PER_PART) return;
    this.finish();
    this.#part++;
    this.#count = 0;
  }

  /** The number of products in parts that are written and in the one at hand. */
  get size(): number {
    return Number(this.#statements.size.get()?.n) + this.#count;
  }

  /** Writes the part at hand; there must be no more to come. */
  finish(): void {
    if (this.#count === 0) return;
    const { bytes, ends } = this.#ids.take();
    const columns = columnsOf(this.#numbers, this.#count);
    const titleWords = this.#titleWords.buffer.subarray(0, this.#titleWords.end);
    this.#statements.insert.run(this.#part, bytes, asBytes(ends), titleWords, ...columns);
    this.#titleWords.clear();
  }
}
