import { tokensOf } from '../../../text/normalise.ts';

/** Length of the longest common subsequence of two texts. */
function commonLength(a: string, b: string): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const character of a) {
    const next = [0];
    for (let at = 1; at <= b.length; at++)
      next.push(
        character === b[at - 1] ? (row[at - 1] as number) + 1 : Math.max(row[at] as number, next[at - 1] as number),
      );
    row = next;
  }
  return row[b.length] as number;
}

const ratio = (a: string, b: string): number =>
  a.length + b.length === 0 ? 100 : Math.round((200 * commonLength(a, b)) / (a.length + b.length));

/**
 * The token set ratio of fuzzy string matching, from 0 to 100: the best of comparing the shared words with either text's
 * words, and both with each other. Words of one text that are all in the other give 100, whatever else that one says:
 * "red" is "dark red" to it.
 */
export function tokenSetRatio(a: string, b: string): number {
  const [left, right] = [new Set(tokensOf(a)), new Set(tokensOf(b))];
  if (left.size === 0 || right.size === 0) return 0;
  const sorted = (words: Iterable<string>) => [...words].sort().join(' ');
  const shared = sorted([...left].filter((word) => right.has(word)));
  const joined = (own: ReadonlySet<string>, other: ReadonlySet<string>) =>
    `${shared} ${sorted([...own].filter((word) => !other.has(word)))}`.trim();
  const [first, second] = [joined(left, right), joined(right, left)];
  const whole = ratio(first, second);
  return shared === '' ? whole : Math.max(ratio(shared, first), ratio(shared, second), whole);
}
