import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../schemas/errors.ts';
import { containsWords, normaliseValue } from '../../text/normalise.ts';
import { readTable } from '../../text/tables.ts';

const ClueFile = z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)).min(2)));

/** Clues of one value: base-form verb phrases with the product as subject ("fold flat after use"). */
const clues = new Map<string, readonly string[]>();

const folder = new URL('./clues/', import.meta.url);
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .sort()) {
  for (const [field, values] of Object.entries(ClueFile.parse(readTable(new URL(name, folder))))) {
    for (const [value, phrases] of Object.entries(values)) {
      requireHidden(`families/ecomagentbench/clues/${name}`, field, value, phrases);
      clues.set(keyOf(field, value), phrases);
    }
  }
}

/** Refuses a clue that says its value word for word; other spellings of it are left to the gates, they take long to find. */
export function requireHidden(file: string, field: string, value: string, phrases: readonly string[]): void {
  const open = phrases.find((phrase) => containsWords(phrase, value));
  if (open !== undefined)
    throw new ConfigError(
      `${file}: the clue "${open}" says its own value, expected other words for ${field} "${value}"`,
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
