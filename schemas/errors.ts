/** Something the user can mend: shown as one sentence, exit code 2; raised before any task is built where it can be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** Further mistakes of the same file, a sentence each: shown on lines of their own. */
  others: readonly string[] = [];
}

/** Mistakes told of one file at once; what lies behind so many is told by the next start. */
const MOST_TOLD = 10;

/** The sentences that are told of an error, one for each mistake of its file and one for those beyond the first few. */
export function sentencesOf({ message, others }: ConfigError): string[] {
  const told = [message, ...others.slice(0, MOST_TOLD - 1)];
  const more = 1 + others.length - told.length;
  if (more === 0) return told;
  return [...told, `${more} more ${more === 1 ? 'mistake' : 'mistakes'} of the same file; mend these first`];
}

/** Whatever is wrong in a file that a person wrote, gathered so that all of it is told at once. */
export class Complaints {
  readonly #sentences: string[] = [];

  add(...sentences: readonly string[]): void {
    for (const sentence of sentences) if (!this.#sentences.includes(sentence)) this.#sentences.push(sentence);
  }

  /** Does something that may refuse a part of the file, and notes what it refuses; undefined then. */
  of<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.add(error.message, ...error.others);
      return undefined;
    }
  }

  /** Throws a ConfigError of all that was gathered, if anything was. */
  refuse(): void {
    const [first, ...others] = this.#sentences;
    if (first === undefined) return;
    const error = new ConfigError(first);
    error.others = others;
    throw error;
  }
}

/** A bug of ours: a stage broke its contract. Carries the record so it can be reproduced. */
export class StageError extends Error {
  override readonly name = 'StageError';
  readonly record: unknown;

  constructor(message: string, record: unknown, options?: ErrorOptions) {
    super(message, options);
    this.record = record;
  }
}

/** A model did not deliver: what it was asked for stays pending until the next run. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  /** True if nothing more is to be asked in this run: the budget is used up, the key is refused. */
  readonly ends: boolean;
  /**
   * True if nothing is answered before the user mends something: a key, an address, a model's name. That ends a run
   * too.
   */
  readonly mendable: boolean;

  constructor(
    message: string,
    { mendable = false, ends = mendable, ...options }: ErrorOptions & { ends?: boolean; mendable?: boolean } = {},
  ) {
    super(message, options);
    this.ends = ends;
    this.mendable = mendable;
  }
}

/** A judge delivered, and came to no decision. Asking again would bring the recorded replies again. */
export class UndecidedError extends ModelError {}

/** A model delivered, but after every try nothing that can be used. Asking again would bring the recorded replies again. */
export class UnusableReplyError extends ModelError {}

/** A question that a dry run has counted and not asked; what stands in for the answer is up to whoever asked. */
export class NotAskedError extends ModelError {}
