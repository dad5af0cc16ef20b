import type { Finding } from '../../../schemas/finding.ts';
import { isFrom } from '../../../shopping/info-source.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { heldTo, tellsOf } from '../implied-needs.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  /** Returns the values by which a product speaks against a long-term need; null where it states nothing against it. */
  statedAgainst(productId: string, need: Rubric): readonly string[] | null;
}

/** Finds long-term needs that a profile does not tell, or tells twice, and things it holds to that nothing asks. */
export const profileNeed = defineGate<Wording>({
  name: 'profile: needs',
  codes: {
    profile_need_missing: 'the profile does not tell a long-term need, once and at its highest level',
    profile_need_extra: 'the profile holds to something that no requirement asks',
  },
  scope: { unit: 'requirements', reads: ['profile'], of: requirements('persona') },
  check: ({ task, wording: { profile } }) => {
    if (profile === null) return [];
    const lasting = task.locked.rubrics.filter(isFrom('persona'));
    const held = heldTo(profile);
    const missing = lasting.flatMap((rubric): Finding[] => {
      const places = held.filter((place) => tellsOf(place, rubric));
      if (places.length === 1) return [];
      const told = places.length === 0 ? 'not told' : `told at ${places.map(({ path }) => path).join(' and ')}`;
      return [
        {
          code: 'profile_need_missing',
          path: 'profile',
          rubricId: rubric.id,
          detail: `${rubric.description}: ${told}`,
        },
      ];
    });
    const extra = held
      .filter((place) => !lasting.some((rubric) => tellsOf(place, rubric)))
      .map(
        ({ path, text }): Finding => ({
          code: 'profile_need_extra',
          path: `profile.${path}`,
          detail: `"${text}" is held to, and nothing asks it`,
        }),
      );
    return [...missing, ...extra];
  },
});

/** Finds purchases of a profile that its own long-term needs speak against. */
export const profileHistory = defineGate<Wording, [Dependencies]>({
  name: 'profile: history',
  codes: {
    profile_contradicted: 'something that was bought states the field of a long-term need and does not meet it',
  },
  scope: { unit: 'requirements', reads: ['profile'], of: requirements('persona') },
  check: ({ task, wording: { profile } }, { statedAgainst }) => {
    const lasting = task.locked.rubrics.filter(isFrom('persona'));
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
