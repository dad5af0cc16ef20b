import type { Finding } from '../../schemas/finding.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import { surfacesOf } from '../../shopping/published/task-life.ts';
import type { GateInput } from '../../stages/gate.ts';
import { taskRead } from '../../stages/shopping/publication.ts';
import { INTENTS } from './intents.ts';
import type { EcomagentbenchSample } from './sample.ts';
import type { Wording } from './wording.ts';

/**
 * The draft a published sample was made from, but for the products it is about. What is not published is empty: how the
 * noun phrase is inflected, how necessity was attained, how features might have been used. Findings where it can be no
 * draft of this family.
 */
export function read(
  sample: EcomagentbenchSample,
): Pick<GateInput<Wording>, 'task' | 'wording'> | { readonly findings: readonly Finding[] } {
  const { intent_category: intent, proof, target_product: target } = sample;
  const findings: Finding[] = [];
  if (!INTENTS.some(({ name }) => name === intent))
    findings.push({ code: 'intent_contract', path: 'intent_category', detail: `"${intent}" is no intent` });
  const rubrics = sample.rubrics.flatMap((published) => {
    const rubric = rubricOf(published, proof);
    if (rubric === null) {
      const detail = `${published.id} cannot have been locked: its proof holds no quote`;
      findings.push({ code: 'malformed_record', path: `rubrics.${published.id}`, detail });
    }
    return rubric ?? [];
  });
  const phrases = rubrics.filter((rubric) => rubric.type === 'entity_match');
  if (phrases.length !== 1) {
    const detail = `${phrases.length} rubrics name the product, expected one`;
    findings.push({ code: 'entity_ungrounded', path: 'rubrics', detail });
  }
  if (findings.length > 0) return { findings };
  return {
    task: taskRead({ ...sample, intent }, { category: target.main_category, targetIds: [target.product_id], rubrics }),
    wording: {
      query: sample.user_query,
      surfaces: surfacesOf(sample.rubrics),
      persona: sample.user_persona,
      script: sample.clarification_script,
    },
  };
}

/** A rubric without the words the writer found for it, an opinion with the quotes its proof holds; null without any. */
function rubricOf(
  { query_surface: _words, ...rubric }: EcomagentbenchSample['rubrics'][number],
  proof: EcomagentbenchSample['proof'],
): Rubric | null {
  if (rubric.type !== 'review_opinion') return rubric;
  const { quotes = [] } = proof.rubrics.find(({ rubric_id }) => rubric_id === rubric.id) ?? {};
  return quotes.length === 0
    ? null
    : { ...rubric, expected_value: { opinion: rubric.expected_value, evidence: quotes } };
}
