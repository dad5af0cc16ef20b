/** Sets of a task's features are whole numbers, bit b for feature b. */
export const bitsOf = (indexes: readonly number[]): number => indexes.reduce((sum, index) => sum | (1 << index), 0);

export const has = (bits: number, index: number): boolean => (bits & (1 << index)) !== 0;

/** The features of a set, ascending. */
export function* indexesOf(bits: number): Generator<number> {
  for (let rest = bits; rest !== 0; rest &= rest - 1) yield 31 - Math.clz32(rest & -rest);
}
