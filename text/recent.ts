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
