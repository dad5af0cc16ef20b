import { z } from 'zod';
import { canonicalField, formIn } from '../../catalog/index.ts';
import { isInKnownWords } from '../../lexicon/english-words.ts';
import {
  englishExpression,
  englishPattern,
  englishWords,
  FIELDS,
  type FieldEntry,
  isForeignShop,
  ofLexicon,
  otherLanguage,
  Phrases,
  readWords,
  saysNames,
} from '../../lexicon/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { saidOtherwise } from '../../text/aliases.ts';
import { flagInEnglish, flagOf } from '../../text/flags.ts';
import { normaliseValue, tokensOf } from '../../text/normalise.ts';
import { ownValue } from '../../text/own-value.ts';
import { isInPlural, isNoun, singularOf } from '../nouns/noun-words.ts';
import {
  asWritten,
  coreOf,
  deedOf,
  flagNameOf,
  flagSortOf,
  type GoesWith,
  goesWith,
  holdsNames,
  isAdjective,
  isBurden,
  isForeignName,
  isForeignValue,
  isInForeignLetters,
  isUnasked,
  nameGiven,
  thingOf,
} from './field-name.ts';
import { agree, lowered, type Say, withArticle } from './speech.ts';

/** Rules for the use of one detail field, and the phrases in which a shopper says its values outright. */
interface FieldPolicy {
  readonly field: string;
  readonly persona: boolean;
  readonly clarification: boolean;
  readonly negative: boolean;
  /** Used only for products that state few other facts. */
  readonly filler: boolean;
  readonly say: Say;
  /** Phrase patterns for a value, its own ones where it has any. */
  phrases(value: string): AllPhrases;
}

type AllPhrases = Readonly<Record<keyof Phrases, readonly string[]>>;

const allOf = ({ before = [], after = [], verb = [], not = [] }: Phrases): AllPhrases => ({ before, after, verb, not });

/** Cases of fields and values that have no phrases of their own. */
const CASES = z.enum([
  'absence',
  'clause',
  'quality',
  'no_quality',
  'quality_with',
  'no_quality_with',
  'deed',
  'no_deed',
  'thing',
  'no_thing',
  'choice',
  'choice_of_several',
  'suiting',
  'suiting_one',
  'working',
  'feature',
  'one_feature',
  'kind',
  'line',
  'whole_line',
  'foreign',
  'foreign_flag',
  'ruled_out',
  'origin',
  'measured',
  'measure',
]);
const UNLISTED = z.record(CASES, Phrases.transform(allOf)).parse(readWords('unlisted-fields.yaml'));

/** Values in which "no" makes a quality of something rather than a lack: "No Show" socks, a "No Tie" lace. */
const QUALITY = englishExpression('field policy: quality', 'i');

/** True for a value that says what the product lacks ("No Warranty"): asked for as something it has, it makes no sense. */
export const statesAbsence = (value: string): boolean => /^no\s/i.test(value.trim()) && !QUALITY.test(value.trim());

/** Values that begin with a verb, which say of the product what it does: "Fits a case". */
const CLAUSE = englishExpression('field policy: clause', 'i');

/** Two values in one, which before a noun read as two products: "a floral and solid strap". */
const isJoined = (value: string) => / (?:&|and) |[,/]/.test(value);
/** Phrases without those that stand before the noun, where there are others. */
const unlessOnly = (phrases: AllPhrases): AllPhrases => ({ ...phrases, before: unlessNeeded(phrases) });
const unlessNeeded = ({ before, after, verb }: AllPhrases) => (after.length + verb.length > 0 ? [] : before);

/** A value that ends in words of an expression; a phrase with a verb or a preposition ends in some word too. */
const endingOf = (words: string): RegExp =>
  new RegExp(englishPattern('field policy: ending of', { WORDS: words.replace(/\s/g, '') }), 'iu');

/** Phrases of a field's values that have words of their own, by their forms. */
function ownPhrases(
  field: string,
  { patterns, values }: Pick<FieldEntry, 'patterns' | 'values'>,
): Map<string, Phrases> {
  const own = new Map<string, Phrases>();
  for (const [value, { say: said }] of Object.entries(values)) {
    const phrases = typeof said === 'string' ? ownValue(patterns, said) : said;
    if (said !== undefined && phrases === undefined)
      throw new ConfigError(`lexicon: ${field} "${value}" is said like "${said}", which is none of its patterns`);
    if (phrases !== undefined) own.set(formIn(field, value), phrases);
  }
  return own;
}

/** Ends of "nothing …" for a value with phrases that do not write it: "that is round" of a "rund" said as "round". */
function ruledOut(value: string, own: Phrases): readonly string[] {
  const { before = [], after = [], verb = [] } = otherLanguage() === null ? saidOtherwise(value, own) : {};
  if (after.length > 0) return after;
  return [...before.map((words) => `be ${words}`), ...verb].flatMap(
    (deed) => named(agree(deed, false), UNLISTED.ruled_out).not,
  );
}

/** A value's own phrases, which no general pattern that was not written for it stands beside, except in `not`. */
function besides(value: string, own: Phrases, general: AllPhrases): AllPhrases {
  const out = own.not ?? ruledOut(value, own);
  return {
    before: own.before ?? [],
    after: own.after ?? [],
    verb: own.verb ?? [],
    not: out.length > 0 ? out : general.not,
  };
}

/** The phrases of a value with words for its exclusion, though whoever says how it is spoken has none for that. */
function withExclusion(field: string, value: string, phrases: AllPhrases): AllPhrases {
  if (phrases.not.length > 0) return phrases;
  if (phrases.after.length > 0) return { ...phrases, not: phrases.after };
  return { ...phrases, not: otherLanguage() === null ? choicePhrases(field, value).not : phrases.not };
}

function policyOf(field: string, entry: FieldEntry): FieldPolicy | null {
  const { ask, say, patterns, endings: byEnding, values } = entry;
  if (say === undefined) return null;
  const own = ownPhrases(field, { patterns, values });
  const general = allOf(say);
  const endings = byEnding.map(({ words, ...phrases }) => ({
    ends: endingOf(words),
    phrases,
  }));
  const phrasesOf = (value: string): AllPhrases => {
    const listed = own.get(formIn(field, value));
    if (listed === undefined && CLAUSE.test(value)) return UNLISTED.clause;
    if (listed === undefined && statesAbsence(value)) return { ...UNLISTED.absence, not: general.not };
    if (listed === undefined && isQuality(field, value)) return UNLISTED.measured;
    const special = listed ?? endings.find(({ ends }) => ends.test(value))?.phrases;
    if (special === undefined) return isJoined(value) ? { ...general, before: unlessNeeded(general) } : general;
    return besides(value, special, general);
  };
  return {
    field,
    persona: ask?.persona === true,
    clarification: ask?.clarification === true,
    negative: ask?.exclude === true,
    filler: ask?.filler === true,
    say: say.as === 'plain' && holdsNames(field) ? 'name' : say.as,
    phrases: (value) =>
      withExclusion(field, value, isQuoted(field, value) ? quotedIn(unlessOnly(general)) : phrasesOf(value)),
  };
}

/** Words for fields of the lexicon. */
const WORDS: ReadonlyMap<string, FieldPolicy> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].flatMap(([field, entry]) => {
        const policy = policyOf(field, entry);
        return policy === null ? [] : [[field, policy] as const];
      }),
    ),
);

/**
 * Policies of the fields whose use the lexicon states. Of others a catalog's own values tell whether they may be asked
 * about.
 */
export const FIELD_POLICIES: ReadonlyMap<string, FieldPolicy> = ofLexicon(
  () => new Map([...WORDS].filter(([field]) => FIELDS.get(field)?.ask !== undefined)),
);

const NONE: AllPhrases = { before: [], after: [], verb: [], not: [] };

const PLURAL = /(?<!s)s$/;
/** Things of which a product has no number: "with bluetooth". */
const UNCOUNTED = new Set(englishWords('field policy: uncounted things'));
/** Things of which a product has ever many: "with arabica beans". */
const OF_MANY = new Set(englishWords('field policy: things of many'));

/** A number of things that a name in the plural would say. */
const BARE_COUNT = /^\d{1,2}$/;

const lastOf = (name: string): string => name.split(' ').at(-1) as string;
const isUncounted = (name: string): boolean =>
  UNCOUNTED.has(lastOf(name).toLowerCase()) || UNCOUNTED.has(name.split(' ').slice(-2).join(' ').toLowerCase());
/** A name of a field whose values are features. */
const LISTS_FEATURES = englishExpression('field policy: lists features', 'i');
/** A name that says where a thing is from. */
const ORIGIN = englishExpression('field policy: origin', '');
/** A name of what is measured, and words that tell it of a thing without naming it: "long". */
const MEASURE = englishExpression('field policy: measure', '');
const MEASURED = englishExpression('field policy: measured', 'i');
/** A name that says no more than that there are kinds. */
const BARE = englishExpression('field policy: bare', '');
/** A name of lines of a maker's products. */
const LINE = englishExpression('field policy: line', '');

/** Phrases with a field's name in its blanks, with its article where it is a thing of which there is one. */
function named(name: string, phrases: AllPhrases): AllPhrases {
  const thing = PLURAL.test(name) || isUncounted(name) ? name : withArticle(name);
  const withName = (texts: readonly string[]) =>
    texts.map((text) => text.replace(/\{(a )?f\}/g, (_, one?: string) => (one === undefined ? name : thing)));
  return {
    before: withName(phrases.before),
    after: withName(phrases.after),
    verb: withName(phrases.verb),
    not: withName(phrases.not),
  };
}

/** A quality as people write it: "sugar-free", "non-slip", "made in Denmark". */
const written = (name: string): string =>
  lowered(name.replace(/^(\p{L}+) free$/u, '$1-free').replace(/^non (?=\p{L})/u, 'non-'));

/** Phrases a flag is said with: by what the product is, does, has or lacks. */
function flagPhrases(field: string, has: boolean): AllPhrases {
  const core = asWritten(flagNameOf(field), field);
  if (core === '' || (has && isBurden(field))) return NONE;
  const sort = flagSortOf(field);
  const name = sort === 'deed' ? asWritten(deedOf(field), field) : sort === 'thing' ? core : written(core);
  return named(name, UNLISTED[has ? sort : (`no_${sort}` as const)]);
}

/** Tells whether a value is a common noun of one thing: "Espresso machine", and not "Senseo" or "Espresso machines". */
const namesOneThing = (value: string): boolean =>
  /(?:^|\s)\p{L}[\p{Ll}-]+$/u.test(value) && isNoun(lastOf(value)) && !isInPlural(value);

/** Phrases for a value that the product goes with: "suitable for espresso", "that works with Alexa". */
function suitedPhrases({ words, name, isVerb }: GoesWith, isOne: boolean): AllPhrases {
  if (!isVerb) return named(words, isOne ? UNLISTED.suiting_one : UNLISTED.suiting);
  const { verb } = named(words, UNLISTED.working);
  return { ...NONE, verb, not: named(name, UNLISTED.working).not };
}

/** A name without its first word where a value is a code that begins with it: an "IP65" rating. */
const withoutCode = (name: string, value: string): string => {
  const [, first = '', rest = ''] = /^(\p{L}{2,3}) (.+)$/u.exec(name) ?? [];
  const [code = ''] = /^\p{L}+(?= ?\d)/u.exec(value) ?? [];
  return first !== '' && code.toLowerCase() === first ? rest : name;
};

/** Phrases a value of a closed set is said with. */
function choicePhrases(field: string, value: string): AllPhrases {
  if (LISTS_FEATURES.test(field)) return UNLISTED.feature;
  const suited = goesWith(field);
  if (suited !== null) return suitedPhrases(suited, namesOneThing(value));
  const core = thingOf(field);
  if (BARE.test(core)) return isQuality(field, value) ? UNLISTED.measured : UNLISTED.kind;
  if (ORIGIN.test(core) && !/\d/.test(value)) return UNLISTED.origin;
  if (MEASURE.test(core) && !/\d/.test(value))
    return MEASURED.test(value) ? UNLISTED.measured : named(core, UNLISTED.measure);
  // "From the Smart Series series" says it twice.
  const line = coreOf(field);
  if (LINE.test(line))
    return value.toLowerCase().split(/\s+/).includes(lastOf(line)) ? UNLISTED.whole_line : named(line, UNLISTED.line);
  // "With a 2 SIM SIM" says it twice.
  if (tokensOf(value).some((word) => singularOf(word) === singularOf(lastOf(core))))
    return /^\d/.test(value) || isInPlural(value) || isUncounted(core) ? UNLISTED.feature : UNLISTED.one_feature;
  const several = asWritten(withoutCode(OF_MANY.has(lastOf(core)) ? `${core}s` : core, value), field);
  // How many there are of what its name says one of: nobody knows that, or looks for it.
  if (BARE_COUNT.test(value) && !PLURAL.test(several)) return NONE;
  const name = value === '1' ? several.replace(/\p{Ll}+$/u, singularOf) : several;
  const isOne = !PLURAL.test(several) && !isUncounted(several);
  return named(name, isOne ? UNLISTED.choice : UNLISTED.choice_of_several);
}

const VALUE_BLANK = /\{(a )?v(?: \p{L}+)?\}/gu;
const quoted = (text: string) =>
  text.replace(VALUE_BLANK, (_, one?: string) => (one === undefined ? '"{v}"' : '{a v quoted}'));

/** Phrases that quote the value: 'with a "Rullekrave" collar'. */
const quotedIn = ({ before, after, verb, not }: AllPhrases): AllPhrases => ({
  before: before.map(quoted),
  after: after.map(quoted),
  verb: verb.map(quoted),
  not: not.map(quoted),
});

/** A yes or no that tasks state in English, whatever word the listing has for it. */
const isEnglishFlag = (value: string): boolean => flagInEnglish(value) === value;

const generics = ofLexicon(() => new Map<string, FieldPolicy>());

/** Words for a field that the lexicon has none for, made from its name. */
function genericPolicy(field: string): FieldPolicy {
  let policy = generics.get(field);
  if (policy === undefined) {
    const entry = FIELDS.get(field);
    const own = entry === undefined ? new Map<string, Phrases>() : ownPhrases(field, entry);
    policy = {
      field,
      persona: false,
      clarification: false,
      negative: false,
      filler: false,
      say: holdsNames(field) || (isForeignName(field) && !isForeignShop()) ? 'name' : 'plain',
      phrases(value) {
        if (isUnasked(canonicalField(field))) return NONE;
        const language = otherLanguage();
        if (language !== null) return { ...NONE, after: [language.said.choice], not: [language.said.choice] };
        const listed = own.get(formIn(field, value));
        // What a foreign shop states of a field with an English name is said by that name, in whatever letters.
        if (isForeignName(field) || (isInForeignLetters(value) && !isForeignShop())) {
          if (isQuality(field, value))
            return listed === undefined ? UNLISTED.measured : besides(value, listed, UNLISTED.measured);
          const asListed = named(
            field,
            flagOf(value) === true && isEnglishFlag(value) ? UNLISTED.foreign_flag : UNLISTED.foreign,
          );
          return listed === undefined ? asListed : besides(value, listed, asListed);
        }
        const flag = flagOf(value);
        const general = flag === null ? choicePhrases(field, value) : flagPhrases(field, flag);
        const said = flag === null && isForeignValue(field, value) ? quotedIn(general) : general;
        return listed === undefined ? said : besides(value, listed, said);
      },
    };
    generics.set(field, policy);
  }
  return policy;
}

/** Values that the lexicon has for its fields, by field, in all ways that it writes them. */
const LISTED: ReadonlyMap<string, ReadonlySet<string>> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].map(([field, { values, spellings }]) => {
        const written = Object.entries(values).flatMap(([value, { also = [] }]) => [value, ...also]);
        return [field, new Set([...written, ...spellings].map(normaliseValue))] as const;
      }),
    ),
);

/** Ends of names of fields whose values are kinds, though most of them are said as names: "USB" of a Connector Type. */
const OF_KINDS = new Set(englishWords('field name: of kinds'));
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Tells whether a value of a field of the lexicon is none that an English sentence can use, in a shop that is not English. */
const isUnknownValue = ({ field, say }: FieldPolicy, value: string): boolean =>
  (!saysNames(say) || (OF_KINDS.has(lastOf(field).toLowerCase()) && BEYOND_ASCII.test(value))) &&
  flagOf(value) === null &&
  LISTED.get(field)?.has(normaliseValue(value)) !== true &&
  isForeignValue(field, value);

/** Values that some field has before the noun, as the lexicon writes them: colors, shapes, patterns. */
const BEFORE_NOUNS: ReadonlySet<string> = ofLexicon(
  () =>
    new Set(
      [...FIELDS].flatMap(([field, { say, values }]) =>
        (say?.before ?? []).some((pattern) => pattern === '{v}') && !saysNames(say?.as)
          ? Object.keys(values).flatMap((value) =>
              (WORDS.get(field)?.phrases(value).before ?? []).length > 0 ? normaliseValue(value) : [],
            )
          : [],
      ),
    ),
);

/** Tells whether an English value of a foreign shop says by itself how a product is, under a name that has no English words or says nothing: a "dry" wine. */
function isQuality(field: string, value: string): boolean {
  if (!isForeignShop() || flagOf(value) !== null || /\d/.test(value) || !isInKnownWords(value)) return false;
  if (!isForeignName(field) && !BARE.test(thingOf(field))) return false;
  return isAdjective(tokensOf(value).join(' ')) || BEFORE_NOUNS.has(normaliseValue(value));
}

/** Tells whether a value of a foreign shop is quoted, for it or its field has no English words. */
export function isQuoted(field: string, value: string): boolean {
  if (!isForeignShop()) return false;
  const policy = wordsOf(field);
  if (policy !== undefined) return isUnknownValue(policy, value);
  return (isForeignName(field) && !isQuality(field, value)) || isForeignValue(field, value);
}

/** Tells whether texts of a foreign shop quote a value, or the name of its field. */
export const isToldInQuotes = (field: string, value: string): boolean =>
  isForeignShop() &&
  ((isQuoted(field, value) && flagOf(value) === null) || (isForeignName(field) && !isQuality(field, value)));

/** The words of the lexicon for a field: of a foreign shop, those for the one that the tables of its language name in English. */
function wordsOf(field: string): FieldPolicy | undefined {
  const own = WORDS.get(field);
  if (own !== undefined || FIELDS.has(field) || !isForeignShop()) return own;
  const name = nameGiven(field);
  return name === undefined ? undefined : WORDS.get(canonicalField(name));
}

/** Words that a field's values are said with, whether the lexicon knows it or not. */
export const wordsFor = (field: string): FieldPolicy => wordsOf(field) ?? genericPolicy(field);
