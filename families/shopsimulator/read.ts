import type { Finding } from '../../schemas/finding.ts';
import type { ClarificationScript } from '../../shopping/dialogue/clarification.ts';
import type { GateInput } from '../../stages/gate.ts';
import type { ShopsimulatorSample } from './sample.ts';
import type { Wording } from './wording.ts';
import { TABLES } from './writers/tables.ts';

/** The draft a published sample was made from, but for the product it is about; findings where it can be no draft of this family. */
export function read(
  sample: ShopsimulatorSample,
): Pick<GateInput<Wording>, 'task' | 'wording'> | { readonly findings: readonly Finding[] } {
  const { id, intent, provenance, target } = sample;
  const rubrics = sample.rubrics.map(
    ({ query_surface: _words, ...rubric }) => rubric as (typeof sample.rubrics)[number],
  );
  const phrases = rubrics.filter((rubric) => rubric.type === 'entity_match');
  if (phrases.length !== 1) {
    const detail = `${phrases.length} rubrics name the product, expected one`;
    return { findings: [{ code: 'entity_ungrounded', path: 'rubrics', detail }] };
  }
  return {
    task: {
      id,
      family: sample.family,
      intent,
      rank: id,
      seed: provenance.seed,
      category: target.category.join(' > '),
      targetIds: [target.product_id],
      entities: phrases.map(({ expected_value: phrase, title_span: titleSpan }) => {
        return { phrase, titleSpan, plural: false };
      }),
      locked: { rubrics, implicit_rubric_ids: sample.implicit_rubric_ids, voucher: null },
      lockDigest: sample.lock.digest,
      necessity: null,
      extracted: [],
      dropped: [],
    },
    wording: {
      query: sample.query,
      surfaces: Object.fromEntries(
        sample.rubrics.flatMap(({ id, query_surface: words }) => (words === undefined ? [] : [[id, words]])),
      ),
      script: scriptOf(sample),
      goal: sample.opening === null ? null : sample.instruction,
      objections: Object.fromEntries(sample.knowledge.map(({ slot_id, objection }) => [slot_id, objection])),
      profile: sample.profile,
    },
  };
}

/** The topics of a sample as the script that gates and matchers read. */
export const scriptOf = ({ knowledge }: Pick<ShopsimulatorSample, 'knowledge'>): ClarificationScript => ({
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
