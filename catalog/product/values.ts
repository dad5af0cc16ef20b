import { notStatedTexts } from '../../lexicon/columns.ts';
import { englishWords } from '../../lexicon/index.ts';
import { escaped } from '../../text/escaped.ts';
import { cleanText } from '../../text/normalise.ts';
import { literalOf } from './literals.ts';

/** The name of the category of products that are in none, which Shopify writes too. */
export const UNSORTED = 'Uncategorized';

/** A raw scalar as clean text; empty where there is none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return withoutMark(cleanText(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A number without the apostrophe by which a spreadsheet, or a shop system that writes for one, keeps it a text: "'16". */
const withoutMark = (text: string): string =>
  text.startsWith("'") && /^'[+-]?\d[\d.,]*$/.test(text) ? text.slice(1) : text;

export function textOrNull(value: unknown): string | null {
  const text = textOf(value);
  return text === '' ? null : text;
}

/** A raw list, or a single text, as clean texts without empty ones. */
export function textsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.map(textOf).filter((text) => text !== '');
}

/**
 * The parts of a text between separators. A comma behind a backslash, as WooCommerce writes one within a part, parts nothing, and
 * is one in the part.
 */
export function partsOf(text: string, separator: string): string[] {
  if (!text.includes(ESCAPED_COMMA)) return text.split(separator);
  return text.split(new RegExp(`(?<!\\\\)${escaped(separator)}`)).map(withoutEscapes);
}

export const withoutEscapes = (text: string): string => text.replaceAll(ESCAPED_COMMA, ',');

const ESCAPED_COMMA = '\\,';

/** The end of what HTML shows on a line of its own. */
export const LINE_END = /<\/(?:li|tr|p|div|dd|h\d)\s*>|<br\s*\/?>/gi;

/** Blanks by which a program that drops the marks of lists parts their items, "Vegan   Kosher   Gluten Free", and no value from its name. */
const WIDE_GAP = /(?<=[^\s:：])[ \u00a0]{3,}(?=[^\s:：])/g;

/** The lines of a text or of a list of texts, in HTML as they are shown, each clean. */
export function linesOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) =>
    typeof item === 'string'
      ? textsOf(item.replace(LINE_END, '\n').replace(WIDE_GAP, '\n').split('\n'))
      : textsOf(item),
  );
}

/** An id as text, exactly as written; null where it is missing or a number too large to have been read exactly. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' ? textOrNull(value) : null;
}

/** A number as number or numeric text, with thousands commas; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = withoutMark(value.trim()).replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

const COMMA_NUMBER = /(?<![\d.,])([1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,(\d+))?(?![\d.,]*\d)/g;

/** A text with a point before the decimals of its numbers, where it has a comma: "1.250,5 kg" becomes "1250.5 kg". */
export const withDecimalPoints = (text: string): string =>
  text.replace(COMMA_NUMBER, (_, whole: string, decimals?: string) =>
    decimals === undefined ? whole.replaceAll('.', '') : `${whole.replaceAll('.', '')}.${decimals}`,
  );

export function countOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? Math.floor(number) : null;
}

/** A rating from 1 to 5; outside it (0 for "none yet") is not stated. */
export function ratingOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number >= 1 && number <= 5 ? number : null;
}

/** Words and marks that people and programs write where there is nothing to say. */
const NOTHING = /^(?:null|none|nil|nan|n\/?a|undefined)$/i;
const HAS_LETTER_OR_FIGURE = /[\p{L}[\p{N}--0]]/v;

/** Tells whether a raw value says anything: a dash, a zero and an empty list do not, nor does "N/A". */
export function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return HAS_LETTER_OR_FIGURE.test(value) && !NOTHING.test(value.trim());
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

let noValue: ReadonlySet<string> | undefined;

/** Tells whether a cell of an export stands for no value, whatever its column holds; "None" may be what a product has of something. */
export function standsForNothing(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > LONGEST_MARK) return false;
  noValue ??= new Set([...englishWords('cells: no value'), ...notStatedTexts()].map(markOf));
  return noValue.has(markOf(value));
}

/** A text without its blanks and, behind letters parted by full stops, the last of these: "k. A." and "k.A" are one. */
const markOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/(?<=\..*)\.$/, '');

const LONGEST_MARK = 32;

/** Says what was found in place of something expected, for quarantine reasons. */
export function found(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** A cell that holds JSON, or what Python and Ruby print for it, parsed; any other as it is, and null for "null" or nothing. */
export function jsonCell(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell ?? null;
  const text = cell.trim();
  if (text === '' || text === 'null') return null;
  if (!text.startsWith('[') && !text.startsWith('{')) return cell;
  try {
    return JSON.parse(text);
  } catch {
    return literalOf(text) ?? cell;
  }
}

/** An ISO 4217 code in upper case, or null. */
export function currencyOf(value: unknown): string | null {
  const text = textOf(value).toUpperCase();
  return /^[A-Z]{3}$/.test(text) ? text : null;
}

/** A brand, or null where the listing only says that there is none. */
export function statedBrand(value: unknown): string | null {
  const brand = textOrNull(value);
  const words = brand?.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return words === 'nobrand' || words === 'nobrands' || words === 'tidakadamerk' || words === '' ? null : brand;
}

/** Seconds since 1970 have at most ten digits until 2286; larger numbers are milliseconds. */
const LATEST_SECONDS = 10_000_000_000;

const LATEST_MILLISECONDS = LATEST_SECONDS * 1000;

/** Seconds, milliseconds, microseconds or nanoseconds since 1970 as milliseconds, told apart by their size. */
function millisecondsOf(number: number): number | null {
  let time = number < LATEST_SECONDS ? number * 1000 : number;
  // A number beyond the year 2286 is a finer unit, and beyond nanoseconds no time at all.
  for (let finer = 0; time > LATEST_MILLISECONDS && finer < 2; finer++) time /= 1000;
  return number < 0 || time > LATEST_MILLISECONDS ? null : Math.floor(time);
}

/** Milliseconds since 1970 from a number of any such unit or an ISO date; a time without a zone is UTC, on any machine. */
export function timeOf(value: unknown): number | null {
  const number = numberOf(value);
  if (number !== null) return millisecondsOf(number);
  const text = textOf(value);
  const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(text)
    ? `${text.replace(' ', 'T')}Z`
    : text;
  const time = /^\d{4}-\d{2}-\d{2}(?:$|T.*(?:Z|[+-]\d{2}:?\d{2})$)/.test(zoned) ? Date.parse(zoned) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
