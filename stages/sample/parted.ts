import { foundOrMade } from '../../text/cache/found-or-made.ts';
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

interface Parting<T> {
  splitOf(candidate: T): string | null;
  /** Tells whether a candidate stands behind those that are not like it, such as one of which another task came to nothing. */
  comesLater(candidate: T): boolean;
}

/** Hands out each split's candidates by rank. Which split one is of is looked up in its turn: few are ever asked for. */
export class Parted<T> {
  readonly #ranked: Ranked<T>;
  readonly #parting: Parting<T>;
  /** By split, candidates that were come to and are not handed out yet, and those that stand behind. */
  readonly #lines = new Map<string | null, { readonly next: Line<T>; readonly later: Line<T> }>();

  constructor(ranked: Ranked<T>, parting: Parting<T>) {
    this.#ranked = ranked;
    this.#parting = parting;
  }

  /** Tells whether a split has any left. */
  has(split: string | null): boolean {
    return !this.#linesOf(split).later.isEmpty || this.#comesTo(split);
  }

  take(split: string | null): T | undefined {
    const { next, later } = this.#linesOf(split);
    while (this.#comesTo(split)) {
      const candidate = next.take() as T;
      if (!this.#parting.comesLater(candidate)) return candidate;
      later.add(candidate);
    }
    return later.take();
  }

  /** Hands candidates of a split back that were taken, in the order they were taken in; they come first again. */
  putBack(split: string | null, candidates: readonly T[]): void {
    this.#linesOf(split).next.putBack(candidates);
  }

  /** Looks up candidates until one of the split is next; false where there is none. */
  #comesTo(split: string | null): boolean {
    const { next } = this.#linesOf(split);
    while (next.isEmpty) {
      const candidate = this.#ranked.take();
      if (candidate === undefined) return false;
      this.#linesOf(this.#parting.splitOf(candidate)).next.add(candidate);
    }
    return true;
  }

  #linesOf(split: string | null): { readonly next: Line<T>; readonly later: Line<T> } {
    return foundOrMade(this.#lines, split, () => ({ next: new Line(), later: new Line() }));
  }
}
