import type { Gate } from './gate.ts';

interface Dependencies {
  /** Ids of the catalog products that satisfy every decidable rubric of the task. */
  answersOf(task: Parameters<Gate>[0]['task']): readonly string[];
  readonly maxAnswers: number;
}

/** Finds tasks whose requirements more products meet than the benchmark lists as answers, or that miss their own target. */
export const ambiguousAnswer =
  ({ answersOf, maxAnswers }: Dependencies): Gate =>
  ({ task }) => {
    const answers = answersOf(task);
    const missing = task.targetIds.filter((id) => !answers.includes(id));
    if (missing.length > 0) {
      return [
        { code: 'target_fails', path: 'rubrics', detail: `the answer set lacks the target ${missing.join(', ')}` },
      ];
    }
    if (answers.length <= maxAnswers) return [];
    return [
      {
        code: 'ambiguous_answer',
        path: 'rubrics',
        detail: `${answers.length} products satisfy every rubric, at most ${maxAnswers} may: ${answers.slice(0, 20).join(', ')}`,
      },
    ];
  };
