import type { Catalog } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import { digestOf } from '../../text/digest.ts';
import type { PopularProducts } from './popular.ts';
import { DO_NOTHING, MOST_POPULAR, RANDOM } from './roster.ts';
import type { AgentTally } from './tally.ts';

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
