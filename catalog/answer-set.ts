import { minorUnitsOf } from './money.ts';
import { isCommonWord, type PhraseUse } from './product-noun.ts';
import type { Requirement } from './satisfies.ts';
import { detailFieldOf, satisfies } from './satisfies.ts';
import { includesRow } from './store/row-set.ts';
import type { Catalog } from './store.ts';
import { normaliseText, normaliseValue } from './text/normalise.ts';
import { withinBudget } from './voucher.ts';

export { includesRow } from './store/row-set.ts';

/** Most requirements a table can hold: one bit each. */
const MOST_REQUIREMENTS = 31;

/**
 * For every product whose title holds the task's noun phrase: which of the task's requirements it satisfies, one bit
 * each. Every answer set of the task is then a count over this table, whatever subset of requirements is withheld.
 */
export interface SatisfactionTable {
  /** Catalog rows, ascending. */
  readonly rows: Uint32Array;
  /** `masks[i]` has bit b set when `rows[i]` satisfies requirement b, or when b cannot be decided in code. */
  readonly masks: Uint32Array;
  /** Bits of the requirements that code can decide. */
  readonly decidable: number;
}

/** Calls `mark` with each place of `rows` whose row is among the holders; both lists ascend. */
export function markShared(rows: Uint32Array, holders: Uint32Array, mark: (position: number) => void): void {
  if (holders.length > rows.length * 16) {
    for (let i = 0; i < rows.length; i++) if (includesRow(holders, rows[i] as number)) mark(i);
    return;
  }
  let i = 0;
  let j = 0;
  while (i < rows.length && j < holders.length) {
    const a = rows[i] as number;
    const b = holders[j] as number;
    if (a === b) {
      mark(i);
      i++;
      j++;
    } else if (a < b) i++;
    else j++;
  }
}

/** Types that code cannot decide of one product alone. */
const UNDECIDED: ReadonlySet<Requirement['type']> = new Set(['review_opinion', 'same_shop']);

const MOST_REMEMBERED = 2048;
/** Longer lists are read again each time, so that what is remembered stays under 2048 x 64 KB. */
const LONGEST_REMEMBERED = 16_384;

/** Uses of phrases are small, and what they tell takes a search of all titles to find out. */
const MOST_USES = 32_768;

function remember<V>(cache: Map<string, V>, key: string, value: V, most = MOST_REMEMBERED): void {
  if (cache.size >= most) cache.delete(cache.keys().next().value as string);
  cache.set(key, value);
}

/** Answers "which products satisfy this" from the catalog's index, by the same rules as `satisfies`. */
export class AnswerSets {
  readonly #catalog: Catalog;
  readonly #phrases = new Map<string, Uint32Array>();
  readonly #postings = new Map<string, Uint32Array>();
  readonly #uses = new Map<string, PhraseUse>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Rows of the products whose title holds the phrase as whole words, ascending. */
  holding(phrase: string): Uint32Array {
    const key = normaliseText(phrase);
    let rows = this.#phrases.get(key);
    if (rows === undefined) {
      rows = this.#catalog.titleRows(phrase);
      if (rows.length <= LONGEST_REMEMBERED) remember(this.#phrases, key, rows);
    }
    return rows;
  }

  /** How many titles hold a phrase, and what the first 64 of those products tell about it. */
  phraseUse(phrase: string): PhraseUse {
    const key = normaliseText(phrase);
    let use = this.#uses.get(key);
    if (use === undefined) {
      const rows = this.holding(phrase);
      const brands = new Set<string | null>();
      const texts: string[] = [];
      for (const row of rows.subarray(0, 64)) {
        const { brand, features, description } = this.#catalog.productByRow(row);
        brands.add(brand?.toLowerCase() ?? null);
        texts.push(...features, ...description);
      }
      const text = texts.join('\n');
      const common = phrase.split(/\s+/).filter((word) => isCommonWord(word, text));
      use = { titles: rows.length, brands: brands.size, common };
      remember(this.#uses, key, use, MOST_USES);
    }
    return use;
  }

  /** The table of at most 31 requirements over the products that hold the noun phrase. */
  table(entityPhrase: string, requirements: readonly Requirement[]): SatisfactionTable {
    if (requirements.length > MOST_REQUIREMENTS) {
      throw new RangeError(`a table holds ${MOST_REQUIREMENTS} requirements, got ${requirements.length}`);
    }
    const rows = this.holding(entityPhrase);
    const masks = new Uint32Array(rows.length);
    let decidable = 0;
    for (const [bit, requirement] of requirements.entries()) {
      const flag = 2 ** bit;
      if (!UNDECIDED.has(requirement.type)) decidable += flag;
      this.#mark(rows, requirement, (position) => {
        masks[position] = (masks[position] as number) | flag;
      });
    }
    return { rows, masks, decidable };
  }

  #mark(rows: Uint32Array, requirement: Requirement, mark: (position: number) => void): void {
    switch (requirement.type) {
      case 'attribute_match': {
        const wanted = [requirement.expected_value].flat();
        const hits = new Uint8Array(rows.length);
        for (const value of wanted) {
          markShared(rows, this.#valueRows(requirement.field, value), (i) => {
            hits[i] = (hits[i] as number) + 1;
          });
        }
        for (let i = 0; i < rows.length; i++) if (hits[i] === wanted.length) mark(i);
        return;
      }
      case 'negative_attribute': {
        const excluded = new Uint8Array(rows.length);
        for (const value of requirement.expected_value) {
          markShared(rows, this.#valueRows(requirement.field, value), (i) => {
            excluded[i] = 1;
          });
        }
        for (let i = 0; i < rows.length; i++) if (excluded[i] === 0) mark(i);
        return;
      }
      case 'numeric_range': {
        const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = requirement.expected_value;
        for (let i = 0; i < rows.length; i++) {
          const value = this.#number(rows[i] as number, requirement.field);
          if (value !== null && value >= min && value <= max) mark(i);
        }
        return;
      }
      case 'entity_match': {
        markShared(rows, this.holding(requirement.expected_value), mark);
        return;
      }
      case 'budget_match': {
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i] as number;
          if (withinBudget(this.#catalog.priceMinor(row), this.#catalog.currency(row), requirement.expected_value))
            mark(i);
        }
        return;
      }
      case 'sku_match': {
        this.#markSkus(rows, requirement, mark);
        return;
      }
      case 'service_match': {
        const holders = this.#catalog.serviceRows(requirement.expected_value);
        for (let i = 0; i < rows.length; i++) if (holders.has(rows[i] as number)) mark(i);
        return;
      }
      case 'knowledge_match': {
        markShared(rows, this.holding(requirement.expected_value.answer), mark);
        return;
      }
      case 'same_shop':
      case 'review_opinion': {
        for (let i = 0; i < rows.length; i++) mark(i);
        return;
      }
    }
  }

  /** A product that states every value of the pair list in its details may still have no SKU with all of them. */
  #markSkus(
    rows: Uint32Array,
    requirement: Requirement & { type: 'sku_match' },
    mark: (position: number) => void,
  ): void {
    const wanted = Object.entries(requirement.expected_value);
    const hits = new Uint8Array(rows.length);
    for (const [field, value] of wanted) {
      markShared(rows, this.stating(field, value), (i) => {
        hits[i] = (hits[i] as number) + 1;
      });
    }
    for (let i = 0; i < rows.length; i++) {
      if (hits[i] !== wanted.length) continue;
      if (satisfies(this.#catalog.productByRow(rows[i] as number), requirement) === 'yes') mark(i);
    }
  }

  /** Rows of the products that state the value for the detail field, ascending. */
  stating(field: string, value: string): Uint32Array {
    const norm = normaliseValue(value);
    const key = `${field}\n${norm}`;
    let rows = this.#postings.get(key);
    if (rows === undefined) {
      rows = this.#catalog.valueRows(field, norm);
      if (rows.length <= LONGEST_REMEMBERED) remember(this.#postings, key, rows);
    }
    return rows;
  }

  #valueRows(field: string, value: string): Uint32Array {
    const name = detailFieldOf(field);
    return name === null ? new Uint32Array() : this.stating(name, value);
  }

  #number(row: number, field: string): number | null {
    if (field === 'average_rating') return this.#catalog.averageRating(row);
    if (field === 'rating_number') return this.#catalog.ratingCount(row);
    if (field !== 'price') return null;
    const price = this.#catalog.priceMinor(row);
    const currency = this.#catalog.currency(row);
    return price === null || currency === null ? null : price / minorUnitsOf(currency);
  }
}

/** How many products satisfy every decidable requirement of the subset (a bit set). */
export function countSatisfying({ masks, decidable }: SatisfactionTable, subset: number): number {
  const wanted = subset & decidable;
  let count = 0;
  for (let i = 0; i < masks.length; i++) if (((masks[i] as number) & wanted) === wanted) count++;
  return count;
}

/**
 * `countSatisfying` of one table for many subsets: rows that satisfy the same requirements are counted together, and no
 * subset twice.
 */
export function satisfactionCounter({ masks, decidable }: SatisfactionTable): (subset: number) => number {
  const alike = new Map<number, number>();
  for (const mask of masks) {
    const decided = mask & decidable;
    alike.set(decided, (alike.get(decided) ?? 0) + 1);
  }
  const kinds = Int32Array.from(alike.keys());
  const sizes = Uint32Array.from(alike.values());
  const known = new Map<number, number>();
  return (subset) => {
    const wanted = subset & decidable;
    let count = known.get(wanted);
    if (count === undefined) {
      count = 0;
      for (let i = 0; i < kinds.length; i++) {
        if (((kinds[i] as number) & wanted) === wanted) count += sizes[i] as number;
      }
      known.set(wanted, count);
    }
    return count;
  };
}

/** The catalog rows that satisfy every decidable requirement of the subset, ascending. */
export function rowsSatisfying({ rows, masks, decidable }: SatisfactionTable, subset: number): number[] {
  const wanted = subset & decidable;
  const result: number[] = [];
  for (let i = 0; i < masks.length; i++) if (((masks[i] as number) & wanted) === wanted) result.push(rows[i] as number);
  return result;
}

/**
 * Products that fail requirement `bit` though they come close to the target: they satisfy at least half of the other
 * decidable requirements of the subset. The noun phrase all rows share is not counted.
 */
export function nearMissesOf({ masks, decidable }: SatisfactionTable, subset: number, bit: number): number {
  const flag = 2 ** bit;
  const others = subset & decidable & ~flag;
  const least = Math.ceil(bitCount(others) / 2);
  let count = 0;
  for (let i = 0; i < masks.length; i++) {
    const mask = masks[i] as number;
    if ((mask & flag) === 0 && bitCount(mask & others) >= least) count++;
  }
  return count;
}

/** How many bits are set. */
export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The bit set of requirement positions 0 to `count` - 1. */
export function everyBit(count: number): number {
  return 2 ** count - 1;
}
