import type { Attempt, QueryWording } from '../draft.ts';

/** Words of earlier attempts that a finding points into: the surfaces it overlaps. */
export function faultyWords(earlier: readonly Attempt<QueryWording>[]): ReadonlySet<string> {
  const faulty = new Set<string>();
  for (const { wording, findings } of earlier) {
    const spans = findings.filter(({ path }) => path === 'user_query').flatMap(({ spans = [] }) => spans);
    for (const surface of Object.values(wording.surfaces)) {
      const start = wording.query.indexOf(surface);
      if (start !== -1 && spans.some((span) => span.start < start + surface.length && span.end > start))
        faulty.add(surface);
    }
  }
  return faulty;
}
