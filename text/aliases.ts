import { z } from 'zod';
import { englishExpression, englishWords, FIELDS, ofLexicon, type Phrases, readWords } from '../lexicon/index.ts';
import { containsWords } from './normalise.ts';

/** Names that mean the same value. */
interface AliasGroup {
  readonly names: readonly string[];
  /** Canonical fields the group is limited to, where a name means something else in other fields. */
  readonly fields?: readonly string[];
}

/** Names in the letters, figures and signs of their comparison form, parted by bars. */
const Names = z.string().regex(/^[\p{L}\p{N} ./|-]+$/u, 'expected names parted by " | "');

const namesIn = (group: string) => group.split(' | ');

/** Words that a phrase of a value begins with, and that say nothing of it. */
const OPENS_PHRASE = englishExpression('aliases: opens a phrase', 'iu');

/** The phrases of a value that do not write it: a lexicon's "round" of "rund". */
export const saidOtherwise = (value: string, phrases: Phrases): Phrases =>
  Object.fromEntries(
    Object.entries(phrases).map(([place, texts]) => [
      place,
      texts?.filter((text) => !text.includes('{') && !containsWords(text, value)),
    ]),
  );

/** The value as such phrases say it: "round" of "rund", "turtleneck" of "with a turtleneck". */
export const wordsSaid = (value: string, phrases: Phrases): string[] =>
  Object.values(saidOtherwise(value, phrases))
    .flat()
    .filter((text) => text !== undefined)
    .map((text) => text.replace(OPENS_PHRASE, ''));

/** Groups of any field, then those of single fields. */
export const ALIAS_GROUPS: readonly AliasGroup[] = ofLexicon((): AliasGroup[] => [
  ...z
    .array(Names)
    .parse(readWords('spellings.yaml'))
    .map((group) => ({ names: namesIn(group) })),
  ...[...FIELDS].flatMap(([field, { spellings, values }]) => [
    ...spellings.map((group) => ({ names: namesIn(group), fields: [field] })),
    ...Object.entries(values).flatMap(([value, { also = [], say }]) => {
      const said = say === undefined || typeof say === 'string' ? [] : wordsSaid(value, say);
      const names = [...new Set([value, ...also, ...said].map((name) => name.toLowerCase()))];
      return names.length < 2 ? [] : [{ names, fields: [field] }];
    }),
  ]),
]);

/** Values too general to name anything alone: as one item of a list they are not looked for. */
export const GENERIC_ITEMS: ReadonlySet<string> = new Set(englishWords('aliases: generic items'));

/** Words that name a field in prose, for values such as "All" that mean nothing without it. */
export const fieldWordsOf = (field: string): readonly string[] | undefined => FIELDS.get(field)?.named;

/** Units a number without one may stand in; fields without any count items. */
export const fieldUnitsOf = (field: string): readonly string[] | undefined => FIELDS.get(field)?.units;
