import { englishWords } from '../../lexicon/index.ts';
import { textOf } from '../product/values.ts';
import { namesProduct } from './categories.ts';
import { type Draft, NAMED, percent, sayTheSame } from './draft.ts';
import { headerWords } from './header.ts';
import { agreementOn, bySaying, candidates, groupsBy, isUnique, joinedTitle, NEARLY_ALL, UNIQUE } from './identity.ts';
import { separatorOf } from './listing-texts.ts';
import {
  Column,
  isAmount,
  isDate,
  isFlag,
  isHtml,
  isNumber,
  isScalar,
  isUrl,
  keyOf,
  lengthOf,
  wordsOf,
} from './profile.ts';

const MOSTLY = 0.9;
/** Names that are as clear as one another. */
const AS_CLEAR = 0.05;

const CLEARLY = 0.9;
/** Words a name has on average where nothing says that it is one. */
const SEVERAL = 1.3;

const isNoName = (value: unknown) =>
  !isScalar(value) || isNumber(value) || isUrl(value) || isDate(value) || isFlag(value);

/** Share of rows with a name, at least: of products with many variants one row in so many has it. */
const LEAST_STATED = 0.008;

/** Tells whether a column may hold names of products: short texts of several words, most of them different. */
function looksLikeTitles(column: Column): boolean {
  const words = column.mean(wordsOf);
  const length = column.mean(lengthOf);
  return (
    column.stated.length > 0 &&
    column.statedShare >= LEAST_STATED &&
    column.share(isNoName) < 1 - MOSTLY &&
    column.share(isHtml) < 1 - MOSTLY &&
    words >= (column.named('title') >= CLEARLY ? 1 : SEVERAL) &&
    words <= 40 &&
    length >= 4 &&
    length <= 300
  );
}

/** The share of products, as some id groups the rows, that have a title of their own. */
function distinctAmongGroups(title: Column, columns: readonly Column[]): number {
  const ids = candidates(columns).filter(
    (column) => column.named('group', 'id') >= NAMED && column.distinct > 1 && !isUnique(column),
  );
  const agreed = ids.filter((column) => agreementOn(title, groupsBy(column)) >= UNIQUE);
  return Math.max(0, ...agreed.map((column) => title.distinct / column.distinct));
}

/** Share of names that differ, at least, and of models that come in several sizes and colors, where nothing else names products. */
const LEAST_DISTINCT = 0.3;
const LEAST_OF_MODELS = 0.1;

/** Tells whether a column is called as columns of names are, be they of other things too. */
const mayCallNames = (column: Column) => column.isMostly('title', 'review_title', 'pair_name', 'author');

/** Finds the column with the names of products. */
export function findTitle(columns: readonly Column[], draft: Draft): Column | null {
  const isDistinct = (column: Column) =>
    column.distinctShare > LEAST_DISTINCT ||
    (column.named('title') >= CLEARLY && distinctAmongGroups(column, columns) > DISTINCT_IN_GROUPS);
  const fitting = columns.filter((column) => looksLikeTitles(column) && isDistinct(column));
  const named = fitting
    .filter((column) => column.named('title') >= NAMED && mayCallNames(column))
    .sort((a, b) => b.named('title') - a.named('title'));
  const [first, second] = named;
  if (first === undefined) return titleByContent(fitting, columns, draft);
  const same = second === undefined ? null : oneOfSame(first, second, columns);
  const best = same ?? first;
  const isClear =
    second === undefined ||
    same !== null ||
    best.named('title') - second.named('title') > AS_CLEAR ||
    second.statedShare < best.statedShare / 2 ||
    sayTheSame(best, second, (value) => keyOf(value).toLowerCase());
  if (isClear) {
    const line = firstLineOf(best, columns);
    if (line !== undefined) {
      draft.put('title', line.name, [line], `what "${best.name}" says in its first line; ${ofTitles(line)}`);
      draft.note(null, [best], `a text of several lines, of which "${line.name}" is the first`);
      return line;
    }
    const told = withWhatItIs(best, columns, draft);
    if (told !== null) return told;
    const spare = best.statedShare < NEARLY_ALL ? spareTitle(best, fitting) : undefined;
    draft.put('title', best.name, [best], `named like a title; ${ofTitles(best)}`);
    return spare === undefined ? best : withSpare(best, spare, draft);
  }
  draft.doubt('title', `"${best.name}" and "${second.name}" both hold names of products, and differ`, [best, second]);
  return null;
}

/** Tells whether texts of a column begin with those of another in nearly all rows, and some go on. */
function beginsWith(longer: Column, shorter: Column): boolean {
  const both = textsOfBoth(longer, shorter);
  const begin = both.filter(([long, short]) => long.startsWith(short));
  return begin.length >= both.length * UNIQUE && begin.some(([long, short]) => long !== short);
}

/**
 * One of two columns of which the texts of one begin with those of the other; null where none do. The shorter name is the name
 * ("Afnan 9 AM" of "Afnan 9 AM Default Title") if it stands in as many rows, tells as much apart and says what things are as
 * often.
 */
function oneOfSame(first: Column, second: Column, columns: readonly Column[]): Column | null {
  const isFirst = beginsWith(first, second);
  if (!isFirst && !beginsWith(second, first)) return nameAmongMore(first, second) ?? nameAmongMore(second, first);
  const [longer, shorter] = isFirst ? [first, second] : [second, first];
  const isStatedIn = (one: Column, other: Column) => one.statedShare >= other.statedShare * NEARLY_ALL;
  if (!isStatedIn(longer, shorter)) return shorter;
  const isDistinct =
    shorter.distinct >= longer.distinct * MOSTLY || distinctAmongGroups(shorter, columns) > DISTINCT_IN_GROUPS;
  if (!isStatedIn(shorter, longer) || !isDistinct) return longer;
  const isLess = ([long, short]: readonly [string, string]) => namesProduct(long) && !namesProduct(short);
  const both = textsOfBoth(longer, shorter);
  return both.filter(isLess).length > both.length * (1 - MOSTLY) ? longer : shorter;
}

/** The shorter of two names that the other says among more, such as a maker before it and a price behind; null where it does not. */
function nameAmongMore(longer: Column, shorter: Column): Column | null {
  const both = textsOfBoth(longer, shorter);
  const among = both.filter(([long, short]) => long.includes(short));
  if (both.length < shorter.stated.length * NEARLY_ALL || among.length < both.length * UNIQUE) return null;
  // Of two that say the same the one that is named more clearly stands.
  if (among.every(([long, short]) => long === short)) return null;
  return shorter.distinct >= longer.distinct * LEAST_OF_MORE ? shorter : longer;
}

/** Share of the longer names that the shorter ones tell apart, at least. */
const LEAST_OF_MORE = 0.5;

/** The column that says what texts of several lines say in their first one; undefined where they are of one line, or none does. */
function firstLineOf(title: Column, columns: readonly Column[]): Column | undefined {
  const lines = (value: unknown) => (typeof value === 'string' ? value.trim().split(/\s*\n\s*/) : []);
  if (title.share((value) => lines(value).length > 1) < MOSTLY) return undefined;
  return columns.find((column) => {
    // A maker on the first line names no product.
    if (column === title || column.statedShare < NEARLY_ALL || column.distinct < title.distinct * LEAST_OF_MORE)
      return false;
    const says = title.values.filter((value, row) => keyOf(lines(value)[0]) === keyOf(column.values[row]));
    return says.length >= title.stated.length * UNIQUE;
  });
}

/** The texts of two columns in rows that state both. */
const textsOfBoth = (one: Column, other: Column) =>
  one.values.flatMap((value, row) => {
    const beside = other.values[row];
    return value === undefined || beside === undefined ? [] : [[textOf(value), textOf(beside)] as const];
  });

/** The rows of a column that another one leaves empty. */
const leftBy = (title: Column, { values }: Column) => values.filter((_, row) => title.values[row] === undefined);

/**
 * A column that names the products which have no title: in nearly all rows without one, each time otherwise, and saying
 * much of what titles say where both stand.
 */
function spareTitle(title: Column, fitting: readonly Column[]): Column | undefined {
  return fitting.find((column) => {
    const left = leftBy(title, column);
    const stated = left.filter((value) => value !== undefined);
    if (column === title || stated.length < left.length * MOSTLY) return false;
    if (new Set(stated.map(keyOf)).size < stated.length * MOSTLY) return false;
    const both = title.values.flatMap((value, row) => {
      const beside = column.values[row];
      return value === undefined || beside === undefined ? [] : [sharedWords(beside, value)];
    });
    return both.length > 0 && both.reduce((sum, share) => sum + share, 0) >= both.length * SAYS_THE_SAME;
  });
}

/** Share of a spare name's words that titles say as well. */
const SAYS_THE_SAME = 0.5;

function sharedWords(one: unknown, other: unknown): number {
  const words = textOf(one).toLowerCase().split(/\s+/);
  const others = new Set(textOf(other).toLowerCase().split(/\s+/));
  return words.filter((word) => others.has(word)).length / words.length;
}

function withSpare(title: Column, spare: Column, draft: Draft): Column {
  const left = leftBy(title, spare).length;
  draft.section.title = [title.name, spare.name];
  draft.note('title', [spare], `names ${left} of ${title.values.length} rows that have no "${title.name}"`);
  return new Column(
    title.name,
    title.values.map((value, row) => value ?? spare.values[row]),
  );
}

const ofTitles = (column: Column) =>
  `${percent(column.distinctShare)} of ${column.stated.length} values differ, ${column.mean(wordsOf).toFixed(1)} words each`;

const DISTINCT_IN_GROUPS = 0.5;

function onlyTitle(column: Column, draft: Draft): Column {
  draft.put('title', column.name, [column], `the only column of short texts that differ; ${ofTitles(column)}`);
  return column;
}

function titleByContent(fitting: readonly Column[], columns: readonly Column[], draft: Draft): Column | null {
  const short = fitting.filter(
    (column) =>
      column.statedShare > MOSTLY &&
      column.distinctShare > MOSTLY_LISTED_ONCE &&
      column.mean(wordsOf) <= 25 &&
      column.named(...NO_NAMES) < NAMED &&
      !(column.isMostly(...PRICES) && column.named(...PRICES) >= NAMED),
  );
  const isNumbered = (column: Column) => column.isMostly('id', 'sku') && column.named('id', 'sku') >= CLEARLY;
  const differing = short.filter((column) => column.distinctShare > MOSTLY && !isNumbered(column));
  const likely = differing.filter((column) => column.named('description', 'features') < NAMED);
  // Tills call what others call a name its description.
  const described = likely.length > 0 ? [] : differing.filter((column) => column.mean(wordsOf) <= FEW_WORDS);
  const models = likely.length > 1 ? likely.filter(saysModels) : [];
  const [only, other] = models.length === 1 ? models : likely.length > 0 ? likely : described;
  const lines = columns.filter((column) => column.named('title') >= CLEARLY && mayBePartOfTitle(column));
  if (likely.length === 0 && other === undefined && only !== undefined && lines[0] !== undefined) {
    const made = madeTitle([lines[0], only], draft);
    if (made !== null) return made;
  }
  if (only !== undefined && other === undefined) return onlyTitle(only, draft);
  const made =
    only === undefined
      ? (repeatedTitle(columns, draft) ??
        versionedTitle(columns, draft) ??
        madeTitle(columns, draft) ??
        makersAsTitles(columns, draft))
      : null;
  if (made !== null) return made;
  // Lists of what a search finds call longer names so.
  const [listed, another] = only === undefined ? short.filter((column) => column.share(isProse) < 1 - MOSTLY) : [];
  if (listed !== undefined && another === undefined && likely.length === 0) return onlyTitle(listed, draft);
  const named = columns.filter((column) => mayCallNames(column) && column.named('title') >= NAMED);
  const [line] = named.filter(
    (column) => looksLikeTitles(column) && column.statedShare >= NEARLY_ALL && column.distinct >= LEAST_NAMES,
  );
  const model = line === undefined ? undefined : columns.find((column) => column !== line && saysModels(column));
  if (only === undefined && line !== undefined && model !== undefined) {
    const { column } = joinedTitle([line, model]);
    const because = `no column names a product alone; ${ofTitles(column)}`;
    draft.section.title = { made_of: [line.name, model.name] };
    draft.note('title', [line, model], because);
    return column;
  }
  const isOfModels = (column: Column) =>
    column.distinctShare > LEAST_OF_MODELS || columns.filter(saysAgain).length >= LEAST_BESIDE;
  const told = only === undefined && line !== undefined ? withWhatItIs(line, columns, draft) : null;
  if (told !== null) return told;
  if (only === undefined && line !== undefined && isOfModels(line)) {
    draft.put('title', line.name, [line], `named like a title, and no other column names products; ${ofTitles(line)}`);
    return line;
  }
  const why =
    only !== undefined
      ? `${likely.map(({ name }) => `"${name}"`).join(', ')} could each be the product's name`
      : named.length > 0
        ? `"${named[0]?.name}" holds no names (${percent(named[0]?.statedShare ?? 0)} of rows state it, such as ${exampleOf(named[0])})`
        : 'no column holds short texts that differ from product to product';
  draft.doubt('title', why, likely);
  return null;
}

/**
 * A name made of one that says of hardly a product what it is, and of a short description that begins with that: "Halden" and "Bar
 * stool, 63 cm".
 */
function withWhatItIs(title: Column, columns: readonly Column[], draft: Draft): Column | null {
  if (title.share((value) => namesProduct(textOf(value))) > HARDLY) return null;
  const told = columns.find(
    (column) =>
      column !== title &&
      column.named('description', 'features') >= NAMED &&
      column.statedShare >= NEARLY_ALL &&
      column.distinct >= LEAST_REPEATED &&
      column.share((value) => isScalar(value) && !isProse(value)) >= MOSTLY &&
      column.mean(wordsOf) <= FEW_WORDS &&
      column.share((value) => namesProduct(textOf(value).split(/[,;|(]|\s-\s/)[0] ?? '')) >= MOST_MODELS,
  );
  if (told === undefined) return null;
  const { column } = joinedTitle([title, told]);
  draft.section.title = { made_of: [title.name, told.name] };
  draft.note('title', [title, told], `"${title.name}" alone says of no product what it is; ${ofTitles(column)}`);
  return column;
}

/** Share of names with a noun of products, up to which they say what hardly a product is. */
const HARDLY = 0.1;

/** Tells whether a column is named for models, and holds different ones in most rows. */
const saysModels = (column: Column) =>
  isModel(column) &&
  column.statedShare >= MOST_MODELS &&
  column.distinctShare >= LEAST_DIFFERENT &&
  column.share((value) => !isScalar(value) || isUrl(value) || isDate(value) || isFlag(value)) < 1 - MOSTLY;

const MOST_MODELS = 0.5;
const LEAST_DIFFERENT = 0.3;

/** Things that columns of short texts which differ may hold, and are no names; and that may be no parts of names. */
const NO_NAMES = ['other', 'rating', 'rating_count', 'sold_count'] as const;
const PRICES = ['price', 'sale_price', 'list_price', 'other_price'] as const;
const NO_PARTS = ['category', 'main_category', ...PRICES] as const;

/** Tells whether a text ends like a sentence, or goes on behind one. */
const isProse = (value: unknown) => /\p{L}{2}[.!?](?:\s+\p{Lu}|$)/u.test(textOf(value));

const FEW_WORDS = 12;
/** Share of longer names that differ, at least: the same product is found under several searches. */
const MOSTLY_LISTED_ONCE = 0.7;
const LEAST_NAMES = 3;

/** Tells whether a text is an amount that is written as money is: "Rp20,000,026.20", but no "Line 3". */
const isMoney = (value: unknown) => isAmount(value) && /\d[.,]\d{2,3}(?!\d)/.test(textOf(value));

/** Tells whether a column may be a part of what a product is called: short texts, a maker, a line or a model. */
function mayBePartOfTitle(column: Column): boolean {
  return (
    column.statedShare >= NEARLY_ALL &&
    column.distinct >= LEAST_NAMES &&
    column.share((value) => isNoName(value) || isMoney(value)) < 1 - MOSTLY &&
    column.share(isHtml) === 0 &&
    column.mean(wordsOf) <= FEW_WORDS &&
    column.mean(lengthOf) >= 3 &&
    column.named(...NO_NAMES, ...NO_PARTS) < NAMED &&
    // What a thing is made of, or smells of, is a list of what others have too.
    separatorOf(column) === null &&
    !(isUnique(column) && column.named('id', 'sku') >= CLEARLY)
  );
}

/** A name that rows of several sizes share, each of which has an id of its own and is a product so. */
function repeatedTitle(columns: readonly Column[], draft: Draft): Column | null {
  const [title] = columns.filter(
    (column) =>
      column.named('title') >= CLEARLY &&
      looksLikeTitles(column) &&
      column.statedShare >= NEARLY_ALL &&
      column.distinct >= LEAST_REPEATED &&
      column.mean(wordsOf) >= FEW_OF_NAME,
  );
  // A row may stand twice in a file, and its id with it.
  const isId = (column: Column) =>
    column !== title &&
    column.distinctShare >= NEARLY_ALL &&
    column.statedShare >= NEARLY_ALL &&
    column.named('id', 'sku') >= NAMED;
  if (title === undefined || !candidates(columns).some(isId)) return null;
  draft.put(
    'title',
    title.name,
    [title],
    `named like a title, and rows that repeat one have their own ids; ${ofTitles(title)}`,
  );
  return title;
}

/** Different names that rows repeat, and words each has on average, at least. */
const LEAST_REPEATED = 10;
const FEW_OF_NAME = 2;

/** A name made of a model and which one of it is meant, behind who makes it: "Nike", "Pegasus", "40". */
function versionedTitle(columns: readonly Column[], draft: Draft): Column | null {
  const lastWord = ({ name }: Column) => headerWords(name).at(-1) ?? '';
  const isPart = (column: Column) =>
    column.statedShare >= NEARLY_ALL && column.distinct >= LEAST_NAMES && column.share(isScalar) === 1;
  const model = columns.find((column) => isModel(column) && isPart(column));
  const version = columns.find(
    (column) => englishWords('columns: versions').includes(lastWord(column)) && isPart(column),
  );
  if (model === undefined || version === undefined) return null;
  const [maker] = columns.filter(
    (column) => column.named('brand') >= CLEARLY && column.isMostly('brand') && isPart(column),
  );
  const parts = [...(maker === undefined ? [] : [maker]), model, version];
  const { column } = joinedTitle(parts);
  if (column.distinctShare < LEAST_MADE) return null;
  draft.section.title = { made_of: parts.map(({ name }) => name) };
  draft.note('title', [model, version], `no column names a product alone; ${ofTitles(column)}`);
  return column;
}

/** A name made of the two columns that tell rows apart best, where none does so alone: "Nike" and "Pegasus 38". */
function madeTitle(columns: readonly Column[], draft: Draft): Column | null {
  const likely = columns
    .filter(mayBePartOfTitle)
    .toSorted((a, b) => b.distinct - a.distinct)
    .slice(0, MOST_PARTS);
  const parts = columns.filter((column) => likely.includes(column));
  const pairs = parts.flatMap((one, at) => parts.slice(at + 1).map((other) => joinedTitle([one, other])));
  const sorted = pairs.sort((a, b) => b.column.distinct - a.column.distinct);
  const good = sorted.filter(({ column }) => column.distinct >= (sorted[0]?.column.distinct ?? 0) * NEARLY_AS_MANY);
  const best =
    good.find((pair) => pair.parts.some((part) => part.named('title') >= CLEARLY)) ??
    sorted.find((pair) => pair.parts.some(isModel) && pair.column.distinctShare >= LEAST_MADE) ??
    good[0];
  if (best === undefined) return null;
  const { column, parts: used } = best;
  if (column.distinctShare < LEAST_MADE) return null;
  draft.section.title = { made_of: used.map(({ name }) => name) };
  const because = `no column names a product alone; ${ofTitles(column)}`;
  // A part that says no name by itself is a detail as well.
  const isName = (one: Column) => one.named('title') > 0 || one.distinctShare > LEAST_MADE;
  for (const part of used) {
    if (isName(part)) draft.note('title', [part], because);
    else draft.findings.push({ key: 'title', column: part.name, because });
  }
  return column;
}

/** Tells whether a column is named for models. */
const isModel = ({ name }: Column) => englishWords('columns: models').includes(headerWords(name).at(-1) ?? '');

/**
 * The maker as the name of what has none, in tables of what products are like: a maker and a price beside columns of
 * which each says the same of many products.
 */
function makersAsTitles(columns: readonly Column[], draft: Draft): Column | null {
  const makers = bySaying(
    columns.filter((column) => column.isMostly('brand') && mayBePartOfTitle(column)),
    'brand',
  );
  const [maker] = makers;
  const isPriced = columns.some(
    (column) => column.named('price', 'sale_price') >= CLEARLY && column.share(isAmount) >= MOSTLY,
  );
  if (maker === undefined || !isPriced || columns.filter(saysAgain).length < LEAST_SAYING) return null;
  draft.section.title = maker.name;
  draft.findings.push({
    key: 'title',
    column: maker.name,
    because:
      'no column names products; who makes one stands for its name. Where a name of several columns tells more, say so here: title: { made_of: [ … ] }',
  });
  return maker;
}

/** Tells whether a column says the same of many rows, as what things are like does. */
const saysAgain = (column: Column) => column.distinct > 1 && column.distinctShare < LEAST_MADE;

/** Columns that say what products are like, from which on a table without names is one of products; with names that repeat. */
const LEAST_SAYING = 5;
const LEAST_BESIDE = 2;

const LEAST_MADE = 0.5;
/** Share of the names that the best pair makes, from which on a pair with a column called a name is as good. */
const NEARLY_AS_MANY = 0.8;
/** Columns of which pairs are tried, those with most values. */
const MOST_PARTS = 8;

const exampleOf = (column: Column | undefined) => JSON.stringify(column?.stated[0] ?? '').slice(0, 60);
