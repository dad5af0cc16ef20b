import type { Report } from '../../schemas/violation.ts';
import type { Rubric } from '../kinds/index.ts';
import type { Proof } from '../proof.ts';

export const repeated = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at);

/** Every id that is used is a rubric's, and each rubric is proved once. `uses` are lists of ids by where they stand. */
export function checkRubricIds(
  rubrics: readonly Rubric[],
  evidence: Proof['rubrics'],
  uses: Readonly<Record<string, readonly string[]>>,
  report: Report,
): void {
  const ids = rubrics.map(({ id }) => id);
  for (const id of repeated(ids)) report('unknown_id', `${id} is the id of two rubrics`);
  const proved = evidence.map(({ rubric_id }) => rubric_id);
  for (const [where, used] of Object.entries({ ...uses, 'the proof': proved })) {
    for (const id of used) if (!ids.includes(id)) report('unknown_id', `${where} names ${id}, which is no rubric`);
    for (const id of repeated(used)) report('unknown_id', `${where} names ${id} more than once`);
  }
  for (const id of ids) if (!proved.includes(id)) report('evidence_differs', `the proof says nothing of ${id}`);
  for (const { type, id } of rubrics) {
    const { removes, quotes } = evidence.find(({ rubric_id }) => rubric_id === id) ?? {};
    const undecided = type === 'review_opinion' || type === 'entity_match';
    if (undecided && removes !== null && removes !== undefined)
      report('removed_count_differs', `what ${id} alone removes is ${removes} in the proof, where no count is defined`);
    if (type !== 'review_opinion' && quotes !== undefined)
      report('evidence_differs', `the proof quotes reviews for ${id}, which is no opinion`);
  }
}
