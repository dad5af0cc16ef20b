import { z } from 'zod';
import { FIELDS, ofLexicon, readOwnWords } from '../../lexicon/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { Span } from '../../schemas/finding.ts';
import { inBase } from '../../text/measure.ts';
import { findMentions } from '../../text/mentions.ts';
import { tokensOf } from '../../text/normalise.ts';
import { dimensionOf, UNIT_SCALES } from '../../text/units.ts';
import { SUITED, suitedTo } from '../language/goods.ts';
import type { QuantityBounds } from './amount.ts';
import type { QuantityField } from './quantity-field.ts';

const Patterns = z.array(z.string().includes('{o}')).min(1);
const Measure = z.tuple([z.number().positive(), z.string().refine((unit) => UNIT_SCALES.has(unit), 'no unit')]);
/** An amount of any goods, or of some: of those alone whose nouns `of` holds, of none of those in `never`. */
const Thing = z
  .union([Measure, z.strictObject({ is: Measure, ...SUITED.shape })])
  .transform((thing) => (Array.isArray(thing) ? { is: thing } : thing));

const Table = z.record(
  z.string(),
  z.strictObject({
    named: z.array(z.string()).optional(),
    most: Patterns,
    least: Patterns,
    things: z.record(z.string(), Thing),
    metric: z.record(z.string(), Thing).optional(),
  }),
);
const TABLE = ofLexicon(() => Table.parse(readOwnWords('everyday-measures.yaml') ?? {}));

/** An everyday thing, and what it is known to measure. */
interface Comparison {
  readonly dimension: string;
  readonly thing: string;
  readonly amount: number;
  readonly unit: string;
  /** The shops that it is heard in: those of the metric system, the others, or all. */
  readonly heard: 'metric' | 'customary' | 'everywhere';
  /** Tells whether a product of a noun phrase may be compared with it. */
  suits(noun: string): boolean;
}

/** Every thing that quantities are compared with. */
export const COMPARISONS: readonly Comparison[] = ofLexicon(() =>
  Object.entries(TABLE).flatMap(([dimension, { things, metric }]) => {
    for (const [thing, { is }] of Object.entries(metric ?? {})) {
      const other = things[thing]?.is;
      if (other !== undefined && inBase(...other) !== inBase(...is))
        throw new ConfigError(
          `everyday-measures.yaml: "${thing}" measures ${other.join(' ')} and ${is.join(' ')}; give it two names`,
        );
    }
    // A language of its own has one list, whatever is paid with.
    const heardOf = (thing: string) =>
      metric === undefined || (thing in metric && thing in things)
        ? 'everywhere'
        : thing in metric
          ? 'metric'
          : 'customary';
    return Object.entries({ ...things, ...metric }).map(([thing, { is, ...goods }]): Comparison => {
      const [amount, unit] = is;
      return { dimension, thing, amount, unit, heard: heardOf(thing), suits: suitedTo(goods) ?? (() => true) };
    });
  }),
);

function isMeant(dimension: string, field: string): boolean {
  if (FIELDS.get(field)?.compared === false) return false;
  const named = TABLE[dimension]?.named;
  if (named === undefined) return TABLE[dimension] !== undefined;
  const words = tokensOf(field.replaceAll('_', ' '));
  return named.some((word) => words.includes(word));
}

const thingsOf = (dimension: string, noun: string | undefined) =>
  COMPARISONS.filter((one) => one.dimension === dimension && (noun === undefined || one.suits(noun)));

/**
 * Bounds on a quantity that a comparison can stand for, as shoppers would set them, of a product of that noun phrase or of
 * any.
 */
export function comparableBounds(
  { field, dimension, asked, isMetric }: QuantityField,
  noun?: string,
): QuantityBounds[] {
  if (!isMeant(dimension, field)) return [];
  const unheard = isMetric === true ? 'customary' : 'metric';
  const heard = thingsOf(dimension, noun).filter((one) => one.heard !== unheard);
  // Of several that measure the same each may stand for the bound.
  const things = new Map(heard.map((one) => [inBase(one.amount, one.unit), one])).values();
  return [...things].flatMap(({ amount, unit }) => [
    ...(asked.includes('most') ? [{ max: amount, unit }] : []),
    ...(asked.includes('least') ? [{ min: amount, unit }] : []),
  ]);
}

const sameAmount = (one: Comparison, amount: number, unit: string) =>
  inBase(one.amount, one.unit) === inBase(amount, unit);

/**
 * Base-form verb phrases that stand for a bound by an everyday thing of just that size, without naming the amount: "weigh
 * no more than a baseball", of a product of that noun phrase or of any. None for what no thing measures, for sizes and
 * for two bounds at once.
 */
export function comparisonsFor(
  field: string,
  label: string,
  { min, max, unit, nominal }: QuantityBounds & { readonly nominal?: number | undefined },
  noun?: string,
): string[] {
  const bound = min ?? max;
  if (unit === undefined || bound === undefined || nominal !== undefined || (min !== undefined && max !== undefined))
    return [];
  const dimension = dimensionOf(unit);
  if (!isMeant(dimension, field)) return [];
  const patterns = TABLE[dimension]?.[min === undefined ? 'most' : 'least'] ?? [];
  const same = thingsOf(dimension, noun).filter((one) => sameAmount(one, bound, unit));
  const things = same.some(({ heard }) => heard !== 'metric') ? same.filter(({ heard }) => heard !== 'metric') : same;
  return things.flatMap(({ thing }) =>
    patterns.map((pattern) => pattern.replace('{label}', () => label).replace('{o}', () => thing)),
  );
}

/** The things of a dimension that a text names, with their places. */
export const thingsNamed = (text: string, dimension: string): (Comparison & Span)[] =>
  COMPARISONS.filter((one) => one.dimension === dimension).flatMap((one) =>
    findMentions(text, one.thing).map((span) => ({ ...one, ...span })),
  );
