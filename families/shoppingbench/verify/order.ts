import type { Report } from '../../../schemas/violation.ts';
import { isJudgedTogether, type Rubric, type RubricOf } from '../../../shopping/kinds/index.ts';

/** What is asked of one target alone. */
export interface AskedOfTarget {
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

/** Sorts rubrics by what they are about; null where that cannot be told, for the reasons reported. */
export function orderOf(targetIds: readonly string[], rubrics: readonly Rubric[], report: Report): Order | null {
  const joint = rubrics.filter(isJudgedTogether);
  const alone = rubrics.filter((rubric) => !isJudgedTogether(rubric));
  for (const { id, info_source } of rubrics)
    if (info_source !== 'query') report('hidden_requirement', `${id} is of the ${info_source}, expected the query`);
  let placed = true;
  const misplaced = (detail: string) => {
    placed = false;
    report('target_misplaced', detail);
  };
  for (const { id, target } of joint) if (target !== undefined) misplaced(`${id} is about all targets, not one`);
  for (const { id, target } of alone) {
    const about = targetIds.length === 1 ? target === undefined : target !== undefined && target < targetIds.length;
    if (!about) misplaced(`${id} is about target ${target ?? 'none'} of ${targetIds.length}`);
  }
  const targets = targetIds.map((id, place) => {
    const own = alone.filter(({ target = 0 }) => target === place);
    const phrases = own.filter((rubric) => rubric.type === 'entity_match');
    if (phrases.length !== 1) {
      placed = false;
      report('entity_ungrounded', `${phrases.length} rubrics name the target ${id}, expected one`);
    }
    return { id, phrases, rubrics: own.filter(({ type }) => type !== 'entity_match') };
  });
  if (!placed) return null;
  return {
    targets: targets.map(({ id, phrases: [phrase], rubrics: own }) => {
      return { id, phrase: phrase as AskedOfTarget['phrase'], rubrics: own };
    }),
    joint,
  };
}

/** The rubric that an intent's tasks turn on, of which each has one and no other has any. */
const DEFINING_CONSTRAINTS: Readonly<Record<string, Rubric['type'] | null>> = {
  products_finder: null,
  knowledge: 'knowledge_match',
  multi_products_seller: 'same_shop',
  coupon_budget: 'budget_match',
};
const SINGLE = ['products_finder', 'knowledge'];

/** Whether all tasks of an intent are about one product. */
export const isAboutOne = (intent: string): boolean => SINGLE.includes(intent);

/** The published evaluator tells a task's kind by its shape: the shape is its intent's. */
export function checkIntent(intent: string, { targets, joint }: Order, report: Report): void {
  const broken = (detail: string) => report('intent_contract', `${intent}: ${detail}`);
  if (!Object.hasOwn(DEFINING_CONSTRAINTS, intent)) {
    broken(`is none of ${Object.keys(DEFINING_CONSTRAINTS).join(', ')}`);
    return;
  }
  const rubrics = [...targets.flatMap((target) => target.rubrics), ...joint];
  for (const type of Object.values(DEFINING_CONSTRAINTS)) {
    if (type === null) continue;
    const count = rubrics.filter((rubric) => rubric.type === type).length;
    const wanted = DEFINING_CONSTRAINTS[intent] === type ? 1 : 0;
    if (count !== wanted) broken(`has ${count} ${type} rubrics, expected ${wanted}`);
  }
  if (isAboutOne(intent) && targets.length > 1) broken(`is about ${targets.length} products, expected one`);
  if (intent === 'multi_products_seller' && targets.length === 1) broken('is about one product, expected several');
}
