import type { Report } from '../../schemas/violation.ts';
import type { Rubric } from '../kinds/index.ts';

/** Every rubric of the query is said in it, in the words its surface repeats; hidden ones have none. */
export function checkSurfaces(
  query: string,
  rubrics: readonly Pick<Rubric, 'id' | 'info_source' | 'query_surface'>[],
  report: Report,
): void {
  for (const { id, info_source: source, query_surface: surface } of rubrics) {
    if (source !== 'query') {
      if (surface !== undefined)
        report('surface_missing', `${id} is hidden in the ${source} and has the surface "${surface}"`);
    } else if (surface === undefined) report('surface_missing', `${id} is of the query and has no surface`);
    else if (surface.trim() === '' || !query.includes(surface))
      report('surface_missing', `the surface "${surface}" of ${id} does not stand in the query`);
  }
}
