import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { errorAnswer, invalidRequest } from './api-error.ts';
import type { Chat } from './chat.ts';
import type { MockOptions } from './options.ts';
import type { RequestLog, RequestRecord } from './request-log.ts';
import type { Resources } from './resources.ts';
import { targetOf } from './routes.ts';
import { send } from './send.ts';

/** Takes a request in, has it answered, and sees it to its end. */
export class Exchange {
  readonly #options: MockOptions & { readonly key: string };
  readonly #log: RequestLog;
  readonly #chat: Chat;
  readonly #resources: Resources;

  constructor(
    options: MockOptions & { readonly key: string },
    parts: { readonly log: RequestLog; readonly chat: Chat; readonly resources: Resources },
  ) {
    this.#options = options;
    this.#log = parts.log;
    this.#chat = parts.chat;
    this.#resources = parts.resources;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const arrivedMs = performance.now();
    const target = targetOf(request.method ?? '', request.url ?? '');
    const record = this.#log.open(target.route);
    let answer: Answer | null = null;
    response.once('close', () => this.#end(record, response, answer));

    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      this.#identify(record, request, body);
      answer = this.#wrongKey(record, request);
      if (answer === null && target.route === 'chat') answer = await this.#chat.online(record, body.toString());
      answer ??= await this.#resources.answer(target, record, body, request.headers['content-type'] ?? '');
      const withId = { ...answer.headers, 'x-request-id': `req_${record.route}_${record.number}` };
      answer = { ...answer, headers: withId };
      send(response, answer, arrivedMs);
    });
    // A client that leaves in the middle of its request: `close` of the response says the rest.
    request.on('error', () => undefined);
  }

  #identify(record: RequestRecord, request: IncomingMessage, body: Buffer): void {
    const { digestHeader, roleHeader = 'x-role' } = this.#options;
    record.bytesIn = body.length;
    record.bodyDigest = hash('sha256', body, 'hex');
    record.role = header(request, roleHeader);
    const named = digestHeader === undefined ? null : header(request, digestHeader);
    // What asks no model is the same request only where route, file or batch are the same too.
    const ofBody =
      record.route === 'chat' ? record.bodyDigest : `${request.method} ${request.url} ${record.bodyDigest}`;
    this.#log.identify(record, named ?? ofBody);
  }

  #wrongKey(record: RequestRecord, request: IncomingMessage): Answer | null {
    const { key, echoesKey = false, errorShape = 'nested' } = this.#options;
    const given = header(request, 'authorization')?.replace(/^Bearer /, '') ?? '';
    if (given === key) return null;
    record.trouble = 'wrong_key';
    const shown = echoesKey ? given : `${given.slice(0, 4)}****${given.slice(-4)}`;
    const message = given === '' ? "You didn't provide an API key." : `Incorrect API key provided: ${shown}.`;
    return errorAnswer({ ...invalidRequest(message, null, 'invalid_api_key'), status: 401 }, errorShape);
  }

  #end(record: RequestRecord, response: ServerResponse, answer: Answer | null): void {
    const isComplete = response.writableFinished;
    const end = isComplete ? 'complete' : (answer?.cut ?? null) === null ? 'client_left' : 'cut';
    this.#log.end(record, {
      end,
      status: response.headersSent ? response.statusCode : null,
      bytesOut: isComplete && answer !== null ? Buffer.byteLength(answer.body) : 0,
      delivered: isComplete && answer?.delivers === true,
    });
  }
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : null;
}
