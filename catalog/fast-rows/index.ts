import { cleanText } from '../../text/normalise.ts';
import { priceMinor } from '../product/price.ts';
import { countOf, ratingOf, textOf, textsOf, UNSORTED } from '../product/values.ts';
import type { Cells, PlainLayout } from '../readers/index.ts';
import { type ProductPacker, shelfOf } from '../store/product-packer.ts';
import { BytesTable } from './bytes-table.ts';
import { PlainDetails } from './plain-details.ts';
import { PlainTitles } from './plain-titles.ts';
import { plainEnd, plainNumber } from './plain-values.ts';
import { ListItems, RowMembers } from './row-members.ts';
import {
  CLOSING_BRACKET,
  COMMA,
  jsonEnd,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  spacesEnd,
  UNKNOWN,
} from './skip-json.ts';

export { fitsSchema } from './fits-product.ts';

const LETTER_N = 0x6e;

/** The place of each member: texts, lists of texts, then others. */
const PLACES = {
  ...{ id: 0, title: 1, store: 2, mainCategory: 3, features: 4, description: 5 },
  ...{ category: 6, details: 7, price: 8, averageRating: 9, ratingCount: 10 },
} as const;
const [TEXTS, LISTS] = [4, 6];

/** The first byte of each, if it is not null: texts, lists and an object. */
const BEGINNINGS = [
  ...[QUOTE, QUOTE, QUOTE, QUOTE],
  ...[OPENING_BRACKET, OPENING_BRACKET, OPENING_BRACKET],
  OPENING_BRACE,
];

/** The shelf that a list of categories names. */
interface Shelf {
  readonly name: string;
  readonly mainCategory: string;
  readonly json: Buffer;
}

/** Bytes of a text of nothing but quotation marks. */
const EMPTY_TEXT = 2;
const NO_SERVICES: readonly string[] = [];
const NAMES = 1 << 10;

/**
 * The byte path: packs products from the bytes of rows in Amazon's layout, without making records of them, to the same
 * effect as their reader (`readers/amazon2023.ts`), which reads every row that this leaves and is its oracle in tests.
 * Most of a row goes into the store as it stands, and most of the rest was read before.
 */
export class PlainProducts {
  readonly #packer: ProductPacker;
  readonly #members: RowMembers;
  readonly #details: PlainDetails;
  readonly #titles: PlainTitles;
  readonly #shelves = new BytesTable<Shelf>(NAMES);
  readonly #mainCategories = new BytesTable<string>(NAMES);
  readonly #layout: PlainLayout;
  readonly #cells: Cells;
  /** The currency between its commas, and what stands after the line, both as JSON. */
  readonly #currencyJson: string;
  readonly #end: string;
  #bytes: Buffer = Buffer.alloc(0);
  /** True for each text that is plain, and the cleaned form of each that is not. */
  readonly #isPlain: boolean[] = Array(TEXTS).fill(false);
  readonly #cleaned: (string | null)[] = Array(TEXTS).fill(null);
  /** The items of each list, from the place of the first one on. */
  readonly #items: readonly ListItems[] = Array.from({ length: LISTS - TEXTS }, () => new ListItems());

  constructor(layout: PlainLayout, file: string, packer: ProductPacker, cells: Cells) {
    this.#packer = packer;
    this.#layout = layout;
    this.#cells = cells;
    const members = Object.keys(PLACES).map((name) => layout[name as keyof typeof PLACES]);
    this.#members = new RowMembers(members.map((member) => (typeof member === 'string' ? member : member.column)));
    this.#details = new PlainDetails(packer, cells);
    this.#titles = new PlainTitles(packer.terms, packer.titles.words);
    this.#currencyJson = `,${JSON.stringify(layout.currency)},`;
    this.#end = `,${JSON.stringify(file)}]`;
  }

  /** Packs what a row states; false, having packed nothing, where the row has to be read as any other. */
  take(bytes: Buffer, from: number, to: number, line: number): boolean {
    this.#bytes = bytes;
    this.#details.clear();
    for (let list = 0; list < this.#items.length; list++) (this.#items[list] as ListItems).clear();
    if (!this.#members.find(bytes, from, to, this.#stepOver) || !this.#isLaidOut()) return false;
    if (!this.#says(PLACES.id) || !this.#says(PLACES.title)) return false;
    this.#pack(line);
    return true;
  }

  readonly #stepOver = (place: number, value: number): number => {
    if (place < TEXTS) {
      const end = plainEnd(this.#bytes, value);
      this.#isPlain[place] = end >= 0;
      return end >= 0 ? end : jsonEnd(this.#bytes, value);
    }
    const byte = this.#bytes[value];
    if (place < LISTS && byte === OPENING_BRACKET)
      return this.#itemsEnd(this.#items[place - TEXTS] as ListItems, value);
    if (place === PLACES.details && byte === OPENING_BRACE) return this.#details.read(this.#bytes, value);
    return jsonEnd(this.#bytes, value);
  };

  #itemsEnd(items: ListItems, from: number): number {
    const bytes = this.#bytes;
    let at = spacesEnd(bytes, from + 1);
    if (bytes[at] === CLOSING_BRACKET) return at + 1;
    for (;;) {
      const plain = plainEnd(bytes, at);
      const end = plain >= 0 ? plain : jsonEnd(bytes, at);
      if (end < 0) return UNKNOWN;
      items.add(at, plain >= 0 ? plain : -end);
      at = spacesEnd(bytes, end);
      if (bytes[at] === CLOSING_BRACKET) return at + 1;
      if (bytes[at] !== COMMA) return UNKNOWN;
      at = spacesEnd(bytes, at + 1);
    }
  }

  #isLaidOut(): boolean {
    for (let place = 0; place < BEGINNINGS.length; place++) {
      const start = this.#members.starts[place] as number;
      if (start >= 0 && this.#bytes[start] !== BEGINNINGS[place] && this.#bytes[start] !== LETTER_N) return false;
    }
    return true;
  }

  #pack(line: number): void {
    const { data, titles, count } = this.#packer;
    const shelf = this.#shelf();
    const hasMainCategory = this.#says(PLACES.mainCategory);
    const mainCategory = hasMainCategory ? this.#mainCategory() : (shelf?.mainCategory ?? UNSORTED);
    const hasStore = this.#says(PLACES.store);
    const { brand } = this.#details;
    const cells = this.#cells;
    cells.line = line;
    const amount = this.#value(PLACES.price);
    const stars = this.#value(PLACES.averageRating);
    const ratings = this.#value(PLACES.ratingCount);
    const price = cells.note(this.#layout.price, amount, priceMinor(amount, this.#layout.currency));
    const currency = price === null ? null : this.#layout.currency;
    const averageRating = cells.note(this.#layout.averageRating, stars, ratingOf(stars));
    const ratingCount = cells.note(this.#layout.ratingCount, ratings, countOf(ratings));

    data.byte(OPENING_BRACKET);
    this.#writeText(PLACES.id);
    data.byte(COMMA);
    this.#writeText(PLACES.title);
    data.byte(COMMA);
    if (brand !== null) data.text(brand);
    else this.#writeTextOrNull(PLACES.store, hasStore);
    data.byte(COMMA);
    this.#writeTextOrNull(PLACES.store, hasStore);
    data.byte(COMMA);
    if (hasMainCategory) this.#writeText(PLACES.mainCategory);
    else data.text(JSON.stringify(mainCategory));
    data.byte(COMMA);
    if (shelf !== null) data.copy(shelf.json);
    else data.text(JSON.stringify([mainCategory]));
    data.byte(COMMA);
    data.number(price);
    data.text(price === null ? ',null,' : this.#currencyJson);
    data.number(averageRating);
    data.byte(COMMA);
    data.number(ratingCount);
    data.text(',[');
    const hasFeatures = this.#writeTexts(PLACES.features);
    data.text('],[');
    const hasDescription = this.#writeTexts(PLACES.description);
    data.text('],{');
    this.#details.pack();
    data.text('},');
    data.number(line);
    data.text(this.#end);

    if (this.#isPlain[PLACES.title])
      this.#titles.add(this.#bytes, this.#textStart(PLACES.title), this.#textEnd(PLACES.title), count);
    else titles.add(this.#textAt(PLACES.title), count);
    this.#packer.end({
      id: this.#textAt(PLACES.id),
      mainCategory,
      shelf: shelf?.name ?? shelfOf([mainCategory]),
      currency,
      shopId: null,
      priceMinor: price,
      averageRating,
      ratingCount,
      services: NO_SERVICES,
      hasText: hasFeatures || hasDescription,
    });
  }

  /** Tells whether a text says anything. */
  #says(place: number): boolean {
    const from = this.#members.starts[place] as number;
    this.#cleaned[place] = null;
    if (from < 0 || this.#bytes[from] !== QUOTE) return false;
    const to = this.#members.ends[place] as number;
    if (this.#isPlain[place]) return to - from > EMPTY_TEXT;
    this.#cleaned[place] = cleanText(this.#parsed(from, to));
    return this.#cleaned[place] !== '';
  }

  /** The start of a plain text's content. */
  #textStart(place: number): number {
    return (this.#members.starts[place] as number) + 1;
  }

  /** The end of a plain text's content. */
  #textEnd(place: number): number {
    return (this.#members.ends[place] as number) - 1;
  }

  /** The content of a text that is not empty. */
  #textAt(place: number): string {
    return this.#cleaned[place] ?? this.#bytes.toString('latin1', this.#textStart(place), this.#textEnd(place));
  }

  #mainCategory(): string {
    const place = PLACES.mainCategory;
    if (!this.#isPlain[place]) return this.#textAt(place);
    const known = this.#mainCategories.find(this.#bytes, this.#textStart(place), this.#textEnd(place));
    if (known !== null) return known;
    const name = this.#textAt(place);
    this.#mainCategories.put(name);
    return name;
  }

  /** Writes a text that says anything. */
  #writeText(place: number): void {
    const cleaned = this.#cleaned[place] as string | null;
    if (cleaned !== null) this.#packer.data.text(JSON.stringify(cleaned));
    else
      this.#packer.data.copy(this.#bytes, this.#members.starts[place] as number, this.#members.ends[place] as number);
  }

  #writeTextOrNull(place: number, isThere: boolean): void {
    if (isThere) this.#writeText(place);
    else this.#packer.data.text('null');
  }

  /** Any member that is small. */
  #value(place: number): unknown {
    const from = this.#members.starts[place] as number;
    if (from < 0 || this.#bytes[from] === LETTER_N) return null;
    const to = this.#members.ends[place] as number;
    return plainNumber(this.#bytes, from, to) ?? this.#parsed(from, to);
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever stands there
  #parsed(from: number, to: number): any {
    return JSON.parse(this.#bytes.toString('utf8', from, to));
  }

  /** Null where there are no categories. */
  #shelf(): Shelf | null {
    const from = this.#members.starts[PLACES.category] as number;
    const to = this.#members.ends[PLACES.category] as number;
    if (from < 0) return null;
    const known = this.#shelves.find(this.#bytes, from, to);
    if (known !== null) return known;
    const categories = textsOf(this.#parsed(from, to));
    const [mainCategory] = categories;
    if (mainCategory === undefined) return null;
    const shelf = { name: shelfOf(categories), mainCategory, json: Buffer.from(JSON.stringify(categories)) };
    this.#shelves.put(shelf);
    return shelf;
  }

  /** Writes a list of texts without empty ones; returns whether there is any. */
  #writeTexts(place: number): boolean {
    const { data } = this.#packer;
    const { starts, ends, count } = this.#items[place - TEXTS] as ListItems;
    const before = data.end;
    for (let item = 0; item < count; item++) {
      const from = starts[item] as number;
      const end = ends[item] as number;
      const cleaned = end < 0 ? textOf(this.#parsed(from, -end)) : null;
      if (cleaned === null ? end - from === EMPTY_TEXT : cleaned === '') continue;
      if (data.end > before) data.byte(COMMA);
      if (cleaned === null) data.copy(this.#bytes, from, end);
      else data.text(JSON.stringify(cleaned));
    }
    return data.end > before;
  }
}
