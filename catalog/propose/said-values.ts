import { valuesInLanguages } from '../../lexicon/columns.ts';
import { ENGLISH, FIELDS, languageInForce } from '../../lexicon/index.ts';
import { cleanText, normaliseText } from '../../text/normalise.ts';
import { Tally } from '../../text/tally.ts';
import { canonicalField } from '../product/fields.ts';
import { textsOf } from '../product/values.ts';
import { columnsOfName } from '../readers/index.ts';
import { type KnownValue, knownValues } from '../text-stated/known-values.ts';
import { SaidWords } from '../text-stated/said-words.ts';
import { isInEnglish } from './brands.ts';
import { fieldsSaid, statesFew } from './details-said.ts';
import { type Draft, percent } from './draft.ts';
import { type Column, isScalar } from './profile.ts';

/** Rows that say a value of a field, at least, as a number and as a share; and rows that say each of its values. */
const LEAST_ROWS = 10;
const LEAST_SAID = 0.03;
const LEAST_OF_VALUE = 2;
/** Different values of a field, at least, and those that a mapping lists, at most. */
const LEAST_VALUES = 2;
const MOST_VALUES = 40;

/** The column that a key of a mapping names. */
const columnSaid = (said: unknown): string | undefined =>
  typeof said === 'string' ? said : (said as { column?: string } | undefined)?.column;

/** The texts that rows say, by the column they stand in. */
interface Texts {
  readonly names: readonly Column[];
  readonly sentences: readonly Column[];
}

/** The words, of some, that the texts of each row say, each once. */
function saidByRow({ names, sentences }: Texts, words: SaidWords, rows: number): string[][] {
  return Array.from({ length: rows }, (_, row) => {
    const ofNames = names.flatMap(({ values }) =>
      textsOf(values[row]).flatMap((text) => words.inName(cleanText(text))),
    );
    const others = sentences.flatMap(({ values }) =>
      textsOf(values[row]).flatMap((text) => text.split('\n').flatMap((line) => words.inSentence(cleanText(line)))),
    );
    return [...new Set([...ofNames, ...others])];
  });
}

/** The values of fields in the one other language of which most words are said. */
function foreignValues(texts: Texts, rows: number): KnownValue[] {
  return [...FIELDS.keys()].flatMap((field) => {
    const tables = valuesInLanguages(field).map((table) => {
      const words = new SaidWords(
        Object.fromEntries(
          Object.values(table)
            .flat()
            .map((word) => [word, [word]]),
        ),
      );
      return { table, said: saidByRow(texts, words, rows).filter(({ length }) => length > 0).length };
    });
    const [best] = tables.toSorted((one, other) => other.said - one.said);
    if (best === undefined) return [];
    return Object.entries(best.table).map(([value, phrases]) => ({
      field,
      value,
      phrases: phrases.map(normaliseText),
      isInTexts: false,
    }));
  });
}

/** Each phrase with the value it says: of several fields that list it the one whose words are said most, a color before a backlight. */
function valuesByPhrase(values: readonly KnownValue[], times: Tally): ReadonlyMap<string, KnownValue> {
  const scores = new Tally();
  const listed = new Tally();
  for (const { field, phrases } of values)
    for (const phrase of phrases) {
      scores.add(field, times.of(phrase));
      listed.add(field);
    }
  const chosen = new Map<string, KnownValue>();
  const isLikelier = (one: KnownValue, other: KnownValue) =>
    scores.of(one.field) !== scores.of(other.field)
      ? scores.of(one.field) > scores.of(other.field)
      : listed.of(one.field) > listed.of(other.field);
  for (const value of values)
    for (const phrase of value.phrases) {
      const other = chosen.get(phrase);
      if (other === undefined || (other.field !== value.field && isLikelier(value, other))) chosen.set(phrase, value);
    }
  return chosen;
}

/**
 * Reads what texts say of fields that no column states, where rows state few details: the words that the lexicon knows for
 * values, in names of products and at the ends of clauses elsewhere.
 */
export function findSaidValues(title: Column, columns: readonly Column[], draft: Draft): void {
  const details = (draft.section.details ?? {}) as Draft['section'];
  if (languageInForce() !== ENGLISH || !statesFew(columns, details)) return;
  const { length: rows } = title.values;
  const names = [...columnsOfName(draft.section.title as string), columnSaid(draft.section.category)];
  const { features, description } = draft.section;
  const texts = {
    names: columns.filter((column) => names.includes(column.name) && column.share(isScalar) === 1),
    sentences: columns.filter(({ name }) => name === (columnSaid(features) ?? columnSaid(description))),
  };
  const isEnglish = isInEnglish(
    title,
    title.stated.map((value) => String(value)),
    columns,
  );
  const stated = fieldsSaid(columns, details);
  const known = (isEnglish ? knownValues() : foreignValues({ names: texts.names, sentences: [] }, rows)).filter(
    ({ field }) => !stated.has(canonicalField(field)),
  );
  const inTexts = new Set(known.flatMap(({ phrases, isInTexts }) => (isInTexts ? phrases : [])));
  const ofNames = saidByRow({ ...texts, sentences: [] }, wordsOf(known.flatMap(({ phrases }) => phrases)), rows);
  const ofTexts = saidByRow({ ...texts, names: [] }, wordsOf([...inTexts]), rows);
  const said = ofNames.map((phrases, row) => [...new Set([...phrases, ...(ofTexts[row] as string[])])]);
  const times = new Tally();
  for (const phrases of said) for (const phrase of phrases) times.add(phrase);
  const byPhrase = valuesByPhrase(known, times);
  const found: Record<string, object> = {};
  for (const field of new Set(known.map((value) => value.field))) {
    const ofField = [...byPhrase].filter(([phrase, value]) => value.field === field && times.of(phrase) > 0);
    const values = new Map<string, string[]>();
    for (const [phrase, { value }] of ofField) values.set(value, [...(values.get(value) ?? []), phrase]);
    const countOf = (phrases: readonly string[]) =>
      said.filter((all) => phrases.some((one) => all.includes(one))).length;
    const kept = [...values]
      .map(([value, phrases]) => ({ value, phrases, count: countOf(phrases) }))
      .filter(({ count }) => count >= LEAST_OF_VALUE)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, MOST_VALUES);
    const count = countOf(kept.flatMap(({ phrases }) => phrases));
    if (kept.length < LEAST_VALUES || count < Math.max(LEAST_ROWS, rows * LEAST_SAID)) continue;
    const words = wordsOf(kept.flatMap(({ phrases }) => phrases));
    const says = (some: Texts) => saidByRow(some, words, rows).some(({ length }) => length > 0);
    const isInTexts = known.some((value) => value.field === field && value.isInTexts);
    const read = [
      ...texts.names.filter((column) => says({ names: [column], sentences: [] })),
      ...(isInTexts ? texts.sentences.filter((column) => says({ names: [], sentences: [column] })) : []),
    ].map(({ name }) => name);
    found[field] = {
      in: read.length === 1 ? read[0] : read,
      words: Object.fromEntries(kept.map(({ value, phrases: all }) => [value, all])),
    };
    draft.findings.push({
      key: `details.stated.${field}`,
      column: read.join('", "'),
      because: `no column says it; ${percent(count / rows)} of the texts do`,
    });
  }
  if (Object.keys(found).length === 0) return;
  draft.section.details = { ...details, stated: { ...(details.stated as object | undefined), ...found } };
}

const wordsOf = (phrases: readonly string[]) => new SaidWords(Object.fromEntries(phrases.map((one) => [one, [one]])));
