/** The rows of each group, ascending, where `groupOf` has the group of every row: a number below `count`. */
export function rowsByGroup(groupOf: Uint32Array, count: number): (group: number) => Uint32Array {
  const ends = new Uint32Array(count + 1);
  for (const group of groupOf) ends[group + 1]!++;
  for (let group = 0; group < count; group++) ends[group + 1]! += ends[group] as number;
  const next = ends.slice();
  const rows = new Uint32Array(groupOf.length);
  for (let row = 0; row < groupOf.length; row++) {
    const group = groupOf[row] as number;
    rows[next[group] as number] = row;
    next[group]!++;
  }
  return (group) => rows.subarray(ends[group], ends[group + 1]);
}
