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
 * Hands out candidates by tier and rank, lowest first. Few of many are ever asked for: only a tier whose turn comes is ranked
 * and parted into bands by rank, and a band is put in order when its own turn comes. Equal ranks are ordered by name.
 */
export class Ranked<T> {
  readonly #candidates: readonly T[];
  readonly #ranking: Ranking<T>;
  /** Places of candidates, tier by tier, and where each tier ends. */
  readonly #places: Uint32Array;
  readonly #tierEnds: Uint32Array;
  /** Ends of the bands of the tier whose turn it is. */
  #bandEnds = new Uint32Array();
  #tier = 0;
  #band = 0;
  #next = 0;
  /** Places before it are in order; those before the other are of tiers that are parted into bands. */
  #ordered = 0;
  #parted = 0;

  constructor(candidates: readonly T[], ranking: Ranking<T>) {
    this.#candidates = candidates;
    this.#ranking = ranking;
    // A loop, for there may be as many candidates as products: to map them by an iterator takes four times as long.
    const all = new Uint32Array(candidates.length);
    const tiers = new Uint32Array(candidates.length);
    let highest = 0;
    for (let place = 0; place < all.length; place++) {
      const tier = ranking.tierOf(candidates[place] as T);
      all[place] = place;
      tiers[place] = tier;
      if (tier > highest) highest = tier;
    }
    const groups = grouped(all, tiers, highest + 1);
    this.#places = groups.places;
    this.#tierEnds = groups.ends;
  }

  take(): T | undefined {
    if (this.#next >= this.#candidates.length) return undefined;
    while (this.#ordered <= this.#next) this.#orderBand();
    return this.#candidates[this.#places[this.#next++] as number];
  }

  #rankAt(place: number): number {
    return this.#ranking.rankOf(this.#candidates[place] as T);
  }

  #partTier(): void {
    const [start, end] = [this.#parted, this.#tierEnds[this.#tier++] as number];
    const members = this.#places.subarray(start, end);
    const bands = Math.ceil(members.length / BAND);
    const bandOf = members.map((place) => Math.floor((this.#rankAt(place) / RANKS) * bands));
    const { places, ends } = grouped(members, bandOf, bands);
    members.set(places);
    this.#bandEnds = ends.map((bandEnd) => start + bandEnd);
    this.#band = 0;
    this.#parted = end;
  }

  #orderBand(): void {
    while (this.#ordered === this.#parted) this.#partTier();
    const end = this.#bandEnds[this.#band++] as number;
    const members = Array.from(this.#places.subarray(this.#ordered, end), (place) => {
      return { place, candidate: this.#candidates[place] as T, rank: this.#rankAt(place) };
    });
    const { nameOf } = this.#ranking;
    members.sort((a, b) => a.rank - b.rank || (nameOf(a.candidate) < nameOf(b.candidate) ? -1 : 1));
    this.#places.set(
      members.map(({ place }) => place),
      this.#ordered,
    );
    this.#ordered = end;
  }
}

/** Places put together by the group of each, a number below `count`, and where each group ends among them. */
function grouped(
  places: Uint32Array,
  groupOf: Uint32Array,
  count: number,
): { readonly places: Uint32Array; readonly ends: Uint32Array } {
  const ends = new Uint32Array(count);
  for (let at = 0; at < places.length; at++) ends[groupOf[at] as number]!++;
  for (let group = 1; group < count; group++) ends[group]! += ends[group - 1] as number;
  const left = ends.slice();
  const found = new Uint32Array(places.length);
  for (let at = places.length - 1; at >= 0; at--) found[--left[groupOf[at] as number]!] = places[at] as number;
  return { places: found, ends };
}
