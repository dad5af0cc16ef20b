import type { Ranked } from './ranked.ts';

/** Things in a line: new ones come last, what is put back first. */
class Line<T> {
  readonly #items: T[] = [];
  #next = 0;
  /** Things that were put back, next one last. */
  readonly #held: T[] = [];

  get isEmpty(): boolean {
    return this.#held.length === 0 && this.#next >= this.#items.length;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    return this.#held.pop() ?? this.#items[this.#next++];
  }

  putBack(items: readonly T[]): void {
    for (const item of items.toReversed()) this.#held.push(item);
  }
}

/**
 * Hands out candidates by rank, those of each split on their own. Which split one is of is looked up when its turn comes:
 * of many few are ever asked for.
 */
export class Parted<T> {
  readonly #ranked: Ranked<T>;
  readonly #splitOf: (candidate: T) => string | null;
  /** By split, candidates that were come to and are not handed out yet. */
  readonly #lines = new Map<string | null, Line<T>>();

  constructor(ranked: Ranked<T>, splitOf: (candidate: T) => string | null) {
    this.#ranked = ranked;
    this.#splitOf = splitOf;
  }

  /** All there are, handed out or not. */
  get size(): number {
    return this.#ranked.size;
  }

  /** Tells whether a split has any left. */
  has(split: string | null): boolean {
    const line = this.#lineOf(split);
    while (line.isEmpty) {
      const candidate = this.#ranked.take();
      if (candidate === undefined) return false;
      this.#lineOf(this.#splitOf(candidate)).add(candidate);
    }
    return true;
  }

  take(split: string | null): T | undefined {
    return this.has(split) ? this.#lineOf(split).take() : undefined;
  }

  /** Hands candidates of a split back that were taken, in the order they were taken in; they come first again. */
  putBack(split: string | null, candidates: readonly T[]): void {
    this.#lineOf(split).putBack(candidates);
  }

  #lineOf(split: string | null): Line<T> {
    const known = this.#lines.get(split);
    if (known !== undefined) return known;
    const line = new Line<T>();
    this.#lines.set(split, line);
    return line;
  }
}
