import { bufferPool, release } from './buffer-pool.ts';

/** A list of whole numbers below 2^32 that grows as it is filled, four bytes each. */
export class Numbers {
  #values: Uint32Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 64) {
    this.#values = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  at(place: number): number {
    return this.#values[place] as number;
  }

  add(value: number): void {
    if (this.#length === this.#values.length)
      this.#values = new Uint32Array(this.#values.buffer.transfer(this.#length * 2 * Uint32Array.BYTES_PER_ELEMENT));
    this.#values[this.#length++] = value;
  }

  /** Puts another number in the place of one that is there. */
  put(place: number, value: number): void {
    this.#values[place] = value;
  }

  clear(): void {
    this.cut(0);
  }

  /** Leaves of the numbers so many, which keeps the memory. */
  cut(length: number): void {
    this.#length = length;
  }

  /** Gives the memory back; the list is not to be used again. */
  release(): void {
    release(this.#values.buffer);
  }

  /** The numbers, in a buffer of their own; the list is empty then. */
  take(): Uint32Array<ArrayBuffer> {
    const taken = new Uint32Array(bufferPool.take(this.#length * Uint32Array.BYTES_PER_ELEMENT), 0, this.#length);
    taken.set(this.#values.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }
}
