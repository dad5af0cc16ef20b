import type { Finding } from '../../../schemas/finding.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate, wholeTask } from '../../../stages/gate.ts';
import { requirementText } from '../persona.ts';
import type { Wording } from '../wording.ts';
import type { RequirementKeys } from './persona-field.ts';

const CODE = 'persona_requirement';
const AVOID = 'avoid_preferences';

/**
 * Finds persona requirements that are not the locked values, character by character: a string for one value, a list for
 * several, a quantity's bounds as they are said, and every excluded value of a key, in rubric order.
 */
export const personaRequirement = defineGate<Wording, [RequirementKeys]>({
  name: 'whitelist: requirements',
  codes: { [CODE]: 'a persona requirement is not the locked value' },
  scope: { unit: 'profiles', reads: ['profile'], of: wholeTask },
  check: ({ task, wording: { persona } }, { requirementKey }) => {
    const hidden = task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
    const stated = persona.product_requirements;
    const findings: Finding[] = [];
    const expect = (key: string, expected: string | readonly string[], rubricId: string) => {
      const found = Object.hasOwn(stated, key) ? stated[key] : undefined;
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
      const detail = `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`;
      findings.push({ code: CODE, path: `user_persona.product_requirements.${key}`, rubricId, detail });
    };
    for (const rubric of hidden) {
      const text = requirementText(rubric);
      if (text !== null) expect(requirementKey(rubric), text, rubric.id);
    }
    const exclusions = hidden.filter((rubric) => rubric.type === 'negative_attribute');
    for (const [key, excluding] of Map.groupBy(exclusions, requirementKey)) {
      const avoided = excluding.flatMap(({ expected_value }) => expected_value);
      expect(key, avoided, (excluding[0] as Rubric).id);
    }
    if (exclusions.length === 0 && Object.hasOwn(stated, AVOID)) {
      const detail = `nothing is excluded, found ${JSON.stringify(stated[AVOID])}`;
      findings.push({ code: CODE, path: `user_persona.product_requirements.${AVOID}`, detail });
    }
    return findings;
  },
});
