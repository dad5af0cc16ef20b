import { BRITISH_SPELLINGS, COMPARABLE, IRREGULAR, NEVER_STRIPPED, WORD_FAMILIES } from '../lexicon/en/word-forms.ts';
import { englishExpression, type Language, otherLanguage } from '../lexicon/index.ts';
import { memoised } from './cache/memoised.ts';

/**
 * One key for the inflected forms and the British and American spellings of a word. Kept far more careful than the
 * Porter stemmers, which put "organ" with "organic", "port" with "portable" and "time" with "timer": a key shared by
 * two words that mean different things makes a leak gate reject good text. Derived words ("foldable", "cancellation")
 * meet only through the word families listed in word-forms.ts.
 */

/** Forms in which a token is compared: its key, and its spelling without British forms and Latin accents. */
interface WordForm {
  readonly stem: string;
  readonly spelling: string;
}

const MOST_TOKENS = 20_000;

/** The forms of a lower-case token. Tokens that are not Latin letters are their own stem and spelling. */
export const wordFormOf = memoised(MOST_TOKENS, (token): WordForm => formOf(token));

/** The key under which a lower-case token meets its other forms. */
export const stemOf = (token: string): string => wordFormOf(token).stem;

const LATIN = /^[a-z\u00df-\u024f\u1e00-\u1eff]+$/;

function formOf(token: string): WordForm {
  if (!LATIN.test(token)) return { stem: token, spelling: token };
  const { stems } = otherLanguage() ?? {};
  if (stems !== undefined) {
    const plain = stripAccents(token);
    return { stem: strippedBy(stems, plain), spelling: plain };
  }
  const spelling = americanSpelling(stripAccents(token));
  const key = keyOf(baseOf(spelling));
  return { stem: FAMILY_KEYS.get(spelling) ?? FAMILY_KEYS.get(key) ?? key, spelling };
}

/** A word of another language without its endings and prefixes, as far as the letters that have to stay allow. */
function strippedBy({ endings, prefixes, least }: NonNullable<Language['stems']>, word: string): string {
  let stem = word;
  const prefix = prefixes.find((one) => stem.startsWith(one) && stem.length - one.length >= least + 1);
  if (prefix !== undefined) stem = stem.slice(prefix.length);
  for (;;) {
    const ending = endings.find((one) => stem.endsWith(one) && stem.length - one.length >= least);
    if (ending === undefined) return stem;
    stem = stem.slice(0, -ending.length);
  }
}

const stripAccents = (word: string) =>
  /^[a-z]+$/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .replaceAll('ß', 'ss');

/** Words whose -ise is no ending. */
const NEVER_IZE = englishExpression('stem: never ize', '');

function americanSpelling(word: string): string {
  const known = BRITISH_SPELLINGS.get(word);
  if (known !== undefined) return known;
  let spelled = word;
  if (word.length > 4 && word.includes('our')) spelled = spelled.replace(/(?<=.[lvdpbmni])our/, 'or');
  if (word.length > 5 && word.includes('is') && !NEVER_IZE.test(word)) {
    spelled = spelled.replace(/(?<=...)is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, 'iz');
  }
  return spelled;
}

/** The word without its inflection: plural, past, -ing, comparative and -ly endings. */
function baseOf(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 3 || NEVER_STRIPPED.has(word)) return word;
  const singular = singularOf(word);
  return IRREGULAR.get(singular) ?? stripEnding(singular);
}

function singularOf(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('oes') && word.length > 5) return word.slice(0, -2);
  return word.slice(0, -1);
}

const hasVowel = (stem: string) => /[aeiouy]/.test(stem);
const syllables = (stem: string) => stem.match(/[aeiouy]+/g)?.length ?? 0;
/** "tap", "bak", "wir": one syllable closed by one consonant, so a word that lost nothing would have doubled it. */
const isShort = (stem: string) => /^[^aeiouy]*[aeiouy][^aeiouywx]$/.test(stem);

function stripEnding(word: string): string {
  if (NEVER_STRIPPED.has(word)) return word;
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('ing') && word.length > 5) return verbOf(word.slice(0, -3)) ?? word;
  if (word.endsWith('ed') && word.length > 4 && !word.endsWith('eed')) return verbOf(word.slice(0, -2)) ?? word;
  const comparative = /^(.*?)(?:er|est)$/.exec(word)?.[1];
  if (comparative !== undefined) return positiveOf(comparative) ?? word;
  if (word.endsWith('ly') && word.length > 5 && hasVowel(word.slice(0, -2))) return word.slice(0, -2);
  return word;
}

function verbOf(stem: string): string | undefined {
  if (stem.length < 3 || !hasVowel(stem)) return undefined;
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return isShort(stem) ? `${stem}e` : stem;
}

function positiveOf(stem: string): string | undefined {
  const candidates = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')];
  return candidates.find((candidate) => COMPARABLE.has(candidate));
}

/** Levels the spellings a base can come in: "charge" and the "charg" left of "charging", "movie" and "movy". */
function keyOf(base: string): string {
  if (base.length <= 3 || NEVER_STRIPPED.has(base)) return base;
  if (base.endsWith('ie')) return `${base.slice(0, -2)}y`;
  const long = base.endsWith('ll') && syllables(base) > 1 ? base.slice(0, -1) : base;
  if (!long.endsWith('e') || /[aeiouy]e$/.test(long)) return long;
  const open = long.slice(0, -1);
  return isShort(open) || /([a-z])\1$/.test(open) ? long : open;
}

const FAMILY_KEYS = new Map<string, string>();
for (const family of WORD_FAMILIES) {
  const key = keyOf(baseOf(family[0]!));
  for (const member of family) {
    const word = americanSpelling(member);
    FAMILY_KEYS.set(word, key);
    FAMILY_KEYS.set(keyOf(baseOf(word)), key);
  }
}
