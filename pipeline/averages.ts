import { foundOrMade } from '../text/cache/found-or-made.ts';
import type { Figure } from './episode.ts';

/** Means by name, of values that are added one after the other and not kept. */
export class Means {
  readonly #sums = new Map<string, { sum: number; count: number }>();

  /** Adds a value to those of a name; one that is not there counts for nothing. */
  add(name: string, value: number | boolean | null | undefined): void {
    if (value == null) return;
    const added = foundOrMade(this.#sums, name, () => ({ sum: 0, count: 0 }));
    added.sum += Number(value);
    added.count += 1;
  }

  /** The mean of a name; null where nothing was added. */
  of(name: string): number | null {
    const added = this.#sums.get(name);
    return added === undefined ? null : added.sum / added.count;
  }

  count(name: string): number {
    return this.#sums.get(name)?.count ?? 0;
  }
}

const figure =
  (unit: Figure['unit']) =>
  (name: string, value: number | null, defined: string): Figure => ({ name, value, unit, defined });

/** Makes figures that are shares, and figures that are counts. */
export const share = figure('share');
export const count = figure('count');
