import { englishWords, FIELDS, ofLexicon } from '../../lexicon/index.ts';

/** A field's name or alias as names are compared. */
export const foldKey = (key: string) =>
  key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The canonical field of each raw key that the lexicon knows, by its folded spelling (lower case, punctuation as spaces):
 * `Special features`, `special_feature`, `specialFeature` and `Special Feature` meet in one field.
 */
const CANONICAL = ofLexicon(() => {
  const names = [...FIELDS].flatMap(([field, { aliases }]) =>
    [field, ...aliases].map((name) => [foldKey(name), field] as const),
  );
  return new Map([...names.map(([name, field]) => [name.replaceAll(' ', ''), field] as const), ...names]);
});

/** A name in one word whose parts begin with capitals, as programs write names: `screenSize`, `ItemWeight`. */
const JOINED = /^\p{L}\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u;

/** The canonical field a raw detail key means; an unknown key is its own field, in words where a program joined them. */
export function canonicalField(rawKey: string): string {
  const known = CANONICAL.get(foldKey(rawKey));
  if (known !== undefined) return known;
  const key = rawKey
    .normalize('NFKC')
    .replace(/[\s_]+/g, ' ')
    .trim();
  return JOINED.test(key) ? key.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ') : key;
}

export const KNOWN_FIELDS: readonly string[] = ofLexicon(() => [...FIELDS.keys()]);

const TWINS: ReadonlyMap<string, string> = new Map(
  englishWords('fields: of one thing').flatMap((pair) => {
    const [one = '', other = ''] = pair.split(' = ');
    return [
      [one, other],
      [other, one],
    ];
  }),
);

/** The other field that says the same of a product as a field: its fabric and its material; undefined of most. */
export const twinOf = (field: string): string | undefined => TWINS.get(field);
