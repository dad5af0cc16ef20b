/** A task that leaves more combinations than this is not counted. */
export const MOST_COMBINATIONS = 100_000;

/**
 * Calls `take` with every way to choose one item from each list, all of them different, in the lists' order; returns how
 * many there were, and stops at the first one too many.
 */
export function eachCombination<Item extends { readonly id: string }>(
  lists: readonly (readonly Item[])[],
  take: (chosen: readonly Item[]) => void,
): number {
  const chosen: Item[] = [];
  let count = 0;
  const extend = (place: number): void => {
    const list = lists[place];
    if (list === undefined) {
      count += 1;
      if (count <= MOST_COMBINATIONS) take(chosen);
      return;
    }
    for (const item of list) {
      if (count > MOST_COMBINATIONS) return;
      if (chosen.some(({ id }) => id === item.id)) continue;
      chosen.push(item);
      extend(place + 1);
      chosen.pop();
    }
  };
  extend(0);
  return count;
}
