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
 * Finds a sample that shares a target, or nearly its text, with one accepted before. Samples must be offered in order
 * of admission; only accepted ones are remembered. Exact: every earlier query that shares a run is counted.
 */
export class NearDuplicates {
  readonly #targets = new Map<string, string>();
  readonly #sizes = new Map<string, number>();
  readonly #holders = new Map<string, string[]>();

  findings({ id, targetIds, query }: { id: string; targetIds: readonly string[]; query: string }): Finding[] {
    for (const target of targetIds) {
      const holder = this.#targets.get(target);
      if (holder !== undefined)
        return [
          {
            code: 'near_duplicate',
            path: 'target_product.product_id',
            detail: `"${target}" is already the target of ${holder}`,
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
    for (const target of targetIds) this.#targets.set(target, id);
    this.#sizes.set(id, shingles.size);
    for (const shingle of shingles) {
      const holders = this.#holders.get(shingle);
      if (holders === undefined) this.#holders.set(shingle, [id]);
      else holders.push(id);
    }
    return [];
  }
}
