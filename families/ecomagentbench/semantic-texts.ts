import { answerTexts, type JudgedText, queryText } from '../../stages/semantic/index.ts';
import type { PersonaNoise } from './persona.ts';
import type { Wording } from './wording.ts';

/** The texts a judge reads: query, profile and answers. */
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
  ...answerTexts(wording.script),
];

const contextOf = ({ demographics, lifestyle, shopping_habits }: PersonaNoise) =>
  linesOf({ ...demographics, ...lifestyle, ...shopping_habits });

const linesOf = (fields: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${[value].flat().join(', ')}`)
    .join('\n');
