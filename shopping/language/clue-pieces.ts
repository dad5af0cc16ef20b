import { otherLanguage } from '../../lexicon/index.ts';
import { detailFieldOf, type Requirement } from '../kinds/index.ts';
import { cluesOf } from './clue-bank.ts';
import { piecesFor as explicitPieces, type Piece, pieces } from './outright-pieces.ts';
import { agree } from './speech.ts';

/** Tells whether a requirement may be hinted at: a value of a detail field, or a bound on one. */
const mayHaveClue = ({ type, field }: Requirement) =>
  (type === 'attribute_match' || type === 'numeric_range') && detailFieldOf(field) !== null;

/**
 * Every way the query can carry a requirement: outright, or by a clue that stands for its value and can be said of the
 * noun, where one is given.
 */
export const piecesFor = (rubric: Requirement, implicit: boolean, currency: string, noun?: string): readonly Piece[] =>
  implicit && mayHaveClue(rubric) ? pieces('verb', cluesOf(rubric, noun)) : explicitPieces(rubric, currency, noun);

/** The clues of the bank that stand for a requirement's value, in every form the writers bring their verb into. */
export const clueForms = (rubric: Requirement): string[] => [
  ...new Set(
    cluesOf(rubric).flatMap((clue) =>
      otherLanguage() === null ? [clue, agree(clue, false), agree(clue, true)] : [clue],
    ),
  ),
];
