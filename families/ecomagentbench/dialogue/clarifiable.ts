import { ofLexicon } from '../../../lexicon/index.ts';
import { type QuestionKind, rehearse } from '../../../shopping/dialogue/bank.ts';
import { isGeneric } from './generic-keywords.ts';
import { dialogueBank, dialogueOf, isListed, spareKeywordsOf } from './index.ts';

const LEAST_KEYWORDS = 3;
const SLOT = 'cl_1';
/** Questions that the published matcher, too, may not take for one about a field. */
const IDLE: ReadonlySet<QuestionKind> = new Set(['off_topic', 'content_free']);

const answers: Map<string, boolean> = ofLexicon(() => new Map<string, boolean>());

/**
 * Whether a question can ask about a field and nothing else: its own questions open a slot about it, and idle ones do not.
 * A field that is called by a word of any question ("Type") has no such keywords.
 */
export function isClarifiable(field: string): boolean {
  // What the bank lists is held by its own tests.
  if (isListed(field)) return true;
  let answer = answers.get(field);
  if (answer === undefined) {
    answer = isReached(field);
    answers.set(field, answer);
  }
  return answer;
}

/** Whether the questions about a field open a slot about it, and idle ones do not, by the words in force. */
export function isReached(field: string): boolean {
  const keywords = [...dialogueOf(field).keywords, ...spareKeywordsOf(field)].filter((keyword) => !isGeneric(keyword));
  if (keywords.length < LEAST_KEYWORDS) return false;
  const slot = {
    ...{ slot_id: SLOT, linked_rubric_ids: [], hidden_info: '', trigger_keywords: keywords, user_response: '' },
    revealed: false as const,
  };
  const script = { clarification_slots: [slot], default_response: '', max_clarification_turns: 1 };
  const trials = rehearse(script, new Map([[SLOT, field]]), dialogueBank);
  const asked = trials.filter(({ kind }) => kind === 'on_topic');
  const heard = asked.filter(({ openedPublished }) => openedPublished.includes(SLOT));
  const isQuiet = trials.every(
    ({ kind, opened, openedPublished, trapped }) =>
      kind === 'on_topic' || (opened.length === 0 && (trapped || !IDLE.has(kind) || openedPublished.length === 0)),
  );
  return isQuiet && asked.every(({ opened }) => opened.includes(SLOT)) && heard.length * 2 > asked.length;
}
