import { answerTexts, type JudgedText, queryText } from '../../stages/semantic/index.ts';
import { heldTo } from './implied-needs.ts';
import type { Profile } from './profile.ts';
import type { Wording } from './wording.ts';

/**
 * Lists the texts a judge reads: the first message, what the profile holds to and what it says besides, and the
 * answers.
 */
export const judgedTexts = (wording: Wording): readonly JudgedText[] => [
  ...queryText(wording),
  ...(wording.profile === null ? [] : profileTexts(wording.profile)),
  ...answerTexts(wording.script),
];

function profileTexts(profile: Profile): JudgedText[] {
  const { brands, lasting } = profile.preferences;
  const part = { slotId: null, askedAbout: null, isWhole: false };
  const liked = [
    ...brands.flatMap(({ brand, level }) => (level === 'high' ? [] : [`brand (${level}): ${brand}`])),
    ...lasting.flatMap(({ topic, wish, level }) => (level === 'high' ? [] : [`${topic} (${level}): ${wish}`])),
  ];
  const bought = profile.purchase_history.map(({ title, category }) => `bought: ${title} (${category})`);
  return [
    {
      ...part,
      name: 'persona requirements',
      source: 'persona_requirements',
      path: 'profile.preferences',
      text: heldTo(profile)
        .map(({ field, text }) => (field === null ? text : `${field.toLowerCase()}: ${text}`))
        .join('\n'),
      tells: ({ info_source: source }) => source === 'persona',
    },
    {
      ...part,
      name: 'persona context',
      source: 'persona_context',
      path: 'profile',
      text: [...liked, ...bought].join('\n') || 'nothing else',
      tells: () => false,
    },
  ];
}
