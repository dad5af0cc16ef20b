import type { Catalog } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import { digestOf } from '../../text/digest.ts';
import { byCodeUnit } from '../../text/order.ts';
import { type Requirement, type Rubric, statedBy } from '../kinds/index.ts';
import type { Proof } from '../proof.ts';
import { entityAt, type LockedTask } from '../task.ts';
import { type AnswerSets, everyBit, type SatisfactionTable } from './answer-set.ts';

const MOST_IDS_LISTED = 20;

/** An answer set as proofs state it, of ids in code-unit order; the digest is of all of them. */
export const statedAnswers = (ids: readonly string[]) => ({
  size: ids.length,
  digest: digestOf('answer set', ids),
  product_ids: ids.slice(0, MOST_IDS_LISTED),
});

/**
 * The products that the rubrics of a task about one product leave, asked of the catalog's index as often as gates and
 * proof need it: each table is computed once.
 */
export class TaskAnswers {
  readonly #catalog: Catalog;
  readonly #answerSets: AnswerSets;
  #last: { task: LockedTask; table: SatisfactionTable } | null = null;

  constructor({ catalog, answerSets }: { readonly catalog: Catalog; readonly answerSets: AnswerSets }) {
    this.#catalog = catalog;
    this.#answerSets = answerSets;
  }

  table(task: LockedTask): SatisfactionTable {
    if (this.#last?.task !== task) {
      const table = this.#answerSets.table(entityAt(task).phrase, task.locked.rubrics as readonly Requirement[]);
      this.#last = { task, table };
    }
    return this.#last.table;
  }

  /** The rows of the products that satisfy every decidable rubric. */
  rowsOf(task: LockedTask): readonly number[] {
    return this.table(task).rowsOf(everyBit(task.locked.rubrics.length));
  }

  readonly idOf = (row: number): string => this.#catalog.productByRow(row).id;

  /** Ids of the products that satisfy every decidable rubric, in code-unit order. */
  readonly answersOf = (task: LockedTask): string[] => this.rowsOf(task).map(this.idOf).sort(byCodeUnit);

  /** Counts the products that satisfy every decidable rubric but those that are withheld, whether or not these. */
  without(task: LockedTask, isWithheld: (rubric: Rubric) => boolean): number {
    const { rubrics } = task.locked;
    const withheld = rubrics.reduce((bits, rubric, at) => bits + (isWithheld(rubric) ? 2 ** at : 0), 0);
    return this.table(task).count(everyBit(rubrics.length) - withheld);
  }

  /**
   * Counts the products that satisfy every other decidable rubric but not this one. Not defined for the noun phrase:
   * its holders are the set every count is taken from.
   */
  readonly removedBy = (task: LockedTask, rubricId: string): number => {
    const place = placeOf(task, rubricId);
    return this.without(task, (rubric) => rubric === task.locked.rubrics[place]) - this.without(task, () => false);
  };

  /** The evidence of each rubric: what the targets state for it, and how many products it alone removes. */
  evidenceOf(task: LockedTask, targets: readonly Product[]): Proof['rubrics'] {
    return task.locked.rubrics.map((rubric) => ({
      rubric_id: rubric.id,
      target_states: targets.flatMap((target) => statedBy(target, rubric)),
      removes:
        rubric.type === 'review_opinion' || rubric.type === 'entity_match' ? null : this.removedBy(task, rubric.id),
      ...(rubric.type === 'review_opinion' ? { quotes: rubric.expected_value.evidence } : {}),
    }));
  }
}

/** The place of a rubric among those of its task; throws where the task has none of this id. */
export function placeOf({ id: taskId, locked }: LockedTask, rubricId: string): number {
  const place = locked.rubrics.findIndex(({ id }) => id === rubricId);
  if (place === -1) throw new RangeError(`${taskId} has no rubric ${rubricId}`);
  return place;
}
