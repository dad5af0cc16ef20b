import type { ClarificationScript } from '../../shopping/dialogue/clarification.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import type { Rubric } from '../../shopping/kinds/index.ts';
import type { JudgedSource } from '../../shopping/semantic.ts';

/** A text the judge reads, with its place in the draft. */
export interface JudgedText {
  /** Name the judge knows it by: its source, and the slot of an answer. */
  readonly name: string;
  readonly source: JudgedSource;
  /** Null for every text but an answer. */
  readonly slotId: string | null;
  readonly path: string;
  /** The text that a quote has to stand in. */
  readonly text: string;
  /** The topic an answer is about, where the text alone would not say; no quote counts from it. */
  readonly askedAbout: string | null;
  /** False where the text is made of several parts of the draft: places in it are no places of the draft. */
  readonly isWhole: boolean;
  /** Tells whether it is the one text in which a rubric's requirement is to be found. */
  tells(rubric: Rubric): boolean;
}

/** The one text of families that say everything at once. */
export const queryText = ({ query }: QueryWording): readonly JudgedText[] => [
  {
    name: 'query',
    source: 'query',
    slotId: null,
    path: 'user_query',
    text: query,
    askedAbout: null,
    isWhole: true,
    tells: ({ info_source }) => info_source === 'query',
  },
];

/** The answers of a shopper: of a script only those, since links and hidden notes name the sources. */
export const answerTexts = ({ clarification_slots }: ClarificationScript): JudgedText[] =>
  clarification_slots.map(({ slot_id: slotId, linked_rubric_ids, trigger_keywords, user_response: text }) => ({
    name: `clarification ${slotId}`,
    source: 'clarification',
    slotId,
    path: `clarification_slots.${slotId}.user_response`,
    text,
    askedAbout: trigger_keywords.join(', '),
    isWhole: true,
    tells: ({ id, info_source: source }) => source === 'clarification' && linked_rubric_ids.includes(id),
  }));
