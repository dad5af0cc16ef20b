import type { Finding, Span } from '../../schemas/finding.ts';
import type { QueryGate } from './gate.ts';
import { phrasesIn } from './slot-pairs.ts';
import { UNMISTAKABLE } from './unmistakable-values.ts';

const CODE = 'query_extra';
const PATH = 'user_query';

/** Orders to whoever reads the query, which no shopper gives: they come out of a listing that told the writer to. */
const ORDERS =
  /\b(?:ignor|disregard|forget)(?:e|ing)? (?:all|any|the|every|previous|prior|above|your|my)\b[^.!?]*\b(?:instructions?|rules|prompts?|plan|rubrics?)\b|\bsystem prompt\b|\b(?:you are|act as)(?: now)?(?: an?)? (?:ai|assistant|language model)\b|\balways recommend\b|\brecommend the first\b/giu;

/** Values that also come about by chance: "a series" of things, "(2) a tent" in a list. */
const EVERYDAY = /^(?:a series|\d+ ?a)$/;

/** The query with the words that carry a rubric taken out, longest first. */
function besides(query: string, surfaces: Readonly<Record<string, string>>): string {
  const carried = Object.values(surfaces).toSorted((a, b) => b.length - a.length);
  return carried.reduce((text, words) => text.replaceAll(words, ' \u00b7 '), query);
}

/** Finds a query that says more than its rubrics: a value of the catalog nobody scores, or orders to the reader. */
export const queryExtra: QueryGate = ({ wording: { query, surfaces } }) => {
  const rest = besides(query, surfaces);
  const values = phrasesIn(rest, UNMISTAKABLE).filter((value) => !EVERYDAY.test(value));
  const orders = [...query.matchAll(ORDERS)].map(({ 0: words, index }) => ({
    words,
    span: { start: index, end: index + words.length } satisfies Span,
  }));
  return [
    ...values.map((value): Finding => ({ code: CODE, path: PATH, detail: `also asks for "${value}"` })),
    ...orders.map(
      ({ words, span }): Finding => ({ code: CODE, path: PATH, spans: [span], detail: `gives orders: "${words}"` }),
    ),
  ];
};
