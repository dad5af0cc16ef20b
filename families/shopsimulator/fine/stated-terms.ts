import type { Catalog } from '../../../catalog/index.ts';

/**
 * Values that every product of a catalog states of the fields that a requirement can be about, one list after another.
 */
export class StatedTerms {
  /** Numbers of values, by product; each stands for one value of one field. */
  readonly #terms: Uint32Array;
  readonly #starts: Uint32Array;
  /** The field of each value, by its number. */
  readonly fieldOf: Uint16Array;

  private constructor(terms: Uint32Array, starts: Uint32Array, fieldOf: Uint16Array) {
    this.#terms = terms;
    this.#starts = starts;
    this.fieldOf = fieldOf;
  }

  /** Reads the posting lists of the fields, in two passes: 4 bytes for each value a product states. */
  static read(catalog: Catalog, isUsed: (field: string) => boolean): StatedTerms {
    const fields = catalog.fieldNames().filter(isUsed);
    const starts = new Uint32Array(catalog.size + 1);
    const fieldOf: number[] = [];
    const eachValue = function* () {
      for (const [place, field] of fields.entries())
        for (const { rows } of catalog.statedValues(field)) yield { place, rows };
    };
    for (const { place, rows } of eachValue()) {
      fieldOf.push(place);
      for (const row of rows) starts[row + 1]!++;
    }
    for (let row = 0; row < catalog.size; row++) starts[row + 1]! += starts[row] as number;
    const next = starts.slice();
    const terms = new Uint32Array(starts[catalog.size] as number);
    let term = 0;
    for (const { rows } of eachValue()) {
      for (const row of rows) terms[next[row]!++] = term;
      term += 1;
    }
    return new StatedTerms(terms, starts, Uint16Array.from(fieldOf));
  }

  /** The values a product states, by field. */
  of(row: number): Uint32Array {
    return this.#terms.subarray(this.#starts[row], this.#starts[row + 1]);
  }
}
