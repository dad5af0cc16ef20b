import { textOf } from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { type Draft, NAMED } from './draft.ts';
import type { Identity } from './identity.ts';
import { keysOfPairs } from './name-value-pairs.ts';
import { isPriceNamed } from './prices.ts';
import { Column, isAmount, isCode, isNumber, isObjects, isScalar, isUrl, keyOf, lengthOf, MOSTLY } from './profile.ts';
import { isMeasured } from './texts-for-none.ts';

const NEARLY_ALL = 0.95;
/** Options a variant is told apart by, at most. */
const MOST_OPTIONS = 3;
const LONGEST_OPTION = 60;

/** A column of lists of variants, with the lists by row and what their members hold. */
interface Lists {
  readonly column: Column;
  readonly byRow: readonly (readonly RawObject[])[];
  readonly members: readonly Column[];
}

const objectsOf = (value: unknown): readonly RawObject[] =>
  isObjects(value) ? value : isRawObject(value) ? [value] : [];

function listsIn(column: Column): Lists {
  const byRow = column.values.map(objectsOf);
  const all = byRow.flat();
  const keys = [...new Set(all.flatMap((item) => Object.keys(item)))];
  const members = keys.map(
    (key) =>
      new Column(
        key,
        all.map((item) => item[key] ?? undefined),
      ),
  );
  return { column, byRow, members };
}

/** The options that another column names and lists for each row, and the member that has one of them: "option1". */
function namedOptions({ byRow, members }: Lists, columns: readonly Column[]) {
  for (const column of columns) {
    const keys = column.share(isObjects) >= MOSTLY ? keysOfPairs(column) : undefined;
    if (keys == null) continue;
    const used = new Set<string>();
    const options = Array.from({ length: MOST_OPTIONS }, (_, place) => {
      const listed = column.values.map((value) => objectsOf(value)[place]);
      const member = members.find(({ name }) => {
        if (used.has(name)) return false;
        const rows = byRow.flatMap((items, row) => items.map((item) => ({ item, option: listed[row] })));
        const both = rows.filter(({ item, option }) => option !== undefined && textOf(item[name]) !== '');
        const isOne = ({ item, option }: (typeof both)[number]) =>
          [option?.[keys.value]].flat().some((value) => keyOf(value) === keyOf(item[name]));
        const named = rows.filter(({ option }) => option !== undefined);
        return named.length > 0 && both.filter(isOne).length >= named.length * NEARLY_ALL;
      });
      if (member === undefined) return [];
      used.add(member.name);
      const alone = byRow.flatMap((items) => (items.length === 1 ? [keyOf(items[0]?.[member.name])] : []));
      const values = new Set(member.stated.map(keyOf));
      // What nothing but products of one variant say is the word for having no choice.
      const none = [...new Set(alone)].find(
        (value) =>
          values.has(value) && alone.filter((one) => one === value).length > 1 && !isChoice(value, byRow, member.name),
      );
      return [
        {
          name: `${column.name}.${place}.${keys.name}`,
          value: member.name,
          ...(none === undefined ? {} : { none }),
        },
      ];
    }).flat();
    if (options.length > 0) return { options, columns: [column] };
  }
  return null;
}

const isChoice = (value: string, byRow: readonly (readonly RawObject[])[], key: string) =>
  byRow.some((items) => items.length > 1 && items.some((item) => keyOf(item[key]) === value));

/** The members that variants of one product differ in, by their own names: "colour", "size". */
function ownOptions({ byRow, members }: Lists) {
  const several = byRow.filter((items) => items.length > 1);
  const differ = ({ name }: Column) =>
    several.filter((items) => new Set(items.map((item) => keyOf(item[name] ?? ''))).size > 1).length;
  const options = members
    .filter(
      (column) =>
        column.share((value) => isScalar(value) && !isNumber(value) && !isUrl(value)) >= MOSTLY &&
        column.mean(lengthOf) <= LONGEST_OPTION &&
        column.distinctShare < MOSTLY &&
        column.named('id', 'sku', 'title', 'other', 'shop', 'price', 'currency') < NAMED,
    )
    .filter((column) => differ(column) > 0)
    .slice(0, MOST_OPTIONS)
    .map(({ name }) => ({ field: name, value: name }));
  return options.length > 0 ? { options, columns: [] } : null;
}

/** A price that stands in the first of the variants of each row. */
const firstPrice = ({ column, byRow }: Lists, key: string) =>
  new Column(
    `${column.name}.0.${key}`,
    byRow.map((items) => items[0]?.[key] ?? undefined),
  );

/**
 * Finds variants that stand as a list in the row of their product, each with a price of its own, and returns the prices; of
 * variants that nothing tells apart the first one's, where all cost the same.
 */
export function findVariantsInCells(columns: readonly Column[], draft: Draft): Column | null {
  const free = columns.filter((column) => !draft.isTaken(column));
  for (const column of free) {
    if (column.share(isObjects) < MOSTLY) continue;
    const lists = listsIn(column);
    const price = lists.members.filter((one) => isPriceNamed(one) && one.share(isAmount) >= MOSTLY)[0];
    if (price === undefined) continue;
    const prices = firstPrice(lists, price.name);
    const others = free.filter((other) => other !== column);
    const found = namedOptions(lists, others) ?? ownOptions(lists);
    if (found === null) {
      const isOne = (items: readonly RawObject[]) => new Set(items.map((item) => keyOf(item[price.name]))).size <= 1;
      if (lists.byRow.filter(isOne).length < lists.byRow.length * NEARLY_ALL) return null;
      draft.note('price', [column], 'lists of objects with one price');
      return prices;
    }
    const sku = lists.members
      .filter((one) => one.named('sku') >= NAMED && one.share(isCode) >= MOSTLY && one.distinctShare >= NEARLY_ALL)
      .sort((a, b) => b.named('sku') - a.named('sku'))[0];
    draft.section.variants = {
      list: column.name,
      ...(sku === undefined ? {} : { sku: sku.name }),
      price: price.name,
      options: found.options,
    };
    draft.note('variants.list', [column], `lists of objects with prices; ${lists.byRow.flat().length} variants`);
    draft.note('variants.options', found.columns, 'names what variants differ in');
    return prices;
  }
  return null;
}

/**
 * Tells whether a column that variants differ in says something of products too: in rows of those without variants, and of others by
 * what is measured of them where all their variants weigh the same.
 */
export const saysOfProducts = (column: Column, { kind, isFirst }: Identity, isOption: boolean) =>
  kind === 'parent' &&
  ((isOption && isMeasured(column)) || column.values.some((value, row) => value !== undefined && isFirst(row)));

/**
 * Leaves out options that are measured and that others bring along: who chooses a color and a size chooses no weight, and who has
 * but weights to choose from does.
 */
export function leaveConsequences(
  columns: readonly Column[],
  { groups }: Identity,
  { options, stated }: { readonly options: unknown[]; readonly stated: Readonly<Record<string, unknown>> },
  draft: Draft,
): void {
  const columnOf = (option: unknown) => columns.find(({ name }) => name === (option as { value?: string }).value);
  for (const option of [...options]) {
    const column = columnOf(option);
    if (column === undefined || !isMeasured(column)) continue;
    const others = options.flatMap((other) => (other === option ? [] : (columnOf(other) ?? [])));
    const saidIn = (row: number) => JSON.stringify(others.map(({ values }) => values[row] ?? null));
    const several = groups.filter((rows) => rows.length > 1);
    const told = several.filter((rows) => new Set(rows.map(saidIn)).size === rows.length);
    if (others.length === 0 || told.length < several.length * MOSTLY) continue;
    options.splice(options.indexOf(option), 1);
    draft.withdraw('variants.options', column);
    if (Object.hasOwn(stated, column.name)) continue;
    draft.note(
      null,
      [column],
      `differs with what variants are told apart by: ${others.map(({ name }) => `"${name}"`).join(', ')}`,
    );
  }
}
