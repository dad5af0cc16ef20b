import type { Gate } from '../gate.ts';

interface Dependencies {
  /** The catalog's answers: the id of a product that satisfies every decidable rubric, or of several joined by "+". */
  answersOf(task: Parameters<Gate>[0]['task']): readonly string[];
  readonly maxAnswers: number;
}

/** Finds tasks whose requirements more products meet than the benchmark lists as answers, or that miss their own target. */
export const ambiguousAnswer =
  ({ answersOf, maxAnswers }: Dependencies): Gate =>
  ({ task }) => {
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
  };
