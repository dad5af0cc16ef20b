import type { Finding } from '../../../schemas/finding.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate, wholeTask } from '../../../stages/gate.ts';
import { Persona } from '../persona.ts';
import type { Wording } from '../wording.ts';

const CODE = 'persona_field';

export interface RequirementKeys {
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
  codes: { [CODE]: 'the persona has a field that is not on the list, or lacks one that is' },
  scope: { unit: 'profiles', reads: ['profile'], of: wholeTask },
  check: ({ task, wording: { persona } }, { requirementKey }) => {
    const hidden = task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
    const keys = hidden.map(requirementKey);
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
    code: CODE,
    path: `${path}.${key}`,
    detail: `"${key}" ${what}`,
  }));
}
