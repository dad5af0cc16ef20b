import { type ColumnPart, columnNames, withoutMarks } from '../../lexicon/columns.ts';
import { englishWords } from '../../lexicon/index.ts';
import { CURRENCY_IN_HEADERS, currencyOfCountry } from '../../text/currencies.ts';
import { isCurrency } from '../../text/currency-beside-amount.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import { foldKey } from '../product/fields.ts';

/** A name of the lexicon as it is compared, and how far down its list it stands. */
interface KnownName {
  readonly part: ColumnPart;
  readonly words: readonly string[];
  readonly rank: number;
  readonly isEnglish: boolean;
  readonly language: string;
}

/**
 * Deduction from a name's score for each place further down its list, and factor for a name that something follows in a
 * header.
 */
const RANK_COST = 0.01;
const NOT_LAST = 0.8;
/** A header that says another thing more clearly says this one half as much. */
const OUTDONE = 0.5;

let known: readonly KnownName[] | undefined;

function knownNames(): readonly KnownName[] {
  known ??= Object.entries(columnNames()).flatMap(([part, names]) =>
    names.map(({ name, rank, ...language }) => ({
      part: part as ColumnPart,
      words: wordsIn(name),
      ...language,
      rank: UNRANKED.includes(part as ColumnPart) ? 0 : Math.min(rank, MOST_RANKS),
    })),
  );
  return known;
}

const MOST_RANKS = 15;
/** Parts whose names are equally likely. */
const UNRANKED: readonly ColumnPart[] = ['other', 'other_price', 'before_detail', 'pair_name', 'pair_value', 'kind'];

/** A namespace such as that of "g:price". */
const NAMESPACE = /^[a-z]{1,3}:(?=\S)/i;

/** Ends of headers by which shop systems tell the form of values ("(x,y,z...)", "(0/1)"), or the language and channel they are for. */
const FORM = /\((?:[a-z](?:,[a-z])+[.…]*|0\/1)\)$/;
const LOCALE = /-(?<language>[a-z]{2})_[A-Z]{2}(?:-\w+)?$|@(?<behind>[a-z]{2,3})(?:[-_]\w+)?$/;

/** The mark beside a name that shows more about it on a page: "Suction power i". */
const TOOLTIP = /(?<=[\p{L})]) ?[ⓘℹ🛈]$|(?<=\p{Ll}) i$/u;

/** The types of metafields that nothing else in brackets is called, such as a unit: "[sq_ft]". */
const TYPE_OF_VALUES =
  /^(?:list\.)?(?:(?:single|multi)_line_text_field|rich_text_field|number_(?:integer|decimal)|date_time|json_string|[a-z]+(?:_[a-z]+)*_reference)$/;
const TYPE_OF_METAFIELD = /^(?:list\.)?[a-z]+$/;

/** A header without the type of values that programs which move shops write behind it: "Metafield: custom.lid [boolean]". */
function withoutType(header: string): string {
  const at = header.endsWith(']') ? header.lastIndexOf('[') : -1;
  if (at <= 0) return header;
  const type = header.slice(at + 1, -1);
  const isType =
    TYPE_OF_VALUES.test(type) || (/^(?:variant )?metafield:/i.test(header) && TYPE_OF_METAFIELD.test(type));
  return isType ? header.slice(0, at).trimEnd() : header;
}

/** A header without what says only how or for whom its values are written. */
export function withoutForm(header: string): string {
  const plain = withoutType(header.trimEnd()).replace(TOOLTIP, '');
  const at = plain.search(FORM);
  return (at < 0 ? plain.replace(LOCALE, '') : plain.slice(0, at).trimEnd()) || header;
}

/** The language that a header says its values are in ("name-en_US"); null where it says none. */
export const languageSaidIn = (header: string): string | null => {
  const { language, behind } = LOCALE.exec(header)?.groups ?? {};
  return language ?? behind ?? null;
};

const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  englishWords('columns: abbreviations').map((pair) => pair.split(' = ') as [string, string]),
);

/** A header with the words that it abbreviates written out: "Compat.", "Short desc" and "Supplier No", but no "No Frost". */
export const spelledOut = (header: string): string =>
  header.replace(ABBREVIATED, (short, word: string, stop: string, at: number) => {
    const long = ABBREVIATIONS.get(word.toLowerCase());
    if (long === undefined) return short;
    const isAtEnd = at > 0 && /[\s_]/.test(header[at - 1] as string) && at + short.length === header.length;
    const isMeant =
      stop !== '' ||
      englishWords('columns: abbreviations without a stop').includes(word.toLowerCase()) ||
      (isAtEnd && englishWords('columns: abbreviations at the end').includes(word.toLowerCase()));
    if (!isMeant) return short;
    return /^\p{Lu}/u.test(word) ? `${long[0]?.toUpperCase()}${long.slice(1)}` : long;
  });

const ABBREVIATED = /(?<![\p{L}\p{N}])(\p{L}{2,6})(\.?)(?![\p{L}\p{N}])/gu;

/** A place in an order that stands before a word and is none of it: "1Kategorie". */
const PLACE = /(?<!\p{N})\d(?=\p{Lu}\p{Ll}{3})/gu;

const wordsIn = (text: string): string[] =>
  withoutMarks(
    foldKey(
      spelledOut(text)
        .replace(PLACE, '')
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
    ),
  )
    .split(' ')
    .filter((word) => word !== '');

/**
 * The members of a path: those of an object, or the group of a name and the name, as tables of specifications are written
 * ("Battery  Charging time", "Battery > Charging time"); a stop that ends an abbreviation, as in "Min. Length", parts none.
 */
export const membersOf = (header: string): string[] =>
  withoutForm(header)
    .split(/\.(?=\S)|(?<=\S)(?:\s{2,}|\s*(?:[>»›]|::)\s*)(?=\S)/)
    .map((member) => member.trim());

/** The words of a header, without a namespace, and without the currency that may end it: "Price in EUR". */
export function headerWords(header: string): string[] {
  const words = wordsIn(withoutForm(header).replace(NAMESPACE, ''));
  if (words.length < 2 || currencyNamed(words.at(-1) as string) === null) return words;
  const before = words.slice(0, -1);
  return before.length > 1 && qualifying().includes(before.at(-1) as string) ? before.slice(0, -1) : before;
}

/** The currency that a word of a header is the code or the name of. */
function currencyNamed(word: string): string | null {
  const code = word.toUpperCase();
  return isCurrency(code) ? code : (CURRENCY_IN_HEADERS[word] ?? null);
}

/** Tells whether a header says of an amount only what currency it is in: "USD", "100g_USD"; "shipping_usd" says more. */
export const saysOnlyCurrency = (header: string): boolean => currencyAlone(header) !== null;

/** The currency that is all that a header says of an amount; null where it says more, or the code is a word: "Cup", "Top". */
export function currencyAlone(header: string): string | null {
  const words = wordsIn(withoutForm(header));
  const last = words.at(-1) ?? '';
  const code = last.toUpperCase();
  if (!isCurrency(code) || englishWords('columns: words that are codes of currencies').includes(last)) return null;
  return words.slice(0, -1).every((word) => /\d/.test(word) || perAmount().includes(word)) ? code : null;
}

/** Words that say of how much an amount of money is: "per kg". */
const perAmount = () => englishWords('columns: per amount');

/** The currency that a header ends with, as in "Price (EUR)" and "price_euros", or that of the country it says: "Price in India". */
export function currencyInHeader(header: string): string | null {
  const words = wordsIn(header);
  const named = words.length > 1 ? currencyNamed(words.at(-1) as string) : null;
  return named ?? currencyOfCountry(placeIn(words) ?? '');
}

/** The place that the words of a header are of: "india" of "price in India"; null where they say none. */
function placeIn(words: readonly string[]): string | null {
  const at = words.findIndex((word, place) => place > 0 && qualifying().includes(word));
  const place = words.slice(at + 1).join(' ');
  return at > 0 && places().includes(place) ? place : null;
}

/** The share of a header that a name makes up, 0 to 1; what stands at its end counts most. */
function coverage(header: readonly string[], { words }: KnownName): number {
  const last = header.length - words.length;
  for (let at = last; at >= 0; at--)
    if (words.every((word, place) => header[at + place] === word))
      return (words.length / header.length) * (at === last ? 1 : NOT_LAST);
  const [only, ...more] = words;
  if (only === undefined || more.length > 0 || !hasUnspacedScript(only)) return 0;
  const text = header.join('');
  return text.includes(only) ? (only.length / text.length) * (text.endsWith(only) ? 1 : NOT_LAST) : 0;
}

/** Scores the words of a header; one such as "price in India" says in its first words what it is. */
function scoresOfWords(words: readonly string[]): Map<ColumnPart, number> {
  const scores = scoresOf(words);
  const place = placeIn(words);
  if (place === null) return scores;
  for (const [part, score] of scoresOf(words.slice(0, -place.split(' ').length - 1)))
    scores.set(part, Math.max(scores.get(part) ?? 0, score * QUALIFIED));
  return scores;
}

/** Words before which a header says what it is, where a place stands behind them: "price in points" is none in money. */
const qualifying = () => englishWords('columns: qualifying');
const places = () => englishWords('columns: places');
const QUALIFIED = 0.95;

function scoresOf(words: readonly string[]): Map<ColumnPart, number> {
  const covered = new Map<ColumnPart, number>();
  const scores = new Map<ColumnPart, number>();
  for (const name of knownNames()) {
    const share = coverage(words, name);
    if (share === 0) continue;
    covered.set(name.part, Math.max(covered.get(name.part) ?? 0, share));
    scores.set(name.part, Math.max(scores.get(name.part) ?? 0, share - name.rank * RANK_COST));
  }
  const most = Math.max(0, ...covered.values());
  for (const [part, score] of scores) if ((covered.get(part) as number) < most) scores.set(part, score * OUTDONE);
  return scores;
}

/**
 * Tells whether words around a value or before a slash, such as the shipping a price is of, say that it says nothing of
 * the product.
 */
function isOfOther(parts: readonly string[]): boolean {
  return parts.some((part) => (scoresOfWords(headerWords(part)).get('other') ?? 0) > CLEARLY);
}

const CLEARLY = 0.9;

/** Parts that say what a column holds even where its header begins with a shop's word: "Store Price". */
const OF_PRODUCT: readonly ColumnPart[] = [
  'id',
  'sku',
  'title',
  'brand',
  'price',
  'sale_price',
  'category',
  'description',
];

/** Tells whether a header is about who sells a product: it begins with a name for them, and neither names them nor the product. */
function isOfSeller(words: readonly string[], scores: ReadonlyMap<ColumnPart, number>): boolean {
  const names = knownNames().filter(({ part }) => part === 'shop');
  const isWhole = names.some((name) => name.words.length === words.length && coverage(words, name) === 1);
  const begins = names.some((name) => name.words.length === 1 && name.words[0] === words[0]);
  return begins && !isWhole && OF_PRODUCT.every((part) => (scores.get(part) ?? 0) === 0);
}

/** Last members of paths that say nothing by themselves, and how clearly the one before has to say what both are. */
const sayingNothing = () => englishWords('columns: members');
const NAMES_ITSELF = 0.85;

const OF_MONEY: readonly ColumnPart[] = ['price', 'sale_price', 'list_price', 'currency'];
const isNoOffer = (member: string) => !englishWords('columns: members of prices').includes(member.toLowerCase());

/**
 * Scores how clearly a header says what its column holds, 0 to 1 for each thing; of a path its last member says most.
 */
export function headerScores(header: string): ReadonlyMap<ColumnPart, number> {
  const all = membersOf(header);
  const words = headerWords(all.at(-1) as string);
  const own = scoresOfWords(words);
  // Structured data of web pages has prices among its offers.
  const members = OF_MONEY.some((part) => (own.get(part) ?? 0) > CLEARLY) ? all.filter(isNoOffer) : all;
  // Levels of a path are numbered: "subcategory_1", "hierarchy_level2".
  if (words.length > 1 && /^\p{L}*\d{1,2}$/u.test(words.at(-1) as string)) {
    const level = scoresOfWords(words.slice(0, -1));
    const score = Math.max(level.get('category') ?? 0, level.get('main_category') ?? 0);
    if (score > 0 && score >= Math.max(...level.values())) own.set('category', score * NOT_LAST);
  }
  if (isOfSeller(words, own)) return new Map([['other', 1]]);
  if (isOfOther([...members.slice(0, -1), ...header.split(' / ').slice(0, -1)])) return new Map([['other', 1]]);
  if (members.length === 1) return own;
  const beside = headerWords(members.at(-2) as string);
  const around = scoresOfWords(beside);
  if (isNameAmongTexts(own, around)) for (const [part, score] of own) own.set(part, score * AMONG_TEXTS);
  else if (
    words.length === 1 &&
    sayingNothing().includes(words[0] as string) &&
    Math.max(0, ...around.values()) > NAMES_ITSELF
  ) {
    for (const [part, score] of own) own.set(part, score * OUTDONE);
    for (const [part, score] of around) own.set(part, Math.max(own.get(part) ?? 0, score));
  }
  const before = members.slice(0, -2).flatMap(headerWords);
  // The average of reviews is a review average.
  for (const one of [beside, singularOf(beside)])
    for (const [part, score] of scoresOfWords([...before, ...one, ...words]))
      own.set(part, Math.max(own.get(part) ?? 0, score));
  return own;
}

const singularOf = (words: readonly string[]) => [...words.slice(0, -1), (words.at(-1) ?? '').replace(/s$/, '')];

/** Parts whose texts are of the product itself, so that what is called a name among them is the product's: "content.title". */
const OF_TEXTS: readonly ColumnPart[] = ['description', 'features', 'details', 'review_text', 'review_title', 'title'];
/** Factor for the score of a name among texts: one that stands by itself is clearer. */
const AMONG_TEXTS = 0.85;

/** Tells whether a member is called a name, and what it stands in is called nothing but the texts about a product. */
function isNameAmongTexts(own: ReadonlyMap<ColumnPart, number>, around: ReadonlyMap<ColumnPart, number>): boolean {
  const said = [...around].filter(([, score]) => score >= NAMES_ITSELF).map(([part]) => part);
  return (
    (own.get('title') ?? 0) >= CLEARLY &&
    said.some((part) => part !== 'title') &&
    said.every((part) => OF_TEXTS.includes(part))
  );
}

/** Tells whether a path leads into the reviews of a product. */
export function isOfReviews(header: string): boolean {
  return membersOf(header)
    .slice(0, -1)
    .some((member) => (scoresOfWords(headerWords(member)).get('reviews') ?? 0) > NAMES_ITSELF);
}

/** Things of which a product has one, and which have codes of their own. */
const OF_ITS_OWN = ['brand', 'category', 'main_category', 'shop', 'currency'] as const;

/** Tells whether a path leads into what is another thing than the product: "vendor.code" is the code of a vendor. */
export function isOfAnother(header: string): boolean {
  const members = membersOf(header);
  if (members.length < 2 || headerWords(members.at(-1) as string).length > 1) return false;
  const around = scoresOfWords(headerWords(members.at(-2) as string));
  return OF_ITS_OWN.some((part) => (around.get(part) ?? 0) > NAMES_ITSELF);
}

/** Tells whether every word of a header is one of names of ratings: "avg_customer_rating" says no more than that it is one. */
export function saysOnlyRating(header: string): boolean {
  const words = new Set(knownNames().flatMap((name) => (name.part === 'rating' ? name.words : [])));
  return headerWords(membersOf(header).at(-1) as string).every((word) => words.has(word));
}

/** Tells whether a header is a number of stars, 1 to 5, and a name of ratings: of how many who gave so many, "5 stars". */
export function saysHowManyGave(header: string): boolean {
  const words = headerWords(header);
  const stars = words.findIndex((word) => /^[1-5]$/.test(word));
  return (
    stars >= 0 && (scoresOfWords(words.toSpliced(stars, 1)).get('rating') ?? 0) >= CLEARLY - MOST_RANKS * RANK_COST
  );
}

/**
 * Tells whose names make up most of what a header says: English ones, or such as only other languages have; null where no
 * name is in it.
 */
export function languageOfHeader(header: string): 'English' | 'other' | null {
  const words = headerWords(membersOf(header).at(-1) as string);
  const most = (isEnglish: boolean) =>
    Math.max(0, ...knownNames().map((name) => (name.isEnglish === isEnglish ? coverage(words, name) : 0)));
  const english = most(true);
  const other = most(false);
  if (other > english) return 'other';
  return english > 0 ? 'English' : null;
}

/**
 * The one language that headers are in: of names which that language has and English lacks there are more than English ones;
 * null where there is no such language, or no one of them.
 */
export function languageOfHeaders(headers: readonly string[]): string | null {
  const counts = new Map<string, number>();
  let english = 0;
  for (const header of headers) {
    const text = headerWords(membersOf(header).at(-1) as string).join(' ');
    const named = knownNames().filter(({ words }) => words.join(' ') === text);
    if (named.some(({ isEnglish }) => isEnglish)) english++;
    else
      for (const language of new Set(named.map((name) => name.language)))
        counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [[language, most] = ['', 0], [, next] = ['', 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most > english && most > next && most >= LEAST_OF_LANGUAGE ? language : null;
}

const LEAST_OF_LANGUAGE = 2;
