import type { ColumnPart } from '../../lexicon/columns.ts';
import { canonicalField } from '../product/fields.ts';
import { numberOf, textOf } from '../product/values.ts';
import { columnsOfName } from '../readers/index.ts';
import { type Draft, NAMED, percent } from './draft.ts';
import { fieldNamed } from './field-names.ts';
import { isOfAnother } from './header.ts';
import { Column, isCode, isDate, isNumber, isUrl, keyOf, wordsOf } from './profile.ts';

const MOSTLY = 0.9;
/** The share of rows that is nearly all of them. */
export const NEARLY_ALL = 0.97;
/** The share of a column's values that differ, from which on it tells rows apart. */
export const UNIQUE = 0.98;

/** Way in which the rows of a file make products. */
export interface Identity {
  /** Rows that are a product of their own, or state one first. */
  readonly isFirst: (row: number) => boolean;
  /** The rows of each product that has several, of one that its variants name those of them. */
  readonly groups: readonly (readonly number[])[];
  /** The same with the product's own row, from which its variants are read for what it leaves open. */
  readonly families: readonly (readonly number[])[];
  readonly kind: 'row' | 'group' | 'parent';
  readonly parent: Column | null;
  readonly sku: Column | null;
}

/** The share of products of which some row states what passes a test. */
export function shareOfProducts(
  { values }: Column,
  { families, isFirst }: Identity,
  test: (value: unknown) => boolean = () => true,
): number {
  const grouped = new Set(families.flat());
  const alone = values.flatMap((_, row) => (grouped.has(row) || !isFirst(row) ? [] : [[row]]));
  const products = [...families, ...alone];
  const passes = (row: number) => values[row] !== undefined && test(values[row]);
  return products.filter((rows) => rows.some(passes)).length / Math.max(1, products.length);
}

function looksLikeCodes(column: Column): boolean {
  return (
    column.share(isCode) >= MOSTLY &&
    column.share(isUrl) < 0.1 &&
    column.share(isDate) < 0.5 &&
    column.share((value) => isNumber(value) && !Number.isInteger(Number(value))) < 0.1
  );
}

/** Codes, and not what is known to be something else. */
export const candidates = (columns: readonly Column[]) =>
  columns.filter(
    (column) =>
      looksLikeCodes(column) &&
      !isOfAnother(column.name) &&
      (column.named('id', 'sku') >= NAMED || !countsRows(column)) &&
      (column.isMostly('id', 'sku', 'group', 'parent') || Math.max(column.named(...NOT_IDS)) < NAMED),
  );

const NOT_IDS = [
  ...(['price', 'sale_price', 'list_price', 'other_price', 'rating', 'rating_count', 'sold_count'] as const),
  ...(['other', 'brand', 'category', 'main_category', 'currency', 'shop', 'time', 'pair_name', 'pair_value'] as const),
];

/** Columns by how clearly their headers say one of some parts, the clearest first. */
export const bySaying = (columns: readonly Column[], ...parts: readonly ColumnPart[]) =>
  columns.toSorted((a, b) => b.named(...parts) - a.named(...parts));

/** Tells whether the values of a column tell rows apart. */
export const isUnique = (column: Column) => column.distinctShare >= UNIQUE;

/** Tells whether a column only counts the rows, as programs add one to a table. */
export function countsRows({ values }: Column): boolean {
  const first = numberOf(values[0]);
  if ((first !== 0 && first !== 1) || values.length < LEAST_COUNTED) return false;
  return values.every((value, row) => numberOf(value) === first + row);
}

/**
 * Tells whether a column counts the pages that rows were found on: from the first on, row by row the same or one more, and
 * most of them several times.
 */
export function countsPages({ values, distinct }: Column): boolean {
  const numbers = values.map(numberOf);
  const [first = null] = numbers;
  if ((first !== 0 && first !== 1) || distinct < LEAST_PAGES || values.length < distinct * LEAST_ON_PAGE) return false;
  const steps = numbers.slice(1).map((number, at) => (number ?? Number.NaN) - (numbers[at] ?? Number.NaN));
  return steps.filter((step) => step === 0 || step === 1).length >= steps.length * UNIQUE;
}

/** Pages, at least, and rows to a page on average. */
const LEAST_PAGES = 3;
const LEAST_ON_PAGE = 5;

/** Rows from which on a run of numbers is no accident, as that of three sizes may be. */
const LEAST_COUNTED = 10;

/** Rows by the value of a column, those of several rows alone. */
export function groupsBy(column: Column): number[][] {
  const groups = new Map<string, number[]>();
  for (const [row, value] of column.values.entries()) {
    if (value === undefined) continue;
    const key = keyOf(value);
    const rows = groups.get(key);
    if (rows === undefined) groups.set(key, [row]);
    else rows.push(row);
  }
  return [...groups.values()].filter((rows) => rows.length > 1);
}

/** The share of rows that state their group's title or none. */
export function agreementOn(title: Column, groups: readonly (readonly number[])[]): number {
  let [agreed, all] = [0, 0];
  for (const rows of groups) {
    const first = rows.map((row) => title.values[row]).find((value) => value !== undefined);
    for (const row of rows.slice(1)) {
      all++;
      const stated = title.values[row];
      if (stated === undefined || keyOf(stated) === keyOf(first)) agreed++;
    }
  }
  return all === 0 ? 0 : agreed / all;
}

/** A column of what several columns state together. */
export function joinedTitle(parts: readonly Column[]): { readonly column: Column; readonly parts: readonly Column[] } {
  const name = parts.map((part) => part.name).join(' ');
  const [first] = parts as [Column, ...Column[]];
  const values = first.values.map((_, row) => {
    const texts = parts.flatMap(({ values: stated }) => (stated[row] === undefined ? [] : [textOf(stated[row])]));
    return texts.length === 0 ? undefined : texts.join(' ');
  });
  return { column: new Column(name, values), parts };
}

/** Finds what tells products apart, and which rows belong to one. */
export function findIdentity(columns: readonly Column[], title: Column, draft: Draft): Identity {
  const codes = candidates(columns).filter((column) => column !== title);
  return (
    byParent(codes, draft) ??
    byGroup(codes, columns, title, draft) ??
    byRow(codes, columns, draft) ??
    bySize(columns, title, draft) ??
    byContent(codes, title, draft)
  );
}

interface Reference {
  readonly to: Column;
  readonly share: number;
  readonly before: string;
}

/**
 * Finds the share of a column's values that are ids of another one, as they are or after a text that all of them begin
 * with.
 */
function referenceTo(from: Column, to: Column): Reference {
  const ids = new Set(to.stated.map(keyOf));
  const found = (value: unknown, prefix: string) =>
    keyOf(value).startsWith(prefix) && ids.has(keyOf(value).slice(prefix.length));
  const others = from.stated.filter((value) => !found(value, ''));
  const prefixes = new Set(
    others.map((value) => /^\D+(?=.)/.exec(keyOf(value))?.[0] ?? '').filter((prefix) => prefix !== ''),
  );
  const countOf = (prefix: string) => others.filter((value) => found(value, prefix)).length;
  const [before = ''] = [...prefixes].filter((prefix) => countOf(prefix) > 0).sort((a, b) => countOf(b) - countOf(a));
  const plain = from.share((value) => found(value, ''));
  const stripped = before === '' ? 0 : from.share((value) => found(value, '') || found(value, before));
  return stripped > plain ? { to, share: stripped, before } : { to, share: plain, before: '' };
}

/** Rows that name the product whose variants they are. */
function byParent(codes: readonly Column[], draft: Draft): Identity | null {
  const [parent] = bySaying(
    codes.filter(
      (column) => column.named('parent') >= NAMED && column.isMostly('parent', 'group') && column.stated.length > 0,
    ),
    'parent',
  );
  if (parent === undefined || parent.statedShare === 1) return null;
  const references = codes
    .filter((column) => column !== parent && isUnique(column))
    .map((column) => referenceTo(parent, column))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || b.to.named('sku') - a.to.named('sku'));
  const used = fewest(references);
  const share = shareOfAny(parent, used);
  if (used.length === 0 || share < MOSTLY) return null;
  const before = used.find((reference) => reference.before !== '')?.before ?? '';
  const products = parent.values.flatMap((value, row) => (value === undefined ? [row] : []));
  const isWhole = (ids: readonly Column[]) =>
    products.every((row) => ids.some(({ values }) => values[row] !== undefined));
  const ids = used.map(({ to }) => to);
  const spare = bySaying(
    codes.filter((column) => isUnique(column) && !ids.includes(column)),
    'id',
  ).find((column) => isWhole([...ids, column]));
  const all = isWhole(ids) || spare === undefined ? ids : [...ids, spare];
  draft.put(
    'id',
    all.length === 1 ? all[0]?.name : all.map(({ name }) => name),
    all,
    `its values are what "${parent.name}" refers to, or differ from row to row`,
  );
  const [sku = null] = bySaying(
    codes.filter((column) => column !== parent && isUnique(column)),
    'sku',
  );
  draft.section.variants = {
    ...(sku === null ? {} : { sku: sku.name }),
    parent: before === '' ? parent.name : { column: parent.name, before },
  };
  draft.note('variants.parent', [parent], `${percent(share)} of ${parent.stated.length} values are ids of other rows`);
  const isFirst = (row: number) => parent.values[row] === undefined;
  const families = familiesOf(parent, used);
  return { isFirst, groups: groupsBy(parent), families, kind: 'parent', parent, sku };
}

/** The row of each product that others name, and theirs behind it. */
function familiesOf(parent: Column, references: readonly Reference[]): number[][] {
  const families = parent.values.flatMap((named, row) => (named === undefined ? [[row]] : []));
  const byId = new Map<string, number[]>();
  for (const family of families)
    for (const { to, before } of references) {
      const id = to.values[family[0] as number];
      if (id !== undefined) for (const key of [keyOf(id), `${before}${keyOf(id)}`]) byId.set(key, family);
    }
  for (const [row, named] of parent.values.entries()) if (named !== undefined) byId.get(keyOf(named))?.push(row);
  return families.filter((rows) => rows.length > 1);
}

/** The fewest references that find what all of them find. */
function fewest(references: readonly Reference[]): Reference[] {
  const [best] = references;
  if (best === undefined) return [];
  if (best.share >= NEARLY_ALL && best.before === '') return [best];
  return references.slice(0, 2);
}

const shareOfAny = (parent: Column, references: readonly Reference[]) =>
  parent.share((value) =>
    references.some(({ to, before }) => {
      const key = keyOf(value);
      return to.stated.some((id) => keyOf(id) === key || (before !== '' && `${before}${keyOf(id)}` === key));
    }),
  );

/**
 * Tells whether rows that repeat a code made of their names are products all the same: another column is called an id more
 * clearly and tells all rows apart, and most say of themselves what no other does. Variants of one name whose texts differ by
 * their color do not, where a column states it.
 */
function areProducts(
  { column, groups }: { readonly column: Column; readonly groups: readonly (readonly number[])[] },
  codes: readonly Column[],
  columns: readonly Column[],
  title: Column,
): boolean {
  const hasId = codes.some(
    (id) => id.named('id') > column.named('id', 'group') && id.statedShare === 1 && id.distinctShare === 1,
  );
  if (!hasId) return false;
  const texts = columns.filter((one) => one.mean(wordsOf) >= LEAST_OF_TEXT);
  const others = columns.filter((one) => !texts.includes(one));
  const ownWords = (text: Column, row: number) => {
    const stated = new Set(others.flatMap(({ values }) => plainWords(values[row])));
    return plainWords(text.values[row])
      .filter((word) => !stated.has(word))
      .join(' ');
  };
  const areDifferent = (text: Column, rows: readonly number[]) =>
    new Set(isSame(title, rows) ? rows.map((row) => ownWords(text, row)) : statedBy(text, rows)).size > 1;
  return texts.some(
    (text) =>
      shareOf(groups, (rows) => rows.every((row) => text.values[row] !== undefined) && areDifferent(text, rows)) >=
      MOST_TEXTS,
  );
}

const plainWords = (value: unknown): readonly string[] =>
  textOf(value)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words of a text that says what a product is like, on average, and share of groups in which it differs, at least. */
const LEAST_OF_TEXT = 10;
const MOST_TEXTS = 0.5;

/** Rows that repeat an id, each a variant of the product. */
function byGroup(codes: readonly Column[], columns: readonly Column[], title: Column, draft: Draft): Identity | null {
  const repeated = codes
    .filter((column) => column.distinctShare < UNIQUE && column.distinct > 1)
    .map((column) => {
      const groups = groupsBy(column);
      return { column, groups, agreement: agreementOn(title, groups) };
    })
    .filter(({ column, agreement, groups }) => {
      const saysSo = column.named('group') >= NAMED && column.isMostly('group', 'id', 'parent') && groups.length > 0;
      const isId = column.named('id') >= NAMED && column.isMostly('id', 'group');
      return (saysSo && column.named('group') > 0.9 && !isId) || (agreement >= UNIQUE && (saysSo || isId));
    })
    .sort((a, b) => b.agreement - a.agreement || b.column.named('group', 'id') - a.column.named('group', 'id'));
  const [best] = repeated;
  if (best === undefined || areProducts(best, codes, columns, title)) return null;
  const { column, groups, agreement } = best;
  const rest = codes.filter((other) => other !== column && isUnique(other) && other.statedShare >= NEARLY_ALL);
  const [sku = null] = bySaying(
    codes.filter((other) => other !== column && isUnique(other) && other.named('sku', 'id') >= NAMED),
    'sku',
  );
  const isWhole = column.statedShare >= NEARLY_ALL;
  const own = isWhole ? spareFor(column, codes) : bySaying(rest, 'id')[0];
  const ids = own === undefined ? [column] : [column, own];
  draft.put(
    'id',
    ids.length === 1 ? column.name : ids.map(({ name }) => name),
    ids,
    agreement >= UNIQUE
      ? `${column.stated.length} rows have ${column.distinct} values, and ${percent(agreement)} of the rows that repeat one have the same title or none`
      : `named like the id of a group; ${column.stated.length} rows have ${column.distinct} values`,
  );
  draft.section.variants = sku === null ? {} : { sku: sku.name };
  if (sku !== null)
    draft.note('variants.sku', [sku], `${percent(sku.distinctShare)} of ${sku.stated.length} values differ`);
  const later = new Set(groups.flatMap((rows) => rows.slice(1)));
  return { isFirst: (row) => !later.has(row), groups, families: groups, kind: 'group', parent: null, sku };
}

/** A code by its kinds of letters: "A-0" of "GM-6000", and of "K-7" too. */
const shapeOf = (value: unknown) =>
  keyOf(value)
    .replace(/\p{L}+/gu, 'A')
    .replace(/\p{N}+/gu, '0');

/**
 * A column that tells apart the rows which an id leaves empty, with values that no row may have as that id, seen or not: none
 * is shaped like one. Of several, the one named most like an id.
 */
function spareFor(id: Column, codes: readonly Column[]): Column | undefined {
  const left = id.values.flatMap((value, row) => (value === undefined ? [row] : []));
  if (left.length === 0) return undefined;
  const known = new Set(id.stated.map(shapeOf));
  return bySaying(codes, 'id', 'sku').find((column) => {
    const spare = left.map((row) => column.values[row]).filter((value) => value !== undefined);
    return (
      column !== id &&
      isUnique(column) &&
      column.named('id', 'sku') >= NAMED &&
      spare.length === left.length &&
      new Set(spare.map(keyOf)).size === spare.length &&
      !spare.some((value) => known.has(shapeOf(value)))
    );
  });
}

const aRow = { isFirst: () => true, groups: [], families: [], kind: 'row', parent: null, sku: null } as const;

/** Share of the columns in which rows say the same, from which on one is a copy of another: stock and prices change. */
const COPIED = 0.9;

/** Rows by the value of a column that few repeat and only in copies of a row; none where they say something else. */
function copiesBy(id: Column, columns: readonly Column[]): number[][] {
  const groups = groupsBy(id);
  const saidIn = (row: number) => columns.map(({ values }) => (values[row] === undefined ? '' : keyOf(values[row])));
  const areCopies = groups.every(([first = 0, ...others]) => {
    const said = saidIn(first);
    return others.every((row) => {
      const same = saidIn(row).filter((cell, place) => cell === said[place]).length;
      return same >= columns.length * COPIED;
    });
  });
  return areCopies ? groups : [];
}

function byRow(codes: readonly Column[], columns: readonly Column[], draft: Draft): Identity | null {
  const whole = codes.filter(({ statedShare, distinctShare }) => statedShare >= NEARLY_ALL && distinctShare >= MOSTLY);
  const unique = whole.filter(isUnique);
  const named = unique.filter((column) => column.named('id', 'sku') >= NAMED && column.isMostly('id', 'sku', 'group'));
  const id =
    bySaying(named, 'id', 'sku')[0] ??
    unique.find(({ distinctShare }) => distinctShare === 1) ??
    bySaying(whole, 'id', 'sku').find((column) => copiesBy(column, columns).length > 0);
  if (id === undefined) return null;
  const called = named.includes(id) ? 'named like an id; ' : '';
  const repeated = copiesBy(id, columns).reduce((count, rows) => count + rows.length - 1, 0);
  const copies =
    repeated === 0
      ? ''
      : `; ${repeated === 1 ? '1 row repeats one and nearly all else, and is' : `${repeated} rows repeat one and nearly all else, and are`} merged`;
  const spare = spareFor(id, codes);
  draft.put(
    'id',
    spare === undefined ? id.name : [id.name, spare.name],
    [id],
    `${called}${id.stated.length} values, ${percent(id.distinctShare)} of them different${copies}`,
  );
  if (spare !== undefined)
    draft.note('id', [spare], `tells apart ${id.values.length - id.stated.length} rows that have no "${id.name}"`);
  return aRow;
}

/**
 * Rows without an id of which those with one name differ in their size, what they cost and their address alone: a table with a
 * row for each size that a shop has.
 */
function bySize(columns: readonly Column[], title: Column, draft: Draft): Identity | null {
  if (title.statedShare < NEARLY_ALL || draft.section.title !== title.name) return null;
  const groups = groupsBy(title);
  const repeated = groups.reduce((sum, rows) => sum + rows.length, 0);
  if (groups.length < LEAST_SIZED || repeated < title.stated.length / 2) return null;
  const sizes = columns.filter((column) => column !== title && canonicalField(fieldNamed(column.name, '')) === SIZE);
  const [size, ...others] = sizes;
  // A row that is there twice is one.
  const once = (rows: readonly number[]) => [
    ...new Map(rows.map((row) => [JSON.stringify(columns.map(({ values }) => values[row] ?? null)), row])).values(),
  ];
  const isSized = size !== undefined && shareOf(groups, (rows) => areAllNew(size, once(rows))) >= MOSTLY;
  if (!isSized || others.length > 0) return null;
  const mayDiffer = (column: Column) =>
    column === size ||
    column.share(isUrl) > 0.5 ||
    column.named('price', 'sale_price', 'list_price', 'other_price', 'other') >= NAMED;
  const isOne = (column: Column) => shareOf(groups, (rows) => isSame(column, rows)) >= NEARLY_ALL;
  if (!columns.every((column) => column === title || mayDiffer(column) || isOne(column))) return null;
  draft.section.id = title.name;
  draft.findings.push({
    key: 'id',
    column: title.name,
    because: `no column tells rows apart, and those of one name differ in "${size.name}" and what goes with it: ${title.stated.length} rows are ${title.distinct} products`,
  });
  draft.section.variants = {};
  const later = new Set(groups.flatMap((rows) => rows.slice(1)));
  return { isFirst: (row) => !later.has(row), groups, families: groups, kind: 'group', parent: null, sku: null };
}

const SIZE = 'Size';
const LEAST_SIZED = 10;
const shareOf = (groups: readonly (readonly number[])[], test: (rows: readonly number[]) => boolean) =>
  groups.filter(test).length / groups.length;
const statedBy = ({ values }: Column, rows: readonly number[]) => rows.map((row) => keyOf(values[row] ?? null));
const areAllNew = (column: Column, rows: readonly number[]) => new Set(statedBy(column, rows)).size === rows.length;
const isSame = (column: Column, rows: readonly number[]) => new Set(statedBy(column, rows)).size === 1;

/** Share of the values of ids that differ, at least: one that says the same of most rows is the id of something else. */
const LEAST_OF_IDS = 0.5;

/** Products are told apart by what their rows state where no column does; a column that should and does not is doubtful. */
function byContent(codes: readonly Column[], title: Column, draft: Draft): Identity {
  const named = codes.filter(
    (column) =>
      column.named('id') >= NAMED &&
      column.isMostly('id', 'sku') &&
      column.statedShare > 0.5 &&
      column.distinctShare >= LEAST_OF_IDS,
  );
  const [spoiled] = bySaying(named, 'id');
  if (spoiled !== undefined) {
    const { column, parts } = joinedTitle([spoiled, title]);
    if (spoiled.statedShare >= NEARLY_ALL && column.distinct > spoiled.distinct && isUnique(column)) {
      draft.section.id = { made_of: [spoiled.name, ...columnsOfName(draft.section.title as string)] };
      draft.note(
        'id',
        parts.slice(0, 1),
        `repeats with another title; with the title it tells ${column.distinct} of ${column.values.length} rows apart`,
      );
      return aRow;
    }
    if (title.statedShare >= NEARLY_ALL && title.distinctShare >= MOSTLY) {
      const missing = spoiled.values.length - spoiled.stated.length;
      const lacks =
        missing > 0 ? `is empty in ${missing} of ${spoiled.values.length} rows` : 'repeats with another title';
      draft.note(null, [spoiled], `${lacks}; what rows state tells them apart better`);
      return aRow;
    }
    const repeated = spoiled.stated.length - spoiled.distinct;
    const missing = spoiled.values.length - spoiled.stated.length;
    const why =
      repeated > missing
        ? `"${spoiled.name}" repeats in ${repeated} of ${spoiled.stated.length} rows that have another title`
        : `"${spoiled.name}" is empty in ${missing} of ${spoiled.values.length} rows`;
    draft.doubt('id', why, named);
  }
  return aRow;
}
