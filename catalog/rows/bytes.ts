import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '../../schemas/errors.ts';
import { inUtf8 } from './encoding.ts';
import { endsWith } from './extensions.ts';
import { through } from './through.ts';

/** Small enough that what one piece unzips to stays bounded even at gzip's highest ratio (about 1,000). */
const ZIPPED_BYTES = 64 * 1024;
const PLAIN_BYTES = 256 * 1024;

/** A compressed stream that ends or breaks before its end; everything before it has been handed out. */
export class BrokenStream extends Error {
  override readonly name = 'BrokenStream';
}

/** A file's bytes, unzipped where the name ends in `.gz`, with the digest and size of the file itself. */
export class ByteSource {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #encoding = 'utf-8';

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes of the file read so far: compressed ones where the file is compressed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Encoding of the text read so far. */
  get encoding(): string {
    return this.#encoding;
  }

  /** Digest of the bytes read: of the whole file, unless it broke in the middle. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async *chunks(): AsyncGenerator<Buffer, void, void> {
    if (!endsWith(this.#path, '.gz')) return yield* this.stored(PLAIN_BYTES);
    const unzip = createGunzip({ chunkSize: PLAIN_BYTES });
    try {
      for await (const batch of through<Buffer>(unzip, this.stored(ZIPPED_BYTES))) yield* batch;
    } catch (error) {
      if (!('code' in (error as Error)) || !String((error as { code: unknown }).code).startsWith('Z_')) throw error;
      throw new BrokenStream(`gzip data breaks off (${(error as Error).message}) at compressed byte ${this.#bytes}`);
    }
  }

  /** The file's text in UTF-8, whatever it is encoded in. */
  text(): AsyncGenerator<Buffer, void, void> {
    return inUtf8(this.chunks(), (encoding) => {
      this.#encoding = encoding;
    });
  }

  /** The file as it lies on disk; a ConfigError where it cannot be read, or no further. */
  async *stored(pieceBytes = PLAIN_BYTES): AsyncGenerator<Buffer, void, void> {
    const stream = createReadStream(this.#path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>;
    try {
      for await (const chunk of stream) {
        this.#bytes += chunk.length;
        this.#hash.update(chunk);
        yield chunk;
      }
    } catch (cause) {
      // What follows the comma names the call and the file.
      const [fault] = (cause as Error).message.split(', ');
      const remedy = 'check that it is there, and that you may read it';
      throw new ConfigError(`${this.#path} cannot be read (${fault}); ${remedy}`, { cause });
    }
  }
}
