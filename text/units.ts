import { ENGLISH_UNITS, FOREIGN_UNITS } from '../lexicon/index.ts';

/** Every spelling of a unit, itself included, as single-spaced words, and the short form it means. */
export const UNIT_OF: ReadonlyMap<string, string> = new Map([...FOREIGN_UNITS, ...ENGLISH_UNITS]);

/** A dimension, and the size of a unit in its base unit. */
type UnitScale = readonly [dimension: string, factor: number];

/** Units by the dimension that they measure, each with its size in the base unit of that. */
const SIZES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  length: { mm: 1, cm: 10, m: 1000, km: 1_000_000, in: 25.4, ft: 304.8, yd: 914.4, mi: 1_609_344 },
  weight: { mg: 0.001, g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237, ton: 907_184.74, tonne: 1_000_000, jin: 500 },
  volume: { ml: 1, l: 1000, 'fl oz': 29.5735295625, qt: 946.352946, gal: 3785.411784 },
  memory: { kb: 0.001, mb: 1, gb: 1000, tb: 1_000_000 },
  'data rate': {
    'bits per second': 0.000_001,
    kbps: 0.001,
    mbps: 1,
    gbps: 1000,
    tbps: 1_000_000,
    'kb per second': 0.008,
    'mb per second': 8,
    'gb per second': 8000,
  },
  frequency: { hz: 1, khz: 1000, mhz: 1_000_000, ghz: 1_000_000_000 },
  power: { mw: 0.001, w: 1, kw: 1000, va: 1, horsepower: 745.7 },
  energy: { wh: 1, kwh: 1000 },
  voltage: { mv: 0.001, v: 1, kv: 1000 },
  current: { ma: 1, a: 1000 },
  charge: { mah: 1, ah: 1000 },
  time: { ms: 0.001, s: 1, min: 60, h: 3600, day: 86_400 },
  span: { month: 1, year: 12 },
  items: { count: 1, piece: 1, pack: 1, set: 1 },
};

/** Amounts of one unit in the base unit of its dimension, for values written in another unit ("1 TB", "1000 GB"). */
export const UNIT_SCALES: ReadonlyMap<string, UnitScale> = new Map(
  Object.entries(SIZES).flatMap(([dimension, units]) =>
    Object.entries(units).map(([unit, size]): [string, UnitScale] => [unit, [dimension, size]]),
  ),
);

/** Returns the dimension a unit measures; a unit that converts into no other measures a dimension of its own. */
export const dimensionOf = (unit: string): string => UNIT_SCALES.get(unit)?.[0] ?? unit;

/** The short forms of the units that measure a dimension. */
export function unitsOf(dimension: string): string[] {
  const units = [...UNIT_SCALES].flatMap(([unit, [measured]]) => (measured === dimension ? unit : []));
  return units.length === 0 ? [dimension] : units;
}

/** Returns the size of a unit in the base unit of its dimension. */
export const sizeOf = (unit: string): number => UNIT_SCALES.get(unit)?.[1] ?? 1;

const BITS_OR_BYTES = /(?<![\p{L}\p{M}])(?:[kKMG]B(?=(?:\/s|ps)(?![\p{L}\p{M}\d]))|[KMGT]b(?=\/s(?![\p{L}\p{M}\d])))/gu;

/** Tells whether a text may hold what `withRatesSpelled` spells. */
export const mayHoldRates = (text: string): boolean => text.includes('/s') || text.includes('Bps');

/**
 * A text in which "Gb/s" is "Gbit/s", "GB/s" is "Gbyte/s" and "GBps" is "Gbyteps", for the case that tells them apart is lost in
 * tokens. "gb/s" may be either and stays; "Gbps" and "GBPS" are of bits.
 */
export const withRatesSpelled = (text: string): string =>
  mayHoldRates(text) ? text.replace(BITS_OR_BYTES, (unit) => `${unit[0]}${unit[1] === 'B' ? 'byte' : 'bit'}`) : text;

/** Units whose capitals tell them from the short form in small letters: megawatts, and bits of all sizes. */
const ANOTHER_IN_CAPITALS: ReadonlySet<string> = new Set(['MW', 'MV', 'Kb', 'Mb', 'Gb', 'Tb']);
const SHORT_FORMS: ReadonlySet<string> = new Set(UNIT_OF.values());

/** The unit whose short form a text is, whatever its capitals: "W", "mAh"; null where it is none, or another in capitals. */
export function unitCalled(text: string): string | null {
  const short = text.toLowerCase();
  return SHORT_FORMS.has(short) && !ANOTHER_IN_CAPITALS.has(text) ? short : null;
}

/** Tells whether a text names a unit: its short form, whatever its capitals, or another spelling. */
export const isUnitName = (text: string): boolean => unitCalled(text) !== null || UNIT_OF.has(text);

/** The most words that a spelling of a unit has which starts with a word. */
export const LONGEST_FROM = new Map<string, number>();
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
