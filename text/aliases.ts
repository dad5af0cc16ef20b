import { z } from 'zod';
import { englishWords, FIELDS, ofLexicon, readWords } from '../lexicon/index.ts';

/** Names that mean the same value. */
interface AliasGroup {
  readonly names: readonly string[];
  /** Canonical fields the group is limited to, where a name means something else in other fields. */
  readonly fields?: readonly string[];
}

const namesIn = (group: string) => group.split(' | ');

/** Groups of any field, then those of single fields. */
export const ALIAS_GROUPS: readonly AliasGroup[] = ofLexicon((): AliasGroup[] => [
  ...z
    .array(z.string())
    .parse(readWords('spellings.yaml'))
    .map((group) => ({ names: namesIn(group) })),
  ...[...FIELDS].flatMap(([field, { spellings, values }]) => [
    ...spellings.map((group) => ({ names: namesIn(group), fields: [field] })),
    ...Object.entries(values).flatMap(([value, { also }]) =>
      also === undefined ? [] : [{ names: [value, ...also].map((name) => name.toLowerCase()), fields: [field] }],
    ),
  ]),
]);

/** Values too general to name anything alone: as one item of a list they are not looked for. */
export const GENERIC_ITEMS: ReadonlySet<string> = new Set(englishWords('aliases: generic items'));

/** Words that name a field in prose, for values such as "All" that mean nothing without it. */
export const fieldWordsOf = (field: string): readonly string[] | undefined => FIELDS.get(field)?.named;

/** Units a number without one may stand in; fields without any count items. */
export const fieldUnitsOf = (field: string): readonly string[] | undefined => FIELDS.get(field)?.units;
