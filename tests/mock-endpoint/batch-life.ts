export type BatchStatus =
  | 'validating'
  | 'failed'
  | 'in_progress'
  | 'finalizing'
  | 'completed'
  | 'expired'
  | 'cancelling'
  | 'cancelled';

/** What becomes of a batch whose input is valid. */
export interface BatchFate {
  readonly ends: 'completed' | 'failed' | 'expired';
  /** The share of its lines that are executed before the end; the others stand in the error file. */
  readonly executed: number;
  /** The share of the executed lines that stand in neither file though they are counted. */
  readonly lost: number;
  /** The error a batch that fails is given. */
  readonly failure: { readonly code: string; readonly message: string };
}

export interface BatchScript {
  /** How many polls of the batch move it on by one status; 1 unless told. */
  readonly pollsPerStatus?: number;
  /** The endpoint's clock moves batches on, and polls do not. */
  readonly msPerStatus?: number;
  /**
   * Unless told, a batch completes with all its lines executed. One that expires has half of them executed, one that is
   * cancelled has all whose turn it was: none while it was validating, else half, unless told.
   */
  readonly fate?: (batch: {
    /** Counts the batches, from 1. */
    readonly number: number;
    readonly lines: number;
    readonly metadata: Readonly<Record<string, string>> | null;
  }) => Partial<BatchFate>;
}

const LIVES: Record<BatchFate['ends'], readonly BatchStatus[]> = {
  completed: ['validating', 'in_progress', 'finalizing', 'completed'],
  failed: ['validating', 'failed'],
  expired: ['validating', 'in_progress', 'finalizing', 'expired'],
};

/** The statuses a batch goes through, one after another. */
export class BatchLife {
  #statuses: readonly BatchStatus[];
  #at = 0;

  constructor(ends: BatchFate['ends']) {
    this.#statuses = LIVES[ends];
  }

  get status(): BatchStatus {
    return this.#statuses[this.#at]!;
  }

  get isOver(): boolean {
    return this.#at === this.#statuses.length - 1;
  }

  /** The next status, or null where there is none. */
  step(): BatchStatus | null {
    if (this.isOver) return null;
    this.#at++;
    return this.status;
  }

  /** Turns towards `cancelled`; false where the batch is past that. */
  cancel(): boolean {
    if (this.status === 'cancelling' || this.status === 'cancelled') return true;
    if (this.isOver) return false;
    this.#statuses = [...this.#statuses.slice(0, this.#at + 1), 'cancelling', 'cancelled'];
    this.#at++;
    return true;
  }
}
