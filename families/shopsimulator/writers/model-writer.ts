import type { Draw } from '../../../schemas/draw.ts';
import type { Asker } from '../../../schemas/model.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Attempt } from '../../../shopping/draft.ts';
import { queryQuestion } from '../../../shopping/language/query-question.ts';
import { queryWordingOf } from '../../../shopping/language/query-reply.ts';
import {
  NO_SOURCES,
  type ReplySources,
  SourcesByWording,
  withAnswers,
} from '../../../shopping/language/reply-sources.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import type { Writer } from '../../../stages/verbalise.ts';
import { DEFAULT_CURRENCY } from '../../../text/money.ts';
import { NAME } from '../planning.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  readonly asker: Asker;
  /** The model that writes what an agent reads first, as the record names it. */
  readonly model: string;
  /** Writes what the shopper answers and who it is: these say what is locked, in words that gates measure. */
  readonly offline: Writer<Wording>;
  drawFor(task: LockedTask, step: string, attempt: number): Draw;
  targetOf(task: LockedTask): Product;
}

/** Writes instructions and openings with a model, which is given the locked plan and may return wording alone. */
export class ModelWriter {
  readonly name = 'openai';
  readonly model: string;
  readonly #dependencies: Dependencies;
  readonly #sources = new SourcesByWording<Wording>();

  constructor(dependencies: Dependencies) {
    this.model = dependencies.model;
    this.#dependencies = dependencies;
  }

  /** Rejects with a ModelError when no fitting reply could be had. */
  async write(task: LockedTask, earlier: readonly Attempt<Wording>[]): Promise<Wording> {
    const { asker, drawFor, targetOf, offline } = this.#dependencies;
    const words = await offline.write(task, earlier);
    const answer = await asker.ask(
      queryQuestion(task, earlier, {
        family: NAME,
        currency: targetOf(task).currency ?? DEFAULT_CURRENCY,
        draw: drawFor(task, 'query', earlier.length),
      }),
    );
    const last = earlier.at(-1);
    const before = last === undefined ? NO_SOURCES : this.#sources.of(last.wording);
    return this.#sources.keep({ ...words, ...queryWordingOf(answer.value) }, withAnswers(before, [answer]));
  }

  /** What a wording of this writer was made from; a StageError for any other. */
  sourcesOf(wording: Wording): ReplySources {
    return this.#sources.of(wording);
  }
}
