/** Texts one after the other, as UTF-8. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #end = 0;

  get end(): number {
    return this.#end;
  }

  text(text: string): void {
    // No unit of a text takes more than three bytes.
    this.#makeRoom(text.length * 3);
    this.#end += this.#bytes.write(text, this.#end);
  }

  byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#end++] = byte;
  }

  /** Adds bytes that are a text already. */
  copy(bytes: Buffer, from = 0, to = bytes.length): void {
    this.#makeRoom(to - from);
    bytes.copy(this.#bytes, this.#end, from, to);
    this.#end += to - from;
  }

  #makeRoom(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe((this.#end + length) * 2);
    this.#bytes.copy(grown, 0, 0, this.#end);
    this.#bytes = grown;
  }

  /** What was written, in a buffer of its own; the writer starts anew then. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
    return taken;
  }
}
