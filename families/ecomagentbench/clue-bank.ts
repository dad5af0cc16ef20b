import { FIELDS } from '../../lexicon/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { statedAs } from '../../shopping/language/field-name.ts';
import { containsWords, normaliseValue } from '../../text/normalise.ts';

/** Clues of one value: base-form verb phrases with the product as subject ("fold flat after use"). */
const clues = new Map<string, readonly string[]>();

for (const [field, { values }] of FIELDS) {
  for (const [value, { clues: phrases }] of Object.entries(values)) {
    if (phrases === undefined) continue;
    requireHidden(field, value, phrases);
    clues.set(keyOf(field, value), phrases);
  }
}

/** Refuses a clue that says its value word for word; other spellings of it are left to the gates, they take long to find. */
export function requireHidden(field: string, value: string, phrases: readonly string[]): void {
  const open = phrases.find((phrase) => containsWords(phrase, statedAs(field, value)));
  if (open !== undefined)
    throw new ConfigError(
      `lexicon: the clue "${open}" says its own value, expected other words for ${field} "${value}"`,
    );
}

function keyOf(field: string, value: string): string {
  return `${field}\n${normaliseValue(value)}`;
}

/** The clues that can stand for a value of a canonical detail field; empty where the bank has none. */
export function cluesFor(field: string, value: string): readonly string[] {
  return clues.get(keyOf(field, value)) ?? [];
}

/** How many (field, value) pairs have clues. */
export const CLUE_PAIRS = clues.size;
