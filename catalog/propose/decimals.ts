import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { UNIT_OF } from '../../text/units.ts';
import { canonicalField } from '../product/fields.ts';
import { writtenAmounts } from '../product/price-decimals.ts';
import { textOf, withDecimalPoints } from '../product/values.ts';
import { cell, currencyIn, type ProductMapping, pricesIn } from '../readers/index.ts';
import type { RawObject } from '../rows/row.ts';
import { type NamedByRows, pairsOfRows } from './details-said.ts';
import { type Draft, NAMED } from './draft.ts';
import { fieldNamed } from './field-names.ts';
import { headerWords, languageOfHeaders } from './header.ts';
import { Column } from './profile.ts';

/** A cell that is one amount with a unit, a percent or inch sign, or a currency, and nothing else. */
const AMOUNT = /^\p{Sc}?\s?(?<number>\d[\d.,]*)\s?[\p{L}\p{Sc}%"″”²³/]{1,10}$/u;
/** Numbers whose decimals stand behind a comma; and those that show that they do not. */
const COMMA = /^\d+(?:\.\d{3})*,\d{1,2}$/;
const POINT = /^(?:\d+(?:,\d{3})*\.\d{1,2}|0\.\d+|[1-9]\d{0,2}(?:,\d{3})*,000)$/;
const LEAST_SEEN = 3;
/** Amounts written otherwise, for each with a comma, at most: misprints. */
const MOST_OTHERS = 0.05;

/** A number alone, with its whole part and what stands behind a comma. */
const BARE = /^-?\d[\d.,]*$/;
const BARE_PARTS = /^-?(?<whole>\d+(?:\.\d{3})*)(?:,(?<rest>\d{1,2}))?$/;
const BARE_POINT = /^-?\d+\.\d{1,2}$/;
const BARELY = 0.95;
/** Rows and different whole parts of a column whose name does not say that it holds amounts, at least. */
const LEAST_ROWS = 10;
const LEAST_WHOLES = 5;
/** Share of decimals that begin with a nought, or that are no more than their whole parts: two ids or sizes seldom are so. */
const LEAST_NOUGHTS = 0.03;
const LEAST_FALLING = 0.1;

const PRICES = ['price', 'sale_price', 'list_price', 'other_price', 'rating'] as const;
const NO_AMOUNTS = ['id', 'sku', 'group', 'parent', 'category', 'main_category'] as const;

const textsIn = (column: Column) => column.stated.filter((value) => typeof value !== 'object').map(textOf);

/** Tells whether pairs of whole parts and what stands behind a comma are numbers with decimals, and no two ids, sizes or years. */
function areDecimals(
  column: Column,
  parts: readonly { readonly whole: string; readonly rest?: string }[],
  isUsual: boolean,
): boolean {
  const parted = parts.filter(({ rest }) => rest !== undefined) as { whole: string; rest: string }[];
  if (new Set(parted.map(({ whole, rest }) => `${whole},${rest}`)).size < LEAST_SEEN) return false;
  if (column.named(...NO_AMOUNTS) >= NAMED) return false;
  if (column.isMostly(...PRICES) && column.named(...PRICES) >= NAMED) return true;
  const noughts = parted.filter(({ rest }) => rest.startsWith('0')).length;
  const falling = parted.filter(({ whole, rest }) => Number(rest) <= Number(whole.replaceAll('.', ''))).length;
  const hasNoughts = noughts >= parted.length * LEAST_NOUGHTS;
  const isAmount = FIELDS.get(canonicalField(fieldNamed(column.name, '')))?.quantity !== undefined;
  // Nothing has two weights, and where it had, all would be pairs of a less and a more.
  const mayBePairs = parted.length === parts.length && noughts === 0 && falling === 0;
  if (isOfOne(column) && parted.length >= LEAST_ROWS && !mayBePairs) return true;
  if (isAmount) return hasNoughts || falling >= parted.length * LEAST_FALLING;
  const isEven = parted.length === parts.length && new Set(parted.map(({ rest }) => rest.length)).size === 1;
  const wholes = new Set(parted.map(({ whole }) => whole)).size;
  // Where another column has its decimals so, few whole parts are no reason against it: 1,13 to 4,87.
  return isEven && hasNoughts && (isUsual || wholes >= LEAST_WHOLES) && parted.length >= LEAST_ROWS;
}

/** Tells whether a column is named for what a thing has one of, and for nothing else: "Net Weight (kg)", and no "Weight Range". */
function isOfOne(column: Column): boolean {
  const words = headerWords(canonicalField(fieldNamed(column.name, ''))).filter((word) => !UNIT_OF.has(word));
  const single = englishWords('columns: never two');
  const beside = englishWords('columns: beside never two');
  return words.some((word) => single.includes(word)) && words.every((word) => [...single, ...beside].includes(word));
}

/** The numbers of a column that holds numbers alone, of which some have decimals behind a comma; none of any other. */
function bareNumbers(column: Column, isUsual = false): string[] {
  const texts = textsIn(column);
  const numbers = texts.filter((text) => BARE.test(text));
  const parts = numbers.map((text) => BARE_PARTS.exec(text)?.groups);
  if (numbers.length === 0 || numbers.length < texts.length * BARELY || parts.includes(undefined)) return [];
  return areDecimals(column, parts as { whole: string; rest?: string }[], isUsual) ? numbers : [];
}

/** The columns of bare numbers with decimals behind a comma, by their numbers; none where others have theirs behind a point. */
function bareColumns(columns: readonly Column[]): ReadonlyMap<Column, readonly string[]> {
  const sure = new Map(columns.map((column) => [column, bareNumbers(column)] as const));
  const isUsual = [...sure.values()].some((numbers) => numbers.length > 0);
  const bare = isUsual ? new Map(columns.map((column) => [column, bareNumbers(column, true)] as const)) : sure;
  const withComma = [...bare.values()].flat().length;
  const withPoint = columns
    .flatMap(({ stated }) => stated)
    .filter((value) => typeof value === 'string' && BARE_POINT.test(value.trim())).length;
  return withPoint > withComma * MOST_OTHERS ? new Map() : bare;
}

/** Columns of bare numbers with their decimals behind a point, so that they read as numbers. */
export function withPoints(columns: readonly Column[]): readonly Column[] {
  const bare = bareColumns(columns);
  return columns.map((column) =>
    (bare.get(column) ?? []).length === 0
      ? column
      : new Column(
          column.name,
          column.values.map((value) => (typeof value === 'string' ? withDecimalPoints(value) : value)),
          column.isMember,
          column.unstated,
        ),
  );
}

/** Finds whether amounts, in cells or as they were `read` in them, have their decimals behind a comma, as in most of Europe and South America. */
export function findDecimals(columns: readonly Column[], read: readonly string[], draft: Draft): void {
  const named = pairsOfRows(columns, (draft.section.details ?? {}) as NamedByRows).flatMap((pairs) =>
    pairs.map(([, value]) => textOf(value)),
  );
  const beside = [...columns.flatMap(textsIn), ...read, ...named].flatMap((text) => {
    const number = AMOUNT.exec(text)?.groups?.number;
    return number === undefined ? [] : [{ text, number }];
  });
  const left = new Set(draft.findings.filter(({ key }) => key === null).map(({ column }) => column));
  const bare = [...bareColumns(columns)].flatMap(([{ name }, numbers]) => (left.has(name) ? [] : numbers));
  const amounts = [...beside, ...bare.map((text) => ({ text, number: text }))];
  const [withComma, others] = [COMMA, POINT].map((form) => amounts.filter(({ number }) => form.test(number)));
  if (withComma === undefined || others === undefined || withComma.length < LEAST_SEEN) return;
  if (others.length > withComma.length * MOST_OTHERS) return;
  draft.section.decimals = 'comma';
  draft.findings.push({
    key: 'decimals',
    column: 'comma',
    because: `${withComma.length} amounts such as "${withComma[0]?.text}"`,
  });
}

/** Finds whether prices of rows that may be thousands have three decimals: "10.837"; where nothing tells, that is to be said. */
export function findPriceDecimals(columns: readonly Column[], rows: readonly RawObject[], draft: Draft): void {
  const { price, variants, currency } = draft.section as Partial<ProductMapping>;
  const said = (row: RawObject) =>
    typeof currency === 'object' ? currencyIn(cell(row, currency.column)) : (currency ?? null);
  const amounts = writtenAmounts(
    rows.flatMap((row) => pricesIn(row, { price, variants })),
    {
      language: languageOfHeaders(columns.map(({ name }) => name)),
      currency: rows.map(said).find((code) => code !== null) ?? null,
    },
  );
  const { as, example } = amounts ?? { as: 'thousands' };
  if (as === 'thousands' || as === draft.section.decimals) return;
  const other = draft.findings.findIndex(({ key }) => key === 'decimals');
  if (other !== -1) draft.findings.splice(other, 1);
  if (as === null) {
    const why = `prices such as "${example}" may be three decimals or thousands`;
    draft.doubt('decimals', why, [{ name: 'point' }, { name: 'comma' }]);
    return;
  }
  draft.section.decimals = as;
  const because = `prices such as "${example}" are three decimals, as other prices and their ends show`;
  draft.findings.push({ key: 'decimals', column: as, because });
}
