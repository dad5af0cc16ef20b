import { englishExpression } from '../../lexicon/index.ts';
import { type Piece, pieces, piecesFor } from './outright-pieces.ts';
import { listed } from './speech.ts';

/** Words that start a phrase of choice ("in black"); a SKU is something a shopper chooses. */
const CHOICE = englishExpression('sku pieces: choice', '');

const isPurpose = (phrase: string) => phrase.startsWith('for ');

/** Several choices as one phrase; what it is for comes last: "in black and in the large size for my tablet". */
function chosen(phrases: readonly string[]): string {
  const qualities = phrases.filter((phrase) => !isPurpose(phrase));
  return [listed(qualities), ...phrases.filter(isPurpose)].filter((part) => part !== '').join(' ');
}

/** One SKU as a shopper picks it: "in black and in the large size". Empty where an option has no such phrase. */
export function skuPieces(sku: Readonly<Record<string, string>>, currency: string): Piece[] {
  const phrases = Object.entries(sku).map(([field, value]) =>
    piecesFor({ type: 'attribute_match', field: `details.${field}`, expected_value: value }, currency)
      .filter(({ place, text }) => place === 'after' && CHOICE.test(text))
      .map(({ text }) => text),
  );
  const [first, ...others] = phrases;
  if (first === undefined || phrases.some(({ length }) => length === 0)) return [];
  const said = first.map((phrase) => chosen([phrase, ...others.map(([other]) => other as string)]));
  return [
    ...pieces('after', said),
    ...pieces(
      'verb',
      said.map((phrase) => `${isPurpose(phrase) ? 'be made' : 'come'} ${phrase}`),
    ),
  ];
}
