import { type DialogueBank, type QuestionKind, rehearse } from '../../../shopping/dialogue/bank.ts';
import { fieldsOfSlots } from '../../../shopping/dialogue/slot-words.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { defineGate } from '../../gate.ts';
import { slotCount } from './slot-pairs.ts';

const CODE = 'slot_false_trigger';

/** Under the published matcher bags and neighbouring topics open slots whatever the keywords: measured, not gated. */
const GATED_PUBLISHED: ReadonlySet<QuestionKind> = new Set(['off_topic', 'content_free']);

const KIND_NAMES: Readonly<Record<QuestionKind, string>> = {
  on_topic: 'on-topic question',
  off_topic: 'off-topic question',
  other_field: 'question about another field',
  content_free: 'content-free question',
  keyword_bag: 'list of keywords',
};

/**
 * Finds a slot opened by a question that is not about it. Under our matcher nothing but on-topic questions may open one;
 * under the published matcher off-topic and content-free ones may not, except where a trap word the bank lists for the
 * field is to blame.
 */
export const slotFalseTrigger = defineGate<ScriptedWording, [{ readonly bank: DialogueBank }]>({
  name: 'dialogue: quiet',
  codes: { [CODE]: "questions on no slot's topic open one" },
  scope: { unit: 'slots', reads: [], of: slotCount },
  check: ({ task, wording: { script } }, { bank }) =>
    rehearse(script, fieldsOfSlots(script, task.locked.rubrics), bank).flatMap((trial) => {
      const { kind, question, opened, openedPublished, trapped } = trial;
      if (kind === 'on_topic' || opened.length + openedPublished.length === 0) return [];
      const found = opened.map((slotId) => ({ slotId, matcher: '' }));
      if (GATED_PUBLISHED.has(kind) && !trapped) {
        for (const slotId of openedPublished) {
          if (!opened.includes(slotId)) found.push({ slotId, matcher: ' under the published matcher' });
        }
      }
      return found.map(({ slotId, matcher }) => ({
        code: CODE,
        path: `clarification_slots.${slotId}.trigger_keywords`,
        detail: `opened${matcher} by the ${KIND_NAMES[kind]} "${question}"`,
      }));
    }),
});
