import { z } from 'zod';
import { formIn } from '../../catalog/index.ts';
import { ofLexicon, readOwnWords } from '../../lexicon/index.ts';
import { memoisedFacts } from '../../text/cache/memoised.ts';
import { detailFieldOf, type Feature } from '../kinds/index.ts';

/** A value between slashes is an expression for whole values. */
const EXPRESSION = /^\/(.+)\/$/;

/** A field, or a field with some of its values. */
export const Side = z
  .union([
    z.string().min(1),
    z.record(z.string(), z.array(z.string().min(1)).min(1)).refine((side) => Object.keys(side).length === 1),
  ])
  .transform((side) => {
    if (typeof side === 'string') return { field: side, values: null, patterns: [] };
    const [[field, values]] = Object.entries(side) as [[string, string[]]];
    const sources = values.map((value) => EXPRESSION.exec(value)?.[1]);
    return {
      field,
      values: new Set(values.filter((_, at) => sources[at] === undefined).map((value) => formIn(field, value))),
      patterns: sources.flatMap((source) => (source === undefined ? [] : [new RegExp(`^(?:${source})$`, 'iu')])),
    };
  });

const Table = z.strictObject({ pairs: z.array(z.tuple([Side, Side])) });

interface NumberedSide {
  readonly side: z.output<typeof Side>;
  readonly number: number;
}

/** The sides of all pairs by their fields; the numbers of a pair's sides differ in the last bit alone. */
const SIDES = ofLexicon(() => {
  const { pairs } = Table.parse(readOwnWords('unlikely-together.yaml') ?? { pairs: [] });
  return Map.groupBy(
    pairs.flat().map((side, number) => ({ side, number })),
    ({ side }) => side.field,
  );
});

type Asked = Pick<Feature, 'type' | 'field' | 'value'>;

/** Tells whether a thing that is asked is of a field, or of the values of it. */
export const isOf = ({ type, field, value }: Asked, side: z.output<typeof Side>): boolean =>
  (type === 'attribute_match' || type === 'numeric_range') &&
  detailFieldOf(field) === side.field &&
  (side.values === null ||
    [value]
      .flat()
      .map(String)
      .some((said) => side.values?.has(formIn(side.field, said)) || side.patterns.some((one) => one.test(said))));

const NO_SIDES: readonly number[] = [];

/** The numbers of the sides that a thing is of. */
function sidesOf(asked: Asked): readonly number[] {
  const { type, field, value } = asked;
  const sides = SIDES.get(detailFieldOf(field) ?? '');
  if (sides === undefined) return NO_SIDES;
  return type === 'attribute_match' && typeof value === 'string' ? sidesOfFact(field, value) : sidesAmong(sides, asked);
}

const sidesAmong = (sides: readonly NumberedSide[], asked: Asked): readonly number[] =>
  sides.flatMap(({ side, number }) => (isOf(asked, side) ? [number] : []));

const MOST_FACTS = 20_000;
const sidesOfFact = memoisedFacts(MOST_FACTS, (field: string, value) =>
  sidesAmong(SIDES.get(detailFieldOf(field) ?? '') ?? [], { type: 'attribute_match', field, value }),
);

/**
 * Returns a test of two things, by their places, for pairs that no shopper asks at once: they say the same, or sound as
 * if one denied the other.
 */
export function unlikelyAmong(asked: readonly Asked[]): (one: number, other: number) => boolean {
  const sides = asked.map(sidesOf);
  return (one, other) => (sides[one] ?? []).some((number) => sides[other]?.includes(number ^ 1));
}

/** Finds the feature that no shopper asks beside a fact; says why, or null where each goes with it. */
export function unlikelyBeside(
  features: readonly Asked[],
  { field, value }: { readonly field: string; readonly value: string },
): string | null {
  const across = sidesOf({ type: 'attribute_match', field: `details.${field}`, value }).map((number) => number ^ 1);
  if (across.length === 0) return null;
  const other = features.find((feature) => sidesOf(feature).some((number) => across.includes(number)));
  return other === undefined ? null : `unlikely: nobody asks it beside ${other.field} "${String(other.value)}"`;
}
