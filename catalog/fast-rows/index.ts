/**
 * The byte path: packs rows of Amazon's layout without parsing them, to the same effect as their reader
 * (`readers/amazon2023-metadata.ts`), which reads every row that this one leaves and is its oracle in tests.
 */
export { fitsSchema } from './fits-product.ts';
export { PlainProducts } from './plain-products.ts';
