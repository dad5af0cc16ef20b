import type { ColumnPart } from '../../lexicon/columns.ts';
import { englishWords } from '../../lexicon/index.ts';
import { saysBound } from '../../text/amount-words.ts';
import { withoutWordBehind } from '../../text/currency-beside-amount.ts';
import { tokensOf } from '../../text/tokens.ts';
import { priceMinor } from '../product/price.ts';
import { jsonCell, numberOf, saysSomething, textOf, textOrNull } from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { headerScores } from './header.ts';
import type { SampledRow } from './sample.ts';

const DEEPEST = 3;
/** The share of a column's values that is most of them. */
export const MOSTLY = 0.8;

/** Tests look at no more of a long text. */
const LOOKED_AT = 400;

/** The values of a column of the sample, by row, and what its name says of it. */
export class Column {
  readonly name: string;
  /** Cells that hold JSON are parsed; undefined where a row says nothing. */
  readonly values: readonly unknown[];
  readonly stated: readonly unknown[];
  readonly distinct: number;
  /** Its name is a path in rows that hold objects, and not a header with a stop in it. */
  readonly isMember: boolean;
  /** Texts of cells that may say nothing, such as "NA" and "+". */
  readonly unstated: ReadonlySet<string>;
  readonly #scores: ReadonlyMap<ColumnPart, number>;

  constructor(name: string, values: readonly unknown[], isMember = false, unstated: ReadonlySet<string> = new Set()) {
    this.name = name;
    this.isMember = isMember;
    this.unstated = unstated;
    this.values = values;
    this.stated = values.filter((value) => value !== undefined);
    this.distinct = new Set(this.stated.map(keyOf)).size;
    this.#scores = headerScores(name);
  }

  /** Scores how clearly its name says that it holds one of these, 0 to 1. */
  named(...parts: readonly ColumnPart[]): number {
    return Math.max(0, ...parts.map((part) => this.#scores.get(part) ?? 0));
  }

  /** Tells whether its name says nothing else more clearly than this. */
  isMostly(...parts: readonly ColumnPart[]): boolean {
    const score = this.named(...parts);
    return score > 0 && score >= Math.max(...this.#scores.values());
  }

  /** The share of its values that pass a test; 0 where it has none. */
  share(test: (value: unknown) => boolean): number {
    return this.stated.length === 0 ? 0 : this.stated.filter(test).length / this.stated.length;
  }

  /** The share of rows that state it. */
  get statedShare(): number {
    return this.values.length === 0 ? 0 : this.stated.length / this.values.length;
  }

  get distinctShare(): number {
    return this.stated.length === 0 ? 0 : this.distinct / this.stated.length;
  }

  /** The mean of a measure over its values. */
  mean(measure: (value: unknown) => number): number {
    return this.stated.reduce<number>((sum, value) => sum + measure(value), 0) / Math.max(1, this.stated.length);
  }
}

/** A value as it is compared with others. */
export const keyOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : (JSON.stringify(value) ?? '');

const isStated = (value: unknown) =>
  typeof value === 'boolean' ||
  value === 0 ||
  (typeof value === 'string' && NOUGHT.test(value)) ||
  saysSomething(value);

/** A nought as texts write it: programs that know of no whole numbers give it decimals. */
const NOUGHT = /^0(?:\.0+)?$/;

/**
 * Tells whether the members of the objects in a column are the same from row to row: then each is a column of its own.
 */
function isStructure(objects: readonly RawObject[]): boolean {
  const counts = new Map<string, number>();
  for (const object of objects) for (const key of Object.keys(object)) counts.set(key, (counts.get(key) ?? 0) + 1);
  if (counts.size === 0) return false;
  const usual = [...counts.values()].filter((count) => count >= objects.length * USUAL_SHARE).length;
  return usual >= counts.size * USUAL_SHARE;
}

const USUAL_SHARE = 0.6;

/** The columns of nested rows, by path; objects with ever other members stay whole, as those in cells of text do. */
function cellsByPath(rows: readonly unknown[], prefix: string, depth: number): Map<string, unknown[]> {
  const keys = new Set(rows.flatMap((row) => (isRawObject(row) ? Object.keys(row) : [])));
  const columns = new Map<string, unknown[]>();
  for (const key of keys) {
    const cells = rows.map((row) => (isRawObject(row) && Object.hasOwn(row, key) ? row[key] : undefined));
    const objects = cells.filter(isRawObject);
    const isNested = objects.length > 0 && cells.every((cell) => isRawObject(cell) || !isStated(cell));
    if (isNested && depth < DEEPEST && isStructure(objects))
      for (const [path, inner] of cellsByPath(cells, `${prefix}${key}.`, depth + 1)) columns.set(path, inner);
    else columns.set(`${prefix}${key}`, cells);
  }
  return columns;
}

/** The columns of sampled rows. */
export function profile(rows: readonly SampledRow[]): Column[] {
  const cells = cellsByPath(
    rows.map(({ row }) => row),
    '',
    0,
  );
  // A mapping cannot name a column that has no name.
  cells.delete('');
  return [...cells].map(([name, values]) => {
    const parsed = values.map((value) => (isStated(value) ? jsonCell(value) : undefined));
    return new Column(
      name,
      parsed.map((value) => (isStated(value) ? value : undefined)),
      rows.every(({ row }) => !Object.hasOwn(row, name)),
      new Set(
        values.flatMap((value) => (typeof value !== 'string' || isStated(value) ? [] : (textOrNull(value) ?? []))),
      ),
    );
  });
}

const startOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, LOOKED_AT).trim() : '');

export const isNumber = (value: unknown) => numberOf(value) !== null;
export const isWhole = (value: unknown) => Number.isInteger(numberOf(value));
/** Tells whether a value is a one or a nought, with decimals or without: of columns that hold both a yes or a no. */
export const isTick = (value: unknown) => numberOf(value) === 0 || numberOf(value) === 1;
export const isScalar = (value: unknown) => typeof value !== 'object';
export const isUrl = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.some(isUrl) : /^(?:https?:)?\/\/\S|^www\.\S/i.test(startOf(value));
/** Ends of addresses of pictures. */
const PICTURES = new Set(englishWords('addresses: of pictures'));
/** Tells whether an address, without what is asked of it, is that of a picture. */
export const isPicture = (address: string): boolean => PICTURES.has(address.toLowerCase().split('.').at(-1) ?? '');
export const isHtml = (value: unknown) => /<\/?[a-z][a-z0-9]*(?:\s[^>]*)?\/?>/i.test(startOf(value));
export const isDate = (value: unknown) =>
  /^\d{4}-\d{2}-\d{2}|^\d{1,2}([./])\d{1,2}\1(?:\d{2}|\d{4})\b|^\d{1,2}:\d{2}:\d{2}$|^\d{1,2}([-. ])\p{L}{3,9}\.?,?\2\d{4}$/u.test(
    startOf(value),
  );
export const isFlag = (value: unknown) =>
  typeof value === 'boolean' || /^(?:true|false|yes|no|y|n)$/i.test(startOf(value));
export const isObjects = (value: unknown): value is readonly RawObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRawObject);
export const isTexts = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isScalar);
/** A code in one piece, no longer than those that shops make of names. */
export const isCode = (value: unknown) =>
  typeof value === 'number'
    ? Number.isSafeInteger(value)
    : isScalar(value) && /^[^\s"<>{}]{1,255}$/.test(textOf(value));

export const lengthOf = (value: unknown) => textOf(value).length;
/** Words as spaces part them; where a script has none, two characters are taken for one. */
export const wordsOf = (value: unknown) => {
  const text = textOf(value);
  return text === ''
    ? 0
    : Math.max(text.split(/\s+/).length, (text.match(/\p{Script=Han}|\p{Script=Thai}/gu)?.length ?? 0) / 2);
};

/** Marks of a currency at either end of an amount. */
const MARKS = /^[^\d-]{1,5}(?=\d)|(?<=\d)[^\d]{1,5}$/g;

/** Words before an amount that make it the least of several: "fr. 4 910 kr". */
const isFrom = (value: unknown): boolean => {
  const lead = typeof value === 'string' ? /^[\p{L}.\s]+(?=\d)/u.exec(value)?.[0] : undefined;
  return lead !== undefined && /\p{L}/u.test(lead) && saysBound(tokensOf(lead));
};

/** Tells whether a value is a definite amount, with or without a currency beside it. */
export function isAmount(value: unknown): boolean {
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (isFrom(single)) return false;
  const bare = typeof single === 'string' ? withoutWordBehind(single).replace(MARKS, '') : single;
  return priceMinor(bare, 'USD') !== null;
}

const AMOUNT_RANGE = /^[^\d]{0,5}\d[\d.,]*[^\d]{0,5}\s(?:\S{1,5}\s)?[^\d]{0,5}\d[\d.,]*[^\d]{0,5}$/;

/** Tells whether a value is an amount, the least of several or a range of two. */
export const isPriceLike = (value: unknown) =>
  isAmount(value) ||
  isFrom(value) ||
  numberOf(value) === 0 ||
  AMOUNT_RANGE.test(startOf(value)) ||
  (Array.isArray(value) && value.length === 2 && value.every(isNumber));

const isNumbers = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 1 && value.every(isNumber);

/** Tells whether a column holds lists of as many numbers each, of which every one is something else: no set of values. */
export function isListOfNumbers(column: Column): boolean {
  const lists = column.stated.filter(isNumbers);
  return column.share(isNumbers) >= NEARLY_ALL && new Set(lists.map(({ length }) => length)).size === 1;
}

const NEARLY_ALL = 0.95;
