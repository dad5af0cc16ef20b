import { tokensOf } from '../../../text/normalise.ts';

/** The share of the words of two titles that both have: 1 for the same words in any order. */
export function titleSimilarity(a: string, b: string): number {
  const [left, right] = [new Set(tokensOf(a)), new Set(tokensOf(b))];
  const shared = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 1 : shared / all;
}
