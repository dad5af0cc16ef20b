import type { Finding } from '../../../schemas/finding.ts';
import { isFrom } from '../../../shopping/info-source.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate, wholeTask } from '../../../stages/gate.ts';
import { inEnglish, Persona, requirementText } from '../persona.ts';
import type { Wording } from '../wording.ts';

const FIELD = 'persona_field';
const REQUIREMENT = 'persona_requirement';
const AVOID = 'avoid_preferences';

interface RequirementKeys {
  /** The key of `product_requirements` a persona rubric is published under. */
  requirementKey(rubric: Rubric): string;
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  user_persona: Object.keys(Persona.shape),
  demographics: Object.keys(Persona.shape.demographics.shape),
  lifestyle: Object.keys(Persona.shape.lifestyle.shape),
  shopping_habits: Object.keys(Persona.shape.shopping_habits.shape),
};

/**
 * Finds persona keys that are not on the list and listed ones that are absent, at every level. Checked apart from the
 * schema, because a writer's reply may reach this gate without having been parsed by it.
 */
export const personaField = defineGate<Wording, [RequirementKeys]>({
  name: 'whitelist: fields',
  codes: { [FIELD]: 'the persona has a field that is not on the list, or lacks one that is' },
  scope: { unit: 'profiles', reads: ['profile'], of: wholeTask },
  check: ({ task, wording: { persona } }, { requirementKey }) => {
    const keys = task.locked.rubrics.filter(isFrom('persona')).map(requirementKey);
    const levels = ['demographics', 'lifestyle', 'shopping_habits'] as const;
    return [
      ...keyFindings(persona, ALLOWED.user_persona!, 'user_persona'),
      ...levels.flatMap((level) => keyFindings(persona[level], ALLOWED[level]!, `user_persona.${level}`)),
      ...keyFindings(persona.product_requirements, keys, 'user_persona.product_requirements'),
    ];
  },
});

function keyFindings(part: object | undefined, allowed: readonly string[], path: string): Finding[] {
  const found = Object.keys(part ?? {});
  const extra = found
    .filter((key) => !allowed.includes(key))
    .map((key) => [key, 'is no field a persona may have here']);
  const absent = [...new Set(allowed)].filter((key) => !found.includes(key)).map((key) => [key, 'is missing']);
  return [...extra, ...absent].map(([key, what]) => ({
    code: FIELD,
    path: `${path}.${key}`,
    detail: `"${key}" ${what}`,
  }));
}

/**
 * Finds persona requirements that are not the locked values, character by character, or a lexicon's English words for those
 * of a foreign shop: a string for one value, a list for several, a quantity's bounds as they are said, and every excluded
 * value of a key, in rubric order.
 */
export const personaRequirement = defineGate<Wording, [RequirementKeys]>({
  name: 'whitelist: requirements',
  codes: { [REQUIREMENT]: 'a persona requirement is not the locked value' },
  scope: { unit: 'profiles', reads: ['profile'], of: wholeTask },
  check: ({ task, wording: { persona } }, { requirementKey }) => {
    const hidden = task.locked.rubrics.filter(isFrom('persona'));
    const stated = persona.product_requirements;
    const findings: Finding[] = [];
    const expect = (key: string, expected: string | readonly string[], rubricId: string) => {
      const found = Object.hasOwn(stated, key) ? stated[key] : undefined;
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
      const detail = `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found) ?? 'nothing'}`;
      findings.push({ code: REQUIREMENT, path: `user_persona.product_requirements.${key}`, rubricId, detail });
    };
    for (const rubric of hidden) {
      const text = requirementText(rubric);
      if (text !== null) expect(requirementKey(rubric), text, rubric.id);
    }
    const exclusions = hidden.filter((rubric) => rubric.type === 'negative_attribute');
    for (const [key, excluding] of Map.groupBy(exclusions, requirementKey)) {
      const avoided = excluding.flatMap((rubric) => inEnglish(rubric).expected_value);
      expect(key, avoided, (excluding[0] as Rubric).id);
    }
    if (exclusions.length === 0 && Object.hasOwn(stated, AVOID)) {
      const detail = `nothing is excluded, found ${JSON.stringify(stated[AVOID])}`;
      findings.push({ code: REQUIREMENT, path: `user_persona.product_requirements.${AVOID}`, detail });
    }
    return findings;
  },
});
