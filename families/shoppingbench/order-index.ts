import type { Catalog } from '../../catalog/index.ts';
import { RowList } from '../../catalog/inverted-index/index.ts';
import { type Requirement, satisfiesTogether } from '../../shopping/kinds/index.ts';

/** More combinations than this are not counted: a task that leaves so many is no task. */
export const MOST_COMBINATIONS = 20_000;

/** A catalog row as far as an order's joint requirements look at it. */
type OrderItem = Parameters<typeof satisfiesTogether>[0][number];

/** The shops and prices that the products of one order are judged by together. */
export class OrderIndex {
  readonly #catalog: Catalog;

  readonly #skuPrices: RowList;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.#skuPrices = new RowList(catalog.skuPricedRows());
  }

  #item(row: number): OrderItem {
    const catalog = this.#catalog;
    const item = { shopId: catalog.shopId(row), priceMinor: catalog.priceMinor(row), currency: catalog.currency(row) };
    return this.#skuPrices.has(row) ? { ...item, skuOptions: catalog.productByRow(row).skuOptions } : item;
  }

  /** Tells whether an order of these rows satisfies every joint requirement. */
  holds(rows: readonly number[], joint: readonly Requirement[]): boolean {
    const items = rows.map((row) => this.#item(row));
    return joint.every((requirement) => satisfiesTogether(items, requirement) === 'yes');
  }

  /**
   * Ordered combinations of distinct rows, one from each list, that satisfy the joint requirements, in the lists' order;
   * null where the lists have more than `MOST_COMBINATIONS` combinations.
   */
  combinations(answers: readonly (readonly number[])[], joint: readonly Requirement[]): number[][] | null {
    if (answers.reduce((product, { length }) => product * length, 1) > MOST_COMBINATIONS) return null;
    const found: number[][] = [];
    const chosen: number[] = [];
    const extend = (place: number) => {
      if (place === answers.length) {
        if (this.holds(chosen, joint)) found.push([...chosen]);
        return;
      }
      for (const row of answers[place] as readonly number[]) {
        if (chosen.includes(row)) continue;
        chosen.push(row);
        extend(place + 1);
        chosen.pop();
      }
    };
    extend(0);
    return found;
  }
}
