import { type Catalog, pricesOf } from '../../catalog/index.ts';
import { type Bits, eachPlace, RowList, setBit } from '../../catalog/inverted-index/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';

/** The prices of products that cost more or less by the SKU: a bound or a budget is met where one of them meets it. */
export class SkuPrices {
  readonly #catalog: Catalog;
  readonly #known = new Map<number, { readonly prices: readonly number[]; readonly currency: string | null }>();
  #rows: RowList | null = null;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Adds the places of those of ascending rows that have a price which passes, in minor units of its currency. */
  addPassing(places: Bits, rows: Uint32Array, passes: (priceMinor: number, currency: string) => boolean): void {
    this.#rows ??= new RowList(this.#catalog.skuPricedRows());
    if (this.#rows.size === 0) return;
    eachPlace(this.#rows.placesIn(rows), (place) => {
      const { prices, currency } = this.#of(rows[place] as number);
      if (currency !== null && prices.some((price) => passes(price, currency))) setBit(places, place);
    });
  }

  #of(row: number) {
    return foundOrMade(this.#known, row, () => {
      const product = this.#catalog.productByRow(row);
      return { prices: pricesOf(product), currency: product.currency };
    });
  }
}
