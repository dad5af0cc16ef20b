import { FOREIGN_UNITS } from '../lexicon/index.ts';

/**
 * Spellings of units in English, by the short form that stands for all of them. They mean the unit only after a number: "in" is
 * also a preposition and "w" a width.
 */
const UNIT_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  in: ['inch', 'inches'],
  ft: ['foot', 'feet'],
  yd: ['yard', 'yards', 'yds'],
  mi: ['mile', 'miles'],
  mm: ['millimeter', 'millimeters', 'millimetre', 'millimetres'],
  cm: ['centimeter', 'centimeters', 'centimetre', 'centimetres'],
  m: ['meter', 'meters', 'metre', 'metres'],
  km: ['kilometer', 'kilometers', 'kilometre', 'kilometres'],
  'sq ft': ['square foot', 'square feet', 'sqft'],
  oz: ['ounce', 'ounces'],
  'fl oz': ['fluid ounce', 'fluid ounces', 'fl ounce', 'fl ounces', 'floz'],
  lb: ['lbs', 'pound', 'pounds'],
  ton: ['tons'],
  tonne: ['tonnes'],
  jin: [],
  g: ['gm', 'gms', 'gram', 'grams', 'gramme', 'grammes'],
  mg: ['milligram', 'milligrams'],
  kg: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ml: ['milliliter', 'milliliters', 'millilitre', 'millilitres'],
  l: ['liter', 'liters', 'litre', 'litres'],
  gal: ['gallon', 'gallons'],
  qt: ['quart', 'quarts'],
  kb: ['kilobyte', 'kilobytes'],
  mb: ['mbs', 'megabyte', 'megabytes', 'meg', 'megs'],
  gb: ['gbs', 'gig', 'gigs', 'gigabyte', 'gigabytes'],
  tb: ['tbs', 'terabyte', 'terabytes'],
  kbps: ['kbit s', 'kilobits per second', 'kilobit per second'],
  mbps: ['mb s', 'mbit s', 'megabits per second', 'megabit per second'],
  gbps: ['gb s', 'gbit s', 'gigabits per second', 'gigabit per second'],
  tbps: ['tbit s', 'terabits per second', 'terabit per second'],
  'bits per second': ['bit per second', 'bps'],
  'kb per second': ['kilobytes per second', 'kilobyte per second'],
  'mb per second': ['megabytes per second', 'megabyte per second'],
  'gb per second': ['gigabytes per second', 'gigabyte per second'],
  'mt s': ['megatransfers per second'],
  hz: ['hertz'],
  khz: ['kilohertz'],
  mhz: ['megahertz'],
  ghz: ['gigahertz'],
  mw: ['milliwatt', 'milliwatts'],
  w: ['watt', 'watts'],
  kw: ['kilowatt', 'kilowatts'],
  wh: ['watt hour', 'watt hours'],
  kwh: ['kilowatt hour', 'kilowatt hours'],
  va: ['volt ampere', 'volt amperes'],
  horsepower: [],
  mv: ['millivolt', 'millivolts'],
  v: ['volt', 'volts', 'vac', 'vdc'],
  kv: ['kilovolt', 'kilovolts'],
  ohm: ['ohms'],
  a: ['amp', 'amps', 'ampere', 'amperes'],
  ma: ['milliamp', 'milliamps', 'milliampere', 'milliamperes'],
  mah: [
    'milliamp hour',
    'milliamp hours',
    'milliampere hour',
    'milliampere hours',
    'milli amp hour',
    'milli amp hours',
  ],
  ah: ['amp hour', 'amp hours'],
  db: ['decibel', 'decibels'],
  lm: ['lumen', 'lumens'],
  nit: ['nits'],
  rpm: ['revolutions per minute'],
  psi: ['pounds per square inch'],
  btu: ['btus'],
  cfm: ['cubic feet per minute'],
  px: ['pixel', 'pixels'],
  mp: ['megapixel', 'megapixels', 'mega pixel', 'mega pixels'],
  s: ['sec', 'secs', 'second', 'seconds'],
  ms: ['millisecond', 'milliseconds'],
  min: ['mins', 'minute', 'minutes'],
  h: ['hr', 'hrs', 'hour', 'hours'],
  day: ['days'],
  month: ['months', 'mo', 'mos'],
  year: ['years', 'yr', 'yrs'],
  count: ['counts', 'ct', 'cts'],
  piece: ['pieces', 'pc', 'pcs'],
  pack: ['packs', 'pk', 'pks', 'pkt'],
  pair: ['pairs'],
  set: ['sets'],
  sheet: ['sheets'],
  degree: ['degrees', 'deg'],
  percent: ['percentage', 'per cent', 'pct'],
  dpi: ['dots per inch'],
  fps: ['frames per second'],
};

/** Every spelling of a unit, itself included, as single-spaced words, and the short form it means. */
export const UNIT_OF: ReadonlyMap<string, string> = new Map([
  ...FOREIGN_UNITS,
  ...Object.entries(UNIT_SPELLINGS).flatMap(([unit, spellings]) =>
    [unit, ...spellings].map((spelling): [string, string] => [spelling, unit]),
  ),
]);

/** A dimension, and the size of a unit in its base unit. */
type UnitScale = readonly [dimension: string, factor: number];

/** Amounts of one unit in the base unit of its dimension, for values written in another unit ("1 TB", "1000 GB"). */
export const UNIT_SCALES: ReadonlyMap<string, UnitScale> = new Map<string, UnitScale>(
  Object.entries({
    mm: ['length', 1],
    cm: ['length', 10],
    m: ['length', 1000],
    km: ['length', 1_000_000],
    in: ['length', 25.4],
    ft: ['length', 304.8],
    yd: ['length', 914.4],
    mi: ['length', 1_609_344],
    mg: ['weight', 0.001],
    g: ['weight', 1],
    kg: ['weight', 1000],
    oz: ['weight', 28.349523125],
    lb: ['weight', 453.59237],
    ton: ['weight', 907_184.74],
    tonne: ['weight', 1_000_000],
    jin: ['weight', 500],
    ml: ['volume', 1],
    l: ['volume', 1000],
    'fl oz': ['volume', 29.5735295625],
    qt: ['volume', 946.352946],
    gal: ['volume', 3785.411784],
    kb: ['memory', 0.001],
    mb: ['memory', 1],
    gb: ['memory', 1000],
    tb: ['memory', 1_000_000],
    'bits per second': ['data rate', 0.000_001],
    kbps: ['data rate', 0.001],
    mbps: ['data rate', 1],
    gbps: ['data rate', 1000],
    tbps: ['data rate', 1_000_000],
    'kb per second': ['data rate', 0.008],
    'mb per second': ['data rate', 8],
    'gb per second': ['data rate', 8000],
    hz: ['frequency', 1],
    khz: ['frequency', 1000],
    mhz: ['frequency', 1_000_000],
    ghz: ['frequency', 1_000_000_000],
    mw: ['power', 0.001],
    w: ['power', 1],
    kw: ['power', 1000],
    va: ['power', 1],
    horsepower: ['power', 745.7],
    wh: ['energy', 1],
    kwh: ['energy', 1000],
    mv: ['voltage', 0.001],
    v: ['voltage', 1],
    kv: ['voltage', 1000],
    ma: ['current', 1],
    a: ['current', 1000],
    mah: ['charge', 1],
    ah: ['charge', 1000],
    ms: ['time', 0.001],
    s: ['time', 1],
    min: ['time', 60],
    h: ['time', 3600],
    day: ['time', 86_400],
    month: ['span', 1],
    year: ['span', 12],
    count: ['items', 1],
    piece: ['items', 1],
    pack: ['items', 1],
    set: ['items', 1],
  }),
);

/** Returns the dimension a unit measures; a unit that converts into no other measures a dimension of its own. */
export const dimensionOf = (unit: string): string => UNIT_SCALES.get(unit)?.[0] ?? unit;

/** Returns the size of a unit in the base unit of its dimension. */
export const sizeOf = (unit: string): number => UNIT_SCALES.get(unit)?.[1] ?? 1;

/** The most words that a spelling has which starts with a word. */
const LONGEST_FROM = new Map<string, number>();
for (const spelling of UNIT_OF.keys()) {
  const words = spelling.split(' ');
  LONGEST_FROM.set(words[0]!, Math.max(words.length, LONGEST_FROM.get(words[0]!) ?? 0));
}

/**
 * The unit spelled by the tokens from `from` on, longest spelling first; undefined when none is.
 * Whether a number stands before is for the caller to know.
 */
export function unitAt(tokens: readonly string[], from: number): { unit: string; length: number } | undefined {
  const longest = from < tokens.length ? (LONGEST_FROM.get(tokens[from]!) ?? 0) : 0;
  for (let length = Math.min(longest, tokens.length - from); length > 0; length--) {
    const spelling = length === 1 ? tokens[from]! : tokens.slice(from, from + length).join(' ');
    const unit = UNIT_OF.get(spelling);
    if (unit !== undefined) return { unit, length };
  }
  return undefined;
}
