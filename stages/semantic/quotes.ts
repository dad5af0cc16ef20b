import type { Span } from '../../schemas/finding.ts';
import { foldWithOrigin, hasUnspacedScript } from '../../text/tokens.ts';

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** Signs that models straighten when they copy a text. */
const STRAIGHT: readonly (readonly [RegExp, string])[] = [
  [/[“”„‟«»″]/, '"'],
  [/[‘’‚‛′`]/, "'"],
  [/[‐‑‒–—―−]/, '-'],
];

const straight = (character: string) => STRAIGHT.find(([signs]) => signs.test(character))?.[1] ?? character;

/** A text in small letters with plain signs and single spaces, and the place in the original of each unit and of its end. */
function plain(text: string): { readonly text: string; readonly origin: readonly number[] } {
  const folded = foldWithOrigin(text);
  let result = '';
  const origin: number[] = [];
  for (let at = 0; at < folded.text.length; at++) {
    const character = folded.text[at] as string;
    const space = /\s/.test(character);
    if (space && result.endsWith(' ')) continue;
    result += space ? ' ' : straight(character);
    origin.push(folded.origin[at] as number);
  }
  origin.push(text.length);
  return { text: result, origin };
}

/**
 * Where a quote stands in a text, or null where it does not: the same characters in the same order, whole words, but for
 * case, white space, and the shape of quotation marks and dashes. A quote without a letter or digit stands nowhere.
 */
export function placeOfQuote(text: string, quote: string): Span | null {
  const wanted = plain(quote).text.trim();
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const { text: within, origin } = plain(text);
  const anywhere = hasUnspacedScript(wanted);
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
    const after = at + wanted.length;
    const cut =
      (isWordPart(within[at - 1]) && isWordPart(wanted[0])) || (isWordPart(within[after]) && isWordPart(wanted.at(-1)));
    if (cut && !anywhere) continue;
    let end = after;
    while (end < origin.length - 1 && origin[end] === origin[after - 1]) end++;
    return { start: origin[at] as number, end: origin[end] as number };
  }
  return null;
}
