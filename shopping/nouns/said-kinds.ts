import {
  type EnglishKind,
  englishKindIn,
  englishKinds,
  kindsInTitles,
  writesCompounds,
} from '../../lexicon/columns.ts';
import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishWords, isForeignShop, languageOfShop, ofLexicon, onDemand, TYPES } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Recent } from '../../text/cache/recent.ts';
import { normaliseText } from '../../text/normalise.ts';
import { COLLECTIONS } from './noun-words.ts';
import { SEVERAL, type Word, withoutMaker, wordsOf } from './title-name.ts';

/** The kind of product that a lexicon means by a noun, its plural, or another name of it. */
const SAID_TYPES: ReadonlyMap<string, string> = ofLexicon(
  () =>
    new Map(
      [...TYPES].flatMap(([noun, { plural, also }]) =>
        [noun, ...(plural === undefined ? [] : [plural]), ...also].map((name) => [normaliseText(name), noun] as const),
      ),
    ),
);

/**
 * The noun that a lexicon has for a category, or in a foreign shop the tables of its language: "soap" of "Savons", "curtain" of
 * "Gardinen & Vorhänge", which are both.
 */
export function nounSaidOf(category: string): string | undefined {
  const said = SAID_TYPES.get(normaliseText(category));
  if (said !== undefined || !isForeignShop()) return said;
  const language = languageOfShop();
  // A shop of nobody knows which language may mean the English word: "Rock", "Robes".
  if (language === null && isInKnownWords(category)) return undefined;
  const kindOf = (called: string) =>
    englishKinds(language).get(called) ?? (language === null ? undefined : englishKindIn(called, language));
  const called = category.normalize('NFC').trim().toLowerCase();
  const whole = kindOf(called);
  if (whole !== undefined || language === null || !SEVERAL.test(called)) return whole;
  const kinds = new Set(called.split(SEVERAL).map((part) => kindOf(part.trim())));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** Further names of a product of a kind: its other names, the broader kinds, and theirs. */
export function namesOfType(noun: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(noun)) return [];
  seen.add(noun);
  const { plural, also = [], parents = [] } = TYPES.get(noun) ?? {};
  const broader = parents.flatMap((parent) => namesOfType(parent, seen));
  return [noun, ...(plural === undefined ? [] : [plural]), ...also, ...broader].map(normaliseText);
}

/** A kind with an English noun, and whether a lexicon says it or the table of a language. */
interface KindHere extends EnglishKind {
  readonly isOfLexicon: boolean;
  /** Its names, in comparison form. */
  readonly forms: readonly string[];
}

/** A kind of product that a title says in words for which a lexicon, or the table of its language, has an English noun. */
export interface SaidKind extends KindHere {
  /** As the title writes it. */
  readonly span: string;
  /** Place of its word in the title. */
  readonly start: number;
}

const MOST_WORDS = 5;
const TITLES_KEPT = 4096;

/** Kinds by what titles call them, in comparison form, and those of the titles that were read last. */
const read = onDemand(() => {
  const language = isForeignShop() ? languageOfShop() : null;
  const ofTables = language === null ? [] : [...kindsInTitles(language)];
  return {
    kinds: new Map<string, KindHere>([
      ...ofTables.map(([phrase, kind]) => {
        const forms = [kind.noun, ...(kind.broader === undefined ? [] : [kind.broader])].map(normaliseText);
        return [normaliseText(phrase), { ...kind, isOfLexicon: false, forms: [...new Set(forms)] }] as const;
      }),
      ...[...SAID_TYPES].map(([phrase, noun]) => {
        return [phrase, { noun, isOfLexicon: true, forms: [...new Set(namesOfType(noun))] }] as const;
      }),
    ]),
    ofTitles: new Recent<string, readonly SaidKind[]>(TITLES_KEPT),
  };
});

/** Words of other languages behind which a title says what its product is for, of or with. */
const BEHIND_NAME = new Set(englishWords('titles: behind the name'));
/** Words of other languages for several things sold as one. */
const SETS = new Set(englishWords('titles: sets'));
const isSet = (word: string) => [...SETS].some((set) => word === set || (set.length > 2 && word.endsWith(set)));

/** The kinds that a title says, in order, up to where it says what its product is for; none of several things sold as one. */
export function kindsSaidIn(title: string): readonly SaidKind[] {
  const { kinds, ofTitles } = read();
  if (kinds.size === 0) return [];
  return foundOrMade(ofTitles, title, () => kindsAmong(wordsOf(title), title, kinds));
}

function kindsAmong(words: readonly Word[], title: string, kinds: ReadonlyMap<string, KindHere>): SaidKind[] {
  const isCompounding = writesCompounds(languageOfShop() ?? '');
  const found: SaidKind[] = [];
  for (let at = 0; at < words.length; at++) {
    const { text, start } = words[at] as Word;
    const [span, length] = longestAt(words, at, title, kinds, isCompounding) ?? ['', 0];
    if (length === 0) {
      const word = text.toLowerCase();
      if (COLLECTIONS.has(word) || (isForeignShop() && isSet(word))) return [];
      if (isForeignShop() && BEHIND_NAME.has(word.split(/['’]/)[0] as string)) return found;
      continue;
    }
    const kind = kinds.get(normaliseText(span)) as KindHere;
    found.push({ ...kind, span, start });
    at += length - 1;
  }
  return found;
}

/** The longest name of a kind that begins with a word of a title, and of how many words it is. */
function longestAt(
  words: readonly Word[],
  at: number,
  title: string,
  kinds: ReadonlyMap<string, KindHere>,
  isCompounding: boolean,
): [span: string, words: number] | null {
  const { start, text } = words[at] as Word;
  for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
    const span = title.slice(start, (words[at + count - 1] as Word).end);
    const kind = kinds.get(normaliseText(span));
    if (kind === undefined || /[,;|()[\]]/.test(span)) continue;
    // A "Power Bank" is no bench.
    const isEnglish = isCompounding && count === 1 && at > 0 && !kind.isOfLexicon && isInKnownWords(span);
    if (!isEnglish || kind.noun.split(' ').includes(span.toLowerCase())) return [span, count];
  }
  // "LED-Wandleuchte"
  const behind = isCompounding ? text.split('-').at(-1) : undefined;
  return behind !== undefined && behind !== text && kinds.has(normaliseText(behind)) ? [behind, 1] : null;
}

/**
 * The kind by which a title names its product, in the words of its shop's language: one that its category names too, where that
 * names any. In languages that write sorts in several words a name begins with it; of what stands behind another word nobody knows.
 */
export function kindNamedIn(
  { title, brand }: { readonly title: string; readonly brand: string | null },
  ofCategory: readonly string[] | null,
): SaidKind | null {
  const said = kindsSaidIn(title);
  const own = said.find(({ isOfLexicon }) => isOfLexicon);
  if (own !== undefined) return own;
  const isAnywhere = writesCompounds(languageOfShop() ?? '');
  const name = withoutMaker(title, brand);
  const sure = said.filter(({ start }) => isAnywhere || !/\p{L}/u.test(name.slice(0, start)));
  if (ofCategory !== null) return sure.find(({ forms }) => forms.some((form) => ofCategory.includes(form))) ?? null;
  const [first] = sure;
  const isOnly = said.every(({ noun, forms }) => first?.forms.includes(noun) || forms.includes(first?.noun ?? ''));
  return first !== undefined && isOnly ? first : null;
}

/** Phrases by which titles may say what names of kinds do that a test holds of, in comparison form. */
export const phrasesSaying = (isSaid: (forms: readonly string[]) => boolean): string[] =>
  [...read().kinds].flatMap(([phrase, { forms }]) => (isSaid(forms) ? phrase : []));
