import type { Finding } from '../../schemas/finding.ts';
import type { ClarificationScript } from '../../shopping/dialogue/clarification.ts';
import { surfacesOf } from '../../shopping/published/task-life.ts';
import type { GateInput } from '../../stages/gate.ts';
import { taskRead, unworded } from '../../stages/shopping/publication.ts';
import type { ShopsimulatorSample } from './sample.ts';
import { TABLES } from './tables.ts';
import type { Wording } from './wording.ts';

/** The draft a published sample was made from, but for the product it is about; findings where it can be no draft of this family. */
export function read(
  sample: ShopsimulatorSample,
): Pick<GateInput<Wording>, 'task' | 'wording'> | { readonly findings: readonly Finding[] } {
  const { target } = sample;
  const rubrics = sample.rubrics.map(unworded);
  const phrases = rubrics.filter((rubric) => rubric.type === 'entity_match');
  if (phrases.length !== 1) {
    const detail = `${phrases.length} rubrics name the product, expected one`;
    return { findings: [{ code: 'entity_ungrounded', path: 'rubrics', detail }] };
  }
  return {
    task: taskRead(sample, {
      category: target.category.join(' > '),
      targetIds: [target.product_id],
      rubrics,
    }),
    wording: {
      query: sample.query,
      surfaces: surfacesOf(sample.rubrics),
      script: scriptOf(sample),
      goal: sample.opening === null ? null : sample.instruction,
      objections: Object.fromEntries(sample.knowledge.map(({ slot_id, objection }) => [slot_id, objection])),
      profile: sample.profile,
    },
  };
}

/** The topics of a sample as the script that gates and matchers read. */
const scriptOf = ({ knowledge }: Pick<ShopsimulatorSample, 'knowledge'>): ClarificationScript => ({
  clarification_slots: knowledge.map(({ slot_id, rubric_ids, trigger_keywords, answer }) => ({
    slot_id,
    linked_rubric_ids: rubric_ids,
    hidden_info: answer,
    trigger_keywords,
    user_response: answer,
    revealed: false,
  })),
  default_response: TABLES.shopper.untold,
  max_clarification_turns: 10,
});
