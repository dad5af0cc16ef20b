import type { Rubric } from '../../shopping/kinds/index.ts';
import { entityAt, type LockedTask } from '../../shopping/task.ts';

/**
 * A rubric in the words the judge is given, made by code. Several products are numbered, since two of them may be called
 * the same. A question stands in the place of its answer: whether the query asks it can be read; whether the answer is
 * right would be a test of what the judge knows.
 */
export function requirementWords(task: LockedTask, rubric: Rubric): string {
  const words =
    rubric.type === 'knowledge_match'
      ? `the product is named after the answer to: ${rubric.expected_value.question}`
      : rubric.description;
  if (rubric.target === undefined) return words;
  return `product ${rubric.target + 1} (${entityAt(task, rubric.target).phrase}): ${words}`;
}
