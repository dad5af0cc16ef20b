import { type Style, styled } from './colour.ts';
import { displayWidth, fillLines, padEnd, padStart, wrap } from './display-width.ts';
import { escapeForTerminal } from './escape.ts';
import type { Output } from './output.ts';
import { sentence } from './sentence.ts';

/** One cell of a row: its text, escaped, and how it is shown. */
export interface Cell {
  readonly text: string;
  readonly style?: Style | null;
  /** Texts stand to the left, as the first cell of a row does; numbers to the right. */
  readonly left?: boolean;
}

const GAP = '  ';
/** A column of words is not broken into fewer columns than this. */
const NARROWEST_WORDS = 24;

/** Ways to make room: a splitter of headings into pieces that a line may end after, and whether long names stand above their row. */
interface Breaks {
  readonly headings: (text: string) => string[];
  readonly namesAbove: boolean;
}

interface Layout {
  readonly gap: string;
  readonly widths: readonly number[];
  readonly breaks: Breaks;
}

const whole = (text: string) => [text];
const atSpaces = (text: string) => text.split(/(?<=[ /])(?!%)/);
const atJoints = (text: string) => text.split(/(?<=[-_/ ])/);

/** From none to all. */
const BREAKS: readonly Breaks[] = [
  { headings: whole, namesAbove: false },
  { headings: atSpaces, namesAbove: false },
  { headings: atSpaces, namesAbove: true },
];

const widthOf = ({ gap, widths }: Layout) => widths.reduce((sum, width) => sum + width + gap.length, -gap.length);

/** Lines of text for a window; every text given to it is untrusted and escaped here. */
export class Page {
  readonly #lines: string[] = [];
  readonly #width: number;
  readonly #window: number | null;
  readonly colour: boolean;

  constructor({ width, window = null, colour }: Pick<Output, 'width' | 'window' | 'colour'>) {
    this.#width = width;
    this.#window = window;
    this.colour = colour;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** Columns left beside an indent. */
  room(indent: number): number {
    return Math.max(1, this.#width - indent);
  }

  gap(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  heading(text: string): void {
    this.gap();
    this.paragraph(text, { style: 'bold' });
  }

  /** A text wrapped into the window, its lines after the first indented further. */
  paragraph(
    text: string,
    { indent = 0, hanging = indent, style = null }: { indent?: number; hanging?: number; style?: Style | null } = {},
  ): void {
    this.raw(wrap(escapeForTerminal(text), this.room(Math.max(indent, hanging))), indent, hanging, style);
  }

  /** A sentence on one line, however long, where there is no window to break it: others search for it. */
  line(text: string, style: Style | null = null): void {
    this.raw(sentence(text, this.#window).split('\n'), 0, 0, style);
  }

  /** Pieces that are kept whole, as many to a line as fit. */
  pieces(
    pieces: readonly string[],
    { indent = 0, hanging = indent, style = null }: { indent?: number; hanging?: number; style?: Style | null } = {},
  ): void {
    const parts = pieces.map((piece, at) => `${escapeForTerminal(piece)}${at < pieces.length - 1 ? ',' : ''}`);
    this.raw(fillLines(parts, this.room(Math.max(indent, hanging))), indent, hanging, style);
  }

  /** A name and its text side by side; in a narrow window the text stands below. */
  entry(name: string, text: string, nameWidth: number): void {
    this.labelled(name, wrap(escapeForTerminal(text), this.#textRoom(nameWidth)), nameWidth);
  }

  /** Lines that are escaped and fit already, beside or below their name. */
  labelled(name: string, lines: readonly string[], nameWidth: number): void {
    const label = escapeForTerminal(name);
    if (this.#isNarrow(nameWidth) || displayWidth(label) > nameWidth) {
      this.raw(wrap(label, this.room(0)), 0, 0, 'dim');
      this.raw(lines, 2, 2);
      return;
    }
    for (const [at, line] of (lines.length > 0 ? lines : ['']).entries()) {
      const start = styled(padEnd(at === 0 ? label : '', nameWidth), 'dim', this.colour);
      this.#lines.push(`${start}${GAP}${line}`.trimEnd());
    }
  }

  /** Columns a labelled text may take, whether it stands beside its name or below. */
  textRoom(name: string, nameWidth: number): number {
    return displayWidth(escapeForTerminal(name)) > nameWidth ? this.room(2) : this.#textRoom(nameWidth);
  }

  #isNarrow(nameWidth: number): boolean {
    return this.#width < nameWidth + 30;
  }

  #textRoom(nameWidth: number): number {
    return this.#isNarrow(nameWidth) ? this.room(2) : this.room(nameWidth + GAP.length);
  }

  raw(lines: readonly string[], indent: number, hanging: number, style: Style | null = null): void {
    for (const [at, line] of lines.entries())
      this.#lines.push(' '.repeat(at === 0 ? indent : hanging) + styled(line, style, this.colour));
  }

  /**
   * Rows under headings, the first column to the left and the others to the right, unless their cells say so. Where they do
   * not fit, gaps shrink, headings and a last column of words are broken over lines, and long names stand whole above their
   * row; where that is not enough, each row is its first cell and, below it, the other cells with their headings as words.
   */
  table(headings: readonly string[], rows: readonly (readonly Cell[])[], totals = false): void {
    const safe = rows.map((row) => row.map((cell) => ({ ...cell, text: escapeForTerminal(cell.text) })));
    const isLeft = headings.map((_, at) => at === 0 || safe.some((row) => row[at]?.left === true));
    const layout = this.#layout(headings, safe, isLeft);
    if (layout === null) {
      this.#cards(headings, safe);
      return;
    }
    const { gap, widths, breaks } = layout;
    const rule = styled('─'.repeat(widthOf(layout)), 'dim', this.colour);
    const line = (cells: readonly Cell[]) => {
      const last = cells.findLastIndex(({ text }) => text !== '');
      return cells
        .slice(0, last + 1)
        .map(({ text, style = null }, at) => {
          const width = at === last && isLeft[at] ? 0 : (widths[at] as number);
          return styled((isLeft[at] ? padEnd : padStart)(text, width), style, this.colour);
        })
        .join(gap);
    };
    const broken = headings.map((heading, at) => fillLines(breaks.headings(heading), widths[at] as number, ''));
    const deepest = Math.max(...broken.map(({ length }) => length));
    for (let depth = deepest; depth > 0; depth--)
      this.#lines.push(
        line(broken.map((lines) => ({ text: (lines[lines.length - depth] ?? '').trim(), style: 'bold' as const }))),
      );
    this.#lines.push(rule);
    for (const [index, row] of safe.entries()) {
      if (totals && index === safe.length - 1) this.#lines.push(rule);
      const cells = row.map((cell, at) => ({ ...cell, lines: wrapped(cell.text, widths[at] as number) }));
      const [name] = cells;
      if (name !== undefined && displayWidth(name.text) > (widths[0] as number)) {
        this.raw(fillLines(atJoints(name.text), this.#width, ''), 0, 0, name.style ?? null);
        name.lines = [];
      }
      for (let at = 0; at < Math.max(...cells.map(({ lines }) => lines.length)); at++)
        this.#lines.push(line(cells.map(({ lines, style = null }) => ({ text: lines[at] ?? '', style }))));
    }
  }

  /** The roomiest layout that fits the window. */
  #layout(headings: readonly string[], rows: readonly (readonly Cell[])[], isLeft: readonly boolean[]): Layout | null {
    const last = headings.length - 1;
    for (const breaks of BREAKS)
      for (const gap of [GAP, ' ']) {
        const least = headings.map((heading) =>
          Math.max(...breaks.headings(heading).map((piece) => displayWidth(piece.trim()))),
        );
        const widths = least.map((width, at) =>
          Math.max(width, ...rows.map((row) => displayWidth(row[at]?.text ?? ''))),
        );
        const hasWords = last > 0 && isLeft[last] === true;
        const narrowest = hasWords ? Math.min(widths[last] as number, NARROWEST_WORDS) : (widths[last] as number);
        const over = widthOf({ gap, widths: [...widths.slice(0, -1), narrowest], breaks }) - this.#width;
        if (breaks.namesAbove) widths[0] = Math.max(least[0] as number, (widths[0] as number) - Math.max(0, over));
        const layout = { gap, widths, breaks };
        if (widthOf(layout) <= this.#width) return layout;
        if (!hasWords) continue;
        const room = this.#width - widthOf(layout) + (widths[last] as number);
        if (room >= NARROWEST_WORDS) return { ...layout, widths: [...widths.slice(0, -1), room] };
      }
    return null;
  }

  #cards(headings: readonly string[], rows: readonly (readonly Cell[])[]): void {
    for (const [name, ...cells] of rows) {
      this.raw(wrap(name?.text ?? '', this.room(2)), 0, 2, 'bold');
      const said = cells.flatMap(({ text }, at) => (text === '' ? [] : [`${headings[at + 1]} ${text}`]));
      const pieces = said.map((piece, at) => `${piece}${at < said.length - 1 ? ',' : ''}`);
      this.raw(fillLines(pieces, this.room(2)), 2, 2);
    }
  }
}

const wrapped = (text: string, width: number): string[] => (displayWidth(text) <= width ? [text] : wrap(text, width));
