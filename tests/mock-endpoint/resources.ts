import { hash } from 'node:crypto';
import { type Answer, jsonAnswer } from './answer.ts';
import { type ApiError, type ErrorShape, errorAnswer, invalidRequest } from './api-error.ts';
import type { BatchLine } from './batch-input.ts';
import { Batches } from './batches.ts';
import type { Chat } from './chat.ts';
import type { Clock } from './clock.ts';
import { isStatusFault, isTransportFault } from './fault-kinds.ts';
import type { FaultPlan } from './fault-plan.ts';
import { Files } from './files.ts';
import type { MockOptions } from './options.ts';
import type { RequestLog, RequestRecord } from './request-log.ts';
import type { Target } from './routes.ts';
import { answerTo } from './status-faults.ts';
import { withTransportFault } from './transport-faults.ts';

interface Parts {
  readonly plan: FaultPlan;
  readonly chat: Chat;
  readonly log: RequestLog;
  readonly clock: Clock;
}

/** Answers whatever is no chat completion: models, files and batches. */
export class Resources {
  readonly #files: Files;
  readonly #batches: Batches;
  readonly #models: readonly string[];
  readonly #shape: ErrorShape;
  readonly #digestsAreIds: boolean;
  readonly #parts: Parts;

  constructor(options: MockOptions, parts: Parts) {
    this.#files = new Files(parts.clock);
    const execute = (line: BatchLine) => this.#execute(line);
    this.#batches = new Batches(options.batches ?? {}, { files: this.#files, clock: parts.clock, execute });
    this.#models = options.models ?? [];
    this.#shape = options.errorShape ?? 'nested';
    this.#digestsAreIds = options.digestHeader !== undefined;
    this.#parts = parts;
  }

  /** With a fault of status nothing is done; with one of transport it is, and only the answer suffers. */
  async answer(target: Target, record: RequestRecord, body: Buffer, contentType: string): Promise<Answer> {
    const { plan, log, clock } = this.#parts;
    const { route, number, digest, role } = record;
    const seen = log.countSighting(digest);
    const fault = plan.faultFor({ route, number, digest, seen, role, body: null, customId: null });
    const kind = fault?.kind ?? null;
    if (fault !== null && kind !== null && isStatusFault(kind)) {
      record.trouble = kind;
      return answerTo({ ...fault, kind }, '', this.#shape, clock);
    }
    const done = await this.#do(target, body, contentType);
    const answer = 'delayMs' in done ? done : errorAnswer(done, this.#shape);
    if (fault === null || kind === null || !isTransportFault(kind)) return answer;
    record.trouble = kind;
    return withTransportFault(answer, kind, fault);
  }

  #do({ route, id, query }: Target, body: Buffer, contentType: string): MaybeLater<Answer | ApiError> {
    switch (route) {
      case 'models':
        return jsonAnswer(200, {
          object: 'list',
          data: this.#models.map((model) => ({ id: model, object: 'model', created: 0, owned_by: 'mock' })),
        });
      case 'upload_file':
        return this.#files.upload(body, contentType);
      case 'list_files':
        return this.#files.list();
      case 'file':
        return this.#files.show(id);
      case 'file_content':
        return this.#files.content(id);
      case 'delete_file':
        return this.#files.delete(id);
      case 'create_batch':
        return this.#create(body);
      case 'list_batches':
        return this.#batches.list(query);
      case 'batch':
        return this.#batches.poll(id);
      case 'cancel_batch':
        return this.#batches.cancel(id);
      default:
        return { ...invalidRequest('Unknown request URL.', null, 'unknown_url'), status: 404 };
    }
  }

  #create(body: Buffer): Answer | ApiError {
    try {
      return this.#batches.create(JSON.parse(body.toString()) as Record<string, unknown>);
    } catch {
      return invalidRequest('We could not parse the JSON body of your request.');
    }
  }

  async #execute({ customId, body }: BatchLine): Promise<Answer> {
    const { log, chat } = this.#parts;
    const record = log.open('batch_line');
    const text = JSON.stringify(body) ?? '';
    record.bytesIn = Buffer.byteLength(text);
    record.customId = customId;
    record.bodyDigest = hash('sha256', text, 'hex');
    log.identify(record, this.#digestsAreIds ? customId : record.bodyDigest);
    const answer = await chat.line(record, body);
    const { status, delivers: delivered } = answer;
    log.end(record, { status, delivered, bytesOut: Buffer.byteLength(answer.body), end: 'complete' });
    return answer;
  }
}

type MaybeLater<T> = T | Promise<T>;
