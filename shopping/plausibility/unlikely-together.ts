import { z } from 'zod';
import { formIn } from '../../catalog/index.ts';
import { ofLexicon, readOwnWords } from '../../lexicon/index.ts';
import { detailFieldOf, type Feature } from '../kinds/index.ts';

/** A field, or a field with some of its values. */
export const Side = z
  .union([
    z.string().min(1),
    z.record(z.string(), z.array(z.string().min(1)).min(1)).refine((side) => Object.keys(side).length === 1),
  ])
  .transform((side) => {
    if (typeof side === 'string') return { field: side, values: null };
    const [[field, values]] = Object.entries(side) as [[string, string[]]];
    return { field, values: new Set(values.map((value) => formIn(field, value))) };
  });

const Table = z.strictObject({ pairs: z.array(z.tuple([Side, Side])) });

const PAIRS = ofLexicon(() => Table.parse(readOwnWords('unlikely-together.yaml') ?? { pairs: [] }).pairs);

type Asked = Pick<Feature, 'type' | 'field' | 'value'>;

/** Tells whether a thing that is asked is of a field, or of the values of it. */
export const isOf = ({ type, field, value }: Asked, side: z.output<typeof Side>): boolean =>
  type === 'attribute_match' &&
  detailFieldOf(field) === side.field &&
  (side.values === null || [value].flat().some((said) => side.values?.has(formIn(side.field, String(said)))));

/**
 * Returns a test of two things, by their places, for pairs that no shopper asks at once: they say the same, or sound as
 * if one denied the other.
 */
export function unlikelyAmong(asked: readonly Asked[]): (one: number, other: number) => boolean {
  // The sides of a pair have numbers that differ in the last bit alone.
  const sides = asked.map((one) => PAIRS.flat().flatMap((side, number) => (isOf(one, side) ? [number] : [])));
  return (one, other) => (sides[one] ?? []).some((number) => sides[other]?.includes(number ^ 1));
}

/** Finds the feature that no shopper asks beside a fact; says why, or null where each goes with it. */
export function unlikelyBeside(
  features: readonly Asked[],
  { field, value }: { readonly field: string; readonly value: string },
): string | null {
  const fact = { type: 'attribute_match', field: `details.${field}`, value } as const;
  const isUnlikely = unlikelyAmong([fact, ...features]);
  const other = features.find((_, place) => isUnlikely(0, place + 1));
  return other === undefined ? null : `unlikely: nobody asks it beside ${other.field} "${String(other.value)}"`;
}
