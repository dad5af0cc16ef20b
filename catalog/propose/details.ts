import { type ColumnPart, denyingWords } from '../../lexicon/columns.ts';
import { englishWords } from '../../lexicon/index.ts';
import { canonicalField, KNOWN_FIELDS } from '../product/fields.ts';
import { fieldOfTag } from '../product/labelled-facts.ts';
import { type Labelled, labelledParts } from '../product/labelled-parts.ts';
import { joinsPairs } from '../product/options.ts';
import { numberOf, textOf, textsOf } from '../product/values.ts';
import { rangeIn, unwrapped } from '../readers/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { readsAmounts } from './amounts.ts';
import { holdsStars, isCount } from './descriptions.ts';
import { type Draft, NAMED, percent } from './draft.ts';
import { headerScores, headerWords, membersOf, saysHowManyGave } from './header.ts';
import { countsRows, type Identity } from './identity.ts';
import {
  type Column,
  isDate,
  isFlag,
  isHtml,
  isListOfNumbers,
  isNumber,
  isObjects,
  isScalar,
  isTexts,
  isUrl,
  isWhole,
  keyOf,
  lengthOf,
} from './profile.ts';

const MOSTLY = 0.8;
/** The share of products with variants in which an option differs. */
const DIFFERS_IN = 0.1;

/** Columns of a name and of what it names. */
interface Pair {
  readonly name: Column;
  readonly value: Column;
}

/** A header with a number in it: what stands before, the number, and what stands behind. */
const NUMBERED = /^(?<before>.*?\p{L}[\s_.:-]*)(?<number>\d{1,2})(?<after>[\s_.:-].*|\p{Lu}.*)$/u;

interface NumberedPair extends Pair {
  /** Columns of the same number that say no more than how the pair is shown. */
  readonly beside: readonly Column[];
}

/** Columns that are numbered alike and named like a name and a value: "Option1 Name", "Option1 Value". */
function pairsOf(columns: readonly Column[]): NumberedPair[] {
  const numbered = new Map<string, Column[]>();
  for (const column of columns) {
    const { before, number } = NUMBERED.exec(column.name)?.groups ?? {};
    if (before === undefined) continue;
    const key = JSON.stringify([before, number]);
    numbered.set(key, [...(numbered.get(key) ?? []), column]);
  }
  return [...numbered.values()].flatMap((group) => {
    const best = (part: 'pair_name' | 'pair_value') =>
      group
        .filter((column) => column.named(part) > 0 && column.share(isScalar) >= MOSTLY)
        .sort((a, b) => b.named(part) - a.named(part))[0];
    const [name, value] = [best('pair_name'), best('pair_value')];
    return name === undefined || value === undefined || name === value
      ? []
      : [{ name, value, beside: group.filter((column) => column !== name && column !== value) }];
  });
}

/** The keys of the objects in a column that hold a name and what it names; null for a plain object, undefined for anything else. */
export function keysOfPairs(column: Column): { name: string; value: string } | null | undefined {
  const stated = column.stated.map(unwrapped);
  const items = stated.flatMap((value): RawObject[] =>
    isObjects(value) ? [...value] : isRawObject(value) ? [value] : [],
  );
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const isText = (value: unknown) => typeof value === 'string' && !isUrl(value);
  const isName = (key: string) => items.filter((item) => isText(item[key])).length >= items.length / 2;
  const scored = (part: 'pair_name' | 'pair_value') =>
    keys
      .map((key) => ({ key, words: headerWords(key), score: headerScores(key).get(part) ?? 0 }))
      .filter(({ score }) => score > 0);
  // "attribute_name" goes with "attribute_value", whatever else has a name.
  const pairs = scored('pair_name')
    .filter(({ key }) => isName(key))
    .flatMap((name) =>
      scored('pair_value')
        .filter(({ key }) => key !== name.key)
        .map((value) => ({
          name,
          value,
          score: name.score + value.score + (name.words[0] === value.words[0] ? 1 : 0),
        })),
    );
  const [best] = pairs.sort((a, b) => b.score - a.score);
  if (best !== undefined) return { name: best.name.key, value: best.value.key };
  return stated.some((one) => Array.isArray(one)) || !holdsValues(items) ? undefined : null;
}

/** Tells whether members of objects mostly say something that may be a value. */
function holdsValues(items: readonly RawObject[]): boolean {
  const values = items.flatMap((item) => Object.values(item));
  const isValue = (value: unknown) => value !== null && (isScalar(value) || isTexts(value)) && !isUrl(value);
  return values.length > 0 && values.filter(isValue).length >= values.length / 2;
}

const sayDetail = (keys: { name: string; value: string } | null, column: string): unknown =>
  keys === null || (['name', 'key'].includes(keys.name) && keys.value === 'value') ? column : { column, ...keys };

const SEPARATORS = ['\n', ' | ', '|', '; ', ';', ', '];

/** Finds the separator of the values in the cells of a column, where the parts come again and again in other cells. */
function separatorOf(column: Column): string | null {
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
/** Share of the parts of cells that have a name, and of names that come again in other cells. */
const NAMED_PARTS = 0.6;
const LEAST_PARTS = 2;
/** Cells that tell whether a column lists names and values: there are many ways to, and each reads them whole. */
const MOST_CELLS = 200;

/** The way in which the cells of a column list the most names and values; null where most list none. */
function labelledIn(column: Column): Labelled | null {
  const ways = LABELS.flatMap((label): Labelled[] => [
    { label },
    ...SEPARATORS.filter((one) => one !== '\n').map((separator) => ({ separator, label })),
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
  return best?.way ?? null;
}

const known = new Set<string>(KNOWN_FIELDS);

const namedForUnits = (): ReadonlyMap<string, string> =>
  new Map(englishWords('columns: units').map((pair) => pair.split(' = ') as [string, string]));

/** Short forms in headers, with the words that they stand for: "Min." and "No of". */
const shortForms = (): readonly (readonly [RegExp, string])[] =>
  englishWords('columns: short forms').map((pair) => {
    const [short = '', long = ''] = pair.split(' = ');
    return [new RegExp(`^${short.replaceAll(' ', '[\\s_]+')}(?:\\.\\s*|[\\s_]+)(?=\\p{L}{2})`, 'iu'), `${long} `];
  });

const writtenOut = (field: string) => shortForms().reduce((text, [short, long]) => text.replace(short, long), field);

/** The detail field a column is named after: without the path of a program and without what says that it is a detail. */
function fieldNamed(header: string, prefix: string): string {
  const ofUnit = namedForUnits().get(header.trim().toLowerCase());
  if (ofUnit !== undefined) return ofUnit;
  const [, shown = header] = /^(.*\S)\s*\([\w-]+(?:\.[\w-]+)+\)$/.exec(header) ?? [];
  const rest = shown.startsWith(prefix) && shown.length > prefix.length ? shown.slice(prefix.length) : shown;
  const field = (membersOf(rest).at(-1) as string).replace(/^[a-z]{1,3}:(?=\S)/i, '') || header;
  const isListed = (name: string) => known.has(canonicalField(name));
  const names = [field, field.replace(/s$/i, ''), writtenOut(field)];
  return names.find(isListed) ?? writtenOut(field);
}

/** The name of a yes or no without the verb that programs begin it with: "isPolarized". */
function withoutVerb(field: string, column: Column, named: ReadonlySet<string>): string {
  if (column.share(isFlag) < MOSTLY) return field;
  const name = field.replace(/^is(?:[\s_]+|(?=\p{Lu}))(?=\p{L}{3})/u, '');
  // Beside a column of that name it is another field.
  return named.has(canonicalField(name)) ? field : name;
}

/** The beginning that columns share and that says that they are details: "attr_", "Meta: ". */
function prefixOf({ name }: Column): string {
  const [, prefix = ''] = /^(.{1,40}?[:_\s-]+)\S/u.exec(name) ?? [];
  const says = headerScores(prefix).get('before_detail') ?? 0;
  return prefix.includes(':') || says > NAMED ? prefix : '';
}

const isKnown = (header: string) => known.has(canonicalField(fieldNamed(header, '')));

const CATEGORIES = ['category', 'main_category'] as const;
const COUNTS = ['rating_count', 'sold_count'] as const;
const AMOUNTS = ['other_price', 'list_price', 'price', 'sale_price'] as const;
const IDS = ['id', 'sku', 'group', 'parent'] as const;
const AMOUNT_NAMED = 0.3;
/** A sample of fewer values says little of what a column may hold. */
const FEW = 10;

const isCalled = (column: Column, parts: readonly ColumnPart[], least = NAMED) =>
  column.isMostly(...parts) && column.named(...parts) >= least;

/** Tells whether a column says the same of all products. */
const isConstant = (column: Column, { isFirst }: Identity) =>
  column.distinct === 1 &&
  column.stated.length >= FEW / 2 &&
  (column.stated.every((value) => isNumber(value) || isFlag(value)) ||
    column.values.every((value, row) => value !== undefined || !isFirst(row)));

/** The share of a column's values that no other row states; of lists that of their members. */
function newShare(column: Column): number {
  if (column.share(isTexts) < MOSTLY) return column.distinctShare;
  const members = column.stated.flatMap((value) => (Array.isArray(value) ? value : [value])).map(keyOf);
  return new Set(members).size / members.length;
}

/**
 * Tells whether a column holds what buyers gave or how many there were, by its name and its values: "energy rating" and
 * "IP rating" are of the product.
 */
function isRatingOrCount(column: Column): boolean {
  if (isCalled(column, COUNTS)) return column.share(isCount) >= MOSTLY;
  if (saysHowManyGave(column.name)) return column.share(isNumber) >= MOSTLY;
  if (!isCalled(column, ['rating'])) return false;
  return holdsStars(column) || (column.named('rating') >= CLEARLY && column.share(isNumber) >= MOSTLY);
}

/** Score from which on a name says nothing beside. */
const CLEARLY = 0.85;

/**
 * Tells whether a column of countries says in which market a product is sold, as it does where each country has a currency or a
 * host of its own; otherwise it is where the product comes from.
 */
function isMarket(column: Column, columns: readonly Column[]): boolean {
  const isOneEach = (other: Column) => {
    const byCountry = new Map<string, Set<string>>();
    for (const [row, country] of column.values.entries()) {
      const beside = other.values[row];
      if (country === undefined || beside === undefined) continue;
      const key = keyOf(country);
      byCountry.set(key, (byCountry.get(key) ?? new Set()).add(keyOf(beside)));
    }
    return other.distinct > 1 && byCountry.size > 1 && [...byCountry.values()].every(({ size }) => size === 1);
  };
  return columns.some(
    (other) => other !== column && other.isMostly('currency') && other.named('currency') >= NAMED && isOneEach(other),
  );
}

/** Tells whether a column holds a few whole numbers that stand for words, as its name says: "material_type" 0 to 4. */
const isCoded = (column: Column) =>
  englishWords('field name: coded').includes(headerWords(column.name).at(-1) ?? '') &&
  column.share(isWhole) >= MOSTLY &&
  column.distinct <= MOST_CODES;

const MOST_CODES = 20;

/** Why a column is no detail of a product; null where it may be one. */
function whyNoDetail(column: Column, identity: Identity): string | null {
  if (column.stated.length === 0) return 'empty in the sample';
  if (column.share(isUrl) >= 0.5) return 'addresses';
  if (isCalled(column, IDS)) return 'another id';
  if (isCalled(column, CATEGORIES)) return 'another category';
  if (isCoded(column)) return 'codes for words';
  // "Stock" of 12 is no paper.
  if (isCalled(column, ['other'], CLEARLY) && column.share(isWhole) >= MOSTLY)
    return 'says nothing of the product itself';
  if (isKnown(column.name)) return null;
  if (countsRows(column)) return 'counts the rows';
  if (isDate(column.name)) return 'what a day had';
  if (isRatingOrCount(column)) return 'another rating or count';
  if (isCalled(column, ['other'])) return 'says nothing of the product itself';
  if (isCalled(column, AMOUNTS, AMOUNT_NAMED)) return 'another amount of money';
  if (column.share(isDate) >= 0.5) return 'dates';
  if (column.share(isHtml) >= 0.2 || column.mean(lengthOf) > 80) return 'long texts';
  if (isConstant(column, identity)) return 'the same for every product';
  const isOpen = column.share((value) => isNumber(value) || isFlag(value)) < 0.5 && newShare(column) > 0.9;
  return isOpen && column.stated.length > FEW ? 'nearly every value is new' : null;
}

/** Tells whether the rows of products with several state different things in a column. */
function differs({ values }: Column, { groups }: Identity): boolean {
  const several = groups.filter((rows) => rows.length > 1);
  const different = several.filter(
    (rows) => new Set(rows.flatMap((row) => (values[row] === undefined ? [] : [keyOf(values[row])]))).size > 1,
  );
  return several.length > 0 && different.length >= Math.max(1, several.length * DIFFERS_IN);
}

/** Values that two columns have in common by no accident: two of a yes or a no soon agree. */
const LEAST_IN_COMMON = 5;
const REPEATED_IN = 0.95;

/** The column that says nearly everything a column says, lists of one value as that value: the one whose name is known, or the first. */
function repeatedBy(column: Column, columns: readonly Column[]): Column | undefined {
  if (column.distinct < LEAST_IN_COMMON) return undefined;
  const saidBy = ({ values }: Column, row: number) => keyOf(only(values[row]));
  const place = columns.indexOf(column);
  return columns.find((other, at) => {
    if (other === column || other.distinct < LEAST_IN_COMMON) return false;
    // What a day had is no detail, nor what says the same under another name: "today".
    const isEarlier = isDate(other.name) || at < place;
    if (isKnown(other.name) === isKnown(column.name) ? !isEarlier : isKnown(column.name)) return false;
    const same = column.values.filter(
      (value, row) => value !== undefined && saidBy(column, row) === saidBy(other, row),
    ).length;
    return same >= column.stated.length * REPEATED_IN;
  });
}
const only = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** Tells whether a column only says what kind of row a row is: one value for all variants that no other row has. */
function isKindOfRow({ values }: Column, { kind, isFirst }: Identity): boolean {
  if (kind !== 'parent') return false;
  const of = (wanted: boolean) =>
    new Set(values.flatMap((value, row) => (value !== undefined && isFirst(row) === wanted ? [keyOf(value)] : [])));
  const [products, variants] = [of(true), of(false)];
  return variants.size === 1 && ![...variants].some((value) => products.has(value));
}

interface Details {
  columns: Record<string, unknown>;
  object: unknown[];
  pairs: unknown[];
  tags?: unknown;
  /** The fields that columns are named after. */
  readonly named: ReadonlySet<string>;
}

/** Finds what else columns state of a product, and what variants of it differ in; says of every other column why it is left out. */
export function findDetails(columns: readonly Column[], identity: Identity, draft: Draft): void {
  const options: unknown[] = [];
  const free = columns.filter((column) => !draft.isTaken(column));
  const named = new Set(free.map((column) => canonicalField(fieldNamed(column.name, prefixOf(column)))));
  const details: Details = { columns: {}, object: [], pairs: [], named };
  const pairs = pairsOf(free);
  for (const pair of pairs) takePair(pair, identity, details, options, draft);
  const { brand } = draft.section;
  const brandColumn = columns.find(({ name }) => name === brand);
  if (brandColumn !== undefined && brandColumn.distinct > 1) details.columns[brandColumn.name] = 'Brand';
  for (const column of free) {
    if (draft.isTaken(column)) continue;
    const other = repeatedBy(column, free);
    if (isCalled(column, ['origin'], CLEARLY) && isMarket(column, columns)) {
      draft.note(null, [column], 'the market that a product is sold in, as its currency says');
      continue;
    }
    if (other === undefined) takeColumn(column, identity, details, options, draft);
    else draft.note(null, [column], `says what "${other.name}" says`);
  }
  for (const column of columns) takeDescribed(column, details, draft);
  const said = {
    ...(Object.keys(details.columns).length > 0 ? { columns: details.columns } : {}),
    ...(details.object.length > 0 ? { object: details.object.length === 1 ? details.object[0] : details.object } : {}),
    ...(details.pairs.length > 0 ? { pairs: details.pairs } : {}),
    ...(details.tags === undefined ? {} : { tags: details.tags }),
  };
  if (Object.keys(said).length > 0) draft.section.details = said;
  if (identity.kind === 'row') return;
  if (options.length > 0) draft.section.variants = { ...(draft.section.variants as object), options };
  else delete draft.section.variants;
}

function takePair(
  { name, value, beside }: NumberedPair,
  identity: Identity,
  details: Details,
  options: unknown[],
  draft: Draft,
): void {
  draft.note(null, beside, `says how "${name.name}" is shown`);
  const separator = separatorOf(value);
  const pair = { name: name.name, value: value.name };
  const because = `named like a name and what it names; ${name.distinct} names, ${value.distinct} values`;
  if (name.stated.length === 0 || value.stated.length === 0) {
    draft.note(null, [name, value], 'empty in the sample');
    return;
  }
  const none = noOption({ name, value }, identity);
  if (identity.kind !== 'row') options.push({ ...pair, ...(none === null ? {} : { none }) });
  if (identity.kind !== 'group') details.pairs.push({ ...pair, ...(separator === null ? {} : { separator }) });
  draft.note(identity.kind === 'row' ? 'details.pairs' : 'variants.options', [name, value], because);
}

/** The value that stands where there is nothing to choose: the only one its name ever has, in products of one row alone. */
function noOption({ name, value }: Pair, { groups }: Identity): string | null {
  const several = groups.filter((rows) => rows.filter((row) => value.values[row] !== undefined).length > 1);
  const inGroups = new Set(several.flat());
  const byName = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const [row, called] of name.values.entries()) {
    if (called === undefined || value.values[row] === undefined) continue;
    const stated = keyOf(value.values[row]);
    byName.set(
      keyOf(called),
      (byName.get(keyOf(called)) ?? new Set()).add(inGroups.has(row) ? '' : stated).add(stated),
    );
    counts.set(keyOf(called), (counts.get(keyOf(called)) ?? 0) + 1);
  }
  const only = [...byName].find(([called, values]) => values.size === 1 && (counts.get(called) as number) > 1);
  return only === undefined ? null : ([...only[1]][0] as string);
}

/**
 * The text that says that a product has none of what a column holds: its name behind a word that denies ("no size").
 */
function noneOf(column: Column): string | null {
  const name = headerWords(column.name);
  const denies = (value: string) => {
    const [first = '', ...rest] = headerWords(value);
    return denyingWords().has(first) && rest.join() === name.join();
  };
  const values = new Set(column.stated.map(keyOf));
  const [only, ...others] = [...values].filter(denies);
  if (only === undefined || others.length > 0 || values.size < LEAST_BESIDE_NONE) return null;
  return column.share((value) => keyOf(value) === only) >= LEAST_NONE ? only : null;
}

/** Values a column has beside the one that says none, at least, and share of its rows that say it. */
const LEAST_BESIDE_NONE = 3;
const LEAST_NONE = 0.1;

const LISTS_OF_NUMBERS =
  'lists of as many numbers each, which are no values to choose from; say what they are with { fields: [ … ] } or { range: … }';

/** Tells whether a column holds numbers in some rows and ranges of two in others: of one thing, then, and not of two. */
function holdsRanges(column: Column): boolean {
  const pairs = column.share((value) => Array.isArray(value));
  const ranges = column.share((value) => rangeIn(value) !== null);
  return (
    pairs >= LEAST_MIXED &&
    pairs <= 1 - LEAST_MIXED &&
    ranges >= pairs * MOSTLY &&
    column.share(isNumber) >= MOSTLY - pairs
  );
}

/** The share of rows that hold a range, and that hold a number, from which on neither is a slip. */
const LEAST_MIXED = 0.05;

/** Tells whether texts are prose that has colons in it: what stands before one is more than a short name. */
function isProse(column: Column, labelled: Labelled): boolean {
  const cells = column.stated.map((value) => labelledParts(value, labelled));
  const names = cells.flatMap(({ pairs }) => pairs.map(([name]) => name));
  const others = cells.reduce((sum, cell) => sum + cell.others, 0);
  const isName = (name: string) => !/[.!?]\s/.test(name) && name.split(/\s+/).length <= MOST_NAME_WORDS;
  return !names.every(isName) || others > (names.length + others) * MOST_OTHERS;
}

const MOST_NAME_WORDS = 4;
const MOST_OTHERS = 0.2;

/** Takes the names and values that a description or a list of features is made of. */
function takeDescribed(column: Column, details: Details, draft: Draft): void {
  const { description, features } = draft.section;
  const isRead = [description, features].some(
    (said) => said === column.name || (said as { column?: string } | undefined)?.column === column.name,
  );
  const labelled = isRead ? labelledIn(column) : null;
  if (labelled === null || isProse(column, labelled)) return;
  details.object.push({ column: column.name, ...labelled });
  draft.findings.push({
    key: 'details.object',
    column: column.name,
    because: `texts that list names and values with ${JSON.stringify(labelled.label)} between them`,
  });
}

/** Share of rows that have a tag which is a value of some field, and fields that tags are of, from which on they say what products are like. */
const LEAST_TAGGED = 0.2;
const LEAST_OF_TAGS = 2;

/** Takes a column of tags whose fields the lexicon knows; false for any other. */
function takeTags(column: Column, details: Details, draft: Draft): boolean {
  const isNamed = englishWords('columns: tags').includes(headerWords(column.name).at(-1) ?? '');
  if (!isNamed || details.tags !== undefined) return false;
  const separator = column.share(isTexts) >= MOSTLY ? null : separatorOf(column);
  const tagsIn = (value: unknown) =>
    textsOf(typeof value === 'string' && separator !== null ? value.split(separator) : value);
  const fields = column.stated.map((value) => tagsIn(value).flatMap((tag) => fieldOfTag(tag, details.named) ?? []));
  const tagged = fields.filter((found) => found.length > 0).length;
  const all = new Set(fields.flat());
  if (tagged < column.values.length * LEAST_TAGGED || all.size < LEAST_OF_TAGS) return false;
  details.tags = separator === null ? column.name : { column: column.name, separator };
  draft.note(
    'details.tags',
    [column],
    `tags of ${tagged} rows are values of ${all.size} fields, such as ${[...all].slice(0, 3).join(', ')}`,
  );
  return true;
}

function takeColumn(column: Column, identity: Identity, details: Details, options: unknown[], draft: Draft): void {
  const isObjectLike =
    column.share((value) => isRawObject(value) || (Array.isArray(value) && !isTexts(value))) >= MOSTLY;
  if (isObjectLike) {
    takeObjects(column, identity, details, options, draft);
    return;
  }
  if (takeTags(column, details, draft)) return;
  const labelled = labelledIn(column);
  if (labelled !== null && !isCalled(column, ['other'])) {
    details.object.push({ column: column.name, ...labelled });
    draft.note(
      'details.object',
      [column],
      `texts of names and values with ${JSON.stringify(labelled.label)} between them`,
    );
    return;
  }
  const why = isKindOfRow(column, identity) ? 'says what kind of row a row is' : whyNoDetail(column, identity);
  if (why !== null) {
    draft.note(null, [column], why);
    return;
  }
  const field = isCalled(column, ['origin'], CLEARLY)
    ? 'Country of Origin'
    : withoutVerb(fieldNamed(column.name, prefixOf(column)), column, details.named);
  const isNumeric = column.share((value) => numberOf(value) !== null) >= MOSTLY;
  const mayVary = column.share(isScalar) === 1 && (!isNumeric || isKnown(column.name));
  if (identity.kind === 'group' && mayVary && differs(column, identity)) {
    options.push({ field, value: column.name });
    draft.note('variants.options', [column], `differs between rows of one product; ${column.distinct} values`);
    return;
  }
  if (identity.kind === 'group' && differs(column, identity)) {
    draft.note(null, [column], 'differs between rows of one product');
    return;
  }
  if (isListOfNumbers(column) && !joinsPairs(canonicalField(field)) && !readsAmounts(column)) {
    draft.note(null, [column], LISTS_OF_NUMBERS);
    return;
  }
  const separator = isNumeric ? null : separatorOf(column);
  const none = noneOf(column);
  const isRange = holdsRanges(column);
  const said = {
    ...(separator === null || separator === ', ' ? {} : { separator }),
    ...(none === null ? {} : { none }),
    ...(isRange ? { range: 'highest' } : {}),
  };
  details.columns[column.name] = Object.keys(said).length === 0 ? field : { field, ...said };
  const parted = separator === null ? '' : `, parted by ${JSON.stringify(separator)}`;
  const ranges = isRange ? ', of ranges the highest' : '';
  draft.note(
    'details.columns',
    [column],
    `stated in ${percent(column.statedShare)} of rows; ${column.distinct} values${parted}${ranges}`,
  );
}

function takeObjects(column: Column, identity: Identity, details: Details, options: unknown[], draft: Draft): void {
  const keys = keysOfPairs(column);
  const isOther = column.isMostly('other') && column.named('other') >= NAMED;
  if (keys === undefined || isOther || column.share(isUrl) > 0) {
    draft.note(null, [column], isOther ? 'says nothing of the product itself' : 'objects without a name and a value');
    return;
  }
  const object = sayDetail(keys, column.name);
  const because =
    keys === null
      ? `${column.stated.length} objects`
      : `${column.stated.length} lists of objects with "${keys.name}" and "${keys.value}"`;
  if (identity.kind === 'group' && differs(column, identity)) {
    options.push({ object });
    draft.note('variants.options', [column], `differs between rows of one product; ${because}`);
    return;
  }
  details.object.push(object);
  draft.note('details.object', [column], because);
}
