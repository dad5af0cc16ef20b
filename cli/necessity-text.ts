import { type HiddenParts, type NeededCounts, necessityVerdict, sumOf } from '../pipeline/necessity.ts';
import { counted, formatCount } from '../text/numbers.ts';
import type { Style } from './terminal/colour.ts';

/**
 * "17 of 35 samples need neither profile nor clarification, 15 need one of them, 3 need both": what matters most first,
 * which is those that need nothing where they are many.
 */
export function necessityText(needed: NeededCounts, { names: [first, second] }: HiddenParts): string {
  const all = sumOf(needed);
  const said = [
    { count: needed.none, whole: `neither ${first} nor ${second}`, short: 'neither' },
    { count: needed.one, whole: `one of ${first} and ${second}`, short: 'one of them' },
    { count: needed.both, whole: `both ${first} and ${second}`, short: 'both' },
  ];
  const ordered = necessityVerdict(needed) === 'good' ? said.reverse() : said;
  return ordered
    .filter(({ count }) => count > 0)
    .map(({ count, whole, short }, at) => {
      const verb = count === 1 ? 'needs' : 'need';
      const [who, what] = at === 0 ? [` of ${counted(all, 'sample', 'samples')}`, whole] : ['', short];
      return `${formatCount(count)}${who} ${verb} ${what}`;
    })
    .join(', ');
}

/** The same, and what helps, where many samples need nothing hidden; null where they do not. */
export const necessityWarning = (counts: NeededCounts, hidden: HiddenParts): string | null =>
  necessityVerdict(counts) === 'good' ? null : `${necessityText(counts, hidden)}. ${hidden.remedy}`;

export const NECESSITY_STYLES: Readonly<Record<ReturnType<typeof necessityVerdict>, Style>> = {
  good: 'green',
  warn: 'yellow',
  bad: 'red',
};
