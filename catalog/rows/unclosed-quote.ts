/** A line break; a sign of one that is left at the end of a cell parts nothing. */
const BREAK = /\r\n|\n|\r(?!$)/;

/** A line that stands in the quote of a row above it and has as many cells as the header. */
export interface SwallowedRow {
  /** Lines between the one in which the row above starts and this one. */
  readonly below: number;
  readonly text: string;
  /** It is known that a quote is why: the cell it stands in begins with one. */
  readonly isQuoted: boolean;
}

/** Counts the cells of a line, in which a quote that opens and does not close parts nothing. */
function cellsIn(line: string, delimiter: string): number {
  let [cells, isOpen, isStart] = [1, false, true];
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (isOpen) {
      if (character === '"') isOpen = false;
    } else if (character === '"' && isStart) isOpen = true;
    else if (character === delimiter) cells++;
    isStart = character === delimiter;
  }
  return cells;
}

/** A cell as it may have stood in its line; of one that has quotes in it nothing was taken away. */
const asWritten = (cell: string, delimiter: string) =>
  cell.includes(delimiter) && !cell.includes('"') ? `"${cell}"` : cell;

/**
 * Finds the rows that the quote of another swallows: they have as many cells as the header, the last of them with what that row
 * has behind its quote. A row that has as many cells itself is whole, whatever text of several lines is in it.
 */
export function swallowedBy(record: readonly string[], columns: number, delimiter: string): readonly SwallowedRow[] {
  if (columns < 2 || record.length === columns) return [];
  const place = record.findIndex((cell) => BREAK.test(cell));
  if (place < 0) return [];
  const [own = '', ...below] = (record[place] as string).split(BREAK);
  const last = below.pop() as string;
  const rest = record.slice(place + 1);
  if (rest.some((cell) => BREAK.test(cell))) return [];
  const lines = [...below, [last, ...rest.map((cell) => asWritten(cell, delimiter))].join(delimiter)];
  const isRow = (line: string) => cellsIn(line, delimiter) === columns;
  if (!isRow(lines.at(-1) as string)) return [];
  const isQuoted = own.startsWith('"');
  return lines.flatMap((text, at) => (isRow(text) ? [{ below: at + 1, text, isQuoted }] : []));
}
