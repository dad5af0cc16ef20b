import { isAscii } from 'node:buffer';
import { ByteWriter } from './byte-writer.ts';
import { Numbers } from './numbers.ts';

/** Many texts as one, in UTF-8: they go to another thread as they are. */
export interface Texts {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The end of each of them. */
  readonly ends: Uint32Array;
}

/** Puts texts one after the other. */
export class TextsMaker {
  /** The bytes of all texts, also written to by whoever writes a text in pieces; `end` ends it. */
  readonly bytes = new ByteWriter();
  readonly #ends = new Numbers();

  add(text: string): void {
    this.bytes.text(text);
    this.end();
  }

  addBytes(bytes: Buffer, from: number, to: number): void {
    this.bytes.copy(bytes, from, to);
    this.end();
  }

  end(): void {
    this.#ends.add(this.bytes.end);
  }

  get count(): number {
    return this.#ends.length;
  }

  /** The texts so far; the maker starts anew then. */
  take(): Texts {
    return { bytes: this.bytes.take(), ends: this.#ends.take() };
  }
}

export function joinTexts(texts: Iterable<string>): Texts {
  const maker = new TextsMaker();
  for (const text of texts) maker.add(text);
  return maker.take();
}

/** The bytes of texts as a buffer. */
export const bufferOf = ({ bytes }: Texts): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Gives the text at a place, for whoever wants most of them. */
export function readerOf(texts: Texts): (place: number) => string {
  const { bytes, ends } = texts;
  const buffer = bufferOf(texts);
  const startOf = (place: number) => (place === 0 ? 0 : (ends[place - 1] as number));
  if (!isAscii(bytes)) return (place) => buffer.toString('utf8', startOf(place), ends[place]);
  // Cut from one text, they take neither the time nor the memory of texts of their own.
  const joined = buffer.toString('latin1');
  return (place) => joined.slice(startOf(place), ends[place]);
}

/** The bytes of the text at a place. */
export const bytesAt = ({ bytes, ends }: Texts, place: number): Uint8Array =>
  bytes.subarray(place === 0 ? 0 : ends[place - 1], ends[place]);

export const textAt = (texts: Texts, place: number): string => {
  const { buffer, byteOffset, length } = texts.bytes;
  const start = place === 0 ? 0 : texts.ends[place - 1];
  return Buffer.from(buffer, byteOffset, length).toString('utf8', start, texts.ends[place]);
};
