import { type Catalog, type Columns, formIn, type RowSet } from '../../catalog/index.ts';
import {
  type Bits,
  countInAll,
  eachByTally,
  eachPlace,
  noBits,
  RowList,
  rowSetOf,
  setBit,
  union,
} from '../../catalog/inverted-index/index.ts';
import { RecentBytes } from '../../text/cache/recent-bytes.ts';
import type { Bounds } from '../../text/range-mentions.ts';

export { includesRow } from '../../catalog/inverted-index/index.ts';

import type { Product } from '../../schemas/product.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Recent } from '../../text/cache/recent.ts';
import { escaped } from '../../text/escaped.ts';
import { holdsAmount, mayLieInRange, rangeIn } from '../../text/measure.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { normaliseText } from '../../text/normalise.ts';
import { byCodeUnit } from '../../text/order.ts';
import { charactersApart } from '../../text/tokens.ts';
import { detailFieldOf, type PhraseIndex, placesSatisfying, type Requirement } from '../kinds/index.ts';
import { isCommonWord, type PhraseUse } from '../nouns/noun-phrase.ts';
import { formsOf, singularsIn } from '../nouns/noun-words.ts';
import {
  categoryNames,
  isOfKind,
  PATH_SEPARATOR,
  phrasesFor,
  titleNames,
  typeOfCategory,
} from '../nouns/product-type.ts';
import { type ShelfUse, shelfUseOf, TITLES_OF_SHELF } from '../nouns/shelf-use.ts';
import { Quantities, type StatedAmounts } from '../quantities/index.ts';
import { SatisfactionTable } from './satisfaction-table.ts';
import { SkuPrices } from './sku-prices.ts';

export { bitCount, everyBit, MOST_REQUIREMENTS, SatisfactionTable } from './satisfaction-table.ts';

const MEGABYTE = 1 << 20;
/** Rows by phrase and by value, which of a phrase's products have a value, and their numbers: what one thread may remember of each. */
const ROOM = {
  phrases: 32 * MEGABYTE,
  titles: 32 * MEGABYTE,
  values: 48 * MEGABYTE,
  places: 64 * MEGABYTE,
  prices: 16 * MEGABYTE,
  numbers: 16 * MEGABYTE,
};

/** Uses of phrases are small, and what they tell takes a search of all titles to find out. */
const MOST_USES = 32_768;
const MOST_SHELF_USES = 1_024;

/** Products of a phrase that tell how it is used. */
const FIRST_PRODUCTS = 64;

/** A word in capitals. */
const SHOUTED = /(?<![\p{L}\p{N}])\p{Lu}{3,}(?![\p{L}\p{N}])/gu;

/** Prices of the products of a phrase in one currency. */
interface PricesOfPhrase {
  /** Each price once, in minor units, ascending. */
  readonly distinct: Float64Array;
  /** For each product the place of its price in `distinct`, or NO_PRICE. */
  readonly placeOf: Uint32Array;
  readonly byteLength: number;
}

const NO_PRICE = 0xffff_ffff;

type Shelf = ReturnType<Catalog['shelves']>[number];

/** The last word of a phrase, or its last character in a script without spaces. */
const lastWord = (phrase: string) => charactersApart(phrase).split(' ').at(-1) as string;

/** Shelves by the last words of the kinds their categories name. */
function shelvesByLastWord(shelves: readonly Shelf[]): ReadonlyMap<string, readonly Shelf[]> {
  const found = new Map<string, Shelf[]>();
  for (const shelf of shelves) {
    const forms = typeOfCategory(shelf.path.split(PATH_SEPARATOR))?.forms ?? [];
    for (const last of new Set(forms.map(lastWord))) found.set(last, [...(found.get(last) ?? []), shelf]);
  }
  return found;
}

/** Most products that a sentence names. */
const MOST_NAMED = 5;

/** Answers "which products satisfy this" from the catalog's index, by the same rules as `satisfies`. */
export class AnswerSets {
  readonly #catalog: Catalog;
  readonly #phrases = new RecentBytes<Uint32Array>(ROOM.phrases);
  readonly #titleRows = new RecentBytes<Uint32Array>(ROOM.titles);
  #shelvesByWord: ReadonlyMap<string, readonly Shelf[]> | null = null;
  readonly #postings = new RecentBytes<RowSet>(ROOM.values);
  readonly #places = new RecentBytes<Bits>(ROOM.places);
  readonly #prices = new RecentBytes<PricesOfPhrase>(ROOM.prices);
  readonly #numbers = new RecentBytes<Float64Array>(ROOM.numbers);
  readonly #amounts = new RecentBytes<StatedAmounts>(ROOM.numbers);
  readonly #uses = new Map<string, PhraseUse>();
  readonly #shelfUses = new Recent<string, ShelfUse>(MOST_SHELF_USES);
  readonly #aroundLast = new Recent<string, ReadonlySet<string>>(MOST_SHELF_USES);
  /** Ranges of amounts that products state, in comparison form, by field. */
  readonly #ranges = new Map<string, readonly string[]>();
  #shelvesByPath: ReadonlyMap<string, readonly Shelf[]> | null = null;
  #majorPrices: Float64Array | null = null;
  readonly #skuPrices: SkuPrices;
  /** Fields of the catalog that are quantities, with how much its products state of them. */
  readonly quantities: Quantities;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.#skuPrices = new SkuPrices(catalog);
    this.quantities = new Quantities(catalog);
  }

  /** Rows of the products that a noun phrase names, by their titles or their categories, ascending. */
  holding(phrase: string): Uint32Array {
    return this.#holding(normaliseText(phrase));
  }

  /** Ids of products for a sentence, the first of them where they are many. */
  named(rows: readonly number[]): string {
    const ids = rows.slice(0, MOST_NAMED).map((row) => this.#catalog.productByRow(row).id);
    return `${ids.join(', ')}${rows.length > MOST_NAMED ? ', …' : ''}`;
  }

  /** Tells whether several products of a noun phrase state a value. */
  isShared(phrase: string, field: string, value: string): boolean {
    return countInAll([this.placesStating(phrase, field, value)], 0) > 1;
  }

  /** Places of the products of a noun phrase that state a value. */
  placesStating(phrase: string, field: string, value: string): Bits {
    return this.#stating(normaliseText(phrase), field, value);
  }

  #holding(phrase: string): Uint32Array {
    return this.#phrases.of(phrase, () => {
      const titles = [this.#titles(phrase), ...this.#titledOtherwise(phrase)].reduce(union);
      const shelves = this.#shelvesNamed(phrase);
      if (shelves.length === 0) return titles;
      return shelves.map(({ id }) => this.#catalog.shelfRows(id)).reduce(union, titles);
    });
  }

  /** Rows of the products whose title says what a phrase does in the words of a lexicon, or of the shop's language. */
  #titledOtherwise(phrase: string): Uint32Array[] {
    return phrasesFor(phrase)
      .map((said) => this.#catalog.titleRows(said))
      .filter((rows) => rows.length > 0)
      .map((rows) => rows.filter((row) => titleNames(this.#catalog.productByRow(row).title, phrase)));
  }

  /** Rows of the products whose title holds a phrase as whole words, ascending. */
  #titles(phrase: string): Uint32Array {
    return this.#titleRows.of(phrase, () => this.#catalog.titleRows(phrase, this.#titlesOfRest(phrase)));
  }

  /** Rows of the phrase without its first word, if they are remembered: phrases are looked up from their last word on. */
  #titlesOfRest(phrase: string): Uint32Array | undefined {
    const rest = phrase.slice(phrase.indexOf(' ') + 1);
    return rest === phrase ? undefined : this.#titleRows.get(rest);
  }

  /** The shelves whose category names a kind of product by the phrase. */
  #shelvesNamed(phrase: string): readonly Shelf[] {
    this.#shelvesByWord ??= shelvesByLastWord(this.#catalog.shelves());
    return (this.#shelvesByWord.get(lastWord(phrase)) ?? []).filter(({ path }) =>
      categoryNames(path.split(PATH_SEPARATOR), phrase),
    );
  }

  /** A phrase of a title without the capitals of a title that shouts: words that most titles write otherwise. */
  withoutShouting(phrase: string): string {
    return phrase.replace(SHOUTED, (word) => {
      const titles = [...this.#titles(normaliseText(word)).subarray(0, FIRST_PRODUCTS)].map(
        (row) => this.#catalog.productByRow(row).title,
      );
      return titles.filter((title) => title.includes(word)).length * 2 < titles.length ? word.toLowerCase() : word;
    });
  }

  /** A name in small letters as most titles write it, "Fire 7" of "fire 7"; as it is where none has it. */
  asTitled(name: string): string {
    if (/\p{Lu}/u.test(name)) return name;
    const written = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu');
    const counts = new Map<string, number>();
    for (const row of this.#titles(normaliseText(name)).subarray(0, FIRST_PRODUCTS)) {
      const [found] = written.exec(this.#catalog.productByRow(row).title) ?? [];
      if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
    }
    const [most] = [...counts].sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b));
    return most?.[0] ?? name;
  }

  /** The use that some titles of the shelves of a category show. */
  shelfUse(category: readonly string[]): ShelfUse {
    const path = category.join(PATH_SEPARATOR);
    let use = this.#shelfUses.get(path);
    if (use === undefined) {
      const titles = this.#someRowsOf(path).map((row) => this.#catalog.productByRow(row).title);
      const isNamedElsewhere = (noun: string) => {
        const named = formsOf([noun])
          .flatMap((form) => this.#shelvesNamed(form))
          .filter(({ path }) => isOfKind(path.split(PATH_SEPARATOR), noun));
        return named.length > 0 && !named.some((shelf) => shelf.path.startsWith(path));
      };
      use = shelfUseOf(titles, isNamedElsewhere, () => this.#around(category));
      this.#shelfUses.set(path, use);
    }
    return use;
  }

  /** Words of the categories that shelves of the last of some categories stand below; none where all stand below one. */
  #around(category: readonly string[]): ReadonlySet<string> {
    const last = category.at(-1) ?? '';
    return foundOrMade(this.#aroundLast, last, () => {
      const paths = this.#shelvesNamed(normaliseText(last)).map(({ path }) => path.split(PATH_SEPARATOR));
      const above = new Set(paths.filter((path) => path.at(-1) === last).map((path) => path.at(-2) ?? ''));
      return new Set(above.size > 1 ? [...above].flatMap(singularsIn) : []);
    });
  }

  /** A few rows from all over the shelves of a path. */
  #someRowsOf(path: string): number[] {
    this.#shelvesByPath ??= Map.groupBy(this.#catalog.shelves(), (shelf) => shelf.path);
    const shelves = (this.#shelvesByPath.get(path) ?? []).map(({ id }) => this.#catalog.shelfRows(id));
    const total = shelves.reduce((sum, rows) => sum + rows.length, 0);
    const count = Math.min(total, TITLES_OF_SHELF);
    const found: number[] = [];
    let passed = 0;
    for (const rows of shelves) {
      for (let at = found.length; at < count; at++) {
        const row = rows[Math.floor((at * total) / count) - passed];
        if (row === undefined) break;
        found.push(row);
      }
      passed += rows.length;
    }
    return found;
  }

  /** Counts the titles that hold a phrase, and tells what the first 64 of those products say about it. */
  phraseUse(phrase: string): PhraseUse {
    const key = normaliseText(phrase);
    let use = this.#uses.get(key);
    if (use === undefined) {
      use = this.#useOf(key);
      if (this.#uses.size >= MOST_USES) this.#uses.delete(this.#uses.keys().next().value as string);
      this.#uses.set(key, use);
    }
    return use;
  }

  /**
   * Of most phrases nobody asks more than how many titles may hold them; more is found out when somebody does. Nothing
   * depends on how whoever asked first had spelled the phrase.
   */
  #useOf(key: string): PhraseUse {
    const catalog = this.#catalog;
    const holding = () => this.#titles(key);
    const someOfFirst = (test: (product: Product) => boolean) =>
      holding()
        .subarray(0, FIRST_PRODUCTS)
        .some((row) => test(catalog.productByRow(row)));
    let titles: number | null = null;
    /** So many titles may hold it, and so many do not. */
    let [surely, surelyNot] = [0, Number.POSITIVE_INFINITY];
    const brands = new Map<number, boolean>();
    const common = new Map<string, boolean>();
    return {
      mayHave: (least) => {
        if (least > surely && least < surelyNot) {
          if (catalog.titlesHaveWords(key, least, this.#titlesOfRest(key))) surely = least;
          else surelyNot = least;
        }
        return least <= surely;
      },
      get titles() {
        titles ??= holding().length;
        return titles;
      },
      hasBrands(least) {
        const found = new Set<string | null>();
        return foundOrMade(brands, least, () =>
          someOfFirst(({ brand }) => found.add(brand?.toLowerCase() ?? null).size >= least),
        );
      },
      isCommon(word) {
        const lower = word.toLowerCase();
        return foundOrMade(common, lower, () =>
          someOfFirst(
            ({ features, description }) =>
              features.some((text) => isCommonWord(lower, text)) ||
              description.some((text) => isCommonWord(lower, text)),
          ),
        );
      },
    };
  }

  /** The table of at most 31 requirements over the products that hold the noun phrase. */
  table(entityPhrase: string, requirements: readonly Requirement[]): SatisfactionTable {
    return new SatisfactionTable(this.holding(entityPhrase), requirements.map(this.holders(entityPhrase)));
  }

  /** Finds places of the products that hold the noun phrase: those that satisfy a requirement; null where code cannot decide. */
  holders(entityPhrase: string): (requirement: Requirement) => Bits | null {
    const index = this.#indexOf(normaliseText(entityPhrase));
    return (requirement) => placesSatisfying(index, requirement);
  }

  /** Builds the index that rubric types look up among the products of a phrase. */
  #indexOf(phrase: string): PhraseIndex {
    const rows = this.#holding(phrase);
    return {
      length: rows.length,
      stating: (field, value) => (field === null ? noBits(rows.length) : this.#stating(phrase, field, value)),
      titled: (other) => this.#among(phrase, 'titled', normaliseText(other)),
      named: (other) => this.#among(phrase, 'named', normaliseText(other)),
      within: (field, bounds) => this.#within(phrase, field, bounds),
      priced: (currency, passes) => this.#priced(phrase, currency, passes),
      serviced: (service) => this.#catalog.serviceRows(service).placesIn(rows),
      passing: (places, passes) => {
        const passed = noBits(rows.length);
        eachPlace(places, (place) => {
          if (passes(this.#catalog.productByRow(rows[place] as number))) setBit(passed, place);
        });
        return passed;
      },
    };
  }

  /** Places of the products of a phrase that state a value for a detail field. */
  #stating(phrase: string, field: string, value: string): Bits {
    const form = formIn(field, value);
    return this.#places.of(`${phrase}\n${field}\n${form}`, () =>
      this.#rowsStating(field, form).placesIn(this.#holding(phrase)),
    );
  }

  /** Places of the products of a phrase whose title holds another, or which it names. */
  #among(phrase: string, how: 'titled' | 'named', other: string): Bits {
    return this.#places.of(`${phrase}\n\n${how}\n${other}`, () => {
      const rows = how === 'titled' ? this.#titles(other) : this.#holding(other);
      return new RowList(rows).placesIn(this.#holding(phrase));
    });
  }

  #priced(phrase: string, currency: string, passes: (priceMinor: number) => boolean): Bits {
    const { distinct, placeOf } = this.#pricesOf(phrase, currency);
    const fits = Uint8Array.from(distinct, (price) => (passes(price) ? 1 : 0));
    const places = noBits(placeOf.length);
    for (let place = 0; place < placeOf.length; place++) {
      const at = placeOf[place] as number;
      if (at !== NO_PRICE && fits[at] === 1) setBit(places, place);
    }
    this.#skuPrices.addPassing(places, this.#holding(phrase), (price, its) => its === currency && passes(price));
    return places;
  }

  /** Prices of the products of a phrase in a currency, each once, ascending, in minor units. */
  pricesOf(phrase: string, currency: string): Float64Array {
    return this.#pricesOf(normaliseText(phrase), currency).distinct;
  }

  #pricesOf(phrase: string, currency: string): PricesOfPhrase {
    return this.#prices.of(`${phrase}\n${currency}`, () => {
      const { priceMinor, currencies, currencyIds } = this.#catalog.numericColumns();
      const asked = currencies.indexOf(currency);
      const prices = new Float64Array(this.#holding(phrase)).map((row) =>
        currencyIds[row] === asked ? (priceMinor[row] as number) : Number.NaN,
      );
      const stated = prices.filter((price) => !Number.isNaN(price)).sort();
      const distinct = stated.filter((price, place) => price !== stated[place - 1]);
      const places = new Map<number, number>();
      for (let place = 0; place < distinct.length; place++) places.set(distinct[place] as number, place);
      const placeOf = new Uint32Array(prices.length);
      for (let at = 0; at < prices.length; at++) placeOf[at] = places.get(prices[at] as number) ?? NO_PRICE;
      return { distinct, placeOf, byteLength: distinct.byteLength + placeOf.byteLength };
    });
  }

  /**
   * Rows of the products of a phrase that state most of the given options, `most` rows or fewer: those with most options
   * first, then ascending; none that states none of them, and not `self`.
   */
  closest(
    phrase: string,
    options: readonly { readonly field: string; readonly option: string }[],
    self: number,
    most: number,
  ): number[] {
    const key = normaliseText(phrase);
    const rows = this.#holding(key);
    const sets = options.map(({ field, option }) => this.#stating(key, field, option));
    const found: number[] = [];
    if (most === 0) return found;
    eachByTally(sets, rows.length, (place) => {
      const row = rows[place] as number;
      if (row !== self) found.push(row);
      return found.length < most;
    });
    return found;
  }

  /** The products that state the value for the detail field. */
  stating(field: string, value: string): RowSet {
    return this.#rowsStating(field, formIn(field, value));
  }

  #rowsStating(field: string, form: string): RowSet {
    return this.#postings.of(`${field}\n${form}`, () => {
      const having = [form, ...this.#rangesHolding(field, form)].map((one) => this.#catalog.statingRows(field, one));
      return rowSetOf(having.reduce(union), this.#catalog.size);
    });
  }

  /** Ranges that products state of a field in which an amount lies, in comparison form; none for a value that is no amount. */
  #rangesHolding(field: string, form: string): string[] {
    if (!mayLieInRange(form)) return [];
    let ranges = this.#ranges.get(field);
    if (ranges === undefined) {
      const forms = Array.from(this.#catalog.statedValues(field), ({ norm }) => formIn(field, norm));
      ranges = [...new Set(forms.filter((one) => rangeIn(one) !== null))];
      this.#ranges.set(field, ranges);
    }
    return ranges.filter((range) => range !== form && holdsAmount(range, form));
  }

  /** The places of the products of a phrase that have a number within a range. */
  #within(phrase: string, field: string, bounds: Bounds): Bits {
    const { min, max, unit } = bounds;
    const rows = this.#holding(phrase);
    return this.#places.of(`${phrase}\n${field}\n${min ?? ''}\n${max ?? ''}\n${unit ?? ''}`, () => {
      const places = noBits(rows.length);
      const detail = detailFieldOf(field);
      if (detail !== null) {
        this.#amountsAmong(phrase, detail).eachWithin(bounds, (place) => setBit(places, place));
        return places;
      }
      const numbers = this.#numbersAmong(phrase, field);
      const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
      for (let place = 0; place < numbers.length; place++)
        if ((numbers[place] as number) >= low && (numbers[place] as number) <= high) setBit(places, place);
      if (field === 'price')
        this.#skuPrices.addPassing(places, rows, (price, currency) => {
          const major = price / minorUnitsOf(currency);
          return major >= low && major <= high;
        });
      return places;
    });
  }

  /** The amounts that the products of a phrase state for a detail field, by their places. */
  #amountsAmong(phrase: string, field: string): StatedAmounts {
    return this.#amounts.of(`${phrase}\n${field}`, () => this.quantities.amountsOf(field).among(this.#holding(phrase)));
  }

  /** The numbers of the products of a phrase that a range is about, by their places; NaN where a product has none. */
  #numbersAmong(phrase: string, field: string): Float64Array {
    return this.#numbers.of(`${phrase}\n${field}`, () => {
      const rows = this.#holding(phrase);
      const among = new Float64Array(rows.length).fill(Number.NaN);
      const numbers = this.#numbersOf(field);
      if (numbers !== null)
        for (let place = 0; place < rows.length; place++) among[place] = numbers[rows[place] as number] as number;
      return among;
    });
  }

  /** The numbers that a range is about, by row, prices in major units; NaN where a product has none. */
  #numbersOf(field: string): Float64Array | null {
    const columns = this.#catalog.numericColumns();
    switch (field) {
      case 'average_rating':
        return columns.averageRating;
      case 'rating_number':
        return columns.ratingCount;
      case 'price':
        this.#majorPrices ??= majorPrices(columns);
        return this.#majorPrices;
      default:
        return null;
    }
  }
}

/** Prices in major units of their currencies, by row; NaN where a product has none. */
function majorPrices({ priceMinor, currencyIds, currencies }: Columns): Float64Array {
  const units = currencies.map((currency) => (currency === null ? Number.NaN : minorUnitsOf(currency)));
  return priceMinor.map((price, row) => price / (units[currencyIds[row] as number] as number));
}
