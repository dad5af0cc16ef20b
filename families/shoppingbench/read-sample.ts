import type { Finding } from '../../schemas/finding.ts';
import { isJudgedTogether } from '../../shopping/kinds/index.ts';
import { surfacesOf } from '../../shopping/published/task-life.ts';
import type { GateInput } from '../../stages/gate.ts';
import { taskRead, unworded } from '../../stages/shopping/publication.ts';
import { INTENTS } from './intents.ts';
import type { ShoppingbenchSample } from './sample.ts';

/**
 * The draft a published sample was made from, but for the products it is about. What is not published is empty: how noun
 * phrases are inflected, how features might have been used. Findings where it can be no draft of this family.
 */
export function read(
  sample: ShoppingbenchSample,
): Pick<GateInput, 'task' | 'wording'> | { readonly findings: readonly Finding[] } {
  const findings = faultsOf(sample);
  if (findings.length > 0) return { findings };
  return {
    // Nothing is hidden, so no rubric is implicit.
    task: taskRead(sample, { category: '', targetIds: sample.target_ids, rubrics: sample.rubrics.map(unworded) }),
    wording: { query: sample.query, surfaces: surfacesOf(sample.rubrics) },
  };
}

/** Why a sample can be no draft: an unknown intent, a hidden requirement, one about no target or a target without a name. */
function faultsOf({ intent, target_ids: targetIds, rubrics }: ShoppingbenchSample): Finding[] {
  const findings: Finding[] = [];
  if (!INTENTS.some(({ name }) => name === intent))
    findings.push({ code: 'intent_contract', path: 'intent', detail: `"${intent}" is no intent` });
  for (const rubric of rubrics) {
    const { id, info_source: source, target } = rubric;
    const report = (code: string, detail: string) => findings.push({ code, path: `rubrics.${id}`, detail });
    if (source !== 'query') report('hidden_requirement', `is of the ${source}, expected the query`);
    if (isJudgedTogether(rubric)) {
      if (target !== undefined) report('target_misplaced', 'is about all targets, not one');
    } else if (targetIds.length === 1 ? target !== undefined : target === undefined || target >= targetIds.length)
      report('target_misplaced', `is about target ${target ?? 'none'} of ${targetIds.length}`);
  }
  for (const [place, id] of targetIds.entries()) {
    if (targetIds.indexOf(id) !== place)
      findings.push({ code: 'target_misplaced', path: 'target_ids', detail: `the target ${id} is asked for twice` });
    const naming = rubrics.filter(({ type, target = 0 }) => type === 'entity_match' && target === place).length;
    if (naming !== 1)
      findings.push({
        code: 'entity_ungrounded',
        path: 'rubrics',
        detail: `${naming} rubrics name the target ${id}, expected one`,
      });
  }
  return findings;
}
