import { z } from 'zod';
import { commaList, FIELDS, ofLexicon, readWords } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { ownValue } from '../../text/own-value.ts';
import { WordPattern } from '../../text/word-pattern.ts';
import type { CatalogLanguage } from './judgement.ts';
import type { CategoryUse, FieldStatistics } from './statistics.ts';

/** The category path as the statistics know it. */
export const shelfPath = ({ category }: Pick<Product, 'category'>): string => category.join(' > ');

/** Words of category paths by the kind of shelf they name. */
const SHELVES = z.record(z.string(), commaList).parse(readWords('shelves.yaml'));

/** The kinds of shelves that a field can name. */
export const SHELF_GROUPS: readonly string[] = Object.keys(SHELVES);

const wordsOf = (group: string): readonly string[] => expanded(SHELVES[group] ?? []);
const expanded = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => (word.startsWith('@') ? wordsOf(word.slice(1)) : [word]));
/** Null without words, which stand nowhere. */
const wholeWords = (words: readonly string[]) =>
  words.length === 0
    ? null
    : new WordPattern(`(?<![\\p{L}\\d])(?:${words.map(literally).join('|')})(?![\\p{L}\\d])`, 'u');
const literally = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

interface Domain {
  readonly never: WordPattern | null;
  readonly unless: WordPattern | null;
  readonly only: WordPattern | null;
}

const DOMAINS: ReadonlyMap<string, Domain> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].map(([field, { shelves: { never, unless, only } = {} }]) => [
        field,
        {
          never: never === undefined ? null : wholeWords(never.flatMap(wordsOf)),
          unless: unless === undefined ? null : wholeWords(unless),
          only: only === undefined ? null : wholeWords(expanded(only)),
        },
      ]),
    ),
);

/** A field that this share of a shelf states, and at least this many products of it, is at home there whatever it is. */
const AT_HOME_SHARE = 0.1;
const AT_HOME_PRODUCTS = 5;
/** A category is large enough to say which fields it does not use. */
const LARGE_CATEGORY = 200;
/** Stated by fewer than this share, a field is rare in a large category... */
const RARE_SHARE = 0.005;
/** ...and senseless there only if it is common in another category of at least this size. */
const COMMON_SHARE = 0.25;
const COMMON_CATEGORY = 30;

interface ValueOnShelf {
  /** Category path, joined by " > ". */
  readonly shelf: string;
  readonly mainCategory: string;
  readonly field: string;
  /** The value's comparison form (normaliseValue). */
  readonly norm: string;
  /** The product's title, where there is one: it can name what the path does not. */
  readonly title?: string;
  /** With `any`, the words of the path are not read. */
  readonly language?: CatalogLanguage;
}

const shareOf = (category: CategoryUse | undefined, field: string) =>
  category === undefined || category.products === 0
    ? 0
    : (ownValue(category.fields, field)?.stated ?? 0) / category.products;

const isConstant = (category: CategoryUse | undefined, field: string, norm: string) =>
  category !== undefined && ownValue(category.fields, field)?.constant.includes(norm) === true;

type Categories = Readonly<Record<string, CategoryUse>>;

/** Tells whether a value of a field, in comparison form, is that of nearly all products wherever the field is stated. */
export const isConstantEverywhere = (field: string, norm: string, { mainCategories }: FieldStatistics): boolean =>
  Object.values(mainCategories).every(
    (use) => ownValue(use.fields, field) === undefined || isConstant(use, field, norm),
  );

const commonFields = new WeakMap<Categories, ReadonlySet<string>>();

/** Fields that a large share of some category states. */
function commonIn(categories: Categories): ReadonlySet<string> {
  let common = commonFields.get(categories);
  if (common === undefined) {
    const uses = Object.values(categories).filter(({ products }) => products >= COMMON_CATEGORY);
    common = new Set(
      uses.flatMap((use) => Object.keys(use.fields).filter((field) => shareOf(use, field) >= COMMON_SHARE)),
    );
    commonFields.set(categories, common);
  }
  return common;
}

/** Tells whether a large share of some shelf or main category states a field. */
export const isCommonField = (field: string, { shelves, mainCategories }: FieldStatistics): boolean =>
  commonIn(shelves).has(field) || commonIn(mainCategories).has(field);

function isRare(name: string, field: string, categories: Categories): boolean {
  const category = ownValue(categories, name);
  if (category === undefined || category.products < LARGE_CATEGORY || shareOf(category, field) >= RARE_SHARE)
    return false;
  return commonIn(categories).has(field);
}

/**
 * Open questions about a path after its words were read: whether the title must name one of the domain's `only` or
 * `unless` words.
 */
interface PathReading {
  readonly needsOnly: boolean;
  readonly needsUnless: boolean;
}

function readingOf(path: string, { only, never, unless }: Domain): PathReading {
  // A path of one level names a whole store, not what stands on this shelf.
  if (!path.includes(' > ')) return { needsOnly: false, needsUnless: false };
  return {
    needsOnly: only !== null && !only.test(path),
    needsUnless: never?.test(path) === true && unless?.test(path) !== true,
  };
}

/** Shelves are few and products many: a path is read once for each field. Starts anew when full. */
const PATHS_KEPT = 20_000;
const pathReadings = ofLexicon(() => new Map<string, PathReading>());

/** A title can name what the path does not: a "Scented Eraser" among school supplies. */
function outsideItsDomain(shelf: string, field: string, title: string): boolean {
  const domain = DOMAINS.get(field);
  if (domain === undefined) return false;
  const key = `${field}\n${shelf}`;
  let reading = pathReadings.get(key);
  if (reading === undefined) {
    reading = readingOf(shelf.toLowerCase(), domain);
    if (pathReadings.size >= PATHS_KEPT) pathReadings.clear();
    pathReadings.set(key, reading);
  }
  const { needsOnly, needsUnless } = reading;
  if (!needsOnly && !needsUnless) return false;
  const said = title.toLowerCase();
  return (needsOnly && domain.only?.test(said) !== true) || (needsUnless && domain.unless?.test(said) !== true);
}

/** Says of a value that nothing on its shelf would be without: it asks for nothing. */
const ALWAYS_CONSTANT: Readonly<Record<string, ReadonlySet<string>>> = {
  'Number of Items': new Set(['1', '1 count', '1 piece', 'pack of 1', 'set of 1']),
  'Unit Count': new Set(['1', '1 count', '1 piece']),
};

/**
 * Why a value makes no requirement on its shelf, or null: nearly every product has it, or its field makes no sense there.
 * Says nothing about small catalogs beyond what the words of the path show.
 */
export function implausibleForShelf(
  { shelf, mainCategory, field, norm, title = '', language = 'en' }: ValueOnShelf,
  statistics: FieldStatistics,
): string | null {
  if (ownValue(ALWAYS_CONSTANT, field)?.has(norm) === true)
    return `near_constant: ${field} ${norm} is true of nearly everything`;
  const shelved = ownValue(statistics.shelves, shelf);
  if (isConstant(shelved, field, norm))
    return `near_constant: nearly every product of "${shelf}" that states ${field} has "${norm}"`;
  if (isConstant(ownValue(statistics.mainCategories, mainCategory), field, norm)) {
    return `near_constant: nearly every product of "${mainCategory}" that states ${field} has "${norm}"`;
  }
  const stated = shelved === undefined ? 0 : (ownValue(shelved.fields, field)?.stated ?? 0);
  if (stated >= AT_HOME_PRODUCTS && shareOf(shelved, field) >= AT_HOME_SHARE) return null;
  if (language === 'en' && outsideItsDomain(shelf, field, title))
    return `senseless_field: ${field} makes no sense in "${shelf}"`;
  if (isRare(shelf, field, statistics.shelves) || isRare(mainCategory, field, statistics.mainCategories)) {
    return `senseless_field: ${field} is hardly ever stated in "${shelf}" and common elsewhere`;
  }
  return null;
}
