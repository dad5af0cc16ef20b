import { type DialogueBank, rehearse, type Trial } from '../../../shopping/dialogue/bank.ts';
import { fieldsOfSlots } from '../../../shopping/dialogue/slot-words.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { defineGate } from '../../gate.ts';
import { slotCount, slotPairsOf } from './slot-pairs.ts';

const CODE = 'slot_unreachable';
const MOST_QUOTED = 3;

const quoted = (trials: readonly Trial[]) =>
  trials
    .slice(0, MOST_QUOTED)
    .map(({ question }) => `"${question}"`)
    .join(', ');

/**
 * Finds a slot that a sensible agent cannot open. Every on-topic question of the bank must open its slot under our
 * matcher; under the published one more than half must, since its ties and substrings are beyond a writer's control.
 */
export const slotUnreachable = defineGate<ScriptedWording, [{ readonly bank: DialogueBank }]>({
  name: 'dialogue: reachable',
  codes: { [CODE]: 'questions on the topic of a slot do not open it' },
  scope: { unit: 'slots', reads: [], of: slotCount },
  check: (input, { bank }) => {
    const { script } = input.wording;
    const trials = rehearse(script, fieldsOfSlots(script, input.task.locked.rubrics), bank);
    return slotPairsOf(input).flatMap(({ slot, rubric }) => {
      const asked = trials.filter(({ kind, slotId }) => kind === 'on_topic' && slotId === slot.slot_id);
      const shut = asked.filter(({ opened }) => !opened.includes(slot.slot_id));
      const shutPublished = asked.filter(({ openedPublished }) => !openedPublished.includes(slot.slot_id));
      const details: string[] = [];
      if (shut.length > 0)
        details.push(`${shut.length} of ${asked.length} on-topic questions do not open it: ${quoted(shut)}`);
      if (shutPublished.length * 2 >= asked.length) {
        details.push(
          `${shutPublished.length} of ${asked.length} on-topic questions do not open it under the published matcher: ${quoted(shutPublished)}`,
        );
      }
      return details.map((detail) => ({
        code: CODE,
        path: `clarification_slots.${slot.slot_id}`,
        rubricId: rubric.id,
        detail,
      }));
    });
  },
});
