import type { Turn } from '../../schemas/run.ts';
import type { IntentContract, IntentContracts } from '../../shopping/intent.ts';
import { detailFieldOf, type Rubric } from '../../shopping/kinds/index.ts';
import { neededOf } from '../../shopping/necessity.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { SMALL } from './intents.ts';

/** Lists where a task has fewer requirements than a contract promises, or ones that do not count. */
export function sizeBreaches(
  { locked: { rubrics, implicit_rubric_ids } }: LockedTask,
  { leastImplicit, leastQuery, leastHidden, leastFacts = 0 }: IntentContract,
): string[] {
  const breaches: string[] = [];
  const from = (source: Rubric['info_source']) => rubrics.filter(({ info_source }) => info_source === source);
  const query = from('query').filter(({ type }) => type !== 'entity_match').length;
  if (query < leastQuery) breaches.push(`${query} query requirements, at least ${leastQuery} are promised`);
  for (const source of ['persona', 'clarification'] as const) {
    if (from(source).length < leastHidden)
      breaches.push(`${from(source).length} ${source} requirements, at least ${leastHidden} are promised`);
  }
  const facts = rubrics.filter(({ type }) => type !== 'entity_match').length;
  if (facts < leastFacts) breaches.push(`${facts} requirements in all, at least ${leastFacts} are promised`);
  const implicit = new Set(implicit_rubric_ids).size;
  if (implicit < leastImplicit) {
    breaches.push(`${implicit} implicit requirements, at least ${leastImplicit} are promised`);
  }
  for (const id of implicit_rubric_ids) {
    const rubric = rubrics.find((candidate) => candidate.id === id);
    const isDetail =
      rubric?.type === 'attribute_match' || (rubric?.type === 'numeric_range' && detailFieldOf(rubric.field) !== null);
    if (!isDetail || rubric.info_source !== 'query')
      breaches.push(`${id} is listed as implicit but is no attribute of the query`);
  }
  return breaches;
}

/**
 * Tells the turn in which quotas take a task. Those whose hidden sources both narrow the answer set come first, those under the paper's
 * size behind the others; then those that need one of the sources, and last those that the query alone decides. Small ones come
 * a turn later.
 */
export const turnsBy =
  (contractsOf: (intent: string) => IntentContracts) =>
  (task: LockedTask): Turn => {
    const { necessity, locked, intent } = task;
    const isSmall = locked.rubrics.filter(({ type }) => type !== 'entity_match').length < SMALL;
    if (necessity !== null && !(necessity.attained && necessity.exclusionDecides))
      return isSmall || neededOf(necessity) === 'none' ? 'last' : 'late';
    if (isSmall) return 'late';
    return sizeBreaches(task, contractsOf(intent)[0]).length === 0 ? 'first' : 'soon';
  };
