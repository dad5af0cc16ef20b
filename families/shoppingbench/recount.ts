import type { Product } from '../../schemas/product.ts';
import type { Report } from '../../schemas/violation.ts';
import {
  isJudgedTogether,
  onlyShopOf,
  type Rubric,
  type RubricOf,
  satisfies,
  satisfiesTogether,
} from '../../shopping/kinds/index.ts';
import { compareAnswers, compareCounts } from '../../shopping/recount/answer-set.ts';
import type { SampleContext } from '../../shopping/recount/index.ts';
import type { ShoppingbenchSample } from './sample.ts';

/** Requirements of one target alone. */
interface AskedOfTarget {
  readonly id: string;
  readonly phrase: RubricOf<'entity_match'>;
  /** Its rubrics besides the noun phrase. */
  readonly rubrics: readonly Rubric[];
}

/** The requirements of an order: those of each target, in the targets' order, and those of all of them together. */
export interface Order {
  readonly targets: readonly AskedOfTarget[];
  readonly joint: readonly Rubric[];
}

/** The rubrics of a draft that could be read back, by what they are about. */
export function orderOf(targetIds: readonly string[], rubrics: readonly Rubric[]): Order {
  const alone = rubrics.filter((rubric) => !isJudgedTogether(rubric));
  return {
    targets: targetIds.flatMap((id, place) => {
      const own = alone.filter(({ target = 0 }) => target === place);
      const phrase = own.find((rubric) => rubric.type === 'entity_match');
      return phrase === undefined ? [] : { id, phrase, rubrics: own.filter((rubric) => rubric !== phrase) };
    }),
    joint: rubrics.filter(isJudgedTogether),
  };
}

/** A task that leaves more combinations than this is not counted. */
export const MOST_COMBINATIONS = 100_000;

/**
 * Calls `take` with every way to choose one item from each list, all of them different, in the lists' order; returns how
 * many there were, and stops at the first one too many.
 */
export function eachCombination<Item extends { readonly id: string }>(
  lists: readonly (readonly Item[])[],
  take: (chosen: readonly Item[]) => void,
): number {
  const chosen: Item[] = [];
  let count = 0;
  const extend = (place: number): void => {
    const list = lists[place];
    if (list === undefined) {
      count += 1;
      if (count <= MOST_COMBINATIONS) take(chosen);
      return;
    }
    for (const item of list) {
      if (count > MOST_COMBINATIONS) return;
      if (chosen.some(({ id }) => id === item.id)) continue;
      chosen.push(item);
      extend(place + 1);
      chosen.pop();
    }
  };
  extend(0);
  return count;
}

type Answer = Pick<Product, 'id' | 'shopId' | 'priceMinor' | 'currency' | 'skuOptions'>;

/** The counts so far of the products whose title holds a target's noun phrase. */
class TargetCounts {
  readonly #rubrics: readonly Rubric[];
  readonly removes = new Map<string, number>();
  /** Those beyond the most that are ever combined are counted only. */
  readonly answers: Answer[] = [];
  size = 0;
  holders = 0;

  constructor({ rubrics }: AskedOfTarget) {
    this.#rubrics = rubrics;
  }

  take(product: Product): void {
    this.holders += 1;
    const failed = this.#rubrics.filter((rubric) => satisfies(product, rubric) !== 'yes');
    const [only, ...more] = failed;
    if (only !== undefined) {
      if (more.length === 0) this.removes.set(only.id, (this.removes.get(only.id) ?? 0) + 1);
      return;
    }
    this.size += 1;
    const { id, shopId, priceMinor, currency, skuOptions } = product;
    if (this.size <= MOST_COMBINATIONS) this.answers.push({ id, shopId, priceMinor, currency, skuOptions });
  }
}

/** A proof, and the counts it is held against once the catalog was scanned. */
interface Counted {
  readonly proof: ShoppingbenchSample['proof'];
  readonly order: Order;
  readonly counts: readonly TargetCounts[];
  readonly maxAnswers: number;
  readonly report: Report;
}

interface Counting extends Pick<SampleContext, 'scan' | 'report'> {
  readonly maxAnswers: number;
  /** Is given what was found where it can be told. */
  readonly onFound?: (left: OrdersLeft) => void;
}

/** Has a sample's answer sets counted by the scan; the function returned compares them with its proof. */
export function countAnswers(
  { proof }: ShoppingbenchSample,
  order: Order,
  { maxAnswers, scan, report, onFound = () => {} }: Counting,
): () => void {
  const counts = order.targets.map((target) => {
    const own = new TargetCounts(target);
    scan.eachHolding(target.phrase.expected_value, (product) => own.take(product));
    return own;
  });
  const counted: Counted = { proof, order, counts, maxAnswers, report };
  return () => {
    compareTargets(counted);
    const found = ordersIn(counted);
    if (found === null) return;
    compareOrders(counted, found);
    onFound({ ...found, counts });
  };
}

function compareTargets({ proof, order, counts, report }: Counted): void {
  const counted = compareCounts(report);
  counted('answer_set_differs', 'the number of targets', proof.targets.length, order.targets.length);
  for (const [place, { id, rubrics }] of order.targets.entries()) {
    const stated = proof.targets[place];
    const found = counts[place];
    if (stated === undefined || found === undefined) continue;
    if (stated.product_id !== id)
      report('answer_set_differs', `the proof counts ${stated.product_id} in the place of ${id}`);
    counted('answer_set_differs', `what satisfies all that is asked of ${id} alone`, stated.answers, found.size);
    counted('withheld_count_differs', `the set of the noun phrase of ${id}`, stated.noun_phrase_alone, found.holders);
    for (const rubric of rubrics) {
      const removes = found.removes.get(rubric.id) ?? 0;
      counted('removed_count_differs', `what ${rubric.id} alone removes`, removedIn(proof, rubric), removes);
    }
  }
}

const removedIn = ({ rubrics }: Counted['proof'], { id }: Rubric) =>
  rubrics.find(({ rubric_id }) => rubric_id === id)?.removes ?? null;

/** The orders that a scan left, and what it counted of each target. */
export interface OrdersLeft extends FoundOrders {
  readonly counts: readonly Pick<TargetCounts, 'holders' | 'size' | 'removes'>[];
}

interface FoundOrders {
  /** Ids of the products of each answer, in the targets' order. */
  readonly answers: readonly (readonly string[])[];
  readonly shops: number;
  /** Orders that would be left without the condition on all. */
  readonly withoutCondition: number;
}

/** The orders that satisfy everything; null where there are too many to tell, which is reported. */
function ordersIn({ order: { joint }, counts, report }: Counted): FoundOrders | null {
  const answers: string[][] = [];
  const shops = new Set<string | null>();
  const withoutCondition = eachCombination(
    counts.map(({ answers }) => answers),
    (chosen) => {
      if (joint.some((rubric) => satisfiesTogether(chosen, rubric) !== 'yes')) return;
      answers.push(chosen.map(({ id }) => id));
      shops.add(onlyShopOf(chosen));
    },
  );
  if (withoutCondition <= MOST_COMBINATIONS) return { answers, shops: shops.size, withoutCondition };
  report('too_many_combinations', `its targets have more than ${MOST_COMBINATIONS} combinations of answers`);
  return null;
}

function compareOrders(
  { proof, order: { targets, joint }, maxAnswers, report }: Counted,
  { answers, shops, withoutCondition }: FoundOrders,
): void {
  const found = answers.map((ids) => ids.join('+'));
  const wanted = targets.map(({ id }) => id).join('+');
  compareAnswers(proof.answer_set, found, { wanted, maxAnswers }, report);
  const counted = compareCounts(report);
  for (const rubric of joint) {
    const removes = withoutCondition - found.length;
    counted('removed_count_differs', `what ${rubric.id} alone removes`, removedIn(proof, rubric), removes);
  }
  const { together } = proof;
  if ((together === null) !== (joint.length === 0)) {
    report('withheld_count_differs', `the proof ${together === null ? 'lacks' : 'has'} what a condition on all does`);
    return;
  }
  if (together === null) return;
  const oneShop = joint.some(({ type }) => type === 'same_shop');
  counted('withheld_count_differs', 'shops that sell all', together.shops, oneShop ? shops : null);
  counted('withheld_count_differs', 'what is left without the condition', together.without_condition, withoutCondition);
}
