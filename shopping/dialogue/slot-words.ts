import { memoised } from '../../text/cache/memoised.ts';
import { withPoints } from '../../text/foreign-money.ts';
import { normaliseValue, tokensOf } from '../../text/normalise.ts';
import { numbersSaying } from '../../text/range-mentions.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import { UNIT_OF } from '../../text/units.ts';
import { fieldNameOf, type Rubric, saidOf } from '../kinds/index.ts';
import type { ClarificationScript } from './clarification.ts';
import { FUNCTION_WORDS, foldToken, placesOf } from './question-matcher.ts';

/** The values a rubric scores, as text; a noun phrase counts, numbers, budgets and opinions do not. */
export const scoredTexts = (rubric: Rubric): readonly string[] =>
  saidOf(rubric).flatMap((said) => {
    if (said.by === 'value') return [said.value];
    return said.by === 'phrase' ? [said.text] : [];
  });

/** The field a question about a rubric names: of a SKU asked for by one option that option's. */
export function askedFieldOf(rubric: Rubric): string {
  if (rubric.type !== 'sku_match') return fieldNameOf(rubric);
  const [field, ...more] = Object.keys(rubric.expected_value);
  return field === undefined || more.length > 0 ? fieldNameOf(rubric) : field;
}

/** Fields and values whose words are remembered: the same are in task after task. */
const MOST_FIELDS = 1024;
const MOST_VALUES = 8192;

const topicTokens = (text: string) => tokensOf(text).filter((token) => !FUNCTION_WORDS.has(token));

/** The folded words of a field's name: known to whoever asks about it. */
export const nameTokensOf = memoised(
  MOST_FIELDS,
  (field): ReadonlySet<string> => new Set(topicTokens(field.replaceAll('_', ' ')).map(foldToken)),
);

/** The folded words that give values away; units of a number do not. */
export const tellingTokensOf = (values: readonly string[]): ReadonlySet<string> =>
  new Set(values.flatMap(tellingTokensIn));

const tellingTokensIn = memoised(MOST_VALUES, (value): readonly string[] => {
  const tokens = topicTokens(value);
  const hasNumber = tokens.some((token) => /^\d/.test(token));
  return tokens.filter((token) => !hasNumber || !UNIT_OF.has(token)).map(foldToken);
});

/** The field of every slot that is linked to one of the rubrics. */
export function fieldsOfSlots(script: ClarificationScript, rubrics: readonly Rubric[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { slot_id, linked_rubric_ids } of script.clarification_slots) {
    const rubric = rubrics.find(({ id }) => linked_rubric_ids.includes(id));
    if (rubric !== undefined) fields.set(slot_id, askedFieldOf(rubric));
  }
  return fields;
}

/** Counts how often each value of a rubric (each bound of a range) stands in a text, word for word. */
export function timesStated(text: string, rubric: Rubric): number[] {
  if (rubric.type === 'numeric_range') {
    const numbers = tokensOf(withPoints(text)).map(Number);
    return numbersSaying(rubric.expected_value).map((bound) => numbers.filter((number) => number === bound).length);
  }
  const words = normaliseValue(text).split(' ');
  return scoredTexts(rubric).map((value) => {
    const wanted = normaliseValue(value);
    // Without spaces the dictionary cuts a value differently beside other words.
    if (hasUnspacedScript(value)) return words.join('').split(wanted.replaceAll(' ', '')).length - 1;
    return wanted === '' ? text.split(value).length - 1 : placesOf(wanted.split(' '), words).length;
  });
}
