import { detailFieldOf, type Requirement } from '../../../shopping/kinds/index.ts';
import { piecesFor as explicitPieces, type Piece, pieces } from '../../../shopping/language/pieces.ts';
import { agree } from '../../../shopping/language/speech.ts';
import { cluesFor } from '../clue-bank.ts';

/** Every way the query can carry a requirement: outright, or by a clue that stands for its value. */
export function piecesFor(rubric: Requirement, implicit: boolean, currency: string): Piece[] {
  const field = detailFieldOf(rubric.field);
  if (!implicit || rubric.type !== 'attribute_match' || field === null) return explicitPieces(rubric, currency);
  const [value, ...more] = [rubric.expected_value].flat();
  return value !== undefined && more.length === 0 ? pieces('verb', cluesFor(field, value)) : [];
}

/** The clues of the bank that stand for a requirement's value, in every form the writers bring their verb into. */
export const clueForms = (rubric: Requirement): string[] => {
  const field = detailFieldOf(rubric.field);
  if (rubric.type !== 'attribute_match' || field === null) return [];
  const clues = [rubric.expected_value].flat().flatMap((value) => cluesFor(field, value));
  return [...new Set(clues.flatMap((clue) => [clue, agree(clue, false), agree(clue, true)]))];
};
