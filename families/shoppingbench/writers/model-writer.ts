import type { Draw } from '../../../schemas/draw.ts';
import type { Asker } from '../../../schemas/model.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Attempt, QueryWording } from '../../../shopping/draft.ts';
import { queryQuestion } from '../../../shopping/language/query-question.ts';
import { queryWordingOf } from '../../../shopping/language/query-reply.ts';
import {
  NO_SOURCES,
  type ReplySources,
  SourcesByWording,
  withAnswers,
} from '../../../shopping/language/reply-sources.ts';
import type { PlannedRequirement } from '../../../shopping/language/requirement-plan.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import { servicePieces } from './services.ts';

interface Dependencies {
  readonly asker: Asker;
  /** The model that writes the queries, as the record names it. */
  readonly model: string;
  drawFor(task: LockedTask, step: string, attempt: number): Draw;
  targetsOf(task: LockedTask): readonly Product[];
}

const FAMILY = 'shoppingbench';

/** Writes queries with a model, which is given the locked plan and may return wording alone. */
export class ModelWriter {
  readonly name = 'openai';
  readonly model: string;
  readonly #dependencies: Dependencies;
  readonly #sources = new SourcesByWording<QueryWording>();

  constructor(dependencies: Dependencies) {
    this.model = dependencies.model;
    this.#dependencies = dependencies;
  }

  /** Rejects with a ModelError when no fitting reply could be had. */
  async write(task: LockedTask, earlier: readonly Attempt<QueryWording>[]): Promise<QueryWording> {
    const { asker, drawFor, targetsOf } = this.#dependencies;
    const products = task.targetIds.length;
    const answer = await asker.ask(
      queryQuestion(task, earlier, {
        family: FAMILY,
        currency: targetsOf(task)[0]?.currency ?? DEFAULT_CURRENCY,
        draw: drawFor(task, 'query', earlier.length),
        more: (requirement) => conditionsOf(requirement, products),
      }),
    );
    const last = earlier.at(-1);
    const before = last === undefined ? NO_SOURCES : this.#sources.of(last.wording);
    return this.#sources.keep(queryWordingOf(answer.value), withAnswers(before, [answer]));
  }

  /** What a wording of this writer was made from; a StageError for any other. */
  sourcesOf(wording: QueryWording): ReplySources {
    return this.#sources.of(wording);
  }
}

/** What the query has to say besides a requirement's value: where a voucher is good, and the words a service is known by. */
function conditionsOf({ type, value }: PlannedRequirement, products: number): object {
  if (type === 'service_match') return { said_as: servicePieces(value as string).map(({ text }) => text) };
  if (type !== 'budget_match' || products === 1) return {};
  return { everything_from_one_shop: (value as { issuer: string }).issuer === 'shop' };
}
