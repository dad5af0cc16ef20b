import type { FineShelf } from './fine/fine-catalog.ts';

/** Returns the group whose samples stay in one split: the shelf, which near-identical products share. */
export const groupOf = (shelf: Pick<FineShelf, 'id'> | null, productId: string): string => shelf?.id ?? productId;
