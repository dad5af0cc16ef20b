import type { Finding } from '../../../schemas/finding.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { soughtValuesOf } from '../../../stages/gates/words/sought-values.ts';
import type { Wording } from '../wording.ts';

const CODE = 'objection_astray';

/** Finds objections of the shopper that do not say the requirement they are about, or say another one. */
export const objectionAstray = defineGate<Wording>({
  name: 'objections',
  codes: { [CODE]: 'an objection does not say its own requirement alone' },
  scope: { unit: 'requirements', reads: ['whole script'], of: requirements('clarification') },
  check: ({ task, wording: { script, objections } }) =>
    script.clarification_slots.flatMap(({ slot_id: slotId, linked_rubric_ids: [id] }): Finding[] => {
      const path = `objections.${slotId}`;
      const text = Object.hasOwn(objections, slotId) ? objections[slotId] : undefined;
      if (text === undefined) return [{ code: CODE, path, detail: 'there is none' }];
      return task.locked.rubrics
        .filter(({ type }) => type !== 'entity_match')
        .flatMap((rubric) =>
          soughtValuesOf(rubric)
            .filter(({ find }) => find(text).length > 0 !== (rubric.id === id))
            .map(({ name }) => ({
              code: CODE,
              path,
              rubricId: rubric.id,
              detail: `${rubric.id === id ? 'does not say' : 'says'} ${name}: "${text}"`,
            })),
        );
    }),
});
