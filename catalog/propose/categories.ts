import { englishKindIn, englishKinds } from '../../lexicon/columns.ts';
import { englishWords, FIELDS, onLexicon, readWords } from '../../lexicon/index.ts';
import { hasUnspacedScript, tokensOf } from '../../text/tokens.ts';
import { UNIT_OF } from '../../text/units.ts';
import { canonicalField } from '../product/fields.ts';
import { fieldListing } from '../product/labelled-facts.ts';
import { textOf } from '../product/values.ts';
import { type ListColumn, listIn } from '../readers/index.ts';
import { isRawObject } from '../rows/row.ts';
import { calledFor } from './descriptions.ts';
import { type Draft, NAMED } from './draft.ts';
import { headerWords, languageOfHeaders } from './header.ts';
import { kindOfColumns } from './kinds-by-columns.ts';
import {
  type Column,
  isNumber,
  isObjects,
  isScalar,
  isTexts,
  isUrl,
  keyOf,
  lengthOf,
  MOSTLY,
  wordsOf,
} from './profile.ts';

const SEPARATORS = [' >> ', ' > ', ' › ', ' » ', ' | ', ' / ', '>>', '>', '›', '»', '|', '/'];

export const onlyOf = (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** Finds the separator of the levels of a path in most of the values that have several. */
function separatorOf(column: Column): string | null {
  const counts = SEPARATORS.map((separator) => ({
    separator,
    share: column.share((value) => textOf(onlyOf(value)).includes(separator)),
  }));
  const best = counts.reduce((one, other) => (other.share > one.share ? other : one));
  return best.share >= (best.separator === '/' ? MOSTLY : 0.1) ? best.separator : null;
}

/** The member that names the level in the objects of a path. */
function nameMember(column: Column): string | null {
  const items = column.stated.flatMap((value) => (isObjects(value) ? [...value] : []));
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const texts = keys.filter((key) => items.every((item) => typeof item[key] === 'string' && !isUrl(item[key])));
  return texts[0] ?? null;
}

interface Path {
  readonly column: Column;
  readonly said: unknown;
  readonly levels: number;
  /** The member of its objects that names a level. */
  readonly each?: string;
}

function pathIn(column: Column): Path | null {
  if (column.share(isObjects) >= MOSTLY) {
    const each = nameMember(column);
    const levels = column.mean((value) => (Array.isArray(value) ? value.length : 0));
    return each === null ? null : { column, said: { column: column.name, each }, levels, each };
  }
  const isOfOne = column.share((value) => Array.isArray(value) && value.length === 1 && isScalar(value[0])) >= MOSTLY;
  if (column.share(isTexts) >= MOSTLY && !(isOfOne && separatorOf(column) !== null))
    return { column, said: column.name, levels: column.mean((value) => (value as unknown[]).length) };
  if ((!isOfOne && column.share(isScalar) < 1) || column.share(isNumber) > 0.5 || column.mean(lengthOf) > 200)
    return null;
  const separator = separatorOf(column);
  // "Soaps;Soaps for the face" is in two sections of a shop, of which the first counts.
  if (separator === null && column.share((value) => textOf(onlyOf(value)).includes(';')) >= LEAST_SECTIONS)
    return { column, said: { column: column.name, separator: ';', paths: ';' }, levels: 1 };
  if (separator === null)
    return column.distinctShare > 0.9 && column.stated.length > 20 ? null : { column, said: column.name, levels: 1 };
  const several = column.share((value) => isSeveralPaths(textOf(onlyOf(value)), separator));
  const levels = column.mean((value) => (textOf(onlyOf(value)).split(', ')[0] as string).split(separator).length);
  const paths = several > 0 ? { paths: ', ' } : {};
  return { column, said: { column: column.name, separator, ...paths }, levels };
}

/** Share of different paths among all, at most, for a column of them to be of shelves. */
const MOST_SHELVES = 0.5;

/** Tells whether a column that nothing calls so holds paths of shelves: "Shelter > Tents > Tunnel Tents". */
function holdsPaths(column: Column): boolean {
  if (column.share((value) => typeof value === 'string' && LEVELS.test(value)) < 1 || column.statedShare < 0.5)
    return false;
  const path = pathIn(column);
  return path !== null && typeof path.said === 'object' && path.levels >= 2 && column.distinctShare <= MOST_SHELVES;
}

/** Texts of words between signs that part levels, and no others. */
const LEVELS = /^[^<>›»]*\p{L}(?:\s*[>›»]\s*[^<>›»]*\p{L}[^<>›»]*)+$/u;

/** Share of cells that list sections of a shop, at least. */
const LEAST_SECTIONS = 0.1;

/** Tells whether a text holds paths in a list: a later one begins like the first. */
function isSeveralPaths(text: string, separator: string): boolean {
  const parts = text.split(', ');
  if (parts.length < 2) return false;
  const [first, ...others] = parts.map((part) => part.split(separator).map((level) => level.trim()));
  return others.some((levels) => levels[0] === first?.[0]);
}

/** Tells whether titles say what a column does often enough for it to be the kind of thing a product is. */
function isSaidIn(title: Column, { values }: Column): boolean {
  const both = values.flatMap((value, row) => {
    const [kind = ''] = textOf(value)
      .toLowerCase()
      .split(/\s*[;|>]\s*/);
    const last = kind.split(/\s+/).at(-1) as string;
    const called = textOf(title.values[row]).toLowerCase();
    // Of "soaps for the face" one is a soap.
    const plurals = kind.match(/\p{L}{3,}(?=s(?!\p{L}))/gu) ?? [];
    return last === '' || called === '' ? [] : [[last, ...plurals].some((word) => called.includes(word))];
  });
  return both.length > 0 && both.filter(Boolean).length >= both.length * SAID_SHARE;
}

const SAID_SHARE = 0.2;

/** Tells whether a header begins like a word that a file is named with: "jewel_type" in "greek jewelry.csv". */
function isNamedLike({ name }: Column, files: readonly string[]): boolean {
  const [first = ''] = headerWords(name);
  const words = files.flatMap((file) => file.toLowerCase().split(' '));
  return first.length >= LEAST_OF_NAME && words.some((word) => word.startsWith(first));
}
const LEAST_OF_NAME = 4;

/**
 * Tells whether a column is of the kind of thing a product is: its header says nothing else, and titles say it too; or it is
 * named like what the file is of, or titles say it, and its values are goods, as those of "jewel_type" are and those of
 * "cpu_type" are not.
 */
function isKind(column: Column, title: Column | null, files: readonly string[]): boolean {
  if (column.named('kind') >= KIND_NAMED) return title !== null && isSaidIn(title, column);
  // Of a file named for goods, titles say kinds of parts as well: which "disc_type" notebooks have.
  const isSaid = !files.some(namesGoods) && title !== null && isSaidIn(title, column);
  if (!isNamedLike(column, files) && !isSaid) return false;
  const isGoods = (value: unknown) => isProductNoun(textOf(value).toLowerCase().split(/\s+/).at(-1) ?? '');
  return column.share(isScalar) === 1 && column.share(isGoods) >= MOSTLY_GOODS;
}
const KIND_NAMED = 0.9;
const MOSTLY_GOODS = 0.5;

/** Tells whether a column called a section of a shop holds values of the detail field of that name: a department of men, women. */
function saysWhoFor(column: Column): boolean {
  const field = canonicalField(column.name);
  return column.share((value) => fieldListing(textOf(value)) === field) >= MOSTLY;
}

/**
 * The first level of all paths of a column, where the next one parts products; null where there is none. Of a file with more
 * rows, which may be in the order of its departments, only a level that says no more than that all goods are in it.
 */
function rootOf(column: Column, said: ListColumn, isAll: boolean): string | null {
  const paths = column.stated.map((value) => listIn({ [column.name]: value }, said));
  const [firsts, seconds] = [0, 1].map((level) => new Set(paths.map((path) => path[level]))) as [
    Set<unknown>,
    Set<unknown>,
  ];
  const [[root = ''] = []] = paths;
  if (!isAll && !englishWords('categories: roots').includes(root.toLowerCase())) return null;
  return paths.length >= LEAST_PATHS && firsts.size === 1 && seconds.size > 1 && !seconds.has(undefined) ? root : null;
}
const LEAST_PATHS = 20;

/** Finds where in the shop a product stands; where no column says so the name of its file may. */
export function findCategory(
  columns: readonly Column[],
  title: Column | null,
  draft: Draft,
  fileNames: readonly string[],
  isAll: boolean,
): void {
  const called = calledFor(columns, draft, 'category', 'main_category', 'kind').filter(
    (column) => !saysWhoFor(column) && (!column.isMostly('kind') || isKind(column, title, fileNames)),
  );
  const shelves =
    called.length > 0 ? [] : columns.filter((one) => !draft.isTaken(one) && one !== title && holdsPaths(one));
  const paths = [...called, ...shelves.slice(0, 1)].map(pathIn).filter((path) => path !== null);
  const fullest = Math.max(0, ...paths.map(({ column }) => column.statedShare));
  const usable = paths.filter(({ column }) => column.statedShare >= fullest / 2);
  const [best] = usable.sort(
    (a, b) => Math.min(b.levels, 2) - Math.min(a.levels, 2) || b.column.named('category') - a.column.named('category'),
  );
  const isNamedForGoods = fileNames.length === 1 && namesGoods(fileNames[0] as string);
  const language = languageOfHeaders(columns.map(({ name }) => name));
  if (best !== undefined && !(isNamedForGoods && saysNoGoods(best))) {
    const finer =
      usable.find(
        (path) =>
          path.levels === 1 &&
          best.levels === 1 &&
          isFiner(path.column, best.column) &&
          !isSeriesOf(path.column, best.column),
      ) ??
      (best.levels === 1 && language !== null ? kindsBelow(best.column, columns, title, language, draft) : undefined);
    const kind = usable.find((path) => path !== best && path.levels === 1 && saysKinds(path.column, best.column));
    // Of "Kitchen Appliances" a finer column says which are chimneys.
    const isFinest = finer === undefined && best.levels > 1 && (kind?.column.distinct ?? 0) > best.column.distinct;
    const { column, said, levels } = isFinest && kind !== undefined ? kind : (finer ?? best);
    const root = rootOf(column, said as ListColumn, isAll);
    draft.put(
      'category',
      root === null ? said : { column: column.name, ...(typeof said === 'object' ? said : {}), root },
      [column],
      `${shelves.includes(column) ? 'its values are paths' : 'named like a category'}; ${column.distinct} values of ${levels.toFixed(1)} levels`,
    );
    if (finer === undefined && levels > 1 && kind !== undefined)
      draft.put('main_category', kind.column.name, [kind.column], 'says what kind of thing a product is, as titles do');
    const wider = finer === undefined ? widerThan(column, columns, draft) : best.column;
    if (wider !== undefined && draft.section.main_category === undefined)
      draft.put('main_category', wider.name, [wider], `its values have those of "${column.name}" below them`);
    return;
  }
  const kinds = isNamedForGoods
    ? undefined
    : columns.find((column) => !draft.isTaken(column) && column !== title && holdsKinds(column, title));
  if (kinds !== undefined) {
    draft.put('category', kinds.name, [kinds], `its texts end with what products are; ${kinds.distinct} values`);
    return;
  }
  const brand = columns.find(({ name }) => name === draft.section.brand);
  const makers = [...new Set(brand?.stated.map(textOf))];
  if (fileNames.length === 0 || !fileNames.every((name) => namesProducts(name, title, makers))) {
    // "Rock" is a skirt only among columns with German names.
    const isElsewhere = fileNames.length === 1 && language !== null;
    const elsewhere = isElsewhere ? englishKinds(language).get((fileNames[0] as string).toLowerCase()) : undefined;
    if (elsewhere !== undefined) {
      draft.section.main_category = { text: elsewhere };
      const because = `no column says what kind of product a row is, and the file is named "${fileNames[0]}"`;
      draft.findings.push({ key: 'main_category', column: elsewhere, because });
      return;
    }
    const named = title === null ? undefined : goodsNamed(title);
    if (named !== undefined) {
      draft.section.main_category = { text: named };
      const because = `no other column says what kind of product a row is, and "${title?.name}" names one by its header`;
      draft.findings.push({ key: 'main_category', column: named, because });
      return;
    }
    const told = kindOfColumns(columns);
    if (told !== undefined) {
      draft.section.main_category = { text: told.kind };
      const because = `no column says what kind of product a row is, and tables with ${told.by.map((name) => `"${name}"`).join(' and ')} are of such`;
      draft.findings.push({ key: 'main_category', column: told.kind, because });
      return;
    }
    draft.findings.push({
      key: 'main_category',
      column: 'what titles say',
      because:
        'no column says what kind of product a row is, and the file is not named for it; where titles do not say it, name the file for what is in it, such as "phones.csv", or say it here: main_category: { text: phone }',
    });
    return;
  }
  const [only] = fileNames.length > 1 ? [] : fileNames;
  const kind = only === undefined ? undefined : withoutShop(only, title);
  const isOfComputers = columns.some(({ name }) =>
    headerWords(name).some((word) => englishWords('columns: of computers').includes(word)),
  );
  const inComputers = isOfComputers
    ? pairsOf('file names: said of computers').get(kind?.toLowerCase() ?? '')
    : undefined;
  const said =
    inComputers ?? saidFor().get(kind?.toLowerCase() ?? '') ?? oneOf(kind) ?? (kind === only ? undefined : kind);
  draft.section.main_category = said === undefined ? { file_name: true } : { text: said };
  draft.findings.push({
    key: 'main_category',
    column: 'the name of the file',
    because: 'no column says what kind of product a row is',
  });
}

/**
 * The goods that a column of names is named for, of which a word alone names a product: perfumes by "perfume_name" or "perfume";
 * undefined of any other, and where many names end with other goods, such as cases in a column "phone".
 */
function goodsNamed(title: Column): string | undefined {
  const [goods = '', head, ...others] = headerWords(title.name);
  const one = singular(goods);
  const isOfNames = head === undefined || englishWords('columns: heads of names').includes(head);
  if (!isOfNames || others.length > 0 || !isStrong(one)) return undefined;
  return title.share((value) => namesOther(textOf(value), one)) >= MANY_OTHERS ? undefined : one;
}
const MANY_OTHERS = 0.3;

/** Tells whether the last word of a name, before numbers, is a noun of other goods than those. */
function namesOther(title: string, goods: string): boolean {
  const words = title.toLowerCase().match(/(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu) ?? [];
  const last = words.findLast((word) => !UNIT_OF.has(word)) ?? '';
  return singular(last) !== goods && isProductNoun(last);
}

/** Tells whether a noun names a product without a word beside it. */
const isStrong = (noun: string): boolean =>
  (readWords('product-nouns.yaml') as Record<string, string>).strong?.split(/\s+/).includes(noun) === true ||
  englishWords('file names: products').includes(noun);

/** A column whose words titles say, and that names in the language of the headers which kinds stand below each category: "scarpe da basket". */
function kindsBelow(
  category: Column,
  columns: readonly Column[],
  title: Column | null,
  language: string,
  draft: Draft,
): Path | undefined {
  const isKnown = (value: unknown) => {
    const text = textOf(value).toLowerCase();
    return (englishKinds(language).get(text) ?? englishKindIn(text, language)) !== undefined;
  };
  const column = columns.find(
    (one) =>
      !draft.isTaken(one) &&
      one !== title &&
      title !== null &&
      one.distinct >= LEAST_KINDS &&
      one.share((value) => isScalar(value) && isKnown(value)) >= MOSTLY &&
      isSaidIn(title, one) &&
      isFiner(one, category),
  );
  return column === undefined ? undefined : { column, said: column.name, levels: 1 };
}

/** Tells whether a column that is named like a name, or whose words titles say, holds short texts that come again and end with nouns of products: "Men's Shoes". */
const holdsKinds = (column: Column, title: Column | null) =>
  (column.named('title') >= NAMED || (title !== null && isSaidIn(title, column))) &&
  column.statedShare >= NEARLY_ALL &&
  column.distinct >= LEAST_KINDS &&
  column.distinctShare <= MOST_OF_KINDS &&
  column.mean(wordsOf) <= WORDS_OF_KIND &&
  column.share((value) => isScalar(value) && endsWithNoun(textOf(value))) >= MOSTLY &&
  // "256GB SSD" is what a thing has.
  column.share((value) => /\d/.test(textOf(value))) < 1 - MOSTLY;

const endsWithNoun = (text: string) =>
  isProductNoun(
    text
      .toLowerCase()
      .split(/[\s-]+/)
      .at(-1) ?? '',
  );
const LEAST_KINDS = 3;
const MOST_OF_KINDS = 0.3;
const WORDS_OF_KIND = 4;

/** Tells whether a column says what kinds of things products are, of nearly all that another one has paths of. */
const saysKinds = (column: Column, paths: Column) =>
  column.isMostly('kind') && column.stated.length >= paths.stated.length * NEARLY_ALL;
const NEARLY_ALL = 0.9;

/** Tells whether most values of a column are goods that another one names, with a series behind them: "LED Tubes 590" of "LED Tubes". */
function isSeriesOf(column: Column, other: Column): boolean {
  const both = column.values.flatMap((value, row) =>
    value === undefined || other.values[row] === undefined ? [] : [[textOf(value), textOf(other.values[row])] as const],
  );
  const series = both.filter(([finer, coarse]) => endsWithNoun(coarse) && finer.startsWith(`${coarse} `));
  return series.length > both.length * MOSTLY_SERIES;
}
const MOSTLY_SERIES = 0.5;

/** Tells whether a column parts what another one says: each of its values stands below one of the other's, and it has more of them. */
function isFiner(column: Column, other: Column): boolean {
  if (column === other || column.distinct <= other.distinct) return false;
  // What has a value for nearly each product is no kind of them.
  if (column.distinct > column.stated.length * MOST_KINDS) return false;
  const above = new Map<string, Map<string, number>>();
  let both = 0;
  for (const [row, value] of column.values.entries()) {
    const coarse = other.values[row];
    if (value === undefined || coarse === undefined) continue;
    both++;
    const counts = above.get(keyOf(value)) ?? new Map<string, number>();
    above.set(keyOf(value), counts.set(keyOf(coarse), (counts.get(keyOf(coarse)) ?? 0) + 1));
  }
  const agreed = [...above.values()].reduce((sum, counts) => sum + Math.max(...counts.values()), 0);
  return both >= other.stated.length * FINER && agreed >= both * FINER;
}

/** A column that is named like names of products and holds sections of the shop instead, which a category stands below: "Product". */
const widerThan = (category: Column, columns: readonly Column[], draft: Draft) =>
  columns.find(
    (column) => !draft.isTaken(column) && column.named('title') >= SECTION_NAMED && isFiner(category, column),
  );
const SECTION_NAMED = 0.8;

const FINER = 0.95;
const MOST_KINDS = 0.1;

/** Tells whether a file is named for things that are known: "shoes", "laptops". */
const namesGoods = (name: string) => isProductNoun(name.toLowerCase().split(' ').at(-1) as string);

/**
 * Tells whether a column has hardly a value that names goods, and of one inside an object most do not: of sets the category is
 * normal, and of the fit of shoes neutral.
 */
function saysNoGoods({ column, each }: Path): boolean {
  const most = column.isMember && column.name.includes('.') ? MOST_OF_MEMBER : FEW_GOODS;
  const named = (value: unknown) => textOf(each === undefined || !isRawObject(value) ? value : value[each]);
  return column.share((value) => [value].flat().some((level) => namesProduct(named(level)))) < most;
}
const FEW_GOODS = 0.1;
const MOST_OF_MEMBER = 0.5;

/** The share of titles that say a word, from which on it is what things are and not who sells them. */
const SAID_OF_FILE = 0.05;

/** Tells whether a file is named like what is in it: a shop's name would be taken for a noun. */
function namesProducts(name: string, title: Column | null, makers: readonly string[]): boolean {
  if (!/^[\p{L}\p{M} ]+$/u.test(name)) return false;
  const word = name.toLowerCase().split(' ').at(-1) as string;
  const isMaker = makers.some((maker) => tokensOf(maker.replace(/['’]s(?!\p{L})/gu, '')).includes(word));
  return isProductNoun(word) || (!isMaker && isSaidBy(title, word));
}

/** Tells whether enough titles say a word, in the singular or not. */
function isSaidBy(title: Column | null, word: string): boolean {
  const one = singular(word);
  const isSaid = (text: string) =>
    hasUnspacedScript(one) ? text.includes(one) : tokensOf(text).map(singular).includes(one);
  return title !== null && title.share((value) => isSaid(textOf(value).toLowerCase())) >= SAID_OF_FILE;
}

/** The name of a file without words at its start that are of no product and that no titles say: "flipkart laptops" are laptops. */
function withoutShop(name: string, title: Column | null): string {
  const words = name.split(' ');
  const isOfThings = (word: string) =>
    isProductNoun(word) || wordsOfThings().has(singular(word)) || wordsOfThings().has(word) || isSaidBy(title, word);
  const start = words.findIndex((word, at) => at === words.length - 1 || isOfThings(word.toLowerCase()));
  return words.slice(start).join(' ');
}

let things: ReadonlySet<string> | undefined;
onLexicon(() => {
  things = undefined;
});

/** Words that names of products and what is said of them are made of. */
function wordsOfThings(): ReadonlySet<string> {
  things ??= new Set(
    [
      ...knownNouns(),
      JSON.stringify(readWords('product-names.yaml')),
      ...[...FIELDS.values()].flatMap(({ values, vocabulary }) => [
        ...Object.keys(values),
        ...(vocabulary?.words ?? []),
      ]),
    ].flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []),
  );
  return things;
}

/** Tells whether a word, or what it is the plural of, is a known noun of products; some are of two by their name: sunglasses. */
function isProductNoun(word: string): boolean {
  const one = singular(word);
  return [one, `${one}e`, word].some((form) => knownNouns().has(form));
}

let lastWords: ReadonlySet<string> | undefined;

/** Tells whether a text has a word that names products, or that names which are listed end with. */
export function namesProduct(text: string): boolean {
  lastWords ??= new Set(
    Object.values(readWords('product-names.yaml') as Record<string, string>)
      .flatMap((names) => names.split('\n'))
      .map((line) => line.split(':', 1)[0]?.split(/[\s-]/).at(-1)?.toLowerCase() ?? ''),
  );
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => isProductNoun(word) || lastWords?.has(word) || lastWords?.has(singular(word)));
}

const singular = (word: string) => word.replace(/(?<=\p{L}{3})(?:e?s)$/u, '');

/** One of what a file is named for that no category is called by: a LEGO set of "lego sets". */
function oneOf(name = ''): string | undefined {
  const ends = pairsOf('file names: of each');
  const last = name.split(' ').at(-1) as string;
  const one = ends.get(last.toLowerCase());
  return one === undefined || one === last || name === last ? undefined : name.slice(0, -last.length) + one;
}

/** Words for the name of a file that says too little alone: a memory kit, for nobody looks for a memory. */
const saidFor = (): ReadonlyMap<string, string> => pairsOf('file names: said');

const pairsOf = (key: Parameters<typeof englishWords>[0]): ReadonlyMap<string, string> =>
  new Map(englishWords(key).map((pair) => pair.split(' = ') as [string, string]));

let nouns: ReadonlySet<string> | undefined;

/** Words that name products in English, whatever a catalog says, and those that only a file is named by. */
function knownNouns(): ReadonlySet<string> {
  nouns ??= new Set(
    Object.values(readWords('product-nouns.yaml') as Record<string, string>)
      .flatMap((text) => text.split(/\s+/))
      .concat(englishWords('file names: products')),
  );
  return nouns;
}
