import { z } from 'zod';
import { type IndexedCatalog, inOneForm } from '../../catalog/index.ts';
import { KINDS_OF_FIELDS } from '../../lexicon/index.ts';
import { flagOf } from '../../text/flags.ts';

/** Facts about a field learned from a catalog's own values. */
export const LearnedField = z.object({
  field: z.string(),
  /** By its values; rare: stated by too few to tell. */
  kind: z.enum([...KINDS_OF_FIELDS, 'rare']),
  /** True where no category states it often: an oddity of single listings, whatever its kind. */
  isRare: z.boolean(),
  /** Products that state it, and how many different values they state. */
  products: z.int(),
  values: z.int(),
  /** The largest share of a category that states it. */
  coverage: z.number(),
  /** Shares of its statements: what it says most, yes or no, numbers; and the chance that the next one was made before. */
  shares: z.object({
    largest: z.number(),
    flags: z.number(),
    numbers: z.number(),
    /** Also where the number is only part of it. */
    digits: z.number(),
    closed: z.number(),
  }),
  /** Its most frequent values, as their comparison forms. */
  examples: z.array(z.string()),
});
export type LearnedField = Readonly<z.infer<typeof LearnedField>>;
export type FieldKind = LearnedField['kind'];

/** With fewer products a field tells nothing of itself. */
const FEWEST_PRODUCTS = 20;
/** A field that no category uses more often is an oddity of single listings. */
const LEAST_COVERAGE = 0.1;
/**
 * Least chance that the next product states a value others state already, by Good and Turing: from what is stated once,
 * among all that is stated. Where it is reached, the set is closed; it holds for twenty products as for a million.
 */
export const CLOSED_CHANCE = 0.55;
/** One value of nearly all tells no product from another. */
const CONSTANT_SHARE = 0.95;
/** A field is a flag where so many of its statements are yes or no, and a quantity where so many are numbers. */
const MOST_FLAGS = 0.9;
const MOST_NUMBERS = 0.8;
/** With so many long values a field is prose. */
const PROSE_SHARE = 0.3;
/** Of fields without a closed set, those are identifiers of which so many values are codes, and any of which so many are days. */
const CODE_SHARE = 0.5;
const DAY_SHARE = 0.8;
/** Longer values are no words of a shopper. */
const MOST_CHARACTERS = 40;
const MOST_WORDS = 5;
/** Products of a field of sets that state several values. */
const SEVERAL_SHARE = 0.1;
/** ...and where so many do, it is a set even if its values are ever new. */
const MOST_SEVERAL = 0.5;
const EXAMPLES = 5;

const NUMBER =
  /^[<>~±]?\s*\d[\d.,]*(?:\s*[x×*/-]\s*\d[\d.,]*)*\s*(?:["”″'%°]|[\p{L}µμΩ°/.²³]{1,12}(?: [\p{L}.]{1,8})?)?$/u;
const DIGIT = /\d/;
/** A day: "march 15 2019", "15 march 2019", "2019-03-15". */
const DAY = /^(?:\p{L}{3,9} \d{1,2}|\d{1,2} \p{L}{3,9}) \d{4}$|^\d{4}[-/.]\d{2}[-/.]\d{2}(?!\d)/u;
const BARE_DIGITS = /^[\d./-]+$/;

/** Words with digits, and a letter or two beside them, are what a code is mostly made of: "gl553vd", "gj 940 a". */
function isCode(norm: string): boolean {
  let [words, codes] = [0, 0];
  for (let from = 0; from <= norm.length; words++) {
    const start = from;
    let hasDigit = false;
    for (; from < norm.length && norm[from] !== ' '; from++) hasDigit ||= isDigit(norm.charCodeAt(from));
    if (hasDigit || (from > start && from - start <= 2)) codes++;
    from++;
  }
  return codes * 2 > words;
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Tells whether a text has more words than so many, each parted by a space. */
function hasMoreWords(norm: string, most: number): boolean {
  let words = 1;
  for (let at = norm.indexOf(' '); at >= 0 && words <= most; at = norm.indexOf(' ', at + 1)) words++;
  return words > most;
}

/** Counts how many products of each category a field has. */
class Coverage {
  readonly #sizes: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #of: ArrayLike<number>;

  constructor(categories: number, of: ArrayLike<number>) {
    this.#of = of;
    this.#sizes = new Uint32Array(categories);
    this.#counts = new Uint32Array(categories);
    for (let row = 0; row < of.length; row++) this.#sizes[of[row] as number]!++;
  }

  /** The largest share of a category, of those with enough products to speak of shares, that the rows are. */
  largest(rows: Uint32Array): number {
    const [counts, of] = [this.#counts.fill(0), this.#of];
    for (let at = 0; at < rows.length; at++) counts[of[rows[at] as number] as number]!++;
    let largest = 0;
    for (let category = 0; category < counts.length; category++) {
      const size = this.#sizes[category] as number;
      if (size >= FEWEST_PRODUCTS / 2) largest = Math.max(largest, (counts[category] as number) / size);
    }
    return largest;
  }
}

/**
 * The kinds of a catalog's fields, or of some of them, learned from what its products state. It is a pure function of the values and the
 * products that state each: the order of products and the machine play no role.
 */
export function learnFields(catalog: IndexedCatalog, fields = catalog.fieldNames()): LearnedField[] {
  const { shelf, mainCategory } = catalog.numericColumns();
  const coverages = [
    new Coverage(catalog.shelves().length, shelf),
    new Coverage(catalog.mainCategories().length, mainCategory),
  ];
  const metIn = new Uint32Array(catalog.size);
  const stating = new Uint32Array(catalog.size);
  return [...fields].sort().map((field, place) => {
    const tally = new FieldTally();
    let [products, repeated] = [0, 0];
    for (const { norm, rows: having } of inOneForm(field, catalog.statedValues(field), 'tables')) {
      tally.add(norm, having.length);
      const met = meet(having, metIn, place + 1, stating, products);
      repeated += having.length - (met - products);
      products = met;
    }
    const rows = stating.subarray(0, products);
    const coverage = Math.max(products / Math.max(1, catalog.size), ...coverages.map((one) => one.largest(rows)));
    return {
      field,
      kind: tally.kind(products, repeated),
      isRare: products < FEWEST_PRODUCTS || coverage < LEAST_COVERAGE,
      products,
      values: tally.values,
      coverage,
      shares: tally.shares(),
      examples: tally.examples(),
    };
  });
}

/**
 * Lists rows that do not have the mark yet behind so many others; returns how many there are then. Apart from the loops around
 * it, it is compiled once.
 */
function meet(rows: Uint32Array, marks: Uint32Array, mark: number, list: Uint32Array, listed: number): number {
  let length = listed;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (marks[row] === mark) continue;
    marks[row] = mark;
    list[length++] = row;
  }
  return length;
}

/** Tally of a field's statements by their form, counted by how many products make them. */
class FieldTally {
  values = 0;
  #statements = 0;
  #largest = 0;
  #flags = 0;
  #numbers = 0;
  #digits = 0;
  #codes = 0;
  #days = 0;
  #long = 0;
  #once = 0;
  readonly #frequent: { norm: string; products: number }[] = [];

  add(norm: string, products: number): void {
    this.values++;
    this.#statements += products;
    this.#largest = Math.max(this.#largest, products);
    if (flagOf(norm) !== null) this.#flags += products;
    if (DIGIT.test(norm)) {
      const isNumber = NUMBER.test(norm);
      this.#digits += products;
      if (isNumber) this.#numbers += products;
      if (DAY.test(norm)) this.#days += products;
      if (isNumber ? BARE_DIGITS.test(norm) : isCode(norm)) this.#codes += products;
    }
    if (norm.length > MOST_CHARACTERS || hasMoreWords(norm, MOST_WORDS)) this.#long += products;
    if (products === 1) this.#once++;
    this.#remember(norm, products);
  }

  kind(products: number, repeated: number): FieldKind {
    const share = (count: number) => count / this.#statements;
    const areSeveral = repeated >= SEVERAL_SHARE * products;
    if (products < FEWEST_PRODUCTS) return 'rare';
    if (this.#largest >= CONSTANT_SHARE * products) return 'constant';
    if (share(this.#flags) >= MOST_FLAGS) return 'flag';
    if (share(this.#days) >= DAY_SHARE) return 'identifier';
    if (share(this.#numbers) >= MOST_NUMBERS) return 'quantity';
    if (share(this.#long) > PROSE_SHARE) return 'text';
    if (1 - share(this.#once) >= CLOSED_CHANCE) return areSeveral ? 'set' : 'choice';
    if (repeated >= MOST_SEVERAL * products) return 'set';
    return share(this.#codes) >= CODE_SHARE ? 'identifier' : 'name';
  }

  shares(): LearnedField['shares'] {
    const share = (count: number) => (this.#statements === 0 ? 0 : count / this.#statements);
    return {
      largest: share(this.#largest),
      flags: share(this.#flags),
      numbers: share(this.#numbers),
      digits: share(this.#digits),
      closed: 1 - share(this.#once),
    };
  }

  examples(): string[] {
    return this.#frequent.map(({ norm }) => norm);
  }

  /** Of values that as many products state, those that come first by their texts: their order in the catalog plays no role. */
  #remember(norm: string, products: number): void {
    const last = this.#frequent[EXAMPLES - 1];
    if (last !== undefined && last.products > products) return;
    const isAfter = (one: { norm: string; products: number }) =>
      one.products < products || (one.products === products && one.norm > norm);
    const at = this.#frequent.findIndex(isAfter);
    if (at === -1 && this.#frequent.length === EXAMPLES) return;
    this.#frequent.splice(at === -1 ? this.#frequent.length : at, 0, { norm, products });
    this.#frequent.length = Math.min(this.#frequent.length, EXAMPLES);
  }
}
