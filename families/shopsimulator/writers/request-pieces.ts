import { FIELDS } from '../../../lexicon/index.ts';
import { amountSpoken } from '../../../shopping/dialogue/script.ts';
import { detailFieldOf, type Requirement } from '../../../shopping/kinds/index.ts';
import { piecesFor } from '../../../shopping/language/clue-pieces.ts';
import { type Piece, pieces } from '../../../shopping/language/outright-pieces.ts';
import { boundsSaid, fieldSaid } from '../../../shopping/language/quantity-words.ts';
import { skuPieces } from '../../../shopping/language/sku-pieces.ts';
import { type RequestTable, TABLES } from '../tables.ts';

/** Ways to say the most that may be paid: "no more than ₱500". */
export function priceBounds(most: number, currency: string): string[] {
  const amount = amountSpoken('price', most, currency);
  return TABLES.price.map((pattern) => pattern.replace('{amount}', () => amount));
}

/** Phrases that say a requirement in another language than English, where no grammar makes verbs of them. */
function phrasesFor(asked: Requirement, table: RequestTable, currency: string): string[] {
  const field = detailFieldOf(asked.field);
  if (asked.type === 'sku_match') {
    const options = Object.entries(asked.expected_value).map(([name, value]) =>
      phrasesFor({ type: 'attribute_match', field: `details.${name}`, expected_value: value }, table, currency),
    );
    const said = options.flatMap(([phrase]) => phrase ?? []);
    return said.length === options.length ? [said.join(table.list)] : [];
  }
  if (asked.type === 'numeric_range') {
    if (field !== null)
      return boundsSaid(asked.expected_value).map((bound) =>
        table.quantity.replace('{label}', () => fieldSaid(field)).replace('{bound}', () => bound),
      );
    return asked.field === 'price' ? priceBounds(asked.expected_value.max ?? 0, currency) : [];
  }
  const outright = piecesFor(asked, false, currency).map(({ text }) => text);
  if (field === null || outright.length === 0 || FIELDS.get(field)?.say !== undefined) return outright;
  const [value = ''] = [asked.type === 'attribute_match' ? asked.expected_value : ''].flat();
  return [table.choice.replace('{label}', () => fieldSaid(field)).replace('{v}', () => value)];
}

/**
 * Every way an instruction can carry a requirement, outright or by a clue that can be said of the noun, where one is
 * given; empty where it has no words for it.
 */
export function requestPieces(
  asked: Requirement,
  implicit: boolean,
  currency: string,
  noun?: string,
): readonly Piece[] {
  const { request } = TABLES;
  if (request !== undefined && !implicit) return pieces('verb', phrasesFor(asked, request, currency));
  return asked.type === 'sku_match'
    ? skuPieces(asked.expected_value, currency)
    : piecesFor(asked, implicit, currency, noun);
}
