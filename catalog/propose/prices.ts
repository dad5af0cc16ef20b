import { englishWords } from '../../lexicon/index.ts';
import {
  CURRENCY_BEHIND_AMOUNTS,
  CURRENCY_IN_HEADERS,
  CURRENCY_OF_HOSTS,
  CURRENCY_OF_LANGUAGES,
  currencyOfCountry,
  OTHER_CURRENCIES_OF_LANGUAGES,
} from '../../text/currencies.ts';
import {
  currenciesOfSign,
  currencyBeside,
  currencyOfSign,
  isCurrency,
  signBeside,
} from '../../text/currency-beside-amount.ts';
import { DEFAULT_CURRENCY } from '../../text/money.ts';
import { withoutCrossedOut } from '../product/price.ts';
import { numberOf, textOf } from '../product/values.ts';
import { currencyIn } from '../readers/index.ts';
import { currencyOfHosts, shopsOfSeveral } from './addresses.ts';
import { type Draft, NAMED, percent, sayTheSame } from './draft.ts';
import { currencyAlone, currencyInHeader, headerWords, languageOfHeaders, saysOnlyCurrency } from './header.ts';
import type { Identity } from './identity.ts';
import { findMinorUnits } from './minor-units.ts';
import { amountKey, LEAST_PRICED, pricesInTexts } from './prices-in-texts.ts';
import { Column, isAmount, isDate, isPriceLike, keyOf, MOSTLY } from './profile.ts';

const COVERED = 0.99;
const AS_CLEAR = 0.05;

type Part = 'sale_price' | 'price' | 'list_price';
/** Prices in the order of preference: the one paid, then the one asked, then the one crossed out. */
const ORDER: readonly Part[] = ['sale_price', 'price', 'list_price'];

const isCalled = (column: Column, part: Part) => {
  const isOther = column.named('other_price', 'other') > column.named(part);
  return column.named(part) >= AMOUNT_NAMED && column.isMostly(...ORDER) && !isOther && column.stated.length > 0;
};
const AMOUNT_NAMED = 0.3;

/** Tells whether a column is called a price that somebody pays. */
export const isPriceNamed = (column: Column): boolean => isCalled(column, 'sale_price') || isCalled(column, 'price');

/**
 * Finds the columns that say what a product costs and in which currency; `text` are names of products, `files` the words that
 * files are named by, and `nested` are prices of variants in its row.
 */
export function findPrice(
  columns: readonly Column[],
  { kind }: Identity,
  text: string,
  files: readonly string[],
  draft: Draft,
  nested: Column | null,
): void {
  const free = columns.filter((column) => !draft.isTaken(column));
  const named = free.filter((column) => ORDER.some((part) => isCalled(column, part)));
  const called = named.length > 0 ? named : pricesUnnamed(free);
  const amounts = called.filter((column) => {
    const stated = statedAmounts(column);
    return stated.filter(isPriceLike).length >= stated.length * MOSTLY && shareOfPriced(stated) > 0.3;
  });
  if (amounts.length === 0 && nested !== null) {
    if (draft.section.variants === undefined) draft.section.price = nested.name;
    findCurrency(columns, [nested], text, files, draft);
    return;
  }
  if (amounts.length === 0) {
    const [spoiled] = called
      .filter(({ statedShare }) => statedShare > 0.3)
      .sort((a, b) => b.stated.length - a.stated.length);
    if (spoiled !== undefined) leaveOut(spoiled, draft);
    return;
  }
  const { chosen, others } = chosenOf(amounts);
  const [first] = chosen as [Column, ...Column[]];
  const names = chosen.map(({ name }) => name);
  const said = names.length === 1 ? first.name : names;
  draft.put('price', said, chosen, `${ofAmounts(chosen)}${othersToo(others)}`);
  draft.note(null, others, `another amount of money, and not what "${first.name}" says`);
  const before = free.filter(
    (column) =>
      !draft.isTaken(column) && !chosen.includes(column) && !isDate(column.name) && followsPrice(column, first),
  );
  draft.note(null, before, `another amount of money: it is what "${first.name}" says, or somewhat more`);
  if (kind !== 'row') (draft.section.variants as Record<string, unknown>).price = said;
  findCurrency(columns, chosen.map(ofWhatIsPaid), text, files, draft);
}

/**
 * Columns that are prices where none is called so: those named for a currency, or else the only one that is called a price of
 * some kind, or the only one of amounts with a currency beside them.
 */
function pricesUnnamed(free: readonly Column[]): readonly Column[] {
  const ofCurrency = free.filter(({ name, stated }) => stated.length > 0 && saysOnlyCurrency(name));
  if (ofCurrency.length > 0) return ofCurrency;
  const amounts = free.filter((column) => column.statedShare >= 0.5 && column.share(isAmount) >= MOSTLY);
  const kinds = new Set(englishWords('columns: prices where no other is'));
  const ofKind = amounts.filter(({ name }) => kinds.has(headerWords(name).join(' ')));
  if (ofKind.length === 1) return ofKind;
  const isMoney = (value: unknown) => {
    const sign = signBeside(textOf(value));
    return currencyBeside(textOf(value)) !== null || (currenciesOfSign(sign).length > 0 && !A_LETTER.test(sign));
  };
  const withSign = amounts.filter((column) => column.distinct >= LEAST_OFFERS && column.share(isMoney) >= 0.5);
  const [only, another] = withSign.filter((column) => column.named('other_price', 'other') < NAMED);
  return only === undefined || another !== undefined ? [] : [only];
}

/** A letter beside amounts, which of a column that is called no price is a unit as well as the sign of a currency: 3000K, 5 L, R16. */
const A_LETTER = /^\p{L}$/u;

/** A column of prices without what they were before. */
const ofWhatIsPaid = ({ name, values }: Column) =>
  new Column(
    name,
    values.map((value) => (typeof value === 'string' ? withoutCrossedOut(value) : value)),
  );

/** Most times as much as it costs before an offer, and share of rows. */
const MOST_TIMES = 4;
const FOLLOWS = 0.97;
/** Different times as much, at least: what is always twice as much may be half of a thing. */
const LEAST_OFFERS = 5;

/** Tells whether numbers are those of prices without what makes these amounts: 1949900 beside "$ 1.949.900". */
function saysSameDigits(column: Column, price: Column): boolean {
  const digitsOf = (value: unknown) => textOf(value).replace(/\D/g, '');
  const both = column.values.flatMap((value, row) => {
    const paid = price.values[row];
    return value === undefined || paid === undefined ? [] : [digitsOf(value) === digitsOf(paid)];
  });
  const isNumbers = column.share((value) => numberOf(value) !== null) >= MOSTLY;
  return (
    isNumbers &&
    column.distinct >= LEAST_OFFERS &&
    both.length >= LEAST_PRICED &&
    both.filter(Boolean).length >= both.length * FOLLOWS
  );
}

/** Tells whether a column of amounts is what a product cost before, whatever it is called: as much as the price, or more. */
function followsPrice(column: Column, price: Column): boolean {
  if (saysSameDigits(column, price)) return true;
  const amounts = (value: unknown) => Number(amountKey(value));
  const times = column.values.flatMap((value, row) => {
    const paid = price.values[row];
    if (value === undefined || paid === undefined || !isAmount(value) || !/\d[.,]\d\d$/.test(textOf(value))) return [];
    const ratio = amounts(value) / amounts(paid);
    return Number.isFinite(ratio) ? [ratio] : [];
  });
  const following = times.filter((ratio) => ratio >= 1 && ratio <= MOST_TIMES);
  const different = new Set(times.map((ratio) => ratio.toFixed(2)));
  return times.length >= LEAST_PRICED && following.length >= times.length * FOLLOWS && different.size >= LEAST_OFFERS;
}

const isWords = (value: unknown): boolean => typeof value === 'string' && !/\p{N}/u.test(value);

/** The values of a column without the few texts that stand where there is no amount: "No price", "Call us". */
function statedAmounts({ stated }: Column): readonly unknown[] {
  const words = new Set(stated.filter(isWords).map(keyOf));
  const amounts = stated.filter((value) => !isWords(value));
  const areAmounts =
    amounts.length >= stated.length * LEAST_AMOUNTS && new Set(amounts.map(keyOf)).size >= LEAST_OFFERS;
  return words.size <= MOST_PLACEHOLDERS && areAmounts ? amounts : stated;
}
const MOST_PLACEHOLDERS = 3;
/** Share of values that are amounts, at least, for the words beside them to stand for want of one. */
const LEAST_AMOUNTS = 0.1;

/** The share of amounts, of what is no nought: that of what a shop is out of, in some of them of most products. */
function shareOfPriced(stated: readonly unknown[]): number {
  const priced = stated.filter((value) => numberOf(value) !== 0);
  return priced.filter(isAmount).length / Math.max(1, priced.length);
}

/** The words about columns that hold amounts as well, of which somebody may mean one. */
const othersToo = (others: readonly Column[]) =>
  others.length === 0
    ? ''
    : `; ${others.map(({ name }) => `"${name}"`).join(' and ')} ${others.length === 1 ? 'holds' : 'hold'} other amounts: write it here if it is what people pay`;

/** The words about the columns that prices are read from: their names, and the values of each. */
function ofAmounts(columns: readonly Column[]): string {
  const [first] = columns as [Column, ...Column[]];
  const isNamed = ORDER.some((part) => isCalled(first, part));
  const named = saysOnlyCurrency(first.name)
    ? 'named for a currency'
    : isNamed
      ? 'named like a price'
      : 'no column is named like a price, and this is the only one of amounts of money';
  const share = (column: Column) => `${percent(column.share(isAmount))} of ${column.stated.length} values`;
  if (columns.length === 1) return `${named}; ${share(first)} are amounts`;
  const shares = columns.map((column) => `${share(column)} of "${column.name}"`);
  return `${named}; ${shares.join(' and ')} are amounts; the first that states one`;
}

/** Leaves a column out that is called a price and holds none, so that the rest of the products can be read. */
function leaveOut(column: Column, draft: Draft): void {
  const unread = column.stated.filter((value) => !isAmount(value));
  const example = JSON.stringify(unread[0]).slice(0, 60);
  draft.note(
    null,
    [column],
    `named like a price, but ${unread.length} of ${column.stated.length} values are no amounts, such as ${example}`,
  );
}

/**
 * Prices in the order in which they count, each only where those before it leave products without one; and such as are called
 * prices as clearly, and differ.
 */
function chosenOf(amounts: readonly Column[]): {
  readonly chosen: readonly Column[];
  readonly others: readonly Column[];
} {
  const chosen: Column[] = [];
  const others: Column[] = [];
  const isPriced = new Set<number>();
  // A nought is no price, and neither are words: of an offer there is none.
  const states = (value: unknown) => value !== undefined && numberOf(value) !== 0 && !isWords(value);
  const isMissing = (column: Column) => column.values.some((value, row) => states(value) && !isPriced.has(row));
  const rows = Math.max(...amounts.map(({ values }) => values.length));
  if (!amounts.some((column) => ORDER.some((part) => isCalled(column, part))))
    return { chosen: amounts.slice(0, 1), others };
  for (const part of ORDER) {
    const ofPart = amounts.filter((column) => isCalled(column, part) && column.isMostly(part));
    const [best, second] = ofPart.toSorted(
      (a, b) => b.named(part) - a.named(part) || b.stated.length - a.stated.length,
    );
    if (best === undefined || !isMissing(best) || isPriced.size >= rows * COVERED) continue;
    if (part === 'price' && second !== undefined && areAlike(best, second)) others.push(second);
    chosen.push(best);
    for (const [row, value] of best.values.entries()) if (states(value)) isPriced.add(row);
  }
  return { chosen, others };
}

const areAlike = (best: Column, second: Column) =>
  best.named('price') - second.named('price') < AS_CLEAR &&
  second.stated.length > best.stated.length / 2 &&
  !sayTheSame(best, second, amountKey);

/** Finds the currency of the prices: a column, the cells of the prices, their header, their sign; the usual one where nothing says it. */
function findCurrency(
  columns: readonly Column[],
  prices: readonly Column[],
  text: string,
  files: readonly string[],
  draft: Draft,
): void {
  const [price] = prices as [Column, ...Column[]];
  const column = columns.find(
    (one) =>
      one.named('currency') > NAMED && one.isMostly('currency') && (one.stated.length > 0 || one.unstated.size > 0),
  );
  const takenFrom = column === undefined ? null : takeCurrencies(column, draft);
  if (takenFrom !== null) {
    findMinorUnits(prices, { currency: takenFrom, isAssumed: false }, draft);
    return;
  }
  const fullest = prices.reduce((one, other) => (other.stated.length > one.stated.length ? other : one), price);
  const beside = fullest.share((value) => currencyBeside(textOf(value)) !== null);
  if (beside >= MOSTLY) {
    draft.section.currency = { column: fullest.name };
    draft.note('currency', [fullest], `${percent(beside)} of ${fullest.stated.length} values have a code beside them`);
    return;
  }
  const { code, because, basis } = oneCurrency(columns, prices, text);
  const shops = basis === undefined || basis === 'sign' ? null : shopsOfSeveral(columns);
  if (shops !== null) {
    draft.section.currency = { column: shops.column.name };
    draft.note('currency', [shops.column], `its addresses lie in shops of ${shops.currencies.join(', ')}`);
    return;
  }
  if (basis === 'nothing' && isTooHigh(fullest, areCostly(columns, files))) {
    leaveUnsaid(prices, draft);
    return;
  }
  draft.section.currency = code;
  findMinorUnits(prices, { currency: code, isAssumed: basis !== undefined }, draft);
  const isUnread = column !== undefined && basis !== undefined;
  const why = isUnread ? `assumed, for ${unreadIn(column)}; correct it here if it is another` : because;
  draft.findings.push({
    key: 'currency',
    column: code,
    because: why,
    ...(basis === 'nothing' ? { isOpen: true } : {}),
  });
}

/** Takes the currency of the language that names of products turn out to be in, where nothing said one. */
export function assumeCurrencyOf(language: string, draft: Draft): void {
  const code = CURRENCY_OF_LANGUAGES[language];
  const open = draft.findings.findIndex(({ key, isOpen }) => key === 'currency' && isOpen === true);
  if (code === undefined || open < 0) return;
  draft.section.currency = code;
  draft.findings[open] = { key: 'currency', column: code, because: assumedFor('products', language) };
}

/** The words about a currency that is that of a language in which something has its names. */
function assumedFor(called: string, language: string | null): string {
  const others = OTHER_CURRENCIES_OF_LANGUAGES[language ?? ''] ?? [];
  const too = others.length === 0 ? '' : `, though shops in it sell in ${others.join(', ')} too`;
  return `assumed, for ${called} have ${nameOfLanguage(language)} names${too}; correct it here if it is another`;
}

/** The middle of the prices of a shop, from which on they are in no dollars; of some goods so many times as much. */
const MOST_USUAL = 100_000;
const TIMES_OF_COSTLY = 10;

/** Tells whether the file, or most values of a column, such as names or categories, say that what is sold costs a fortune: pianos. */
function areCostly(columns: readonly Column[], files: readonly string[]): boolean {
  const costly = new Set(englishWords('prices: goods that cost a fortune'));
  const isSaid = (text: string) =>
    (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(
      (word) => costly.has(word) || costly.has(word.replace(/e?s$/, '')),
    );
  return files.some(isSaid) || columns.some((column) => column.share((value) => isSaid(textOf(value))) >= 0.5);
}

/** Tells whether amounts are too high for dollars: half of them, unless goods that cost a fortune all cost some of it. */
function isTooHigh({ stated }: Column, isCostly: boolean): boolean {
  const amounts = stated.map((value) => Number(amountKey(value))).sort((one, other) => one - other);
  const [low = 0, middle = 0] = [0.1, 0.5].map((share) => amounts[Math.floor(amounts.length * share)] ?? 0);
  const isFortune = isCostly && low >= MOST_USUAL && middle < MOST_USUAL * TIMES_OF_COSTLY;
  return middle >= MOST_USUAL && !isFortune;
}

/** Leaves prices out whose currency nothing states and that are too high for the usual one: what they are is not known. */
function leaveUnsaid(prices: readonly Column[], draft: Draft): void {
  for (const column of prices) draft.withdraw('price', column);
  delete draft.section.price;
  const variants = draft.section.variants as Record<string, unknown> | undefined;
  if (variants !== undefined) delete variants.price;
  const because = `amounts that are too high for ${DEFAULT_CURRENCY}, and nothing states another currency; say here what they are: price and currency`;
  draft.note(null, prices, because);
}

/** The words about a column called a currency in which none can be read. */
const unreadIn = ({ name, stated, unstated }: Column) =>
  `"${name}" holds ${JSON.stringify(stated[0] ?? [...unstated][0]).slice(0, 60)}, which is no code of a currency`;

/** Takes a column of currencies, by their codes or signs, with the usual one; where some rows have none they are in that. Null where it holds none. */
function takeCurrencies(column: Column, draft: Draft): string | null {
  const said = column.stated.map(textOf);
  // A sign alone is no text that says anything elsewhere.
  const texts = said.length > 0 ? said : [...column.unstated];
  const known = texts.flatMap((text) => currencyIn(text) ?? []).filter(isCurrency);
  const codes = new Set(known);
  const share = known.length / texts.length;
  if (share < MOSTLY) {
    const example = JSON.stringify(column.stated[0]).slice(0, 60);
    draft.note(null, [column], `holds ${example}, which is no code of a currency`);
    return null;
  }
  const usual = [...codes].toSorted((a, b) => countOf(known, b) - countOf(known, a))[0] ?? DEFAULT_CURRENCY;
  const isUsual = countOf(known, usual) >= known.length * USUAL;
  const hasGaps = said.length > 0 && said.length < column.values.length;
  const rest = hasGaps && isUsual ? { otherwise: usual } : {};
  const assumed = Object.keys(rest).length === 0 ? '' : `; rows that have none are taken for ${usual}, as most are`;
  const because = `${percent(share)} of ${texts.length} values are codes or signs of currencies${assumed}`;
  const isOneSign = said.length === 0 && codes.size === 1;
  if (isOneSign) draft.put('currency', usual, [column], `"${column.name}" says it with a sign`);
  else draft.put('currency', { column: column.name, ...rest }, [column], because);
  return usual;
}

const countOf = (all: readonly string[], one: string) => all.filter((other) => other === one).length;
/** Share of the rows with a currency that have one, from which on rows without are in it too. */
const USUAL = 0.8;

/** A currency and why, and what it is assumed by where nothing says it for sure. */
interface OneCurrency {
  readonly code: string;
  readonly because: string;
  readonly basis?: 'sign' | 'language' | 'nothing';
}

function oneCurrency(columns: readonly Column[], prices: readonly Column[], text: string): OneCurrency {
  for (const { name } of prices) {
    const code = currencyInHeader(name) ?? currencyAlone(name);
    if (code !== null) return { code, because: `"${name}" says it` };
  }
  const language = /\p{Script=Han}/u.test(text) && !/[\u3040-\u30ff]/.test(text) ? 'zh' : 'en';
  // A price that is a bare number may stand with its sign in another column.
  const amounts = [
    ...prices,
    ...pricesInTexts(columns, prices),
    ...columns.filter(
      (column) => column.share(isAmount) > 0.3 && prices.some((price) => sayTheSame(price, column, amountKey)),
    ),
  ];
  const priced = prices.flatMap(({ stated }) => stated.map(textOf));
  const codes = priced.flatMap((amount) => currencyBeside(amount) ?? []);
  const [usual] = [...new Set(codes)].toSorted((a, b) => countOf(codes, b) - countOf(codes, a));
  const isSpelled = prices.some((price) => price.share((value) => currencyBeside(textOf(value)) !== null) >= SPELLED);
  const agreeing = priced.filter((amount) => usual !== undefined && mayBeIn(usual, amount, language));
  if (usual !== undefined && isSpelled && agreeing.length >= priced.length * MOSTLY)
    return { code: usual, because: 'codes and signs beside the amounts say it' };
  const signs = new Map<string, number>();
  for (const column of amounts)
    for (const value of column.stated) {
      const sign = signBeside(textOf(value));
      if (sign !== '') signs.set(sign, (signs.get(sign) ?? 0) + 1);
    }
  const [sign] = [...signs].sort((a, b) => b[1] - a[1])[0] ?? [];
  const ofSign = sign === undefined ? null : currencyOfSign(sign, language);
  const maybe = sign === undefined || ofSign !== null ? [] : currenciesOfSign(sign);
  // A dollar sign is that of many countries, and so are the letters that those of some call their crowns by.
  const hosts = sign === undefined || sign === '$' || maybe.length > 0 ? currencyOfHosts(columns) : null;
  if (hosts !== null && (maybe.length === 0 || maybe.includes(hosts.code)))
    return {
      code: hosts.code,
      because: `addresses of the products end in ${hosts.ends.map((end) => `".${end}"`).join(', ')}`,
    };
  const market = sign === undefined || sign === '$' ? onlyMarket(columns) : null;
  if (market !== null) return market;
  const behind = sign?.toLowerCase() ?? '';
  const spelled = CURRENCY_BEHIND_AMOUNTS[behind];
  if (spelled !== undefined) return { code: spelled, because: `"${sign}" stands behind the amounts` };
  const national = sign === '$' ? dollarOf(languageOfHeaders(columns.map(({ name }) => name))) : undefined;
  if (national !== undefined)
    return {
      code: national,
      because: `assumed, for columns have names in a language in which "$" is mostly that; correct it here if it is another`,
      basis: 'sign',
    };
  if (ofSign !== null) return { code: ofSign, because: `"${sign}" stands beside the amounts` };
  const written = CURRENCY_IN_HEADERS[behind] ?? maybe.find((code) => USUAL_HOSTS.has(code));
  if (written !== undefined)
    return {
      code: written,
      because: `assumed, for "${sign}" beside the amounts may be that of ${new Set([written, ...maybe]).size} currencies; correct it here if it is another`,
      basis: 'sign',
    };
  const ofNames = languageOfHeaders(columns.map(({ name }) => name));
  const spoken = ofNames ?? languageOfLetters(text);
  const ofLanguage = CURRENCY_OF_LANGUAGES[spoken ?? ''];
  return {
    code: ofLanguage ?? DEFAULT_CURRENCY,
    because:
      ofLanguage === undefined
        ? 'assumed, for nothing states a currency; correct it here if it is another'
        : assumedFor(ofNames === null ? 'products' : 'columns', spoken),
    basis: ofLanguage === undefined ? 'nothing' : 'language',
  };
}

/** The first of the currencies of shops in a language that is written with a dollar sign: the Mexican peso of Spanish, the Canadian dollar of French. */
const dollarOf = (language: string | null) =>
  OTHER_CURRENCIES_OF_LANGUAGES[language ?? '']?.find((code) => currenciesOfSign('$').includes(code));

/** Share of amounts with the code of their currency beside them, from which on signs of others are of the same. */
const SPELLED = 0.1;

/** Tells whether nothing beside an amount says that it is in another currency: a dollar sign is that of many. */
function mayBeIn(currency: string, amount: string, language: string): boolean {
  const code = currencyBeside(amount);
  if (code !== null) return code === currency;
  const sign = signBeside(amount);
  const isShared = sign === '' || sign === '$' || currenciesOfSign(sign).includes(currency);
  return isShared || currencyOfSign(sign, language) === currency;
}

/** Currencies of countries that shops on the web have addresses of. */
const USUAL_HOSTS: ReadonlySet<string> = new Set(Object.values(CURRENCY_OF_HOSTS));

/** The one currency of the countries that a shop system has columns for ("Included / India"); null where there are several or none. */
function onlyMarket(columns: readonly Column[]) {
  const found = columns.flatMap(({ name }) => {
    const country = MARKET.exec(name)?.groups?.country ?? '';
    const code = currencyOfCountry(country);
    return code === null ? [] : [{ name, country, code }];
  });
  const last = found.at(-1);
  if (last === undefined || found.some(({ code }) => code !== last.code)) return null;
  const countries = [...new Set(found.map(({ country }) => country))];
  const because =
    countries.length === 1
      ? `"${last.name}" is the only country with a column`
      : `all countries with a column have it: ${countries.join(', ')}`;
  return { code: last.code, because };
}

const MARKET = /^[^/]+ \/ (?<country>\p{Lu}[\p{L} .'-]+)$/u;

/** Letters that a language has to itself, of those in which shops sell in one currency. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  vi: /[ơưăạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/giu,
  tr: /[ğışİ]/gu,
  pl: /[łąęśżźń]/giu,
  cs: /[řěů]/giu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  th: /\p{Script=Thai}/gu,
  uk: /[іїєґ]/giu,
};

/** Share of the letters of texts that are those of one language, from which on they are in it. */
const LEAST_LETTERS = 0.02;

/** The language that has letters of a text to itself; null where none has enough of them. */
function languageOfLetters(text: string): string | null {
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const counts = Object.entries(LETTERS).map(([language, letters]) => ({
    language,
    count: text.match(letters)?.length ?? 0,
  }));
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  return most !== undefined && most.count > 0 && most.count >= all * LEAST_LETTERS ? most.language : null;
}

const nameOfLanguage = (code: string | null) => new Intl.DisplayNames('en', { type: 'language' }).of(code ?? '');
