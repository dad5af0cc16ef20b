import { englishExpression, FIELDS, ofLexicon } from '../../lexicon/index.ts';
import { memoisedFacts } from '../../text/cache/memoised.ts';
import { flagOf } from '../../text/flags.ts';
import { findMentions } from '../../text/mentions.ts';
import { formatMoney, grouped, minorUnitsOf } from '../../text/money.ts';
import { containsWords, normaliseValue, tokensOf } from '../../text/normalise.ts';
import { stemOf } from '../../text/stem.ts';
import { detailFieldOf, type NumericRange, type Requirement } from '../kinds/index.ts';
import { isInPlural } from '../nouns/noun-words.ts';
import { isQuoted, wordsFor } from './field-policy.ts';
import { headStemOf } from './goods.ts';
import { quantityPhrases } from './quantity-words.ts';
import { fill, listed, type Say, spoken } from './speech.ts';

/**
 * One way to say a requirement: `before` or `after` the noun phrase, in its place (`noun`), as a base-form `verb` phrase, or
 * `not` after "nothing" and "anything".
 */
export interface Piece {
  readonly place: 'before' | 'noun' | 'after' | 'verb' | 'not';
  readonly text: string;
}

export const pieces = (place: Piece['place'], texts: readonly string[]): Piece[] =>
  texts.map((text) => ({ place, text }));

/** A plain count; "16 Fl Oz" is an amount, not a count. */
const COUNTED = englishExpression('pieces: counted', 'i');

/** Values of the lexicon by the ways rows write them, by field. */
const LISTED: ReadonlyMap<string, string> = ofLexicon(
  () =>
    new Map(
      [...FIELDS].flatMap(([field, { values }]) =>
        Object.entries(values).flatMap(([value, { also = [] }]) =>
          [...also, value].map((way) => [`${field}\n${normaliseValue(way)}`, value] as const),
        ),
      ),
    ),
);

/** A value as the lexicon writes it, where it knows the value: "easy to use" of a row's "Easy Use". */
export const asListed = (field: string, value: string): string =>
  LISTED.get(`${field}\n${normaliseValue(value)}`) ?? value;

/** Patterns that say what a product is, and not what it has. */
const SAYS_KIND = englishExpression('pieces: says kind', '');

/** A value that says what the product is and ends in its noun phrase, to be said in its place: "small hair claw". */
function nounPieces(said: string, patterns: readonly string[], noun: string | undefined): Piece[] {
  if (noun === undefined || !patterns.some((pattern) => SAYS_KIND.test(pattern))) return [];
  const isLonger = said.toLowerCase().endsWith(` ${noun.toLowerCase()}`);
  return isLonger ? pieces('noun', [said.slice(0, -noun.length) + noun]) : [];
}

/**
 * Words said before a noun phrase, in one with it where they end as the noun phrase begins: "LG Nexus 5X" and
 * "Nexus 5X case" are an "LG Nexus 5X case".
 */
function beforeOrWith(said: string, noun: string | undefined): Piece {
  const words = said.split(' ');
  const own = noun?.split(' ') ?? [];
  const shared = words.findLastIndex((_, at) => {
    const end = words.slice(at).join(' ').toLowerCase();
    return (
      words.length - at <= own.length &&
      end ===
        own
          .slice(0, words.length - at)
          .join(' ')
          .toLowerCase()
    );
  });
  return shared < 0
    ? { place: 'before', text: said }
    : { place: 'noun', text: [...words.slice(0, shared), ...own].join(' ') };
}

/** Tells whether words before a noun phrase say a word of it twice: a "machine-washable washable bag". */
const doubles = ({ place, text }: Piece, noun = ''): boolean => {
  const stems = new Set(tokensOf(noun).map(stemOf));
  return place === 'before' && tokensOf(text).some((token) => stems.has(stemOf(token)));
};

/** The way in which a value is said; what is quoted stands as it is written. */
const wayOf = (field: string, value: string): Say => (isQuoted(field, value) ? 'name' : wordsFor(field).say);

function attributePieces(field: string, value: string, noun: string | undefined): Piece[] {
  const policy = wordsFor(field);
  if (policy.say === 'number' && !COUNTED.test(value)) return [];
  const { before, after, verb } = policy.phrases(value);
  const isSeveral = noun !== undefined && isInPlural(noun);
  const way = wayOf(field, value);
  const say = (pattern: string) =>
    fill(isSeveral ? pattern.replace('{a v one}', '{v plain}') : pattern, asListed(field, value), way);
  // A lens has no lens that is wide-angle: it is one. A TV that runs Google TV is none.
  const isPart =
    noun !== undefined &&
    before.length === 0 &&
    [...after, ...verb].every((pattern) => names(pattern.replace(asListed(field, value), ''), noun));
  // Nobody asks for a TV with a smart TV, nor for a yes TV.
  if (isPart) return flagOf(value) === null ? pieces('before', [say('{v}')]) : [];
  const isOtherwise = after.length + verb.length > 0;
  return [
    ...before
      .map((pattern) => beforeOrWith(say(pattern), noun))
      .filter((piece) => !isOtherwise || !doubles(piece, noun)),
    ...nounPieces(say(isSeveral ? '{v plain}' : '{v one}'), [...after, ...verb], noun),
    ...pieces('after', after.map(say)),
    ...pieces('verb', verb.map(say)),
  ];
}

/** Values whose phrases are remembered, of a noun or of any: catalogs state the same ones over and over. */
const VALUES_KEPT = 20_000;

/** The phrases of a value by the field, with the noun phrase of the product behind a line break where there is one. */
const knownPieces = memoisedFacts(VALUES_KEPT, (asked: string, value): readonly Piece[] => {
  const [field = '', noun] = asked.split('\n');
  return attributePieces(field, value, noun);
});

/** Tells whether requests say a value of a product in the words that it is written in, and not "easy to clean" of "easy clean". */
export const isSaidAsWritten = (field: string, value: string, noun: string): boolean =>
  saidAsWritten(`${field}\n${noun}`, value);

const saidAsWritten = memoisedFacts(VALUES_KEPT, (asked: string, value): boolean =>
  knownPieces(asked, value).some(({ text }) => containsWords(text, value)),
);

/** Tells whether a pattern's own words name what a noun phrase does. */
const names = (pattern: string, noun: string): boolean =>
  tokensOf(pattern.replace(/\{[^}]*\}/g, '')).some((token) => stemOf(token) === headStemOf(noun));

/**
 * Phrases that follow "nothing" for the excluded values: said together where one pattern fits them all, else one by
 * one.
 */
function exclusionPieces(field: string, excluded: readonly string[]): Piece[] {
  const policy = wordsFor(field);
  const own = excluded.map((value) => policy.phrases(value).not);
  const [patterns = [], ...others] = own;
  if (others.every((other) => other.join() === patterns.join())) {
    const said = excluded.map((value) => spoken(asListed(field, value), wayOf(field, value)));
    // Of a foreign shop each is quoted for itself.
    const together = excluded.some((value) => isQuoted(field, value)) ? said.join('" or "') : listed(said, 'or');
    const texts = patterns.map((pattern) => fill(pattern, together, 'name'));
    // A word that all values end with is said once, and what is left of one may be something else.
    const isSaid = (text: string) => excluded.every((value) => findMentions(text, value, field).length > 0);
    if (texts.every(isSaid)) return pieces('not', texts);
  }
  return pieces('not', [
    listed(
      excluded.map((value, index) => fill(own[index]?.[0] ?? '', asListed(field, value), wayOf(field, value))),
      'or',
    ),
  ]);
}

/** 4.5 stays 4.5, 4 is said as 4; counts get thousands separators. */
const plainNumber = (value: number) => (Number.isInteger(value) ? grouped(String(value)) : String(value));

function numericPieces(field: string, { min, max }: NumericRange, currency: string): Piece[] {
  if (field === 'average_rating' && min !== undefined) {
    const stars = plainNumber(min);
    return [
      ...pieces('after', [`rated ${stars} stars or higher`, `with at least ${stars} stars`]),
      ...pieces('verb', [
        `have at least ${stars} stars`,
        `be rated ${stars} stars or better`,
        `be rated at least ${stars} stars`,
      ]),
    ];
  }
  if (field === 'rating_number' && min !== undefined) {
    const count = plainNumber(min);
    return [
      ...pieces('after', [`with at least ${count} ratings`, `with ${count} or more ratings`]),
      ...pieces('verb', [`have at least ${count} ratings`, `have been rated by at least ${count} people`]),
    ];
  }
  if (field === 'price' && min !== undefined) {
    const from = formatMoney(min * minorUnitsOf(currency), currency);
    if (max === undefined) {
      return [
        ...pieces('after', [`for ${from} or more`, `priced at ${from} or higher`]),
        ...pieces('verb', [`cost at least ${from}`, `be priced at ${from} or more`]),
      ];
    }
    const to = formatMoney(max * minorUnitsOf(currency), currency);
    return [
      ...pieces('after', [`for between ${from} and ${to}`, `priced from ${from} to ${to}`]),
      ...pieces('verb', [`cost between ${from} and ${to}`, `be priced from ${from} to ${to}`]),
    ];
  }
  if (field === 'price' && max !== undefined) {
    const price = formatMoney(max * minorUnitsOf(currency), currency);
    return [
      ...pieces('after', [`for no more than ${price}`, `for ${price} at most`]),
      ...pieces('verb', [`cost no more than ${price}`, `be priced at ${price} or less`, `cost ${price} or less`]),
    ];
  }
  return [];
}

/** Every way to say a requirement outright, of a product of a noun phrase or of any; empty where there are no words for it. */
export function piecesFor(rubric: Requirement, currency: string, noun?: string): readonly Piece[] {
  const field = detailFieldOf(rubric.field);
  if (rubric.type === 'attribute_match' && field !== null) {
    const [value, ...more] = [rubric.expected_value].flat();
    return value !== undefined && more.length === 0
      ? knownPieces(noun === undefined ? field : `${field}\n${noun}`, value)
      : [];
  }
  if (rubric.type === 'negative_attribute' && field !== null) return exclusionPieces(field, rubric.expected_value);
  if (rubric.type !== 'numeric_range') return [];
  if (field === null) return numericPieces(rubric.field, rubric.expected_value, currency);
  const { before, after, verb } = quantityPhrases(field, rubric.expected_value, noun);
  return [...pieces('before', before), ...pieces('after', after), ...pieces('verb', verb)];
}
