/** Candidates that are put in order together; the rest waits until its turn comes. */
const BAND = 256;
/** Ranks are whole numbers below 2 ** 52. */
const RANKS = 2 ** 52;

interface Ranking<T> {
  rankOf(candidate: T): number;
  nameOf(candidate: T): string;
  /** A small whole number: candidates of lower tiers come first, whatever their ranks. */
  tierOf(candidate: T): number;
}

/**
 * Hands out candidates by tier and rank, lowest first. Few of many are ever asked for, so those of a tier are parted into
 * bands by their ranks and a band is put in order when its turn comes. Equal ranks are ordered by name.
 */
export class Ranked<T> {
  readonly #candidates: readonly T[];
  readonly #ranking: Ranking<T>;
  /** Places of candidates, band by band, and where each band begins. */
  readonly #places: Uint32Array;
  readonly #starts: Uint32Array;
  #band = 0;
  #next = 0;
  #ordered = 0;

  constructor(candidates: readonly T[], ranking: Ranking<T>) {
    this.#candidates = candidates;
    this.#ranking = ranking;
    const tiers = tiersOf(candidates, ranking);
    const bands = tiers.reduce((sum, { bands }) => sum + bands, 0);
    const bandOf = new Uint32Array(candidates.length);
    this.#starts = new Uint32Array(bands + 1);
    for (let place = 0; place < candidates.length; place++) {
      const candidate = candidates[place] as T;
      const tier = tiers[ranking.tierOf(candidate)] as Tier;
      const band = tier.start + Math.floor((ranking.rankOf(candidate) / RANKS) * tier.bands);
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

  take(): T | undefined {
    if (this.#next >= this.#candidates.length) return undefined;
    while (this.#ordered <= this.#next) this.#orderBand();
    return this.#candidates[this.#places[this.#next++] as number];
  }

  #orderBand(): void {
    const [start, end] = [this.#starts[this.#band] as number, this.#starts[this.#band + 1] as number];
    const members = Array.from(this.#places.subarray(start, end), (place) => {
      const candidate = this.#candidates[place] as T;
      return { place, candidate, rank: this.#ranking.rankOf(candidate) };
    });
    const { nameOf } = this.#ranking;
    members.sort((a, b) => a.rank - b.rank || (nameOf(a.candidate) < nameOf(b.candidate) ? -1 : 1));
    this.#places.set(
      members.map(({ place }) => place),
      start,
    );
    this.#band++;
    this.#ordered = end;
  }
}

/** The bands of a tier's candidates. */
interface Tier {
  readonly start: number;
  readonly bands: number;
}

function tiersOf<T>(candidates: readonly T[], { tierOf }: Ranking<T>): Tier[] {
  const sizes: number[] = [];
  for (const candidate of candidates) {
    const tier = tierOf(candidate);
    sizes[tier] = (sizes[tier] ?? 0) + 1;
  }
  let start = 0;
  return Array.from(sizes, (size = 0) => {
    const bands = Math.ceil(size / BAND);
    start += bands;
    return { start: start - bands, bands };
  });
}
