import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { Catalog } from '../../../catalog/index.ts';
import { digestOf } from '../../../text/digest.ts';
import { byCodeUnit } from '../../../text/order.ts';
import { bins } from './bins.ts';
import { type Compared, comparedBy, Likeness, typicality } from './likeness.ts';
import { StatedTerms } from './stated-terms.ts';

/** Settings that decide which products stand on a shelf, and which shelves there are. */
export interface FineSettings {
  /** Products of a shelf; one has no more, but for products that state just the same as one of it. */
  readonly shelfSize: number;
  /** Fewer products are no shelf. */
  readonly leastShelf: number;
  /** Least likeness of the products of a shelf to its most typical one, as a share of what either has. */
  readonly similarity: number;
  /** Shelves of which a smaller share states something of its own are thinned to one product each. */
  readonly minDiversity: number;
  /** Fields of a shelf whose products differ in them, on average by product; with fewer there is none. */
  readonly minComplexity: number;
}

/** Near-identical products of one sub-category. */
export interface FineShelf {
  /** A digest of the sub-category and the product the shelf was gathered around: it stays when others come and go. */
  readonly id: string;
  /** The sub-category: the whole category path. */
  readonly path: string;
  /** Catalog rows, the most typical product first. */
  readonly rows: readonly number[];
}

/** Says why a product stands on no shelf. */
export const LEFT_OUT = {
  small: ({ leastShelf }: FineSettings) => `its sub-category has fewer than ${leastShelf} products (--least-shelf)`,
  unlike: ({ leastShelf, similarity }: FineSettings) =>
    `fewer than ${leastShelf} products of its sub-category are like it (--least-shelf; similarity, ${similarity}, in a file)`,
  simple: ({ minComplexity }: FineSettings) =>
    `what products of its shelf state tells them hardly apart (--min-complexity ${minComplexity})`,
  same: () => 'another product of its shelf, which has little variety, states just the same',
} as const;
type LeftOut = keyof typeof LEFT_OUT;

/** The products that tasks are about, and those they are told apart from. */
export interface FineCatalog {
  readonly shelves: readonly FineShelf[];
  shelfOf(row: number): FineShelf | null;
  /** Products that stand on no shelf, by why. */
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

const made = new WeakMap<Catalog, Map<string, FineCatalog>>();

/**
 * The fine catalog of a catalog, made once under each settings; `isUsed` tells fields a requirement can be about. Threads
 * are given what the thread that started them has made until then.
 */
export function fineCatalog(catalog: Catalog, settings: FineSettings, isUsed: (field: string) => boolean): FineCatalog {
  const { shelfSize, leastShelf, similarity, minDiversity, minComplexity } = settings;
  const key = [shelfSize, leastShelf, similarity, minDiversity, minComplexity].join(' ');
  const known = made.get(catalog) ?? new Map<string, FineCatalog>();
  made.set(catalog, known);
  const found = known.get(key) ?? shared(`${catalog.digest} ${key}`, catalog, settings, isUsed);
  known.set(key, found);
  return found;
}

/** Shelves as threads share them: the rows of all in one list, each after the one before. */
interface SharedShelves {
  readonly heads: readonly { readonly id: string; readonly path: string; readonly products: number }[];
  readonly rows: Uint32Array;
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

function shared(
  key: string,
  catalog: Catalog,
  settings: FineSettings,
  isUsed: (field: string) => boolean,
): FineCatalog {
  const name = `fine catalog ${digestOf(catalog.path, key, catalog.fieldNames().filter(isUsed))}`;
  const known = getEnvironmentData(name) as unknown as SharedShelves | undefined;
  if (known !== undefined) {
    let from = 0;
    const shelves = known.heads.map(({ products, ...head }) => {
      from += products;
      return { ...head, rows: [...known.rows.subarray(from - products, from)] };
    });
    return placed(catalog.size, shelves, known.leftOut);
  }
  const { shelves, leftOut } = madeOf(catalog, settings, isUsed);
  const all = shelves.flatMap(({ rows }) => rows);
  const rows = new Uint32Array(new SharedArrayBuffer(all.length * Uint32Array.BYTES_PER_ELEMENT));
  rows.set(all);
  const heads = shelves.map(({ id, path, rows: own }) => ({ id, path, products: own.length }));
  setEnvironmentData(name, { heads, rows, leftOut } satisfies SharedShelves as never);
  return placed(catalog.size, shelves, leftOut);
}

/** Shelves with the one that each product stands on. */
function placed(products: number, shelves: readonly FineShelf[], leftOut: ReadonlyMap<LeftOut, number>): FineCatalog {
  const shelfAt = new Int32Array(products).fill(-1);
  for (const [place, { rows }] of shelves.entries()) for (const row of rows) shelfAt[row] = place;
  return { shelves, leftOut, shelfOf: (row) => shelves[shelfAt[row] as number] ?? null };
}

function madeOf(
  catalog: Catalog,
  settings: FineSettings,
  isUsed: (field: string) => boolean,
): Pick<FineCatalog, 'shelves' | 'leftOut'> {
  const terms = StatedTerms.read(catalog, isUsed);
  // Every title is read: one by one that takes longer than all the rest.
  catalog.inMemory();
  const ids = catalog.productIds();
  const shelves: FineShelf[] = [];
  const leftOut = new Map<LeftOut, number>();
  const leave = (why: LeftOut, count: number) => {
    if (count > 0) leftOut.set(why, (leftOut.get(why) ?? 0) + count);
  };
  for (const { id, path } of catalog.shelves().toSorted((a, b) => byCodeUnit(a.path, b.path))) {
    // By id, for the rows of equal catalogs may stand in another order.
    const rows = [...catalog.shelfRows(id)].sort((a, b) => byCodeUnit(ids[a] as string, ids[b] as string));
    if (rows.length < settings.leastShelf) {
      leave('small', rows.length);
      continue;
    }
    for (const bin of bins(rows, terms)) {
      const compared = comparedBy(bin, terms, (row) => catalog.titleWords(row));
      const states = bin.map((row) => statesOf(row, terms));
      for (const group of gathered(compared, states, settings)) {
        if (group.length < settings.leastShelf) {
          leave('unlike', group.length);
          continue;
        }
        const members = group.map((place) => bin[place] as number);
        if (complexityOf(members, terms) < settings.minComplexity) {
          leave('simple', members.length);
          continue;
        }
        const kept = thinned(members, terms, settings.minDiversity);
        leave('same', members.length - kept.length);
        if (kept.length < settings.leastShelf) {
          leave('simple', kept.length);
          continue;
        }
        const [typical] = members as [number];
        shelves.push({ id: digestOf('shelf', path, ids[typical]).slice(0, 10), path, rows: kept });
      }
    }
  }
  return { shelves, leftOut };
}

/** Attempts in a row to gather a shelf that find too few; what is left of a bin then is of all sorts. */
const MOST_FAILURES = 8;

/**
 * Gathers products around the most typical one that is left, the most alike first. Products that state just the same come
 * together, however many they are: twins never stand on two shelves. What is left of all sorts at the end is one group
 * for each product.
 */
function gathered(
  compared: Compared,
  states: readonly string[],
  { shelfSize, leastShelf, similarity }: FineSettings,
): number[][] {
  const typical = typicality(compared);
  const likeness = new Likeness(compared);
  const byTypicality = (a: number, b: number) => (typical[b] as number) - (typical[a] as number) || a - b;
  let left = [...compared.features.keys()].sort(byTypicality);
  const groups: number[][] = [];
  for (let failures = 0; left.length >= leastShelf && failures < MOST_FAILURES; ) {
    const [first] = left as [number];
    const likenesses = likeness.to(first, left);
    const alike: { readonly place: number; readonly likeness: number }[] = [];
    for (let at = 1; at < left.length; at++)
      if ((likenesses[at] as number) >= similarity)
        alike.push({ place: left[at] as number, likeness: likenesses[at] as number });
    alike.sort((a, b) => b.likeness - a.likeness || byTypicality(a.place, b.place));
    const nearest = [first, ...alike.slice(0, shelfSize - 1).map(({ place }) => place)];
    const stated = new Set(nearest.map((place) => states[place]));
    const taken = new Set([...nearest, ...left.filter((place) => stated.has(states[place] as string))]);
    groups.push([...taken]);
    failures = taken.size < leastShelf ? failures + 1 : 0;
    left = left.filter((place) => !taken.has(place));
  }
  return [...groups, ...left.map((place) => [place])];
}

/** Mean number of those fields in which the products differ that a product states. */
function complexityOf(rows: readonly number[], terms: StatedTerms): number {
  const first = new Map<number, number>();
  const differs = new Set<number>();
  for (const row of rows)
    for (const term of terms.of(row)) {
      const field = terms.fieldOf[term] as number;
      if (first.has(field) && first.get(field) !== term) differs.add(field);
      first.set(field, term);
    }
  const stated = rows.reduce((sum, row) => {
    const fields = new Set(Array.from(terms.of(row), (term) => terms.fieldOf[term] as number));
    return sum + [...fields].filter((field) => differs.has(field)).length;
  }, 0);
  return stated / rows.length;
}

const statesOf = (row: number, terms: StatedTerms) => terms.of(row).toSorted().join(' ');

/** All products of a shelf of enough variety; of another one, the first that states each combination of values. */
function thinned(rows: readonly number[], terms: StatedTerms, minDiversity: number): number[] {
  const first = new Map<string, number>();
  for (const row of rows) {
    const states = statesOf(row, terms);
    if (!first.has(states)) first.set(states, row);
  }
  return first.size / rows.length >= minDiversity ? [...rows] : [...first.values()];
}
