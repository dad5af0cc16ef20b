import type { Span } from '../../schemas/finding.ts';

const ORDERS = [
  /\b(?:ignor|disregard|forget)(?:e|ing)? (?:all|any|the|every|previous|prior|above|your|my)\b[^.!?]*\b(?:instructions?|rules|prompts?|plan|rubrics?)\b/,
  /\bsystem prompt\b|\bnew instructions?\b|\binstructions? (?:for|to) the (?:assistant|agent|model|shopper)\b/,
  /\b(?:you are|act as)(?: now)?(?: an?)? (?:ai|assistant|language model)\b/,
  /\balways recommend\b|\b(?:recommend|return|reply with|answer with|respond with) the first\b/,
  // A turn of a conversation that is none.
  /(?:^|[.!?\n]\s*)(?:assistant|agent|system|user)\s*:/,
  /\b(?:skip|do not ask|don['’]t ask|without asking|ask no)\b[^.!?]{0,20}\b(?:clarif\w*|follow-?up questions?)\b/,
];
const ANY_ORDER = new RegExp(ORDERS.map(({ source }) => source).join('|'), 'giu');

/** Orders to whoever reads a text, which no shopper gives: they come out of a listing that told the writer to. */
export const ordersIn = (text: string): Span[] =>
  [...text.matchAll(ANY_ORDER)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
