import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { UNIT_OF } from '../../text/units.ts';
import { canonicalField } from '../product/fields.ts';
import { fieldsListing } from '../product/labelled-facts.ts';
import { countOf, numberOf } from '../product/values.ts';
import { isRawObject } from '../rows/row.ts';
import type { Draft } from './draft.ts';
import { headerWords, membersOf } from './header.ts';
import { isCalled } from './no-detail.ts';
import { type Column, isWhole, MOSTLY } from './profile.ts';

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
const NEAR_HUNDRED = 90;

/**
 * Tells whether a column of objects holds counts of those who say each value of what it is named for: type: { Fresh: 494 }; or
 * counts that go with how many rated each product.
 */
export function holdsVotes(column: Column, raters: Column | undefined): boolean {
  if (!column.stated.every((value) => isRawObject(value) && Object.values(value).every(isWhole))) return false;
  const names = new Set(column.stated.flatMap((value) => Object.keys(value as object)));
  return (
    isCalled(column, ['kind']) ||
    areValues([...names], column.name) ||
    (names.size >= LEAST_OF_TALLY && raters !== undefined && areOfRaters(column, raters))
  );
}

/** Tells whether what the objects of each row add up to is no more than how many rated it, and the more the more did. */
function areOfRaters(column: Column, raters: Column): boolean {
  const pairs = column.values.flatMap((value, row) => {
    const count = numberOf(raters.values[row]);
    if (!isRawObject(value) || count === null) return [];
    return [{ count, sum: Object.values(value).reduce<number>((total, one) => total + (numberOf(one) ?? 0), 0) }];
  });
  const within = pairs.filter(({ count, sum }) => sum <= count);
  if (pairs.length < LEAST_ROWS || within.length < pairs.length * NEARLY_ALL) return false;
  return correlation(pairs.map(({ count, sum }) => [Math.log1p(count), Math.log1p(sum)])) >= LEAST_CORRELATION;
}

const LEAST_ROWS = 20;
const NEARLY_ALL = 0.95;
const LEAST_CORRELATION = 0.6;

/** The correlation of pairs of numbers, -1 to 1; 0 where one of both is always the same. */
function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [one, other] = [mean(0), mean(1)];
  const sumOf = (of: (pair: readonly [number, number]) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0);
  const spread = Math.sqrt(sumOf(([a]) => (a - one) ** 2) * sumOf(([, b]) => (b - other) ** 2));
  return spread === 0 ? 0 : sumOf(([a, b]) => (a - one) * (b - other)) / spread;
}

/** Decimals from which on a number was computed, and the share of numbers with so many. */
const COMPUTED = /^\d{1,3}\.\d{4,}$/;
const MOSTLY_COMPUTED = 0.5;
const LEAST_COMPUTED = 20;

/** Tells whether values are scores up to a hundred that a program worked out, by their decimals: 79.7803. */
function areComputed(values: readonly unknown[]): boolean {
  const numbers = values.map(numberOf);
  if (!numbers.every((one) => one !== null && one >= 0 && one <= HUNDRED)) return false;
  // The most of each row is often set to a hundred.
  const between = numbers.filter((one) => one !== 0 && one !== HUNDRED);
  const computed = between.filter((one) => COMPUTED.test(String(one)));
  return computed.length >= LEAST_COMPUTED && computed.length >= between.length * MOSTLY_COMPUTED;
}

/** Tells whether a header measures something: it has a number, a unit behind others, or a word for what is measured. */
function isMeasured(column: Column): boolean {
  const words = headerWords(lastOf(column));
  return words.some(
    (word, at) => /\d/.test(word) || (at > 0 && UNIT_OF.has(word)) || englishWords('columns: measured').includes(word),
  );
}

/** Tells whether a column holds scores that were worked out under a name that measures nothing: "winter" of 74.0864. */
export function holdsScores(column: Column): boolean {
  // What is measured in fractions seldom comes near a hundred.
  const isNearHundred = column.stated.some((value) => (numberOf(value) ?? 0) >= NEAR_HUNDRED);
  return !isMeasured(column) && isNearHundred && areComputed(column.stated);
}

/**
 * Columns of bare fractions up to ten under names that measure nothing, where they are many: what tasters, buyers or a program found in
 * a thing, of which nobody knows how much is enough ("Oak" of 0.3, "Leather" of 0.07).
 */
export function manyFractions(columns: readonly Column[]): readonly Column[] {
  const found = columns.filter((column) => {
    const numbers = column.stated.flatMap((value) => numberOf(value) ?? []);
    const areNumbers = numbers.length > 0 && numbers.length >= column.stated.length * MOSTLY;
    const areScores = areNumbers && numbers.every((number) => number >= 0 && number <= TOP_OF_SCORES);
    return !isMeasured(column) && areScores && numbers.filter((one) => one % 1 !== 0).length >= numbers.length / 2;
  });
  return found.length >= MANY_FRACTIONS ? found : [];
}
const MANY_FRACTIONS = 10;
const TOP_OF_SCORES = 10;

/** Tells whether the members of a column of objects are all such scores: accords: { woody: 79.7803, amber: 48.5836 }. */
export const holdsScoresOfMembers = (column: Column): boolean =>
  column.stated.every(isRawObject) && areComputed(column.stated.flatMap((value) => Object.values(value as object)));
