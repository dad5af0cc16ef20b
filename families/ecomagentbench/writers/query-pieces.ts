import { detailFieldOf, type Rubric } from '../../../shopping/kinds/index.ts';
import { piecesFor as explicitPieces, type Piece, pieces } from '../../../shopping/language/pieces.ts';
import { agree } from '../../../shopping/language/speech.ts';
import { cluesFor } from '../clue-bank.ts';

/** Every way the query can carry a requirement: outright, or by a clue that stands for its value. */
export function piecesFor(
  rubric: Pick<Rubric, 'type' | 'field' | 'expected_value'>,
  implicit: boolean,
  currency: string,
): Piece[] {
  const field = detailFieldOf(rubric.field);
  if (!implicit || rubric.type !== 'attribute_match' || field === null) return explicitPieces(rubric, currency);
  const values = [rubric.expected_value as string | string[]].flat();
  return values.length === 1 ? pieces('verb', cluesFor(field, values[0] as string)) : [];
}

/** The clues of the bank that stand for a requirement's value, in every form the writers bring their verb into. */
export const clueForms = (rubric: Pick<Rubric, 'type' | 'field' | 'expected_value'>): string[] => {
  const field = detailFieldOf(rubric.field);
  if (rubric.type !== 'attribute_match' || field === null) return [];
  const clues = [rubric.expected_value as string | string[]].flat().flatMap((value) => cluesFor(field, value));
  return [...new Set(clues.flatMap((clue) => [clue, agree(clue, false), agree(clue, true)]))];
};
