import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { measureIn, rangeIn } from '../../text/measure.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { byCodeUnit } from '../../text/order.ts';
import { dimensionOf, UNIT_OF } from '../../text/units.ts';
import { canonicalField } from '../product/fields.ts';
import { numberOf, textsOf, withDecimalPoints } from '../product/values.ts';
import { columnsOfName } from '../readers/index.ts';
import type { Draft } from './draft.ts';
import { headerWords } from './header.ts';
import { type Column, MOSTLY } from './profile.ts';

/** An amount in a text, or several with one unit: "140x80 cm". */
const AMOUNTS = /(?<![\d.,\p{L}])(\d+(?:[.,]\d+)?(?:\s?[x×]\s?\d+(?:[.,]\d+)?)*)\s?(\p{L}{1,6}|["″])(?![\p{L}\d])/gu;
const ASIDE = /\s?[x×]\s?/u;

/** Rows whose texts say the number of a column with a unit, at least, and their share of the rows whose texts have such a unit. */
const LEAST_ROWS = 20;
const LEAST_SHARE = 0.3;
/** Share of them that say the same unit. */
const ONE_UNIT = 0.95;

/** Numbers that a text says, by the units they are in. */
function amountsIn(text: string): { readonly number: number; readonly unit: string }[] {
  return [...text.matchAll(AMOUNTS)].flatMap(([, numbers = '', word = '']) => {
    const unit = UNIT_OF.get(word.toLowerCase());
    if (unit === undefined) return [];
    return numbers.split(ASIDE).map((number) => ({ number: Number(number.replace(',', '.')), unit }));
  });
}

/** A column of bare numbers that are of some unit, by its name. */
interface Measure {
  readonly column: Column;
  readonly dimension: string;
}

/** The field that a line of the mapping reads a column into, with texts for none beside it or without. */
const nameOf = (said: unknown): string | undefined =>
  typeof said === 'string' ? said : (said as { field?: string } | undefined)?.field;

function measuresIn(columns: readonly Column[], named: Readonly<Record<string, unknown>>): Measure[] {
  const ends = new Map(englishWords('field name: measure').map((text) => text.split(' = ') as [string, string]));
  const counted = englishWords('field name: counted');
  return columns.flatMap((column) => {
    const said = named[column.name];
    // What a header in another language is called in English says what it measures.
    const called = [headerWords(column.name), headerWords(nameOf(said) ?? '')];
    const unit = called.map((words) => ends.get(words.at(-1) ?? '')).find(Boolean);
    const isCount = called.flat().some((word) => counted.includes(word));
    if (unit === undefined || isCount || nameOf(said) === undefined) return [];
    const isKnown = FIELDS.has(canonicalField(nameOf(said) as string));
    const isBare = column.share((value) => numberOf(value) !== null) >= MOSTLY;
    return isKnown || !isBare ? [] : [{ column, dimension: dimensionOf(unit) }];
  });
}

/** The unit that texts say the numbers of a column in; null where they say none, or several. */
function unitOf({ column, dimension }: Measure, texts: readonly ReturnType<typeof amountsIn>[]): string | null {
  const units = new Map<string, number>();
  let [looked, said] = [0, 0];
  for (const [row, value] of column.values.entries()) {
    const number = numberOf(value);
    const amounts = texts[row]?.filter(({ unit }) => dimensionOf(unit) === dimension) ?? [];
    if (number === null || amounts.length === 0) continue;
    looked++;
    const same = amounts.find((amount) => amount.number === number);
    if (same === undefined) continue;
    said++;
    units.set(same.unit, (units.get(same.unit) ?? 0) + 1);
  }
  const [[unit, times] = ['', 0]] = [...units].toSorted(([, a], [, b]) => b - a);
  return said >= LEAST_ROWS && said >= looked * LEAST_SHARE && times >= said * ONE_UNIT ? unit : null;
}

/** Different numbers, at least, that tell the unit they are in. */
const LEAST_NUMBERS = 3;
/** Share of rows in which a price by some numbers is the price of one unit, and how far it may be off, for it is rounded. */
const PRICED = 0.95;
const ROUNDED = 0.02;

/** A column of bare numbers of a unit that another column has the price of one of: a capacity beside a price per GB. */
function findPricedUnit(columns: readonly Column[], named: Record<string, unknown>, draft: Draft): void {
  const price = columns.find(({ name }) => name === draft.section.price);
  if (price === undefined) return;
  for (const perUnit of columns) {
    const [what, per, word = ''] = headerWords(perUnit.name).slice(-3);
    const unit = UNIT_OF.get(word);
    if (unit === undefined || per !== 'per' || what !== 'price') continue;
    const isPriced = (column: Column) => {
      const rows = column.values.flatMap((value, row) => {
        const [number, whole, one] = [value, price.values[row], perUnit.values[row]].map(numberOf);
        // By one the price is that of one in any unit.
        if (number == null || whole == null || one == null || number <= 0 || number === 1) return [];
        return [{ number, found: whole / number, one }];
      });
      if (new Set(rows.map(({ number }) => number)).size < LEAST_NUMBERS) return false;
      const fitting = rows.filter(({ found, one }) => Math.abs(found - one) <= Math.max(ROUNDED * one, 0.001));
      return rows.length >= LEAST_ROWS && fitting.length >= rows.length * PRICED;
    };
    const column = columns.find((one) => {
      const field = nameOf(named[one.name]);
      return (
        one !== price && one !== perUnit && field !== undefined && !FIELDS.has(canonicalField(field)) && isPriced(one)
      );
    });
    if (column !== undefined) takeUnit(column, unit, `the price by it is "${perUnit.name}"`, named, draft);
  }
}

function takeUnit({ name }: Column, unit: string, because: string, named: Record<string, unknown>, draft: Draft): void {
  const said = named[name];
  const field = `${nameOf(said)} (${unit})`;
  named[name] = typeof said === 'string' ? field : { ...(said as object), field };
  draft.findings.push({ key: 'details.columns', column: name, because });
}

/** Amounts with a unit, at least, and their share of all amounts of a column, by which they tell the unit of bare numbers. */
const LEAST_UNITED = 10;
const LEAST_UNITED_SHARE = 0.1;
/** Bare numbers, at least, of which one alone is a slip. */
const LEAST_BARE = 2;
/** Bare numbers in the same unit are on the whole at most so many times as large as the others, or that of it as small. */
const ALIKE = 8;

const medianOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The letters behind the last figure of an amount. */
const WRITTEN = /\d\s?(?<unit>\p{L}+)(?!.*\d)/su;

/**
 * The unit that some cells of a column say behind their amounts, words of bound beside them or none, where others have bare
 * numbers about as large; as most write it. Null where cells are no amounts, say several units, or leave none out.
 */
function unitBeside({ stated }: Column, isComma: boolean): { readonly unit: string; readonly bare: number } | null {
  const united: { readonly amount: number; readonly unit: string; readonly written: string }[] = [];
  const bare: number[] = [];
  let ranges = 0;
  for (const value of stated) {
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    const text = isComma ? withDecimalPoints(String(value)) : String(value);
    const norm = normaliseValue(text);
    const { amount = 0, unit, rest } = measureIn(norm) ?? {};
    if (rangeIn(norm) !== null) ranges++;
    else if (unit === undefined || (rest?.length ?? 0) > 0) continue;
    else if (unit === null) bare.push(amount);
    else united.push({ amount, unit, written: WRITTEN.exec(text)?.groups?.unit ?? unit });
  }
  const amounts = united.length + bare.length + ranges;
  if (amounts < stated.length * MOSTLY || bare.length < LEAST_BARE) return null;
  if (united.length < LEAST_UNITED || united.length < amounts * LEAST_UNITED_SHARE) return null;
  const most = <Name>(names: readonly Name[]) =>
    [...Map.groupBy(names, (name) => name)].toSorted(
      ([one, a], [other, b]) => b.length - a.length || byCodeUnit(String(one), String(other)),
    )[0]?.[0];
  const unit = most(united.map((one) => one.unit)) as string;
  const alike = united.filter((one) => one.unit === unit);
  const ratio = medianOf(bare) / medianOf(alike.map(({ amount }) => amount));
  if (alike.length < united.length * ONE_UNIT || !(ratio <= ALIKE && ratio * ALIKE >= 1)) return null;
  const written = most(alike.map((one) => one.written)) as string;
  return { unit: UNIT_OF.get(written.toLowerCase()) === unit ? written : unit, bare: bare.length };
}

/** A field that is called by its unit, which its numbers are in whatever stands in other cells: "Weight (g)". */
const NAMES_UNIT = /\(\p{L}{1,12}\)$/u;

/** Finds columns in which bare numbers stand beside the same unit in other cells: "1440" and "1440 lm". */
function findUnitsBeside(columns: readonly Column[], named: Record<string, unknown>, draft: Draft): void {
  for (const column of columns) {
    const said = named[column.name];
    const field = nameOf(said);
    if (field === undefined || NAMES_UNIT.test(field)) continue;
    const found = unitBeside(column, draft.section.decimals === 'comma');
    if (found === null) continue;
    named[column.name] = { ...(typeof said === 'string' ? { field } : (said as object)), unit: found.unit };
    const because = `of its numbers ${found.bare} stand without a unit, the others with ${found.unit}`;
    draft.findings.push({ key: 'details.columns', column: column.name, because });
  }
}

/** Reads columns of bare numbers in the unit that everybody means of their field, where that sells such amounts: a RAM of 8. */
function findUnitsMeant(columns: readonly Column[], named: Record<string, unknown>, draft: Draft): void {
  const meant = new Map(englishWords('columns: units meant').map((text) => text.split(' = ') as [string, string]));
  for (const column of columns) {
    const said = named[column.name];
    const field = canonicalField(nameOf(said) ?? '');
    const unit = meant.get(field);
    const { from = 0, to = 0 } = FIELDS.get(field)?.quantity ?? {};
    const isAmount = (value: unknown) => {
      const number = numberOf(value);
      return number !== null && number >= Math.max(1, from) && number <= to;
    };
    const isSaid = typeof said === 'object' && Object.hasOwn(said as object, 'unit');
    if (unit === undefined || isSaid || column.distinct < LEAST_NUMBERS || column.share(isAmount) < ONE_UNIT) continue;
    named[column.name] = { ...(typeof said === 'string' ? { field } : (said as object)), unit };
    draft.findings.push({
      key: 'details.columns',
      column: column.name,
      because: `its numbers are in ${unit}, as everybody means them`,
    });
  }
}

/**
 * Finds the unit that bare numbers of columns are in where texts of the same rows say the same numbers with it: a width of 80
 * beside "Bar table, 140x80 cm". What else measures the same dimension is in that unit too.
 */
export function findUnits(columns: readonly Column[], draft: Draft): void {
  const details = draft.section.details as { columns?: Record<string, unknown> } | undefined;
  const named = details?.columns ?? {};
  findUnitsBeside(columns, named, draft);
  findUnitsMeant(columns, named, draft);
  findPricedUnit(columns, named, draft);
  const measures = measuresIn(columns, named);
  if (measures.length === 0) return;
  const { title, description, features } = draft.section as Record<string, string | { column: string } | null>;
  const read = [description, features].map((said) => (typeof said === 'object' ? said?.column : said));
  const names = new Set([...(title === null ? [] : columnsOfName(title as string)), ...read]);
  const speaking = columns.filter(({ name }) => names.has(name));
  const rows = measures[0]?.column.values.length ?? 0;
  const texts = Array.from({ length: rows }, (_, row) =>
    speaking.flatMap(({ values }) => textsOf(values[row]).flatMap(amountsIn)),
  );
  const units = new Map<string, Set<string>>();
  for (const measure of measures) {
    const unit = unitOf(measure, texts);
    if (unit !== null) units.set(measure.dimension, (units.get(measure.dimension) ?? new Set()).add(unit));
  }
  for (const { column, dimension } of measures) {
    const [unit, ...others] = units.get(dimension) ?? [];
    if (unit === undefined || others.length > 0) continue;
    takeUnit(column, unit, `its numbers are in ${unit}, as texts of the same rows say`, named, draft);
  }
}
