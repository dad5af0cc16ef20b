import { detailFieldOf } from '../../catalog/satisfies.ts';
import { findMentions } from '../../catalog/text/mentions.ts';
import type { Finding, Span } from '../../schemas/finding.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import type { Gate, GateInput } from './gate.ts';
import { findingsIn, mentionFinding, soughtValuesOf } from './sought-values.ts';

const CODE = 'hidden_in_query';
const PATH = 'user_query';

/**
 * Finds a query that gives away what persona or clarification must hide: a value, a list option, an excluded value or a
 * numeric bound, in any spelling. For a hidden exclusion the target's own value counts too, since naming it makes the
 * exclusion needless; words that carry another requirement of the query are exempt from that.
 */
export const hiddenInQuery: Gate = (input) => {
  const { task, wording } = input;
  const hidden = task.locked.rubrics.filter(({ info_source: source }) => source !== 'query');
  const leaks = findingsIn(CODE, [{ path: PATH, text: wording.query }], hidden.flatMap(soughtValuesOf));
  return [...leaks, ...hidden.flatMap((rubric) => ownValueLeaks(rubric, input))];
};

function ownValueLeaks(rubric: Rubric, { wording: { query, surfaces }, targets }: GateInput): Finding[] {
  const field = detailFieldOf(rubric.field);
  if (rubric.type !== 'negative_attribute' || field === null) return [];
  const carried = Object.values(surfaces).flatMap((surface) => placesOf(surface, query));
  const isCarried = ({ start, end }: Span) => carried.some((place) => place.start <= start && end <= place.end);
  const own = new Set(targets.flatMap(({ details }) => (Object.hasOwn(details, field) ? details[field]!.options : [])));
  return [...own].flatMap((value) => {
    const spans = findMentions(query, value, field).filter((span) => !isCarried(span));
    const name = `the target's own "${value}" (${field}, which ${rubric.info_source} restricts)`;
    return spans.length === 0 ? [] : [mentionFinding(CODE, { path: PATH, text: query }, rubric.id, name, spans)];
  });
}

function placesOf(part: string, text: string): Span[] {
  const places: Span[] = [];
  if (part === '') return places;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    places.push({ start: at, end: at + part.length });
  }
  return places;
}
