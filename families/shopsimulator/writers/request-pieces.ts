import type { Requirement } from '../../../shopping/kinds/index.ts';
import { piecesFor } from '../../../shopping/language/clue-pieces.ts';
import type { Piece } from '../../../shopping/language/pieces.ts';
import { skuPieces } from '../../../shopping/language/sku-pieces.ts';

/** Every way an instruction can carry a requirement, outright or by a clue; empty where it has no words for it. */
export const requestPieces = (asked: Requirement, implicit: boolean, currency: string): Piece[] =>
  asked.type === 'sku_match' ? skuPieces(asked.expected_value, currency) : piecesFor(asked, implicit, currency);
