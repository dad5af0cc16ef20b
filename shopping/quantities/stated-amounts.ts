import type { Catalog } from '../../catalog/index.ts';
import { seekRow } from '../../catalog/inverted-index/index.ts';
import { inBase } from '../../text/measure.ts';
import { dimensionOf } from '../../text/units.ts';
import { extentIn, isWithin, type QuantityBounds } from './amount.ts';

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
  /** The other end of each where it is a range, itself where it is none. */
  readonly #upTo: Float64Array;
  readonly #dimensionAt: Uint8Array;
  readonly #dimensions: Dimensions;

  constructor(
    rows: Uint32Array,
    [amounts, upTo]: readonly [amounts: Float64Array, upTo: Float64Array],
    dimensionAt: Uint8Array,
    dimensions: Dimensions,
  ) {
    this.#rows = rows;
    this.#amounts = amounts;
    this.#upTo = upTo;
    this.#dimensionAt = dimensionAt;
    this.#dimensions = dimensions;
  }

  get byteLength(): number {
    return this.#rows.byteLength + 2 * this.#amounts.byteLength + this.#dimensionAt.byteLength;
  }

  /** The amounts of a dimension that a row states, of a range its ends. */
  of(row: number, dimension: string): number[] {
    const wanted = this.#dimensions.indexOf(dimension);
    const found: number[] = [];
    for (let at = seekRow(this.#rows, 0, row); this.#rows[at] === row; at++)
      if (this.#dimensionAt[at] === wanted) found.push(...this.#ends(at));
    return found;
  }

  #ends(at: number): number[] {
    const [amount, upTo] = [this.#amounts[at] as number, this.#upTo[at] as number];
    return amount === upTo ? [amount] : [amount, upTo];
  }

  /** Those of some ascending rows, by their places among them. */
  among(rows: Uint32Array): StatedAmounts {
    const places: number[] = [];
    const entries: number[] = [];
    let at = 0;
    for (let place = 0; place < rows.length && at < this.#rows.length; place++) {
      const row = rows[place] as number;
      for (at = seekRow(this.#rows, at, row); this.#rows[at] === row; at++) {
        places.push(place);
        entries.push(at);
      }
    }
    const amounts = new Float64Array(entries.length);
    const upTo = new Float64Array(entries.length);
    const dimensionAt = new Uint8Array(entries.length);
    for (const [found, entry] of entries.entries()) {
      amounts[found] = this.#amounts[entry] as number;
      upTo[found] = this.#upTo[entry] as number;
      dimensionAt[found] = this.#dimensionAt[entry] as number;
    }
    return new StatedAmounts(new Uint32Array(places), [amounts, upTo], dimensionAt, this.#dimensions);
  }

  /** The amounts of a dimension by the rows that state any, ascending; of a range its ends. */
  byRow(dimension: string): { readonly row: number; readonly amounts: number[] }[] {
    const wanted = this.#dimensions.indexOf(dimension);
    const found: { row: number; amounts: number[] }[] = [];
    for (let at = 0; at < this.#rows.length; at++) {
      if (this.#dimensionAt[at] !== wanted) continue;
      const [row, ends] = [this.#rows[at] as number, this.#ends(at)];
      const last = found.at(-1);
      if (last?.row === row) last.amounts.push(...ends);
      else found.push({ row, amounts: ends });
    }
    return found;
  }

  /** Calls `visit` with the row of each amount that lies within bounds, as `isWithin` decides it; rows ascend. */
  eachWithin(bounds: QuantityBounds, visit: (row: number) => void): void {
    const fits = this.#dimensions.map((dimension) => fitting(dimension, bounds));
    for (let at = 0; at < this.#rows.length; at++)
      if (fits[this.#dimensionAt[at] as number]?.(this.#amounts[at] as number, this.#upTo[at] as number) === true)
        visit(this.#rows[at] as number);
  }
}

/** Decides for amounts of a dimension, in its base unit, and for ranges of them whether they lie within bounds. */
function fitting(dimension: string, bounds: QuantityBounds): ((amount: number, upTo: number) => boolean) | null {
  const { min, max, unit } = bounds;
  if (dimension === BARE) return (amount, upTo) => isWithin({ amount, upTo, unit: null }, bounds);
  if (unit === undefined || dimensionOf(unit) !== dimension) return null;
  const inBaseUnit = {
    min: min === undefined ? undefined : inBase(min, unit),
    max: max === undefined ? undefined : inBase(max, unit),
  };
  return (amount, upTo) => isWithin({ amount, upTo, unit: null }, inBaseUnit);
}

/** The rows that state one amount of a field, ascending. */
interface Statement {
  readonly rows: Uint32Array;
  readonly amount: number;
  readonly upTo: number;
  readonly dimension: number;
}

/** Reads all amounts of a field, each distinct value once. */
export function statedAmounts(catalog: Pick<Catalog, 'statedValues'>, field: string): StatedAmounts {
  const dimensions: string[] = [];
  const statements: Statement[] = [];
  for (const { norm, rows } of catalog.statedValues(field)) {
    const read = extentIn(field, norm);
    if (read === null) continue;
    const name = read.unit === null ? BARE : dimensionOf(read.unit);
    if (!dimensions.includes(name)) dimensions.push(name);
    const [amount, upTo] = [read.amount, read.upTo].map((end) =>
      read.unit === null ? end : inBase(end, read.unit),
    ) as [number, number];
    statements.push({ rows, amount, upTo, dimension: dimensions.indexOf(name) });
  }
  // Placed by row in this order, amounts of one row are in it too.
  statements.sort((a, b) => a.dimension - b.dimension || a.amount - b.amount || a.upTo - b.upTo);
  return placed(statements, dimensions);
}

/** Puts amounts where those of their rows are, of one row in the order in which they are given. */
function placed(statements: readonly Statement[], dimensions: Dimensions): StatedAmounts {
  const size = statements.reduce((most, { rows }) => Math.max(most, (rows.at(-1) ?? -1) + 1), 0);
  const next = new Uint32Array(size + 1);
  for (const { rows } of statements) for (const row of rows) next[row + 1]!++;
  for (let row = 0; row < size; row++) next[row + 1]! += next[row] as number;
  const count = next[size] as number;
  const stated = new Uint32Array(count);
  const [amounts, ends] = [new Float64Array(count), new Float64Array(count)];
  const dimensionAt = new Uint8Array(count);
  for (const { rows, amount, upTo, dimension } of statements)
    for (const row of rows) {
      const at = next[row]!++;
      stated[at] = row;
      amounts[at] = amount;
      ends[at] = upTo;
      dimensionAt[at] = dimension;
    }
  return new StatedAmounts(stated, [amounts, ends], dimensionAt, dimensions);
}
