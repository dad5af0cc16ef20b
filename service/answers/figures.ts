import { englishWords } from '../../lexicon/index.ts';
import { formatAmount } from '../../text/money.ts';

const NUMBER = /(?<![\p{L}\p{N}.,-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|(?<![\d.])\d+(?:\.\d+)?(?![\d])/gu;

/** Numbers that stand in a text, thousands commas and currency signs or not. */
export const amountsIn = (text: string): number[] =>
  [...text.normalize('NFKC').matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll(',', '')));

/** An amount in a currency's units as tools take it: no thousands commas, no decimals where there are none. */
export const figureText = (minor: number, currency: string): string =>
  formatAmount(minor, currency).replaceAll(',', '');

const SMALL = englishWords('number words: small');
const SPELLED = new RegExp(
  `\\b(${SMALL.join('|')})(?= (?:us |u\\.s\\. )?(?:dollars?|bucks|yuan|rmb|pesos?|euros?|pounds?)\\b)`,
  'gi',
);

/** Amounts of money in a text: its figures, and small ones that are written out before their currency. */
export const moneyIn = (text: string): number[] =>
  amountsIn(text.replace(SPELLED, (word) => String(SMALL.indexOf(word.toLowerCase()))));
