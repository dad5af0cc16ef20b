import { ConfigError } from '../../../schemas/errors.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Report } from '../../../schemas/violation.ts';
import { playBlind } from '../../../shopping/agents/blind.ts';
import { type Agent, ORACLE } from '../../../shopping/agents/roster.ts';
import type { SampleContext } from '../../../shopping/recount/index.ts';
import type { Order, OrdersLeft } from '../recount.ts';
import type { ShoppingbenchSample } from '../sample.ts';
import { PAPER_RULES, type ScoredTask, scoredTaskOf, scoreTask } from '../scoring/index.ts';
import { LexicalSimilarity } from '../scoring/title-similarity.ts';

const JUDGING = { titles: new LexicalSimilarity(), rules: PAPER_RULES };

/** Reads only what the products are called. */
const NAME_ONLY: Agent = { name: 'name-only', kind: 'withheld' };
/** Reads all but the condition that the intent is named for. */
const CONDITION_BLIND: Agent = { name: 'condition-blind', kind: 'withheld' };

/** The agents that play its samples. */
export const AGENTS = [ORACLE, CONDITION_BLIND, NAME_ONLY];

/** Has agents play a sample: what each leaves out of the query decides which orders it cannot tell apart. */
export function replayAgents(
  sample: ShoppingbenchSample,
  { targets, joint }: Order,
  { answers, withoutCondition, counts }: OrdersLeft,
  { catalog, agents, popular, report }: SampleContext,
): void {
  const task = scoredOrReported(sample, report);
  if (task === null) return;
  const succeeds = (products: readonly Product[]) =>
    scoreTask(
      products.map((product) => ({ id: product.id, product })),
      task,
      JUDGING,
    ).success;
  const right = answers.filter((ids) => succeeds(ids.flatMap((id) => catalog.productById(id) ?? []))).length;
  const { proof } = sample;

  const unsaid = sample.rubrics.filter(
    ({ query_surface: words }) => words === undefined || !sample.query.includes(words),
  );
  for (const { id } of unsaid)
    report('oracle_loses', `an agent that reads everything misses ${id}: the query does not say it`);
  agents.play(ORACLE, { left: answers.length, right }, { report });

  const called = counts.reduce((orders, { holders }) => orders * holders, 1);
  const namesDecide = proof.targets.every(({ noun_phrase_alone: holders }) => holders <= 1);
  agents.play(NAME_ONLY, { left: called, right }, { mayWin: namesDecide, report });

  const asked = targets.flatMap(({ rubrics }) => rubrics).find(({ type }) => type === 'knowledge_match');
  if (joint.length > 0)
    agents.play(
      CONDITION_BLIND,
      { left: withoutCondition, right },
      { mayWin: (proof.together?.without_condition ?? 0) <= proof.answer_set.size, report },
    );
  else if (asked !== undefined) {
    const { size = 0, removes } = counts[0] ?? {};
    const stated = proof.rubrics.find(({ rubric_id }) => rubric_id === asked.id)?.removes ?? 0;
    agents.play(
      CONDITION_BLIND,
      { left: size + (removes?.get(asked.id) ?? 0), right },
      { mayWin: stated === 0, report },
    );
  }
  const blind = { id: sample.id, targets: targets.length, answers: proof.answer_set.size, isRight: succeeds };
  playBlind(blind, { catalog, popular, agents });
}

/** Returns the part of a sample that the scorer reads; null where it refuses it, which is reported. */
function scoredOrReported(sample: ShoppingbenchSample, report: Report): ScoredTask | null {
  try {
    return scoredTaskOf(sample);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    report('oracle_loses', `no answer to it can be scored: it ${error.message}`);
    return null;
  }
}
