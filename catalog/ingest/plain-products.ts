import { priceMinor } from '../price.ts';
import type { PlainLayout } from '../readers/reader.ts';
import { BytesTable } from '../rows/bytes-table.ts';
import { plainNumber } from '../rows/plain-number.ts';
import { plainEnd } from '../rows/plain-text.ts';
import { RowMembers } from '../rows/row-members.ts';
import {
  CLOSING_BRACKET,
  COMMA,
  jsonEnd,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  spacesEnd,
  UNKNOWN,
} from '../rows/skip-json.ts';
import { type ProductPacker, shelfOf } from '../store/product-packer.ts';
import { cleanText } from '../text/normalise.ts';
import { countOf, ratingOf, textOf, textsOf } from '../values.ts';
import { PlainDetails } from './plain-details.ts';

const LETTER_N = 0x6e;

/** Where each member is kept. */
const PLACES = {
  ...{ id: 0, title: 1, store: 2, mainCategory: 3, category: 4, features: 5, description: 6, details: 7 },
  ...{ price: 8, averageRating: 9, ratingCount: 10 },
} as const;

/** What the first of them begin with, if they are not null: texts, lists and an object. */
const BEGINNINGS = [
  ...[QUOTE, QUOTE, QUOTE, QUOTE],
  ...[OPENING_BRACKET, OPENING_BRACKET, OPENING_BRACKET],
  OPENING_BRACE,
];

/** A text when it is clean, and whether it was so before and stands in JSON as it is. */
interface CleanText {
  readonly text: string;
  readonly isPlain: boolean;
}

const jsonOf = ({ text, isPlain }: CleanText) => (isPlain ? `"${text}"` : JSON.stringify(text));

/** What a list of categories comes to. */
interface Shelf {
  readonly name: string;
  readonly mainCategory: string;
  readonly json: string;
}

/** Bytes of a text of nothing but quotation marks. */
const EMPTY_TEXT = 2;
const NO_SERVICES: readonly string[] = [];
const SHELVES = 1 << 10;

/**
 * Packs products from the bytes of their rows, without making records of them. Most of a row goes into the store as it
 * stands, and most of the rest was read before.
 */
export class PlainProducts {
  readonly #packer: ProductPacker;
  readonly #members: RowMembers;
  readonly #details: PlainDetails;
  readonly #shelves = new BytesTable<Shelf>(SHELVES);
  readonly #currency: string;
  readonly #file: string;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(layout: PlainLayout, file: string, packer: ProductPacker) {
    this.#packer = packer;
    this.#members = new RowMembers(Object.keys(PLACES).map((name) => layout[name as keyof typeof PLACES]));
    this.#details = new PlainDetails(packer);
    this.#currency = layout.currency;
    this.#file = JSON.stringify(file);
  }

  /** Packs what a row states; false, having packed nothing, where the row has to be read as any other. */
  take(bytes: Buffer, from: number, to: number, line: number): boolean {
    this.#bytes = bytes;
    this.#details.clear();
    if (!this.#members.find(bytes, from, to, this.#stepOver) || !this.#isLaidOut()) return false;
    const id = this.#text(PLACES.id);
    const title = this.#text(PLACES.title);
    if (id === null || title === null) return false;
    this.#pack(id, title, line);
    return true;
  }

  readonly #stepOver = (place: number, value: number): number =>
    place === PLACES.details && this.#bytes[value] === OPENING_BRACE
      ? this.#details.read(this.#bytes, value)
      : jsonEnd(this.#bytes, value);

  #isLaidOut(): boolean {
    return BEGINNINGS.every((beginning, place) => {
      const start = this.#members.starts[place] as number;
      return start < 0 || this.#bytes[start] === beginning || this.#bytes[start] === LETTER_N;
    });
  }

  #pack(id: CleanText, title: CleanText, line: number): void {
    const { data } = this.#packer;
    const shelf = this.#shelf();
    const mainCategory = this.#text(PLACES.mainCategory);
    const category = mainCategory?.text ?? shelf?.mainCategory ?? 'Uncategorized';
    const store = this.#text(PLACES.store);
    const { brand } = this.#details;
    const price = priceMinor(this.#value(PLACES.price), this.#currency);
    const currency = price === null ? null : this.#currency;
    const averageRating = ratingOf(this.#value(PLACES.averageRating));
    const ratingCount = countOf(this.#value(PLACES.ratingCount));

    const storeJson = store === null ? 'null' : jsonOf(store);
    const currencyJson = currency === null ? 'null' : `"${currency}"`;
    data.text(
      `{"id":${jsonOf(id)},"title":${jsonOf(title)},"brand":${brand === null ? storeJson : JSON.stringify(brand)},` +
        `"store":${storeJson},"shopId":null,"mainCategory":${mainCategory === null ? JSON.stringify(category) : jsonOf(mainCategory)},` +
        `"category":${shelf?.json ?? JSON.stringify([category])},"priceMinor":${price},"currency":${currencyJson},` +
        `"averageRating":${averageRating},"ratingCount":${ratingCount},"features":[`,
    );
    const hasFeatures = this.#writeTexts(PLACES.features);
    data.text('],"description":[');
    const hasDescription = this.#writeTexts(PLACES.description);
    data.text(
      `],"details":{${this.#details.pack()}},"skuOptions":[],"services":[],"soldCount":null,"origin":{"file":${this.#file},"line":${line}}}`,
    );
    this.#packer.end({
      id: id.text,
      title: title.text,
      mainCategory: category,
      shelf: shelf?.name ?? shelfOf([category]),
      currency,
      shopId: null,
      priceMinor: price,
      averageRating,
      ratingCount,
      services: NO_SERVICES,
      hasText: hasFeatures || hasDescription,
    });
  }

  /** The text of a member; null where it says nothing. */
  #text(place: number): CleanText | null {
    const from = this.#members.starts[place] as number;
    if (from < 0 || this.#bytes[from] !== QUOTE) return null;
    const end = plainEnd(this.#bytes, from);
    if (end > 0)
      return end - from === EMPTY_TEXT
        ? null
        : { text: this.#bytes.toString('latin1', from + 1, end - 1), isPlain: true };
    const text = cleanText(this.#parsed(from, -end));
    return text === '' ? null : { text, isPlain: false };
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
    const shelf = { name: shelfOf(categories), mainCategory, json: JSON.stringify(categories) };
    this.#shelves.put(shelf);
    return shelf;
  }

  /** Writes a list of texts without empty ones; returns whether there is any. */
  #writeTexts(place: number): boolean {
    const bytes = this.#bytes;
    const { data } = this.#packer;
    const from = this.#members.starts[place] as number;
    if (from < 0 || bytes[from] !== OPENING_BRACKET) return false;
    const start = data.end;
    for (let at = spacesEnd(bytes, from + 1); bytes[at] !== CLOSING_BRACKET; ) {
      const plain = bytes[at] === QUOTE ? plainEnd(bytes, at) : UNKNOWN;
      const end = plain > 0 ? plain : jsonEnd(bytes, at);
      const cleaned = plain > 0 ? null : textOf(this.#parsed(at, end));
      if (cleaned === null ? end - at > EMPTY_TEXT : cleaned !== '') {
        if (data.end > start) data.byte(COMMA);
        if (cleaned === null) data.copy(bytes, at, end);
        else data.text(JSON.stringify(cleaned));
      }
      at = spacesEnd(bytes, end);
      if (bytes[at] === COMMA) at = spacesEnd(bytes, at + 1);
    }
    return data.end > start;
  }
}
