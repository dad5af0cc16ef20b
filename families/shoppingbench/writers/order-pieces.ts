import type { Requirement } from '../../../shopping/kinds/index.ts';
import { type Piece, piecesFor } from '../../../shopping/language/outright-pieces.ts';
import { skuPieces } from '../../../shopping/language/sku-pieces.ts';
import { servicePieces } from './services.ts';

/**
 * Every way the family knows to say a requirement of one product, of a noun phrase or of any; empty where it has no words for
 * it.
 */
export function orderPieces(rubric: Requirement, currency: string, noun?: string): readonly Piece[] {
  if (rubric.type === 'sku_match') return skuPieces(rubric.expected_value, currency);
  if (rubric.type === 'service_match') return servicePieces(rubric.expected_value);
  return piecesFor(rubric, currency, noun);
}
