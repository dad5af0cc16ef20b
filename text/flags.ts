import { englishWords } from '../lexicon/index.ts';

const YES = new Set(englishWords('flags: yes'));
const NO = new Set(englishWords('flags: no'));

/**
 * Reads whether a value says that a product has what its field names, or that it has not; null for every other value.
 */
export function flagOf(value: string): boolean | null {
  const word = value.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
