import { type Check, quoted } from './judgement.ts';
import { SIZES } from './reading.ts';

const { units, beside, names, endings, shoes, parts, items } = SIZES;
const oneOf = (words: readonly string[]) => `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})`;

/** A number with a unit, be it a word or a sign: `5.5"`, "6-Feet", "2 L". */
const MEASURED = new RegExp(String.raw`\d\s*-?\s*(?:["”″']|${oneOf(units)}(?![a-z]))`, 'i');
const BESIDE = new Set(beside);
const NAMED = new RegExp(`^${oneOf(names)}(?:[\\s/-]+${oneOf(endings)})*$`, 'i');
const SHOE = new RegExp(String.raw`^(?:(?:us|eu|uk)\s?)?\d{1,2}(?:\.5)?(?:\s?${oneOf(shoes)})+$`, 'i');
/** A number of something a product has: "2 Person", "60%". */
const COUNTED_PARTS = new RegExp(String.raw`^\d{1,4}(?:\.\d)?[\s-]?(?:%|${oneOf(parts)})$`, 'i');
const COUNTED_ITEMS = new RegExp(
  String.raw`^\W*\d+\s*-?\s*${oneOf(items)}(?![a-z]).*$|^(?:pack|set|box|case) of \d+$`,
  'i',
);
const BARE_DIMENSIONS = /^\d+(?:\.\d+)?(?:\s*[x×*]\s*\d+(?:\.\d+)?)+$/i;
const BARE_NUMBER = /^\d{1,2}(?:\.5)?$/;

/**
 * Judges a Size, the field with the widest use: a measure, dimensions with a unit, a size by name ("Queen", "XL", "US 8")
 * or a number of parts. A number of items is another field; dimensions without a unit cannot be checked.
 */
export const size: Check = ({ option, lower }) => {
  if (COUNTED_ITEMS.test(option) && !lower.includes('ounce') && !lower.includes('fl')) {
    return `foreign_to_field: ${quoted(option)} is a number of items, not a Size`;
  }
  if (BARE_DIMENSIONS.test(option)) return `no_unit: ${quoted(option)} are dimensions without a unit`;
  if (MEASURED.test(option)) {
    const strange = (lower.match(/\p{L}{3,}/gu) ?? []).filter((word) => !BESIDE.has(word));
    return strange.length > 1 ? `foreign_to_field: ${quoted(option)} says more than a Size` : null;
  }
  const bare = option.replace(/\s*\([^)]*\)$/, '');
  if (NAMED.test(bare) || SHOE.test(option) || COUNTED_PARTS.test(option)) return null;
  return BARE_NUMBER.test(option)
    ? `no_unit: ${quoted(option)} is a Size without a unit`
    : `foreign_to_field: ${quoted(option)} names no Size`;
};
