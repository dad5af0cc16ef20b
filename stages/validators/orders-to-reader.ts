import type { Span } from '../../schemas/finding.ts';

const ORDERS =
  /\b(?:ignor|disregard|forget)(?:e|ing)? (?:all|any|the|every|previous|prior|above|your|my)\b[^.!?]*\b(?:instructions?|rules|prompts?|plan|rubrics?)\b|\bsystem prompt\b|\b(?:you are|act as)(?: now)?(?: an?)? (?:ai|assistant|language model)\b|\balways recommend\b|\brecommend the first\b/giu;

/** Orders to whoever reads a text, which no shopper gives: they come out of a listing that told the writer to. */
export const ordersIn = (text: string): Span[] =>
  [...text.matchAll(ORDERS)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
