import { endsInPlace, type Labelled, labelledParts } from '../product/labelled-parts.ts';
import { textOf } from '../product/values.ts';
import type { Column } from './profile.ts';

const SEPARATORS = ['\n', ' | ', '|', '; ', ';', ', '];

/** Finds the separator of the values in the cells of a column, where the parts come again and again in other cells. */
export function separatorOf(column: Column): string | null {
  const texts = column.stated.filter((value) => typeof value === 'string');
  for (const separator of SEPARATORS) {
    const several = texts.filter((text) => text.includes(separator));
    if (several.length < Math.max(2, texts.length * 0.1)) continue;
    const parts = texts.flatMap((text) => text.split(separator).map((part) => part.trim().toLowerCase()));
    const isShort = parts.every((part) => part.length <= 40);
    if (isShort && new Set(parts).size <= parts.length * (separator === ', ' ? 0.5 : 0.8)) return separator;
  }
  return null;
}

const LABELS = [':', '：', '='];
/** Separators of names with their values, where no line parts them: values themselves may be parted by those that come later. */
const BETWEEN = [...SEPARATORS.filter((one) => one !== '\n'), ','];
/** Share of the parts of cells that have a name, and of names that come again in other cells. */
const NAMED_PARTS = 0.6;
const LEAST_PARTS = 2;
/** Cells that tell whether a column lists names and values: there are many ways to, and each reads them whole. */
const MOST_CELLS = 200;

/** The way in which the cells of a column list the most names and values; null where most list none. */
export function labelledIn(column: Column): Labelled | null {
  const ways = LABELS.flatMap((label): Labelled[] => [
    { label },
    ...BETWEEN.map((separator) => ({ separator, label })),
  ]);
  const { length } = column.stated;
  const count = Math.min(length, MOST_CELLS);
  const some = Array.from({ length: count }, (_, at) => column.stated[Math.floor((at * length) / count)]);
  const plain = some.map((value) => (typeof value === 'string' ? textOf(value) : value));
  let best: { readonly way: Labelled; readonly named: number } | null = null;
  for (const way of ways) {
    // Lines and the cells of tables are told by what cleaning takes away.
    const cells = (way.separator === undefined ? some : plain).map((value) => labelledParts(value, way));
    const named = cells.reduce((sum, { pairs }) => sum + pairs.length, 0);
    const others = cells.reduce((sum, cell) => sum + cell.others, 0);
    if (named < LEAST_PARTS * cells.length || named < NAMED_PARTS * (named + others)) continue;
    const uses = new Map<string, number>();
    for (const { pairs } of cells)
      for (const name of new Set(pairs.map(([name]) => name))) uses.set(name, (uses.get(name) ?? 0) + 1);
    const again = [...uses.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
    const isAgain = again >= NAMED_PARTS * [...uses.values()].reduce((sum, count) => sum + count, 0);
    if (isAgain && named > (best?.named ?? 0)) best = { way, named };
  }
  if (best === null) return null;
  const { way } = best;
  const pairs = plain.flatMap((value) => labelledParts(value, way).pairs);
  const isNumbered = pairs.filter(([, value]) => endsInPlace(value, way.label)).length >= NUMBERED * pairs.length;
  return isNumbered ? { ...way, numbered: true } : way;
}

/** Share of values behind which their place stands, from which on it is no part of them: "Color:Black:0". */
const NUMBERED = 0.95;

/** Tells whether texts are prose that has colons in it: what stands before one is more than a short name. */
export function isProse(column: Column, labelled: Labelled): boolean {
  const cells = column.stated.map((value) => labelledParts(value, labelled));
  const names = cells.flatMap(({ pairs }) => pairs.map(([name]) => name));
  const others = cells.reduce((sum, cell) => sum + cell.others, 0);
  const isName = (name: string) => !/[.!?]\s/.test(name) && name.split(/\s+/).length <= MOST_NAME_WORDS;
  return !names.every(isName) || others > (names.length + others) * MOST_OTHERS;
}

const MOST_NAME_WORDS = 4;
const MOST_OTHERS = 0.2;
