import { FIELDS } from '../../lexicon/index.ts';
import { canonicalField } from '../product/fields.ts';
import { fieldsListing } from '../product/labelled-facts.ts';
import { countOf, numberOf } from '../product/values.ts';
import { isRawObject } from '../rows/row.ts';
import type { Draft } from './draft.ts';
import { membersOf } from './header.ts';
import { isCalled } from './no-detail.ts';
import { type Column, isWhole } from './profile.ts';

/** Members of one object that are numbers, at least, from which on they are what many said and no places of a list. */
const LEAST_OF_TALLY = 3;
/** Members that are values of the field which their object is named for, at least, and share of all of its members. */
const LEAST_OF_VOTES = 2;
const MOSTLY_VALUES = 0.5;

const lastOf = (column: Column) => membersOf(column.name).at(-1) as string;
const isNumbered = (column: Column) => /^\d+$/.test(lastOf(column));
const holdsCounts = (column: Column) =>
  column.share((value) => isWhole(value) && countOf(value) !== null) === 1 &&
  column.stated.some((value) => (numberOf(value) as number) > 1);

/** Tells whether a name is that of a field of which a product has a value, and no amount. */
const isChoice = (name: string) => {
  const field = FIELDS.get(canonicalField(name));
  return field !== undefined && field.quantity === undefined;
};

/** Tells whether most of some names, and several, are values of the field that another name says: "Summer" of a season. */
function areValues(names: readonly string[], field: string): boolean {
  if (!isChoice(field)) return false;
  const values = names.filter((name) => fieldsListing(name).includes(canonicalField(field)));
  return values.length >= LEAST_OF_VOTES && values.length >= names.length * MOSTLY_VALUES;
}

/**
 * Leaves out the members of objects that count who said what: each number of so many ("90" of a scent), or each value of the
 * field that the object is named for (of a season summer, 544).
 */
export function findVotes(columns: readonly Column[], draft: Draft): void {
  const members = columns.filter((column) => column.isMember && !draft.isTaken(column));
  const objects = Map.groupBy(members, ({ name }) => membersOf(name).slice(0, -1).join('.'));
  for (const [path, group] of objects) {
    const counts = group.filter(holdsCounts);
    const numbered = counts.filter(isNumbered);
    if (numbered.length >= LEAST_OF_TALLY && group.every(isNumbered))
      draft.note(null, numbered, 'how many said each number');
    else if (counts.length === group.length && isTally(group, membersOf(path).at(-1) as string))
      draft.note(null, counts, areShares(counts) ? 'shares of a whole' : 'how many said so');
  }
}

/** Tells whether members that are all counts are of values: of the field they are named for, in another language too where there are several. */
const isTally = (group: readonly Column[], name: string) =>
  areValues(group.map(lastOf), name) || (group.length >= LEAST_OF_TALLY && isChoiceOfWords(name));

/** Tells whether a name is that of a field of which products have words, and several of them. */
function isChoiceOfWords(name: string): boolean {
  const field = FIELDS.get(canonicalField(name));
  return field?.lists === true && field.quantity === undefined && field.say?.as !== 'quantity';
}

/** Tells whether counts add up to a hundred in each row, as the fibers of a cloth do. */
const areShares = (counts: readonly Column[]) =>
  (counts[0]?.values ?? []).every((_, row) => {
    const sum = counts.reduce((total, { values }) => total + (numberOf(values[row]) ?? 0), 0);
    return sum === 0 || Math.abs(sum - HUNDRED) <= 1;
  });
const HUNDRED = 100;

/** Tells whether a column of objects holds counts of those who say each value of what it is named for: type: { Fresh: 494 }. */
export function holdsVotes(column: Column): boolean {
  if (!column.stated.every((value) => isRawObject(value) && Object.values(value).every(isWhole))) return false;
  const names = new Set(column.stated.flatMap((value) => Object.keys(value as object)));
  return isCalled(column, ['kind']) || areValues([...names], column.name);
}
