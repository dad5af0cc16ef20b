import { findMentions } from './mentions.ts';
import { normaliseValue } from './normalise.ts';

/**
 * True when two values of a field are one value written in two ways: spelling, unit, abbreviation or trade name, by what
 * the leak gates count as a mention. One that only holds the other ("faux leather", "leather") is another value.
 */
export function isSameValue(one: string, other: string, field: string): boolean {
  if (normaliseValue(one) === normaliseValue(other)) return true;
  return isMentionedWhole(one, other, field) && isMentionedWhole(other, one, field);
}

/** Whether some spelling of the value takes up every letter and digit of the text. */
function isMentionedWhole(text: string, value: string, field: string): boolean {
  return findMentions(text, value, field).some(
    ({ start, end }) => !/[\p{L}\p{N}]/u.test(text.slice(0, start) + text.slice(end)),
  );
}
