import { type Catalog, type FieldValue, formIn, type RowSet } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import { type AnswerSets, includesRow } from './answer-set.ts';

interface Dependencies {
  readonly catalog: Pick<Catalog, 'rowOf' | 'valuesOf' | 'shelfOf' | 'shelfRows' | 'numericColumns'>;
  readonly answerSets: Pick<AnswerSets, 'stating'>;
  /** Tells whether some product states the value as a fact of its own. */
  stated(field: string, value: FieldValue): boolean;
  /** Tells whether the product could sensibly have stated the value; asked only of values that are stated. */
  plausible(product: Product, field: string, value: FieldValue): boolean;
}

/** Values of a field that are looked at, those of most products first. */
const MOST_LOOKED_AT = 200;
/** Most values returned: enough to draw from, few enough that most are from where the product stands. */
const MOST_RETURNED = 12;
const MOST_REMEMBERED = 512;

/** Values that a product might have stated for a field: what products like it state. */
export class NearbyValues {
  readonly #dependencies: Dependencies;
  readonly #known = new Map<string, readonly FieldValue[]>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Up to 12 plausible values as the catalog spells them: those of the product's shelf first, then of its main category,
   * then of any product, each by how many products of the catalog state them. The order of the catalog's rows plays no role.
   */
  of(field: string, product: Product): string[] {
    const { catalog, plausible, stated } = this.#dependencies;
    const row = catalog.rowOf(product.id);
    if (row === null) throw new RangeError(`"${product.id}" is not in the catalog`);
    return firstFew(
      field,
      this.#byNearness(field, row),
      (value) => plausible(product, field, value) && stated(field, value),
    );
  }

  /** Up to 12 values that products of any kind state for a field, by how many products state them. */
  anywhere(field: string): string[] {
    const { catalog, stated } = this.#dependencies;
    return firstFew(field, catalog.valuesOf(field).slice(0, MOST_LOOKED_AT), (value) => stated(field, value));
  }

  /** The values that most products state, those stated near a row first; rows of one shelf share them. */
  #byNearness(field: string, row: number): readonly FieldValue[] {
    const { catalog, answerSets } = this.#dependencies;
    const shelf = catalog.shelfOf(row).id;
    const key = `${shelf}\n${field}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const shelfRows = catalog.shelfRows(shelf);
    const { mainCategory } = catalog.numericColumns();
    const distanceOf = ({ norm }: FieldValue) => {
      const rows = answerSets.stating(field, norm);
      if (shareRow(rows, shelfRows)) return 0;
      return rows.some((other) => mainCategory[other] === mainCategory[row]) ? 1 : 2;
    };
    const values = catalog
      .valuesOf(field)
      .slice(0, MOST_LOOKED_AT)
      .map((value) => ({ value, distance: distanceOf(value) }))
      .sort((a, b) => a.distance - b.distance)
      .map(({ value }) => value);
    if (this.#known.size >= MOST_REMEMBERED) this.#known.delete(this.#known.keys().next().value as string);
    this.#known.set(key, values);
    return values;
  }
}

/** The first values that pass, as the catalog spells them first; no more are tested than it takes. */
function firstFew(field: string, values: readonly FieldValue[], passes: (value: FieldValue) => boolean): string[] {
  const found = new Map<string, string>();
  for (const value of values) {
    if (found.size >= MOST_RETURNED) break;
    const form = formIn(field, value.norm);
    if (!found.has(form) && passes(value)) found.set(form, value.display);
  }
  return [...found.values()];
}

/** Tells whether one of the ascending rows is in the set. */
const shareRow = (set: RowSet, rows: Uint32Array) =>
  rows.length <= set.size ? rows.some((row) => set.has(row)) : set.some((row) => includesRow(rows, row));

/** So many products have to state two values both... */
const LEAST_TOGETHER = 3;
/** ...and so large a share of those that state the rarer one. */
const TOGETHER_SHARE = 0.5;

/** Tells whether the products of two values are mostly the same, so that a hint at the one is a hint at the other. */
export function goTogether(one: RowSet, other: RowSet): boolean {
  const [rarer, commoner] = one.size < other.size ? [one, other] : [other, one];
  const both = commoner.among(rarer.rows()).length;
  return both >= LEAST_TOGETHER && both >= TOGETHER_SHARE * rarer.size;
}
