import { FUNCTION_WORDS } from '../../../shopping/dialogue/question-matcher.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { stemOf } from '../../../text/stem.ts';
import type { Goal, Purchase } from './goal.ts';

const ENOUGH_NODES = 2;
const ENOUGH_WORDS = 0.2;
const FEW_WORDS = 0.1;

/** Parts of the soft match of two categories. */
interface CategoryMatch {
  /** True where both are what one search of the shop lists: the narrowest category, which WebShop's crawl asked for. */
  readonly sameQuery: boolean;
  /** Nodes both paths have, wherever they stand. */
  readonly sharedNodes: number;
  /** Of the keywords of the target's title, the share that the other title has. */
  readonly titleOverlap: number;
  /** R_cat. */
  readonly score: number;
}

/** Words of a title that say what a thing is: no numbers, no function words, each in one form, each once. */
const keywordsOf = (title: string): ReadonlySet<string> =>
  new Set(
    tokensOf(title)
      .filter((token) => !/^\d/.test(token) && !FUNCTION_WORDS.has(token))
      .map(stemOf),
  );

/** Of the wanted keywords, the share a title has; of none, what counts as just enough in WebShop. */
function titleOverlapOf(title: string, wanted: string): number {
  const keywords = keywordsOf(wanted);
  if (keywords.size === 0) return ENOUGH_WORDS;
  const own = keywordsOf(title);
  return [...keywords].filter((word) => own.has(word)).length / keywords.size;
}

const nodeOf = (name: string) => tokensOf(name).join(' ');

/** The three criteria of appendix C.3 on a product that was bought. */
export function criteriaOf(
  { product: { category, title } }: Purchase,
  goal: Pick<Goal, 'category' | 'title'>,
): Omit<CategoryMatch, 'score'> {
  const wanted = new Set(goal.category.map(nodeOf));
  return {
    sameQuery: nodeOf(category.at(-1) ?? '') === nodeOf(goal.category.at(-1) ?? ''),
    sharedNodes: new Set(category.map(nodeOf).filter((node) => wanted.has(node))).size,
    titleOverlap: titleOverlapOf(title, goal.title),
  };
}

/** Tells whether any of the three criteria is met. */
export const isMatch = ({ sameQuery, sharedNodes, titleOverlap }: Omit<CategoryMatch, 'score'>): boolean =>
  sameQuery || sharedNodes >= ENOUGH_NODES || titleOverlap > ENOUGH_WORDS;

/** Reduces a score where the titles hardly overlap: to 0.1 below a tenth, to 0 where they share nothing. */
export const reducedBy = (titleOverlap: number, score: number): number => {
  if (titleOverlap === 0) return 0;
  return titleOverlap < FEW_WORDS ? 0.1 : score;
};

/**
 * R_cat of appendix C.3: 1 where one of the criteria is met; else 0.5, and 0.1 or 0 where the titles share less than a
 * tenth of the keywords, or none.
 */
export function categoryMatch(purchase: Purchase, goal: Pick<Goal, 'category' | 'title'>): CategoryMatch {
  const criteria = criteriaOf(purchase, goal);
  return { ...criteria, score: isMatch(criteria) ? 1 : reducedBy(criteria.titleOverlap, 0.5) };
}
