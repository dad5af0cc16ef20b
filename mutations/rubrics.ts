import { type Draw, pickOne } from '../schemas/draw.ts';
import type { QueryWording } from '../shopping/draft.ts';
import type { Rubric } from '../shopping/kinds/index.ts';
import { withLocked, withRubric } from './changes.ts';
import type { Mutant, Operator, Sample, Surroundings } from './operator.ts';

export type AnySample = Sample<QueryWording>;
type AnyMutant = Mutant<QueryWording>;

export const rubricsOf = ({ task }: AnySample): readonly Rubric[] => task.locked.rubrics;

export const ofType = <T extends Rubric['type']>(sample: AnySample, type: T): readonly (Rubric & { type: T })[] =>
  rubricsOf(sample).filter((rubric): rubric is Rubric & { type: T } => rubric.type === type);

/** Changes every rubric of a sample, one at a time. */
export const eachRubric = (sample: AnySample, plant: (rubric: Rubric) => readonly AnyMutant[]): AnyMutant[] =>
  rubricsOf(sample).flatMap(plant);

/** Changes every rubric of a type, one at a time. */
export const eachOf =
  <T extends Rubric['type']>(
    type: T,
    plant: (
      rubric: Rubric & { type: T },
      sample: AnySample,
      around: Surroundings<QueryWording>,
    ) => readonly AnyMutant[],
  ): Operator<QueryWording>['plant'] =>
  (sample, around) =>
    ofType(sample, type).flatMap((rubric) => plant(rubric, sample, around));

/** The sample with one rubric that expects something else; `what` is that, if nothing else is said. */
export const expecting = (sample: AnySample, rubric: Rubric, expected_value: unknown, what = String(expected_value)) =>
  withRubric(sample, rubric, { expected_value }, what);

/** Makes a mutant with one of some values, drawn by a label; none where there is none to draw. */
export const withOneOf = <T, M>(others: readonly T[], draw: Draw, label: string, make: (one: T) => M): M[] =>
  others.length === 0 ? [] : [make(pickOne(draw, label, others))];

export const withoutRubric = <S extends AnySample>(sample: S, gone: Rubric): Mutant<S['wording']> =>
  withLocked(
    sample,
    { rubrics: rubricsOf(sample).filter((rubric) => rubric !== gone) },
    `without ${gone.id}`,
  ) as Mutant<S['wording']>;

export const withMore = <S extends AnySample>(sample: S, rubric: unknown, what: string): Mutant<S['wording']> =>
  withLocked(sample, { rubrics: [...rubricsOf(sample), { ...(rubric as Rubric), id: 'r77' }] }, what) as Mutant<
    S['wording']
  >;

/** The sample with bounds on the price of one of its products: of its only one where no place is said. */
export const withPriceOf = <S extends AnySample>(sample: S, bounds: object, place?: number): Mutant<S['wording']> =>
  withMore(
    sample,
    {
      ...{ type: 'numeric_range', field: 'price', info_source: 'query', description: 'price', expected_value: bounds },
      ...(place === undefined ? {} : { target: place }),
    },
    JSON.stringify(bounds),
  );

/** The sample with those of its rubrics that are kept; none where that is all of them. */
export function keeping<S extends AnySample>(
  sample: S,
  holds: (rubric: Rubric) => boolean,
  what: string,
): Mutant<S['wording']>[] {
  const rubrics = rubricsOf(sample).filter(holds);
  return rubrics.length === rubricsOf(sample).length
    ? []
    : [withLocked(sample, { rubrics }, what) as Mutant<S['wording']>];
}
