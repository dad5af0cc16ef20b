import { type Check, quoted } from './judgement.ts';

const SIZE_UNIT = String.raw`(?:"|”|″|''|'|in\.?|inch(?:es)?|cm|mm|m|ft\.?|feet|foot|yards?|yd|oz\.?|ounces?|fl\.? oz\.?|fluid ounces?|ml|milliliters?|l|liters?|g|grams?|kg|lbs?|pounds?|gallons?|quarts?|qt|cups?|carats?|years?|months?|t|y|meters?|centimeters?|millimeters?|gb|tb|eu|us|uk|w|watts?|sheets|pages)`;
const MEASURED = new RegExp(String.raw`\d\s*-?\s*${SIZE_UNIT}(?![a-z])`, 'i');
/** Words that stand beside a measure: "16 Inch Length". */
const MEASURE_WORD =
  /^(?:inch|inches|feet|foot|ounces?|fluid|pounds?|grams?|yards?|meters?|liters?|gallons?|quarts?|cups?|years?|months?|long|wide|length|width|height|depth|diameter|small|medium|large|extra|within|pack|count|and|queen|king|twin|full|size|bottle|square|round|tall|thick|sheets|pages|carats?|centimeters?|millimeters?|milliliters?|watts?|lbs|one|set|for|diag|diagonal|waist|neck|chest)$/i;
const SIZE_WORDS =
  /^(?:(?:x{0,3}|\d{1,2}x)-?\s?(?:small|large|s|m|l)|xx?s|xx?x?l|\d{1,2}xl?|small|medium|large|extra (?:small|large)|mini|compact|standard|regular|petite|tall|plus|full size|travel size|travel|jumbo|oversized|big|king|california king|cal king|queen|twin|twin xl|full|double|single|crib|toddler|letter|legal|tabloid|ledger|a\d|b\d|slim|wide|narrow|short|long|half|pocket|junior|adult|kids?|youth|baby|newborn|infant|adjustable|universal|deluxe|family|party|value|trial|starter|set|one piece|two piece|square|round|rectangle|runner|plus|front|rear|pair|single)(?:[\s/-]+(?:small|medium|large|wide|narrow|tall|size|long|short|x-large|m|l|xl|set|edition|pack|bundle|kit|box|length|width|fit|pair|bench|seat|row))*$/i;
const SHOE_SIZE =
  /^(?:(?:us|eu|uk)\s?)?\d{1,2}(?:\.5)?(?:\s?(?:us|eu|uk|wide|narrow|x-wide|w|d|b|ee|m|little kid|big kid|toddler|women|men))+$/i;
/** A number of something a product has: "2 Person", "60 Percent". */
const COUNTED_PART =
  /^\d{1,4}(?:\.\d)?[\s-]?(?:persons?|people|percent|%|tiers?|drawers?|shelf|shelves|slots?|pockets?|outlets?|bays?|ports?|strings?|holes?|pages?|ply|compartments?|seats?|seaters?|rings?|keys?|doors?|players?|seasons?|panels?|layers?|channels?|wicks?|notes?)$/i;
const COUNT_ONLY =
  /^\W*\d+\s*-?\s*(?:packs?|pcs?|pieces?|counts?|ct|sets?|units?|piece set)\b.*$|^(?:pack|set|box|case) of \d+$|^\d+ ?pk$/i;
const DIMENSIONS_WITHOUT_UNIT = /^\d+(?:\.\d+)?(?:\s*[x×*]\s*\d+(?:\.\d+)?)+$/i;

/**
 * Judges a Size, the field with the widest use: a measure, dimensions with a unit, a size by name ("Queen", "XL", "US 8") or
 * a number of parts. A number of items is another field, and dimensions without a unit cannot be checked.
 */
export const size: Check = ({ option, lower, words }) => {
  if (COUNT_ONLY.test(option) && !/ounce|fl/.test(lower))
    return `foreign_to_field: ${quoted(option)} is a number of items, not a Size`;
  if (DIMENSIONS_WITHOUT_UNIT.test(option)) return `no_unit: ${quoted(option)} are dimensions without a unit`;
  if (MEASURED.test(option)) {
    const strange = (option.match(/\p{L}{3,}/gu) ?? []).filter((word) => !MEASURE_WORD.test(word));
    return strange.length > 1 ? `foreign_to_field: ${quoted(option)} says more than a Size` : null;
  }
  const bare = option.replace(/\s*\([^)]*\)$/, '');
  if (SIZE_WORDS.test(bare) || SHOE_SIZE.test(option) || COUNTED_PART.test(option)) return null;
  return words.length === 1 && /^\d{1,2}(?:\.5)?$/.test(option)
    ? `no_unit: ${quoted(option)} is a Size without a unit`
    : `foreign_to_field: ${quoted(option)} names no Size`;
};
