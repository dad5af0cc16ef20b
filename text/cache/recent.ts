/**
 * Remembers what was asked for lately: the values in use stay, and the rest is forgotten in two steps, so that memory
 * does not grow with what passes by only once.
 */
export class Recent<Key, Value> {
  readonly #most: number;
  #fresh = new Map<Key, Value>();
  #stale = new Map<Key, Value>();

  /** Between `most` and twice as many are remembered once so many have been put in. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#fresh.get(key);
    if (value !== undefined) return value;
    const old = this.#stale.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#fresh.size >= this.#most) {
      this.#stale = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(key, value);
  }
}

type ByField<Known> = Map<string | undefined, Map<string, Known>>;

/**
 * Remembers what was found out lately about facts, a field and a value each, like `Recent`: those in use stay, and the
 * rest is forgotten in two steps. Catalogs state the same values over and over, and to look one up makes no new string.
 */
export class RecentFacts<Known> {
  readonly #most: number;
  #fresh: ByField<Known> = new Map();
  #stale: ByField<Known> = new Map();
  #count = 0;

  /** Between `most` and twice as many are remembered once so many have been put in. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns what is known of a fact, `find` where it is not remembered. */
  of(field: string | undefined, value: string, find: () => Known): Known {
    let known = this.get(field, value);
    if (known === undefined) {
      known = find();
      this.set(field, value, known);
    }
    return known;
  }

  get(field: string | undefined, value: string): Known | undefined {
    const fresh = this.#fresh.get(field)?.get(value);
    if (fresh !== undefined) return fresh;
    const old = this.#stale.get(field)?.get(value);
    if (old !== undefined) this.set(field, value, old);
    return old;
  }

  set(field: string | undefined, value: string, known: Known): void {
    if (this.#count >= this.#most) {
      this.#stale = this.#fresh;
      this.#fresh = new Map();
      this.#count = 0;
    }
    let ofField = this.#fresh.get(field);
    if (ofField === undefined) {
      ofField = new Map();
      this.#fresh.set(field, ofField);
    }
    ofField.set(value, known);
    this.#count++;
  }
}

/** Pairs that are remembered; a number and a truth value each. */
const MOST_PAIRS = 400_000;
const MOST_FACTS = 100_000;

/**
 * Remembers what was found out about pairs of facts: catalogs state the same few thousand over and over. A fact is a
 * field and a value; all is forgotten when there are too many.
 */
export class FactPairs {
  readonly #ids = new Map<string, Map<string, number>>();
  /** By the number of a fact, what is true of pairs that it is the first of; undefined where there are none. */
  readonly #known: (Map<number, boolean> | undefined)[] = [];
  #pairs = 0;

  /** Returns what is true of a pair, `find` where it is not remembered. The order of the two matters. */
  of(field: string, value: string, otherField: string, otherValue: string, find: () => boolean): boolean {
    const first = this.#idOf(field, value);
    const second = this.#idOf(otherField, otherValue);
    let known = this.#known[first]?.get(second);
    if (known === undefined) {
      known = find();
      this.#keep(first, second, known);
    }
    return known;
  }

  #idOf(field: string, value: string): number {
    let ids = this.#ids.get(field);
    if (ids === undefined) {
      ids = new Map();
      this.#ids.set(field, ids);
    }
    let id = ids.get(value);
    if (id === undefined) {
      id = this.#known.push(undefined) - 1;
      ids.set(value, id);
    }
    return id;
  }

  #keep(first: number, second: number, known: boolean): void {
    const ofFirst = this.#known[first] ?? new Map<number, boolean>();
    this.#known[first] = ofFirst.set(second, known);
    this.#pairs++;
    if (this.#pairs > MOST_PAIRS || this.#known.length > MOST_FACTS) this.#forget();
  }

  #forget(): void {
    this.#ids.clear();
    this.#known.length = 0;
    this.#pairs = 0;
  }
}
