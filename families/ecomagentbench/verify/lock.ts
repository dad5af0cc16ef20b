import type { Report } from '../../../schemas/violation.ts';
import { Rubric } from '../../../shopping/kinds/index.ts';
import type { Locked } from '../../../shopping/task.ts';
import type { EcomagentbenchSample } from '../sample.ts';

/**
 * What was locked: the rubrics without the words the writer found for them, an opinion with the evidence that is published
 * in the proof. Null where a rubric cannot have been locked; the reasons are reported.
 */
export function lockedBy({ rubrics, implicit_rubric_ids, proof }: EcomagentbenchSample, report: Report): Locked | null {
  const quotes = new Map(proof.rubrics.map(({ rubric_id, quotes }) => [rubric_id, quotes]));
  const locked = rubrics.flatMap(({ query_surface: _surface, ...rubric }) => {
    const whole =
      rubric.type === 'review_opinion'
        ? { ...rubric, expected_value: { opinion: rubric.expected_value, evidence: quotes.get(rubric.id) ?? [] } }
        : rubric;
    const parsed = Rubric.safeParse(whole);
    if (parsed.success) return [parsed.data];
    report('malformed_record', `${rubric.id} cannot have been locked: its proof holds no quote`);
    return [];
  });
  if (locked.length < rubrics.length) return null;
  const voucher = locked.find((rubric) => rubric.type === 'budget_match')?.expected_value.voucher ?? null;
  return { rubrics: locked, implicit_rubric_ids, voucher };
}
