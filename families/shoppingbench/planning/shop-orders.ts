import type { Catalog } from '../../../catalog/index.ts';
import { splitOf } from '../../../pipeline/run/split.ts';
import type { Draw } from '../../../schemas/draw.ts';
import type { SplitShares } from '../../../schemas/split.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { productNounOf } from '../../../shopping/nouns/product-noun.ts';
import type { CandidatePool, Stratum } from '../../../stages/sample/pool.ts';
import type { ProductFacts } from '../../../stages/sample/product-facts.ts';
import { fewerThan } from '../../../stages/sample/single-products.ts';
import { apart, dealOrders, type OrderGroup } from './orders.ts';

/** Share of orders of each number of products. */
type Sizes = Readonly<Record<number, number>>;

interface Dependencies {
  readonly catalog: Catalog;
  readonly facts: ProductFacts;
  /** Details a product must state that a requirement can be about. */
  readonly leastDetails: number;
  /** Named splits that no order may cross. */
  readonly splits: SplitShares;
  /** The draws of one deal of an intent's orders. */
  drawFor(intent: string, label: string): Draw;
}

const SHOP = 'shop';
const PLATFORM = 'platform';
/** The published share of shop vouchers among those on several products. */
const SHOP_VOUCHERS = 0.5;

/** Issuer of the voucher that the orders of a stratum are for. */
export const issuerOf = (stratum: string): 'shop' | 'platform' => (stratum.endsWith(SHOP) ? SHOP : PLATFORM);

const NOT_LOOKED_AT = 0;
const NAMED = 1;
const NAMELESS = 2;

/** Deals orders from the products of shops. */
export class ShopOrders {
  readonly #dependencies: Dependencies;
  readonly #answerSets: AnswerSets;
  /** By row, whether a product has been looked at for a name to ask for it by, and what was found. */
  readonly #names: Uint8Array;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#answerSets = new AnswerSets(dependencies.catalog);
    this.#names = new Uint8Array(dependencies.catalog.size);
  }

  /** Orders of one shop each, for an intent that asks for that. */
  ofOneShop(intent: string, sizes: Sizes): CandidatePool {
    return this.#pool({ needsShop: true }, ({ shops }) => this.#deal(intent, SHOP, sizes, shops));
  }

  /** Orders of one shop for its vouchers and, for platform vouchers, of all shops of one split. */
  forVouchers(intent: string, sizes: Sizes): CandidatePool {
    const shared = (several: number, one: number) => scaled(sizes, (size) => (size === 1 ? one : several));
    return this.#pool({ needsShop: false }, ({ shops, sides }) =>
      apart(
        this.#deal(intent, PLATFORM, shared(1 - SHOP_VOUCHERS, 1), sides()),
        this.#deal(intent, SHOP, shared(SHOP_VOUCHERS, 0), shops),
      ),
    );
  }

  #pool(
    { needsShop }: { readonly needsShop: boolean },
    deal: (groups: { readonly shops: OrderGroup[]; sides(): OrderGroup[] }) => Stratum[],
  ): CandidatePool {
    const { catalog, facts, leastDetails } = this.#dependencies;
    const reasons = new Map<string, number>();
    const refuse = (reason: string, count = 1) => reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    const { shop: shopOf, shops: shopNames } = catalog.numericColumns();
    const fitting: number[] = [];
    for (let row = 0; row < catalog.size; row++) {
      if ((facts.details[row] ?? 0) < leastDetails)
        refuse(`states ${fewerThan(leastDetails, 'usable detail', 'usable details')}`);
      else if (catalog.priceMinor(row) === null) refuse('has no price');
      else {
        fitting.push(row);
        if (needsShop && shopOf[row] === 0) refuse('names no shop');
      }
    }
    const byShop = grouped(fitting, shopOf, shopNames.length);
    const shops: OrderGroup[] = [];
    for (const [place, shop] of shopNames.entries()) {
      const rows = byShop(place);
      if (shop === null) continue;
      if (rows.length > 1) shops.push({ name: shop, rows });
      else if (needsShop && rows.length === 1) refuse('is the only usable product of its shop');
    }
    const strata = deal({ shops, sides: () => this.#sides(byShop) });
    const nameless = this.#names.reduce((count, name) => (name === NAMELESS ? count + 1 : count), 0);
    if (nameless > 0) refuse('has no product noun phrase in its title', nameless);
    return { strata, unit: { eligible: 'orders', missing: 'products' }, reasons };
  }

  #deal(intent: string, label: string, sizes: Sizes, groups: readonly OrderGroup[]): Stratum[] {
    const { catalog, facts, drawFor } = this.#dependencies;
    return dealOrders({
      catalog,
      idOf: (row) => facts.ids[row] as string,
      stratum: (size) => `${size} ${label}`,
      sizes,
      groups,
      usable: (row) => this.#isNamed(row),
      draw: drawFor(intent, label),
    });
  }

  /**
   * Tells whether a product has a noun phrase to ask for it by; an order with one that has none would be rejected as a
   * whole.
   */
  #isNamed(row: number): boolean {
    if (this.#names[row] === NOT_LOOKED_AT) {
      const product = this.#dependencies.catalog.productByRow(row);
      const sets = this.#answerSets;
      const noun = productNounOf(product, (phrase) => sets.phraseUse(phrase), sets.shelfUse(product.category));
      this.#names[row] = noun === null ? NAMELESS : NAMED;
    }
    return this.#names[row] === NAMED;
  }

  /** The rows of each split, which is that of a product's shop or, where it names none, its own. */
  #sides(byShop: (shop: number) => Uint32Array): OrderGroup[] {
    const { catalog, facts, splits } = this.#dependencies;
    const sides = new Map<string, number[]>();
    const put = (group: string, members: Iterable<number>) => {
      const name = splitOf(group, splits);
      const side = sides.get(name) ?? [];
      sides.set(name, side);
      for (const row of members) side.push(row);
    };
    for (const [place, shop] of catalog.numericColumns().shops.entries()) {
      if (shop !== null) put(shop, byShop(place));
      else for (const row of byShop(place)) put(facts.ids[row] as string, [row]);
    }
    return [...sides].map(([name, members]): OrderGroup => ({ name, rows: members }));
  }
}

/** Rows by the group each is in, a number below `count`; all in one list, so that many small groups take little. */
function grouped(rows: readonly number[], groupOf: Uint32Array, count: number): (group: number) => Uint32Array {
  const starts = new Uint32Array(count + 1);
  const place = (row: number) => groupOf[row] as number;
  for (const row of rows) starts[place(row) + 1] = (starts[place(row) + 1] as number) + 1;
  for (let group = 0; group < count; group++)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const next = starts.slice();
  const ordered = new Uint32Array(rows.length);
  for (const row of rows) {
    ordered[next[place(row)] as number] = row;
    next[place(row)] = (next[place(row)] as number) + 1;
  }
  return (group) => ordered.subarray(starts[group], starts[group + 1]);
}

/** Shares of sizes times a factor; those of nothing are left out. */
function scaled(sizes: Readonly<Record<number, number>>, factor: (size: number) => number): Record<number, number> {
  const entries = Object.entries(sizes).map(([size, share]) => [size, share * factor(Number(size))] as const);
  return Object.fromEntries(entries.filter(([, share]) => share > 0));
}
