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

/**
 * Finds a sample that shares a target or a question, or nearly its text, with one accepted before. Samples must be offered in order
 * of admission; only accepted ones are remembered. Exact: every earlier query that shares a run is counted.
 */
export class NearDuplicates {
  readonly #claims = new Map<string, string>();
  readonly #sizes = new Map<string, number>();
  readonly #holders = new Map<string, string[]>();

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
    const shared = new Map<string, number>();
    for (const shingle of shingles)
      for (const other of this.#holders.get(shingle) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    for (const [other, common] of shared) {
      const similarity = common / (shingles.size + (this.#sizes.get(other) ?? 0) - common);
      if (similarity >= LIMIT)
        return [
          {
            code: 'near_duplicate',
            path: 'user_query',
            detail: `${similarity.toFixed(2)} of its three-word runs are those of ${other}, the limit is ${LIMIT}`,
          },
        ];
    }
    for (const claim of claims) this.#claims.set(claim, id);
    this.#sizes.set(id, shingles.size);
    for (const shingle of shingles) {
      const holders = this.#holders.get(shingle);
      if (holders === undefined) this.#holders.set(shingle, [id]);
      else holders.push(id);
    }
    return [];
  }
}
