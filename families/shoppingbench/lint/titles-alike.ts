import { type Counter, excerpt } from './counter.ts';
import { titleSimilarity } from './similarity.ts';

/** Near enough that a scorer of title similarity takes one product for the other. */
const ALIKE = 0.7;

/** Counts pairs of products of one task that a title does not tell apart. */
export const titlesAlike: Counter = {
  code: 'titles_alike',
  meaning: `two products of one task share ${ALIKE * 100}% of the words of their titles or more`,
  unit: 'pairs of products',
  isDefect: true,
  begin:
    () =>
    ({ products }) => {
      const pairs = products.flatMap(({ title }, at) =>
        products.slice(at + 1).map((other) => [title, other.title] as const),
      );
      const alike = pairs.flatMap(([a, b]) => {
        const similarity = titleSimilarity(a, b);
        return similarity >= ALIKE ? [`${similarity.toFixed(2)}: ${excerpt(a)} / ${excerpt(b)}`] : [];
      });
      return { of: pairs.length, found: alike };
    },
};
