import { englishExpression, englishPattern } from '../../../lexicon/index.ts';
import type { Span } from '../../../schemas/finding.ts';
import { undisguised } from '../../../text/disguises.ts';

const SET_ASIDE = englishPattern('orders to reader: set aside');
const TOLD = englishPattern('orders to reader: told');
/** Places where an order may begin: at the start of a sentence, also of one that is polite. */
const START = englishPattern('orders to reader: start');

const ORDERS = [
  new RegExp(englishPattern('orders to reader: orders', { SET_ASIDE, TOLD })),
  new RegExp(String.raw`\b${SET_ASIDE} ${TOLD}\b`),
  englishExpression('orders to reader: orders 2', ''),
  englishExpression('orders to reader: orders 3', ''),
  new RegExp(englishPattern('orders to reader: orders 4', { START })),
  englishExpression('orders to reader: orders 5', ''),
  new RegExp(englishPattern('orders to reader: orders 6', { START })),
  englishExpression('orders to reader: orders 7', ''),
  new RegExp(englishPattern('orders to reader: orders 8', { START })),
  // A turn of a conversation, or the frame of one, that is none.
  englishExpression('orders to reader: orders 9', ''),
  englishExpression('orders to reader: orders 10', ''),
  // Words about the machinery that reads the text, which shoppers know nothing of.
  englishExpression('orders to reader: orders 11', ''),
  englishExpression('orders to reader: orders 12', ''),
  englishExpression('orders to reader: orders 13', ''),
  englishExpression('orders to reader: orders 14', ''),
  new RegExp(englishPattern('orders to reader: orders 15', { START })),
  new RegExp(englishPattern('orders to reader: orders 16', { START })),
  new RegExp(englishPattern('orders to reader: orders 17', { START })),
  new RegExp(englishPattern('orders to reader: orders 18', { START })),
  new RegExp(englishPattern('orders to reader: orders 19', { START })),
  new RegExp(englishPattern('orders to reader: orders 20', { START })),
  new RegExp(englishPattern('orders to reader: orders 21', { START })),
  englishExpression('orders to reader: orders 22', ''),
  new RegExp(englishPattern('orders to reader: orders 23', { TOLD })),
  englishExpression('orders to reader: orders 24', ''),
];
const ANY_ORDER = new RegExp(ORDERS.map(({ source }) => source).join('|'), 'gimu');

function spansIn(text: string): Span[] {
  // Hardly any text has one, and to go through all matches copies the expression.
  if (text.search(ANY_ORDER) === -1) return [];
  return [...text.matchAll(ANY_ORDER)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
}

/** Orders to whoever reads a text, which no shopper gives: they come out of a listing that told the writer to. */
export function ordersIn(text: string): Span[] {
  const found = spansIn(text);
  const plain = undisguised(text);
  if (found.length > 0 || plain === undefined) return found;
  const at = (unit: number) => plain.origin[unit] as number;
  return spansIn(plain.text).map(({ start, end }) => ({ start: at(start), end: at(end - 1) + 1 }));
}
