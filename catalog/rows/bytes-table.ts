import { BytesSlots, NO_VALUE } from './bytes-slots.ts';

const SOME = 1;

/** Remembers what was made of bytes, so that what rows state over and over is worked out once. */
export class BytesTable<Value> {
  readonly #slots: BytesSlots;
  readonly #values: Value[] = [];

  /** `slots` is a power of two. */
  constructor(slots: number) {
    this.#slots = new BytesSlots(slots);
  }

  /** What was made of the same bytes; null where nothing is remembered. */
  find(bytes: Uint8Array, from: number, to: number): Value | null {
    return this.#slots.find(bytes, from, to) === NO_VALUE ? null : (this.#values[this.#slots.slot] as Value);
  }

  /** Remembers what was made of the bytes that were looked for last, unless something there is worth more. */
  put(value: Value): void {
    if (this.#slots.put(SOME)) this.#values[this.#slots.slot] = value;
  }
}
