/** Something the user can mend: shown as one sentence, exit code 2; raised before any task is built where it can be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
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
