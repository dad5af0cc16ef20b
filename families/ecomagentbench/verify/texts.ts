import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { Report } from '../../../schemas/violation.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { repeated } from '../../../shopping/verify/rubric-ids.ts';
import type { EcomagentbenchSample } from '../sample.ts';

const AVOIDED = 'avoid_preferences';

/** The profile's requirements are the locked values of the persona's rubrics, character by character, and nothing else. */
export function checkPersona({ user_persona }: EcomagentbenchSample, rubrics: readonly Rubric[], report: Report): void {
  const hidden = rubrics.filter(({ info_source }) => info_source === 'persona');
  const { [AVOIDED]: avoided, ...wanted } = user_persona.product_requirements;
  const locked = hidden.flatMap((rubric) =>
    rubric.type === 'attribute_match' ? [canonicalJson(rubric.expected_value)] : [],
  );
  const stated = Object.values(wanted).map(canonicalJson);
  for (const value of missing(locked, stated))
    report('persona_requirement', `the persona lacks the requirement ${value}`);
  for (const value of missing(stated, locked))
    report('persona_requirement', `the persona asks for ${value}, which no rubric of it does`);
  const excluded = hidden.flatMap((rubric) => (rubric.type === 'negative_attribute' ? rubric.expected_value : []));
  const said = avoided === undefined ? [] : [avoided].flat();
  if (canonicalJson(said) !== canonicalJson(excluded))
    report(
      'persona_requirement',
      `the persona avoids ${canonicalJson(said)}, its rubrics exclude ${canonicalJson(excluded)}`,
    );
}

/** The items of one list that another lacks, each as often as it lacks it. */
function missing(items: readonly string[], from: readonly string[]): string[] {
  const left = [...from];
  return items.filter((item) => {
    const at = left.indexOf(item);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Each rubric of the clarification has one slot that answers for it, and no other rubric has any. */
export function checkSlots({ clarification_script: script, rubrics }: EcomagentbenchSample, report: Report): void {
  const slots = script.clarification_slots;
  for (const id of repeated(slots.map(({ slot_id }) => slot_id)))
    report('slot_missing', `${id} is the id of two slots`);
  for (const { id, info_source: source } of rubrics) {
    const own = slots.filter(({ linked_rubric_ids }) => linked_rubric_ids.includes(id)).length;
    if (source === 'clarification' && own !== 1)
      report('slot_missing', `${id} has ${own} clarification slots, expected one`);
    if (source !== 'clarification' && own > 0)
      report('slot_missing', `${id} is of the ${source} and has a clarification slot`);
  }
}
