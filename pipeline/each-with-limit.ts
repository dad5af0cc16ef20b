/** Gives way to waiting events: results, signals, a repaint. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Works on `width` items at a time. Once one fails no other begins, and its error is thrown when all have ended. */
export async function eachWithLimit<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const errors: unknown[] = [];
  const lanes: Promise<void>[] = [];
  const lane = async () => {
    while (errors.length === 0) {
      try {
        const next = await waiting.next();
        if (next.done) return;
        // One by one: a generator that thousands ask at once takes time in proportion to their square.
        if (lanes.length < width) lanes.push(lane());
        await work(next.value);
      } catch (error) {
        errors.push(error);
      }
      // Items may never wait for anything.
      await nextTurn();
    }
  };
  lanes.push(lane());
  // Grows while it is gone through.
  for (const opened of lanes) await opened;
  if (errors.length > 0) throw errors[0];
}
