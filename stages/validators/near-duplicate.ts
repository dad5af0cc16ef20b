import { tokensOf } from '../../catalog/text/normalise.ts';
import type { Finding } from '../../schemas/finding.ts';

/** Three-word runs; a text of fewer words is one run. */
function shinglesOf(text: string): Set<string> {
  const tokens = tokensOf(text);
  if (tokens.length < 3) return new Set([tokens.join(' ')]);
  return new Set(tokens.slice(2).map((_, index) => tokens.slice(index, index + 3).join(' ')));
}

/** Jaccard similarity of three-word runs from which two queries count as nearly the same. */
const LIMIT = 0.5;

/** A sample that was admitted. */
interface Admitted {
  readonly id: string;
  /** Its runs by their numbers, ascending. */
  readonly runs: Uint32Array;
}

/**
 * Finds a sample that shares a target or a question, or nearly its text, with one accepted before. Samples must be
 * offered in order of admission; only accepted ones are remembered. Exact: no earlier query that is near enough is
 * overlooked.
 */
export class NearDuplicates {
  readonly #claims = new Map<string, string>();
  /** Runs are numbered as they come up. */
  readonly #numbers = new Map<string, number>();
  /** By the number of a run the samples that have it, in order of admission. */
  readonly #holders: Admitted[][] = [];

  findings({ id, claims, query }: { id: string; claims: readonly string[]; query: string }): Finding[] {
    for (const claim of claims) {
      const holder = this.#claims.get(claim);
      if (holder !== undefined)
        return [
          {
            code: 'near_duplicate',
            path: claim.startsWith('subject ') ? 'subject' : 'target_product.product_id',
            detail: `"${claim}" is already taken by ${holder}`,
          },
        ];
    }
    const shingles = shinglesOf(query);
    const runs = this.#numbered(shingles);
    for (const other of this.#candidates(runs)) {
      const similarity = similarityOf(runs, other.runs);
      if (similarity >= LIMIT)
        return [
          {
            code: 'near_duplicate',
            path: 'user_query',
            detail: `${similarity.toFixed(2)} of its three-word runs are those of ${other.id}, the limit is ${LIMIT}`,
          },
        ];
    }
    for (const claim of claims) this.#claims.set(claim, id);
    for (const shingle of shingles) if (!this.#numbers.has(shingle)) this.#numbers.set(shingle, this.#numbers.size);
    const admitted = { id, runs };
    for (const run of runs) {
      const holders = this.#holders[run];
      if (holders === undefined) this.#holders[run] = [admitted];
      else holders.push(admitted);
    }
    return [];
  }

  /** The numbers of runs, ascending; new ones get those they will have when the sample is admitted. */
  #numbered(shingles: ReadonlySet<string>): Uint32Array {
    let next = this.#numbers.size;
    return Uint32Array.from(shingles, (shingle) => this.#numbers.get(shingle) ?? next++).sort();
  }

  /**
   * All samples that may be near enough. Runs are gone through from the rarest on, since phrases all queries have in
   * common say little: whoever has none of the first `passed` shares no more than the others, and to be near enough with
   * those it must not have too many runs itself.
   */
  #candidates(runs: Uint32Array): Set<Admitted> {
    const holders = Array.from(runs, (run) => this.#holders[run] ?? NONE);
    holders.sort((a, b) => a.length - b.length);
    const found = new Set<Admitted>();
    for (const [passed, some] of holders.entries()) {
      const mostRuns = ((1 + LIMIT) / LIMIT) * (runs.length - passed) - runs.length;
      if (mostRuns < LIMIT * runs.length) break;
      for (const one of some) if (one.runs.length <= mostRuns) found.add(one);
    }
    return found;
  }
}

const NONE: readonly Admitted[] = [];

/** Jaccard similarity of two sets, each ascending. */
function similarityOf(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const one = a[i] as number;
    const other = b[j] as number;
    if (one === other) common += 1;
    if (one <= other) i += 1;
    if (other <= one) j += 1;
  }
  return common / (a.length + b.length - common);
}
