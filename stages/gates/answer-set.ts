import type { QueryWording } from '../../shopping/draft.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { defineGate } from '../gate.ts';

interface Dependencies {
  /** The catalog's answers: the id of a product that satisfies every decidable rubric, or of several joined by "+". */
  answersOf(task: LockedTask): readonly string[];
  readonly maxAnswers: number;
}

/** Finds tasks whose requirements more products meet than the benchmark lists as answers, or that miss their own target. */
export const answerSetGate = defineGate<QueryWording, [Dependencies]>({
  name: 'answer set',
  codes: {
    ambiguous_answer: 'more catalog products satisfy every requirement than --max-answers allows',
    target_fails: 'the target does not satisfy a rubric',
  },
  final: true,
  scope: {
    unit: 'samples',
    reads: ['target product'],
    of: ({ task }) => Number(task.locked.rubrics.some(({ type }) => type === 'entity_match')),
  },
  check: ({ task }, { answersOf, maxAnswers }) => {
    const answers = answersOf(task);
    const target = task.targetIds.join('+');
    if (!answers.includes(target)) {
      return [{ code: 'target_fails', path: 'rubrics', detail: `the answer set lacks the target ${target}` }];
    }
    if (answers.length <= maxAnswers) return [];
    return [
      {
        code: 'ambiguous_answer',
        path: 'rubrics',
        detail: `${answers.length} ${task.targetIds.length === 1 ? 'products' : 'combinations of products'} satisfy every rubric, at most ${maxAnswers} may: ${answers.slice(0, 20).join(', ')}`,
      },
    ];
  },
});
