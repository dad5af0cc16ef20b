/** Candidates that are put in order together; the rest waits until its turn comes. */
const BAND = 256;
/** Ranks are whole numbers below 2 ** 52. */
const RANKS = 2 ** 52;

/**
 * Hands out candidates by rank, lowest first. Few of many are ever asked for, so they are parted into bands by their
 * ranks and a band is put in order when its turn comes. Equal ranks are ordered by name.
 */
export class Ranked<T> {
  readonly #candidates: readonly T[];
  readonly #rankOf: (candidate: T) => number;
  readonly #nameOf: (candidate: T) => string;
  /** Places of candidates, band by band, and where each band begins. */
  readonly #places: Uint32Array;
  readonly #starts: Uint32Array;
  #band = 0;
  #next = 0;
  #ordered = 0;

  constructor(candidates: readonly T[], rankOf: (candidate: T) => number, nameOf: (candidate: T) => string) {
    this.#candidates = candidates;
    this.#rankOf = rankOf;
    this.#nameOf = nameOf;
    const bands = Math.max(1, Math.ceil(candidates.length / BAND));
    const bandOf = new Uint32Array(candidates.length);
    this.#starts = new Uint32Array(bands + 1);
    for (let place = 0; place < candidates.length; place++) {
      const band = Math.floor((rankOf(candidates[place] as T) / RANKS) * bands);
      bandOf[place] = band;
      this.#starts[band + 1]!++;
    }
    for (let band = 0; band < bands; band++) this.#starts[band + 1]! += this.#starts[band] as number;
    const next = this.#starts.slice();
    this.#places = new Uint32Array(candidates.length);
    for (let place = 0; place < candidates.length; place++) {
      const band = bandOf[place] as number;
      this.#places[next[band] as number] = place;
      next[band]!++;
    }
  }

  /** All there are, handed out or not. */
  get size(): number {
    return this.#candidates.length;
  }

  take(): T | undefined {
    if (this.#next >= this.#candidates.length) return undefined;
    while (this.#ordered <= this.#next) this.#orderBand();
    return this.#candidates[this.#places[this.#next++] as number];
  }

  #orderBand(): void {
    const [start, end] = [this.#starts[this.#band] as number, this.#starts[this.#band + 1] as number];
    const members = Array.from(this.#places.subarray(start, end), (place) => {
      const candidate = this.#candidates[place] as T;
      return { place, candidate, rank: this.#rankOf(candidate) };
    });
    members.sort((a, b) => a.rank - b.rank || (this.#nameOf(a.candidate) < this.#nameOf(b.candidate) ? -1 : 1));
    this.#places.set(
      members.map(({ place }) => place),
      start,
    );
    this.#band++;
    this.#ordered = end;
  }
}
