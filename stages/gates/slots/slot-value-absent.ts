import { englishWords, otherLanguage } from '../../../lexicon/index.ts';
import { askedFieldOf, scoredTexts, timesStated } from '../../../shopping/dialogue/slot-words.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { findRangeMentions } from '../../../text/mentions.ts';
import { numbersSaying } from '../../../text/range-mentions.ts';
import { defineGate } from '../../gate.ts';
import { phrasesIn, slotCount, slotPairsOf, slotPath } from './slot-pairs.ts';

const CODE = 'slot_value_absent';

/** Words that two bounds are said with, each as what it is. */
const AS_BOTH = ['between', 'from'];
const ENGLISH_BOUNDS = {
  least: englishWords('slot value absent: as least'),
  least_behind: [],
  most: englishWords('slot value absent: as most'),
  most_behind: [],
  between: AS_BOTH,
};

function namesOf(rubric: Rubric): string[] {
  if (rubric.type !== 'numeric_range') return scoredTexts(rubric).map((value) => `"${value}"`);
  return numbersSaying(rubric.expected_value).map(String);
}

/** Tells whether a number of a range stands in a text with its unit. */
const namesUnit = (text: string, rubric: Rubric & { type: 'numeric_range' }): boolean =>
  findRangeMentions(text, askedFieldOf(rubric), rubric.expected_value).some(({ start, end }) =>
    /[\p{L}"'″′%°]/u.test(text.slice(start, end)),
  );

/**
 * Finds an answer that does not state its locked value word for word exactly once: each value of a list, each bound of
 * a range. A bound must be said as one: "4.5 stars" alone does not say at least.
 */
export const slotValueAbsent = defineGate<ScriptedWording>({
  name: 'slots: value',
  codes: { [CODE]: 'an answer does not state its value exactly once' },
  scope: { unit: 'slots', reads: [], of: slotCount },
  check: (input) =>
    slotPairsOf(input).flatMap(({ slot, rubric }) => {
      const text = slot.user_response;
      const names = namesOf(rubric);
      const details = timesStated(text, rubric).flatMap((times, index) =>
        times === 1 ? [] : [`${names[index]} stands ${times} times in it, expected once`],
      );
      if (rubric.type === 'numeric_range' && details.length === 0) {
        const { min, max, unit, nominal } = rubric.expected_value;
        const { least, least_behind, most, most_behind, between } = otherLanguage()?.bounds ?? ENGLISH_BOUNDS;
        const ofBoth = min !== undefined && max !== undefined ? between : [];
        const saysLeast = phrasesIn(text, [...least, ...least_behind, ...ofBoth]).length > 0;
        const saysMost = phrasesIn(text, [...most, ...most_behind, ...ofBoth]).length > 0;
        if (nominal !== undefined && (saysLeast || saysMost))
          details.push(`does not say that it is ${nominal}, neither more nor less`);
        if (nominal === undefined && min !== undefined && !saysLeast)
          details.push(`does not say that ${min} is the least`);
        if (nominal === undefined && max !== undefined && !saysMost)
          details.push(`does not say that ${max} is the most`);
        if (unit !== undefined && !namesUnit(text, rubric)) details.push(`does not say ${unit}`);
      }
      return details.map((detail) => ({
        code: CODE,
        path: slotPath(slot, 'user_response'),
        rubricId: rubric.id,
        detail,
      }));
    }),
});
