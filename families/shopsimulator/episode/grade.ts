import type { Grade, Played, RubricVerdict } from '../../../pipeline/episode.ts';
import { type Rubric, statedBy } from '../../../shopping/kinds/index.ts';
import { type Goal, LOCKED, PUBLISHED, type Purchase, pricePaid, rewardsOf, webshopReward } from '../rewards/index.ts';
import { isMet } from './judged.ts';
import type { Memory } from './staged.ts';
import type { Place } from './tool-data.ts';

/** The part of a task that only a grader knows. */
export interface Answer {
  readonly goal: Goal;
  /** Products that nearly answer, nearest first. */
  readonly rivals: readonly string[];
  /** Topics of which the shopper has to be asked. */
  readonly topics: readonly Topic[];
  /** The words that tell a requirement, by rubric. */
  readonly words: Readonly<Record<string, string>>;
}

/** A topic, and the question by which an agent that knows the script gets to hear it. */
export interface Topic {
  readonly slotId: string;
  readonly rubricId: string;
  readonly question: string;
}

/** A purchase under the rewards of section 2.3; the reward that is paid is the strict one, which the paper trains best by. */
export function gradePurchase(
  { memory: { bought }, retrieved, said }: Played<Memory>,
  { goal, topics }: Answer,
  { catalog }: Pick<Place, 'catalog'>,
): Grade {
  const product = bought === null ? null : catalog.productById(bought.id);
  const purchase: Purchase | null = bought === null || product === null ? null : { product, options: bought.options };
  const rewards = rewardsOf(purchase, goal, LOCKED);
  const published = rewardsOf(purchase, goal, PUBLISHED);
  return {
    success: rewards.success === 1,
    reward: rewards.strict,
    recommended: bought === null ? [] : [bought.id],
    unretrieved: bought === null || retrieved.has(bought.id) ? [] : [bought.id],
    verdicts: goal.rubrics.map((rubric) => verdictOn(rubric, purchase, goal)),
    scores: {
      loose: rewards.loose,
      strict: rewards.strict,
      success: rewards.success,
      finished: rewards.finished,
      category: rewards.category,
      attributes: rewards.attributes,
      options: rewards.options,
      price: rewards.price,
      loose_published: published.loose,
      strict_published: published.strict,
      webshop: webshopReward(purchase, goal),
    },
    questions: {
      asked: said.length,
      answered: said.filter(({ slots }) => slots.length > 0).length,
      needed: topics.length,
    },
    undecided: [],
  };
}

function verdictOn(rubric: Rubric, purchase: Purchase | null, { mostMinor }: Goal): RubricVerdict {
  const { id, info_source: source, type, description } = rubric;
  const common = { rubric: id, source, type, description };
  if (purchase === null) return { ...common, verdict: 'no', stated: [] };
  const met =
    rubric.field === 'price' ? (pricePaid(purchase) ?? Number.POSITIVE_INFINITY) <= mostMinor : isMet(purchase, rubric);
  const stated =
    type === 'sku_match'
      ? Object.entries(purchase.options).map(([name, value]) => `${name}: ${value}`)
      : statedBy(purchase.product, rubric);
  return { ...common, verdict: met ? 'yes' : 'no', stated };
}
