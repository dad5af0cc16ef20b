/** Counts by name, in the order in which names first came up. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, times = 1): void {
    this.#counts.set(name, this.of(name) + times);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  get names(): readonly string[] {
    return [...this.#counts.keys()];
  }

  /** The most frequent first, equal ones by name. */
  get sorted(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  }
}
