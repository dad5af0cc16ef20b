import { englishWords } from '../../lexicon/index.ts';
import { canonicalField } from '../product/fields.ts';
import { fieldsListing } from '../product/labelled-facts.ts';
import { numberOf, textOf } from '../product/values.ts';
import type { Draft } from './draft.ts';
import { fieldNamed, isKnown, prefixOf } from './field-names.ts';
import { headerWords } from './header.ts';
import { type Column, isTick } from './profile.ts';

/** Rows that a column of ones and noughts has, at least: a short run of them may be counts. */
const LEAST_ROWS = 20;
/** Columns that tick values of one field, at least. */
const LEAST_OF_FIELD = 3;

/** Tells whether a column holds ones and noughts alone, and both of them. */
const holdsTicks = (column: Column): boolean =>
  column.stated.length >= LEAST_ROWS &&
  column.distinct === 2 &&
  new Set(column.stated.map(numberOf)).size === 2 &&
  column.stated.every(isTick);

const hasDecimals = (value: unknown) => /^\d\.0+$/.test(textOf(value));
const OF_PROGRAMS =
  'ones and noughts with decimals, as programs write them that tell them from other columns; say what they are under details.ticked';

/** The value that a column ticks: its name without the verb that programs begin it with, "Is Dry" and "has_wifi". */
function tickedIn(column: Column): string {
  const field = ownName(column);
  const [first = ''] = headerWords(field);
  const rest = field.slice(first.length).trim();
  return verbs().includes(first) && rest !== '' ? rest : field;
}

const ownName = (column: Column) => fieldNamed(column.name, prefixOf(column)).replace(/[\s_]+/g, ' ');

const verbs = () => englishWords('columns: verbs of flags');

/** Columns by a name that each may have several of: groups of enough, the fullest first. */
function grouped(columns: readonly Column[], namesOf: (column: Column) => readonly string[]) {
  const groups = new Map<string, Column[]>();
  for (const column of columns)
    for (const name of namesOf(column)) groups.set(name, [...(groups.get(name) ?? []), column]);
  return [...groups]
    .filter(([, group]) => group.length >= LEAST_OF_FIELD)
    .toSorted(([, a], [, b]) => b.length - a.length);
}

/** Groups without those that have columns in common with another one of as many: nothing settles which of the two is meant. */
const withoutTies = (groups: readonly (readonly [string, readonly Column[]])[]) =>
  groups.filter(([name, group]) =>
    groups.every(
      ([other, rest]) =>
        other === name || rest.length !== group.length || !rest.some((column) => group.includes(column)),
    ),
  );

/** Tells whether no row has ones in two of some columns, as where a program made a column of each value of one. */
const areOneEach = (columns: readonly Column[]) =>
  (columns[0]?.values ?? []).every((_, row) => columns.filter(({ values }) => numberOf(values[row]) === 1).length <= 1);

const START = /^(?<start>\p{L}[\p{L} ]{2,}?)(?:_|: ?|\.)(?<rest>\p{L}.*)$/u;

/** The part of a name that stands before what is ticked, as programs that make a column of each value write it: "material_wood". */
function startOf({ name }: Column): readonly string[] {
  const { start } = START.exec(name)?.groups ?? {};
  return start === undefined || verbs().includes(start.toLowerCase()) ? [] : [start];
}

/**
 * Finds columns of ones and noughts: those that each tick a value of one field are that field; any other is a yes or a no of its
 * own, read as `stated`.
 */
export function findTicks(free: readonly Column[], named: ReadonlySet<string>, draft: Draft) {
  const ticked: Record<string, Record<string, string>> = {};
  const stated: Record<string, object> = {};
  const taken = new Set<Column>();
  const left = () => free.filter((column) => holdsTicks(column) && !taken.has(column));
  const take = (field: string, columns: readonly Column[], tickedBy: (column: Column) => string) => {
    const rest = columns.filter((column) => !taken.has(column));
    if (new Set(rest.map((column) => tickedBy(column).toLowerCase())).size < rest.length) return;
    if (rest.length < LEAST_OF_FIELD) return;
    if (named.has(canonicalField(field))) {
      for (const column of rest) taken.add(column);
      draft.note(null, rest, `each says whether a value of "${field}" holds, which another column states`);
      return;
    }
    ticked[field] = Object.fromEntries(rest.map((column) => [column.name, tickedBy(column)]));
    for (const column of rest) taken.add(column);
    draft.note(`details.ticked.${field}`, rest, 'ones and noughts, of which each column says whether a value holds');
  };
  for (const [field, columns] of withoutTies(grouped(left(), (column) => fieldsListing(tickedIn(column)))))
    take(field, columns, tickedIn);
  const valueBehind = ({ name }: Column) => (START.exec(name)?.groups?.rest ?? name).replace(/[\s_]+/g, ' ');
  for (const [start, columns] of grouped(left(), startOf))
    if (isKnown(start) || areOneEach(columns)) take(start, columns, valueBehind);
  for (const column of left()) {
    const field = tickedIn(column);
    if (!isKnown(field) && column.stated.every(hasDecimals)) {
      draft.note(null, [column], OF_PROGRAMS);
      continue;
    }
    if (Object.hasOwn(stated, field) || ofAmounts(field) || isOfSeveral(column, field)) continue;
    stated[field] = { in: column.name, values: { Yes: '^[1-9]\\d*(?:\\.0+)?$', No: '^0(?:\\.0+)?$' } };
    draft.note(`details.stated.${field}`, [column], 'ones and noughts, which are a yes and a no');
  }
  return { ticked, stated };
}

/** Tells whether a column is named for several things, without a verb that asks for a yes or a no: "doors", of which there may be two. */
const isOfSeveral = (column: Column, field: string) => {
  const last = headerWords(field).at(-1) ?? '';
  return last.length > LONGEST_CODE && /(?<![siu])s$/.test(last) && field === ownName(column);
};

/** Letters of codes, of which some end like several things: "GPS". */
const LONGEST_CODE = 3;

/** Tells whether a name counts things, of which there may be one or none: "number of cameras". */
const ofAmounts = (field: string) =>
  headerWords(field).some((word) => englishWords('field name: counts things').includes(word));
