import { z } from 'zod';
import { amountWords } from '../../lexicon/columns.ts';
import { englishWords, readWords } from '../../lexicon/index.ts';
import { wordsAlone } from '../../text/words-alone.ts';
import { canonicalField } from '../product/fields.ts';
import { withoutUnit } from '../product/same-quantity.ts';
import { numberOf, textOf, textsOf } from '../product/values.ts';
import { columnSaid, columnsOfName, statedIn } from '../readers/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { fieldOf, fieldsSaid, statesFew } from './details-said.ts';
import { type Draft, percent } from './draft.ts';
import { headerWords, membersOf } from './header.ts';
import { LONG_TEXTS } from './no-detail.ts';
import { Column, isListOfNumbers } from './profile.ts';

/** Share of the cells of a column that say what is read there, at least, and share of those that say nothing else, at most. */
const LEAST_SAID = 0.5;
const MOST_BARE = 0.5;
const LEAST_VALUES = 2;

const inTitles = { title: z.string().optional(), goods: z.string().optional(), text: z.string().optional() };
const common = { field: z.string().optional(), of: z.array(z.string()), ...inTitles };
const InColumns = z.union([
  z.strictObject({ ...common, value: z.string() }),
  z.strictObject({ ...common, values: z.record(z.string(), z.string()) }),
  z.strictObject({ ...common, words: z.record(z.string(), z.array(z.string())) }).transform(({ words, ...entry }) => ({
    ...entry,
    values: Object.fromEntries(Object.entries(words).map(([value, said]) => [value, wordsAlone(said)])),
  })),
]);
const Known = z.record(z.string(), z.union([InColumns, z.strictObject(inTitles)]));

let known: Known | undefined;

/** Reads what a cell says of a field; null where that is nothing. */
function readIn(entry: z.infer<typeof InColumns> | { readonly value: string }, cell: unknown): string | null {
  const text = textsOf(cell).join('\n');
  if ('value' in entry) return new RegExp(entry.value, 'u').exec(text)?.[1] ?? null;
  return Object.entries(entry.values).find(([, found]) => new RegExp(found, 'u').test(text))?.[0] ?? null;
}

type Known = z.infer<typeof Known>;
const knownAmounts = () => {
  known ??= Known.parse(readWords('amounts-in-columns.yaml'));
  return Object.entries(known);
};

/** Amounts that are read in columns which are named for them. */
const inColumns = () => knownAmounts().flatMap(([name, entry]) => ('of' in entry ? [[name, entry] as const] : []));

let words: ReadonlyMap<string, string> | undefined;

/** A word of a header in English, where another language has it for what cells say amounts of. */
function inEnglish(word: string): string {
  words ??= new Map([...amountWords()].map(([foreign, english]) => [headerWords(foreign).join(' '), english]));
  return words.get(word) ?? word;
}

const isNamed = ({ name }: Column, of: readonly string[]) =>
  headerWords(membersOf(name).at(-1) as string).some((word) => of.includes(word) || of.includes(inEnglish(word)));

/** The members of objects that cells hold, where most rows have them, as columns of their own. */
function membersAsColumns(columns: readonly Column[], object: unknown): Column[] {
  const names = [object].flat().filter((one) => typeof one === 'string');
  return columns
    .filter(({ name, stated }) => names.includes(name) && stated.every(isRawObject))
    .flatMap(({ name, values, stated }) => {
      const members = new Set(stated.flatMap((value) => Object.keys(value as RawObject)));
      return [...members]
        .map(
          (member) =>
            new Column(
              `${name}.${member}`,
              values.map((value) => (value as RawObject | undefined)?.[member]),
            ),
        )
        .filter(({ statedShare }) => statedShare >= LEAST_SAID);
    });
}

/** Tells whether the cells of a column say what some field is of. */
export const readsAmounts = (column: Column): boolean =>
  inColumns().some(
    ([, entry]) => isNamed(column, entry.of) && column.share((cell) => readIn(entry, cell) !== null) >= LEAST_SAID,
  );

type Reading = { readonly value: string } | { readonly values: Readonly<Record<string, string>> };

/** Share of cells of which several fields leave nothing, from which on a column says no more than they do: "128GB SSD". */
const WHOLLY_READ = 0.7;

/** Tells whether a cell says anything besides what is read in it. */
function saysMore(cell: unknown, read: readonly Reading[]): boolean {
  const expressions = read.map((one) => ('value' in one ? [one.value] : Object.values(one.values)));
  const rest = expressions.reduce((text, some) => {
    const [whole, said = whole] =
      some.flatMap((one) => [new RegExp(one, 'u').exec(text) ?? []]).find((found) => found.length > 0) ?? [];
    return said === undefined ? text : text.replace(said, ' ');
  }, textsOf(cell).join('\n'));
  return /[\p{L}\p{N}]/u.test(rest);
}

/** Reads what the cells of details say among other words: "5000 mAh Battery with 66W Fast Charging" is of two fields. Returns what was read. */
export function findAmounts(columns: readonly Column[], draft: Draft): readonly string[] {
  const details = draft.section.details as
    | { columns?: Record<string, unknown>; object?: unknown; stated?: object }
    | undefined;
  const named = details?.columns ?? {};
  const members = membersAsColumns(columns, details?.object);
  const isLong = ({ key, because }: Draft['findings'][number]) => key === null && because === LONG_TEXTS;
  const long = new Set(draft.findings.filter(isLong).map(({ column }) => column));
  const amounts: string[] = [];
  const stated: Record<string, object> = {};
  const left = { ...named };
  for (const [name, { field = name, of, title: _, goods: __, text: ___, ...entry }] of inColumns()) {
    if (Object.hasOwn(stated, field)) continue;
    const read = (cell: unknown) => readIn(entry as z.infer<typeof InColumns>, cell);
    const [found] = [...columns.filter(({ name }) => Object.hasOwn(named, name) || long.has(name)), ...members]
      .filter((column) => isNamed(column, of))
      .map((column) => ({
        column,
        said: column.share((cell) => read(cell) !== null),
        bare: column.share((cell) => numberOf(cell) !== null || read(cell) === textOf(cell)),
        values: new Set(column.stated.flatMap((cell) => read(cell) ?? [])).size,
      }))
      .filter(({ said, bare, values }) => said >= LEAST_SAID && bare <= MOST_BARE && values >= LEAST_VALUES)
      .sort((a, b) => b.said - a.said);
    if (found === undefined) continue;
    const { column, said } = found;
    amounts.push(...column.stated.flatMap((cell) => read(cell) ?? []));
    const saying = Object.entries(named).filter(([, of]) => fieldOf(of) === canonicalField(field));
    if (saying.some(([name]) => name !== column.name)) continue;
    // What is read stands for the whole text where both are of one field, and for a list of which each member is something else.
    if (saying.length > 0 || isListOfNumbers(column)) {
      delete left[column.name];
      draft.withdraw('details.columns', column);
    }
    if (long.has(column.name)) draft.withdraw(null, column);
    stated[field] = { in: column.name, ...entry };
    draft.findings.push({
      key: `details.stated.${field}`,
      column: column.name,
      because: `${percent(said)} of ${column.stated.length} values say it among other words`,
    });
  }
  if (Object.keys(stated).length === 0) return amounts;
  for (const column of columns.filter(({ name }) => Object.hasOwn(left, name))) {
    const read = Object.values(stated).filter((one) => (one as { in: unknown }).in === column.name) as Reading[];
    if (read.length < 2 || column.share((cell) => !saysMore(cell, read)) < WHOLLY_READ) continue;
    delete left[column.name];
    draft.withdraw('details.columns', column);
  }
  const { columns: _, ...others } = details ?? {};
  draft.section.details = {
    ...(Object.keys(left).length > 0 ? { columns: left } : {}),
    ...others,
    stated: { ...details?.stated, ...stated },
  };
  return amounts;
}

/** Share of names that say an amount, at least, where one may be read in them. */
const LEAST_NAMED = 0.2;
/** The same where rows state little else, and names that say it, at least. */
const LEAST_NAMED_OF_FEW = 0.03;
const LEAST_NAMES = 10;
/** Share of rows whose texts say an amount, at least. */
const LEAST_IN_TEXTS = 0.01;

/**
 * Tells whether short texts of a column say what names say beside them, with a blank or without, or its number alone, in most
 * rows that state both: a column of what it is sold in.
 */
function saysToo({ values }: Column, amounts: readonly (string | null)[]): boolean {
  const cells = amounts.flatMap((amount, row) => {
    const text = amount === null ? '' : textsOf(values[row]).join(' ');
    return amount === null || text === '' ? [] : [{ amount, isSaid: text.length <= SHORT && says(text, amount) }];
  });
  const saying = cells.filter(({ isSaid }) => isSaid);
  return saying.length >= cells.length * LEAST_SAID && new Set(saying.map(({ amount }) => amount)).size >= LEAST_VALUES;
}

const SHORT = 40;

const written = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s-]+/g, '')
    .replace(/(?<=\d),(?=\d{1,2}(?!\d))/g, '.');

/** Tells whether a text says an amount, or is its number. */
function says(text: string, amount: string): boolean {
  const [said, sought] = [written(text), written(amount)];
  const number = numberOf(said);
  if (number !== null) return number === Number(/\d+(?:\.\d+)?/.exec(sought)?.[0]);
  const at = said.indexOf(sought);
  return at === 0 || (at > 0 && !(/^\d/.test(sought) && /[\d.]$/.test(said.slice(0, at))));
}

/** The expression for what names say; of some goods alone it is looked for in the names of those, unless all files are named for them. */
function titleExpression(title: string, goods: string | undefined, draft: Draft, files: readonly string[]): string {
  if (goods === undefined) return title;
  const are = `\\b(?:${goods})(?:s|es)?\\b`;
  const isOfFiles = draft.section.main_category !== undefined && draft.section.category === undefined;
  const beside = englishWords('names: what goes with screens').map(
    (word) => `[${word[0]?.toUpperCase()}${word[0]}]${word.slice(1)}`,
  );
  const goesWith = `\\b(?:${beside.join('|')})(?:s|es)?\\b`;
  // A file is named for what its name ends in: "tv stands" holds stands.
  const isOfGoods = (file: string) => new RegExp(`${are}$`, 'iu').test(file) && !new RegExp(goesWith, 'u').test(file);
  return `^${isOfFiles && files.every(isOfGoods) ? '' : `(?=.*${are})`}(?!.*${goesWith}).*?${title}`;
}

/**
 * Reads what names of products say of a field and no column does: "(8 GB/512 GB SSD/Windows 11)". Where rows hold details of
 * names of their own, these may say it.
 */
export function findAmountsInTitles(
  title: Column,
  columns: readonly Column[],
  draft: Draft,
  files: readonly string[],
): void {
  const details = draft.section.details as
    | { columns?: Record<string, unknown>; object?: unknown; pairs?: { name: string }[]; stated?: object }
    | undefined;
  if (details !== undefined && Object.hasOwn(details, 'prefix')) return;
  const said = fieldsSaid(columns, details ?? {});
  const names = columnsOfName(draft.section.title as string);
  const least = statesFew(columns, details ?? {})
    ? Math.max(LEAST_NAMES, title.values.length * LEAST_NAMED_OF_FEW)
    : title.values.length * LEAST_NAMED;
  const found: Record<string, object> = {};
  for (const [field, entry] of knownAmounts()) {
    if (entry.title === undefined || said.has(canonicalField(field))) continue;
    const value = titleExpression(entry.title, entry.goods, draft, files);
    const byRow = title.values.map((cell) => readIn({ value }, cell));
    const stated = byRow.filter((amount) => amount !== null);
    if (stated.length < least || new Set(stated).size < LEAST_VALUES) continue;
    if (columns.some((column) => column !== title && saysToo(column, byRow))) continue;
    found[field] = { in: names.length === 1 ? names[0] : names, value };
    draft.findings.push({
      key: `details.stated.${field}`,
      column: title.name,
      because: `no column says it; ${percent(stated.length / title.values.length)} of the names do`,
    });
  }
  if (Object.keys(found).length > 0) draft.section.details = { ...details, stated: { ...details?.stated, ...found } };
}

const lastWordOf = (name: string) => name.toLowerCase().split(/\s+/).at(-1) as string;

/** Reads what features and descriptions say of amounts that neither columns nor names state, where rows state little else. */
export function findAmountsInTexts(columns: readonly Column[], draft: Draft): void {
  const details = (draft.section.details ?? {}) as Draft['section'];
  if (Object.hasOwn(details, 'prefix') || !statesFew(columns, details)) return;
  const objects = [details.object ?? []].flat() as readonly (string | { names?: readonly string[] })[];
  const named = objects.flatMap((object) => (typeof object === 'string' ? [] : (object.names ?? [])));
  // A "Weight (g)" is an Item Weight.
  const said = new Set([...fieldsSaid(columns, details), ...named].map((field) => lastWordOf(withoutUnit(field))));
  const texts = columns.filter(({ name }) =>
    [draft.section.features, draft.section.description].some((one) => columnSaid(one) === name),
  );
  const title = (draft.section.title ?? []) as NonNullable<Parameters<typeof statedIn>[2]>;
  const names = columnsOfName(title);
  const read = columns.filter((column) => texts.includes(column) || names.includes(column.name));
  const rows = columns[0]?.values.length ?? 0;
  const found: Record<string, object> = {};
  for (const [field, { text }] of knownAmounts()) {
    if (text === undefined || said.has(lastWordOf(field))) continue;
    const stated = { in: texts.map(({ name }) => name), value: text, single: true as const };
    const byRow = Array.from(
      { length: texts.length === 0 ? 0 : rows },
      (_, row) =>
        statedIn(Object.fromEntries(read.map(({ name, values }) => [name, values[row]])), stated, title)?.value ?? null,
    );
    const amounts = byRow.filter((amount) => amount !== null);
    if (amounts.length < Math.max(LEAST_NAMES, rows * LEAST_IN_TEXTS) || new Set(amounts).size < LEAST_VALUES) continue;
    found[field] = stated;
    draft.findings.push({
      key: `details.stated.${field}`,
      column: texts.map(({ name }) => name).join('", "'),
      because: `no column says it; ${percent(amounts.length / rows)} of the texts do`,
    });
  }
  if (Object.keys(found).length > 0)
    draft.section.details = { ...details, stated: { ...(details.stated as object | undefined), ...found } };
}
