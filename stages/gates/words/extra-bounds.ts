import type { Span } from '../../../schemas/finding.ts';
import { quantitiesIn } from '../../../text/amounts.ts';
import { boundAt } from '../../../text/bound-direction.ts';
import { prepareText, spanOf } from '../../../text/prepare.ts';

const OF_RATING = String.raw`rated|ratings?|reviewed|averag(?:e|es|ing)|scor(?:es?|ed|ing)`;
const RATED_BEFORE = new RegExp(String.raw`\b(?:${OF_RATING})\b(?:[^.!?\p{L}]+[\p{L}']+){0,3}[^.!?\p{L}]*$`, 'iu');
const RATED_BEHIND =
  /^[\s-]?(?:\+\s?)?(?:(?:customer|buyer|user|shopper)\s)?(?:stars?|ratings?|reviews?|votes?)\b|^\s?[★⭐]/iu;
/** "4 out of 5 stars": the scale is no bound. */
const OF_A_SCALE = /(?:\bout of|\/)\s*$/i;

/** Amounts of money in a text; which currency is read first plays no role here. */
const amountsIn = (text: string): Span[] =>
  quantitiesIn(text, 'USD')
    .filter(({ kind }) => kind === 'money')
    .map(({ start, end }) => ({ start, end }));

/** Numbers of stars, of ratings and of those who gave them. */
function ratingsIn(text: string): Span[] {
  const prepared = prepareText(text);
  return prepared.numbers
    .filter(({ money, unit }) => !money && unit === undefined)
    .map(({ from, to }) => spanOf(prepared, from, to))
    .filter(({ start, end }) => RATED_BEFORE.test(text.slice(0, start)) || RATED_BEHIND.test(text.slice(end)))
    .filter(({ start }) => !OF_A_SCALE.test(text.slice(0, start)));
}

/**
 * Places where a text sets a bound on stars, on ratings or, unless `pricesToo` is false, on a price: "at least 4 stars",
 * "under $30". Numbers that are told and bound nothing ("my old one cost $90") are not among them.
 */
export const boundsIn = (text: string, { pricesToo }: { readonly pricesToo: boolean }): Span[] =>
  [...(pricesToo ? amountsIn(text) : []), ...ratingsIn(text)].filter((span) => boundAt(text, span) !== null);
