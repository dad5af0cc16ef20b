/**
 * A deterministic draw: an integer from 0 to `below` - 1, decided by the label alone. The same label gives the same
 * number however often and in whatever order it is asked, so adding a draw never moves another one.
 */
export type Draw = (label: string, below: number) => number;

/** One item of a list, or undefined of an empty one. */
export function pick<T>(draw: Draw, label: string, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[draw(label, items.length)];
}

/** One item of a list that is known not to be empty. */
export function pickOne<T>(draw: Draw, label: string, items: readonly T[]): T {
  if (items.length === 0) throw new RangeError(`"${label}" has nothing to draw from`);
  return items[draw(label, items.length)] as T;
}

/** True with the given probability (resolved to one part in a million). */
export function chance(draw: Draw, label: string, probability: number): boolean {
  return draw(label, 1_000_000) < probability * 1_000_000;
}

/** A new list in drawn order. Each place has a label of its own, so equal lists shuffle equally. */
export function shuffled<T>(draw: Draw, label: string, items: readonly T[]): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = draw(`${label}/${last}`, last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/** The items of a list in drawn order, one at a time: what is not asked for is not drawn. */
export function* drawnFrom<T>(draw: Draw, label: string, items: readonly T[]): Generator<T, void, void> {
  const rest = [...items];
  for (let last = rest.length - 1; last >= 0; last--) {
    const place = last === 0 ? 0 : draw(`${label}/${last}`, last + 1);
    yield rest[place] as T;
    rest[place] = rest[last] as T;
  }
}
