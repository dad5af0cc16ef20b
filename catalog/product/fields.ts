import { FIELDS, ofLexicon } from '../../lexicon/index.ts';

/** A field's name or alias as names are compared. */
export const foldKey = (key: string) =>
  key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The canonical field of each raw key that the lexicon knows, by its folded spelling (lower case, punctuation as spaces):
 * `Special features`, `special_feature` and `Special Feature` meet in one field.
 */
const CANONICAL = ofLexicon(
  () =>
    new Map([...FIELDS].flatMap(([field, { aliases }]) => [field, ...aliases].map((name) => [foldKey(name), field]))),
);

/** The canonical field a raw detail key means; an unknown key is its own field, with spaces for underscores. */
export function canonicalField(rawKey: string): string {
  return (
    CANONICAL.get(foldKey(rawKey)) ??
    rawKey
      .normalize('NFKC')
      .replace(/[\s_]+/g, ' ')
      .trim()
  );
}

export const KNOWN_FIELDS: readonly string[] = ofLexicon(() => [...FIELDS.keys()]);
