import { bufferPool } from './buffer-pool.ts';

/** The longest runs that are written byte by byte, which takes less than a call. */
const [FEW_BYTES, FEW_UNITS] = [48, 24];

const MOST_ASCII = 0x7f;
const ZERO = 0x30;
const MOST_DIGITS_AT_ONCE = 999_999_999;

/** Texts one after the other, as UTF-8. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #end = 0;

  get end(): number {
    return this.#end;
  }

  set end(end: number) {
    this.#end = end;
  }

  /** The buffer that is written to, with room behind its end; growing replaces it. */
  get buffer(): Buffer {
    return this.#bytes;
  }

  clear(): void {
    this.#end = 0;
  }

  /** The buffer with room for so many more bytes, for whoever writes them there and then sets the end. */
  room(length: number): Buffer {
    this.#makeRoom(length);
    return this.#bytes;
  }

  text(text: string): void {
    // No unit of a text takes more than three bytes.
    this.#makeRoom(text.length * 3);
    if (text.length > FEW_UNITS || !this.#wroteAscii(text)) this.#end += this.#bytes.write(text, this.#end);
  }

  #wroteAscii(text: string): boolean {
    const written = this.#bytes;
    const end = this.#end;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > MOST_ASCII) return false;
      written[end + at] = unit;
    }
    this.#end = end + text.length;
    return true;
  }

  /** Adds a number as JSON has it, or null. */
  number(number: number | null): void {
    if (number === null || !Number.isInteger(number) || number < 0 || number > MOST_DIGITS_AT_ONCE) {
      this.text(String(number));
      return;
    }
    let length = 1;
    for (let power = 10; power <= number; power *= 10) length++;
    this.#makeRoom(length);
    let rest = number;
    for (let at = this.#end + length - 1; at >= this.#end; at--) {
      const tens = Math.trunc(rest / 10);
      this.#bytes[at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    this.#end += length;
  }

  byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#end++] = byte;
  }

  /** Adds bytes that are a text already. */
  copy(bytes: Buffer, from = 0, to = bytes.length): void {
    this.#makeRoom(to - from);
    if (to - from > FEW_BYTES) {
      bytes.copy(this.#bytes, this.#end, from, to);
      this.#end += to - from;
      return;
    }
    const written = this.#bytes;
    let end = this.#end;
    for (let at = from; at < to; at++) written[end++] = bytes[at] as number;
    this.#end = end;
  }

  #makeRoom(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe((this.#end + length) * 2);
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
  }

  /** Takes the written bytes in a buffer of their own; the writer starts anew then. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(bufferPool.take(this.#end), 0, this.#end);
    taken.set(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
    return taken;
  }
}
