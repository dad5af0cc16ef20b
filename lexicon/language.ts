import { existsSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import type { Lexicon } from '../schemas/lexicon.ts';
import { commaList } from './entry.ts';
import { ENGLISH, languageInForce, ofLexicon, type RunWords } from './in-force.ts';
import { readTable } from './tables.ts';

const Texts = z.array(z.string().min(1));
const Amounts = z.record(z.string(), z.number());

/** Words that numbers are written in. */
const NumberWords = z.strictObject({
  /** Words that add their amount: "seven", "twenty". */
  adds: Amounts,
  /** Words that multiply what stands before them: "hundred", "thousand". */
  times: Amounts,
  /** Words that may stand between: "and". */
  joins: commaList.default([]),
  /** Adding words that stand behind a smaller amount: "belas" of "dua belas", 12. */
  behind: commaList.default([]),
  /** Word that parts the whole from its decimals. */
  point: z.string().optional(),
  /** Amounts that count only right before a unit: "half a liter". */
  before_unit: Amounts.default({}),
  /** True if the words of one number are written as one, and stand within others. */
  glued: z.boolean().default(false),
});

/** Rules that bring the forms of a word to one. */
const Stems = z.strictObject({
  /** Endings, and the letters that have to stay; taken off as long as one fits. */
  endings: commaList.default([]),
  prefixes: commaList.default([]),
  least: z.int().positive(),
  /** True if a word is written on to others: "Ledertasche". */
  compounds: z.boolean().default(false),
});

/** Words that make a number the least or the most, before it and behind it. */
const Bounds = z.strictObject({ least: Texts, least_behind: Texts, most: Texts, most_behind: Texts, between: Texts });

/**
 * Form in which amounts of money are said, and words they are read by: `{a}` is the amount, `{w}` the first word of its
 * currency.
 */
const Money = z.strictObject({
  said: z.string().default('{a} {w}'),
  /** Sign before decimals; a comma has thousands set apart by full stops. */
  decimal: z.enum(['.', ',']).default('.'),
  words: z.record(z.string().length(3), commaList),
});

/** Texts requirements are said with: `{v}` is a value or bound, `{label}` the field. */
const Said = z.strictObject({
  /** True where values are said in small letters, however a listing writes them. */
  lower: z.boolean().default(false),
  list: z.string(),
  and: z.string(),
  or: z.string(),
  choice: z.string(),
  without: z.string(),
  excluded: z.string(),
  /** `{a}` and `{b}` are amounts. */
  least: Texts.min(1),
  most: Texts.min(1),
  between: z.string(),
  amount: z.string(),
  stars: z.string(),
  ratings: z.string(),
  /** The key of a profile for values of `{label}` that are not wanted. */
  avoided: z.string(),
});

/** Questions about fields that have no dialogue of their own, with keywords; `{label}` is the field's name. */
const Asked = z.strictObject({ keywords: Texts.min(3), questions: Texts.min(4), spare: Texts.min(3) });

const Language = z.strictObject({
  /** In English, for whoever writes in it. */
  name: z.string().min(1),
  /** The number of words of a text is that of its English one times this. */
  length: z.number().positive().default(1),
  length_in: z.string().default('words'),
  numbers: NumberWords,
  stems: Stems.optional(),
  /** Other ways to write values, made from them: an expression, and what stands for what it matches. */
  variants: z.array(z.strictObject({ from: z.string(), to: Texts })).default([]),
  /** Letters that stand for others, each pair a word: "藍蓝". */
  letters: z.string().default(''),
  bounds: Bounds,
  /** Words that turn away what stands behind them in the clause, and before them. */
  denied: z.strictObject({ before: Texts, behind: Texts }),
  /** Words that make a requirement a wish, and vague ones right before a value. */
  hedges: Texts,
  vague: Texts,
  /** Words of what somebody likes to buy. */
  wishes: Texts,
  /** Words beside the number of a rating, of ratings, and of a price. */
  beside: z.strictObject({ rating: commaList, ratings: commaList, price: commaList }),
  /** Word lists that tell plain praise in a sentence of a review. */
  reviews: z.strictObject({
    /**
     * Words of praise that say nothing else, and such as say what is praised: none that complaints hold as well, as
     * "quickly".
     */
    praise: commaList,
    telling: commaList,
    /** Words that are a fault of some things, with the nouns of those: a quiet vacuum cleaner, no quiet loudspeaker. */
    faults_of: z.array(z.strictObject({ words: commaList, nouns: commaList })).default([]),
    /** Words that end it: contrast, condition, denial, fault, another's orders. */
    against: commaList,
    /** Words that hold such a word and end nothing: 不错. */
    harmless: commaList,
  }),
  question: z.strictObject({ frame: commaList, function: commaList, generic: commaList }),
  asked: Asked,
  said: Said,
  money: Money,
  /** Units as they are said behind an amount, where that is not their short form. */
  units: z.record(z.string(), z.string()).default({}),
  /** Words that are written right behind a number and count something else than a property. */
  counted: commaList.default([]),
  /** Head nouns of product names. */
  nouns: commaList,
  /** Words that may stand before such a noun as a part of the name. */
  before_nouns: commaList.default([]),
  /** Words that agree with nouns, each with the form it has beside these: "un" is "una" beside "mochila". */
  agreement: z.array(z.strictObject({ nouns: commaList, forms: z.record(z.string(), z.string()) })).default([]),
});
export type Language = z.output<typeof Language>;

const HERE = new URL('./', import.meta.url);
const FILE = 'language.yaml';

/** The codes of the languages texts can be written in by a model, besides English. */
export const OTHER_LANGUAGES: readonly string[] = readdirSync(HERE, { withFileTypes: true })
  .filter(
    (entry) => entry.isDirectory() && entry.name !== ENGLISH && existsSync(new URL(`${entry.name}/${FILE}`, HERE)),
  )
  .map(({ name }) => name)
  .sort();

/** The words of a run, by its settings. Texts are in English where its language says how to judge values alone. */
export const wordsOf = ({
  lexicon,
  language,
  foreign,
}: {
  readonly lexicon?: Lexicon;
  readonly language?: unknown;
  readonly foreign?: unknown;
}): RunWords => ({
  lexicon,
  language: OTHER_LANGUAGES.find((code) => code === language) ?? ENGLISH,
  foreign: foreign === true || (typeof foreign === 'string' && foreign),
});

const known = new Map<string, Language>();

/** Returns what is known of a language other than English. */
function languageOfCode(code: string): Language {
  let language = known.get(code);
  if (language === undefined) {
    language = Language.parse(readTable(new URL(`${code}/${FILE}`, HERE)));
    known.set(code, language);
  }
  return language;
}

/**
 * Returns what is known of the language in force; null where that is English, whose rules stand where they are used.
 */
export const otherLanguage = (): Language | null =>
  languageInForce() === ENGLISH ? null : languageOfCode(languageInForce());

const UnitTable = z.record(z.string(), commaList);

/** The spellings of units of some languages, each with the short form it stands for. */
const unitsOf = (codes: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    codes
      .map((code) => new URL(`${code}/unit-spellings.yaml`, HERE))
      .filter((file) => existsSync(file))
      .flatMap((file) => Object.entries(UnitTable.parse(readTable(file))))
      .flatMap(([unit, spellings]) => spellings.map((spelling): [string, string] => [spelling, unit])),
  );

/** Spellings of units in every language but English: a number says its unit in any of them. */
export const FOREIGN_UNITS: ReadonlyMap<string, string> = unitsOf(
  readdirSync(HERE)
    .sort()
    .filter((code) => code !== ENGLISH),
);

/** The same in English, the short forms included. */
export const ENGLISH_UNITS: ReadonlyMap<string, string> = unitsOf([ENGLISH]);

/** Words that stand around an amount in cells, by what they make of it; rows are read by those of all languages. */
const AroundAmounts = z.strictObject({
  /** It is about that much. */
  about: Texts,
  /** It is the most that something bears, draws or holds; or the least. */
  most: Texts,
  least: Texts,
  /** Words of a range: before both ends and between them, "from 5 to 10"; and where only both say it, "between 5 and 10". */
  from: Texts.default([]),
  to: Texts.default([]),
  between: Texts.default([]),
  and: Texts.default([]),
});

/** Words of every language that stand around an amount in cells: "ca.", "max.", "jusqu'à". */
export function wordsAroundAmounts(): z.infer<typeof AroundAmounts> {
  const files = readdirSync(HERE).map((code) => new URL(`${code}/amount-words.yaml`, HERE));
  const all = files.filter((file) => existsSync(file)).map((file) => AroundAmounts.parse(readTable(file)));
  const parts = Object.keys(AroundAmounts.shape) as (keyof typeof AroundAmounts.shape)[];
  return AroundAmounts.parse(Object.fromEntries(parts.map((part) => [part, all.flatMap((one) => one[part])])));
}

/** Words of the language in force, by a list of it; of English none, whose lists stand where they are used. */
export const wordsOfLanguage = (pick: (language: Language) => readonly string[]): ReadonlySet<string> =>
  ofLexicon(() => {
    const language = otherLanguage();
    return new Set(language === null ? [] : pick(language));
  });
