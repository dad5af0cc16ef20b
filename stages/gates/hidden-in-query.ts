import type { Finding } from '../../schemas/finding.ts';
import { detailFieldOf, type Rubric } from '../../shopping/kinds/index.ts';
import { findMentions } from '../../text/mentions.ts';
import { defineGate, type GateInput, requirements } from '../gate.ts';
import { isOwn, ownWordsOf } from './words/own-words.ts';
import { findingsIn, mentionFinding, soughtValuesOf } from './words/sought-values.ts';

const CODE = 'hidden_in_query';
const PATH = 'user_query';
/** A clue that holds a value of another field gives it away like any other words. */
const NO_CLUES = () => [];

/**
 * Finds a query that gives away what persona or clarification must hide: a value, a list option, an excluded value or a
 * numeric bound, in any spelling. For a hidden exclusion the target's own value counts too, since naming it makes the
 * exclusion needless; the value of another requirement of the query is exempt from that.
 */
export const hiddenInQuery = defineGate({
  name: 'leak: query',
  codes: { [CODE]: 'the query gives away what persona or clarification hides' },
  scope: { unit: 'requirements', reads: ['query'], of: requirements('persona', 'clarification') },
  check: (input) => {
    const { task, wording } = input;
    const hidden = task.locked.rubrics.filter(({ info_source: source }) => source !== 'query');
    const leaks = findingsIn(CODE, [{ path: PATH, text: wording.query }], hidden.flatMap(soughtValuesOf));
    return [...leaks, ...hidden.flatMap((rubric) => ownValueLeaks(rubric, input))];
  },
});

function ownValueLeaks(rubric: Rubric, input: GateInput): Finding[] {
  const field = detailFieldOf(rubric.field);
  if (rubric.type !== 'negative_attribute' || field === null) return [];
  const {
    wording: { query },
    targets,
  } = input;
  const said = ownWordsOf(input, NO_CLUES);
  const own = new Set(targets.flatMap(({ details }) => (Object.hasOwn(details, field) ? details[field]!.options : [])));
  return [...own].flatMap((value) => {
    const spans = findMentions(query, value, field).filter((span) => !isOwn(span, said));
    const name = `the target's own "${value}" (${field}, which ${rubric.info_source} restricts)`;
    return spans.length === 0 ? [] : [mentionFinding(CODE, { path: PATH, text: query }, rubric.id, name, spans)];
  });
}
