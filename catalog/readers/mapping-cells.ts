import { createHash } from 'node:crypto';
import { englishWords } from '../../lexicon/index.ts';
import { currencyOfAddress } from '../../text/currencies.ts';
import { currencyBeside, currencyOfSign, currencyOfWord, withoutCurrency } from '../../text/currency-beside-amount.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { decodeEntities } from '../../text/normalise.ts';
import { labelledParts } from '../product/labelled-parts.ts';
import { isGrouped, priceMinor } from '../product/price.ts';
import {
  currencyOf,
  idOf,
  jsonCell,
  numberOf,
  partsOf,
  saysSomething,
  textOf,
  textOrNull,
  textsOf,
  withDecimalPoints,
} from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import type { Cells, ReadColumn } from './cells.ts';
import type { Columns, ListColumn, ObjectColumn, ProductMapping, Variants } from './mapping-file.ts';

/** A text that a program wrote in quotes of its own: "70.53". */
const QUOTED = /^"([^"]+)"$/;
const unquoted = (value: unknown): unknown => (typeof value === 'string' ? (QUOTED.exec(value)?.[1] ?? value) : value);

/** A cell by its column; in nested rows a column may be a dotted path, in which a number counts the members of a list. */
export function cell(row: RawObject, column: string | undefined): unknown {
  // A column without a name is the count of rows that programs write first: no mapping means it.
  if (column === undefined || column === '') return undefined;
  if (Object.hasOwn(row, column)) return unquoted(row[column]);
  let value: unknown = row;
  for (const key of column.split('.')) {
    // Objects stand in cells of tables as texts.
    if (typeof value === 'string' && value.startsWith('{')) value = jsonCell(value);
    const isIn = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = isIn ? (value as RawObject)[key] : undefined;
  }
  return value;
}

/** The rows that state the variants of a product: its own, or for each member of its list that with what is in the member. */
export function variantRows(row: RawObject, { list }: Variants): RawObject[] {
  if (list === undefined) return [row];
  const members = jsonCell(cell(row, list));
  return (Array.isArray(members) ? members : [members]).filter(isRawObject).map((member) => ({ ...row, ...member }));
}

export const columnsIn = (columns: Columns | undefined): readonly string[] =>
  typeof columns === 'string' ? [columns] : (columns ?? []);

/** The first of several cells that holds a text or a number. */
function firstText(row: RawObject, columns: Columns): unknown {
  if (typeof columns === 'string') return cell(row, columns);
  const stated = columns.find((column) => textOf(cell(row, column)) !== '');
  return cell(row, stated ?? columns[0]);
}

/** The columns of which a name is the first that is stated, or which make it together. */
export const columnsOfName = (name: ProductMapping['title']): readonly string[] =>
  typeof name === 'object' && !Array.isArray(name) ? name.made_of : columnsIn(name);

/** Tells whether a text begins with the words of another one. */
const beginsWith = (text: string, words: string) => `${text} `.toLowerCase().startsWith(`${words} `.toLowerCase());

/**
 * The name of a row's product: the first of several columns, or those that make it one after the other, without what
 * another one of them begins with.
 */
export function titleIn(row: RawObject, name: ProductMapping['title']): unknown {
  if (typeof name === 'string' || Array.isArray(name)) return firstText(row, name);
  const texts = name.made_of.map((column) => textOf(cell(row, column)));
  const isRepeated = (text: string, at: number) =>
    texts.some((other, place) => place !== at && beginsWith(other, text) && (place < at || other.length > text.length));
  return texts.filter((text, at) => text !== '' && !isRepeated(text, at)).join(' ');
}

/** Digest of what a row states in some columns, for rows that have no id; null where they state nothing. */
function idMadeOf(row: RawObject, columns: readonly string[]): string | null {
  const stated = columns.map((column) => cell(row, column) ?? null);
  if (stated.every((value) => value === null || value === '')) return null;
  return createHash('sha256').update(JSON.stringify(stated)).digest('hex').slice(0, ID_DIGITS);
}

const ID_DIGITS = 16;

/** The id of a row's product, by its own columns or by what they tell it apart with. */
export function productId(row: RawObject, id: ProductMapping['id']): string | null {
  if (typeof id === 'string') return idOf(cell(row, id));
  return Array.isArray(id) ? idOf(firstText(row, id)) : idMadeOf(row, id.made_of);
}

export const nameOf = (list: ListColumn | undefined): string =>
  typeof list === 'string' ? list : (list?.column ?? '');

/** The texts of a list; of objects those of the member that is meant. */
function textsOfEach(value: unknown, each: string | undefined): string[] {
  if (each === undefined) return textsOf(value);
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => textsOf(isRawObject(item) ? item[each] : item));
}

/** The end of an item, a paragraph or a heading of HTML that no stop ends, behind the inline elements that close there. */
const UNENDED =
  /((?!&nbsp;|&#160;)&#?\w+;|[^\s.!?:;,…>])((?:\s|&nbsp;|&#160;|<\/(?:a|b|em|font|i|span|strong|u)\s*>)*)(?=<\/(?:li|p|h\d)\s*>)/gi;

/** A text, or each of a list, in which items and paragraphs of HTML end as sentences do, for they are read without their tags. */
const sentencesOfItems = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sentencesOfItems)
    : typeof value === 'string' && value.includes('</')
      ? value.replace(UNENDED, '$1.$2')
      : value;

export function listIn(
  row: RawObject,
  list: ListColumn | undefined,
  asRead: (value: unknown) => unknown = (value) => value,
): string[] {
  if (list === undefined) return [];
  if (typeof list === 'string') return textsOf(asRead(jsonCell(cell(row, list))));
  const { column, separator, paths, each } = list;
  const stated = asRead(jsonCell(cell(row, column)));
  const said = Array.isArray(stated) && stated.length === 1 && each === undefined ? stated[0] : stated;
  if (typeof said !== 'string' || separator === undefined) return textsOfEach(said, each);
  // Feeds escape the sign between two levels, "Rugs &gt; Bath Rugs", and a semicolon of that parts nothing.
  const [between, ofPaths] = [separator, paths].map((mark) => mark && decodeEntities(mark)) as [string, string?];
  const decoded = decodeEntities(said);
  const isParted = [between, ofPaths].some((mark) => mark !== undefined && decoded.includes(mark));
  const value = isParted || !ESCAPED.test(said) ? decoded : textOf(said);
  const [first = ''] = ofPaths === undefined ? [value] : partsOf(value, ofPaths);
  return textsOf(partsOf(first, between));
}

const ESCAPED = /&(?:\w+|#\d+);/;

/** The text of a column; one that holds something else, such as an object, is counted. */
export function textIn(row: RawObject, column: string | undefined, head: ReadColumn, cells: Cells): string | null {
  const stated = cell(row, column);
  return cells.note(head, stated, textOrNull(stated));
}

/** The texts of a column; one that holds something else, such as objects, is counted. */
export function textsIn(row: RawObject, list: ListColumn | undefined, head: ReadColumn, cells: Cells): string[] {
  const isParted = typeof list === 'object' && list.separator !== undefined;
  const texts = listIn(row, list, isParted ? undefined : sentencesOfItems);
  cells.note(head, jsonCell(cell(row, nameOf(list))), texts.length > 0 ? texts : null);
  return texts;
}

/** The code of a cell, alone or beside an amount, or of the sign that stands there. */
export function currencyIn(stated: unknown): string | null {
  const text = textOf(stated);
  return (
    currencyOfWord(text.trim()) ??
    currencyOf(stated) ??
    currencyOfAddress(text) ??
    currencyBeside(text) ??
    currencyOfSign(text.trim())
  );
}

/** The way in which the prices of a row are written. */
export interface WrittenPrices {
  readonly currency: string | null;
  readonly decimals: ProductMapping['decimals'];
  readonly areMinor: boolean;
}

/**
 * A price in minor units; a list of one amount is that amount, and the currency may stand beside it. An amount with decimals is none
 * of the smallest parts: nobody says which of both it is.
 */
function amountIn(stated: unknown, { currency, decimals, areMinor }: WrittenPrices): number | null {
  const single = Array.isArray(stated) && stated.length === 1 ? stated[0] : stated;
  if (currency === null) return null;
  const price =
    priceMinor(single, currency, decimals) ??
    (typeof single === 'string' ? priceMinor(withoutCurrency(single, currency), currency, decimals) : null);
  if (price === null || !areMinor) return price;
  return price % minorUnitsOf(currency) === 0 ? price / minorUnitsOf(currency) : null;
}

/** The price of the first column that states one. */
export function priceIn(
  row: RawObject,
  columns: Columns | undefined,
  written: WrittenPrices,
  head: ReadColumn,
  cells: Cells,
): number | null {
  if (columns === undefined) return null;
  if (typeof columns === 'string') {
    const only = cell(row, columns);
    return cells.note(head, only, amountIn(only, written));
  }
  for (const column of columns) {
    const price = amountIn(cell(row, column), written);
    if (price !== null) return cells.note(head, cell(row, column), price);
  }
  const stated = columns.map((column) => cell(row, column)).find(saysSomething);
  return cells.note(head, stated ?? cell(row, columns[0]), null);
}

/** The cells of a row that state what its product and its variants cost. */
export const pricesIn = (
  row: RawObject,
  { price, variants }: Pick<ProductMapping, 'price' | 'variants'>,
): unknown[] => [
  ...columnsIn(price).map((column) => cell(row, column)),
  ...(variants === undefined
    ? []
    : variantRows(row, variants).flatMap((one) => columnsIn(variants.price).map((column) => cell(one, column)))),
];

/** Stars out of five, in a sentence that may go on with how many gave them: "Rated 4.5 out of 5 stars based on 265 reviews." */
const OUT_OF_FIVE =
  /^(?:\p{L}+ ){0,2}(?<stars>\d(?:[.,]\d+)?)\s*(?:\/|\p{L}[\p{L}\s]*)\s*5(?:[.,]0+)?(?:\s*\p{L}+)?(?:[\s,;|(-]+(?:\p{L}+ ){0,3}(?<count>\d[^()]*?)\)?)?\.?$/u;

/** The stars of a rating that says its scale ("4.5 out of 5", or as Shopify exports one) where that is 1 to 5. */
export function starsIn(stated: unknown): unknown {
  if (numberOf(stated) !== null) return stated;
  const rating = jsonCell(stated);
  if (typeof rating === 'string') {
    const { stars = rating, count } = OUT_OF_FIVE.exec(rating.trim().slice(0, LONGEST_COUNT))?.groups ?? {};
    if (count !== undefined && countBehind(rating, count) === null) return rating;
    return /^\d,\d+$/.test(stars.trim()) ? stars.replace(',', '.') : stars;
  }
  if (!isRawObject(rating)) return stated;
  return numberOf(rating.scale_min) === 1 && numberOf(rating.scale_max) === 5 ? rating.value : stated;
}

/** A number, how often it is meant, and what it counts in words of its own, in brackets or behind them: "65,317 Ratings", "(1.2K)". */
const COUNTED =
  /^(?<open>\()?(?<count>\d[\d.,]*)(?:\s*(?<times>\p{L}+))?(?:\s+(?<within>\p{L}[\p{L}\s]*))?(?<close>\))?(?:\s+(?<what>\p{L}[\p{L}\s]*))?$/u;

/** Words for what a count of ratings or of sales counts; "stars" are no count. */
const countedWords = () => englishWords('counts: of what');

/** Words that multiply a number: K and lakh. */
const timesWords = (): ReadonlyMap<string, number> =>
  new Map(
    englishWords('counts: times').map((pair) => {
      const [word = '', times] = pair.split(' = ');
      return [word, Number(times)] as const;
    }),
  );

/** The number of a count that may say how often it is meant and what it counts; any other cell as it stands. */
export function counted(stated: unknown): unknown {
  if (typeof stated !== 'string' || stated.length > LONGEST_COUNT) return stated;
  const behindStars = OUT_OF_FIVE.exec(stated.trim())?.groups?.count;
  if (behindStars !== undefined) return countBehind(stated, behindStars) ?? stated;
  const [first = '', second, ...others] = stated.split(BOTH_COUNTS);
  if (second === undefined || others.length > 0) return countedAlone(stated);
  const [count, other] = [first, second].map(countedAlone);
  return count === first || other === second ? stated : count;
}

/** The count that stands behind stars, in words of its own or in brackets, "4.5 out of 5 (1,210)"; null where that is none. */
function countBehind(stars: string, said: string): unknown {
  const whole = stars.includes(`(${said})`) ? `(${said})` : said;
  const count = countedAlone(whole);
  return count === whole ? null : count;
}

/** Characters of a count with all that is said of it, at most. */
const LONGEST_COUNT = 200;

/** The text between how many rated a thing and how many reviewed it. */
const BOTH_COUNTS = /\s*[&|/]\s*/u;

function countedAlone(stated: string): unknown {
  const {
    open,
    count = '',
    close,
    times: behind = '',
    within = '',
    what = '',
  } = COUNTED.exec(stated.trim())?.groups ?? {};
  const times = behind === '' ? undefined : timesWords().get(behind.toLowerCase());
  const words = `${times === undefined ? behind : ''} ${within} ${what}`.toLowerCase().split(/\s+/).filter(Boolean);
  const isPlain = words.length === 0 && open === undefined && times === undefined;
  if (isPlain || (open === undefined) !== (close === undefined)) return stated;
  if (!words.every((word) => countedWords().includes(word))) return stated;
  if (times !== undefined) return multiplied(count, times) ?? stated;
  return /^\d+$/.test(count) || isGrouped(count) ? count.replace(/[.,]/g, '') : stated;
}

/** A short number so many times, where that is whole: "1.2" or "1,2" of a thousand. */
function multiplied(count: string, times: number): string | null {
  if (!/^\d+(?:\.\d+|,\d{1,2})?$/.test(count)) return null;
  const product = Number((Number(count.replace(',', '.')) * times).toPrecision(15));
  return Number.isSafeInteger(product) ? String(product) : null;
}

/** Tells whether a list is of objects with one member each, which are called otherwise: [{"Movement": "Automatic"}, {"Case": "Gold"}]. */
function isListOfMembers(value: unknown): value is RawObject[] {
  if (!Array.isArray(value) || value.length < 2 || !value.every(isRawObject)) return false;
  const names = value.flatMap(Object.keys);
  return names.length === value.length && new Set(names).size === names.length;
}

/**
 * The member of an object that has no other, where that is a pair or a list of objects: {"specification": [{…}, {…}]}; of a list
 * of objects with one member each the object that they make.
 */
export function unwrapped(value: unknown): unknown {
  if (isListOfMembers(value)) return Object.assign({}, ...value);
  const [only, ...others] = isRawObject(value) ? Object.values(value) : [];
  if (others.length > 0) return value;
  const isPair = isRawObject(only) && 'value' in only && ('key' in only || 'name' in only);
  if (isPair) return [only];
  return Array.isArray(only) && only.length > 0 && only.every(isRawObject) ? only : value;
}

/** Members that say nothing by themselves, as headers have them, and names of objects that hold facts of all sorts. */
const sayingNothing = () => englishWords('columns: members');
const ofAllSorts = () => englishWords('columns: objects of all sorts');
/** Qualities that objects hold of several parts of a product, and words that name such parts. */
const qualities = () => englishWords('columns: qualities of parts');
const parts = () => englishWords('columns: parts of products');

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A fact of an object, and of what is no value the path of a member in it. */
type Stated = [name: string, value: unknown, path?: string];

/** Levels of objects, at most, that are names of facts: what lies deeper states none. */
const MOST_LEVELS = 20;

/**
 * The facts that a member of an object states: an amount in two members as one text, and of any other object those of its own
 * members, of so many levels, with its name unless that says nothing of them: the packaging's weight is no weight. The
 * material of the body is a "body material".
 */
export function statedBy(name: string, value: unknown, levels = MOST_LEVELS): Stated[] {
  if (!isRawObject(value)) return [[name, value]];
  const members = Object.entries(value);
  const { value: amount, unit, ...others } = value;
  if (isPlain(amount) && typeof unit === 'string' && Object.keys(others).length === 0)
    return [[name, `${amount} ${unit}`]];
  const [first] = members;
  if (first === undefined) return [[name, value]];
  const isNamed = members.every(([one]) => !sayingNothing().includes(one.toLowerCase()));
  if (!isNamed || levels === 0) return [[name, value, `${name}.${first[0]}`]];
  return members
    .flatMap(([member, one]) => statedBy(member, one, levels - 1))
    .map(([member, one, path]) => {
      const field = memberNamed(name, member);
      return path === undefined ? [field, one] : [field, one, `${name}.${path}`];
    });
}

/** The name of what a member of an object states. */
function memberNamed(name: string, member: string): string {
  const [object, own] = [name, member].map((one) =>
    one
      .replace(/[_\s]+/g, ' ')
      .trim()
      .toLowerCase(),
  ) as [string, string];
  if (ofAllSorts().includes(object)) return member;
  const isOfPart = qualities().includes(object) && parts().includes(own.split(' ').at(-1) as string);
  return isOfPart ? `${member} ${name}` : `${name} ${member}`;
}

/**
 * The pairs of an object, or of a list such as [{"name": "Color", "value": "Black"}], without those that have no name; null
 * for anything else.
 */
function membersOf(object: unknown, keys?: { readonly name: string; readonly value: string }) {
  if (isRawObject(object)) return Object.entries(object).flatMap(([name, value]) => statedBy(name, value));
  if (!Array.isArray(object)) return null;
  const pairs = object.flatMap((item): Stated[] => {
    const name = isRawObject(item) ? (keys === undefined ? (item.name ?? item.key) : item[keys.name]) : null;
    return typeof name === 'string' ? [[name, (item as RawObject)[keys?.value ?? 'value']]] : [];
  });
  return pairs.length > 0 || object.length === 0 ? pairs : null;
}

export const objectColumn = (object: ObjectColumn): string => (typeof object === 'string' ? object : object.column);

/** The pairs in a column of objects or of labelled texts; a single object with the two keys is one pair. */
export function pairsIn(row: RawObject, object: ObjectColumn): Stated[] | null {
  const stated = jsonCell(cell(row, objectColumn(object)));
  if (typeof object === 'object' && 'label' in object) {
    const { pairs } = labelledParts(stated, object);
    // Among prose there may be none of the names.
    return pairs.length > 0 || object.names !== undefined ? pairs : null;
  }
  const value = unwrapped(stated);
  if (typeof object === 'string') return membersOf(value);
  return membersOf(isRawObject(value) ? [value] : value, object);
}

/** The two numbers of a range, the lower first; null for anything else. */
export function rangeIn(stated: unknown): readonly [lowest: unknown, highest: unknown] | null {
  if (!Array.isArray(stated) || stated.length !== 2) return null;
  const [lowest, highest] = stated.map(numberOf);
  return lowest == null || highest == null || lowest > highest ? null : [stated[0], stated[1]];
}

const AMOUNT_RANGE =
  /^(?<lowest>\d[\d.,]*)\s?(?<own>[\p{L}"″]*)\s?[-–—]\s?(?<highest>\d[\d.,]*)\s?(?<unit>[\p{L}"″]+)$/u;

/** The two ends of a range in words, with its unit as it is written: "800-1000 m"; null for anything else. */
export function amountRangeIn(stated: unknown, decimals?: ProductMapping['decimals']) {
  const groups = typeof stated === 'string' ? AMOUNT_RANGE.exec(stated.trim())?.groups : undefined;
  if (groups === undefined) return null;
  const { lowest = '', own = '', highest = '', unit = '' } = groups;
  const ends = rangeIn([numbersIn(decimals, lowest), numbersIn(decimals, highest)]);
  return ends === null || (own !== '' && own !== unit) ? null : { lowest, highest, unit, ends };
}

/** The part of a range that counts: one of its ends as it is written, or what lies between them; a cell that holds no range is itself. */
export function endOf(
  stated: unknown,
  end: 'highest' | 'lowest' | 'middle' | undefined,
  decimals?: ProductMapping['decimals'],
): unknown {
  if (end === undefined) return stated;
  const ofAmounts = amountRangeIn(stated, decimals);
  const ends = ofAmounts?.ends ?? rangeIn(numbersIn(decimals, stated));
  if (ends === null) return stated;
  if (end !== 'middle' && ofAmounts !== null) return `${ofAmounts[end]} ${ofAmounts.unit}`;
  if (end !== 'middle') return (stated as unknown[])[end === 'lowest' ? 0 : 1];
  const [lowest = 0, highest = 0] = ends.map((number) => numberOf(number) ?? 0);
  const middle = Number(((lowest + highest) / 2).toPrecision(12));
  if (ofAmounts === null) return middle;
  return `${decimals === 'comma' ? String(middle).replace('.', ',') : middle} ${ofAmounts.unit}`;
}

/** The name of a file without its folders and endings, as words: "internal-hard-drive.jsonl.gz" names internal hard drives. */
export function wordsOfFile(file: string): string {
  const [name = ''] = (file.split('/').at(-1) as string).split(/[.#]/, 1);
  const capitals = new Set(englishWords('file names: capitals'));
  const written = (word: string) => {
    const one = word.replace(/s$/, '');
    if (capitals.has(word)) return word.toUpperCase();
    return capitals.has(one) ? `${one.toUpperCase()}s` : word;
  };
  return withoutStates(textOf(name.replace(/[-_]+/g, ' ')).split(' '))
    .map(written)
    .join(' ');
}

/**
 * The words of a file's name without those at its end that say which state of the data it is, "laptops cleaned v2", and those at
 * its start that say no more than that: "all keyboards". Before others the former may say what things are: "data cables".
 */
function withoutStates(words: readonly string[]): readonly string[] {
  const said = new Set(englishWords('file names: states'));
  const before = new Set(englishWords('file names: states before'));
  const last = words.findLastIndex((word) => !said.has(word.toLowerCase()) && !/^v?\d+$/i.test(word));
  const first = words.findIndex((word) => !before.has(word.toLowerCase()));
  if (last < 0 || first > last) return words;
  // All-weather jackets are such, and all keyboards are keyboards.
  const isSaid = first > 0 && first < last && words[0]?.toLowerCase() === 'all';
  return words.slice(isSaid ? 0 : Math.max(0, first), last + 1);
}

/** A text, or a list of texts, with a point before its decimals, whatever the mapping says they are written with. */
export function numbersIn(decimals: ProductMapping['decimals'], stated: unknown): unknown {
  if (decimals !== 'comma') return stated;
  if (Array.isArray(stated)) return stated.map((one) => (typeof one === 'string' ? withDecimalPoints(one) : one));
  return typeof stated === 'string' ? withDecimalPoints(stated) : stated;
}

/** The column that a key of a mapping names. */
export const columnSaid = (said: unknown): string | undefined =>
  typeof said === 'string' ? said : (said as { column?: string } | undefined)?.column;
