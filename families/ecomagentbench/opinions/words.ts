import { englishWords, ofLexicon, otherLanguage } from '../../../lexicon/index.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { stemOf } from '../../../text/stem.ts';
import { hasUnspacedScript } from '../../../text/tokens.ts';

/** Words that an opinion and its quote have in common without speaking of the same. */
const EMPTY_WORDS = ofLexicon(() => {
  const language = otherLanguage();
  if (language === null) return new Set(englishWords('opinions: empty words'));
  const { question, reviews } = language;
  return new Set([...question.function, ...question.generic, ...question.frame, ...reviews.praise]);
});

/** The length of an opinion in words; of a script that does not set words apart in as many characters as make one. */
export const wordsIn = (opinion: string): number =>
  hasUnspacedScript(opinion) ? Math.round(opinion.length / (otherLanguage()?.length ?? 1)) : opinion.split(' ').length;

/** Words of an opinion that mean something, each by its stem. */
export function contentWords(text: string): ReadonlySet<string> {
  return new Set(
    tokensOf(text)
      .filter((word) => !EMPTY_WORDS.has(word))
      .map(stemOf),
  );
}

/** Tells whether two texts share a word that means something: "installation" and "install" count as one. */
export function sharesContent(a: string, b: string): boolean {
  const words = [...contentWords(b)];
  return [...contentWords(a)].some((word) =>
    words.some(
      (other) => word === other || (word.length >= 4 && other.length >= 4 && word.slice(0, 5) === other.slice(0, 5)),
    ),
  );
}

const AGREEMENT: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do', goes: 'go' };

function pluralVerb(verb: string): string {
  const irregular = AGREEMENT[verb];
  if (irregular !== undefined) return irregular;
  if (/(?:ss|sh|ch|x|z)es$/.test(verb)) return verb.slice(0, -2);
  if (/ies$/.test(verb) && verb !== 'dies') return `${verb.slice(0, -3)}y`;
  return verb.replace(/s$/, '');
}

/** An opinion about a product spoken of in the plural: "it lasts all day" becomes "they last all day". */
export function inPlural(opinion: string): string {
  const [, still = '', verb, rest] = /^it (still )?(\w+)(.*)$/.exec(opinion) ?? [];
  if (verb !== undefined) return `they ${still}${pluralVerb(verb)}${rest}`;
  return opinion.replace(/ it$/, ' them');
}
