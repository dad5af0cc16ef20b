import type { Asker } from '../../schemas/model.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { queryQuestion } from '../../shopping/language/query-question.ts';
import { queryWordingOf } from '../../shopping/language/query-reply.ts';
import { NO_SOURCES, type ReplySources, SourcesByWording, withAnswers } from '../../shopping/language/reply-sources.ts';
import type { PlannedRequirement } from '../../shopping/language/requirement-plan.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { DEFAULT_CURRENCY } from '../../text/money.ts';
import type { Writer, Writing } from '../verbalise.ts';

interface QueryModel<Words extends QueryWording> {
  /** Family whose prompt is asked. */
  readonly family: string;
  readonly asker: Asker;
  /** The model that writes the queries, as the record names it. */
  readonly model: string;
  /** Adds what a family says beside the plan of a requirement. */
  more?(task: LockedTask): (requirement: PlannedRequirement) => object;
  /** Texts beside the query, which no model writes. */
  besides(writing: Writing<Words>): Promise<Omit<Words, keyof QueryWording>>;
}

/** Writes queries with a model, which is given the locked plan and may return wording alone. */
export class QueryModelWriter<Words extends QueryWording> implements Writer<Words> {
  readonly name = 'openai';
  readonly model: string;
  readonly #parts: QueryModel<Words>;
  readonly #sources = new SourcesByWording<Words>();

  constructor(parts: QueryModel<Words>) {
    this.model = parts.model;
    this.#parts = parts;
  }

  /** Rejects with a ModelError when no fitting reply could be had. */
  async write(writing: Writing<Words>): Promise<Words> {
    const { asker, family, more, besides } = this.#parts;
    const { task, earlier, targets, draw } = writing;
    const others = await besides(writing);
    const answer = await asker.ask(
      queryQuestion(task, earlier, {
        family,
        currency: targets[0].currency ?? DEFAULT_CURRENCY,
        draw: draw('query'),
        ...(more === undefined ? {} : { more: more(task) }),
      }),
    );
    const last = earlier.at(-1);
    const before = last === undefined ? NO_SOURCES : this.#sources.of(last.wording);
    const wording = { ...others, ...queryWordingOf(answer.value) } as Words;
    return this.#sources.keep(wording, withAnswers(before, [answer]));
  }

  /** Returns the prompts and replies a wording of this writer was made from; a StageError for any other. */
  sourcesOf(wording: Words): ReplySources {
    return this.#sources.of(wording);
  }
}
