import type { Finding } from '../../../schemas/finding.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { defineGate, requirements } from '../../gate.ts';

const CODE = 'slot_missing';

/**
 * Finds a clarification rubric without exactly one slot, and a slot without exactly one clarification rubric. Slots and
 * rubrics meet by id only, and a task with clarification rubrics and no script at all is caught like any other.
 */
export const slotMissing = defineGate<ScriptedWording>({
  name: 'slots: present',
  codes: { [CODE]: 'a clarification rubric has no slot, or a slot has no rubric' },
  scope: { unit: 'requirements', reads: [], of: requirements('clarification') },
  check: ({ task: { locked }, wording: { script } }) => {
    const hidden = new Set(
      locked.rubrics.flatMap(({ id, info_source }) => (info_source === 'clarification' ? [id] : [])),
    );
    const slots = script.clarification_slots;
    const findings: Finding[] = [];
    for (const rubricId of hidden) {
      const linked = slots.filter(({ linked_rubric_ids }) => linked_rubric_ids.includes(rubricId));
      if (linked.length === 1) continue;
      const found = linked.length === 0 ? 'no slot' : `the slots ${linked.map(({ slot_id }) => slot_id).join(', ')}`;
      findings.push({
        code: CODE,
        path: 'clarification_slots',
        rubricId,
        detail: `${rubricId} has ${found}, expected one`,
      });
    }
    for (const [index, { slot_id, linked_rubric_ids }] of slots.entries()) {
      const path = `clarification_slots.${slot_id}`;
      const [rubricId] = linked_rubric_ids;
      if (linked_rubric_ids.length !== 1 || rubricId === undefined || !hidden.has(rubricId)) {
        const linked = linked_rubric_ids.join(', ') || 'nothing';
        findings.push({ code: CODE, path, detail: `linked to ${linked}, expected one clarification rubric` });
      }
      if (slots.findIndex((other) => other.slot_id === slot_id) !== index) {
        findings.push({ code: CODE, path, detail: `two slots are called ${slot_id}` });
      }
    }
    return findings;
  },
});
