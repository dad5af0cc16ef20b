import type { Catalog } from '../../catalog/index.ts';
import { includesRow } from '../../catalog/inverted-index/index.ts';
import { RecentBytes } from '../../text/cache/recent-bytes.ts';
import { storedFields } from '../learned/stored-fields.ts';
import { PeerAmounts, type Peers } from './peer-amounts.ts';
import { type QuantityField, quantityIn } from './quantity-field.ts';
import { type StatedAmounts, statedAmounts } from './stated-amounts.ts';

export { type Amount, amountIn, extentIn, isWithin, type QuantityBounds } from './amount.ts';
export { comparableBounds, comparisonsFor, thingsNamed } from './comparisons.ts';
export { type AmountTests, PeerAmounts, type Peers } from './peer-amounts.ts';
export { type AskedAs, type QuantityField, quantityFaultIn } from './quantity-field.ts';
export type { StatedAmounts } from './stated-amounts.ts';

/** A catalog's values, and what was learned of them when it was built. */
type StatingCatalog = Pick<Catalog, 'statedValues'> & Partial<Pick<Catalog, 'learned' | 'numericColumns'>>;

/** Products that go by a name of their own, such as a noun or a shelf. */
interface ProductGroup {
  readonly name: string;
  /** Ascending. */
  readonly rows: Uint32Array;
}

const ROOM = 64 << 20;

/** Fields of a catalog that are quantities, with how much of each its products state; found out on first use. */
export class Quantities {
  readonly #catalog: StatingCatalog;
  readonly #fields = new Map<string, QuantityField | null>();
  readonly #amounts = new RecentBytes<StatedAmounts>(ROOM);
  readonly #peers = new RecentBytes<PeerAmounts>(ROOM);
  #isMetric: boolean | undefined;

  constructor(catalog: StatingCatalog) {
    this.#catalog = catalog;
  }

  /** Facts about a field as a quantity; null where it is none. */
  of(field: string): QuantityField | null {
    let known = this.#fields.get(field);
    if (known === undefined) {
      known = quantityOf(this.#catalog, field);
      this.#isMetric ??= isMetricShop(this.#catalog);
      if (known !== null && this.#isMetric) known = { ...known, isMetric: true };
      this.#fields.set(field, known);
    }
    return known;
  }

  amountsOf(field: string): StatedAmounts {
    return this.#amounts.of(field, () => statedAmounts(this.#catalog, field));
  }

  /** The amounts of a field that a group of products states, which has a name, but for one of them where it is in the group. */
  peers({ field, dimension }: QuantityField, { name, rows }: ProductGroup, but: number | null): Peers {
    const stated = this.amountsOf(field);
    const all = this.#peers.of(
      `${field}\n${dimension}\n${name}`,
      () =>
        new PeerAmounts(
          stated
            .among(rows)
            .byRow(dimension)
            .map(({ amounts }) => amounts),
        ),
    );
    return but === null || !includesRow(rows, but) ? all : all.without(stated.of(but, dimension));
  }
}

/** Tells whether most prices of a catalog that has any are in another currency than US dollars. */
function isMetricShop(catalog: StatingCatalog): boolean {
  const { currencyIds, currencies } = catalog.numericColumns?.() ?? { currencyIds: [], currencies: [] };
  let [customary, other] = [0, 0];
  for (const id of currencyIds) {
    const currency = currencies[id] ?? null;
    if (currency === 'USD') customary++;
    else if (currency !== null) other++;
  }
  return other > customary;
}

/** Reads the facts about a field of a catalog as a quantity; null where it is none. */
function quantityOf(catalog: StatingCatalog, field: string): QuantityField | null {
  const stored = storedFields(catalog)?.quantityOf(field);
  return stored === undefined ? quantityIn(catalog, field) : stored;
}
