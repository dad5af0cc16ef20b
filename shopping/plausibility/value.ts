import { formIn, KNOWN_FIELDS } from '../../catalog/index.ts';
import { englishExpression, englishWords, FIELDS, ofLexicon } from '../../lexicon/index.ts';
import { memoisedFacts } from '../../text/cache/memoised.ts';
import { normaliseText, normaliseValue, tokensOf } from '../../text/normalise.ts';
import { ownValue } from '../../text/own-value.ts';
import { belonging } from './belonging.ts';
import { code, codedName, variant } from './code.ts';
import { fragment, repetition } from './fragment.ts';
import { type Candidate, type CatalogLanguage, type Check, quoted } from './judgement.ts';
import { foreignLanguage, foreignWords, instruction, length, markup, prose, rawNoise } from './prose.ts';
import { isNumberedSize, misplacedMeasure, QUANTITY_FIELDS, quantity } from './quantity.ts';
import { PHRASES, VOCABULARY } from './reading.ts';

export interface ValueInContext {
  readonly field: string;
  /** One whole option, cleaned. */
  readonly option: string;
  /** All that the product states for the field, where that is known. */
  readonly options?: readonly string[];
  /** True on a shelf whose sizes are numbers. */
  readonly hasNumberedSizes?: boolean;
  /** The raw value it was read from, as it stands in the catalog. */
  readonly rawValue: string;
  readonly productId: string;
  readonly title: string;
  readonly brand?: string | null;
  readonly language?: CatalogLanguage;
}

/** Fields whose values are judged as what they say. Of all others (dates, part numbers) a shopper asks nothing. */
export const JUDGED_FIELDS: ReadonlySet<string> = ofLexicon(
  () => new Set([...VOCABULARY.keys(), ...QUANTITY_FIELDS, 'Brand']),
);

const FILTER_RANGE = englishExpression('value: filter range', 'iu');
/** Finds what a shop's filter offers in the place of a value: "5000 and Up", "1-500". */
const filterRange: Check = ({ option }) =>
  FILTER_RANGE.test(option) ? `filter_range: ${quoted(option)} is a range of a shop's filter` : null;

const SPOILED = englishExpression('value: spoiled by a spreadsheet', 'iu');
/** Finds ratios and fractions that a spreadsheet took for times and dates: "16:09" of 16:9, "16-Sep". */
const spoiled: Check = ({ option }) =>
  SPOILED.test(option) ? `artefact: ${quoted(option)} is a time or a date that a spreadsheet made` : null;

const PLACED_COUNT = englishExpression('value: count with a place', 'iu');
/** Finds how many of a part a product has and where, which says nothing of what it is like: "1 (Rear)" of an audio output. */
const placedCount: Check = ({ option }) =>
  PLACED_COUNT.test(option) ? `digits_only: ${quoted(option)} says how many there are, and where` : null;

const OF_ANY_SENTENCE = new Set(englishWords('words of any sentence'));
/** Finds values that any sentence may hold, which gives them away: the "can" of "if you can". */
const ofAnySentence: Check = ({ option, normalised }) =>
  OF_ANY_SENTENCE.has(normalised) ? `unsayable: ${quoted(option)} is a word of any sentence` : null;

const BOOLEAN_FIELD = englishExpression('value: yes or no field', 'i');
/** Fields whose values may be the product's own brand. */
const BRANDS_BELONG = new Set([
  'Brand',
  'Compatible Devices',
  'Compatible Phone Models',
  'Processor',
  'Graphics Coprocessor',
  'Graphics Description',
  'Operating System',
  'Hardware Platform',
  'Manufacturer',
]);

/**
 * Tells whether a field says what a product has or has not, which is as often a feature of another field: "Wireless",
 * "Microphone".
 */
const isFlag = (field: string) => FIELDS.get(field)?.values.Yes !== undefined;

/** Names of fields that no other field has for a value. */
const FIELD_NAMES: ReadonlySet<string> = ofLexicon(
  () =>
    new Set(
      KNOWN_FIELDS.filter(
        (field) => !['RAM', 'Hard Drive', 'Processor', 'Language', 'Flavor'].includes(field) && !isFlag(field),
      ).map((field) => normaliseText(field)),
    ),
);

const KIND_OF_NAME = englishExpression('value: kind of name', '');
/** For each field its name, in one word, and without its last word where that only says what kind of name it is. */
const OWN_NAMES: ReadonlyMap<string, ReadonlySet<string>> = ofLexicon(
  () =>
    new Map(
      [...VOCABULARY.keys()].map((field) => {
        const name = normaliseText(field);
        return [field, new Set([name, name.replaceAll(' ', ''), name.replace(KIND_OF_NAME, '')])];
      }),
    ),
);

const PLACEHOLDER_NORMS = new Set([...PHRASES.placeholders].map(normaliseValue));

/** Tells whether the comparison form of a value stands where there is nothing to say of a field. */
export const saysNothing = (field: string, norm: string): boolean =>
  isPlaceholder(field, norm) || (PLACEHOLDER_NORMS.has(norm) && PHRASES.placeholderAllowed[field] === undefined);

/** Tells whether a value in lower case stands where there is nothing to say of a field. */
function isPlaceholder(field: string, lower: string): boolean {
  const bare = lower.replace(/[.!*\s]+$/, '');
  const empty = !/[\p{L}\p{N}]/u.test(lower) || /^[%$]\p{L}$/u.test(lower);
  const name = `${field.toLowerCase()} `;
  const ofField = bare.startsWith(name) ? bare.slice(name.length) : bare;
  const known = empty || [bare, lower, ofField].some((text) => PHRASES.placeholders.has(text));
  return known && ownValue(PHRASES.placeholderAllowed, field)?.includes(lower) !== true;
}

const placeholder: Check = ({ field, option, lower, vocabulary, normalised }) => {
  if (isPlaceholder(field, lower)) {
    return `placeholder: ${quoted(option)} says nothing`;
  }
  if (
    lower.split(/\s*[,;/|]\s*/).every((part) => PHRASES.booleans.has(part)) &&
    !BOOLEAN_FIELD.test(field) &&
    JUDGED_FIELDS.has(field)
  ) {
    return `boolean: ${quoted(option)} answers a question nobody asked`;
  }
  if (vocabulary === undefined || vocabulary.phrases.has(normalised)) return null;
  return FIELD_NAMES.has(normalised) || OWN_NAMES.get(field)?.has(normalised) === true
    ? `placeholder: ${quoted(option)} is the name of a field`
    : null;
};

const UNWANTED = englishExpression('value: unwanted', '');
/** Values that the lexicon has words of their own for, by field and comparison form: it knows that they are asked for. */
const WORDED: ReadonlySet<string> = ofLexicon(
  () =>
    new Set(
      [...FIELDS].flatMap(([field, { values }]) =>
        Object.entries(values).flatMap(([value, { say }]) =>
          typeof say === 'object' ? [`${field}\n${formIn(field, value)}`] : [],
        ),
      ),
    ),
);
/** Finds values that a shopper would not ask for, though they are true. */
const unwanted: Check = ({ field, normalised, option }) =>
  UNWANTED.test(normalised) && !WORDED.has(`${field}\n${formIn(field, option)}`)
    ? `unwanted: nobody asks for ${quoted(option)}; a lexicon that says how, among the values of the field, has it asked for`
    : null;

/** Values that a person said nothing is to be asked about, by field and comparison form, each with the reason. */
const NEVER: ReadonlyMap<string, string> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].flatMap(([field, { never }]) =>
        Object.entries(never).map(([value, reason]) => [`${field}\n${formIn(field, value)}`, reason] as const),
      ),
    ),
);

const neverAsked: Check = ({ field, option }) => {
  const reason = NEVER.size === 0 ? undefined : NEVER.get(`${field}\n${formIn(field, option)}`);
  return reason === undefined ? null : `never_asked: ${quoted(option)} is not to be used: ${reason}`;
};

const TEXT_CHECKS: readonly Check[] = [
  placeholder,
  instruction,
  markup,
  foreignLanguage,
  fragment,
  repetition,
  variant,
  prose,
  length,
  misplacedMeasure,
  code,
  spoiled,
  unwanted,
  quantity,
  belonging,
];
const QUANTITY_CHECKS: readonly Check[] = [
  placeholder,
  instruction,
  markup,
  foreignLanguage,
  codedName,
  fragment,
  variant,
  prose,
  length,
  quantity,
];
/** Checks of fields that nobody shops by (part numbers, dates): their values are not judged beyond being readable. */
const READABLE_CHECKS: readonly Check[] = [placeholder, instruction, markup, foreignLanguage];
/** Of a field that the lexicon has no words of, a value is judged as words: what they mean there nobody knows. */
const UNKNOWN_FIELD_CHECKS: readonly Check[] = [
  ...READABLE_CHECKS,
  foreignWords,
  codedName,
  fragment,
  repetition,
  variant,
  filterRange,
  spoiled,
  placedCount,
  ofAnySentence,
  prose,
  length,
  unwanted,
];

function checksOf(field: string): readonly Check[] {
  if (QUANTITY_FIELDS.has(field)) return QUANTITY_CHECKS;
  if (JUDGED_FIELDS.has(field)) return TEXT_CHECKS;
  return FIELDS.get(field)?.asked === false ? READABLE_CHECKS : UNKNOWN_FIELD_CHECKS;
}

function judge(field: string, option: string, language: CatalogLanguage): string | null {
  const tokens = tokensOf(option);
  const candidate: Candidate = {
    field,
    option,
    language,
    lower: option.toLowerCase(),
    words: option.split(/\s+/),
    tokens,
    normalised: tokens.join(' '),
    vocabulary: VOCABULARY.get(field),
  };
  for (const check of [neverAsked, ...checksOf(field)]) {
    const reason = check(candidate);
    if (reason !== null) return reason;
  }
  return null;
}

/** A catalog says the same few thousand things over and over. */
const MOST_FACTS = 25_000;
const judged = {
  en: memoisedFacts(MOST_FACTS, (field: string, option) => judge(field, option, 'en')),
  any: memoisedFacts(MOST_FACTS, (field: string, option) => judge(field, option, 'any')),
} satisfies Record<CatalogLanguage, unknown>;

const sameText = (a: string, b: string) => a.length === b.length && a.toLowerCase() === b.toLowerCase();

const BRAND_DECORATION = /^(?:\p{Lu}{1,2}-?)?\p{Lu}{0,3}\d+[-\s]+(?=\p{L})|[-_\s]\p{Lu}?\d{1,3}$/u;

/** A brand with a variant code tied to it, shown by the title, which has the brand alone. */
function decoratedBrand(brand: string, title: string): string | null {
  const bare = brand.replace(BRAND_DECORATION, '');
  if (bare === brand || bare.length < 3 || title.includes(brand)) return null;
  return title.includes(bare) ? `code: ${quoted(brand)} is "${bare}" with a variant code` : null;
}

/**
 * Why a value cannot be made a requirement, judged without the rest of the catalog, or null. Reasons read
 * "code: sentence"; the code before the colon is stable. `option` is expected to be clean (cleanText); noise that
 * cleaning removes is looked for in `rawValue`.
 */
export function implausibleValue({
  field,
  option,
  options = [],
  hasNumberedSizes = false,
  rawValue,
  productId,
  title,
  brand,
  language = 'en',
}: ValueInContext): string | null {
  if (JUDGED_FIELDS.has(field) && sameText(option, productId))
    return `equals_id: ${quoted(option)} is the product's id`;
  if (sameText(option, title)) return `equals_title: ${quoted(option)} is the product's title`;
  const hidden = rawValue === option ? null : rawNoise(rawValue);
  if (hidden !== null) return hidden;
  const reason = isNumberedSize(field, option, options, hasNumberedSizes) ? null : judged[language](field, option);
  if (reason !== null) return reason;
  if (field === 'Brand') return decoratedBrand(option, title);
  if (
    brand !== undefined &&
    brand !== null &&
    VOCABULARY.has(field) &&
    !BRANDS_BELONG.has(field) &&
    sameText(option, brand)
  ) {
    const own = VOCABULARY.get(field)?.phrases.has(normaliseText(option)) === true;
    if (!own) return `equals_brand: ${quoted(option)} is the brand`;
  }
  return null;
}
