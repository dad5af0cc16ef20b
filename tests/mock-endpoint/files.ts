import { randomUUID } from 'node:crypto';
import { type Answer, bytesAnswer, jsonAnswer } from './answer.ts';
import { type ApiError, invalidRequest } from './api-error.ts';
import { type Clock, secondsOf } from './clock.ts';

interface StoredFile {
  readonly object: {
    readonly id: string;
    readonly object: 'file';
    readonly bytes: number;
    readonly created_at: number;
    readonly filename: string;
    readonly purpose: string;
    readonly status: 'processed';
  };
  readonly content: Buffer;
}

/** The files that were uploaded and those that batches left. */
export class Files {
  readonly #files = new Map<string, StoredFile>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(content: Buffer, filename: string, purpose: string): StoredFile['object'] {
    const id = `file-${randomUUID().replaceAll('-', '')}`;
    const created_at = secondsOf(this.#clock);
    const object = {
      id,
      object: 'file',
      bytes: content.length,
      created_at,
      filename,
      purpose,
      status: 'processed',
    } as const;
    this.#files.set(id, { object, content });
    return object;
  }

  textOf(id: string): string | null {
    return this.#files.get(id)?.content.toString() ?? null;
  }

  /** Takes a multipart form with the fields `purpose` and `file`. */
  async upload(body: Buffer, contentType: string): Promise<Answer | ApiError> {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
      .formData()
      .catch(() => null);
    const file = form?.get('file');
    const purpose = form?.get('purpose');
    if (!(file instanceof File)) return invalidRequest("'file' is a required property", 'file');
    if (purpose !== 'batch') return invalidRequest(`'${purpose}' is not one of ['batch'] - 'purpose'`, 'purpose');
    return jsonAnswer(200, this.add(Buffer.from(await file.arrayBuffer()), file.name, purpose));
  }

  list(): Answer {
    const data = [...this.#files.values()].map(({ object }) => object).reverse();
    return jsonAnswer(200, { object: 'list', data, has_more: false });
  }

  show(id: string): Answer | ApiError {
    const file = this.#files.get(id);
    return file === undefined ? noSuchFile(id) : jsonAnswer(200, file.object);
  }

  content(id: string): Answer | ApiError {
    const file = this.#files.get(id);
    return file === undefined ? noSuchFile(id) : bytesAnswer('application/octet-stream', file.content);
  }

  delete(id: string): Answer | ApiError {
    return this.#files.delete(id) ? jsonAnswer(200, { id, object: 'file', deleted: true }) : noSuchFile(id);
  }
}

export function noSuchFile(id: string): ApiError {
  return { ...invalidRequest(`No such File object: ${id}`, 'id'), status: 404 };
}
