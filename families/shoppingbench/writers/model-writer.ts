import type { Draw } from '../../../schemas/draw.ts';
import type { Asker } from '../../../schemas/model.ts';
import type { Product } from '../../../schemas/product.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import type { PlannedRequirement } from '../../../shopping/language/requirement-plan.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { QueryModelWriter } from '../../../stages/shopping/query-model.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import { servicePieces } from './services.ts';

interface Dependencies {
  readonly asker: Asker;
  /** The model that writes the queries, as the record names it. */
  readonly model: string;
  drawFor(task: LockedTask, step: string, attempt: number): Draw;
  targetsOf(task: LockedTask): readonly Product[];
}

/** Writes queries with a model, which is given the locked plan and may return wording alone. */
export const modelWriter = ({ asker, model, drawFor, targetsOf }: Dependencies) =>
  new QueryModelWriter<QueryWording>({
    ...{ family: 'shoppingbench', asker, model, drawFor },
    currencyOf: (task) => targetsOf(task)[0]?.currency ?? DEFAULT_CURRENCY,
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
