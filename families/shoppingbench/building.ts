import type { BuilderParts, FamilyBuilder } from '../../pipeline/family.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import type { Asker, Role } from '../../schemas/model.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import { QueryWording } from '../../shopping/draft.ts';
import { liesOutside } from '../../shopping/kinds/numeric-range.ts';
import type { PlannedRequirement } from '../../shopping/language/requirement-plan.ts';
import { entityAt } from '../../shopping/task.ts';
import { mostAskedOf } from '../../stages/most-asked.ts';
import { queryText } from '../../stages/semantic/index.ts';
import { shoppingBuilder } from '../../stages/shopping/building.ts';
import { catalogFacts } from '../../stages/shopping/gates.ts';
import { QueryModelWriter } from '../../stages/shopping/query-model.ts';
import { gatesOn } from './gates/index.ts';
import { locking } from './locking.ts';
import { proverOn } from './prover.ts';
import { groupOf, publish } from './publish.ts';
import { OrderProof, ShoppingbenchSample } from './sample.ts';
import type { Settings } from './settings.ts';
import { orderWriter } from './writers/offline-writer.ts';
import { servicePieces } from './writers/services.ts';

/** Makes the judges of a catalog's drafts: the gates in code, and the prover they share with the proof. */
export function judgesOf(view: CatalogView, maxAnswers: number, prover = proverOn(view)) {
  const { catalog, answerSets } = view;
  const gates = gatesOn({
    ...catalogFacts(view, prover, maxAnswers),
    excludesAny(task, rubric) {
      const place = rubric.target ?? 0;
      const row = catalog.rowOf(task.targetIds[place] ?? '');
      const fails = (other: number) => liesOutside(catalog.productByRow(other), rubric);
      if (answerSets.holding(entityAt(task, place).phrase).some(fails)) return true;
      return row !== null && catalog.shelfRows(catalog.shelfOf(row).id).some(fails);
    },
  });
  return { prover, gates };
}

/** The most questions about a task: it hides nothing, so that there are no clues. */
export const mostAsked = (settings: TaskSettings<Settings>): Partial<Record<Role, number>> =>
  mostAskedOf(settings, ['query_writer'], 0);

/** Builds tasks of a catalog: locks them, puts them into words, and has the gates judge what was written. */
export async function builder(
  settings: TaskSettings<Settings>,
  { models, onTried, shared }: BuilderParts = {},
): Promise<FamilyBuilder> {
  const { questionOf, prover, ...locks } = await locking(settings, { shared, onTried });
  return shoppingBuilder(settings, models, {
    locking: locks,
    judges: judgesOf(locks.view, settings.maxAnswers, prover),
    wording: QueryWording,
    proof: OrderProof,
    line: ShoppingbenchSample,
    textsOf: queryText,
    offline: orderWriter,
    online: modelWriter,
    publish: (publication) => publish(publication, questionOf(publication.task)?.origin ?? null),
    groupOf,
    textOf: ({ query }) => query,
  });
}

/** Writes queries with a model, which is given the locked plan and may return wording alone. */
export const modelWriter = (models: { readonly asker: Asker; readonly model: string }) =>
  new QueryModelWriter<QueryWording>({
    ...{ family: 'shoppingbench', ...models },
    more:
      ({ targetIds }) =>
      (requirement) =>
        conditionsOf(requirement, targetIds.length),
    besides: async () => ({}),
  });

/**
 * Returns what the query has to say besides a requirement's value: where a voucher is good, and the words a service is
 * known by.
 */
function conditionsOf({ type, value }: PlannedRequirement, products: number): object {
  if (type === 'service_match') return { said_as: servicePieces(value as string).map(({ text }) => text) };
  if (type !== 'budget_match' || products === 1) return {};
  return { everything_from_one_shop: (value as { issuer: string }).issuer === 'shop' };
}
