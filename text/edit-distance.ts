/** Counts the characters that must be put in, left out or changed to make one text of another. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** The share of a name's characters that a slip of the pen changes at most, and the longest name it is looked for in. */
const SLIP_SHARE = 0.5;
const LONGEST = 200;

/** The name among several that was perhaps meant: one that holds it, or that a slip of the pen leads to; null where none is near. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length * SLIP_SHARE));
  const near = known.flatMap((other) => {
    const text = other.toLowerCase();
    if (wanted.length > LONGEST || text.length > LONGEST) return [];
    const holds = wanted.length >= FEWEST_HELD && ` ${text}`.includes(` ${wanted}`);
    const distance = editDistance(wanted, text);
    return holds || distance <= most ? [{ other, distance: Math.min(distance, holds ? most : distance) }] : [];
  });
  const [best] = near.sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1));
  return best?.other ?? null;
}

/** Shorter texts stand at the start of a word by chance. */
const FEWEST_HELD = 4;
