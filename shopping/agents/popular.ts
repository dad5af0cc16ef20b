import type { Product } from '../../schemas/product.ts';

/** Products that the agent keeps: as many as a task has targets at most. */
const MOST_KEPT = 8;

const soughtAfter = ({ ratingCount, soldCount }: Product) => Math.max(ratingCount ?? 0, soldCount ?? 0);

interface Known {
  readonly product: Product;
  readonly count: number;
}

/** Best known first, and of those alike the one whose id comes first: the order of the catalog's rows plays no role. */
const byFame = (a: Known, b: Known) => b.count - a.count || (a.product.id < b.product.id ? -1 : 1);

/** The products of a catalog that most people rated or bought, best known first. */
export class PopularProducts {
  readonly #best: Known[] = [];

  take(product: Product): void {
    const count = soughtAfter(product);
    const last = this.#best.at(-1);
    if (last !== undefined && this.#best.length === MOST_KEPT && byFame(last, { product, count }) < 0) return;
    this.#best.push({ product, count });
    this.#best.sort(byFame);
    this.#best.length = Math.min(this.#best.length, MOST_KEPT);
  }

  first(count: number): Product[] {
    return this.#best.slice(0, count).map(({ product }) => product);
  }
}
