import type { Catalog } from '../../catalog/index.ts';
import { inBase } from '../../text/measure.ts';
import { dimensionOf } from '../../text/units.ts';
import { amountIn, isWithin, type QuantityBounds } from './amount.ts';

/** Dimension of numbers without a unit. */
export const BARE = '';

/** The dimensions of a field's amounts by their places. */
type Dimensions = readonly string[];

/** The amounts that the products of a catalog state for a field, by row; a product with several options may state several. */
export class StatedAmounts {
  /** Ascending; a row stands once for each of its amounts. */
  readonly #rows: Uint32Array;
  /** In the base unit of the dimension, or as they are where they have no unit. */
  readonly #amounts: Float64Array;
  readonly #dimensionAt: Uint8Array;
  readonly #dimensions: Dimensions;

  constructor(rows: Uint32Array, amounts: Float64Array, dimensionAt: Uint8Array, dimensions: Dimensions) {
    this.#rows = rows;
    this.#amounts = amounts;
    this.#dimensionAt = dimensionAt;
    this.#dimensions = dimensions;
  }

  get byteLength(): number {
    return this.#rows.byteLength + this.#amounts.byteLength + this.#dimensionAt.byteLength;
  }

  /** The amounts of a dimension that a row states. */
  of(row: number, dimension: string): number[] {
    const wanted = this.#dimensions.indexOf(dimension);
    const found: number[] = [];
    for (let at = this.#firstOf(row); this.#rows[at] === row; at++)
      if (this.#dimensionAt[at] === wanted) found.push(this.#amounts[at] as number);
    return found;
  }

  /** Tells of rows whether one of their amounts lies within bounds, as `isWithin` decides it. */
  within(bounds: QuantityBounds): (row: number) => boolean {
    const fits = this.#dimensions.map((dimension) => fitting(dimension, bounds));
    return (row) => {
      for (let at = this.#firstOf(row); this.#rows[at] === row; at++)
        if (fits[this.#dimensionAt[at] as number]?.(this.#amounts[at] as number) === true) return true;
      return false;
    };
  }

  #firstOf(row: number): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Decides for amounts of a dimension, in its base unit, whether they lie within bounds. */
function fitting(dimension: string, bounds: QuantityBounds): ((amount: number) => boolean) | null {
  const { min, max, unit } = bounds;
  if (dimension === BARE) return (amount) => isWithin({ amount, unit: null }, bounds);
  if (unit === undefined || dimensionOf(unit) !== dimension) return null;
  const inBaseUnit = {
    min: min === undefined ? undefined : inBase(min, unit),
    max: max === undefined ? undefined : inBase(max, unit),
  };
  return (amount) => isWithin({ amount, unit: null }, inBaseUnit);
}

/** Reads all amounts of a field, each distinct value once. */
export function statedAmounts(catalog: Pick<Catalog, 'statedValues'>, field: string): StatedAmounts {
  const dimensions: string[] = [];
  const found: { readonly row: number; readonly amount: number; readonly dimension: number }[] = [];
  for (const { norm, rows } of catalog.statedValues(field)) {
    const read = amountIn(field, norm);
    if ('lacks' in read) continue;
    const name = read.unit === null ? BARE : dimensionOf(read.unit);
    if (!dimensions.includes(name)) dimensions.push(name);
    const dimension = dimensions.indexOf(name);
    const amount = read.unit === null ? read.amount : inBase(read.amount, read.unit);
    for (const row of rows) found.push({ row, amount, dimension });
  }
  found.sort((a, b) => a.row - b.row || a.dimension - b.dimension || a.amount - b.amount);
  return new StatedAmounts(
    Uint32Array.from(found, ({ row }) => row),
    Float64Array.from(found, ({ amount }) => amount),
    Uint8Array.from(found, ({ dimension }) => dimension),
    dimensions,
  );
}
