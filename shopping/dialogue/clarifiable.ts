import { ofLexicon } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { type QuestionKind, rehearse } from './bank.ts';
import { dialogueBank, dialogueOf, isListed, spareKeywordsOf } from './field-dialogues.ts';
import { isGeneric } from './generic-keywords.ts';
import { readQuestion, readSlots, slotsTouched } from './question-matcher.ts';

const LEAST_KEYWORDS = 3;
const SLOT = 'cl_1';
/** Questions that the published matcher, too, may not take for one about a field. */
const IDLE: ReadonlySet<QuestionKind> = new Set(['off_topic', 'content_free']);

const answers: Map<string, boolean> = ofLexicon(() => new Map<string, boolean>());

/**
 * Tells whether a question can ask about a field and nothing else: its own questions open a slot about it, and idle
 * ones do not. A field that is called by a word of any question ("Type") has no such keywords.
 */
export function isClarifiable(field: string): boolean {
  // What the bank lists is held by its own tests.
  if (isListed(field)) return true;
  return foundOrMade(answers, field, () => isReached(field));
}

const isReached = (field: string): boolean => questionFault(field) === null;

/**
 * Tells what keeps the questions about a field from bringing out what is said of it and nothing else, by the words in
 * force; null where nothing does.
 */
export function questionFault(field: string): string | null {
  const own = dialogueOf(field).keywords.filter((keyword) => !isGeneric(keyword));
  // As a script is made: words of the name are for a field with too few of its own.
  const spare = own.length < LEAST_KEYWORDS ? spareKeywordsOf(field).filter((keyword) => !isGeneric(keyword)) : [];
  const keywords = [...own, ...spare];
  if (keywords.length < LEAST_KEYWORDS)
    return `has ${keywords.length} keywords that are no words of any question, expected ${LEAST_KEYWORDS}`;
  const slot = {
    ...{ slot_id: SLOT, linked_rubric_ids: [], hidden_info: '', trigger_keywords: keywords, user_response: '' },
    revealed: false as const,
  };
  const script = { clarification_slots: [slot], default_response: '', max_clarification_turns: 1 };
  const trials = rehearse(script, new Map([[SLOT, field]]), dialogueBank);
  const loud = trials.find(
    ({ kind, opened, openedPublished, trapped }) =>
      kind !== 'on_topic' && (opened.length > 0 || (!trapped && IDLE.has(kind) && openedPublished.length > 0)),
  );
  if (loud !== undefined) return `is opened by "${loud.question}", which is about something else`;
  const asked = trials.filter(({ kind }) => kind === 'on_topic');
  const unheard = asked.find(({ opened }) => !opened.includes(SLOT));
  if (unheard !== undefined) return `is not opened by its question "${unheard.question}"`;
  const heard = asked.filter(({ openedPublished }) => openedPublished.includes(SLOT));
  return heard.length * 2 > asked.length
    ? null
    : `is opened by ${heard.length} of its ${asked.length} questions under the published rule`;
}

/** A keyword of a field that a question about something else holds. */
interface StrayKeyword {
  readonly keyword: string;
  /** Its place in the field's dialogue. */
  readonly place: number;
  readonly question: string;
  /** The field that the question is about; null for one about no field. */
  readonly about: string | null;
}

/** Finds keywords of a field that open its slot for idle questions, or for questions about some other fields. */
export function strayKeywordsOf(field: string, others: readonly string[]): StrayKeyword[] {
  const { offTopic, contentFree } = dialogueBank;
  const apart = others.filter((other) => other !== field && !dialogueBank.areNear(field, other));
  const questions = [
    ...apart.flatMap((about) => dialogueBank.questionsFor(about).map((question) => ({ question, about }))),
    ...offTopic.flatMap(({ question, covers }) => (covers.includes(field) ? [] : [{ question, about: null }])),
    ...contentFree.map((question) => ({ question, about: null })),
  ].map((asked) => ({ ...asked, read: readQuestion(asked.question) }));
  return dialogueOf(field).keywords.flatMap((keyword, place) => {
    const slots = readSlots([{ slot_id: SLOT, trigger_keywords: [keyword] }]);
    const opened = questions.find(({ read }) => slotsTouched(read, slots).length > 0);
    return opened === undefined ? [] : [{ keyword, place, question: opened.question, about: opened.about }];
  });
}

/** Says of a keyword what it opens besides. */
export const strayTold = ({ keyword, question, about }: StrayKeyword): string =>
  `"${keyword}" also opens "${question}", a question about ${about ?? 'something else'}`;
