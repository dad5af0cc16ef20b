/** Smaller ones are made as quickly as found. */
const LEAST_BYTES = 1 << 14;
const MOST_KEPT = 64;
/** The most bytes that are kept; a piece is as long as its longest row. */
const MOST_BYTES = 1 << 27;
/** One that is much larger than it has to be is kept for more. */
const MOST_SLACK = 4;

/** Gives back the memory of a buffer that nobody looks at any more. The collector would let much of it come together first. */
export function release(buffer: ArrayBuffer): void {
  buffer.transfer(0);
}

/**
 * A pool of buffers that may be used again. Threads hand a new megabyte to one another at every step, and making
 * them and clearing them away would cost more than filling them.
 */
export class BufferPool {
  readonly #buffers: ArrayBuffer[] = [];
  #bytes = 0;

  give(buffers: Iterable<ArrayBuffer>): void {
    for (const buffer of buffers) {
      if (buffer.byteLength < LEAST_BYTES) continue;
      this.#buffers.push(buffer);
      this.#bytes += buffer.byteLength;
      while (this.#buffers.length > MOST_KEPT || this.#bytes > MOST_BYTES) release(this.#remove(0));
    }
  }

  /** A buffer of so many bytes or more, whatever is in it. */
  take(bytes: number): ArrayBuffer {
    let best = -1;
    let bestLength = bytes < LEAST_BYTES ? 0 : bytes * MOST_SLACK;
    for (let place = 0; place < this.#buffers.length; place++) {
      const { byteLength } = this.#buffers[place] as ArrayBuffer;
      if (byteLength < bytes || byteLength >= bestLength) continue;
      best = place;
      bestLength = byteLength;
    }
    return best < 0 ? new ArrayBuffer(bytes) : this.#remove(best);
  }

  #remove(place: number): ArrayBuffer {
    const [buffer] = this.#buffers.splice(place, 1) as [ArrayBuffer];
    this.#bytes -= buffer.byteLength;
    return buffer;
  }

  takeAll(): ArrayBuffer[] {
    this.#bytes = 0;
    return this.#buffers.splice(0);
  }
}

/** The pool of this thread. */
export const bufferPool = new BufferPool();

/** Every buffer of a value, which can change hands instead of being copied. */
export function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersIn) : [];
}
