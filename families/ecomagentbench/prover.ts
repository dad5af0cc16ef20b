import { everyBit } from '../../shopping/answers/answer-set.ts';
import { placeOf, statedAnswers, TaskAnswers } from '../../shopping/answers/task-answers.ts';
import { dialogueBank } from '../../shopping/dialogue/field-dialogues.ts';
import { isFrom } from '../../shopping/info-source.ts';
import type { Proof } from '../../shopping/proof.ts';
import type { SemanticProof } from '../../shopping/semantic.ts';
import type { LockedTask } from '../../shopping/task.ts';
import type { GateInput } from '../../stages/gate.ts';
import type { Wording } from './wording.ts';

/** Counts what a task's rubrics leave of the catalog, with and without what is hidden. */
export class Prover extends TaskAnswers {
  /** Counts the near misses a rubric removes: products that satisfy at least half of the others but not this one. */
  readonly nearMissesRemovedBy = (task: LockedTask, rubricId: string): number => {
    const bit = placeOf(task, rubricId);
    const phrase = task.locked.rubrics.findIndex(({ type }) => type === 'entity_match');
    const others = everyBit(task.locked.rubrics.length) - (phrase === -1 ? 0 : 2 ** phrase);
    return this.table(task).nearMisses(others, bit);
  };

  /** Everything the sample's `proof` holds; `semantic` is what models found, where any read the draft. */
  readonly prove = (
    { task, wording, targets }: GateInput<Wording>,
    gatesPassed: readonly string[],
    semantic?: SemanticProof,
  ): Proof => {
    const answers = statedAnswers(this.answersOf(task));
    const withoutPersona = this.without(task, isFrom('persona'));
    const withoutClarification = this.without(task, isFrom('clarification'));
    return {
      answer_set: {
        ...answers,
        without_persona: withoutPersona,
        without_clarification: withoutClarification,
        query_alone: this.without(task, isFrom('persona', 'clarification')),
        noun_phrase_alone: this.table(task).rows.length,
        both_hidden_sources_needed: withoutPersona > answers.size && withoutClarification > answers.size,
      },
      rubrics: this.evidenceOf(task, targets),
      dialogue: dialogueBank.measure(wording.script, task.locked.rubrics),
      gates_passed: [...gatesPassed],
      ...(semantic === undefined ? {} : { semantic }),
    };
  };
}
