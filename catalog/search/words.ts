import { stemOf } from '../../text/stem.ts';
import { hasUnspacedScript, tokenPlaces, tokensOf } from '../../text/tokens.ts';

/**
 * Words that texts are searched by: stems of tokens. Of a script without spaces, each character and each two that follow
 * one another: where a dictionary cuts depends on what stands beside a word, and differs from machine to machine.
 */
interface Words {
  /** A word for each token of a text, in its order. */
  readonly words: string[];
  /** Those of a script without spaces. */
  readonly characters: string[];
  readonly pairs: string[];
}

/** The words of a product's text. */
export function indexedWords(text: string): string[] {
  if (!hasUnspacedScript(text)) return tokensOf(text).map(stemOf);
  const { words, characters, pairs } = wordsOf(text);
  return [...words, ...characters, ...pairs];
}

/** The words that are looked for: a character that has a neighbour only with it. */
export function soughtWords(text: string): string[] {
  if (!hasUnspacedScript(text)) return tokensOf(text).map(stemOf);
  const { words, characters, pairs } = wordsOf(text, true);
  return [...words, ...characters, ...pairs];
}

function wordsOf(text: string, onlyAlone = false): Words {
  const { tokens, starts, ends } = tokenPlaces(text);
  const found: Words = { words: [], characters: [], pairs: [] };
  for (let at = 0; at < tokens.length; ) {
    if (!hasUnspacedScript(tokens[at]!)) {
      found.words.push(stemOf(tokens[at++]!));
      continue;
    }
    let run = tokens[at++]!;
    while (at < tokens.length && starts[at] === ends[at - 1] && hasUnspacedScript(tokens[at]!)) run += tokens[at++];
    const characters = [...run];
    if (!onlyAlone || characters.length === 1) found.characters.push(...characters);
    for (let next = 1; next < characters.length; next++) found.pairs.push(`${characters[next - 1]}${characters[next]}`);
  }
  return found;
}
