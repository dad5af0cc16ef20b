import { englishExpression, englishPattern } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { quantitiesIn } from '../../text/amounts.ts';
import { boundAt } from '../../text/bound-direction.ts';
import { preparedText, spanOf } from '../../text/prepare.ts';
import { defineGate, wholeTask } from '../gate.ts';
import { addedWishesIn, NAMED_BY_LAST } from './words/added-wishes.ts';
import { isEveryday } from './words/everyday-words.ts';
import { ordersIn } from './words/orders-to-reader.ts';
import { type CluesOf, overlap, ownWordsOf, valuesBeside } from './words/own-words.ts';
import { unmistakableValuesIn } from './words/unmistakable-values.ts';

const CODE = 'query_extra';
const PATH = 'user_query';

interface Dependencies {
  readonly cluesOf: CluesOf;
  /** Tells whether a product of the catalog states a value of a field; where nobody knows, none does. */
  readonly isStated?: (field: string, value: string) => boolean;
}

/**
 * Finds a query that says more than its rubrics: a value of the catalog or a bound that nobody scores, or orders to the
 * reader. Every word is read, those that are said to carry a rubric too: whatever is not the rubric's own value counts.
 */
export const queryExtra = defineGate<QueryWording, [Dependencies]>({
  name: 'whitelist: query',
  codes: { [CODE]: 'the query asks for something no rubric scores, or gives orders to its reader' },
  scope: { unit: 'queries', reads: ['query', 'surfaces'], of: wholeTask },
  check: (input, { cluesOf, isStated }) => {
    const { query } = input.wording;
    const own = ownWordsOf(input, cluesOf);
    const phrases = input.task.entities.map(({ phrase }) => phrase);
    const unmistakable = unmistakableValuesIn(query).filter((value) => !isEveryday(value, query, phrases));
    const isOfShop = (value: string) => NAMED_BY_LAST.some((field) => isStated?.(field, value) === true);
    const wishes = addedWishesIn(query, isOfShop).filter((wish) => !unmistakable.some((value) => overlap(wish, value)));
    const values = valuesBeside([...unmistakable, ...wishes], own).map(({ value, start, end }) => ({
      detail: `also asks for "${value}"`,
      span: { start, end },
    }));
    const orders = ordersIn(query).map((span) => ({
      detail: `gives orders: "${query.slice(span.start, span.end)}"`,
      span,
    }));
    // With a voucher every amount of the text has its part in it, or its own gate finds it.
    const pricesToo = input.task.locked.voucher === null;
    const bounds = boundsIn(query, { pricesToo })
      .filter((bound) => !own.some((place) => overlap(bound, place)))
      .map(({ start, end }) => ({ detail: `also bounds "${query.slice(start, end)}"`, span: { start, end } }));
    return [...values, ...bounds, ...orders].map(({ detail, span }) => ({
      code: CODE,
      path: PATH,
      spans: [span],
      detail,
    }));
  },
});

const OF_RATING = englishPattern('query extra: of rating');
const RATED_BEFORE = new RegExp(String.raw`\b(?:${OF_RATING})\b(?:[^.!?\p{L}]+[\p{L}']+){0,3}[^.!?\p{L}]*$`, 'iu');
const RATED_BEHIND = englishExpression('query extra: rated behind', 'iu');
/** "4 out of 5 stars": the scale is no bound. */
const OF_A_SCALE = /(?:\bout of|\/)\s*$/i;

/** Amounts of money in a text; which currency is read first plays no role here. */
const amountsIn = (text: string): Span[] =>
  quantitiesIn(text, 'USD')
    .filter(({ kind }) => kind === 'money')
    .map(({ start, end }) => ({ start, end }));

/** Numbers of stars, of ratings and of those who gave them. */
function ratingsIn(text: string): Span[] {
  const prepared = preparedText(text);
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
const boundsIn = (text: string, { pricesToo }: { readonly pricesToo: boolean }): Span[] =>
  [...(pricesToo ? amountsIn(text) : []), ...ratingsIn(text)].filter((span) => boundAt(text, span) !== null);
