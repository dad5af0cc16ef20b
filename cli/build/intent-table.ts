import {
  type HiddenParts,
  NEEDED,
  type NeededCounts,
  necessityVerdict,
  sumOf,
  sumOfNeeded,
} from '../../pipeline/necessity.ts';
import { formatCount } from '../../text/numbers.ts';
import { NECESSITY_STYLES } from '../necessity-text.ts';
import { type Style, styled } from '../terminal/colour.ts';
import { displayWidth, fillLines, padEnd, padStart, wrap } from '../terminal/display-width.ts';
import { escapeForTerminal } from '../terminal/escape.ts';

/** Counts of an intent's tasks by how they ended. `shortfall` is a full sentence, or null where the quota is met. */
export interface IntentRow {
  readonly intent: string;
  readonly quota: number;
  readonly planned: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly surplus: number;
  readonly failed: number;
  readonly pending: number;
  /** Rejection code to how many tasks it set aside. */
  readonly codes: Readonly<Record<string, number>>;
  /** Accepted ones by how much of what they hide they need; left out where nothing is hidden. */
  readonly needed?: NeededCounts | undefined;
  /** By split how many samples it has and was to have; empty where samples are not split. */
  readonly splits: Readonly<Record<string, { readonly accepted: number; readonly wanted: number }>>;
  readonly shortfall: string | null;
}

interface TableOptions {
  /** Columns of the window; no line is wider, down to 20. */
  readonly width: number;
  readonly colour: boolean;
  /** Parts that samples hide, where they hide anything: a column tells how much of it they need. */
  readonly hidden?: HiddenParts | undefined;
}

interface Column {
  readonly heading: string;
  readonly text: (row: IntentRow) => string;
  readonly style: (row: IntentRow) => Style | null;
}

interface Layout {
  readonly columns: readonly Column[];
  readonly gap: string;
  readonly nameWidth: number;
  readonly columnWidths: readonly number[];
  readonly width: number;
}

const NARROWEST = 20;
/** With less room than this the codes stand below their row: a column of one code per line is hard to read. */
const NARROWEST_CODES = 36;
const NAME_HEADING = 'intent';
const CODES_HEADING = 'rejected because';

/** Stands below the table, as words, where nothing is pending and the window is narrow. */
const PENDING: Column = {
  heading: 'pending',
  text: (row) => formatCount(row.pending),
  style: (row) => (row.pending > 0 ? 'yellow' : null),
};
const COLUMNS: readonly Column[] = [
  { heading: 'planned', text: (row) => formatCount(row.planned), style: () => null },
  {
    heading: 'accepted',
    text: (row) => `${formatCount(row.accepted)}/${formatCount(row.quota)}`,
    style: (row) => (row.accepted < row.quota ? 'yellow' : 'green'),
  },
  { heading: 'rejected', text: (row) => formatCount(row.rejected), style: () => null },
  { heading: 'surplus', text: (row) => formatCount(row.surplus), style: () => null },
  PENDING,
];
const NEEDED_HEADING = 'needed';
const NEEDED_COLUMN: Column = {
  heading: NEEDED_HEADING,
  text: ({ needed }) =>
    needed === undefined || sumOf(needed) === 0 ? '–' : NEEDED.map((level) => formatCount(needed[level])).join('/'),
  style: ({ needed }) =>
    needed === undefined || sumOf(needed) === 0 ? null : NECESSITY_STYLES[necessityVerdict(needed)],
};
const FAILED: Column = {
  heading: 'failed',
  text: (row) => formatCount(row.failed),
  style: (row) => (row.failed > 0 ? 'red' : null),
};

/**
 * The table at the end of a run: a row per intent with its rejection codes, the total, and below it splits by intents and a
 * sentence for every quota that was not met. All text in the rows is escaped here. Ends without a line break.
 */
export function renderTable(rows: readonly IntentRow[], { width, colour, hidden }: TableOptions): string {
  const room = Math.max(NARROWEST, Math.floor(width));
  const safe = rows.map(withSafeText);
  const all = [...safe, totalOf(safe)];
  const columns = [
    ...COLUMNS,
    ...(all.some(({ failed }) => failed > 0) ? [FAILED] : []),
    ...(hidden === undefined ? [] : [NEEDED_COLUMN]),
  ];
  const withoutIdle = columns.filter((column) => column !== PENDING || all.some(({ pending }) => pending > 0));

  const layout = layoutOf(all, [columns, withoutIdle], room);
  const lines = layout === null ? cards(all, columns, room, colour) : grid(all, layout, room, colour);
  const legends = [
    ...(layout?.columns.includes(PENDING) === false ? [`${PENDING.heading}: none`] : []),
    ...(hidden === undefined ? [] : [legendOf(hidden)]),
  ];
  lines.push(...legends.flatMap((legend) => wrap(legend, room)).map((line) => styled(line, 'dim', colour)));
  const splits = splitLines(all, room, colour);
  const shortfalls = safe.flatMap((row) => shortfallLines(row, room, colour));
  return [
    ...lines,
    ...(splits.length > 0 ? ['', ...splits] : []),
    ...(shortfalls.length > 0 ? ['', ...shortfalls] : []),
  ].join('\n');
}

const legendOf = ({ names }: HiddenParts) =>
  `${NEEDED_HEADING}: accepted samples that need both / one / none of their hidden parts (${names.join(', ')})`;

function withSafeText(row: IntentRow): IntentRow {
  return {
    ...row,
    intent: escapeForTerminal(row.intent),
    codes: Object.fromEntries(Object.entries(row.codes).map(([code, count]) => [escapeForTerminal(code), count])),
    shortfall: row.shortfall === null ? null : escapeForTerminal(row.shortfall),
  };
}

function totalOf(rows: readonly IntentRow[]): IntentRow {
  const sum = (pick: (row: IntentRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const codes = new Map<string, number>();
  for (const row of rows) {
    for (const [code, count] of Object.entries(row.codes)) codes.set(code, (codes.get(code) ?? 0) + count);
  }
  return {
    intent: 'total',
    quota: sum(({ quota }) => quota),
    planned: sum(({ planned }) => planned),
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected),
    surplus: sum(({ surplus }) => surplus),
    failed: sum(({ failed }) => failed),
    pending: sum(({ pending }) => pending),
    codes: Object.fromEntries(codes),
    needed: sumOfNeeded(rows.map(({ needed }) => needed)),
    splits: Object.fromEntries(
      Object.keys(rows[0]?.splits ?? {}).map((name) => [
        name,
        {
          accepted: sum(({ splits }) => splits[name]?.accepted ?? 0),
          wanted: sum(({ splits }) => splits[name]?.wanted ?? 0),
        },
      ]),
    ),
    shortfall: null,
  };
}

/** Lists the samples each split has of each intent; nothing where samples are not split. */
function splitLines(rows: readonly IntentRow[], room: number, colour: boolean): string[] {
  const names = Object.keys(rows[0]?.splits ?? {});
  // One split says no more than the table above.
  if (names.length < 2) return [];
  const columns = names.map((heading): Column => {
    const countsOf = ({ splits }: IntentRow) => splits[heading] ?? { accepted: 0, wanted: 0 };
    return {
      heading,
      text: (row) => `${formatCount(countsOf(row).accepted)}/${formatCount(countsOf(row).wanted)}`,
      style: (row) => (countsOf(row).accepted < countsOf(row).wanted ? 'yellow' : null),
    };
  });
  if (columns.length === 0) return [];
  const plain = rows.map((row) => ({ ...row, codes: {} }));
  const layout = layoutOf(plain, [columns], room);
  return layout === null ? cards(plain, columns, room, colour) : grid(plain, layout, room, colour);
}

/** The roomiest way to set one of these lists of columns; in a narrow window long names stand above their row. */
function layoutOf(rows: readonly IntentRow[], lists: readonly (readonly Column[])[], room: number): Layout | null {
  for (const names of [rows.map(({ intent }) => intent), []])
    for (const columns of lists)
      for (const gap of ['  ', ' ']) {
        const columnWidths = columns.map(({ heading, text }) => widest([heading, ...rows.map(text)]));
        const nameWidth = widest([NAME_HEADING, ...names]);
        const width = columnWidths.reduce((sum, column) => sum + gap.length + column, nameWidth);
        if (width <= room) return { columns, gap, nameWidth, columnWidths, width };
      }
  return null;
}

const partsOf = (intent: string) => intent.split(/(?<=_)/);
const widest = (texts: readonly string[]) => Math.max(...texts.map(displayWidth));

function codesOf({ codes }: IntentRow): string[] {
  return Object.entries(codes)
    .filter(([, count]) => count > 0)
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
    .map(([code, count], index, { length }) => `${formatCount(count)} ${code}${index < length - 1 ? ',' : ''}`);
}

function grid(
  rows: readonly IntentRow[],
  { columns, gap, nameWidth, columnWidths, width }: Layout,
  room: number,
  colour: boolean,
): string[] {
  const beside = room - width - gap.length;
  const codesBeside = beside >= NARROWEST_CODES;
  const codesWidth = codesBeside ? beside : room - 4;
  const codeLines = rows.map((row) => fillLines(codesOf(row), codesWidth));
  const hasCodes = codeLines.some((lines) => lines.length > 0);
  const tableWidth =
    codesBeside && hasCodes ? width + gap.length + widest([CODES_HEADING, ...codeLines.flat()]) : Math.min(room, width);

  const line = (name: string, cells: readonly string[], codes = '') =>
    [name, ...cells, ...(codes === '' ? [] : [codes])].join(gap).trimEnd();
  const blanks = columnWidths.map((columnWidth) => ' '.repeat(columnWidth));
  const rule = styled('─'.repeat(tableWidth), 'dim', colour);

  const headings = columns.map(({ heading }, at) => styled(padStart(heading, columnWidths[at]!), 'bold', colour));
  const codesHeading = codesBeside && hasCodes ? styled(CODES_HEADING, 'bold', colour) : '';
  const lines = [line(styled(padEnd(NAME_HEADING, nameWidth), 'bold', colour), headings, codesHeading), rule];

  for (const [index, row] of rows.entries()) {
    const isTotal = index === rows.length - 1;
    if (isTotal) lines.push(rule);
    const isAbove = displayWidth(row.intent) > nameWidth;
    const nameStyle = isTotal ? 'bold' : null;
    if (isAbove) lines.push(...fillLines(partsOf(row.intent), room, '').map((name) => styled(name, nameStyle, colour)));
    const beside = codesBeside ? codeLines[index]! : [];
    const cells = columns.map(({ text, style }, at) =>
      styled(padStart(text(row), columnWidths[at]!), style(row), colour),
    );
    for (let at = 0; at < Math.max(1, beside.length); at++) {
      const name = styled(padEnd(at === 0 && !isAbove ? row.intent : '', nameWidth), nameStyle, colour);
      lines.push(line(name, at === 0 ? cells : blanks, styled(beside[at] ?? '', 'dim', colour)));
    }
    if (!codesBeside) lines.push(...codeLines[index]!.map((codes) => `    ${styled(codes, 'dim', colour)}`));
  }
  return lines;
}

/** Lays out rows where no columns fit: the name of each intent, and below it its numbers as words. */
function cards(rows: readonly IntentRow[], columns: readonly Column[], room: number, colour: boolean): string[] {
  return rows.flatMap((row) => [
    ...fillLines(partsOf(row.intent), room, '').map((name) => styled(name, 'bold', colour)),
    ...wrapCells(row, columns, room - 2, colour).map((line) => `  ${line}`),
    ...fillLines(codesOf(row), room - 4).map((codes) => `    ${styled(codes, 'dim', colour)}`),
  ]);
}

function wrapCells(row: IntentRow, columns: readonly Column[], width: number, colour: boolean): string[] {
  const cells = columns.map(({ heading, text }, at) => `${heading} ${text(row)}${at < columns.length - 1 ? ',' : ''}`);
  const lines = fillLines(cells, width);
  if (!colour) return lines;
  // Styled after the lines are filled, so that the codes are not measured.
  return lines.map((line) =>
    columns.reduce((text, { heading, text: cell, style }) => {
      const words = `${heading} ${cell(row)}`;
      return text.replace(words, () => styled(words, style(row), colour));
    }, line),
  );
}

function shortfallLines({ intent, shortfall }: IntentRow, room: number, colour: boolean): string[] {
  if (shortfall === null) return [];
  const lines = wrap(`${intent}: ${shortfall}`, room - 2);
  return lines.map((line, at) => (at === 0 ? styled(line, 'yellow', colour) : `  ${styled(line, 'yellow', colour)}`));
}
