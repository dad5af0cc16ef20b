import { editDistance } from '../text/edit-distance.ts';

/** Longer texts are nobody's slip of the pen; comparing them would only take time. */
const MOST_CHARACTERS = 200;

/** Keeps the few ids nearest to one that was asked for: those that hold it first, then by edit distance. */
export class NearestIds {
  readonly #wanted: string;
  readonly #most: number;
  readonly #nearest: { readonly id: string; readonly distance: number }[] = [];

  constructor(wanted: string, most = 3) {
    this.#wanted = wanted.slice(0, MOST_CHARACTERS);
    this.#most = most;
  }

  add(id: string): void {
    const holds = this.#wanted !== '' && id.includes(this.#wanted);
    const distance = holds ? 0 : 1 + editDistance(this.#wanted, id);
    this.#nearest.push({ id, distance });
    this.#nearest.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
    this.#nearest.length = Math.min(this.#nearest.length, this.#most);
  }

  get ids(): readonly string[] {
    return this.#nearest.map(({ id }) => id);
  }

  get #near(): readonly string[] {
    const most = 1 + Math.max(2, Math.floor(this.#wanted.length / 12));
    return this.#nearest.filter(({ distance }) => distance <= most).map(({ id }) => id);
  }

  /** True where a slip of the pen or a part of a name can lead to one of them. */
  get isNear(): boolean {
    return this.#near.length > 0;
  }

  /**
   * Says which were meant, where a slip of the pen or a part of an id can lead there: ids end in digests, and among those
   * any is as near as any other.
   */
  get hint(): string {
    const near = this.#near;
    if (near.length > 0) return near.length === 1 ? `the nearest is ${near[0]}` : `the nearest are ${near.join(', ')}`;
    return this.ids.length === 0 ? 'it has none yet' : `none is near that; one it has is ${this.ids[0]}`;
  }
}
