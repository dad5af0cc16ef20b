/** Does the work for every item, at most so many at once, and returns when each of them was done, in order. */
export async function doneAt<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const caller = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      await work(item);
      times.push(performance.now());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return times;
}
