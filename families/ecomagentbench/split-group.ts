import type { Product } from '../../schemas/product.ts';
import { normaliseText } from '../../text/normalise.ts';

/**
 * Returns the group whose samples stay in one split: products of one brand come in lines whose members differ little.
 */
export const groupOf = ({ brand, store, id }: Pick<Product, 'brand' | 'store' | 'id'>): string =>
  normaliseText(brand ?? store ?? '') || id;
