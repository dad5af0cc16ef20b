/** Items after which the next ones are told, twice as many. */
const TOLD_TOGETHER = 256;

interface LookAhead<T> {
  /** Items that may be under way at once. */
  readonly width: number;
  /** Is told which items come next, after those that may be under way. */
  tell(items: readonly T[]): void;
}

/**
 * Hands out the items of all batches one by one, and tells ahead what they will be. Batches are asked for as long as fewer
 * items wait than are told.
 */
export async function* withLookAhead<T>(
  batches: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
  { width, tell }: LookAhead<T>,
): AsyncGenerator<T> {
  const waiting = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
  /** The latest that were handed out, and those that come next. */
  const items: T[] = [];
  let handedOut = 0;
  for (let isLast = false; ; ) {
    while (!isLast && items.length - handedOut < 2 * TOLD_TOGETHER) {
      const { done, value } = await waiting.next();
      if (done) isLast = true;
      else for (const item of value) items.push(item);
    }
    if (handedOut === items.length) return;
    items.splice(0, handedOut - width);
    handedOut = Math.min(handedOut, width);
    tell(items.slice(0, handedOut + 2 * TOLD_TOGETHER));
    for (let left = TOLD_TOGETHER; left > 0 && handedOut < items.length; left--) yield items[handedOut++] as T;
  }
}
