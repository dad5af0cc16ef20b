import type { Catalog } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import { digestOf } from '../../text/digest.ts';
import { DO_NOTHING, MOST_POPULAR, RANDOM } from './roster.ts';
import type { AgentTally } from './tally.ts';

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

const DRAW_DIGITS = 12;

/** A product of the catalog that only the sample's id decides. */
function drawn(catalog: Catalog, sampleId: string, place: number): Product {
  const draw = Number.parseInt(digestOf('random agent', sampleId, place).slice(0, DRAW_DIGITS), 16);
  return catalog.productByRow(draw % catalog.size);
}

interface Played {
  readonly id: string;
  readonly targets: number;
  readonly answers: number;
  isRight(products: readonly Product[]): boolean;
}

/** Has the agents that look at no sample play one. */
export function playBlind(
  { id, targets, answers, isRight }: Played,
  { catalog, popular, agents }: { catalog: Catalog; popular: PopularProducts; agents: AgentTally },
): void {
  const chance = Math.min(1, Math.max(1, answers) / catalog.size);
  agents.playBlind(DO_NOTHING, isRight([]), 0);
  const random = Array.from({ length: targets }, (_, place) => drawn(catalog, id, place));
  agents.playBlind(RANDOM, isRight(random), chance);
  agents.playBlind(MOST_POPULAR, isRight(popular.first(targets)), chance);
}
