import { ENGLISH_UNITS, FOREIGN_UNITS } from '../lexicon/index.ts';

/** Every spelling of a unit, itself included, as single-spaced words, and the short form it means. */
export const UNIT_OF: ReadonlyMap<string, string> = new Map([...FOREIGN_UNITS, ...ENGLISH_UNITS]);

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
