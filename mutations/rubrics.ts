import type { QueryWording } from '../shopping/draft.ts';
import type { Rubric } from '../shopping/kinds/index.ts';
import { withLocked } from './changes.ts';
import type { Mutant, Sample } from './operator.ts';

export type AnySample = Sample<QueryWording>;
type AnyMutant = Mutant<QueryWording>;

export const rubricsOf = ({ task }: AnySample): readonly Rubric[] => task.locked.rubrics;

export const ofType = <T extends Rubric['type']>(sample: AnySample, type: T): readonly (Rubric & { type: T })[] =>
  rubricsOf(sample).filter((rubric): rubric is Rubric & { type: T } => rubric.type === type);

/** Changes every rubric of a sample, one at a time. */
export const eachRubric = (sample: AnySample, plant: (rubric: Rubric) => readonly AnyMutant[]): AnyMutant[] =>
  rubricsOf(sample).flatMap(plant);

export const withoutRubric = <S extends AnySample>(sample: S, gone: Rubric): Mutant<S['wording']> =>
  withLocked(
    sample,
    { rubrics: rubricsOf(sample).filter((rubric) => rubric !== gone) },
    `without ${gone.id}`,
  ) as Mutant<S['wording']>;

/** The sample with a rubric more. */
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
