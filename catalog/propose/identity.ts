import type { ColumnPart } from '../../lexicon/columns.ts';
import { numberOf, textOf } from '../product/values.ts';
import { columnsOfName } from '../readers/index.ts';
import { type Draft, NAMED, percent, sayTheSame } from './draft.ts';
import {
  Column,
  isAmount,
  isCode,
  isDate,
  isFlag,
  isHtml,
  isNumber,
  isScalar,
  isUrl,
  keyOf,
  lengthOf,
  wordsOf,
} from './profile.ts';

const MOSTLY = 0.9;
const NEARLY_ALL = 0.97;
const UNIQUE = 0.98;
/** Names that are as clear as one another. */
const AS_CLEAR = 0.05;

const CLEARLY = 0.9;
/** Words a name has on average where nothing says that it is one. */
const SEVERAL = 1.3;

const isNoName = (value: unknown) =>
  !isScalar(value) || isNumber(value) || isUrl(value) || isDate(value) || isFlag(value);

/** Tells whether a column may hold names of products: short texts of several words, most of them different. */
function looksLikeTitles(column: Column): boolean {
  const words = column.mean(wordsOf);
  const length = column.mean(lengthOf);
  return (
    column.stated.length > 0 &&
    column.share(isNoName) < 1 - MOSTLY &&
    column.share(isHtml) < 1 - MOSTLY &&
    words >= (column.named('title') >= CLEARLY ? 1 : SEVERAL) &&
    words <= 40 &&
    length >= 4 &&
    length <= 300
  );
}

/** The share of products, as some id groups the rows, that have a title of their own. */
function distinctAmongGroups(title: Column, columns: readonly Column[]): number {
  const ids = candidates(columns).filter(
    (column) => column.named('group', 'id') >= NAMED && column.distinct > 1 && !isUnique(column),
  );
  const agreed = ids.filter((column) => agreementOn(title, groupsBy(column)) >= UNIQUE);
  return Math.max(0, ...agreed.map((column) => title.distinct / column.distinct));
}

/** Finds the column with the names of products. */
export function findTitle(columns: readonly Column[], draft: Draft): Column | null {
  const isDistinct = (column: Column) =>
    column.distinctShare > 0.3 ||
    (column.named('title') >= CLEARLY && distinctAmongGroups(column, columns) > DISTINCT_IN_GROUPS);
  const fitting = columns.filter((column) => looksLikeTitles(column) && isDistinct(column));
  const named = fitting
    .filter(
      (column) => column.named('title') >= NAMED && column.isMostly('title', 'review_title', 'pair_name', 'author'),
    )
    .sort((a, b) => b.named('title') - a.named('title'));
  const [best, second] = named;
  if (best === undefined) return titleByContent(fitting, columns, draft);
  const isClear =
    second === undefined ||
    best.named('title') - second.named('title') > AS_CLEAR ||
    second.statedShare < best.statedShare / 2 ||
    sayTheSame(best, second, (value) => keyOf(value).toLowerCase());
  if (isClear) {
    const spare = best.statedShare < NEARLY_ALL ? spareTitle(best, fitting) : undefined;
    draft.put('title', best.name, [best], `named like a title; ${ofTitles(best)}`);
    return spare === undefined ? best : withSpare(best, spare, draft);
  }
  draft.doubt('title', `"${best.name}" and "${second.name}" both hold names of products, and differ`, [best, second]);
  return null;
}

/** The rows of a column that another one leaves empty. */
const leftBy = (title: Column, { values }: Column) => values.filter((_, row) => title.values[row] === undefined);

/**
 * A column that names the products which have no title: in nearly all rows without one, each time otherwise, and saying
 * much of what titles say where both stand.
 */
function spareTitle(title: Column, fitting: readonly Column[]): Column | undefined {
  return fitting.find((column) => {
    const left = leftBy(title, column);
    const stated = left.filter((value) => value !== undefined);
    if (column === title || stated.length < left.length * MOSTLY) return false;
    if (new Set(stated.map(keyOf)).size < stated.length * MOSTLY) return false;
    const both = title.values.flatMap((value, row) => {
      const beside = column.values[row];
      return value === undefined || beside === undefined ? [] : [sharedWords(beside, value)];
    });
    return both.length > 0 && both.reduce((sum, share) => sum + share, 0) >= both.length * SAYS_THE_SAME;
  });
}

/** Share of a spare name's words that titles say as well. */
const SAYS_THE_SAME = 0.5;

function sharedWords(one: unknown, other: unknown): number {
  const words = textOf(one).toLowerCase().split(/\s+/);
  const others = new Set(textOf(other).toLowerCase().split(/\s+/));
  return words.filter((word) => others.has(word)).length / words.length;
}

function withSpare(title: Column, spare: Column, draft: Draft): Column {
  const left = leftBy(title, spare).length;
  draft.section.title = [title.name, spare.name];
  draft.note('title', [spare], `names ${left} of ${title.values.length} rows that have no "${title.name}"`);
  return new Column(
    title.name,
    title.values.map((value, row) => value ?? spare.values[row]),
  );
}

const ofTitles = (column: Column) =>
  `${percent(column.distinctShare)} of ${column.stated.length} values differ, ${column.mean(wordsOf).toFixed(1)} words each`;

const DISTINCT_IN_GROUPS = 0.5;

function titleByContent(fitting: readonly Column[], columns: readonly Column[], draft: Draft): Column | null {
  const short = fitting.filter(
    (column) =>
      column.statedShare > MOSTLY &&
      column.distinctShare > MOSTLY &&
      column.mean(wordsOf) <= 25 &&
      column.named(...NO_NAMES) < NAMED,
  );
  const likely = short.filter((column) => column.named('description', 'features') < NAMED);
  // Tills call what others call a name its description.
  const described = likely.length > 0 ? [] : short.filter((column) => column.mean(wordsOf) <= FEW_WORDS);
  const [only, other] = likely.length > 0 ? likely : described;
  const lines = columns.filter((column) => column.named('title') >= CLEARLY && mayBePartOfTitle(column));
  if (likely.length === 0 && other === undefined && only !== undefined && lines[0] !== undefined) {
    const made = madeTitle([lines[0], only], draft);
    if (made !== null) return made;
  }
  if (only !== undefined && other === undefined) {
    draft.put('title', only.name, [only], `the only column of short texts that differ; ${ofTitles(only)}`);
    return only;
  }
  const made = only === undefined ? (madeTitle(columns, draft) ?? makersAsTitles(columns, draft)) : null;
  if (made !== null) return made;
  const named = columns.filter((column) => column.isMostly('title') && column.named('title') >= NAMED);
  const [line] = named.filter(
    (column) => looksLikeTitles(column) && column.statedShare >= NEARLY_ALL && column.distinct >= LEAST_NAMES,
  );
  if (only === undefined && line !== undefined && columns.filter(saysAgain).length >= LEAST_BESIDE) {
    draft.put('title', line.name, [line], `named like a title, and no other column names products; ${ofTitles(line)}`);
    return line;
  }
  const why =
    only !== undefined
      ? `${likely.map(({ name }) => `"${name}"`).join(', ')} could each be the product's name`
      : named.length > 0
        ? `"${named[0]?.name}" holds no names (${percent(named[0]?.statedShare ?? 0)} of rows state it, such as ${exampleOf(named[0])})`
        : 'no column holds short texts that differ from product to product';
  draft.doubt('title', why, likely);
  return null;
}

/** Things that columns of short texts which differ may hold, and are no names; and that may be no parts of names. */
const NO_NAMES = ['other', 'rating', 'rating_count', 'sold_count'] as const;
const NO_PARTS = ['category', 'main_category', 'price', 'sale_price', 'list_price', 'other_price'] as const;

const FEW_WORDS = 12;
const LEAST_NAMES = 3;

/** Tells whether a text is an amount that is written as money is: "Rp20,000,026.20", but no "Line 3". */
const isMoney = (value: unknown) => isAmount(value) && /\d[.,]\d{2,3}(?!\d)/.test(textOf(value));

/** Tells whether a column may be a part of what a product is called: short texts, a maker, a line or a model. */
function mayBePartOfTitle(column: Column): boolean {
  return (
    column.statedShare >= NEARLY_ALL &&
    column.distinct >= LEAST_NAMES &&
    column.share((value) => isNoName(value) || isMoney(value)) < 1 - MOSTLY &&
    column.share(isHtml) === 0 &&
    column.mean(wordsOf) <= FEW_WORDS &&
    column.mean(lengthOf) >= 3 &&
    column.named(...NO_NAMES, ...NO_PARTS) < NAMED
  );
}

/** A name made of the two columns that tell rows apart best, where none does so alone: "Nike" and "Pegasus 38". */
function madeTitle(columns: readonly Column[], draft: Draft): Column | null {
  const likely = columns
    .filter(mayBePartOfTitle)
    .toSorted((a, b) => b.distinct - a.distinct)
    .slice(0, MOST_PARTS);
  const parts = columns.filter((column) => likely.includes(column));
  const pairs = parts.flatMap((one, at) => parts.slice(at + 1).map((other) => joinedTitle([one, other])));
  const sorted = pairs.sort((a, b) => b.column.distinct - a.column.distinct);
  const good = sorted.filter(({ column }) => column.distinct >= (sorted[0]?.column.distinct ?? 0) * NEARLY_AS_MANY);
  const best = good.find((pair) => pair.parts.some((part) => part.named('title') >= CLEARLY)) ?? good[0];
  if (best === undefined) return null;
  const { column, parts: used } = best;
  if (column.distinctShare < LEAST_MADE) return null;
  draft.section.title = { made_of: used.map(({ name }) => name) };
  const because = `no column names a product alone; ${ofTitles(column)}`;
  // A part that says no name by itself is a detail as well.
  const isName = (one: Column) => one.named('title') > 0 || one.distinctShare > LEAST_MADE;
  for (const part of used) {
    if (isName(part)) draft.note('title', [part], because);
    else draft.findings.push({ key: 'title', column: part.name, because });
  }
  return column;
}

/**
 * The maker as the name of what has none, in tables of what products are like: a maker and a price beside columns of
 * which each says the same of many products.
 */
function makersAsTitles(columns: readonly Column[], draft: Draft): Column | null {
  const makers = bySaying(
    columns.filter((column) => column.isMostly('brand') && mayBePartOfTitle(column)),
    'brand',
  );
  const [maker] = makers;
  const isPriced = columns.some(
    (column) => column.named('price', 'sale_price') >= CLEARLY && column.share(isAmount) >= MOSTLY,
  );
  if (maker === undefined || !isPriced || columns.filter(saysAgain).length < LEAST_SAYING) return null;
  draft.section.title = maker.name;
  draft.findings.push({
    key: 'title',
    column: maker.name,
    because:
      'no column names products; who makes one stands for its name. Where a name of several columns tells more, say so here: title: { made_of: [ … ] }',
  });
  return maker;
}

/** Tells whether a column says the same of many rows, as what things are like does. */
const saysAgain = (column: Column) => column.distinct > 1 && column.distinctShare < LEAST_MADE;

/** Columns that say what products are like, from which on a table without names is one of products; with names that repeat. */
const LEAST_SAYING = 5;
const LEAST_BESIDE = 2;

const LEAST_MADE = 0.5;
/** Share of the names that the best pair makes, from which on a pair with a column called a name is as good. */
const NEARLY_AS_MANY = 0.8;
/** Columns of which pairs are tried, those with most values. */
const MOST_PARTS = 8;

function joinedTitle(parts: readonly Column[]): { readonly column: Column; readonly parts: readonly Column[] } {
  const name = parts.map((part) => part.name).join(' ');
  const [first] = parts as [Column, ...Column[]];
  const values = first.values.map((_, row) => {
    const texts = parts.flatMap(({ values: stated }) => (stated[row] === undefined ? [] : [textOf(stated[row])]));
    return texts.length === 0 ? undefined : texts.join(' ');
  });
  return { column: new Column(name, values), parts };
}

const exampleOf = (column: Column | undefined) => JSON.stringify(column?.stated[0] ?? '').slice(0, 60);

/** Way in which the rows of a file make products. */
export interface Identity {
  /** Rows that are a product of their own, or state one first. */
  readonly isFirst: (row: number) => boolean;
  /** The rows of each product that has several. */
  readonly groups: readonly (readonly number[])[];
  readonly kind: 'row' | 'group' | 'parent';
  readonly parent: Column | null;
  readonly sku: Column | null;
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
const candidates = (columns: readonly Column[]) =>
  columns.filter(
    (column) =>
      looksLikeCodes(column) &&
      (column.named('id', 'sku') >= NAMED || !countsRows(column)) &&
      (column.isMostly('id', 'sku', 'group', 'parent') || Math.max(column.named(...NOT_IDS)) < NAMED),
  );

const NOT_IDS = [
  ...(['price', 'sale_price', 'list_price', 'other_price', 'rating', 'rating_count', 'sold_count'] as const),
  ...(['other', 'brand', 'category', 'main_category', 'currency', 'shop', 'time', 'pair_name', 'pair_value'] as const),
];

const bySaying = (columns: readonly Column[], ...parts: readonly ColumnPart[]) =>
  columns.toSorted((a, b) => b.named(...parts) - a.named(...parts));

const isUnique = (column: Column) => column.distinctShare >= UNIQUE;

/** Tells whether a column only counts the rows, as programs add one to a table. */
export function countsRows({ values }: Column): boolean {
  const first = numberOf(values[0]);
  if ((first !== 0 && first !== 1) || values.length < LEAST_COUNTED) return false;
  return values.every((value, row) => numberOf(value) === first + row);
}

/** Rows from which on a run of numbers is no accident, as that of three sizes may be. */
const LEAST_COUNTED = 10;

/** Rows by the value of a column, those of several rows alone. */
function groupsBy(column: Column): number[][] {
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
function agreementOn(title: Column, groups: readonly (readonly number[])[]): number {
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

/** Finds what tells products apart, and which rows belong to one. */
export function findIdentity(columns: readonly Column[], title: Column, draft: Draft): Identity {
  const codes = candidates(columns).filter((column) => column !== title);
  return (
    byParent(codes, draft) ?? byGroup(codes, title, draft) ?? byRow(codes, draft) ?? byContent(codes, title, draft)
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
  return { isFirst, groups: groupsBy(parent), kind: 'parent', parent, sku };
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

/** Rows that repeat an id, each a variant of the product. */
function byGroup(codes: readonly Column[], title: Column, draft: Draft): Identity | null {
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
  if (best === undefined) return null;
  const { column, groups, agreement } = best;
  const rest = codes.filter((other) => other !== column && isUnique(other) && other.statedShare >= NEARLY_ALL);
  const [sku = null] = bySaying(
    codes.filter((other) => other !== column && isUnique(other) && other.named('sku', 'id') >= NAMED),
    'sku',
  );
  const isWhole = column.statedShare >= NEARLY_ALL;
  const [own] = bySaying(rest, 'id');
  const ids = isWhole || own === undefined ? [column] : [column, own];
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
  return { isFirst: (row) => !later.has(row), groups, kind: 'group', parent: null, sku };
}

const aRow = { isFirst: () => true, groups: [], kind: 'row', parent: null, sku: null } as const;

function byRow(codes: readonly Column[], draft: Draft): Identity | null {
  const whole = codes.filter((column) => isUnique(column) && column.statedShare >= NEARLY_ALL);
  const named = whole.filter((column) => column.named('id', 'sku') >= NAMED && column.isMostly('id', 'sku', 'group'));
  const id = bySaying(named, 'id', 'sku')[0] ?? whole.find(({ distinctShare }) => distinctShare === 1);
  if (id === undefined) return null;
  const called = named.includes(id) ? 'named like an id; ' : '';
  draft.put('id', id.name, [id], `${called}${id.stated.length} values, ${percent(id.distinctShare)} of them different`);
  return aRow;
}

/** Products are told apart by what their rows state where no column does; a column that should and does not is doubtful. */
function byContent(codes: readonly Column[], title: Column, draft: Draft): Identity {
  const named = codes.filter(
    (column) => column.named('id') >= NAMED && column.isMostly('id', 'sku') && column.statedShare > 0.5,
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
