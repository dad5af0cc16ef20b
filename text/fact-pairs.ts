/** Pairs that are remembered; a number and a truth value each. */
const MOST_PAIRS = 400_000;
const MOST_FACTS = 100_000;

/**
 * Remembers what was found out about pairs of facts: catalogs state the same few thousand over and over. A fact is a
 * field and a value; all is forgotten when there are too many.
 */
export class FactPairs {
  readonly #ids = new Map<string, Map<string, number>>();
  readonly #known = new Map<number, boolean>();
  #facts = 0;

  /** What is true of a pair, `find` where it is not remembered. The order of the two matters. */
  of(field: string, value: string, otherField: string, otherValue: string, find: () => boolean): boolean {
    const pair = this.#idOf(field, value) * MOST_FACTS + this.#idOf(otherField, otherValue);
    let known = this.#known.get(pair);
    if (known === undefined) {
      known = find();
      this.#known.set(pair, known);
      if (this.#known.size > MOST_PAIRS || this.#facts > MOST_FACTS - 2) this.#forget();
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
      id = this.#facts++;
      ids.set(value, id);
    }
    return id;
  }

  #forget(): void {
    this.#ids.clear();
    this.#known.clear();
    this.#facts = 0;
  }
}
