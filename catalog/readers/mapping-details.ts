import { englishDetails } from '../../lexicon/columns.ts';
import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { escaped } from '../../text/escaped.ts';
import { flagOf } from '../../text/flags.ts';
import { measureIn, rangeIn } from '../../text/measure.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { countryOfCode } from '../../text/regions.ts';
import type { RawDetail } from '../product/details.ts';
import { canonicalField, twinOf } from '../product/fields.ts';
import { fieldOfTag } from '../product/labelled-facts.ts';
import { quantitiesOnce } from '../product/same-quantity.ts';
import { jsonCell, partsOf, saysSomething, standsForNothing, textOf, withoutEscapes } from '../product/values.ts';
import type { RawObject } from '../rows/row.ts';
import { knownValues } from '../text-stated/known-values.ts';
import type { Cells } from './cells.ts';
import { DetailsInEnglish } from './details-in-english.ts';
import { cell, endOf, listIn, numbersIn, pairsIn } from './mapping-cells.ts';
import { type Heads, objectsOf, ticksOf } from './mapping-columns.ts';
import type { ProductMapping } from './mapping-file.ts';
import { isOfTexts, statedIn, valuesSaidIn } from './mapping-texts.ts';
import type { OptionWords } from './mapping-variants.ts';

/** A cell with several values as a list, and one whose commas are escaped as a list of one. */
function parted(stated: unknown, separator: string | undefined): unknown {
  if (typeof stated !== 'string') return stated;
  if (separator !== undefined) return partsOf(stated, separator).map((part) => part.trim());
  const value = withoutEscapes(stated);
  return value === stated ? stated : [value];
}

/** Texts, or one, with blanks for the hyphens that shop systems write for them; a letter keeps its hyphen, "v-neck", and figures too. */
const withBlanks = (stated: unknown): unknown =>
  Array.isArray(stated)
    ? stated.map(withBlanks)
    : typeof stated === 'string'
      ? stated.replace(/(?<=[\p{L}\p{N}]{2})-(?=\p{L})|(?<=\p{L}{2})-(?=\p{N})/gu, ' ')
      : stated;

/** The country that a code stands for where a thing is from; any other value as it is. */
const asCountry = (field: string, stated: unknown): unknown =>
  typeof stated === 'string' && stated.length === 2 && canonicalField(field) === 'Country of Origin'
    ? (countryOfCode(stated) ?? stated)
    : stated;

const writtenOf = memoised(100, (field): ReadonlyMap<string, string> => {
  const fields = [canonicalField(field), twinOf(canonicalField(field))];
  const told = knownValues().filter((known) => fields.includes(known.field));
  const values = fields.flatMap((one) => (one === undefined ? [] : Object.keys(FIELDS.get(one)?.values ?? {})));
  return new Map([...told.map(({ value }) => value), ...values].map((value) => [normaliseValue(value), value]));
});

/** Texts, or one, as the lexicon writes the values of a field: "PVC" of "pvc". */
function asKnown(field: string, stated: unknown): unknown {
  if (Array.isArray(stated)) return stated.map((one) => asKnown(field, one));
  return typeof stated === 'string' ? (writtenOf(field).get(normaliseValue(stated)) ?? stated) : stated;
}

/** A value with a unit behind its number, or its range of two, where none stands there; each of a list. */
function withUnit(stated: unknown, unit: string): unknown {
  if (Array.isArray(stated)) return stated.map((one) => withUnit(one, unit));
  if (typeof stated !== 'string' && typeof stated !== 'number') return stated;
  const text = String(stated);
  const measured = text.replace(/\d(?!.*\d)/s, (figure) => `${figure} ${unit}`);
  const { unit: own, rest } = measureIn(normaliseValue(text)) ?? {};
  const isRange = rangeIn(normaliseValue(text)) === null && rangeIn(normaliseValue(measured)) !== null;
  return isRange || (own === null && rest?.length === 0) ? measured : stated;
}

/** The members of a list, each beside its field; a list of another length is a field named like its column. */
const membersOf = (column: string, fields: readonly string[], stated: unknown): [string, unknown][] =>
  Array.isArray(stated) && stated.length === fields.length
    ? fields.map((field, at) => [field, stated[at]])
    : [[column, stated]];

const knownFields = new WeakMap<ProductMapping, ReadonlySet<string>>();

/** The fields that columns of a mapping state, found out once for all of its rows. */
function fieldsOf(mapping: ProductMapping): ReadonlySet<string> {
  const known = knownFields.get(mapping) ?? fieldsIn(mapping);
  knownFields.set(mapping, known);
  return known;
}

function fieldsIn({ details }: ProductMapping): ReadonlySet<string> {
  const columns = Object.values(details?.columns ?? {}).flatMap((said) =>
    typeof said === 'string' ? [said] : 'field' in said ? [said.field] : said.fields,
  );
  const others = [details?.stated, details?.ticked].flatMap((said) => Object.keys(said ?? {}));
  return new Set([...columns, ...others].map(canonicalField));
}

/** Tells whether a cell states a value, be that a no or a zero. */
const statesValue = (value: unknown) =>
  typeof value === 'boolean' || typeof value === 'number' || value === '0' || saysSomething(value);

/** The fields that tags of a row are values of, but for those that it states otherwise. */
function tagsIn(row: RawObject, mapping: ProductMapping, pairs: readonly [string, unknown][]): [string, string[]][] {
  const tags = mapping.details?.tags;
  if (tags === undefined) return [];
  const isOpen = fieldsOpen(pairs);
  const fields = fieldsOf(mapping);
  const known = Map.groupBy(listIn(row, tags), (tag) => fieldOfTag(tag, fields));
  return [...known].flatMap(([field, values]) => (field === null || !isOpen(field) ? [] : [[field, values]]));
}

/** Tells of fields whether none of some pairs states a value of it. */
function fieldsOpen(pairs: readonly (readonly [field: string, value: unknown])[]): (field: string) => boolean {
  const stated = new Set(pairs.flatMap(([field, value]) => (statesValue(value) ? [canonicalField(field)] : [])));
  return (field) => !stated.has(canonicalField(field));
}

/** Tells whether a cell says that what its column names holds. */
const isTicked = (stated: unknown) => flagOf(textOf(stated)) === true || /^(?:1(?:\.0+)?|x)$/i.test(textOf(stated));

/** Tells whether a cell says that what its column names does not hold. */
const isUnticked = (stated: unknown) =>
  !saysSomething(stated) || flagOf(textOf(stated)) === false || /^0(?:\.0+)?$/.test(textOf(stated));

/** The values of fields that columns of a row say it has; a cell that says neither a yes nor a no is counted. */
function tickedIn(row: RawObject, mapping: ProductMapping, heads: Heads, cells: Cells): [string, string[]][] {
  if (mapping.details?.ticked === undefined) return [];
  const held = new Map<string, string[]>();
  for (const [at, { field, column, value }] of ticksOf(mapping).entries()) {
    const stated = cell(row, column);
    const isHeld = isTicked(stated);
    if (isHeld) held.set(field, [...(held.get(field) ?? []), value]);
    cells.note(heads.ticked[at] as Heads['ticked'][number], stated, isHeld || isUnticked(stated) ? stated : null);
  }
  return [...held];
}

const LABEL = /^\s*(?<label>\p{L}[^:]{0,40}?)\s*:\s*(?=[^\s:])/u;

/** A value without the name of its field in front, in another language: "Composição: 100% algodão" of a material. */
function withoutLabel(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutLabel(field, one));
  if (typeof value !== 'string') return value;
  const { 0: whole = '', groups } = LABEL.exec(value) ?? {};
  const name = groups?.label?.normalize('NFC').toLowerCase() ?? '';
  const named = englishDetails().get(name);
  const isItsOwn = named !== undefined && named.toLowerCase() !== name && named === canonicalField(field);
  return isItsOwn ? value.slice(whole.length) : value;
}

const knownInEnglish = new WeakMap<ProductMapping, DetailsInEnglish>();

/** The reader of a mapping's details in English, made once for all of its rows. */
function inEnglishOf(mapping: ProductMapping): DetailsInEnglish {
  const known = knownInEnglish.get(mapping) ?? new DetailsInEnglish(mapping.details?.languages ?? []);
  knownInEnglish.set(mapping, known);
  return known;
}

/** The words that a mapping's options are read by. */
export const optionWordsOf = (mapping: ProductMapping): OptionWords => ({
  decimals: mapping.decimals,
  areMinor: mapping.minor_units === true,
  inEnglish: inEnglishOf(mapping),
});

let endsOfGoods: RegExp | undefined;

/** Goods with ends that fit together, in the name of a product or of a category. */
function goodsWithEnds(): RegExp {
  const goods = englishWords('details: goods with ends').map((words) => escaped(words).replaceAll(' ', '[\\s-]'));
  endsOfGoods ??= new RegExp(`(?<![\\p{L}\\d])(?:${goods.join('|')})s?(?![\\p{L}\\d])`, 'iu');
  return endsOfGoods;
}

/** Details of which a gender is that of the ends of a product, "Male", where its name or category says that it has such; no wearer's. */
export function withGendersOfEnds(details: readonly RawDetail[], names: readonly string[]): readonly RawDetail[] {
  const genders = englishWords('details: genders');
  const ends = englishWords('details: genders of ends');
  const isOfEnds = ([key, value]: RawDetail) =>
    genders.includes(key.trim().toLowerCase()) && ends.includes(textOf(value).toLowerCase().replaceAll('-', ' '));
  if (!details.some(isOfEnds) || !names.some((name) => goodsWithEnds().test(name))) return details;
  return details.map((detail) => (isOfEnds(detail) ? ['Connector Gender', detail[1], detail[2]] : detail));
}

/** The details of a row by field, from wherever its mapping says that they stand; fields and values in English where known. */
export function detailPairs(row: RawObject, mapping: ProductMapping, heads: Heads, cells: Cells): RawDetail[] {
  const { details } = mapping;
  const inEnglish = inEnglishOf(mapping);
  const pairs: [string, unknown][] = [];
  /** Pairs of columns in which nothing stands for no value, as their mapping says. */
  const settled = new Set<[string, unknown]>();
  /** Units of the numbers of pairs that have none. */
  const units = new Map<unknown, string>();
  /** Pairs that stand among the prose of a text. */
  const ofProse = new Set<[string, unknown]>();
  for (const [column, said] of Object.entries(details?.columns ?? {})) {
    const stated = jsonCell(cell(row, column));
    if (typeof said === 'string') pairs.push([said, stated]);
    else if ('field' in said) {
      if ([said.none ?? []].flat().some((none) => textOf(stated) === textOf(none))) continue;
      const held = parted(endOf(stated, said.range, mapping.decimals), said.separator);
      const pair: [string, unknown] = [
        said.field,
        said.hyphens === true ? asKnown(said.field, withBlanks(held)) : held,
      ];
      if (said.none?.length === 0) settled.add(pair);
      if (said.unit !== undefined) units.set(pair, said.unit);
      pairs.push(pair);
    } else pairs.push(...membersOf(column, said.fields, parted(stated, said.separator)));
  }
  for (const { name, value, separator } of details?.pairs ?? []) {
    const called = textOf(cell(row, name));
    if (called !== '') pairs.push([inEnglish.nameOf(called), parted(jsonCell(cell(row, value)), separator)]);
  }
  const prefix = details?.prefix;
  if (prefix !== undefined) {
    for (const [column, value] of Object.entries(row)) {
      if (column.startsWith(prefix) && column.length > prefix.length)
        pairs.push([inEnglish.nameOf(column.slice(prefix.length)), jsonCell(value)]);
    }
  }
  for (const [at, object] of objectsOf(mapping).entries()) {
    const stated = jsonCell(cell(row, heads.objects[at]?.column));
    const named = cells.note(heads.objects[at] as Heads['objects'][number], stated, pairsIn(row, object)) ?? [];
    const found = named.map(([called, value, path]): [string, unknown] => {
      const field = inEnglish.nameOf(called);
      if (path !== undefined) cells.expectMembers(canonicalField(field), `${heads.objects[at]?.column}.${path}`);
      return [field, value];
    });
    pairs.push(...found);
    if (typeof object === 'object' && 'label' in object && object.names !== undefined && object.glued === undefined)
      for (const pair of found) ofProse.add(pair);
  }
  if (details?.stated !== undefined) {
    // Texts are read for what nothing else of the row states.
    const isOpen = fieldsOpen(pairs);
    for (const [field, stated] of Object.entries(details.stated)) {
      const found = 'words' in stated || !isOpen(field) ? null : statedIn(row, stated, mapping.title);
      if (found === null) continue;
      const pair: [string, unknown] = [field, found.value];
      if (isOfTexts(mapping, found.column)) ofProse.add(pair);
      pairs.push(pair);
    }
    const maker = textOf(cell(row, mapping.brand)) || textOf(pairs.find(([field]) => field === 'Brand')?.[1]);
    for (const pair of valuesSaidIn(row, mapping, maker)) {
      if (!isOpen(pair[0])) continue;
      ofProse.add(pair);
      pairs.push(pair);
    }
  }
  pairs.push(...tickedIn(row, mapping, heads, cells));
  const said = pairs.filter((pair) => {
    const [, value] = pair;
    return value !== null && value !== undefined && value !== '' && (settled.has(pair) || !standsForNothing(value));
  });
  const tagged = tagsIn(row, mapping, said);
  // What states a field of the tags otherwise says nothing: "N/A".
  const others = said.filter(([field]) => tagged.every(([other]) => other !== canonicalField(field)));
  const read = [...others, ...tagged].map((pair): RawDetail => {
    const [field, value] = pair;
    const written = numbersIn(mapping.decimals, withoutLabel(field, value));
    const unit = units.get(pair);
    const stated = inEnglish.valueOf(field, unit === undefined ? asCountry(field, written) : withUnit(written, unit));
    return ofProse.has(pair) ? [field, stated, 'text'] : [field, stated];
  });
  return [...quantitiesOnce(read)];
}
