import { formatCount, median } from '../../text/numbers.ts';

/** Bound that the median of a figure has to reach. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number } | { readonly below: number };

/** One figure: what several runs measured of it, and what it stands beside. */
export interface Figure {
  readonly name: string;
  /** Empty where it could not be measured; `beside` says why. */
  readonly runs: readonly number[];
  readonly text: (value: number) => string;
  /** The limit, the ideal or the peer of the same runs. */
  readonly beside?: string;
  /** Left out where nothing is promised. */
  readonly aim?: Aim;
}

export interface Section {
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** Measurements of one part of the benchmark. */
export interface Report {
  readonly title: string;
  readonly sections: readonly Section[];
}

/** A figure as it is shown, whatever the table looks like. */
export interface Row {
  readonly name: string;
  readonly median: string;
  readonly range: string;
  readonly beside: string;
  readonly aim: string;
  readonly verdict: Verdict | '';
}

export type Verdict = 'met' | 'MISSED' | 'unknown';

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
export const fixed = (digits: number) => (value: number) => value.toFixed(digits);
/** Whole, but for what is too small for that. */
export const count = (value: number) => (value < 100 ? value.toFixed(1) : formatCount(Math.round(value)));

function isMet(value: number, aim: Aim): boolean {
  if ('atLeast' in aim) return value >= aim.atLeast;
  return 'atMost' in aim ? value <= aim.atMost : value < aim.below;
}

function aimText(aim: Aim, text: Figure['text']): string {
  if ('atLeast' in aim) return `≥ ${text(aim.atLeast)}`;
  return 'atMost' in aim ? `≤ ${text(aim.atMost)}` : `< ${text(aim.below)}`;
}

/** Tells whether the median reaches the aim; null where there is none. */
export function verdictOf({ runs, aim }: Figure): Verdict | null {
  if (aim === undefined) return null;
  if (runs.length === 0) return 'unknown';
  return isMet(median(runs), aim) ? 'met' : 'MISSED';
}

export function rowOf(figure: Figure): Row {
  const { name, runs, text, beside = '', aim } = figure;
  return {
    name,
    median: runs.length === 0 ? '–' : text(median(runs)),
    range: runs.length < 2 ? '' : `${text(Math.min(...runs))}–${text(Math.max(...runs))}`,
    beside,
    aim: aim === undefined ? '' : aimText(aim, text),
    verdict: verdictOf(figure) ?? '',
  };
}

/** Tells whether no aim of these reports was missed; what could not be measured was not. */
export const allMet = (reports: readonly Report[]): boolean =>
  reports.every(({ sections }) =>
    sections.every(({ figures }) => figures.every((figure) => verdictOf(figure) !== 'MISSED')),
  );
