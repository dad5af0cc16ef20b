/** Products an intent's tasks can be about at all, with the fewest of a task and the most samples. */
export interface Reach {
  /** The products, by rows or ids. */
  readonly products: Iterable<number | string>;
  /** Fewest products one of its tasks is about. */
  readonly least: number;
  /** Most samples it can have however often products are used: as many as it has candidates, or subjects. */
  readonly most: number;
}

/** An intent's reach, and how many samples of it are wanted. */
interface Claimant extends Pick<Reach, 'least'> {
  readonly bit: number;
  readonly most: number;
}

/**
 * The most samples all intents together can have, where each product is in no more than `uses` samples and in one of an
 * intent at most. No run can have more; for intents about single products one that rejected nothing would have as many.
 *
 * Intents that share products are bounded together: samples of the intents of a set take up no more products than
 * those that serve any of them can give, each as many as `uses` and the intents it serves allow. These bounds are
 * submodular, so intents that take up fewest products a sample are filled first (Edmonds' greedy algorithm).
 */
export function mostSamples(
  intents: readonly { readonly wanted: number; readonly reach: Reach }[],
  uses: number,
): number {
  const kinds = kindsOf(intents.map(({ reach }) => reach));
  const claimants = intents
    .map(
      ({ wanted, reach: { least, most } }, place): Claimant => ({
        bit: 1 << place,
        least,
        most: Math.min(wanted, most),
      }),
    )
    .filter((claimant) => claimant.most > 0)
    .sort((a, b) => a.least - b.least);
  let most = 0;
  let before = 0;
  for (let count = 1; count <= claimants.length; count++) {
    const taken = takenAtMost(claimants.slice(0, count), kinds, uses);
    most += (taken - before) / (claimants[count - 1] as Claimant).least;
    before = taken;
  }
  return Math.floor(most + 1e-9);
}

/** Counts the products that serve each set of intents, which is a number with a bit for each intent. */
function kindsOf(reaches: readonly Reach[]): ReadonlyMap<number, number> {
  const serves = new Map<number | string, number>();
  for (const [place, { products }] of reaches.entries())
    for (const product of products) serves.set(product, (serves.get(product) ?? 0) | (1 << place));
  const kinds = new Map<number, number>();
  for (const intents of serves.values()) kinds.set(intents, (kinds.get(intents) ?? 0) + 1);
  return kinds;
}

/** The most uses of products some intents can make: over all ways to bound some by products and the others by themselves, the least. */
function takenAtMost(claimants: readonly Claimant[], kinds: ReadonlyMap<number, number>, uses: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let chosen = 0; chosen < 1 << claimants.length; chosen++) {
    let bits = 0;
    let bound = 0;
    for (const [place, { bit, most, least: each }] of claimants.entries()) {
      if (chosen & (1 << place)) bits |= bit;
      else bound += most * each;
    }
    for (const [intents, products] of kinds) bound += products * Math.min(uses, bitsIn(intents & bits));
    least = Math.min(least, bound);
  }
  return least;
}

function bitsIn(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
