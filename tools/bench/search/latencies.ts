/** The value that such a share of the values do not exceed. */
export function shareBelow(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** The mean share of the first of one answer that are among the first of the other, whatever their order there. */
export function overlap(one: readonly (readonly string[])[], other: readonly (readonly string[])[]): number {
  const shares = one.map((ids, at) => {
    const most = Math.max(ids.length, other[at]!.length);
    return most === 0 ? 1 : ids.filter((id) => other[at]!.includes(id)).length / most;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
