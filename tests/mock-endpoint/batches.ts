import { type Answer, jsonAnswer } from './answer.ts';
import { type ApiError, invalidRequest } from './api-error.ts';
import { Batch, type BatchSurroundings } from './batch.ts';
import { readBatchInput } from './batch-input.ts';
import type { BatchFate, BatchScript } from './batch-life.ts';

const ENDPOINT = '/v1/chat/completions';

const USUAL: BatchFate = {
  ends: 'completed',
  executed: 0.5,
  lost: 0,
  failure: { code: 'token_limit_exceeded', message: 'Enqueued token limit reached. Please try again later.' },
};

/** The batches there are, by id. */
export class Batches {
  readonly #batches = new Map<string, Batch>();
  readonly #script: BatchScript;
  readonly #around: BatchSurroundings;

  constructor(script: BatchScript, around: BatchSurroundings) {
    this.#script = script;
    this.#around = around;
  }

  create(request: Readonly<Record<string, unknown>>): Answer | ApiError {
    const { input_file_id, endpoint, completion_window: window } = request;
    const refuse = (param: string, supported: string) =>
      invalidRequest(`Invalid value: '${request[param]}'. Supported values are: '${supported}'.`, param);
    if (endpoint !== ENDPOINT) return refuse('endpoint', ENDPOINT);
    if (window !== '24h') return refuse('completion_window', '24h');
    const fileId = String(input_file_id);
    const text = this.#around.files.textOf(fileId);
    if (text === null) return invalidRequest(`Invalid file ID: ${fileId}`, 'input_file_id');

    const metadata = (request.metadata as Record<string, string> | undefined) ?? null;
    const { lines, errors } = readBatchInput(text, ENDPOINT);
    const number = this.#batches.size + 1;
    const fate = { ...USUAL, ...this.#script.fate?.({ number, lines: lines.length, metadata }) };
    const batch = new Batch({ fileId, endpoint, window, metadata, lines, errors }, fate, this.#script, this.#around);
    this.#batches.set(batch.object.id, batch);
    return jsonAnswer(200, batch.object);
  }

  /** Moves the batch on and shows it. */
  async poll(id: string): Promise<Answer | ApiError> {
    const batch = this.#batches.get(id);
    return batch === undefined ? noSuchBatch(id) : jsonAnswer(200, await batch.poll());
  }

  async cancel(id: string): Promise<Answer | ApiError> {
    const batch = this.#batches.get(id);
    if (batch === undefined) return noSuchBatch(id);
    const cancelled = await batch.cancel();
    if (cancelled !== null) return jsonAnswer(200, cancelled);
    const message = `Cannot cancel a batch with status '${batch.object.status}'.`;
    return { ...invalidRequest(message), status: 409 };
  }

  /** The newest first, in pages; looking at a list moves nothing on. */
  list(query: URLSearchParams): Answer {
    const all = [...this.#batches.values()].map(({ object }) => object).reverse();
    const after = query.get('after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const data = all.slice(from, from + Number(query.get('limit') ?? 20));
    const has_more = from + data.length < all.length;
    return jsonAnswer(200, {
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more,
    });
  }
}

const noSuchBatch = (id: string): ApiError => ({
  ...invalidRequest(`No batch found with id '${id}'.`, 'id'),
  status: 404,
});
