import type { Report } from '../../schemas/violation.ts';
import type { Rubric } from '../kinds/index.ts';

const repeated = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at);

/** Every id that is used is a rubric's, and used once. `uses` are lists of ids by where they stand. */
export function checkRubricIds(
  rubrics: readonly Rubric[],
  uses: Readonly<Record<string, readonly string[]>>,
  report: Report,
): void {
  const ids = rubrics.map(({ id }) => id);
  for (const id of repeated(ids)) report('unknown_id', `${id} is the id of two rubrics`);
  for (const [where, used] of Object.entries(uses)) {
    for (const id of used) if (!ids.includes(id)) report('unknown_id', `${where} names ${id}, which is no rubric`);
    for (const id of repeated(used)) report('unknown_id', `${where} names ${id} more than once`);
  }
}
