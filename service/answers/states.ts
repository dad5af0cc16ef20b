import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import type { Language } from '../store/schema.ts';

const NAMES = z
  .record(z.string(), z.array(z.string().min(1)).min(2))
  .parse(readTable(new URL('./states.yaml', import.meta.url)));

/** Every way to say a state, a day or a kind that the store names by a word of its own; the word itself where it has none. */
export const spellingsOf = (word: string): readonly string[] =>
  Object.hasOwn(NAMES, word) ? (NAMES[word] as string[]) : [word];

/** Every spelling of a state, with the state. */
export const ALL_SPELLINGS: readonly { readonly state: string; readonly spelling: string }[] = Object.entries(
  NAMES,
).flatMap(([state, spellings]) => spellings.map((spelling) => ({ state, spelling })));

const isHan = (text: string) => /\p{Script=Han}/u.test(text);

/** The plainest way to say it in a language. */
export function sayingOf(word: string, language: Language): string {
  const spellings = spellingsOf(word);
  return spellings.find((spelling) => isHan(spelling) === (language === 'zh')) ?? spellings[0] ?? word;
}

/** The state a spelling stands for, by the spelling in lower case. */
export const STATE_OF: ReadonlyMap<string, string> = new Map(
  ALL_SPELLINGS.map(({ spelling, state }) => [spelling.toLowerCase(), state]),
);

const HEARD = z
  .record(z.string(), z.array(z.string().min(1)).min(1))
  .parse(readTable(new URL('./heard-states.yaml', import.meta.url)));
const heardOf = (state: string): readonly string[] => HEARD[state] ?? [];

/** Every spelling by which an order's state is understood, of those that a task holds. */
export const heardBy = (spellings: readonly string[]): string[] => [
  ...spellings,
  ...spellings.flatMap((spelling) => heardOf(STATE_OF.get(spelling.toLowerCase()) ?? '')),
];

/** Tells whether two states are said of the same order. */
export const isSaidOf = (state: string, own: string): boolean =>
  state === own || spellingsOf(state).some((spelling) => heardOf(own).includes(spelling));
