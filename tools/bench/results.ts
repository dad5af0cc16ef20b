import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { type Report, type Row, rowOf } from './report.ts';

/** Date and machine of a measurement, with its number of runs. */
export interface Circumstances {
  /** As 2026-11-20. */
  readonly date: string;
  readonly machine: string;
  readonly runs: number;
}

export const RESULTS = fileURLToPath(new URL('./RESULTS.md', import.meta.url));
/** Fewer runs are for trying things out, and are not kept. */
export const LEAST_RUNS_KEPT = 3;

/** Titles of the parts that are measured, in the order in which they are shown. */
const ORDER = ['Ingest', 'Build', 'Resume', 'Search', 'Serve', 'Models'];

const TITLE = '# What was measured last';
const PREFACE = `${TITLE}

Written by \`npm run bench\` with \`--runs ${LEAST_RUNS_KEPT}\` or more: medians, the range of the runs, what each figure has to reach, and what it stands beside in the same runs. Times differ from machine to machine and from day to day; what is beside them differs with them. [docs/scale.md](../../docs/scale.md#measurements) says how each is measured.`;

const cell = (text: string) => text.replaceAll('|', '\\|');
const rowLine = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`.replace(/ {2,}/g, ' ');

function figureLine({ name, median, range, beside, aim, verdict }: Row): string {
  const reached = verdict === 'MISSED' ? '**missed**' : verdict;
  return rowLine([name, median, range, aim, reached, beside]);
}

/** A report as Markdown, under a heading with its title. */
export function markdownOf({ title, sections }: Report, { date, machine, runs }: Circumstances): string {
  const tables = sections.map(({ title: name, figures }) =>
    [
      rowLine([`**${name}**`, 'median', 'runs', 'aim', '', 'beside']),
      '| --- | ---: | ---: | ---: | --- | --- |',
      ...figures.map((figure) => figureLine(rowOf(figure))),
    ].join('\n'),
  );
  const measured = `${date}, ${runs} runs; at the start ${machine}.`;
  return [`## ${title}`, measured, ...tables].join('\n\n');
}

const PART = /^## (.*)$/m;

/** The parts of a file of results, by their titles. */
function partsOf(text: string): Map<string, string> {
  const parts = text.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  return new Map(parts.map((part) => [PART.exec(part)![1]!, part.trim()]));
}

/** A file of results with new ones in the place of the old ones of the same title; what was not measured stays. */
export function withResults(before: string, reports: readonly Report[], circumstances: Circumstances): string {
  const parts = partsOf(before);
  for (const report of reports) parts.set(report.title, markdownOf(report, circumstances));
  const known = ORDER.flatMap((title) => parts.get(title) ?? []);
  return `${[PREFACE, ...known].join('\n\n')}\n`;
}

export function keepResults(reports: readonly Report[], circumstances: Circumstances): void {
  const before = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  writeAtomically(RESULTS, withResults(before, reports, circumstances));
}

/** The parts that docs/scale.md shows, in their order. */
const SHOWN = ['Ingest', 'Build', 'Resume', 'Search', 'Serve'];

/** The tables of a file of results that docs/scale.md shows, each under a heading of the third level. */
export function tablesOf(results: string): string {
  const parts = partsOf(results);
  return SHOWN.flatMap((title) => parts.get(title)?.replace(/^## /, '### ') ?? []).join('\n\n');
}
