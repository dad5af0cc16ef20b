import { z } from 'zod';
import { readTable } from './tables.ts';

const TABLE = z.record(z.string(), z.string()).parse(readTable(new URL('./other-languages.yaml', import.meta.url)));

/** The endings a mark of the table stands for. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  '~': ['', 'e', 'er', 'es', 'en', 'em'],
  '^': ['o', 'a', 'os', 'as'],
  '*': ['', 'e', 's', 'es'],
};

const formsOf = (word: string): string[] => {
  const endings = ENDINGS[word.at(-1) ?? ''];
  return endings === undefined ? [word] : endings.map((ending) => word.slice(0, -1) + ending);
};

/** What a value is called in other languages, in every form; `english` is its name in lower case. */
export const OTHER_LANGUAGES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLE).map(([english, words]) => [english, words.split(', ').flatMap(formsOf)]),
);
