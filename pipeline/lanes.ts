/**
 * Works on items in order, `width` of them at a time. Once one fails no other is taken up, and its error is thrown when
 * those under way have ended.
 */
export async function inLanes<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const lane = async () => {
    while (errors.length === 0) {
      const next = waiting.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        errors.push(error);
      }
      // Lets a signal or a repaint in between items that never wait for anything.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (errors.length > 0) throw errors[0];
}
