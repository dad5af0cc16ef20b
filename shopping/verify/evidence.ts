import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Product } from '../../schemas/product.ts';
import type { Report } from '../../schemas/violation.ts';
import { type Rubric, statedBy } from '../kinds/index.ts';
import type { Proof } from '../proof.ts';

/** What the proof quotes the targets as stating is what those that a rubric is about state. */
export function checkEvidence(
  evidence: Proof['rubrics'],
  rubric: Rubric,
  targets: readonly Product[],
  report: Report,
): void {
  const quoted = evidence.find(({ rubric_id }) => rubric_id === rubric.id)?.target_states;
  const stated = targets.flatMap((target) => statedBy(target, rubric));
  if (quoted !== undefined && canonicalJson(quoted) !== canonicalJson(stated)) {
    report(
      'evidence_differs',
      `for ${rubric.id} the proof quotes ${canonicalJson(quoted)}, the target states ${canonicalJson(stated)}`,
    );
  }
}
