import type { Catalog } from '../../catalog/index.ts';
import { FIELDS, saysNames } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { isNoun, isPart, singularOf, singularsIn } from '../../shopping/nouns/noun-words.ts';
import { withoutMaker } from '../../shopping/nouns/title-name.ts';
import { flagOf } from '../../text/flags.ts';
import { formatCount } from '../../text/numbers.ts';
import { byCodeUnit } from '../../text/order.ts';
import { Tally } from '../../text/tally.ts';
import { tokensOf } from '../../text/tokens.ts';

/** Titles that are looked at, from all over the catalog. */
const MOST_TITLES = 2000;
/** Share of titles that say a value of a field, from which on it is worth a line of a mapping. */
const LEAST_SAID = 0.1;
const MOST_FIELDS = 3;
const MOST_VALUES = 3;
/** Words of a value that is looked for. */
const LONGEST = 2;

/** The fields that list each phrase as a value or as a word of one, those whose values are no names. */
function fieldsByPhrase(): ReadonlyMap<string, readonly string[]> {
  const listed = new Map<string, string[]>();
  for (const [field, { values, vocabulary, asked, in_titles, say }] of FIELDS) {
    if (asked === false || in_titles === false || saysNames(say?.as)) continue;
    const phrases = [...Object.keys(values), ...(vocabulary?.words ?? [])].map((text) => tokensOf(text).join(' '));
    // What a title calls its product is no fact of it: a shoe, a card.
    for (const phrase of new Set(phrases))
      if (flagOf(phrase) === null && !isNoun(phrase) && !isPart(phrase))
        listed.set(phrase, [...(listed.get(phrase) ?? []), field]);
  }
  return listed;
}

/** The phrases of a text of one word and of several, each once. */
function phrasesIn(title: string): Set<string> {
  const tokens = tokensOf(title);
  return new Set(
    tokens.flatMap((_, at) =>
      Array.from({ length: Math.min(LONGEST, tokens.length - at) }, (_, more) =>
        tokens.slice(at, at + more + 1).join(' '),
      ),
    ),
  );
}

/** The phrases of a title, without its maker's and without words of its category, which no field needs to state: dog of "Dog Food". */
function phrasesSaid({ title, brand, category }: Product): Set<string> {
  const around = new Set(singularsIn(category.join(' ')));
  return new Set([...phrasesIn(withoutMaker(title, brand))].filter((phrase) => !around.has(singularOf(phrase))));
}

/**
 * A sentence on the values of the lexicon that titles say of fields which no product states, and on how a mapping reads
 * them; null where they say few. A word of several fields counts for the one whose other words are said most.
 */
export function unreadTitles(catalog: Catalog): string | null {
  const stated = new Set(catalog.fieldNames());
  const fieldsOf = fieldsByPhrase();
  const every = Math.max(1, Math.ceil(catalog.size / MOST_TITLES));
  const titles = Array.from({ length: Math.ceil(catalog.size / every) }, (_, at) =>
    phrasesSaid(catalog.productByRow(at * every)),
  );
  const times = new Tally();
  for (const phrases of titles) for (const phrase of phrases) if (fieldsOf.has(phrase)) times.add(phrase);
  const scores = new Tally();
  for (const [phrase, count] of times.sorted) for (const field of fieldsOf.get(phrase) ?? []) scores.add(field, count);
  // Of fields that say the same words that one is meant which has most words: a color before a backlight.
  const wordsKnown = new Tally();
  for (const fields of fieldsOf.values()) for (const field of fields) wordsKnown.add(field);
  const ranked = scores.names.toSorted(
    (a, b) => scores.of(b) - scores.of(a) || wordsKnown.of(b) - wordsKnown.of(a) || byCodeUnit(a, b),
  );
  const phrasesOf = Map.groupBy(times.sorted, ([phrase]) =>
    ranked.find((field) => fieldsOf.get(phrase)?.includes(field)),
  );
  const told = ranked.flatMap((field) => {
    const phrases = (phrasesOf.get(field) ?? []).map(([phrase]) => phrase);
    const count = titles.filter((said) => phrases.some((phrase) => said.has(phrase))).length;
    if (stated.has(field) || count < titles.length * LEAST_SAID) return [];
    return `${field} in ${formatCount(count)} (${phrases.slice(0, MOST_VALUES).join(', ')})`;
  });
  return told.length === 0
    ? null
    : `of ${formatCount(titles.length)} titles many say what no field states: ${told.slice(0, MOST_FIELDS).join('; ')}; lines under product.details.stated of a mapping read it (docs/catalogs.md#facts-that-stand-in-texts-alone)`;
}
