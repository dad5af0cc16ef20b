import { defineGate, requirements } from '../gate.ts';

const CODE = 'surface_missing';

/** Finds a query rubric whose surface does not stand in the query to the letter, and a surface given to any other. */
export const surfaceMissing = defineGate({
  name: 'anchoring: surfaces',
  codes: { [CODE]: 'the words said to carry a requirement do not stand in the query' },
  scope: { unit: 'requirements', reads: ['query', 'surfaces'], of: requirements('query') },
  check: ({ task, wording: { query, surfaces } }) => {
    const carried = task.locked.rubrics.filter(({ info_source: source }) => source === 'query');
    const missing = carried.flatMap(({ id, description }) => {
      const surface = Object.hasOwn(surfaces, id) ? surfaces[id]! : '';
      if (surface.trim() !== '' && query.includes(surface)) return [];
      const found = surface.trim() === '' ? 'it has no surface' : `its surface "${surface}" is not in the query`;
      return [{ code: CODE, path: 'user_query', rubricId: id, detail: `${description}: ${found}` }];
    });
    const ids = new Set(carried.map(({ id }) => id));
    const stray = Object.entries(surfaces).flatMap(([id, surface]) =>
      ids.has(id)
        ? []
        : [
            {
              code: CODE,
              path: `surfaces.${id}`,
              rubricId: id,
              detail: `"${surface}" is the surface of no query rubric`,
            },
          ],
    );
    return [...missing, ...stray];
  },
});
