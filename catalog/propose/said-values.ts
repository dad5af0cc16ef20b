import { kindsInTitles, valuesInLanguages } from '../../lexicon/columns.ts';
import { ENGLISH, englishWords, languageInForce } from '../../lexicon/index.ts';
import { joiningWords } from '../../lexicon/vocabulary.ts';
import { escaped } from '../../text/escaped.ts';
import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { Tally } from '../../text/tally.ts';
import { canonicalField } from '../product/fields.ts';
import { linesOf, textOf, textsOf } from '../product/values.ts';
import { columnSaid, columnsOfName } from '../readers/index.ts';
import { linesOfProduct } from '../text-stated/claim.ts';
import { goodsWithout, type KnownValue, knownValues, wordsBeside } from '../text-stated/known-values.ts';
import { type SaidValue, SaidWords } from '../text-stated/said-words.ts';
import { isInEnglish } from './brands.ts';
import { namesProduct } from './categories.ts';
import { fieldsSaid, statesFew } from './details-said.ts';
import { type Draft, percent } from './draft.ts';
import { assumeCurrencyOf } from './prices.ts';
import { type Column, isScalar } from './profile.ts';

/** Rows that say a value of a field, at least, as a number and as a share of those with a name; and rows that say each of its values. */
const LEAST_ROWS = 10;
const LEAST_SAID = 0.03;
const LEAST_OF_VALUE = 2;
/** Different values of a field, at least, and those that a mapping lists, at most. */
const LEAST_VALUES = 2;
const MOST_VALUES = 40;

/** Names of products in which a word stands behind one for a value, at least, and share of those with it, from which on it is never without. */
const LEAST_NAMED = 3;
const NEVER_WITHOUT = 0.9;

/** Words for values, of some, with the word behind that names never have without them, unless that is a value or what products are. */
function namesWith(phrases: ReadonlySet<string>, names: readonly Column[]): string[] {
  const titles = new Set(names.flatMap(({ values }) => values.flatMap(textsOf).map((text) => normaliseText(text))));
  const [alone, behind] = [new Tally(), new Tally()];
  for (const title of titles) {
    const words = tokensOf(title);
    for (const word of new Set(words)) alone.add(word);
    const pairs = words.flatMap((word, at) =>
      at > 0 && phrases.has(words[at - 1] as string) ? [`${words[at - 1]} ${word}`] : [],
    );
    for (const pair of new Set(pairs)) behind.add(pair);
  }
  return behind.names
    .filter((pair) => {
      const [times, next] = [behind.of(pair), pair.slice(pair.indexOf(' ') + 1)];
      if (times < LEAST_NAMED || times < alone.of(next) * NEVER_WITHOUT) return false;
      return !phrases.has(next) && !namesProduct(next);
    })
    .sort();
}

/** Columns of texts: names of products, and others, which are read for some values alone. */
interface Texts {
  readonly names: readonly Column[];
  readonly others: readonly Column[];
  readonly maker: Column | undefined;
}

/** Phrases that rows say, and the columns in which each stands. */
class Mentions {
  readonly byRow: ReadonlySet<string>[] = [];
  readonly #columns = new Map<string, Set<string>>();

  /** `called` are names that have words for values in them. */
  constructor(
    { names, others, maker }: Texts,
    known: readonly KnownValue[],
    rows: number,
    called: readonly string[] = [],
  ) {
    const inNames = wordsOf(
      known.filter(({ isInNames }) => isInNames),
      called,
    );
    const words = wordsOf(known, called);
    const [name] = names;
    for (let row = 0; row < rows; row++) {
      const said = new Set<string>();
      const by = textOf(maker?.values[row]);
      for (const column of names)
        this.#note(
          said,
          column,
          textsOf(column.values[row]).flatMap((text) => inNames.inName(text, by)),
        );
      const title = textOf(name?.values[row]);
      for (const column of others)
        this.#note(
          said,
          column,
          linesOfProduct(linesOf(column.values[row])).flatMap((line) => words.inSentence(line, by, title)),
        );
      this.byRow.push(said);
    }
  }

  #note(said: Set<string>, { name }: Column, values: readonly SaidValue[]): void {
    for (const { field, value: phrase } of values) {
      const key = keyOf(field, phrase);
      said.add(key);
      this.#columns.set(key, (this.#columns.get(key) ?? new Set()).add(name));
    }
  }

  /** The number of rows that say one of some phrases of a field. */
  count(field: string, phrases: readonly string[]): number {
    const keys = phrases.map((phrase) => keyOf(field, phrase));
    return this.byRow.filter((said) => keys.some((key) => said.has(key))).length;
  }

  isSaidIn(column: Column, field: string, phrases: readonly string[]): boolean {
    return phrases.some((phrase) => this.#columns.get(keyOf(field, phrase))?.has(column.name) === true);
  }
}

const keyOf = (field: string, phrase: string) => `${field}\n${phrase}`;

/** Looks for the phrases of some values, each of which is found as it is. */
function wordsOf(known: readonly KnownValue[], called: readonly string[]): SaidWords {
  const byField = Map.groupBy(known, ({ field }) => field);
  const phrasesOf = (values: readonly KnownValue[]) =>
    Object.fromEntries(values.flatMap(({ phrases }) => phrases.map((one) => [one, [one]] as const)));
  return new SaidWords(
    Object.fromEntries([...byField].map(([field, values]) => [field, phrasesOf(values)])),
    called,
    Object.fromEntries([...byField].map(([field, values]) => [field, inTexts(values)])),
  );
}

/** Words by which texts say the values of a field. */
const inTexts = (values: readonly KnownValue[]) => ({
  texts: values.flatMap((value) => value.inTexts),
  behind: values[0]?.behind ?? [],
});

/** Fields of which names in other languages say values, and values whose words say something else as well: an orange, coffee, gold. */
const FOREIGN_FIELDS = ['Color', 'Material', 'Department', 'Style'];
const UNSURE: ReadonlySet<string> = new Set(['Orange', 'Brown', 'Gold']);

/** English names of colors that shops in other languages use as well, without those that are words there: "Campera Logan - Black". */
function inEnglishToo({ field, value, phrases }: KnownValue): readonly string[] {
  const name = normaliseText(value);
  const isShared = field === 'Color' && !englishWords('said values: no color elsewhere').includes(name);
  return isShared && !phrases.includes(name) ? [name] : [];
}

/** The field whose values names say behind a word for "of": "Alfombra de cuero". */
const MADE_OF = 'Material';
/** Names that say a value so, at least; share of them that begin with a thing, and of those that say what it is with or for before, at most. */
const LEAST_OF_THINGS = 5;
const BEGIN_WITH_THING = 0.5;
const OF_OTHERS = 0.05;
/** A mark behind which a name lists what comes with a thing: "Licuadora 2 velocidades, vaso de vidrio". */
const PARTS = /[,;+|(/]/;

/** Words of a language for "of" behind which nothing is said of a product by itself. */
const joiningOf = (language: string): readonly string[] =>
  joiningWords(language).filter((word) => wordsBeside().before.includes(word));

const behindOf = (words: readonly string[], language: string): string[] =>
  joiningOf(language).flatMap((of) => words.map((word) => `${of} ${word}`));

/**
 * The phrases for what things are made of without those behind a word for "of", unless names that have them begin with a thing and
 * say them of it: "bolso de piel", and not "crema de piel", which is of none, or "cuchillo con mango de madera".
 */
function saidOfThings(phrases: readonly string[], names: readonly string[], language: string): string[] {
  const [things, made] = [kindsInTitles(language), new Set(goodsWithout().get(MADE_OF))];
  const joining = joiningOf(language);
  const others = new Set(englishWords('titles: behind the name').filter((word) => !joining.includes(word)));
  const isThing = (name: readonly string[]) =>
    [3, 2, 1].some((count) => {
      const thing = things.get(name.slice(0, count).join(' '))?.noun;
      return thing !== undefined && !made.has(thing);
    });
  return phrases.filter((phrase) => {
    if (!joining.includes(phrase.split(' ')[0] as string)) return true;
    const found = new RegExp(`^(?<before>.*?[^\\p{L}])${escaped(phrase)}(?![\\p{L}\\p{N}])`, 'iu');
    const before = names.flatMap((name) => found.exec(name)?.groups?.before ?? []);
    const isOfOther = (text: string) => {
      const words = tokensOf(text);
      return (
        PARTS.test(text) || words.some((word) => others.has(word)) || (words.length > 1 && isThing(words.slice(-1)))
      );
    };
    return (
      before.length >= LEAST_OF_THINGS &&
      before.filter((text) => isThing(tokensOf(text))).length >= before.length * BEGIN_WITH_THING &&
      before.filter(isOfOther).length <= before.length * OF_OTHERS
    );
  });
}

/** Values of fields in a language, and how many rows say one. */
interface ForeignValues {
  readonly language: string;
  readonly known: readonly KnownValue[];
  readonly said: number;
}

/** The values of fields in other languages, in the one whose words most names say. */
function foreignValues(texts: Texts, rows: number): ForeignValues | undefined {
  const tables = FOREIGN_FIELDS.flatMap((field) => valuesInLanguages(field).map((one) => ({ ...one, field })));
  const languages = [...Map.groupBy(tables, ({ language }) => language)].map(([language, ofLanguage]) => {
    const known = ofLanguage.flatMap(({ field, table }) =>
      Object.entries(table)
        .map(([value, words]) => [value, UNSURE.has(value) ? [] : words] as const)
        .map(([value, words]) => ({
          ...{
            field,
            value,
            phrases: [
              ...new Set([...words, ...(field === MADE_OF ? behindOf(words, language) : [])].map(normaliseText)),
            ],
            isInNames: true,
            inTexts: [],
            behind: [],
          },
          ...{ mayBeNames: false, isSingle: false, isInCategories: true },
        })),
    );
    const mentions = new Mentions(texts, known, rows);
    const phrasesOf = (field: string) => known.flatMap((one) => (one.field === field ? one.phrases : []));
    const said = FOREIGN_FIELDS.reduce((sum, field) => sum + mentions.count(field, phrasesOf(field)), 0);
    return { language, known, said };
  });
  const [most] = languages.toSorted((one, other) => other.said - one.said);
  if (most === undefined) return undefined;
  const names = texts.names.flatMap(({ values }) => values.flatMap(textsOf));
  const known = most.known.map((one) => {
    const phrases = one.field === MADE_OF ? saidOfThings(one.phrases, names, most.language) : one.phrases;
    return { ...one, phrases: [...phrases, ...inEnglishToo(one)] };
  });
  return { ...most, known: known.filter(({ phrases }) => phrases.length > 0) };
}

/** Has details that rows name, and their values, read in the language that names of products are in, and assumes its currency, where nothing else told one. */
function readInLanguage({ language, said }: ForeignValues, names: number, draft: Draft): void {
  const details = (draft.section.details ?? {}) as Draft['section'];
  if (said < Math.max(LEAST_ROWS, names * LEAST_SAID)) return;
  assumeCurrencyOf(language, draft);
  if (details.languages !== undefined) return;
  draft.section.details = { ...details, languages: [language] };
  const because = `names of products say values in it more often than in any other, ${said} times`;
  draft.findings.push({ key: 'details.languages', column: language, because });
}

/** The values of a field that rows say often enough, each with the phrases that say it; null where that is too little for a field. */
function wordsSaid(
  field: string,
  values: readonly KnownValue[],
  mentions: Mentions,
  names: number,
): Record<string, string[]> | null {
  const count = (phrases: readonly string[]) => mentions.count(field, phrases);
  const said = values
    .map(({ value, phrases }) => ({ value, phrases: phrases.filter((phrase) => count([phrase]) > 0) }))
    .map((one) => ({ ...one, count: count(one.phrases) }))
    .filter(({ count }) => count >= LEAST_OF_VALUE)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_VALUES);
  const least = Math.max(LEAST_ROWS, names * LEAST_SAID);
  const isSaid = said.length >= LEAST_VALUES && count(said.flatMap(({ phrases }) => phrases)) >= least;
  return isSaid ? Object.fromEntries(said.map(({ value, phrases }) => [value, phrases])) : null;
}

/**
 * Reads what texts say of fields that no column states, where rows state few details: the words that the lexicon knows for
 * values, in names of products and at the ends of clauses elsewhere.
 */
export function findSaidValues(title: Column, columns: readonly Column[], draft: Draft): void {
  const details = (draft.section.details ?? {}) as Draft['section'];
  if (languageInForce() !== ENGLISH || !statesFew(columns, details)) return;
  const rows = title.values.length;
  const names = [...columnsOfName(draft.section.title as string), columnSaid(draft.section.category)];
  const { features, description } = draft.section;
  const texts: Texts = {
    names: columns.filter((column) => names.includes(column.name) && column.share(isScalar) === 1),
    others: columns.filter(({ name }) => name === columnSaid(features) || name === columnSaid(description)),
    maker: columns.find(({ name }) => name === draft.section.brand),
  };
  const isEnglish = isInEnglish(title, title.stated.map(String), columns);
  const stated = fieldsSaid(columns, details, draft.section.variants);
  const foreign = isEnglish ? undefined : foreignValues({ ...texts, others: [] }, rows);
  if (foreign !== undefined) readInLanguage(foreign, title.stated.length, draft);
  const known = (isEnglish ? knownValues() : (foreign?.known ?? [])).filter(
    ({ field }) => !stated.has(canonicalField(field)),
  );
  const mayBeNames = known.flatMap(({ phrases, mayBeNames }) => (mayBeNames ? phrases : []));
  const called = namesWith(new Set(mayBeNames), texts.names);
  const category = columnSaid(draft.section.category);
  const outOfCategories = { ...texts, names: texts.names.filter(({ name }) => name !== category) };
  const [everywhere, elsewhere] = [true, false].map(
    (isRead) =>
      new Mentions(
        isRead ? texts : outOfCategories,
        known.filter((one) => one.isInCategories === isRead),
        rows,
        called,
      ),
  ) as [Mentions, Mentions];
  const found: Record<string, object> = {};
  for (const [field, values] of Map.groupBy(known, (value) => value.field)) {
    const mentions = values[0]?.isInCategories === false ? elsewhere : everywhere;
    const words = wordsSaid(field, values, mentions, title.stated.length);
    if (words === null) continue;
    const phrases = Object.values(words).flat();
    const read = [...texts.names, ...texts.others].filter((column) => mentions.isSaidIn(column, field, phrases));
    const columnNames = read.map(({ name }) => name);
    const { texts: plainly, behind } = inTexts(values);
    const isInTexts = read.some((column) => texts.others.includes(column));
    const inThese = plainly.filter((phrase) => phrases.includes(phrase));
    const names = called.filter((name) => phrases.includes(name.slice(0, name.indexOf(' '))));
    found[field] = {
      in: columnNames.length === 1 ? columnNames[0] : columnNames,
      words,
      ...(names.length > 0 ? { names } : {}),
      ...(isInTexts && inThese.length < phrases.length ? { texts: inThese } : {}),
      ...(isInTexts && behind.length > 0 ? { behind } : {}),
      ...(values[0]?.isSingle === true ? { single: true } : {}),
    };
    draft.findings.push({
      key: `details.stated.${field}`,
      column: columnNames.join('", "'),
      because: `no column says it; ${percent(mentions.count(field, phrases) / title.stated.length)} of the texts do`,
    });
  }
  if (Object.keys(found).length === 0) return;
  const read = (draft.section.details ?? {}) as Draft['section'];
  draft.section.details = { ...read, stated: { ...(read.stated as object | undefined), ...found } };
}
