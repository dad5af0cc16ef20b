import { StageError } from '../../schemas/errors.ts';
import type { PromptedAnswer } from '../../schemas/model.ts';

/** Digests of what a wording was made from, oldest first. */
export interface ReplySources {
  /** Digests of the prompt files, each once. */
  readonly promptDigests: readonly string[];
  /** Digests of the requests whose replies led to it, those of earlier tries among them. */
  readonly replyDigests: readonly string[];
}

export const NO_SOURCES: ReplySources = { promptDigests: [], replyDigests: [] };

/** Adds the sources of these answers to those known before. */
export const withAnswers = (
  before: ReplySources,
  answers: readonly Omit<PromptedAnswer<unknown>, 'value'>[],
): ReplySources => ({
  promptDigests: [...new Set([...before.promptDigests, ...answers.map(({ promptDigest }) => promptDigest)])],
  replyDigests: [...before.replyDigests, ...answers.flatMap(({ replyDigests }) => replyDigests)],
});

/** Both, the first before the second. */
export const joinedSources = (first: ReplySources, second: ReplySources): ReplySources => ({
  promptDigests: [...new Set([...first.promptDigests, ...second.promptDigests])],
  replyDigests: [...first.replyDigests, ...second.replyDigests],
});

/** Remembers what each wording of a writer was made from, as long as the wording lives. */
export class SourcesByWording<Words extends object> {
  readonly #sources = new WeakMap<Words, ReplySources>();

  /** Throws a StageError for a wording that was not kept here. */
  of(wording: Words): ReplySources {
    const sources = this.#sources.get(wording);
    if (sources === undefined) throw new StageError('a wording of unknown sources', wording);
    return sources;
  }

  keep(wording: Words, sources: ReplySources): Words {
    this.#sources.set(wording, sources);
    return wording;
  }
}
