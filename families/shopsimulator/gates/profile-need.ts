import type { Finding } from '../../../schemas/finding.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { heldTo, tellsOf } from '../implied-needs.ts';
import type { Wording } from '../wording.ts';

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
    const lasting = task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
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
