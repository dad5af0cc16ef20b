import type { Finding } from '../../../schemas/finding.ts';
import { isGeneric } from '../../../shopping/dialogue/generic-keywords.ts';
import { foldedTokensOf, placesOf } from '../../../shopping/dialogue/question-matcher.ts';
import { askedFieldOf, nameTokensOf, scoredTexts, tellingTokensOf } from '../../../shopping/dialogue/slot-words.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { defineGate } from '../../gate.ts';
import { type SlotPair, slotCount, slotPairsOf, slotPath } from './slot-pairs.ts';

const CODE = 'slot_keywords';
const LONGEST = 3;

function oneSlot({ slot, rubric }: SlotPair, hidden: readonly string[]): string[] {
  const name = nameTokensOf(askedFieldOf(rubric));
  const own = tellingTokensOf(scoredTexts(rubric));
  const foreign = tellingTokensOf(hidden);
  const seen = new Set<string>();
  return slot.trigger_keywords.flatMap((keyword) => {
    const tokens = foldedTokensOf(keyword);
    const folded = tokens.join(' ');
    const problems: string[] = [];
    if (isGeneric(keyword)) problems.push(`"${keyword}" fits questions about anything`);
    if (tokens.length > LONGEST) problems.push(`"${keyword}" has more than ${LONGEST} words and never matches`);
    if (seen.has(folded)) problems.push(`"${keyword}" is there twice`);
    seen.add(folded);
    for (const token of tokens) {
      const named = name.has(token);
      if (own.has(token) && !named) problems.push(`"${keyword}" holds "${token}" of its value`);
      else if (foreign.has(token) && !(named && tokens.length > 1))
        problems.push(`"${keyword}" holds "${token}" of another hidden value`);
    }
    return problems;
  });
}

/** True where a keyword equals another, stands in it as whole words, or is a substring of it as written. */
function collide(one: Keyword, other: Keyword): boolean {
  if (one.text === '' || other.text === '') return false;
  if (one.text.includes(other.text) || other.text.includes(one.text)) return true;
  return placesOf(one.tokens, other.tokens).length > 0 || placesOf(other.tokens, one.tokens).length > 0;
}

/** A keyword as it is compared with others. */
interface Keyword {
  readonly written: string;
  readonly text: string;
  readonly tokens: readonly string[];
}

const keywordsOf = ({ slot }: SlotPair): Keyword[] =>
  slot.trigger_keywords.map((written) => ({
    ...{ written, text: normaliseText(written) },
    tokens: foldedTokensOf(written),
  }));

/**
 * Finds keywords that cannot do their work: generic ones, repeated ones, ones with a word of a hidden value (words of the
 * field's own name and units aside, which whoever asks knows), and ones two slots share or that stand inside another
 * slot's.
 */
export const slotKeywords = defineGate<ScriptedWording>({
  name: 'slots: keywords',
  codes: { [CODE]: "a slot's keywords fit questions about almost anything" },
  scope: { unit: 'slots', reads: [], of: slotCount },
  check: (input) => {
    const pairs = slotPairsOf(input);
    const keywords = pairs.map(keywordsOf);
    const findings: Finding[] = [];
    for (const [index, pair] of pairs.entries()) {
      const { slot, rubric } = pair;
      const hidden = input.task.locked.rubrics
        .filter((other) => other !== rubric && other.info_source !== 'query')
        .flatMap(scoredTexts);
      const details = oneSlot(pair, hidden);
      for (const [at, other] of pairs.entries()) {
        if (at <= index) continue;
        for (const keyword of keywords[index] ?? []) {
          for (const second of keywords[at] ?? []) {
            if (collide(keyword, second))
              details.push(
                `"${keyword.written}" and "${second.written}" of ${other.slot.slot_id} cannot be told apart`,
              );
          }
        }
      }
      const path = slotPath(slot, 'trigger_keywords');
      findings.push(...details.map((detail) => ({ code: CODE, path, rubricId: rubric.id, detail })));
    }
    return findings;
  },
});
