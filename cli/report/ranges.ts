import type { Numbers } from '../../pipeline/run-tally.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Bar } from './bars.ts';

const MOST_BARS = 20;

/** A bar for each number, from the least; where there are many, the last one is for all that follow. */
export function each(numbers: Numbers): Bar[] {
  const all = numbers.sorted;
  const bars = all.map(([number, value]): Bar => ({ name: formatCount(number), value }));
  if (bars.length <= MOST_BARS) return bars;
  const rest = bars.slice(MOST_BARS - 1);
  const value = rest.reduce((sum, bar) => sum + bar.value, 0);
  return [...bars.slice(0, MOST_BARS - 1), { name: `from ${rest[0]?.name}`, value }];
}

/** Numbers in steps of 1, 2, 5, 10, 20, 50 and so on, as many as are needed; each step ends with its number. */
export function spread(numbers: Numbers, isWhole: boolean): Bar[] {
  const greatest = numbers.sorted.at(-1)?.[0] ?? 0;
  const bars: Bar[] = [];
  let low = 0;
  for (const high of steps()) {
    const value = numbers.between(low === 0 ? 0 : low + Number.EPSILON * low, high);
    if (bars.length > 0 || value > 0) bars.push({ name: isWhole ? wholeRange(low, high) : range(low, high), value });
    if (high >= greatest) return bars;
    low = high;
  }
  return bars;
}

function* steps(): Generator<number> {
  for (let unit = 1; ; unit *= 10) yield* [unit, 2 * unit, 5 * unit];
}

const range = (low: number, high: number) =>
  low === 0 ? `up to ${formatCount(high)}` : `over ${formatCount(low)} to ${formatCount(high)}`;

function wholeRange(low: number, high: number): string {
  if (low === 0) return `up to ${formatCount(high)}`;
  return low + 1 === high ? formatCount(high) : `${formatCount(low + 1)} to ${formatCount(high)}`;
}
