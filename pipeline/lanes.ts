/** Lets come what waits for its turn: results, signals, a repaint. */
export const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Works on items in order, `width` of them at a time. Once one fails no other is taken up, and its error is thrown when
 * those under way have ended.
 */
export async function inLanes<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const errors: unknown[] = [];
  const lane = async () => {
    while (errors.length === 0) {
      try {
        const next = await waiting.next();
        if (next.done) return;
        await work(next.value);
      } catch (error) {
        errors.push(error);
      }
      // Items may never wait for anything.
      await othersFirst();
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (errors.length > 0) throw errors[0];
}
