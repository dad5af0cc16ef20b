import { type JudgedText, queryText } from '../../stages/semantic/index.ts';
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
  ...wording.script.clarification_slots.map(
    ({ slot_id: slotId, linked_rubric_ids, trigger_keywords, user_response: text }): JudgedText => ({
      name: `clarification ${slotId}`,
      source: 'clarification',
      slotId,
      path: `clarification_slots.${slotId}.user_response`,
      text,
      askedAbout: trigger_keywords.join(', '),
      isWhole: true,
      tells: ({ id, info_source: source }) => source === 'clarification' && linked_rubric_ids.includes(id),
    }),
  ),
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
