import { z } from 'zod';
import type { Draw } from '../../../schemas/draw.ts';
import { StageError } from '../../../schemas/errors.ts';
import type { PromptedQuestion } from '../../../schemas/model.ts';
import type { ClarificationScript, ClarificationSlot } from '../../../shopping/dialogue/clarification.ts';
import { dialogueOf } from '../../../shopping/dialogue/field-dialogues.ts';
import type { Attempt } from '../../../shopping/draft.ts';
import { fieldNameOf } from '../../../shopping/kinds/index.ts';
import { plannedLanguage } from '../../../shopping/language/query-question.ts';
import { replyText } from '../../../shopping/language/query-reply.ts';
import { plannedRequirement } from '../../../shopping/language/requirement-plan.ts';
import { retold, shownTries } from '../../../shopping/language/retold-findings.ts';
import { entityAt, type LockedTask } from '../../../shopping/task.ts';
import { fencedJson } from '../../../text/fenced-data.ts';
import { cleanText } from '../../../text/normalise.ts';
import type { Wording } from '../wording.ts';

const MOST = { slots: 12, keywords: 10, keyword: 60, answer: 240 };
const atMost = (most: number, what: string) => ({ error: `expected at most ${most} ${what}` });

/** A clarification writer's reply: of each slot its keywords and its answer. */
const ScriptReply = z.strictObject({
  slots: z
    .array(
      z.strictObject({
        slot_id: z
          .string()
          .refine((id) => /^cl_\d{1,3}$/.test(id), { error: 'expected the id of a slot, such as cl_1' }),
        trigger_keywords: z
          .array(replyText(MOST.keyword))
          .refine(({ length }) => length <= MOST.keywords, atMost(MOST.keywords, 'keywords')),
        user_response: replyText(MOST.answer),
      }),
    )
    .refine(({ length }) => length <= MOST.slots, atMost(MOST.slots, 'slots')),
});
type ScriptReply = z.infer<typeof ScriptReply>;

/** A slot as its writer is shown it: the hidden requirement, and what agents ask about its field. */
function plannedSlot(
  { slot_id, linked_rubric_ids: [id] }: ClarificationSlot,
  task: LockedTask,
  currency: string,
  draw: Draw,
) {
  const rubric = task.locked.rubrics.find((candidate) => candidate.id === id);
  if (rubric === undefined) throw new StageError(`${task.id} has no rubric for the slot ${slot_id}`, task);
  const field = fieldNameOf(rubric);
  const { type, value } = plannedRequirement(rubric, false, currency, draw);
  const { label, questions } = dialogueOf(field);
  return { slot_id, type, field, called: label, value, questions };
}

/**
 * Makes the question to a clarification writer: the hidden requirements of its own slots and whether the product is
 * spoken of in the plural. It is told neither the query's requirements nor the persona's, and not what the product is
 * called.
 */
export function scriptQuestion(
  task: LockedTask,
  made: ClarificationScript,
  earlier: readonly Attempt<Wording>[],
  currency: string,
  draw: Draw,
): PromptedQuestion<ScriptReply> {
  const known = new Set(made.clarification_slots.flatMap(({ linked_rubric_ids }) => linked_rubric_ids));
  const tries = earlier.flatMap(({ wording: { script }, findings }) => {
    const own = findings.filter(({ path }) => path.startsWith('clarification_slots'));
    if (own.length === 0) return [];
    const slots = script.clarification_slots.map(({ slot_id, trigger_keywords, user_response }) => ({
      slot_id,
      trigger_keywords,
      user_response,
    }));
    const texts = { clarification_slots: Object.fromEntries(slots.map((slot) => [slot.slot_id, slot])) };
    return [{ slots, findings: retold(own, texts, known) }];
  });
  const slots = made.clarification_slots.map((slot) => plannedSlot(slot, task, currency, draw));
  return {
    role: 'clarification_writer',
    prompt: 'ecomagentbench/clarification_writer.md',
    blanks: {
      plan: fencedJson('plan', { ...plannedLanguage(), product_is_plural: entityAt(task).plural, slots }),
      earlier: shownTries(tries),
    },
    reply: { name: 'clarification', schema: ScriptReply },
    taskId: task.id,
    attempt: earlier.length,
  };
}

/**
 * The script that code made, with the keywords and answers of a reply. Ids, links and what a slot hides stay as they
 * were made; a slot the reply leaves out is left out, which a gate finds, and one it makes up is not taken over.
 */
export function scriptOf(reply: ScriptReply, made: ClarificationScript): ClarificationScript {
  const clarification_slots = made.clarification_slots.flatMap((slot) => {
    const said = reply.slots.find(({ slot_id }) => slot_id === slot.slot_id);
    if (said === undefined) return [];
    const { trigger_keywords, user_response } = said;
    return [{ ...slot, trigger_keywords: trigger_keywords.map(cleanText), user_response: cleanText(user_response) }];
  });
  return { ...made, clarification_slots };
}
