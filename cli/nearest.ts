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
}
