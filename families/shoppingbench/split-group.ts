import type { Product } from '../../schemas/product.ts';

/** Returns the group whose samples stay in one split: the shop, or the product where no shop is named. */
export const groupOf = ({ shopId, id }: Pick<Product, 'shopId' | 'id'>): string => shopId ?? id;
