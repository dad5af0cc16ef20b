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

  /** What is known of a fact, `find` where it is not remembered. */
  of(field: string | undefined, value: string, find: () => Known): Known {
    const fresh = this.#fresh.get(field)?.get(value);
    if (fresh !== undefined) return fresh;
    const known = this.#stale.get(field)?.get(value) ?? find();
    this.#keep(field, value, known);
    return known;
  }

  #keep(field: string | undefined, value: string, known: Known): void {
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
