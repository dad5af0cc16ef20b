import { basename } from 'node:path';
import type { ScoreSheet } from '../../pipeline/scoring.ts';
import { formatCount } from '../../text/numbers.ts';
import { displayWidth, padEnd } from '../terminal/display-width.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import type { Output } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';

const COLUMN_GAP = '  ';
const GROUP_GAP = '    ';

interface ScoredFiles {
  readonly splits: readonly string[];
  readonly predictions: string;
}

/** A sheet as the paper's tables show it: one row for the run, or one per intent where that is too wide. */
export function renderScores(
  sheet: ScoreSheet,
  { splits, predictions }: ScoredFiles,
  output: Pick<Output, 'width' | 'colour'>,
): string {
  const page = new Page(output);
  const { tasks, table, averages, names, remarks, measures } = sheet;
  const from = splits.length === 1 ? splits[0] : `${splits.length} splits files`;
  page.paragraph(`${predictions}: ${formatCount(tasks)} ${tasks === 1 ? 'task' : 'tasks'} of ${from}`);
  page.gap();
  const row = paperRow(sheet, predictions);
  const width = Math.max(...row.map(displayWidth));
  if (width <= page.room(0)) {
    const [groups = '', columns = '', figures = ''] = row;
    page.raw([groups, columns], 0, 0, 'bold');
    page.raw(['─'.repeat(width)], 0, 0, 'dim');
    page.raw([figures], 0, 0);
  } else {
    page.table(
      table.head,
      table.rows.map((cells) => cells.map((text) => ({ text }))),
    );
    page.gap();
    page.paragraph(averages);
  }
  page.gap();
  const nameWidth = Math.max(...names.map(([short]) => short.length));
  for (const [short, meaning] of names) page.entry(short, meaning, nameWidth);
  if (remarks.length > 0) page.gap();
  for (const remark of remarks) page.paragraph(remark, { style: 'yellow' });
  page.gap();
  page.paragraph(measures, { style: 'dim' });
  return page.text;
}

/** The run's row and the two lines of headings above it. */
function paperRow({ groups: columns }: ScoreSheet, predictions: string): string[] {
  const name = escapeForTerminal(basename(predictions).replace(/\.(?:jsonl|ndjson|json)(?:\.gz)?$/, ''));
  const groups = columns.map(({ heading, columns }) => {
    const widths = columns.map(([column, figure]) => Math.max(column.length, figure.length));
    const line = (at: 0 | 1) =>
      columns.map((column, place) => column[at].padStart(widths[place] ?? 0)).join(COLUMN_GAP);
    const width = Math.max(heading.length, line(0).length);
    return [heading, line(0), line(1)].map((text) => text.padEnd(width));
  });
  return ['', '', name].map((text, line) =>
    [padEnd(text, displayWidth(name)), ...groups.map((group) => group[line])].join(GROUP_GAP).trimEnd(),
  );
}
