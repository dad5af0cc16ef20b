import type { ClarificationSlot } from '../../schemas/clarification.ts';
import type { QueryWording, Wording } from '../../schemas/draft.ts';
import type { PersonaNoise } from '../../schemas/persona.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import type { JudgedSource } from '../../schemas/semantic.ts';

/** A text the judge reads, with its place in the draft. */
export interface JudgedText {
  /** What the judge knows it by: its source, and the slot of an answer. */
  readonly name: string;
  readonly source: JudgedSource;
  /** Null for every text but an answer. */
  readonly slotId: string | null;
  readonly path: string;
  /** What a quote has to stand in. */
  readonly text: string;
  /** What an answer answers, where the text alone would not say; no quote counts from it. */
  readonly askedAbout: string | null;
  /** False where the text is made of several parts of the draft: places in it are no places of the draft. */
  readonly isWhole: boolean;
  /** Whether it is the one text in which a rubric's requirement is to be found. */
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

/** Query, profile and answers: of the script only what a shopper says, since links and hidden notes name the sources. */
export const hiddenIntentTexts = (wording: Wording): readonly JudgedText[] => [
  ...queryText(wording),
  {
    name: 'persona requirements',
    source: 'persona_requirements',
    slotId: null,
    path: 'user_persona.product_requirements',
    text: linesOf(wording.persona.product_requirements),
    askedAbout: null,
    isWhole: false,
    tells: ({ info_source }) => info_source === 'persona',
  },
  {
    name: 'persona context',
    source: 'persona_context',
    slotId: null,
    path: 'user_persona',
    text: contextOf(wording.persona),
    askedAbout: null,
    isWhole: false,
    tells: () => false,
  },
  ...wording.script.clarification_slots.map(answerText),
];

const answerText = ({
  slot_id,
  linked_rubric_ids,
  trigger_keywords,
  user_response,
}: ClarificationSlot): JudgedText => ({
  name: `clarification ${slot_id}`,
  source: 'clarification',
  slotId: slot_id,
  path: `clarification_slots.${slot_id}.user_response`,
  text: user_response,
  askedAbout: trigger_keywords.join(', '),
  isWhole: true,
  tells: ({ id, info_source }) => info_source === 'clarification' && linked_rubric_ids.includes(id),
});

const contextOf = ({ demographics, lifestyle, shopping_habits }: PersonaNoise) =>
  linesOf({ ...demographics, ...lifestyle, ...shopping_habits });

const linesOf = (fields: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${[value].flat().join(', ')}`)
    .join('\n');
