import type { OpenAI } from 'openai';
import type { Batch } from 'openai/resources/batches';
import { Client, type EndpointSettings } from '../client.ts';
import { complaintOf, connectionErrorIn, oneLine } from '../faults.ts';
import { type HeaderValues, retryAfterMs } from '../retry.ts';

/** The lines of a response as they arrive, without their ends; empty ones are left out. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const chunk of response.body) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    rest.push(first);
    for (const part of more) {
      const line = rest.join('');
      rest = [part];
      if (line.trim() !== '') yield line;
    }
  }
  const last = rest.join('') + decoder.decode();
  if (last.trim() !== '') yield last;
}

export interface ShownBatch {
  readonly id: string;
  readonly status: Batch['status'];
  readonly createdAt: Date;
  /** Files with a line for every request that was answered, and for every one that was not; empty ones are left out. */
  readonly files: readonly string[];
  /** Reasons for a failure as a whole; `line` counts from 1. */
  readonly errors: readonly { readonly code: string; readonly message: string; readonly line: number | null }[];
  readonly completed: number;
  readonly metadata: Readonly<Record<string, string>>;
}

export class BatchCallError extends Error {
  override readonly name = 'BatchCallError';
  /** Null where no answer came: then the provider may have done what it was told all the same. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly isCredit: boolean;

  constructor(message: string, status: number | null, retryAfter: number | null, isCredit = false) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfter;
    this.isCredit = isCredit;
  }

  /** True where the provider certainly did not do what it was told. */
  get isRefusal(): boolean {
    return this.status !== null && this.status < 500 && this.status !== 408;
  }

  /** True where the same call may succeed later. */
  get passes(): boolean {
    const { status } = this;
    if (status === 429) return !this.isCredit;
    return status === null || status >= 500 || [408, 409, 423, 425].includes(status);
  }
}

/** The path every line of a batch is sent to, as the API wants it named wherever its own address ends. */
export const CHAT_COMPLETIONS = '/v1/chat/completions';

const CALL_MS = 60_000;
/** An input file may have 200 MB. */
const FILE_MS = 900_000;
const PAGE = 100;
const NO_CREDIT = /insufficient[_ ]quota|exceeded your current quota|billing/i;

/** The Batch API of one OpenAI-compatible endpoint; every call is made once. */
export class BatchEndpoint {
  readonly #client: Client;

  readonly address: string;
  /** Name of the variable with the key, for errors. */
  readonly keyName: string;

  constructor(settings: EndpointSettings, fetch = globalThis.fetch) {
    this.#client = new Client(settings, fetch);
    this.address = this.#client.address;
    this.keyName = settings.keyName;
  }

  /** Sends an input file and returns its id. */
  upload(text: string, name: string, signal: AbortSignal): Promise<string> {
    return this.#called(async (client) => {
      const file = new File([text], `${name}.jsonl`, { type: 'application/jsonl' });
      return (await client.files.create({ file, purpose: 'batch' }, { signal, timeout: FILE_MS })).id;
    });
  }

  /** Makes a batch of an input file and returns its id. */
  create(fileId: string, metadata: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
    const body = { input_file_id: fileId, endpoint: CHAT_COMPLETIONS, completion_window: '24h', metadata } as const;
    return this.#called(async (client) => (await client.batches.create(body, { signal, timeout: CALL_MS })).id);
  }

  show(id: string, signal: AbortSignal): Promise<ShownBatch> {
    return this.#called(async (client) => this.#shown(await client.batches.retrieve(id, { signal, timeout: CALL_MS })));
  }

  cancel(id: string, signal: AbortSignal): Promise<void> {
    return this.#called(async (client) => void (await client.batches.cancel(id, { signal, timeout: CALL_MS })));
  }

  /** The account's batches since a moment, the newest first. */
  since(moment: Date, signal: AbortSignal): Promise<ShownBatch[]> {
    return this.#called(async (client) => {
      const found: ShownBatch[] = [];
      for await (const batch of client.batches.list({ limit: PAGE }, { signal, timeout: CALL_MS })) {
        const one = this.#shown(batch);
        if (one.createdAt < moment) break;
        found.push(one);
      }
      return found;
    });
  }

  /** The lines of a file as they arrive. What is thrown by who reads them is none of the call's errors. */
  async *read(fileId: string, signal: AbortSignal): AsyncGenerator<string> {
    const response = await this.#called((client) => client.files.content(fileId, { signal, timeout: FILE_MS }));
    try {
      for await (const line of linesOf(response)) yield this.#client.clean(line);
    } catch (error) {
      throw this.#readable(error);
    }
  }

  #shown(batch: Batch): ShownBatch {
    const { id, status, created_at, output_file_id, error_file_id, errors, request_counts, metadata } = batch;
    return {
      id,
      status,
      createdAt: new Date(created_at * 1000),
      files: [output_file_id, error_file_id].filter((file) => typeof file === 'string'),
      errors: (errors?.data ?? []).map(({ code, message, line }) => ({
        code: code ?? 'unknown',
        message: oneLine(this.#client.clean(message ?? '')),
        line: line ?? null,
      })),
      completed: request_counts?.completed ?? 0,
      metadata: (metadata as Record<string, string> | null) ?? {},
    };
  }

  async #called<T>(call: (client: OpenAI) => Promise<T>): Promise<T> {
    const client = await this.#client.open();
    try {
      return await call(client);
    } catch (error) {
      throw this.#readable(error);
    }
  }

  /** Errors of the connection and of the API alike; a bug of ours stays what it is. */
  #readable(thrown: unknown): unknown {
    const { status, error, headers } = thrown as { status?: number; error?: unknown; headers?: HeaderValues };
    if (typeof status !== 'number')
      return isOfTheConnection(thrown)
        ? new BatchCallError(this.#client.clean(connectionErrorIn(thrown)), null, null)
        : thrown;
    const { text, code } = complaintOf(status, { error });
    const retryAfter = headers === undefined ? null : retryAfterMs(headers, Date.now());
    // What is said about a key may quote parts of it.
    const said = status === 401 || text === '' ? `${status}` : `${status}: ${this.#client.clean(text)}`;
    return new BatchCallError(said, status, retryAfter, NO_CREDIT.test(`${code ?? ''} ${text}`));
  }
}

/** Node's fetch throws TypeErrors where a connection breaks, and the client errors of its own around them. */
const isOfTheConnection = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (/^API(?:Connection|UserAbort)/.test(thrown.constructor.name) ||
    thrown.name === 'AbortError' ||
    thrown.name === 'TimeoutError' ||
    thrown.cause !== undefined ||
    thrown instanceof SyntaxError);
