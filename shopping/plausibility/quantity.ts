import { englishExpression, englishPattern, FIELDS, ofLexicon, type Quantity } from '../../lexicon/index.ts';
import { inBase } from '../../text/measure.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { amountIn } from '../quantities/amount.ts';
import { type Candidate, type Check, quoted } from './judgement.ts';
import { SIZES } from './reading.ts';

const near = (one: number, other: number) => Math.abs(one - other) < 1e-9 * Math.max(1, other);

/** Tells whether an amount is one of those sold: 1,128 GB is two drives added up. */
function isSold(amount: number, { sold }: Quantity): boolean {
  const range = sold.find(({ to }) => to === undefined || amount <= to);
  if (range === undefined || (range.every.length === 0 && range.also.length === 0)) return true;
  return (
    range.every.some((step) => near(amount, Math.round(amount / step) * step)) ||
    range.also.some((size) => near(amount, size))
  );
}

function judgeAmount({ field, option }: Candidate, known: Quantity): string | null {
  const norm = normaliseValue(option);
  const found = amountIn(field, norm);
  if ('lacks' in found)
    return found.lacks === 'unit'
      ? `no_unit: ${quoted(option)} has no unit of a ${field}`
      : `no_number: ${quoted(option)} is no ${field}, or says more than one`;
  const amount = inBase(found.amount, found.unit ?? known.unit) / inBase(1, known.unit);
  if (amount < known.from || amount > known.to) return `out_of_range: ${quoted(option)} is no ${field} anyone makes`;
  return isSold(amount, known) ? null : `odd_size: ${quoted(option)} is no ${field} anyone sells`;
}

const COUNT = englishExpression('quantity: count', 'i');
const UNIT_COUNT = englishExpression('quantity: unit count', 'i');

/** Parses the fields that are quantities: a number, a unit of the field, within what exists and is sold. */
export const quantity: Check = (candidate) => {
  const { field, option, language } = candidate;
  const { kind, quantity: known } = FIELDS.get(field) ?? {};
  // Values that are said to be names are no amounts, whatever the field is elsewhere.
  if (kind !== undefined && kind !== 'quantity') return null;
  if (known !== undefined) return language === 'any' && /\d/.test(option) ? null : judgeAmount(candidate, known);
  switch (field) {
    case 'Size':
      return language === 'en' ? size(candidate) : null;
    case 'Number of Items':
      return COUNT.test(option) && Number(/\d+/.exec(option)) > 0
        ? null
        : `no_number: ${quoted(option)} is no number of items`;
    case 'Unit Count':
      return UNIT_COUNT.test(option) || language === 'any'
        ? null
        : `no_unit: ${quoted(option)} is no count with a unit`;
    default:
      return null;
  }
};

/** Fields a quantity check decides; the checks made for words do not apply to them. */
export const QUANTITY_FIELDS: ReadonlySet<string> = ofLexicon(
  () =>
    new Set([
      ...[...FIELDS].flatMap(([field, { quantity: known }]) => (known === undefined ? [] : [field])),
      'Size',
      'Number of Items',
      'Unit Count',
    ]),
);

const MEASURE = englishExpression('quantity: measure', 'i');
/** Fields of words in which a bare measure still says something ("3.5mm", "2.4 GHz", "0.5 mm"). */
const MEASURES_BELONG = new Set([
  'Connector Type',
  'Connectivity Technology',
  'Wireless Type',
  'Point Type',
  'Line Size',
  'Sheet Size',
  'Processor',
  'Form Factor',
  'Video Capture Resolution',
  'Display Resolution',
  'Age Range (Description)',
  'Hardware Interface',
  'Graphics Description',
  'Brand',
]);

/** Finds a measure where words belong: "32GB" among devices, "128MB" as a colour. */
export const misplacedMeasure: Check = ({ field, option, vocabulary }) =>
  vocabulary !== undefined &&
  !MEASURES_BELONG.has(field) &&
  option.split(/[&/]|\band\b/).every((part) => MEASURE.test(part.trim()))
    ? `foreign_to_field: ${quoted(option)} is a measure, not a ${field}`
    : null;

const { units: sizeUnits, beside, names, endings, shoes, systems, wearers, parts, items } = SIZES;
const oneOf = (words: readonly string[]) => `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})`;

/** A number with a unit, be it a word or a sign: `5.5"`, "6-Feet", "2 L". */
const MEASURED = new RegExp(String.raw`\d\s*-?\s*(?:["”″']|${oneOf(sizeUnits)}(?![a-z]))`, 'i');
const BESIDE = new Set(beside);
const NAMED = new RegExp(`^${oneOf(names)}(?:[\\s/-]+${oneOf(endings)})*$`, 'i');
const SHOE = new RegExp(String.raw`^(?:(?:us|eu|uk)\s?)?\d{1,2}(?:\.5)?(?:\s?${oneOf(shoes)})+$`, 'i');
/** A number as people wear it: "41", "7.5", "36-38". */
const WORN = String.raw`\d{1,3}(?:\.5)?(?:\s?[-–]\s?\d{1,3}(?:\.5)?)?`;
/** Such a number of a system, or of those who wear it: "EU 41", "women's 8", "men's US 9.5". */
const OF_SYSTEM = new RegExp(
  String.raw`^(?:${oneOf(wearers)}\s(?:${oneOf(systems)}\s?)?|${oneOf(systems)}[\s-]?)${WORN}(?:\s${oneOf([...shoes, ...wearers])})*$`,
  'i',
);
/** Tells whether a value is a size of a system, or the same size in several: "EU 41 / UK 7.5". */
const isOfSystems = (option: string): boolean =>
  option.split(/\s*[/|,]\s*/).every((one) => OF_SYSTEM.test(one) || SHOE.test(one));

/** A number of something a product has: "2 Person", "60%". */
const COUNTED_PARTS = new RegExp(String.raw`^\d{1,4}(?:\.\d)?[\s-]?(?:%|${oneOf(parts)})$`, 'i');
const COUNTED_ITEMS = new RegExp(englishPattern('quantity: counted items', { ITEMS: oneOf(items) }), 'i');
/** Tells whether a value is width, depth and height, more than one of them to the tenth: `23.6"W x 15.7"D x 29.3"H`. */
function isBodyMeasured(option: string): boolean {
  const measures = option.split(/[x×*]\s*(?=\d)/i);
  return measures.length > 2 && measures.filter((measure) => /\d\.\d/.test(measure)).length > 1;
}

const BARE_DIMENSIONS = /^\d+(?:\.\d+)?(?:\s*[x×*]\s*\d+(?:\.\d+)?)+$/i;
export const BARE_NUMBER = /^\d{1,2}(?:\.5)?$/;
/** Fewest numbers without a unit that are sizes of one thing: shoes come in 7, 7.5 and 8. */
export const LEAST_NUMBERED = 3;

/**
 * Tells whether a value is a numbered size: one of several a product comes in, or on a shelf of such sizes. Alone a
 * number may count anything.
 */
export const isNumberedSize = (
  field: string,
  option: string,
  options: readonly string[],
  isOnShelf: boolean,
): boolean =>
  field === 'Size' &&
  BARE_NUMBER.test(option) &&
  (isOnShelf || options.filter((other) => BARE_NUMBER.test(other)).length >= LEAST_NUMBERED);

/**
 * Judges a Size, the field with the widest use: a measure, dimensions with a unit, a size by name ("Queen", "XL", "US 8")
 * or a number of parts. A number of items is another field; dimensions without a unit cannot be checked.
 */
const size: Check = ({ option, lower }) => {
  if (COUNTED_ITEMS.test(option) && !lower.includes('ounce') && !lower.includes('fl')) {
    return `foreign_to_field: ${quoted(option)} is a number of items, not a Size`;
  }
  if (BARE_DIMENSIONS.test(option)) return `no_unit: ${quoted(option)} are dimensions without a unit`;
  if (isBodyMeasured(option)) return `exact_size: ${quoted(option)} is what its body measures, which nobody asks for`;
  if (MEASURED.test(option)) {
    const strange = (lower.match(/\p{L}{3,}/gu) ?? []).filter((word) => !BESIDE.has(word));
    return strange.length > 1 ? `foreign_to_field: ${quoted(option)} says more than a Size` : null;
  }
  const bare = option.replace(/\s*\([^)]*\)$/, '');
  if (NAMED.test(bare) || isOfSystems(bare) || COUNTED_PARTS.test(option)) return null;
  return BARE_NUMBER.test(option)
    ? `no_unit: ${quoted(option)} is a Size without a unit`
    : `foreign_to_field: ${quoted(option)} names no Size`;
};
