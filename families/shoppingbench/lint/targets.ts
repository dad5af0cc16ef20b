import { asIn, type Counter, defect, excerpt, type Place, perTask } from '../../../pipeline/foreign-lint.ts';
import { normaliseText, tokensOf } from '../../../text/normalise.ts';
import type { LintProduct, LintTask } from './task.ts';

const hasTitleOnly = ({ values, services, bounds }: LintProduct) =>
  values.length === 0 && services.length === 0 && bounds.length === 0;

/** Products a title may decide; a knowledge task also asks for its keyword. */
const judgedByTitle = ({ keyword, products }: LintTask) => (keyword === null ? products : []);

/** Counts tasks that any product with a similar title solves. */
export const titleOnly = perTask<LintTask>(
  defect('title_only', 'nothing but similar titles is scored in the whole task', 'tasks without a keyword'),
  (task) => {
    const products = judgedByTitle(task);
    const isOnly = products.length > 0 && products.every(hasTitleOnly);
    return {
      of: products.length > 0 ? 1 : 0,
      found: isOnly ? [products.map(({ title }) => excerpt(title)).join(' + ')] : [],
    };
  },
);

/** Counts products of which the scorer asks a similar title and nothing else. */
export const titleOnlyProduct = perTask<LintTask>(
  defect('title_only_product', 'of one of its products nothing but a similar title is scored', 'products'),
  (task) => {
    const products = judgedByTitle(task);
    return { of: products.length, found: products.filter(hasTitleOnly).map(({ title }) => excerpt(title)) };
  },
);

/** The share of the words of two titles that both have: 1 for the same words in any order. */
export function titleSimilarity(a: string, b: string): number {
  const [left, right] = [new Set(tokensOf(a)), new Set(tokensOf(b))];
  const shared = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** Near enough that a scorer of title similarity takes one product for the other. */
const ALIKE = 0.7;

/** Counts pairs of products of one task that a title does not tell apart. */
export const titlesAlike = perTask<LintTask>(
  defect(
    'titles_alike',
    `two products of one task share ${ALIKE * 100}% of the words of their titles or more`,
    'pairs of products',
  ),
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
);

/** Counts targets that differ from one of another task in anything but their title, as variants do in many catalogs. */
export const titleReused: Counter<LintTask> = {
  code: 'title_reused',
  meaning: 'a target has the title of another product that an earlier task asks for',
  unit: 'targets',
  isDefect: false,
  begin: () => {
    const firsts = new Map<string, Place & { readonly id: string }>();
    return ({ file, line, products }) => {
      const found: string[] = [];
      for (const { id, title } of products) {
        const words = normaliseText(title);
        const first = firsts.get(words);
        if (first === undefined) firsts.set(words, { id, file, line });
        else if (first.id !== id && !(first.file === file && first.line === line))
          found.push(`${excerpt(title)}, ${asIn(first, file)}`);
      }
      return { of: products.length, found };
    };
  },
};

/** Counts targets that earlier tasks have, compared under a key; `counts` says which earlier ones. */
const repeatedTargets = (
  head: Pick<Counter<LintTask>, 'code' | 'meaning'>,
  keyOf: (id: string, file: string) => string,
  counts: (first: Place, file: string) => boolean,
): Counter<LintTask> => ({
  ...head,
  unit: 'targets',
  isDefect: true,
  begin: () => {
    const places = new Map<string, Place>();
    return ({ file, line, products }) => {
      const found: string[] = [];
      for (const { id } of products) {
        const key = keyOf(id, file);
        const first = places.get(key);
        if (first === undefined) places.set(key, { file, line });
        else if (counts(first, file)) found.push(`${id}, ${asIn(first, file)}`);
      }
      return { of: products.length, found };
    };
  },
});

/** Counts targets a file has more than once. */
export const targetReused = repeatedTargets(
  { code: 'target_reused', meaning: 'a target is a target of the same file already' },
  (id, file) => JSON.stringify([file, id]),
  () => true,
);

/** Counts targets that another file has as well: a model trained on one of them has seen an answer of the other. */
export const targetShared = repeatedTargets(
  { code: 'target_shared', meaning: 'a target is a target of an earlier file' },
  (id) => id,
  (first, file) => first.file !== file,
);
