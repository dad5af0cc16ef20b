import type { FineShelf } from './fine/fine-catalog.ts';

/** What keeps samples in one split: the shelf, which near-identical products share. */
export const groupOf = (shelf: Pick<FineShelf, 'id'> | null, productId: string): string => shelf?.id ?? productId;
