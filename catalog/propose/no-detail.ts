import type { ColumnPart } from '../../lexicon/columns.ts';
import { englishExpression, englishWords, FIELDS, readWords } from '../../lexicon/index.ts';
import { Tally } from '../../text/tally.ts';
import { dimensionOf, UNIT_OF } from '../../text/units.ts';
import { canonicalField } from '../product/fields.ts';
import { fieldsListing } from '../product/labelled-facts.ts';
import { withoutUnit } from '../product/same-quantity.ts';
import { partsOf } from '../product/values.ts';
import { columnSaid, currencyIn } from '../readers/index.ts';
import { hasHostsOfItsOwn } from './addresses.ts';
import { namesProduct, onlyOf } from './categories.ts';
import { holdsCounts, holdsStars } from './descriptions.ts';
import { type Draft, NAMED, percent } from './draft.ts';
import { fieldNamed, isKnown } from './field-names.ts';
import { headerWords, membersOf, saysHowManyGave } from './header.ts';
import { countsPages, countsRows, type Identity } from './identity.ts';
import { separatorOf } from './listing-texts.ts';
import {
  type Column,
  isAmount,
  isCode,
  isDate,
  isFlag,
  isHtml,
  isNumber,
  isTexts,
  isTick,
  isUrl,
  isWhole,
  keyOf,
  lengthOf,
  MOSTLY,
  wordsOf,
} from './profile.ts';

const CATEGORIES = ['category', 'main_category'] as const;
const COUNTS = ['rating_count', 'sold_count'] as const;
const AMOUNTS = ['other_price', 'list_price', 'price', 'sale_price'] as const;
const IDS = ['id', 'sku', 'group', 'parent'] as const;
const AMOUNT_NAMED = 0.3;
/** A sample of fewer values says little of what a column may hold. */
const FEW = 10;

export const isCalled = (column: Column, parts: readonly ColumnPart[], least = NAMED) =>
  column.isMostly(...parts) && column.named(...parts) >= least;

/** Tells whether a column says the same of all products. */
const isConstant = (column: Column, { isFirst }: Identity) =>
  column.distinct === 1 &&
  column.stated.length >= FEW / 2 &&
  (column.stated.every((value) => isNumber(value) || isFlag(value)) ||
    column.values.every((value, row) => value !== undefined || !isFirst(row)));

/** The share of a column's values that no other row states; of lists that of their members, also of such as a text parts. */
function newShare(column: Column): number {
  if (column.share(isTexts) < MOSTLY) return Math.min(column.distinctShare, newShareOfParts(column));
  const members = column.stated.flatMap((value) => (Array.isArray(value) ? value : [value])).map(keyOf);
  return new Set(members).size / members.length;
}

/** The share of the parts of texts that no other row states; 1 where they are not parted, or in parts of which few come again. */
function newShareOfParts(column: Column): number {
  const separator = separatorOf(column);
  if (separator === null) return 1;
  const parts = column.stated.flatMap((value) => (typeof value === 'string' ? partsOf(value, separator) : [value]));
  const share = new Set(parts.map(keyOf)).size / parts.length;
  return share <= AGAIN ? share : 1;
}

const AGAIN = 0.5;

/**
 * Tells whether a column holds what buyers gave or how many there were, by its name and its values: "energy rating" and
 * "IP rating" are of the product.
 */
function isRatingOrCount(column: Column): boolean {
  if (isCalled(column, COUNTS)) return holdsCounts(column);
  if (saysHowManyGave(column.name)) return column.share(isNumber) >= MOSTLY;
  // "rating_100" says of how many points it is.
  if (column.isMostly('rating') && OUT_OF.test(column.name)) return column.share(isNumber) >= MOSTLY;
  if (!isCalled(column, ['rating'])) return false;
  return holdsStars(column) || (column.named('rating') >= CLEARLY && column.share(isNumber) >= MOSTLY);
}

/** Most points that a rating may have, behind its name. */
const OUT_OF = /[^\p{N}](?:5|10|100)\)?$/u;

/** The reason for which texts are left out that may say something among other words. */
export const LONG_TEXTS = 'long texts';
/** Characters from which on texts are long. */
export const LONG = 80;

/** Score from which on a name says nothing beside. */
export const CLEARLY = 0.85;

/**
 * Tells whether a column of countries says in which market a product is sold, as it does where each country has a currency or a
 * host of its own; otherwise it is where the product comes from.
 */
export function isMarket(column: Column, columns: readonly Column[]): boolean {
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
  const hasCurrencies = columns.some(
    (other) => other !== column && other.isMostly('currency') && other.named('currency') >= NAMED && isOneEach(other),
  );
  return hasCurrencies || hasHostsOfItsOwn(column, columns);
}

/** Tells whether a column holds a few whole numbers or small letters that stand for words, as its name says: "material_type" 0 to 4. */
const isCoded = (column: Column) =>
  englishWords('field name: coded').includes(headerWords(column.name).at(-1) ?? '') &&
  column.share((value) => isWhole(value) || A_SMALL_LETTER.test(keyOf(value))) >= MOSTLY &&
  column.distinct <= MOST_CODES;

const MOST_CODES = 26;
const A_SMALL_LETTER = /^[a-z]$/;

/** States that a product is in for its shop, without the spaces that names of columns may lack. */
const STATES_OF_LISTING: ReadonlySet<string> = new Set(
  englishWords('columns: states of a listing').map((words) => words.replaceAll(' ', '')),
);

/**
 * Such states that are nothing else where no "is" stands before them: "hot" may be what a drink is, and "new" what goods are in a
 * shop of used ones.
 */
const STATES_ALONE: ReadonlySet<string> = new Set(
  englishWords('columns: states of a listing alone').map((words) => words.replaceAll(' ', '')),
);

/**
 * Tells whether a yes or a no is of what a product is for its shop, and not of the product: "is_hero", "flags.hot" and "featured".
 */
function isOfListing(column: Column): boolean {
  const members = membersOf(column.name);
  const words = headerWords(members.at(-1) as string);
  const isYesOrNo = column.distinct <= 2 && column.share((value) => isFlag(value) || isTick(value)) >= MOSTLY;
  if (!isYesOrNo) return false;
  const said = (words[0] === 'is' ? words.slice(1) : words).join('');
  if (STATES_ALONE.has(said)) return true;
  const around = members.length < 2 ? [] : headerWords(members.at(-2) as string);
  const isAmongFlags = englishWords('columns: flags').includes(around.at(-1) ?? '');
  return (words[0] === 'is' || isAmongFlags) && STATES_OF_LISTING.has(said);
}

/** Tells whether a yes or a no says by a noun what a product is, which no product has: "is_sofa" among furniture. */
function isOfKind(column: Column): boolean {
  const [first, ...others] = headerWords(membersOf(column.name).at(-1) as string);
  const isYesOrNo = column.distinct <= 2 && column.share((value) => isFlag(value) || isTick(value)) >= MOSTLY;
  const noun = others.at(-1) ?? '';
  return first === 'is' && isYesOrNo && namesProduct(noun) && !saysQuality(noun);
}

/** Adjectives of a measure, such as "light". */
const MEASURED = englishExpression('field policy: measured', 'i');

/** Tells whether a noun says a quality of other things too: what they are made of or look like, that they are several, or how large they are. */
const saysQuality = (noun: string): boolean =>
  MEASURED.test(noun) ||
  englishWords('columns: nouns of qualities').includes(noun) ||
  (readWords('product-nouns.yaml') as Record<string, string>).collections?.split(/\s+/).includes(noun) === true ||
  englishWords('columns: fields of looks').some((field) => fieldsListing(noun).includes(field));

/** Tells whether a column holds whole numbers under the name of a field whose values are words: "Colors" of 3 are how many there are. */
function countsWords(column: Column): boolean {
  const entry = FIELDS.get(canonicalField(fieldNamed(column.name, '')));
  if (entry === undefined || entry.quantity !== undefined) return false;
  const isOfWords = entry.lists && entry.say?.as !== 'quantity' && entry.say?.as !== 'number';
  return isOfWords && column.distinct > 2 && column.share(isWhole) >= MOSTLY;
}

/** Tells whether a word of a column's name says that its amounts are money, whatever of: "Default Delivery Fees". */
function isMoney(column: Column): boolean {
  if (isCalled(column, AMOUNTS, AMOUNT_NAMED)) return true;
  const words = headerWords(shownOf(column.name));
  const ends = englishWords('columns: ends of money');
  const isReckoned =
    englishWords('columns: reckoned').includes(words.at(-1) ?? '') && words.some((word) => ends.includes(word));
  const isSaid =
    isReckoned ||
    words.some((word) => englishWords('columns: money').includes(word)) ||
    ends.includes(words.at(-1) ?? '');
  return isSaid && column.share(isAmount) >= MOSTLY;
}

/** Tells whether a word of a column's name says that its amounts are no money: a "Margin (mm)", a "Safety Margin". */
const isNoMoney = ({ name }: Column) =>
  headerWords(shownOf(name)).some((word) => {
    const unit = UNIT_OF.get(word);
    const isOfLength = word.length > 1 && unit !== undefined && dimensionOf(unit) === dimensionOf('mm');
    return isOfLength || englishWords('columns: no money').includes(word);
  });

/** A name without the path that a shop system writes behind it: "Brand (product.metafields.custom.brand)". */
const shownOf = (name: string) => name.replace(/(?<=\S)\s*\([\w-]+(?:\.[\w-]+)+\)$/, '');

/** Tells whether a column is called the id of something, and holds whole numbers or codes that a program made: "dept_id", "stripe_price_id". */
function isIdOfOther(column: Column): boolean {
  const isMade = (value: unknown) =>
    isCode(value) && /\d\p{L}|\p{L}\d/u.test(keyOf(value)) && lengthOf(value) >= LONG_CODE;
  const words = headerWords(membersOf(column.name).at(-1) as string);
  return words.at(-1) === 'id' && [isMade, isWhole].some((test) => column.share(test) >= MOSTLY);
}
const LONG_CODE = 8;

/** Tells whether a column is called a description of some kind, and holds phrases that are no lists. */
const isShortDescription = (column: Column) =>
  column.named('description') > 0 &&
  isCalled(column, ['description', 'features'], CLEARLY) &&
  column.mean(wordsOf) >= LEAST_OF_PHRASE &&
  column.share(isTexts) === 0 &&
  separatorOf(column) === null;
const LEAST_OF_PHRASE = 3;

const isCurrencyCell = (value: unknown) => currencyIn(value) !== null;

/** Tells whether a column holds codes of a shop: short texts of capitals and figures, of which there are ever more: "A22", "MSW", "904". */
const holdsCodes = (column: Column): boolean =>
  column.stated.length >= LEAST_OF_CODES &&
  column.distinctShare >= NEW_CODES &&
  column.share((value) => SHORT_CODE.test(keyOf(value))) >= MOSTLY &&
  !column.stated.every(isNumber);
const SHORT_CODE = /^(?=.*\p{Lu})[\p{Lu}\d-]{2,10}$|^\d{2,10}$/u;
const LEAST_OF_CODES = 50;
const NEW_CODES = 0.4;

/** Why a column is no detail of a product; null where it may be one. */
export function whyNoDetail(column: Column, identity: Identity): string | null {
  if (column.stated.length === 0) return 'empty in the sample';
  if (column.share(isUrl) >= 0.5) return 'addresses';
  if (isCalled(column, IDS)) return 'another id';
  if (isCalled(column, CATEGORIES)) return 'another category';
  if (isCoded(column)) return 'codes for words';
  // "Stock" of 12 is no paper.
  if (isCalled(column, ['other'], CLEARLY) && column.share(isWhole) >= MOSTLY)
    return 'says nothing of the product itself';
  if (isOfListing(column)) return 'a state of the listing, which nobody asks for';
  if (isOfKind(column)) return 'says what kind of thing a product is, not what it has';
  if (countsWords(column)) return 'numbers of what the field has words for';
  if (isKnown(column.name)) return null;
  if (isIdOfOther(column)) return 'another id';
  if (isShortDescription(column)) return 'a short description';
  if (isCalled(column, ['currency'], CLEARLY) && column.share(isCurrencyCell) >= MOSTLY) return 'another currency';
  if (countsRows(column)) return 'counts the rows';
  if (countsPages(column)) return 'counts the pages that rows were found on';
  if (isDate(column.name)) return 'what a day had';
  if (isRatingOrCount(column)) return 'another rating or count';
  if (isCalled(column, ['other'])) return 'says nothing of the product itself';
  if (isMoney(column) && !isNoMoney(column)) return 'another amount of money';
  if (column.share(isDate) >= 0.5) return 'dates';
  if (column.share(isHtml) >= 0.2 || (column.mean(lengthOf) > LONG && separatorOf(column) === null)) return LONG_TEXTS;
  if (isConstant(column, identity)) return 'the same for every product';
  if (holdsCodes(column)) return 'codes that the shop has for products';
  const isOpen = column.share((value) => isNumber(value) || isFlag(value)) < 0.5 && newShare(column) > 0.9;
  return isOpen && column.stated.length > FEW ? 'nearly every value is new' : null;
}

/** The share of products with variants in which an option differs. */
const DIFFERS_IN = 0.1;

/** Tells whether the rows of products with several state different things in a column. */
export function differs({ values }: Column, { groups }: Identity): boolean {
  const several = groups.filter((rows) => rows.length > 1);
  const different = several.filter(
    (rows) => new Set(rows.flatMap((row) => (values[row] === undefined ? [] : [keyOf(values[row])]))).size > 1,
  );
  return several.length > 0 && different.length >= Math.max(1, several.length * DIFFERS_IN);
}

/** Values that two columns have in common by no accident: two of a yes or a no soon agree. */
const LEAST_IN_COMMON = 5;
const REPEATED_IN = 0.95;

/** Tells whether a column says in nearly all rows what another one says, with several values. */
export const saysAsMuch = (column: Column, other: Column): boolean =>
  column.distinct >= LEAST_IN_COMMON &&
  column.values.filter((value, row) => value !== undefined && keyOf(onlyOf(value)) === keyOf(onlyOf(other.values[row])))
    .length >=
    column.stated.length * REPEATED_IN;

/** The column that says nearly everything a column says, lists of one value as that value: the one whose name is known, or the first. */
export function repeatedBy(column: Column, columns: readonly Column[]): Column | undefined {
  if (column.distinct < LEAST_IN_COMMON) return undefined;
  const saidBy = ({ values }: Column, row: number) => keyOf(onlyOf(values[row]));
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

/** Tells whether a column only says what kind of row a row is: one value for all variants that no other row has. */
export function isKindOfRow({ name, values, stated, distinct }: Column, { kind, isFirst }: Identity): boolean {
  if (kind === 'row' || (kind === 'group' && (distinct !== 2 || stated.length < values.length))) return false;
  const of = (wanted: boolean) =>
    new Set(values.flatMap((value, row) => (value !== undefined && isFirst(row) === wanted ? [keyOf(value)] : [])));
  const [products, variants] = [of(true), of(false)];
  if (kind === 'group') {
    // An option of two values has each once in a group; what says that a row is a variant stands in several.
    const firsts = values.filter((_, row) => isFirst(row)).length;
    if (products.size !== 1 || values.length - firsts <= firsts || isKnown(name)) return false;
  }
  return variants.size === 1 && ![...variants].some((value) => products.has(value));
}

/** Rows with a weight and kinds of things, at least, and share of the rows with one of the three commonest, from which on these are of parcels. */
const LEAST_PARCELS = 100;
const LEAST_OF_KINDS = 20;
const OF_CLASSES = 0.6;

/** Leaves out weights by which a shop counts its parcels: where most things of many kinds weigh one of three amounts, none was weighed. */
export function leaveParcels(free: readonly Column[], columns: readonly Column[], draft: Draft): void {
  const category = columns.find(({ name }) => name === columnSaid(draft.section.category));
  if (category === undefined || category.distinct < LEAST_OF_KINDS) return;
  for (const column of free) {
    if (
      draft.isTaken(column) ||
      !withoutUnit(canonicalField(fieldNamed(column.name, '')))
        .toLowerCase()
        .endsWith('weight')
    )
      continue;
    const counts = new Tally();
    for (const value of column.stated) if (!/^[0.,]+(?:\s|$)/.test(keyOf(value))) counts.add(keyOf(value));
    const weighed = counts.names.map((name) => counts.of(name)).toSorted((one, other) => other - one);
    const all = weighed.reduce((sum, count) => sum + count, 0);
    const share = weighed.slice(0, 3).reduce((sum, count) => sum + count, 0) / all;
    if (all < LEAST_PARCELS || share < OF_CLASSES) continue;
    const because = `${percent(share)} of ${all} products of ${category.distinct} kinds have one of three weights, which are those of parcels`;
    draft.note(null, [column], because);
  }
}
