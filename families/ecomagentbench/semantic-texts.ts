import type { ClarificationSlot } from '../../shopping/dialogue/clarification.ts';
import { type JudgedText, queryText } from '../../stages/semantic/index.ts';
import type { PersonaNoise } from './persona.ts';
import type { Wording } from './wording.ts';

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
