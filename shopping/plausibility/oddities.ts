import { type Catalog, formIn } from '../../catalog/index.ts';
import {
  type Bits,
  countInAll,
  hasBit,
  hasMoreInBoth,
  noBits,
  type RowSet,
  setBit,
  union,
} from '../../catalog/inverted-index/index.ts';
import type { Product } from '../../schemas/product.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { FactPairs, Recent, RecentFacts } from '../../text/cache/recent.ts';
import { RecentBytes } from '../../text/cache/recent-bytes.ts';
import { inBase } from '../../text/measure.ts';
import { normaliseValue } from '../../text/normalise.ts';
import type { AnswerSets } from '../answers/answer-set.ts';
import { amountIn, type Quantities, type QuantityField } from '../quantities/index.ts';

/** A value of a detail field that a product states. */
export interface StatedFact {
  readonly field: string;
  readonly option: string;
}

interface Dependencies {
  readonly catalog: Pick<Catalog, 'size' | 'rowOf' | 'shelves' | 'shelfOf' | 'shelfRows'>;
  readonly answerSets: Pick<AnswerSets, 'quantities' | 'stating'>;
  /** The products that state each field. */
  readonly stating: ReadonlyMap<string, RowSet>;
  /** Tells whether a large share of some category states a field. */
  isCommon(field: string): boolean;
}

/** Fewer products tell nothing: those of the category above are asked as well. */
const LEAST_PRODUCTS = 60;
/** Most products of a category that are looked at, taken from all over it. */
const MOST_PRODUCTS = 4096;
const CATEGORIES_KEPT = 128;
/** Facts of each that are remembered; each takes half a kilobyte. */
const FACTS_KEPT = 256;
/** Memory for what is known of categories, in one thread. */
const ROOM = 96 << 20;
/** A field that a smaller share of a category states, and that is common elsewhere, is foreign there. */
const FOREIGN_SHARE = 0.01;
/** An amount is far off where it is so many times what is usual, or that part of it, and so many deviations away... */
const FAR_FACTOR = 3;
const FAR_DEVIATIONS = 4;
/** ...which are at least so large, where nearly all amounts are one; a logarithm, as amounts differ by factors... */
const LEAST_DEVIATION = 0.1;
/** ...among so many amounts, of which hardly any other is as far off. */
const LEAST_AMOUNTS = 20;
const ALIKE_SHARE = 0.01;
/** An amount goes with other facts as one of the smallest or largest fifth, unless so many are alike that none is. */
const TAIL = 0.2;
const MOST_IN_TAIL = 0.35;
/** Two facts are odd together where at most this share of the products have both that would have by chance... */
const ODD_SHARE = 0.1;
/** ...and chance would hardly leave so few. */
const ODD_CHANCE = 1e-4;
/** Two facts say the same where so large a share of the products with the one has the other, either way round... */
const SAME_SHARE = 0.95;
/** ...of so many products... */
const SAME_PRODUCTS = 8;
/** ...and not because nearly all products that state the fields have them. */
const NEARLY_ALL = 0.8;
/** The deviation of a normal distribution by the median of absolute ones. */
const DEVIATION_OF_MEDIAN = 1.4826;

/** Probability that chance leaves `count` or fewer where `expected` are expected (Poisson). */
function chanceOfAtMost(count: number, expected: number): number {
  let term = Math.exp(-expected);
  let sum = term;
  for (let each = 1; each <= count; each++) {
    term *= expected / each;
    sum += term;
  }
  return sum;
}

/** The amounts that products of a category state for a field. */
interface Amounts {
  /** As logarithms, ascending. */
  readonly sorted: Float64Array;
  readonly median: number;
  readonly deviation: number;
  /** The largest of the smallest fifth, and the smallest of the largest. */
  readonly low: number;
  readonly high: number;
  /** Places of the products that state one, and of those with the smallest and the largest. */
  readonly stating: Places;
  readonly small: Places;
  readonly large: Places;
}

/** The amounts of a field, null where too few products state one, as they are remembered. */
interface KnownAmounts {
  readonly amounts: Amounts | null;
  readonly byteLength: number;
}

/** Some products of a category by their places, and how many they are. */
interface Places {
  readonly bits: Bits;
  readonly count: number;
  readonly byteLength: number;
}

/** Statements of a category's products, by their places among them. */
class Category {
  readonly #known: RecentBytes<Places | KnownAmounts>;
  /** Facts as they stand there, as far as they were asked for. */
  readonly standings = new RecentFacts<Standing>(FACTS_KEPT);
  readonly name: string;
  readonly rows: Uint32Array;

  /** `known` remembers what was found out of all categories. */
  constructor(name: string, rows: Uint32Array, known: RecentBytes<Places | KnownAmounts>) {
    this.#known = known;
    this.name = name;
    const every = Math.ceil(rows.length / MOST_PRODUCTS);
    this.rows = every === 1 ? rows : rows.filter((_, place) => place % every === 0);
  }

  places(key: string, of: () => RowSet): Places {
    return this.#known.of(`${this.name}\n${key}`, () => placesIn(of().placesIn(this.rows))) as Places;
  }

  /** Null where too few products state one. */
  amounts(quantity: QuantityField, quantities: Quantities): Amounts | null {
    const read = () => {
      const amounts = this.#read(quantity, quantities);
      return { amounts, byteLength: amounts === null ? 0 : amounts.sorted.byteLength + 3 * amounts.stating.byteLength };
    };
    return (this.#known.of(`${this.name}\n\n${quantity.field}`, read) as KnownAmounts).amounts;
  }

  #read({ field, dimension }: QuantityField, quantities: Quantities): Amounts | null {
    const stated = quantities.amountsOf(field).among(this.rows);
    const found = stated
      .byRow(dimension)
      .filter(({ amounts: [amount = 0, ...others] }) => amount > 0 && others.length === 0)
      .map(({ row: place, amounts: [amount] }) => ({ place, size: Math.log(amount as number) }));
    if (found.length < LEAST_AMOUNTS) return null;
    const sorted = Float64Array.from(found, ({ size }) => size).sort();
    const median = middleOf(sorted);
    const deviations = sorted.map((size) => Math.abs(size - median)).sort();
    const low = sorted[Math.floor(TAIL * sorted.length)] as number;
    const high = sorted[Math.floor((1 - TAIL) * sorted.length)] as number;
    const placesOf = (isOne: (size: number) => boolean) => {
      const places = noBits(this.rows.length);
      for (const { place, size } of found) if (isOne(size)) setBit(places, place);
      return placesIn(places);
    };
    return {
      sorted,
      median,
      deviation: Math.max(LEAST_DEVIATION, DEVIATION_OF_MEDIAN * middleOf(deviations)),
      stating: placesOf(() => true),
      ...{ low, high },
      small: placesOf((size) => size <= low),
      large: placesOf((size) => size >= high),
    };
  }
}

const placesIn = (bits: Bits): Places => ({ bits, count: countInAll([bits], 0), byteLength: bits.byteLength });

const has = ({ bits }: Places, place: number) => place >= 0 && hasBit(bits, place);

const countInBoth = (one: Places, other: Places): number => countInAll([one.bits, other.bits], 0);

/** Counts the products in both of two sets, besides the one at a place, which is -1 where it is not looked at. */
const othersInBoth = (own: number, one: Places, other: Places): number =>
  countInBoth(one, other) - Number(has(one, own) && has(other, own));

const middleOf = (sorted: Float64Array): number => sorted[sorted.length >> 1] as number;

/** An amount, as a logarithm, among those of a category. */
interface AmongAmounts {
  readonly size: number;
  readonly amounts: Amounts;
}

/** The products that have a fact, or an amount about as small or large, and those that state its field. */
interface Shared {
  readonly having: Places;
  readonly stating: Places;
}

/** A fact as it stands in a category. */
interface Standing {
  /** Products that state its field, where that is common in the catalog. */
  readonly common: Places | null;
  /** Null where it is no amount, or too few products state one. */
  readonly amount: AmongAmounts | null;
  /** Null where it is not held against others. */
  readonly shared: Shared | null;
}

/** A fact that is held against others. */
interface Held extends Shared {
  readonly fact: StatedFact;
}

/**
 * Facts that are odd for the shelf of their product, and facts that are always stated together there, learned from what
 * products of the shelf state. It is a function of the catalog alone.
 */
export class Oddities {
  readonly #dependencies: Dependencies;
  readonly #categories = new Recent<string, Category>(CATEGORIES_KEPT);
  readonly #known = new RecentBytes<Places | KnownAmounts>(ROOM);
  /** Facts that say the same: to count them takes all products, and shelves state the same pairs again and again. */
  readonly #same = new FactPairs();
  readonly #all: Category;
  /** Shelves in each category, by its path. */
  readonly #shelvesIn = new Map<string, number[]>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#all = new Category(
      'the catalog',
      new Uint32Array(dependencies.catalog.size).map((_, row) => row),
      this.#known,
    );
    for (const { id, path } of dependencies.catalog.shelves())
      for (const category of categoriesOf(path)) {
        foundOrMade(this.#shelvesIn, category, () => []).push(id);
      }
  }

  /** Those of some facts of a product that are odd for its shelf, each with the reason; none where too few products tell. */
  among({ id }: Pick<Product, 'id'>, facts: readonly StatedFact[]): ReadonlyMap<StatedFact, string> {
    const odd = new Map<StatedFact, string>();
    const row = this.#dependencies.catalog.rowOf(id);
    const category = row === null ? null : this.#categoryOf(this.#dependencies.catalog.shelfOf(row).path);
    if (row === null || category === null) return odd;
    const place = category.rows.indexOf(row);
    const held: Held[] = [];
    for (const fact of facts) {
      const standing = this.#standing(category, fact);
      const reason = foreign(category, fact, standing, place) ?? farOff(category, fact, standing, place);
      if (reason !== null) odd.set(fact, reason);
      else if (standing.shared !== null) held.push({ fact, ...standing.shared });
    }
    for (const [at, one] of held.entries())
      for (const other of held.slice(0, at)) {
        const because = one.fact.field === other.fact.field ? null : oddPair(category, one, other, place);
        if (because === null) continue;
        for (const { fact } of [one, other]) if (!odd.has(fact)) odd.set(fact, because);
      }
    return odd;
  }

  /**
   * Tells whether two facts of different fields say the same: products that state both fields nearly always have both
   * or neither, all over the catalog. On one shelf that may be the doing of a few listings and their variants.
   */
  areOne(one: StatedFact, other: StatedFact): boolean {
    if (one.field === other.field) return false;
    return this.#same.of(one.field, one.option, other.field, other.option, () => this.#sayTheSame(one, other));
  }

  #sayTheSame(one: StatedFact, other: StatedFact): boolean {
    const [first, second] = [one, other].map((fact) => this.#standing(this.#all, fact).shared) as [
      Shared | null,
      Shared | null,
    ];
    if (first === null || second === null) return false;
    const both = countInBoth(first.having, second.having);
    if (both < SAME_PRODUCTS) return false;
    const most = Math.max(countInBoth(first.having, second.stating), countInBoth(second.having, first.stating));
    return both >= SAME_SHARE * most && most <= NEARLY_ALL * countInBoth(first.stating, second.stating);
  }

  /** The narrowest category that tells of a shelf, of those with enough products. */
  #categoryOf(path: string): Category | null {
    for (const name of categoriesOf(path)) {
      const category = this.#category(name);
      if (category !== null) return category;
    }
    return null;
  }

  /** Null for a category of too few products. */
  #category(name: string): Category | null {
    const known = this.#categories.get(name);
    if (known !== undefined) return known;
    const rows = (this.#shelvesIn.get(name) ?? []).map((shelf) => this.#dependencies.catalog.shelfRows(shelf));
    if (rows.reduce((sum, { length }) => sum + length, 0) < LEAST_PRODUCTS) return null;
    const category = new Category(name, rows.reduce(union), this.#known);
    this.#categories.set(name, category);
    return category;
  }

  #standing(category: Category, fact: StatedFact): Standing {
    const { field, option } = fact;
    return category.standings.of(field, option, () => {
      const quantity = this.#dependencies.answerSets.quantities.of(field);
      const rows = this.#dependencies.stating.get(field);
      const stating = rows === undefined ? null : category.places(field, () => rows);
      const common = this.#dependencies.isCommon(field) ? stating : null;
      if (quantity === null) {
        const having = () => this.#dependencies.answerSets.stating(field, option);
        const shared =
          stating === null ? null : { having: category.places(`${field}\n${formIn(field, option)}`, having), stating };
        return { common, amount: null, shared };
      }
      const amount = this.#amountOf(category, fact, quantity);
      return { common, amount, shared: amount === null ? null : sharedTail(amount) };
    });
  }

  /** A fact's amount among those of a category; null where it is none, or too few products state one. */
  #amountOf(category: Category, { field, option }: StatedFact, quantity: QuantityField): AmongAmounts | null {
    const read = amountIn(field, normaliseValue(option));
    if ('lacks' in read || read.amount <= 0) return null;
    const amounts = category.amounts(quantity, this.#dependencies.answerSets.quantities);
    if (amounts === null) return null;
    return { size: Math.log(read.unit === null ? read.amount : inBase(read.amount, read.unit)), amounts };
  }
}

function foreign(category: Category, { field, option }: StatedFact, { common }: Standing, own: number): string | null {
  if (common === null || common.count - Number(has(common, own)) >= FOREIGN_SHARE * category.rows.length) return null;
  return `senseless_field: hardly any other product of "${category.name}" states ${field} ("${option}"), which is common elsewhere`;
}

function farOff(category: Category, fact: StatedFact, { amount }: Standing, own: number): string | null {
  if (amount === null) return null;
  const { size, amounts } = amount;
  const { sorted, median, deviation } = amounts;
  const off = Math.abs(size - median);
  if (off < Math.log(FAR_FACTOR) || off < FAR_DEVIATIONS * deviation) return null;
  const isStated = has(amounts.stating, own);
  const alike = sorted.filter((other) => (size > median ? other >= size : other <= size)).length - Number(isStated);
  if (alike > Math.max(1, ALIKE_SHARE * sorted.length)) return null;
  const times = Math.exp(off).toPrecision(2);
  return `odd_amount: ${fact.field} "${fact.option}" is ${Number(times)} times ${size > median ? '' : 'less than '}what is usual in "${category.name}"`;
}

/** The products with amounts about as small or large as one that is among the smallest or largest; null for any other. */
function sharedTail({ size, amounts }: AmongAmounts): Shared | null {
  const { sorted, median, low, high, large, small, stating } = amounts;
  const isLarge = size > median;
  const having = isLarge ? large : small;
  // Where few amounts are stated, the usual one may be the smallest of the largest as well.
  const isInTail = isLarge ? size >= high : size < median && size <= low;
  return isInTail && having.count <= MOST_IN_TAIL * sorted.length ? { having, stating } : null;
}

/** Categories that tell of a shelf, narrowest first: its own and the one above, but not the whole store. */
function categoriesOf(path: string): string[] {
  const above = path.split(' > ').slice(0, -1);
  return above.length < 2 ? [path] : [path, above.join(' > ')];
}

/** Why two facts of a product are odd together, or null where they are not. */
function oddPair(category: Category, one: Held, other: Held, own: number): string | null {
  // Chance leaves no more than these, which settles most pairs, and most of them by the first products.
  if (hasMoreInBoth(one.having.bits, other.having.bits, ODD_SHARE * one.having.count + 1)) return null;
  const both = othersInBoth(own, one.having, other.having);
  const first = othersInBoth(own, one.having, other.stating);
  if (both > ODD_SHARE * first) return null;
  const stating = othersInBoth(own, one.stating, other.stating);
  if (stating < LEAST_PRODUCTS) return null;
  const second = othersInBoth(own, other.having, one.stating);
  const expected = (first * second) / stating;
  if (both > ODD_SHARE * expected || chanceOfAtMost(both, expected) > ODD_CHANCE) return null;
  const facts = [one, other].map(({ fact: { field, option } }) => `${field} "${option}"`).join(' and ');
  return `odd_together: ${facts} stand together in ${both === 0 ? 'no' : both} other of ${stating} products of "${category.name}", where chance would have ${Math.round(expected)}`;
}
