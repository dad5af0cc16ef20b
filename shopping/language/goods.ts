import { z } from 'zod';
import { commaList, ofLexicon, otherLanguage, readOwnWords } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { Recent } from '../../text/cache/recent.ts';
import { tokensOf } from '../../text/normalise.ts';
import { stemOf } from '../../text/stem.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';

/** Nouns of goods by group, in the language in force. */
const GOODS = ofLexicon(() => z.record(z.string(), commaList).parse(readOwnWords('goods.yaml') ?? {}));
const GROUP = '@';
const BUT = '!';

/** The groups of goods that something can be said of. */
export const goodsGroups = (): string[] => Object.keys(GOODS);

/** Names of groups among the nouns of goods, those behind "@". */
export const groupsIn = (nouns: readonly string[]): string[] =>
  nouns.flatMap((noun) => (noun.startsWith(GROUP) ? [noun.slice(GROUP.length)] : []));

const MOST_PHRASES = 10_000;

/** The words of a noun phrase without what the thing is for, by their stems. */
const stemsOf = memoised(MOST_PHRASES, (phrase): readonly string[] =>
  tokensOf(phrase.split(' for ')[0] as string).map(stemOf),
);

/** The stem of the word that names a thing: that of "sleeve" in "laptop sleeve for travel". */
export const headStemOf = (phrase: string): string => stemsOf(phrase).at(-1) ?? '';

/** Texts whose stems are remembered: clues are said of product after product. */
const MOST_TEXTS = 4096;

const stemsIn = memoised(MOST_TEXTS, (words): ReadonlySet<string> => new Set(tokensOf(words).map(stemOf)));

/**
 * Tells whether words speak of the kind that a noun phrase names as of another thing: "add no weight to a backpack", said of
 * a backpack; "with an Ethernet cable", of a cable.
 */
export const namesKind = (words: string, phrase: string): boolean => stemsIn(words).has(headStemOf(phrase));

/** Returns a function that tells whether a noun phrase ends in one of some nouns: "folding office chair" in "chair". */
function endsInOneOf(nouns: readonly string[]): (phrase: string) => boolean {
  const compounds = otherLanguage()?.stems?.compounds === true;
  let sought: ReadonlyMap<string | undefined, readonly (readonly string[])[]> | undefined;
  return (phrase) => {
    if (hasUnspacedScript(phrase) || (compounds && nouns.some((noun) => phrase.toLowerCase().endsWith(noun))))
      return nouns.some((noun) => phrase.toLowerCase().endsWith(noun));
    const own = stemsOf(phrase);
    // A noun that has no stem is in every phrase.
    sought ??= Map.groupBy(nouns.map(stemsOf), (stems) => stems.at(-1));
    const endsIn = (stems: readonly string[]) =>
      stems.every((stem, place) => own[own.length - stems.length + place] === stem);
    return sought.has(undefined) || sought.get(own.at(-1))?.some(endsIn) === true;
  };
}

/** Tests of noun phrases for groups of goods; each remembers its answers, for most lists of goods name the same groups. */
const groupTests = ofLexicon(() => new Map<string, (phrase: string) => boolean>());
const PHRASES_KEPT = 1024;

function namesOneOfGroup(group: string): (phrase: string) => boolean {
  const isOfGroup = namesOneOf(GOODS[group] ?? []);
  const known = new Recent<string, boolean>(PHRASES_KEPT);
  return (phrase) => foundOrMade(known, phrase, () => isOfGroup(phrase));
}

/**
 * Returns a function that tells whether a noun phrase names one of some goods: "folding office chair" is a chair. Of a list,
 * or of a group by itself, a noun behind "!" is none: with "!sleeping bag" that is no bag.
 */
export function namesOneOf(nouns: readonly string[]): (phrase: string) => boolean {
  const isOwn = endsInOneOf(nouns.filter((noun) => !noun.startsWith(GROUP) && !noun.startsWith(BUT)));
  const isBut = endsInOneOf(nouns.flatMap((noun) => (noun.startsWith(BUT) ? [noun.slice(BUT.length)] : [])));
  const groups = groupsIn(nouns).map((group) => foundOrMade(groupTests, group, () => namesOneOfGroup(group)));
  return (phrase) => (isOwn(phrase) || groups.some((isOfGroup) => isOfGroup(phrase))) && !isBut(phrase);
}

/** Goods that something can be said of: those alone whose nouns `of` holds, and none of those in `never`. */
export const SUITED = z.strictObject({ of: z.array(z.string()).optional(), never: z.array(z.string()).optional() });

/** Returns a test of a noun phrase for goods that something can be said of; null where it can be said of any. */
export function suitedTo({
  of,
  never,
}: {
  readonly of?: readonly string[] | null | undefined;
  readonly never?: readonly string[] | null | undefined;
}): ((noun: string) => boolean) | null {
  if (of == null && never == null) return null;
  const isOf = of == null ? () => true : namesOneOf(of);
  const isNever = never == null ? () => false : namesOneOf(never);
  return (noun) => isOf(noun) && !isNever(noun);
}

/** The words of a pattern that agree with a noun phrase, in braces, in the form they have beside it: "{un}" as "una". */
export function agreedWith(phrase: string, pattern: string): string {
  const agreement = otherLanguage()?.agreement ?? [];
  const forms = agreement.find(({ nouns }) => namesOneOf(nouns)(phrase))?.forms ?? {};
  const isForm = (word: string) => agreement.some((group) => Object.hasOwn(group.forms, word));
  return pattern.replace(/\{([^{}]+)\}/g, (whole, word: string) => (isForm(word) ? (forms[word] ?? word) : whole));
}
