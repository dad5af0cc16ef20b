import type { QueryWording } from '../../shopping/draft.ts';
import { defineGate, wholeTask } from '../gate.ts';
import { addedWishesIn } from './words/added-wishes.ts';
import { isEveryday } from './words/everyday-words.ts';
import { boundsIn } from './words/extra-bounds.ts';
import { ordersIn } from './words/orders-to-reader.ts';
import { type CluesOf, overlap, ownWordsOf, valuesBeside } from './words/own-words.ts';
import { unmistakableValuesIn } from './words/unmistakable-values.ts';

const CODE = 'query_extra';
const PATH = 'user_query';

interface Dependencies {
  readonly cluesOf: CluesOf;
}

/**
 * Finds a query that says more than its rubrics: a value of the catalog or a bound that nobody scores, or orders to the
 * reader. Every word is read, those that are said to carry a rubric too: whatever is not the rubric's own value counts.
 */
export const queryExtra = defineGate<QueryWording, [Dependencies]>({
  name: 'whitelist: query',
  codes: { [CODE]: 'the query asks for something no rubric scores, or gives orders to its reader' },
  scope: { unit: 'queries', reads: ['query', 'surfaces'], of: wholeTask },
  check: (input, { cluesOf }) => {
    const { query } = input.wording;
    const own = ownWordsOf(input, cluesOf);
    const phrases = input.task.entities.map(({ phrase }) => phrase);
    const unmistakable = unmistakableValuesIn(query).filter((value) => !isEveryday(value, query, phrases));
    const wishes = addedWishesIn(query).filter((wish) => !unmistakable.some((value) => overlap(wish, value)));
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
