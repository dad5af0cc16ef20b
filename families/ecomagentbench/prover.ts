import type { Catalog } from '../../catalog/index.ts';
import { type AnswerSets, everyBit, type SatisfactionTable } from '../../shopping/answers/answer-set.ts';
import { dialogueBank } from '../../shopping/dialogue/field-dialogues.ts';
import { type InfoSource, type Requirement, statedBy } from '../../shopping/kinds/index.ts';
import type { Proof } from '../../shopping/proof.ts';
import type { SemanticProof } from '../../shopping/semantic.ts';
import { entityAt, type LockedTask } from '../../shopping/task.ts';
import type { GateInput } from '../../stages/gate.ts';
import { digestOf } from '../../text/digest.ts';
import { byCodeUnit } from '../../text/order.ts';
import type { Wording } from './wording.ts';

interface Dependencies {
  readonly catalog: Catalog;
  readonly answerSets: AnswerSets;
}

const MOST_IDS_LISTED = 20;

function placeOf({ id: taskId, locked }: LockedTask, rubricId: string): number {
  const place = locked.rubrics.findIndex(({ id }) => id === rubricId);
  if (place === -1) throw new RangeError(`${taskId} has no rubric ${rubricId}`);
  return place;
}

/** Asks the catalog's index what a task's rubrics leave, as often as gates and proof need it, computing each table once. */
export class Prover {
  readonly #dependencies: Dependencies;
  #last: { task: LockedTask; table: SatisfactionTable } | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  #table(task: LockedTask): SatisfactionTable {
    if (this.#last?.task !== task) {
      const table = this.#dependencies.answerSets.table(
        entityAt(task).phrase,
        task.locked.rubrics as readonly Requirement[],
      );
      this.#last = { task, table };
    }
    return this.#last.table;
  }

  /** Ids of the products that satisfy every decidable rubric, in code-unit order. */
  readonly answersOf = (task: LockedTask): string[] => {
    const rows = this.#table(task).rowsOf(everyBit(task.locked.rubrics.length));
    return rows.map((row) => this.#dependencies.catalog.productByRow(row).id).sort(byCodeUnit);
  };

  /**
   * Counts the products that satisfy every other decidable rubric but not this one. Not defined for the noun phrase:
   * its holders are the set every count is taken from.
   */
  readonly removedBy = (task: LockedTask, rubricId: string): number => {
    const table = this.#table(task);
    const everything = everyBit(task.locked.rubrics.length);
    const bit = 2 ** placeOf(task, rubricId);
    return table.count(everything - bit) - table.count(everything);
  };

  /** Counts the near misses a rubric removes: products that satisfy at least half of the others but not this one. */
  readonly nearMissesRemovedBy = (task: LockedTask, rubricId: string): number => {
    const bit = placeOf(task, rubricId);
    const phrase = task.locked.rubrics.findIndex(({ type }) => type === 'entity_match');
    const others = everyBit(task.locked.rubrics.length) - (phrase === -1 ? 0 : 2 ** phrase);
    return this.#table(task).nearMisses(others, bit);
  };

  /** Everything the sample's `proof` holds; `semantic` is what models found, where any read the draft. */
  readonly prove = (input: GateInput<Wording>, gatesPassed: readonly string[], semantic?: SemanticProof): Proof => {
    const { task, wording, targets } = input;
    const { rubrics } = task.locked;
    const table = this.#table(task);
    const from = (source: InfoSource) =>
      rubrics.reduce((bits, { info_source }, index) => bits + (info_source === source ? 2 ** index : 0), 0);
    const everything = everyBit(rubrics.length);
    const count = (withheld: number) => table.count(everything - withheld);
    const ids = this.answersOf(task);
    const size = count(0);
    const withoutPersona = count(from('persona'));
    const withoutClarification = count(from('clarification'));
    return {
      answer_set: {
        size,
        digest: digestOf('answer set', ids),
        product_ids: ids.slice(0, MOST_IDS_LISTED),
        without_persona: withoutPersona,
        without_clarification: withoutClarification,
        query_alone: count(from('persona') + from('clarification')),
        noun_phrase_alone: table.rows.length,
        both_hidden_sources_needed: withoutPersona > size && withoutClarification > size,
      },
      rubrics: rubrics.map((rubric) => ({
        rubric_id: rubric.id,
        target_states: targets.flatMap((target) => statedBy(target, rubric)),
        removes:
          rubric.type === 'review_opinion' || rubric.type === 'entity_match' ? null : this.removedBy(task, rubric.id),
        ...(rubric.type === 'review_opinion' ? { quotes: rubric.expected_value.evidence } : {}),
      })),
      dialogue: dialogueBank.measure(wording.script, rubrics),
      gates_passed: [...gatesPassed],
      ...(semantic === undefined ? {} : { semantic }),
    };
  };
}
