import type { Catalog } from '../../catalog/index.ts';
import { RecentBytes } from '../../catalog/inverted-index/index.ts';
import { type QuantityField, quantityIn } from './quantity-field.ts';
import { type StatedAmounts, statedAmounts } from './stated-amounts.ts';

export { type Amount, amountIn, isWithin, type QuantityBounds } from './amount.ts';
export { comparableBounds, comparisonsFor, thingsNamed } from './comparisons.ts';
export type { AskedAs, QuantityField } from './quantity-field.ts';
export type { StatedAmounts } from './stated-amounts.ts';

const ROOM = 64 << 20;

/** Which fields of a catalog are quantities, and how much of each its products state; found out on first use. */
export class Quantities {
  readonly #catalog: Pick<Catalog, 'statedValues'>;
  readonly #fields = new Map<string, QuantityField | null>();
  readonly #amounts = new RecentBytes<StatedAmounts>(ROOM);

  constructor(catalog: Pick<Catalog, 'statedValues'>) {
    this.#catalog = catalog;
  }

  /** What is known of a field as a quantity; null where it is none. */
  of(field: string): QuantityField | null {
    let known = this.#fields.get(field);
    if (known === undefined) {
      known = quantityIn(this.#catalog, field);
      this.#fields.set(field, known);
    }
    return known;
  }

  amountsOf(field: string): StatedAmounts {
    return this.#amounts.of(field, () => statedAmounts(this.#catalog, field));
  }
}

/** What is known of a field of a catalog as a quantity; null where it is none. */
export const quantityOf = quantityIn;
