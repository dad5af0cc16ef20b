import { englishWords } from '../lexicon/index.ts';
import { normaliseValue } from './normalise.ts';

const YES = new Set(englishWords('flags: yes'));
const NO = new Set(englishWords('flags: no'));
const LONGEST = Math.max(...[...YES, ...NO].map(({ length }) => length));
const ENGLISH = new Set(englishWords('flags: in english'));

/**
 * Reads whether a value says that a product has what its field names, or that it has not; null for every other value.
 */
export function flagOf(value: string): boolean | null {
  const trimmed = value.trim();
  // Most values are no flags, which is told sooner.
  if (trimmed.length > LONGEST) return null;
  const word = trimmed.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

/** A flag as an English text states it: "No" of "Nej"; what is English already, or no flag, as it is. */
export function flagInEnglish(value: string): string {
  const flag = flagOf(value);
  if (flag === null || ENGLISH.has(value.trim().toLowerCase())) return value;
  return flag ? 'Yes' : 'No';
}

/** The comparison forms of every word for yes by each of them, and those for no. */
export const FLAG_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  [YES, NO].flatMap((words) => {
    const forms = [...new Set([...words].map(normaliseValue))];
    return forms.map((form) => [form, forms] as const);
  }),
);
