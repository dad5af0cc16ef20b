import type { Product, Review } from '../../schemas/product.ts';
import { type Rubric, satisfies } from '../kinds/index.ts';
import type { SampleContext } from '../recount/index.ts';
import { playBlind } from './blind.ts';
import type { Agent } from './roster.ts';

/** An agent's way through a sample: the rubrics it goes by, and whether what it leaves out decides nothing there. */
interface Plan {
  readonly agent: Agent;
  readonly asked: readonly Rubric[];
  readonly mayWin: boolean;
  /** Requirements that it learned though it does not look where they stand, with the words that say them. */
  readonly overheard?: readonly string[];
  /** Faults of the sample's texts, for each thing it looked for and did not learn. */
  readonly missed?: readonly string[];
}

/** A sample about one product, as agents play it. */
interface Sample {
  readonly id: string;
  /** Answers that its proof states. */
  readonly answers: number;
  /** The noun phrase, whose holders agents choose among. */
  readonly phrase: string;
  readonly plans: readonly Plan[];
  isRight(product: Product): boolean;
  /** Of a product that opinions are asked of. */
  reviewsOf?(product: Product): readonly Review[];
}

/**
 * Has agents recommend what is left to them of the products that a noun phrase names, and those play that look at no
 * sample. Called before the scan; the function returned tells how they did.
 */
export function playHolders(
  { id, answers, phrase, plans, isRight, reviewsOf = () => [] }: Sample,
  { catalog, scan, agents, popular, report }: SampleContext,
): () => void {
  // Most products fail what every agent goes by.
  const common = (plans[0]?.asked ?? []).filter((rubric) => plans.every(({ asked }) => asked.includes(rubric)));
  const players = plans.map((plan) => {
    return { ...plan, more: plan.asked.filter((rubric) => !common.includes(rubric)), left: 0, right: 0 };
  });
  const meets = (product: Product, rubric: Rubric) =>
    satisfies(product, rubric, rubric.type === 'review_opinion' ? reviewsOf(product) : []) === 'yes';
  scan.eachHolding(phrase, (product) => {
    for (const rubric of common) if (!meets(product, rubric)) return;
    const remain = players.filter(({ more }) => more.every((rubric) => meets(product, rubric)));
    if (remain.length === 0) return;
    const right = Number(isRight(product));
    for (const player of remain) {
      player.left += 1;
      player.right += right;
    }
  });
  return () => {
    for (const { agent, left, right, mayWin, overheard = [], missed = [] } of players) {
      agents.play(agent, { left, right }, { mayWin, overheard, report });
      for (const what of missed) report('oracle_loses', what);
    }
    const isRightOrder = ([product]: readonly Product[]) => product !== undefined && isRight(product);
    playBlind({ id, targets: 1, answers, isRight: isRightOrder }, { catalog, popular, agents });
  };
}
