import type { Finding } from '../../../schemas/finding.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  /** Returns the values by which a product speaks against a long-term need; null where it states nothing against it. */
  statedAgainst(productId: string, need: Rubric): readonly string[] | null;
}

/** Finds purchases of a profile that its own long-term needs speak against. */
export const profileHistory = defineGate<Wording, [Dependencies]>({
  name: 'profile: history',
  codes: {
    profile_contradicted: 'something that was bought states the field of a long-term need and does not meet it',
  },
  scope: { unit: 'requirements', reads: ['profile'], of: requirements('persona') },
  check: ({ task, wording: { profile } }, { statedAgainst }) => {
    const lasting = task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
    return (profile?.purchase_history ?? []).flatMap(({ product_id: id }, at) =>
      lasting.flatMap((rubric): Finding[] => {
        const stated = statedAgainst(id, rubric);
        if (stated === null) return [];
        return [
          {
            code: 'profile_contradicted',
            path: `profile.purchase_history.${at}`,
            rubricId: rubric.id,
            detail: `"${id}" states ${stated.map((option) => `"${option}"`).join(', ')}, but ${rubric.description}`,
          },
        ];
      }),
    );
  },
});
