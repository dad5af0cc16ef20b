import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { BatchLine, InputError } from './batch-input.ts';
import { type BatchFate, BatchLife, type BatchScript, type BatchStatus } from './batch-life.ts';
import { batchResults } from './batch-results.ts';
import { type Clock, secondsOf } from './clock.ts';
import type { Files } from './files.ts';

/** A batch as the API shows it. */
export interface BatchObject {
  readonly id: string;
  status: BatchStatus;
  errors: { object: 'list'; data: readonly InputError[] } | null;
  output_file_id: string | null;
  error_file_id: string | null;
  request_counts: { total: number; completed: number; failed: number };
  [field: string]: unknown;
}

export interface BatchInput {
  readonly fileId: string;
  readonly endpoint: string;
  readonly window: string;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly lines: readonly BatchLine[];
  readonly errors: readonly InputError[];
}

/** What a batch needs of the endpoint. */
export interface BatchSurroundings {
  readonly files: Files;
  readonly clock: Clock;
  readonly execute: (line: BatchLine) => Promise<Answer>;
}

/** One batch from its creation to its end, moved on by polls or by the clock. */
export class Batch {
  readonly object: BatchObject;
  readonly #input: BatchInput;
  readonly #fate: BatchFate;
  readonly #life: BatchLife;
  readonly #pace: BatchScript;
  readonly #around: BatchSurroundings;
  readonly #startMs: number;
  #polls = 0;
  #steps = 0;
  #wasInProgress = false;
  /** What is done to it, one thing after another: two polls at once must not execute its lines twice. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(input: BatchInput, fate: BatchFate, pace: BatchScript, around: BatchSurroundings) {
    const nowS = secondsOf(around.clock);
    this.#input = input;
    this.#fate = fate;
    this.#life = new BatchLife(input.errors.length > 0 ? 'failed' : fate.ends);
    this.#pace = pace;
    this.#around = around;
    this.#startMs = around.clock.now();
    this.object = {
      id: `batch_${randomUUID().replaceAll('-', '')}`,
      object: 'batch',
      endpoint: input.endpoint,
      errors: null,
      input_file_id: input.fileId,
      completion_window: input.window,
      status: this.#life.status,
      output_file_id: null,
      error_file_id: null,
      created_at: nowS,
      in_progress_at: null,
      expires_at: nowS + 24 * 3600,
      finalizing_at: null,
      completed_at: null,
      failed_at: null,
      expired_at: null,
      cancelling_at: null,
      cancelled_at: null,
      request_counts: { total: 0, completed: 0, failed: 0 },
      metadata: input.metadata,
    };
  }

  poll(): Promise<BatchObject> {
    return this.#inTurn(async () => {
      this.#polls++;
      await this.#catchUp();
      return this.object;
    });
  }

  /** Null where the batch is past being cancelled. */
  cancel(): Promise<BatchObject | null> {
    return this.#inTurn(async () => {
      await this.#catchUp();
      if (!this.#life.cancel()) return null;
      if (this.object.status !== this.#life.status) await this.#enter(this.#life.status);
      return this.object;
    });
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #catchUp(): Promise<void> {
    const { msPerStatus, pollsPerStatus = 1 } = this.#pace;
    const passed =
      msPerStatus === undefined
        ? this.#polls / pollsPerStatus
        : (this.#around.clock.now() - this.#startMs) / msPerStatus;
    for (const due = Math.floor(passed); this.#steps < due && !this.#life.isOver; this.#steps++) {
      const status = this.#life.step();
      if (status !== null) await this.#enter(status);
    }
  }

  async #enter(status: BatchStatus): Promise<void> {
    this.object.status = status;
    this.object[`${status}_at`] = secondsOf(this.#around.clock);
    if (status === 'in_progress') {
      this.#wasInProgress = true;
      this.object.request_counts.total = this.#input.lines.length;
    }
    if (status === 'failed') {
      const { errors } = this.#input;
      const data = errors.length > 0 ? errors : [{ ...this.#fate.failure, param: null, line: null }];
      this.object.errors = { object: 'list', data };
    }
    if (status === 'finalizing') await this.#execute(this.#fate.ends === 'expired' ? 'expired' : 'completed');
    if (status === 'cancelled' && this.object.finalizing_at === null) await this.#execute('cancelled');
  }

  async #execute(ends: 'completed' | 'expired' | 'cancelled'): Promise<void> {
    const { files, execute } = this.#around;
    const { lines } = this.#input;
    const executed = this.#wasInProgress ? this.#fate.executed : 0;
    const results = await batchResults(lines, { executed, lost: this.#fate.lost, ends }, execute);
    const keep = (text: string | null, name: string) =>
      text === null ? null : files.add(Buffer.from(text), `${this.object.id}_${name}.jsonl`, 'batch_output').id;
    this.object.output_file_id = keep(results.output, 'output');
    this.object.error_file_id = keep(results.errors, 'error');
    this.object.request_counts = { total: lines.length, completed: results.completed, failed: results.failed };
  }
}
