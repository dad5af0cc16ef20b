import { type Style, styled } from '../../cli/terminal/colour.ts';
import { displayWidth, padEnd, padStart, wrap } from '../../cli/terminal/display-width.ts';
import { type Report, type Row, rowOf, type Verdict } from './report.ts';

interface TableOptions {
  /** Columns of the window; no line is wider, down to 40. */
  readonly width: number;
  readonly colour: boolean;
}

type Cell = keyof Row;

interface Layout {
  /** Cells that stand side by side after the name. */
  readonly columns: readonly Exclude<Cell, 'name'>[];
  /** Cells that stand below the name, where there are any. */
  readonly below: readonly Exclude<Cell, 'name'>[];
}

/** The roomier first. */
const LAYOUTS: readonly Layout[] = [
  { columns: ['median', 'range', 'aim', 'verdict', 'beside'], below: [] },
  { columns: ['median', 'range', 'aim', 'verdict'], below: ['beside'] },
  { columns: ['median', 'aim', 'verdict'], below: ['range', 'beside'] },
  { columns: ['median'], below: ['aim', 'verdict', 'range', 'beside'] },
];
const HEADINGS: Readonly<Record<Cell, string>> = {
  name: '',
  median: 'median',
  range: 'runs',
  beside: 'beside',
  aim: 'aim',
  verdict: '',
};
/** Labels of the cells that need a word; the others say by themselves what they are. */
const LABELS: Readonly<Partial<Record<Cell, string>>> = { range: 'runs: ', beside: 'beside: ', aim: 'aim: ' };
const STYLES: Readonly<Record<string, Style>> = { met: 'green', MISSED: 'red', unknown: 'yellow' } satisfies Record<
  Verdict,
  Style
>;
const GAP = '  ';
const INDENT = '  ';
const NARROWEST = 40;

const isNumber = (cell: Cell) => cell === 'median' || cell === 'range' || cell === 'aim';

/** Reports as one table: medians, the runs' range, what each figure stands beside, its aim and whether it was met. */
export function reportTable(reports: readonly Report[], { width, colour }: TableOptions): string {
  const room = Math.max(NARROWEST, width);
  const rows = reports.flatMap(({ sections }) => sections.flatMap(({ figures }) => figures.map(rowOf)));
  const isUsed = (cell: Cell) => rows.some((row) => row[cell] !== '');
  const widest = (cell: Cell) =>
    isUsed(cell) ? Math.max(...[HEADINGS[cell], ...rows.map((row) => row[cell])].map(displayWidth)) : 0;
  const taken = ({ columns }: Layout) =>
    columns.filter(isUsed).reduce((sum, cell) => sum + GAP.length + widest(cell), INDENT.length + widest('name'));
  const layout = LAYOUTS.find((one) => taken(one) <= room) ?? LAYOUTS.at(-1)!;
  const shown = layout.columns.filter(isUsed);
  const widths = shown.map(widest);
  const nameRoom = Math.min(
    widest('name'),
    room - INDENT.length - widths.reduce((sum, one) => sum + one + GAP.length, 0),
  );

  const lineOf = (name: string, cells: readonly string[]) =>
    [
      padEnd(name, nameRoom),
      ...cells.map((cell, at) => {
        const padded = isNumber(shown[at]!) ? padStart(cell, widths[at]!) : padEnd(cell, widths[at]!);
        return shown[at] === 'verdict' ? styled(padded, STYLES[cell] ?? null, colour) : padded;
      }),
    ]
      .join(GAP)
      .trimEnd();
  const headings = lineOf(
    '',
    shown.map((cell) => HEADINGS[cell]),
  );

  const linesOf = (row: Row): string[] => {
    const [name = '', ...more] = wrap(row.name, nameRoom);
    const cells = lineOf(
      name,
      shown.map((cell) => row[cell]),
    );
    const words = layout.below.filter((cell) => row[cell] !== '').map((cell) => `${LABELS[cell] ?? ''}${row[cell]}`);
    const below = wrap(words.join(', '), room - 2 * INDENT.length).map((line) => `${INDENT}${line}`);
    return [cells, ...more, ...below].map((line) => `${INDENT}${line}`);
  };
  const lines = reports.flatMap(({ title, sections }) => [
    '',
    styled(title, 'bold', colour),
    ...sections.flatMap((section) => [
      '',
      ...wrap(section.title, room),
      `${INDENT}${headings}`,
      ...section.figures.flatMap((figure) => linesOf(rowOf(figure))),
    ]),
  ]);
  return lines.join('\n');
}
