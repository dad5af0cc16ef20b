import { ownValue } from '../../text/own-value.ts';
import { sizesIn } from '../../text/units.ts';
import { type Candidate, type Check, quoted } from './judgement.ts';
import { SIZES } from './reading.ts';

const NUMBER = String.raw`((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)`;
const AMOUNT = new RegExp(`^(?:up to |about |approx\\.? )?${NUMBER}\\s*-?\\s*(.*)$`);
/** "50 to 60 inches", "13-13.3 in": the upper end is the one that is judged. */
const RANGE = new RegExp(`^${NUMBER}\\s*[a-z"]*\\s*(?:-|–|to|~)\\s*${NUMBER}\\s*([^\\d]*?)$`);

/** Units of one quantity with their size in its base unit. */
type Units = Readonly<Record<string, number>>;

/** Units that only the field's own values have, by their spellings, with their size in the base unit. */
const units = (spellings: Readonly<Record<string, number>>): Units =>
  Object.fromEntries(
    Object.entries(spellings).flatMap(([names, factor]) => names.split('|').map((name) => [name, factor])),
  );

const INCHES = { ...sizesIn('in', ['in', 'ft', 'm', 'cm', 'mm']), ...units({ "\"|”|″|''": 1, "'": 12 }) };
const GIGABYTES = { ...sizesIn('gb', ['mb', 'gb', 'tb']), kb: 1e-6 };
const WATTS = { ...sizesIn('w', ['w', 'kw']), milliwatts: 1e-3, va: 1, horsepower: 745.7 };
const VOLTS = { ...sizesIn('v', ['v']), millivolts: 1e-3, ...units({ 'vdc|vac': 1, 'kv|kilovolts': 1000 }) };
const GRAMS = { ...sizesIn('g', ['mg', 'g', 'kg', 'oz', 'lb']), ...units({ 'ton|tons': 907_185, tonnes: 1e6 }) };
const MEGABITS = units({
  'bits per second': 1e-6,
  'kbps|kilobits per second': 1e-3,
  'kilobytes per second': 8e-3,
  'mbps|megabits per second|mt/s': 1,
  'mb/s|megabytes per second': 8,
  'gbps|gigabits per second': 1000,
  'gb/s|gigabytes per second': 8000,
  'terabits per second': 1e6,
});

interface Quantity {
  readonly units: Units;
  /** Sane bounds in the base unit, inclusive. */
  readonly from: number;
  readonly to: number;
  /** What may follow the number and its unit, in lower case. */
  readonly tail?: RegExp;
  /** Values without a number that are fine. */
  readonly words?: ReadonlySet<string>;
  /** True for a size nobody sells, in the base unit. */
  readonly odd?: (amount: number) => boolean;
}

/** Storage comes in powers of two, round decimal sizes and a few historic ones; 1,128 GB is two drives added up. */
function oddStorage(gb: number): boolean {
  const near = (value: number) => Math.abs(gb - value) < 1e-9 * Math.max(1, value);
  if (gb < 1) return ![...Array(11).keys()].some((power) => near(2 ** power / 1000)) && !near(0.5) && !near(0.25);
  const historic = [1.44, 4.7, 8.5, 9.4, 25, 36, 73, 146, 147];
  if (historic.some(near)) return false;
  if (!Number.isInteger(gb)) return !near(1.5) && !near(2.5);
  if (gb <= 64) return false;
  if (gb <= 1000) return gb % 10 !== 0 && gb % 12 !== 0 && gb % 16 !== 0;
  return gb % 100 !== 0 && gb % 250 !== 0 && gb % 256 !== 0;
}

const STORAGE_TAIL =
  /^(?:ssd|hdd|sshd|emmc|ufs|sata(?: ?(?:i{1,3}|[0-9.]+))?|nvme|pcie|m\.2|solid state(?: drive)?|mechanical(?: hard (?:disk|drive))?|hard (?:disk|drive)|hard disk drive|flash|hybrid(?: drive)?|eide|ide|scsi|sas|fusion drive|and (?:up|above)|microsd|storage|rom|[0-9]+ ?rpm|ssd \+ .*|unified storage)$/;
const MEMORY_TAIL =
  /^(?:(?:lp|g)?ddr\d?\w*|sdram|sram|dram|so-?dimm|r?dimm|udimm|ram|memory|ecc|unified|\d{3,4}(?: ?mhz)?|mhz|[ -])+$/;

const QUANTITIES: Readonly<Record<string, Quantity>> = {
  'Screen Size': {
    units: INCHES,
    from: 0.4,
    to: 400,
    tail: /^(?:diagonal|display|screen|lcd|inches|class)$/,
  },
  'Memory Storage Capacity': { units: GIGABYTES, from: 0.001, to: 100_000, tail: STORAGE_TAIL, odd: oddStorage },
  'Hard Drive': {
    units: GIGABYTES,
    from: 4,
    to: 100_000,
    tail: STORAGE_TAIL,
    words: new Set(
      'ssd,hdd,sshd,emmc,solid state drive,mechanical hard disk,mechanical hard drive,hard disk drive,hybrid drive'.split(
        ',',
      ),
    ),
    odd: oddStorage,
  },
  RAM: {
    units: GIGABYTES,
    from: 0.000_1,
    to: 256,
    tail: MEMORY_TAIL,
    odd: (gb) => gb > 1 && gb % 1 !== 0 && gb !== 1.5,
  },
  Wattage: { units: WATTS, from: 0.1, to: 15_000, tail: /^(?:ac|dc|max|peak|rms|equivalent|per channel)$/ },
  Voltage: { units: VOLTS, from: 1, to: 1000, tail: /^\(?(?:ac|dc|ac\/dc)\)?$/ },
  'Item Weight': { units: GRAMS, from: 0.3, to: 1e6 },
  'Data Transfer Rate': { units: MEGABITS, from: 0.001, to: 1e6, tail: /^(?:max|maximum)$/ },
};

const numberIn = (text: string) => Number(text.replaceAll(',', ''));

/** The longest unit the text starts with, and what follows it. */
function unitOf(text: string, units: Units): { size: number; tail: string } | null {
  const names = Object.keys(units).filter((name) => text.startsWith(name) && !/^\p{L}/u.test(text.slice(name.length)));
  const name = names.sort((a, b) => b.length - a.length)[0];
  return name === undefined ? null : { size: units[name]!, tail: text.slice(name.length).replace(/^[.\s]+/, '') };
}

function judgeAmount({ field, option, lower }: Candidate, quantity: Quantity): string | null {
  if (quantity.words?.has(lower) === true) return null;
  const found = AMOUNT.exec(lower);
  const range = RANGE.exec(lower);
  if (found === null) return `no_number: ${quoted(option)} is no ${field}`;
  const amount = numberIn(range?.[2] ?? found[1]!);
  const rest = range?.[3] ?? found[2]!;
  if (rest === '') return `no_unit: ${quoted(option)} is a ${field} without a unit`;
  const unit = unitOf(rest, quantity.units);
  if (unit === null) return `no_unit: ${quoted(option)} has no unit of a ${field}`;
  if (unit.tail !== '' && quantity.tail?.test(unit.tail) !== true) {
    return `no_number: ${quoted(option)} says more than a ${field}`;
  }
  const inBase = amount * unit.size;
  if (inBase < quantity.from || inBase > quantity.to)
    return `out_of_range: ${quoted(option)} is no ${field} anyone makes`;
  return quantity.odd?.(inBase) === true ? `odd_size: ${quoted(option)} is no ${field} anyone sells` : null;
}

const COUNT = /^\d{1,5}(?:\.0+)?(?:\s*(?:count|counts|pieces?|pcs|items?|packs?|pairs?|sets?|rolls?|sheets?))?$/i;
const UNIT_COUNT =
  /^\d{1,6}(?:\.\d+)?\s*(?:count|fl\.? ?oz|fluid ounces?|ounces?|oz|feet|foot|ft|grams?|gram|inch(?:es)?|yards?|square feet|sq ft|pounds?|lbs?|milliliters?|ml|liters?|sheets?|pairs?|pieces?|rolls?|meters?|kilograms?|kg|gallons?|square inches)$/i;

/** Parses the fields that are quantities: a number, a unit of the field, within what exists and is sold. */
export const quantity: Check = (candidate) => {
  const { field, option, language } = candidate;
  const known = ownValue(QUANTITIES, field);
  if (known !== undefined)
    return language === 'en' ? judgeAmount(candidate, known) : /\d/.test(option) ? null : judgeAmount(candidate, known);
  switch (field) {
    case 'Size':
      return language === 'en' ? size(candidate) : null;
    case 'Number of Items':
      return COUNT.test(option) && Number.parseInt(option, 10) > 0
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
export const QUANTITY_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(QUANTITIES),
  'Size',
  'Number of Items',
  'Unit Count',
]);

const MEASURE =
  /^\d[\d.,]*(?:\s*(?:to|-|–|x)\s*\d[\d.,]*)?\s*-?\s*(?:gb|tb|mb|kb|w|watts?|v|volts?|mah|inch(?:es)?|in|"|ft|feet|foot|mm|cm|m|oz|ounces?|lbs?|pounds?|kg|g|packs?|pcs?|pieces?|counts?|mhz|ghz|amps?|a)$/i;
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

const { units: sizeUnits, beside, names, endings, shoes, parts, items } = SIZES;
const oneOf = (words: readonly string[]) => `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})`;

/** A number with a unit, be it a word or a sign: `5.5"`, "6-Feet", "2 L". */
const MEASURED = new RegExp(String.raw`\d\s*-?\s*(?:["”″']|${oneOf(sizeUnits)}(?![a-z]))`, 'i');
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
const size: Check = ({ option, lower }) => {
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
