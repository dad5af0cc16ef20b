import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishWords, FIELDS, readWords } from '../../lexicon/index.ts';
import { escaped } from '../../text/escaped.ts';
import { isCountry } from '../../text/regions.ts';
import { canonicalField } from '../product/fields.ts';
import { textOf } from '../product/values.ts';
import { columnsOfName } from '../readers/index.ts';
import { fieldOf, type NamedByRows, pairsOfRows } from './details-said.ts';
import { type Draft, percent } from './draft.ts';
import { headerScores, languageOfHeader } from './header.ts';
import { CLEARLY } from './no-detail.ts';
import { type Column, MOSTLY, wordsOf } from './profile.ts';

/** Longer titles list what a product is and has; shorter ones name it. */
const LONGEST_NAME = 6;
const LEAST_ROWS = 100;
/** Different titles that begin with a maker's name, at least, and makers that a shop has. */
const LEAST_TITLES = 2;
const LEAST_MAKERS = 5;
/** Share of titles that begin with a maker's name where makers are what titles begin with. */
const BEGUN = 0.75;
/** Share of its places behind the start of a title from which on a word is no maker's name. */
const ELSEWHERE = 0.2;
/** Share of the titles of a maker that have its second word from which on it is part of the name. */
const SECOND = 0.95;
const LEAST_OF_SECOND = 5;
/** First words that a second word of names stands behind at most: "Western Digital", "Oyen Digital". */
const MOST_PAIRS = 2;
/** Amounts, years, counts and sizes: "10mm", "2019", "2-Pack", "M10", "XL". */
const AMOUNT = /^(?:\d.*|M\d+|X+[SL])$/;
/** Share of titles with letters or small words of other languages from which on they are not in English. */
const FOREIGN = 0.03;
/** Share of titles that are a word and a capitalised one alone from which on things have given names: "Chair Oslo". */
const GIVEN_NAMES = 0.9;
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u;
const NOT_ASCII = /[^\P{L}A-Za-z]/u;
const NAMED_THING = /^\S+ \p{Lu}\p{Ll}+$/u;
const FIRST_WORD = /^[\p{Lu}\d][\p{L}\p{N}.&+'-]*[\p{L}\p{N}]$/u;
const SECOND_WORD = /^\p{Lu}\p{Ll}{2,}$/u;

/** Words that say what a thing is or is like: no maker goes by them alone. */
function plainWords(): ReadonlySet<string> {
  const nouns = Object.values(readWords('product-nouns.yaml') as Record<string, string>);
  const values = [...FIELDS].flatMap(([field, { values: known, vocabulary, say }]) =>
    field === 'Brand' || say?.as === 'name' ? [] : [...Object.keys(known), ...(vocabulary?.words ?? [])],
  );
  return new Set([...nouns, ...values].flatMap((text) => text.toLowerCase().split(/[\s,-]+/)));
}

/** Tells whether a name is that of a country, or a single word that names a thing or says what one is like, and no maker goes by. */
function isNoMaker(name: string): boolean {
  if (isCountry(name)) return true;
  const isWord = /^\p{Lu}\p{Ll}{2,}$/u.test(name) && isInKnownWords(name);
  return isWord && !englishWords('brands: makers called by words').includes(name.toLowerCase());
}

/** Tells whether rows say themselves who makes a product, in objects or in pairs, or a line of the mapping does. */
function rowsStateMaker(columns: readonly Column[], draft: Draft): boolean {
  const details = (draft.section.details ?? {}) as NamedByRows & { readonly columns?: object };
  const isMaker = (name: string) =>
    canonicalField(name) === 'Brand' || (headerScores(name).get('brand') ?? 0) >= CLEARLY;
  const rows = pairsOfRows(columns, details).filter((pairs) => pairs.some(([name]) => isMaker(name)));
  return rows.length >= LEAST_TITLES || Object.values(details.columns ?? {}).some((said) => fieldOf(said) === 'Brand');
}

const counted = (words: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/**
 * Tells whether an export is in English, by its header and its titles: in other languages titles begin with what a thing
 * is.
 */
export function isInEnglish(title: Column, titles: readonly string[], columns: readonly Column[]): boolean {
  if (languageOfHeader(title.name) !== 'English') return false;
  if (columns.some(({ name }) => languageOfHeader(name) === 'other')) return false;
  const small = new Set(englishWords('brands: words of other languages'));
  const isForeign = (text: string) => NOT_ASCII.test(text) || text.split(/\s+/).some((word) => small.has(word));
  // Listings in letters of another script, of a marketplace in two languages, say nothing of what the others are in.
  const latin = titles.filter((text) => !OTHER_SCRIPT.test(text));
  return latin.length >= titles.length * MOSTLY && latin.filter(isForeign).length <= FOREIGN * latin.length;
}

/** The names of makers that titles begin with, by the alphabet; none where titles begin with something else. */
function makersIn(titles: readonly string[]): string[] {
  const different = [...new Set(titles)].map((title) => title.split(/\s+/));
  const first = counted(different.map(([word = '']) => word));
  const behind = counted(different.flatMap(([, ...others]) => others));
  const plain = plainWords();
  const pairs = (second: string) =>
    new Set(different.flatMap(([word = '', next]) => (next === second ? [word] : []))).size;
  const makers = [...first].flatMap(([word, count]): string[] => {
    const elsewhere = behind.get(word) ?? 0;
    if (count < LEAST_TITLES || !FIRST_WORD.test(word) || AMOUNT.test(word)) return [];
    if (elsewhere > ELSEWHERE * (count + elsewhere)) return [];
    const seconds = counted(different.flatMap(([one, second = '']) => (one === word ? [second] : [])));
    const [second = '', most = 0] = [...seconds].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    const isPart =
      most >= LEAST_OF_SECOND && most >= SECOND * count && SECOND_WORD.test(second) && pairs(second) <= MOST_PAIRS;
    const isPlain = plain.has(word.toLowerCase());
    // "Lark & Rye"
    const joined = different.flatMap(([one, sign, other]) =>
      one === word && sign === '&' && other !== undefined ? [other] : [],
    );
    if (joined.length >= SECOND * count && new Set(joined).size === 1) return [`${word} & ${joined[0]}`];
    if (isPart && !(isPlain && plain.has(second.toLowerCase())) && !isCountry(`${word} ${second}`))
      return [`${word} ${second}`];
    return isPlain || isNoMaker(word) ? [] : [word];
  });
  const begun = titles.filter((title) => makers.some((maker) => `${title} `.startsWith(`${maker} `)));
  return makers.length >= LEAST_MAKERS && begun.length >= BEGUN * titles.length ? makers.sort() : [];
}

/** A short name before the first dash of a title: "Samsung" of "Samsung™ - 55" Class LED TV". */
const BEFORE_DASH = /^([^\s™®©]+(?: [^\s™®©]+){0,2})[™®©]? - \S/u;
/** Names before dashes for each title, at most: others are what single products are called. */
const MOST_BEFORE_DASH = 0.2;

/** The names of makers that a dash parts from the rest of titles, by the alphabet; none where few titles have them. */
function makersBeforeDash(titles: readonly string[]): string[] {
  const before = (title: string) => BEFORE_DASH.exec(title)?.[1];
  const counts = counted([...new Set(titles)].flatMap((title) => before(title) ?? []));
  if (counts.size > titles.length * MOST_BEFORE_DASH) return [];
  const plain = plainWords();
  const isPlain = (name: string) => name.split(' ').every((word) => plain.has(word.toLowerCase()));
  const makers = [...counts].flatMap(([name, count]) =>
    count >= LEAST_TITLES && FIRST_WORD.test(name.split(' ')[0] as string) && !isPlain(name) && !isNoMaker(name)
      ? [name]
      : [],
  );
  const known = new Set(makers);
  const begun = titles.filter((title) => known.has(before(title) ?? ''));
  return makers.length >= LEAST_MAKERS && begun.length >= BEGUN * titles.length ? makers.sort() : [];
}

/** Finds who makes a product in what its title begins with, where no column says it. */
export function findMakersInTitles(title: Column, columns: readonly Column[], draft: Draft): void {
  if (draft.section.brand !== undefined || title.stated.length < LEAST_ROWS) return;
  const titles = title.stated.map((value) => textOf(value));
  if (!isInEnglish(title, titles, columns) || rowsStateMaker(columns, draft)) return;
  const parted = makersBeforeDash(titles);
  if (parted.length === 0) {
    if (title.mean(wordsOf) > LONGEST_NAME) return;
    if (titles.filter((text) => NAMED_THING.test(text)).length >= GIVEN_NAMES * titles.length) return;
  }
  const makers = parted.length > 0 ? parted : makersIn(titles);
  if (makers.length === 0) return;
  const end = parted.length > 0 ? '[™®©]? - ' : ' |$';
  const words = makers.map(escaped);
  const found = new RegExp(`^(${words.join('|')})(?=${end})`, 'u');
  const begun = titles.filter((text) => found.test(text));
  const details = draft.section.details as { stated?: object } | undefined;
  const [first] = columnsOfName(draft.section.title as string);
  draft.section.details = {
    ...details,
    stated: { ...details?.stated, Brand: { in: first, value: found.source } },
  };
  draft.findings.push({
    key: 'details.stated.Brand',
    column: title.name,
    because: `no column says who makes a product; ${percent(begun.length / titles.length)} of the titles begin with one of ${makers.length} names`,
  });
}
