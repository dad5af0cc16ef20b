/**
 * Spellings of units, by the short form that stands for all of them. They mean the unit only after a number: "in" is
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
  mbps: ['mb s', 'mbit s', 'megabits per second', 'megabit per second'],
  gbps: ['gb s', 'gbit s', 'gigabits per second', 'gigabit per second'],
  hz: ['hertz'],
  khz: ['kilohertz'],
  mhz: ['megahertz'],
  ghz: ['gigahertz'],
  w: ['watt', 'watts'],
  kw: ['kilowatt', 'kilowatts'],
  wh: ['watt hour', 'watt hours'],
  v: ['volt', 'volts'],
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
export const UNIT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(UNIT_SPELLINGS).flatMap(([unit, spellings]) =>
    [unit, ...spellings].map((spelling) => [spelling, unit]),
  ),
);

type UnitScale = readonly [kind: string, factor: number];

/** Amounts of one unit in the base unit of its kind, for values written in another unit ("1 TB", "1000 GB"). */
export const UNIT_SCALES: ReadonlyMap<string, UnitScale> = new Map<string, UnitScale>(
  Object.entries({
    mm: ['length', 1],
    cm: ['length', 10],
    m: ['length', 1000],
    km: ['length', 1_000_000],
    in: ['length', 25.4],
    ft: ['length', 304.8],
    yd: ['length', 914.4],
    mg: ['weight', 0.001],
    g: ['weight', 1],
    kg: ['weight', 1000],
    oz: ['weight', 28.349523],
    lb: ['weight', 453.59237],
    ml: ['volume', 1],
    l: ['volume', 1000],
    'fl oz': ['volume', 29.573529],
    qt: ['volume', 946.352946],
    gal: ['volume', 3785.411784],
    mb: ['memory', 1],
    gb: ['memory', 1000],
    tb: ['memory', 1_000_000],
    hz: ['frequency', 1],
    khz: ['frequency', 1000],
    mhz: ['frequency', 1_000_000],
    ghz: ['frequency', 1_000_000_000],
    w: ['power', 1],
    kw: ['power', 1000],
    ma: ['current', 1],
    a: ['current', 1000],
    mah: ['charge', 1],
    ah: ['charge', 1000],
    s: ['time', 1],
    min: ['time', 60],
    h: ['time', 3600],
    month: ['span', 1],
    year: ['span', 12],
    count: ['items', 1],
    piece: ['items', 1],
    pack: ['items', 1],
    set: ['items', 1],
  }),
);

/** Every spelling of some units of one kind, with the unit's size in another of them. */
export const sizesIn = (base: string, units: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    units.flatMap((unit) =>
      [unit, ...(UNIT_SPELLINGS[unit] ?? [])].map((spelling) => [
        spelling,
        unit === base ? 1 : scaleOf(unit) / scaleOf(base),
      ]),
    ),
  );

function scaleOf(unit: string): number {
  const scale = UNIT_SCALES.get(unit);
  if (scale === undefined) throw new RangeError(`"${unit}" has no scale, expected a unit that UNIT_SCALES has`);
  return scale[1];
}

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
