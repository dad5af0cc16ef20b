import { englishWords } from '../../lexicon/index.ts';
import { counted } from '../../text/numbers.ts';
import { Tally } from '../../text/tally.ts';
import { canonicalField, foldKey } from '../product/fields.ts';
import { fieldsListing } from '../product/labelled-facts.ts';
import type { Labelled } from '../product/labelled-parts.ts';
import { joinsPairs, listsOptions } from '../product/options.ts';
import { withoutUnit } from '../product/same-quantity.ts';
import { numberOf, partsOf, textOf } from '../product/values.ts';
import { optionBehind } from '../readers/index.ts';
import { isRawObject } from '../rows/row.ts';
import { readsAmounts } from './amounts.ts';
import { type Draft, likeness, NAMED, percent } from './draft.ts';
import {
  fieldNamed,
  fieldOf,
  inEnglish,
  isKnown,
  ofPeopleOrUses,
  prefixOf,
  saysWhichByLetter,
  unnumbered,
  withoutVerb,
  withUnit,
} from './field-names.ts';
import { headerScores, membersOf } from './header.ts';
import { type Identity, shareOfProducts } from './identity.ts';
import { valuesInEnglish } from './in-english.ts';
import {
  gluedNames,
  isProse,
  labelledIn,
  namesAmongProse,
  namesBeforeValues,
  separatorOf,
  tagsSaid,
} from './listing-texts.ts';
import { keysOfPairs, type NumberedPair, noOption, pairsOf } from './name-value-pairs.ts';
import {
  CLEARLY,
  differs,
  isCalled,
  isKindOfRow,
  isMarket,
  leaveParcels,
  repeatedBy,
  saysAsMuch,
  whyNoDetail,
} from './no-detail.ts';
import {
  type Column,
  isDate,
  isListOfNumbers,
  isNumber,
  isScalar,
  isTexts,
  isUrl,
  isWhole,
  keyOf,
  MOSTLY,
} from './profile.ts';
import { rangesOf } from './ranges.ts';
import { textsForNone } from './texts-for-none.ts';
import { findTicks } from './ticks.ts';
import { leaveConsequences, saysOfProducts } from './variants.ts';
import { holdsScores, holdsScoresOfMembers, holdsVotes, manyFractions } from './votes.ts';

const sayDetail = (keys: { name: string; value: string } | null, column: string): unknown =>
  keys === null || (['name', 'key'].includes(keys.name) && keys.value === 'value') ? column : { column, ...keys };

interface Details {
  columns: Record<string, unknown>;
  object: unknown[];
  pairs: unknown[];
  tags?: unknown;
  /** The fields that columns are named after. */
  readonly named: ReadonlySet<string>;
  /** The column that says how many rated each product. */
  readonly raters: Column | undefined;
}

/** Finds what else columns state of a product, and what variants of it differ in; says of every other column why it is left out. */
export function findDetails(columns: readonly Column[], title: Column | null, identity: Identity, draft: Draft): void {
  const options: unknown[] = [];
  if (identity.kind === 'row' && title !== null) leaveNameless(columns, title, draft);
  const free = columns.filter((column) => !draft.isTaken(column));
  const named = new Set(free.map((column) => canonicalField(fieldNamed(column.name, prefixOf(column)))));
  const raters = columns.find(({ name }) => name === draft.section.rating_count);
  const details: Details = { columns: {}, object: [], pairs: [], named, raters };
  const pairs = pairsOf(free);
  for (const pair of pairs) takePair(pair, identity, details, options, draft);
  const { brand } = draft.section;
  const brandColumn = columns.find(({ name }) => name === brand);
  if (brandColumn !== undefined && brandColumn.distinct > 1) details.columns[brandColumn.name] = 'Brand';
  draft.note(null, manyFractions(free.filter((column) => !draft.isTaken(column) && !isKnown(column.name))), SCORES);
  const { ticked, stated } = findTicks(
    free.filter((column) => !draft.isTaken(column) && mayBeDetail(column, identity)),
    named,
    draft,
  );
  leaveParcels(free, columns, draft);
  const numbered = numberedFields(free.filter((column) => !draft.isTaken(column)));
  for (const column of free) {
    if (draft.isTaken(column)) continue;
    const other =
      repeatedBy(column, free) ??
      (brandColumn !== undefined && saysAsMuch(column, brandColumn) ? brandColumn : undefined);
    if (isCalled(column, ['origin'], CLEARLY) && isMarket(column, columns)) {
      draft.note(null, [column], 'the market that a product is sold in, as its currency says');
      continue;
    }
    const listed = free.find((one) => one !== column && countsListed(column, one));
    const behind = title === null ? null : fieldBehind(column, title);
    if (listed !== undefined) draft.note(null, [column], `says how many "${listed.name}" lists`);
    else if (behind !== null && identity.kind === 'group' && differs(column, identity)) {
      options.push({ field: behind, value: column.name, behind: title?.name });
      draft.note('variants.options', [column], `says the ${behind} behind what "${title?.name}" says`);
    } else if (other === undefined) takeColumn(column, identity, details, options, draft, numbered.get(column));
    else draft.note(null, [column], `says what "${other.name}" says`);
  }
  partFields(columns, details, draft);
  const translated = valuesInEnglish(columns, details.columns, draft);
  for (const column of columns) takeDescribed(column, details, draft);
  const said = {
    ...(Object.keys(details.columns).length > 0 ? { columns: details.columns } : {}),
    ...(details.object.length > 0 ? { object: details.object.length === 1 ? details.object[0] : details.object } : {}),
    ...(details.pairs.length > 0 ? { pairs: details.pairs } : {}),
    ...(details.tags === undefined ? {} : { tags: details.tags }),
    ...(Object.keys(ticked).length > 0 ? { ticked } : {}),
    ...(Object.keys({ ...stated, ...translated }).length > 0 ? { stated: { ...stated, ...translated } } : {}),
  };
  if (Object.keys(said).length > 0) draft.section.details = said;
  if (identity.kind === 'row') return;
  leaveConsequences(columns, identity, { options, stated: details.columns }, draft);
  if (options.length > 0 || identity.parent !== null)
    draft.section.variants = { ...(draft.section.variants as object), options };
  else delete draft.section.variants;
  if (options.length === 0 && identity.parent !== null)
    draft.note(
      'variants',
      [identity.parent],
      'rows of one product differ in nothing that is an option, and are no products; what all of them state is said of it',
    );
}

/** Leaves out columns that only rows without a name state, such as what went wrong with them: these become no products. */
function leaveNameless(columns: readonly Column[], title: Column, draft: Draft): void {
  const isOfNoProduct = ({ values, stated }: Column) =>
    stated.length > 0 && values.every((value, row) => value === undefined || title.values[row] === undefined);
  const left = columns.filter((column) => !draft.isTaken(column) && isOfNoProduct(column));
  draft.note(null, left, 'stated by rows without a name alone');
}

/** Tells whether nothing keeps a column that holds the same in several rows of a product from being a detail. */
const mayBeDetail = (column: Column, identity: Identity) =>
  whyNoDetail(column, identity) === null && !(identity.kind === 'group' && differs(column, identity));

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
  const because = `named like a name and what it names; ${counted(name.distinct, 'name')}, ${counted(value.distinct, 'value')}`;
  if (name.stated.length === 0 || value.stated.length === 0) {
    draft.note(null, [name, value], 'empty in the sample');
    return;
  }
  const none = noOption({ name, value }, identity);
  if (identity.kind !== 'row') options.push({ ...pair, ...(none === null ? {} : { none }) });
  if (identity.kind !== 'group') details.pairs.push({ ...pair, ...(separator === null ? {} : { separator }) });
  draft.note(identity.kind === 'row' ? 'details.pairs' : 'variants.options', [name, value], because);
}

const LISTS_OF_NUMBERS =
  'lists of as many numbers each, which are no values to choose from; say what they are with { fields: [ … ] } or { range: … }';

/** Takes the names and values that a description or a list of features is made of. */
function takeDescribed(column: Column, details: Details, draft: Draft): void {
  const { description, features } = draft.section;
  const isRead = [description, features].some(
    (said) => said === column.name || (said as { column?: string } | undefined)?.column === column.name,
  );
  if (!isRead) return;
  const whole = gluedNames(column) ?? labelledIn(column);
  const labelled = whole === null || isProse(column, whole) ? amongProse(column, details) : whole;
  if (labelled === null) return;
  details.object.push({ column: column.name, ...labelled });
  draft.findings.push({
    key: 'details.object',
    column: column.name,
    because: `texts that list names and values with ${JSON.stringify(labelled.label)} between them`,
  });
}

/** Names and values among the prose of texts, without those of fields that columns state and those that say nothing of a product. */
function amongProse(column: Column, { columns }: Details): Labelled | null {
  const found = namesAmongProse(column);
  const meant = (field: string) => canonicalField(withoutUnit(field)).toLowerCase();
  const stated = new Set(Object.values(columns).map((said) => meant(fieldOf(said))));
  const isStated = (name: string) => stated.has(meant(inEnglish(name) ?? name));
  const saysNothing = (name: string) => [...OF_LISTING].some((part) => (headerScores(name).get(part) ?? 0) >= CLEARLY);
  const isHeading = (name: string) => englishWords('columns: headings').includes(name.toLowerCase());
  const names = found?.names?.filter((name) => !isStated(name) && !saysNothing(name) && !isHeading(name)) ?? [];
  return found === null || names.length === 0 ? null : { ...found, names };
}

const OF_LISTING = ['other', 'other_price', 'price', 'id', 'sku', 'rating_count', 'description'] as const;

const isText = (value: unknown) => typeof value === 'string' && !isNumber(value);

/** The field whose values most texts of a column say behind the name of their product: sizes of "Blue Vest - Size M"; null where they say none. */
function fieldBehind(column: Column, title: Column): string | null {
  const behind = column.values.flatMap((value, row) => {
    const text = value === undefined ? null : optionBehind(textOf(value), textOf(title.values[row]), '');
    return text === null ? [] : [text];
  });
  if (behind.length < column.stated.length * MOSTLY) return null;
  const fields = new Tally();
  for (const text of behind) {
    const [first = ''] = text.split(/[\s:]/);
    const said = canonicalField(first);
    for (const field of isKnown(first) && first !== text ? [said] : fieldsListing(text)) fields.add(field);
  }
  const [most] = fields.names.toSorted((one, other) => fields.of(other) - fields.of(one));
  return most !== undefined && fields.of(most) >= behind.length * LEAST_SAID_BEHIND ? most : null;
}

/** Share of the texts behind names that are values of a field, from which on all are. */
const LEAST_SAID_BEHIND = 0.2;

/** Tells whether a column of several numbers says how many another one lists, in nearly all rows: 20 beside as many ingredients. */
function countsListed(column: Column, list: Column): boolean {
  if (column.distinct < LEAST_COUNTS || column.share(isWhole) < MOSTLY) return false;
  const separator = separatorOf(list);
  const lengthOf = (value: unknown) =>
    Array.isArray(value) ? value.length : separator === null ? 1 : partsOf(textOf(value), separator).length;
  const both = column.values.flatMap((count, row) => {
    const listed = list.values[row];
    return count === undefined || listed === undefined ? [] : [numberOf(count) === lengthOf(listed)];
  });
  return both.length >= column.stated.length / 2 && both.filter(Boolean).length >= both.length * MOSTLY;
}

/** Different numbers from which on it is no accident that they are those of what is listed. */
const LEAST_COUNTS = 5;

/** The field of columns that are numbered, if it is known or one of them has values that others have too: "Material 1" and "Material 2". */
function numberedFields(columns: readonly Column[]): ReadonlyMap<Column, string> {
  const fields = new Map<Column, string>();
  const isOfTexts = (column: Column) =>
    column.share(isText) >= (isKnown(unnumbered(column)?.what ?? '') ? LEAST_TEXTS : MOSTLY);
  const texts = columns.filter((column) => column.stated.length > 0 && isOfTexts(column));
  for (const [base, [first, ...others]] of Map.groupBy(texts, (column) => unnumbered(column)?.base)) {
    const what = first === undefined ? undefined : unnumbered(first)?.what;
    if (base === undefined || what === undefined || first === undefined || others.length === 0) continue;
    const values = new Set(first.stated.map(keyOf));
    const isShared = (column: Column) =>
      column.share((value) => values.has(keyOf(value))) >= LEAST_SHARED ||
      first.share((value) => column.stated.some((other) => keyOf(other) === keyOf(value))) >= LEAST_SHARED;
    if (!others.every(isShared) && !isKnown(what)) continue;
    for (const column of [first, ...others]) fields.set(column, fieldNamed(what, prefixOf(column)));
  }
  // A first one of which there is no second is one: "bluetooth_1".
  for (const column of columns.filter(({ name }) => FIRST.test(name))) {
    const { base = '', what = '' } = unnumbered(column) ?? {};
    const isAlone = columns.every((other) => other === column || ![other.name, unnumbered(other)?.base].includes(base));
    if (isAlone && !fields.has(column)) fields.set(column, fieldNamed(what, prefixOf(column)));
  }
  return fields;
}

const FIRST = /\p{L}_1$/u;

/** Share of texts in a numbered column of a known field, of which a shop may number some values. */
const LEAST_TEXTS = 0.5;

/** Share of a numbered column's rows with a value that another one of them has. */
const LEAST_SHARED = 0.1;

/**
 * Parts columns of one name that say different things: those in groups are called by these too ("Product dimensions  Width" and
 * "Package dimensions  Width"), and of others that mean one field, of which a product has one value, the one called by it counts.
 */
function partFields(columns: readonly Column[], details: Details, draft: Draft): void {
  const named = columns.filter(({ name }) => Object.hasOwn(details.columns, name));
  const alike = Map.groupBy(named, ({ name }) => canonicalField(fieldOf(details.columns[name])));
  for (const [field, group] of alike) {
    const parted = new Set<string>();
    for (const column of group) {
      const own = membersOf(column.name);
      const others = group.filter((other) => other !== column && !agrees(column, other));
      const around = withoutGeneric(own.at(-2) ?? '');
      if (others.length === 0 || own.length < 2 || around === '') continue;
      const said = details.columns[column.name];
      const longer = `${around} ${fieldOf(said)}`;
      details.columns[column.name] = typeof said === 'string' ? longer : { ...(said as object), field: longer };
      parted.add(column.name);
    }
    const [first, ...rest] = group
      .filter(({ name }) => !parted.has(name))
      .toSorted((a, b) => Number(isCalledExactly(b, field)) - Number(isCalledExactly(a, field)));
    if (first === undefined || numberedIn(first)) continue;
    for (const other of rest) {
      const isOneOfSeveral = listsOptions(field) && !saysLess(other, first) && !saysLess(first, other);
      if (agrees(first, other) || numberedIn(other) || isOneOfSeveral) continue;
      delete details.columns[other.name];
      draft.withdraw('details.columns', other);
      draft.note(null, [other], `says something else of the ${field} that "${first.name}" says`);
    }
  }
}

const numberedIn = (column: Column) => unnumbered(column) !== null;
const isCalledExactly = ({ name }: Column, field: string) => foldKey(name) === foldKey(field);

/** The group of a name without words that say no more than that it is a group: "Product dimensions" is about the product. */
const withoutGeneric = (group: string) =>
  group
    .split(/[\s_]+/)
    .filter((word) => !englishWords('columns: groups').includes(word.toLowerCase()))
    .join(' ');

/** Tells whether columns say the same in most of the rows that state both, or hardly any does. */
function agrees(one: Column, other: Column): boolean {
  const both = likeness(one, other, keyOf);
  return both.length < one.stated.length * LEAST_BOTH || both.filter(Boolean).length >= both.length / 2;
}

const LEAST_BOTH = 0.1;

/** Tells whether what a column says is part of what another one says in most of the rows that state both: "Windows" of "Windows 11". */
function saysLess(one: Column, other: Column): boolean {
  const both = one.values.flatMap((value, row) => {
    const [less, more] = [value, other.values[row]].map((text) => keyOf(text).toLowerCase());
    return value === undefined || other.values[row] === undefined
      ? []
      : [less !== more && more?.includes(less ?? '') === true];
  });
  return both.length > 0 && both.filter(Boolean).length >= both.length / 2;
}

function takeColumn(
  column: Column,
  identity: Identity,
  details: Details,
  options: unknown[],
  draft: Draft,
  numbered?: string,
): void {
  const isObjectLike =
    column.share((value) => isRawObject(value) || (Array.isArray(value) && !isTexts(value))) >= MOSTLY;
  if (isObjectLike) {
    takeObjects(column, identity, details, options, draft);
    return;
  }
  const tags = details.tags === undefined ? tagsSaid(column, details.named, identity) : null;
  if (tags !== null) {
    details.tags = tags.said;
    draft.note('details.tags', [column], tags.because);
    return;
  }
  const labelled = gluedNames(column) ?? labelledIn(column) ?? namesBeforeValues(column);
  if (labelled !== null && !isCalled(column, ['other'])) {
    details.object.push({ column: column.name, ...labelled });
    draft.note(
      'details.object',
      [column],
      `texts of names and values with ${JSON.stringify(labelled.label)} between them`,
    );
    return;
  }
  const why = isKindOfRow(column, identity)
    ? 'says what kind of row a row is'
    : (whyNoDetail(column, identity) ?? (holdsScores(column) && !isKnown(column.name) ? SCORES : null));
  if (why !== null) {
    draft.note(null, [column], why);
    return;
  }
  const named = isCalled(column, ['origin'], CLEARLY)
    ? 'Country of Origin'
    : (numbered ??
      ofPeopleOrUses(withoutVerb(fieldNamed(column.name, prefixOf(column)), column, details.named), column));
  const isNumeric = column.share((value) => numberOf(value) !== null) >= MOSTLY;
  if (isNumeric && saysWhichByLetter(column.name)) {
    draft.note(null, [column], 'of which kind it is says a letter alone');
    return;
  }
  const field = isNumeric ? withUnit(named, column.name) : named;
  const varies = identity.kind !== 'row' && differs(column, identity);
  const mayBeChosen = column.share(isScalar) === 1 && column.share(isDate) < 0.5;
  const isOption = varies && mayBeChosen && (!isNumeric || isKnown(column.name));
  if (isOption) {
    options.push({ field, value: column.name });
    draft.note(
      'variants.options',
      [column],
      `differs between rows of one product; ${counted(column.distinct, 'value')}`,
    );
  }
  if (varies && !saysOfProducts(column, identity, isOption)) {
    if (!isOption) draft.note(null, [column], 'differs between rows of one product');
    return;
  }
  if (isListOfNumbers(column) && !joinsPairs(canonicalField(field)) && !readsAmounts(column)) {
    draft.note(null, [column], LISTS_OF_NUMBERS);
    return;
  }
  const isOfShopSystem = STANDARD.test(column.name);
  const lists = isOfShopSystem && column.stated.some((value) => keyOf(value).includes('; '));
  const separator = isNumeric ? null : lists ? '; ' : separatorOf(column);
  const none = textsForNone(column);
  const range = rangesOf(column);
  const said = {
    ...(separator === null || (separator === ', ' && listsOptions(canonicalField(field))) ? {} : { separator }),
    ...(none === null ? {} : { none }),
    ...(range === null ? {} : { range }),
    ...(isOfShopSystem && hasHandles(column) ? { hyphens: true } : {}),
  };
  details.columns[column.name] = Object.keys(said).length === 0 ? field : { field, ...said };
  const parted = separator === null ? '' : `, parted by ${JSON.stringify(separator)}`;
  const ranges = range === null ? '' : `, of ranges the ${range}`;
  draft.note(
    'details.columns',
    [column],
    `stated in ${percent(shareOfProducts(column, identity))} of ${identity.kind === 'row' ? 'rows' : 'products'}; ${counted(column.distinct, 'value')}${parted}${ranges}`,
  );
}

/** A detail that Shopify has values of its own for, which it writes like the end of an address, parted by semicolons. */
const STANDARD = /\((?:product|variant)\.metafields\.shopify\.[\w-]+\)$/;
const hasHandles = (column: Column) =>
  column.share((value) => HANDLES.test(keyOf(value))) >= MOSTLY &&
  column.stated.some((value) => keyOf(value).includes('-'));
const HANDLES = /^[\p{Ll}\p{N}-]+(?:; [\p{Ll}\p{N}-]+)*$/u;

/** Tells whether pairs hardly ever have names that other rows have too, as those of colors beside the codes of them have not. */
function hasOpenNames(column: Column, name: string): boolean {
  const rows = column.stated.map((value) => (Array.isArray(value) ? value : [value]).filter(isRawObject));
  const uses = new Map<string, number>();
  for (const items of rows)
    for (const called of new Set(items.map((item) => keyOf(item[name])))) uses.set(called, (uses.get(called) ?? 0) + 1);
  const counts = [...uses.values()];
  const sum = (list: readonly number[]) => list.reduce((total, count) => total + count, 0);
  const few = counts.filter((count) => count <= Math.max(1, rows.length * RARELY));
  return uses.size >= LEAST_OPEN && sum(few) >= sum(counts) * MOSTLY;
}

/** Names of pairs from which on they may be open, and the share of rows up to which one is rare. */
const LEAST_OPEN = 100;
const RARELY = 0.02;

const SCORES = 'scores that were worked out, of which nobody knows how many are enough';

function takeObjects(column: Column, identity: Identity, details: Details, options: unknown[], draft: Draft): void {
  const keys = keysOfPairs(column);
  const isOther = column.isMostly('other') && column.named('other') >= NAMED;
  if (keys === undefined || isOther || column.share(isUrl) > 0) {
    draft.note(null, [column], isOther ? 'says nothing of the product itself' : 'objects without a name and a value');
    return;
  }
  if (keys !== null && hasOpenNames(column, keys.name)) {
    draft.note(null, [column], 'pairs whose names hardly two products share');
    return;
  }
  if (keys === null && holdsVotes(column, details.raters)) {
    draft.note(null, [column], 'how many said so');
    return;
  }
  if (keys === null && holdsScoresOfMembers(column)) {
    draft.note(null, [column], SCORES);
    return;
  }
  const object = sayDetail(keys, column.name);
  const because =
    keys === null
      ? counted(column.stated.length, 'object')
      : `${counted(column.stated.length, 'list')} of objects with "${keys.name}" and "${keys.value}"`;
  if (identity.kind === 'group' && differs(column, identity)) {
    options.push({ object });
    draft.note('variants.options', [column], `differs between rows of one product; ${because}`);
    return;
  }
  details.object.push(object);
  draft.note('details.object', [column], because);
}
