import { englishWords } from '../../lexicon/index.ts';
import { stemOf } from '../../text/stem.ts';
import { hasUnspacedScript, tokenPlaces, tokensOf } from '../../text/tokens.ts';

/**
 * Words that say nothing of a product, as Lucene's English analyzer has them. Titles seldom have them, so that they would
 * weigh like brands: with them, what a shopper writes finds its product among the first ten a third as often.
 */
const STOP_WORDS = new Set(englishWords('words: stop words'));
const counts = (token: string) => !STOP_WORDS.has(token);

/**
 * The words of a product's text, before `wordOf`. Of a script without spaces these are each character and each two that
 * follow one another: where a dictionary cuts depends on what stands beside a word, and differs from machine to machine.
 */
export const indexedTokens = (text: string): string[] =>
  (hasUnspacedScript(text) ? cut(text, false) : tokensOf(text)).filter(counts);

/** The words that are looked for: a character that has a neighbour only with it. */
export const soughtWords = (text: string): string[] =>
  (hasUnspacedScript(text) ? cut(text, true) : tokensOf(text)).filter(counts).map(wordOf);

/** Returns the stem a token is searched by. */
export const wordOf = (token: string): string => stemOf(token);

function cut(text: string, onlyAlone: boolean): string[] {
  const { tokens, starts, ends } = tokenPlaces(text);
  const words: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    let run = tokens[at++]!;
    if (!hasUnspacedScript(run)) {
      words.push(run);
      continue;
    }
    while (at < tokens.length && starts[at] === ends[at - 1] && hasUnspacedScript(tokens[at]!)) run += tokens[at++];
    const characters = [...run];
    if (!onlyAlone || characters.length === 1) words.push(...characters);
    for (let next = 1; next < characters.length; next++) words.push(`${characters[next - 1]}${characters[next]}`);
  }
  return words;
}
