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
  readonly shingles: ReadonlySet<string>;
}

/**
 * Finds a sample that shares a target or a question, or nearly its text, with one accepted before. Samples must be offered in order
 * of admission; only accepted ones are remembered. Exact: no earlier query that is near enough is overlooked.
 */
export class NearDuplicates {
  readonly #claims = new Map<string, string>();
  /** The samples that have a run, in order of admission. */
  readonly #holders = new Map<string, Admitted[]>();

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
    for (const other of this.#candidates(shingles)) {
      const similarity = similarityOf(shingles, other.shingles);
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
    const admitted = { id, shingles };
    for (const shingle of shingles) {
      const holders = this.#holders.get(shingle);
      if (holders === undefined) this.#holders.set(shingle, [admitted]);
      else holders.push(admitted);
    }
    return [];
  }

  /**
   * All samples that may be near enough. Whoever is shares at least LIMIT of the runs, so one run at least of any choice
   * that leaves out fewer than that; the rarest are chosen, since phrases all queries have in common say little.
   */
  #candidates(shingles: ReadonlySet<string>): Set<Admitted> {
    const least = Math.ceil(LIMIT * shingles.size);
    const holders = Array.from(shingles, (shingle) => this.#holders.get(shingle) ?? []);
    holders.sort((a, b) => a.length - b.length);
    return new Set(holders.slice(0, shingles.size - least + 1).flat());
  }
}

/** Jaccard similarity of two sets. */
function similarityOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const item of a) if (b.has(item)) common += 1;
  return common / (a.size + b.size - common);
}
