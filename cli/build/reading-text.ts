import { type ColumnTally, DETAIL, type ReadingReport, type StatedColumn } from '../../schemas/reading-report.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { placeWord, rawPlace } from '../raw-place.ts';
import { displayWidth, truncate } from '../terminal/display-width.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';

interface Shown {
  /** Tells whether a requirement can be about a detail field. */
  asksAbout(field: string): boolean;
  /** Command that lists the fields left out here; null where all are to be listed. */
  readonly more: string | null;
}

const MOST_ASKED = 10;
const MOST_OTHERS = 4;
const MOST_CAUSES = 5;
const MOST_UNREAD_FIELDS = 3;

const LONGEST_NAME = 28;
const LONGEST_FROM = 18;
const LONGEST_EXAMPLE = 60;
/** An example that is cut shorter than this says nothing. */
const SHORTEST_EXAMPLE = 20;

/**
 * Lays out for a window the columns read from raw files, and what of these files was set aside or could not be read.
 */
export function renderReading(
  { products, files, unread, columns }: ReadingReport,
  { asksAbout, more }: Shown,
  output: Pick<Output, 'width' | 'colour'>,
): string {
  const page = new Page(output);
  for (const file of files) tellSetAside(page, file);
  page.gap();
  const details = columns.filter(({ isDetail }) => isDetail);
  const sides = Map.groupBy(details, ({ name }) => asksAbout(name));
  const [asked, others] = [sides.get(true) ?? [], sides.get(false) ?? []];
  const shown = more === null ? [asked, others] : [asked.slice(0, MOST_ASKED), others.slice(0, MOST_OTHERS)];
  const sections: Section[] = [
    { heading: null, columns: columns.filter(({ isDetail }) => !isDetail) },
    { heading: 'asked about:', columns: shown[0] as StatedColumn[] },
    { heading: 'never asked about:', columns: shown[1] as StatedColumn[] },
  ];
  table(
    page,
    products,
    sections.filter((section) => section.columns.length > 0),
    output.width,
  );
  const left = [asked, others].map(({ length }, at) => length - (shown[at] as StatedColumn[]).length) as [
    number,
    number,
  ];
  if (left[0] + left[1] > 0) {
    const kinds = [
      counted(left[0], 'more is asked about', 'more are asked about'),
      `${formatCount(left[1])} more never`,
    ];
    const which = kinds.filter((_, at) => (left[at] as number) > 0).join(' and ');
    page.paragraph(`Of the detail fields ${which}: ${more}`, { hanging: 2 });
  }
  tellUnread(page, unread);
  return page.text;
}

function tellSetAside(page: Page, { file, setAside }: ReadingReport['files'][number]): void {
  const causes = setAside.toSorted((a, b) => b.rows - a.rows || a.line - b.line);
  for (const { cause, rows, line, remedy } of causes.slice(0, MOST_CAUSES)) {
    const place = `${placeWord(file)} ${line}`;
    const which = rows === 1 ? place : `the first is ${place}`;
    const advice = remedy === null ? '' : `; ${remedy}`;
    page.paragraph(`${file}: ${counted(rows, 'row', 'rows')} set aside: ${cause} (${which})${advice}`, { hanging: 2 });
  }
  const rest = causes.slice(MOST_CAUSES).reduce((sum, { rows }) => sum + rows, 0);
  if (rest > 0) page.paragraph(`${file}: ${counted(rest, 'more row', 'more rows')} set aside for other causes`);
}

interface Section {
  readonly heading: string | null;
  readonly columns: readonly StatedColumn[];
}

interface Layout {
  readonly headings: readonly string[];
  cells(column: StatedColumn): readonly Cell[];
}

const number = (count: number | null) => (count === null ? '' : formatCount(count));

/** The table as wide as the window allows: examples are cut first, then columns left out. */
function table(page: Page, products: number, sections: readonly Section[], width: number): void {
  const all = sections.flatMap(({ columns }) => columns);
  const layouts = [true, false].flatMap((withExample) =>
    [true, false].map((withFrom) => layoutOf(products, withFrom, withExample)),
  );
  const needs = (layout: Layout) => widthOf(layout, all, sections);
  const fitting = layouts.find((layout) => needs(layout) <= width) ?? (layouts.at(-1) as Layout);
  const roomForExample = width - needs(fitting) + (fitting.headings.includes(EXAMPLE) ? SHORTEST_EXAMPLE : 0);
  const blank = fitting.headings.slice(1).map((): Cell => ({ text: '' }));
  const rows = sections.flatMap(({ heading, columns }) => [
    ...(heading === null ? [] : [[{ text: heading, style: 'dim' as const }, ...blank]]),
    ...columns.map((column) =>
      fitting
        .cells(column)
        .map((cell, at) =>
          fitting.headings[at] === EXAMPLE
            ? { ...cell, text: truncate(escapeForTerminal(cell.text), Math.min(roomForExample, LONGEST_EXAMPLE)) }
            : cell,
        ),
    ),
  ]);
  page.table(fitting.headings, rows);
}

const EXAMPLE = 'such as';

function layoutOf(products: number, withFrom: boolean, withExample: boolean): Layout {
  return {
    headings: [
      `of ${counted(products, 'product', 'products')}`,
      ...(withFrom ? ['read from'] : []),
      ...['stated by', 'values', 'not read'],
      ...(withExample ? [EXAMPLE] : []),
    ],
    cells: ({ name, isDetail, from, products, values, unread, example }) => [
      { text: truncate(escapeForTerminal(name), LONGEST_NAME) },
      ...(withFrom ? [{ text: truncate(escapeForTerminal(from.join(', ')), LONGEST_FROM), left: true }] : []),
      { text: number(products), style: products === 0 ? 'yellow' : null },
      { text: number(values) },
      // Where no column is known nothing was looked for.
      { text: isDetail || from.length > 0 ? formatCount(unread) : '', style: unread > 0 ? 'yellow' : null },
      ...(withExample ? [{ text: example ?? '', left: true }] : []),
    ],
  };
}

/** The columns a layout takes where examples are as short as they may be. */
function widthOf({ headings, cells }: Layout, columns: readonly StatedColumn[], sections: readonly Section[]): number {
  const rows = columns.map(cells);
  const widths = headings.map((heading, at) => {
    if (heading === EXAMPLE) return SHORTEST_EXAMPLE;
    const beside = at === 0 ? sections.map((section) => section.heading ?? '') : [];
    return Math.max(...[heading, ...beside, ...rows.map((row) => row[at]?.text ?? '')].map(displayWidth));
  });
  return widths.reduce((sum, column) => sum + column + 2, -2);
}

/** Says what cells hold that could not be read: of every column, and of the fields where it is most. */
function tellUnread(page: Page, tallies: readonly ColumnTally[]): void {
  const most = tallies.toSorted((a, b) => b.unread - a.unread);
  const columns = most.filter(({ of }) => of !== DETAIL);
  const fields = most.filter(({ of }) => of === DETAIL);
  if (most.length > 0) page.gap();
  for (const tally of [...columns, ...fields.slice(0, MOST_UNREAD_FIELDS)])
    page.paragraph(unreadSentence(tally), { hanging: 2, style: 'yellow' });
  const rest = fields.length - MOST_UNREAD_FIELDS;
  if (rest > 0) page.paragraph(`${counted(rest, 'more field has', 'more fields have')} values that were not read`);
}

function unreadSentence({ of, column, stated, unread, expected, example }: ColumnTally): string {
  const which =
    of === DETAIL
      ? `"${column}": ${counted(unread, 'value', 'values')}`
      : `${shortName(of)} in "${column}": ${formatCount(unread)} of ${counted(stated, 'value', 'values')}`;
  const first = example === null ? '' : `${example.text} (${rawPlace(example)})`;
  return `${which} not read, expected ${expected}; the first is ${first}`;
}

/** A key as a mapping has it, under its section. */
const shortName = (of: string) => of.replace(/^product\./, '');
