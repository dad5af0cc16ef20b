/** One figure: what several runs measured of it, and what it stands beside. */
export interface Figure {
  readonly name: string;
  readonly runs: readonly number[];
  readonly text: (value: number) => string;
  /** The limit, the ideal or the peer of the same runs. */
  readonly beside?: string;
  /** What the median has to reach; left out where nothing is promised. */
  readonly aim?: { readonly atLeast: number } | { readonly below: number };
}

export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
}

export interface Report {
  readonly title: string;
  readonly sections: readonly Section[];
}

const WIDTHS = { name: 33, median: 9, range: 19, beside: 17 };

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
export const fixed = (digits: number) => (value: number) => value.toFixed(digits);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function isMet(value: number, aim: NonNullable<Figure['aim']>): boolean {
  return 'atLeast' in aim ? value >= aim.atLeast : value < aim.below;
}

const line = (name: string, middle: string, range: string, beside: string) =>
  [
    name.padEnd(WIDTHS.name),
    middle.padStart(WIDTHS.median),
    range.padStart(WIDTHS.range),
    `  ${beside}`.padEnd(WIDTHS.beside + 2),
  ]
    .join('')
    .trimEnd();

function figureLines({ name, runs, text, beside = '', aim }: Figure): string[] {
  const middle = median(runs);
  const range = `${text(Math.min(...runs))} to ${text(Math.max(...runs))}`;
  const figure = line(`  ${name}`, text(middle), range, beside);
  if (aim === undefined) return [figure];
  const wanted = 'atLeast' in aim ? `at least ${text(aim.atLeast)}` : `below ${text(aim.below)}`;
  return [figure, `    aim: ${wanted} - ${isMet(middle, aim) ? 'met' : 'MISSED'}`];
}

/** The report as a table of at most 80 columns: medians, the runs' range, and what each figure stands beside. */
export function reportText({ title, sections }: Report, notes: readonly string[]): string {
  const parts = sections.map(({ title: part, figures }) => [
    '',
    part,
    line('', 'median', 'runs', 'beside'),
    ...figures.flatMap(figureLines),
  ]);
  return [title, ...notes, ...parts.flat()].join('\n');
}
