import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { normaliseValue } from '../../catalog/text/normalise.ts';

const ClueFile = z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)).min(2)));

/** Clues of one value: base-form verb phrases with the product as subject ("fold flat after use"). */
const clues = new Map<string, readonly string[]>();

const folder = new URL('./clues/', import.meta.url);
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .sort()) {
  for (const [field, values] of Object.entries(ClueFile.parse(parse(readFileSync(new URL(name, folder), 'utf8'))))) {
    for (const [value, phrases] of Object.entries(values)) clues.set(keyOf(field, value), phrases);
  }
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
