import type { Finding } from '../../../schemas/finding.ts';
import { isFrom } from '../../../shopping/info-source.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { defineGate } from '../../../stages/gate.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  /** Products that meet every other rubric but not this one. */
  removedBy(task: LockedTask, rubricId: string): number;
  /** Products of any kind, the target aside, that meet every long-term need. */
  othersFitting(task: LockedTask): number;
  /** Products that satisfy everything but what the profile holds. */
  withoutProfile(task: LockedTask): number;
  readonly leastFitting: number;
  readonly leastWithoutProfile: number;
}

/** Finds profiles that are made for their target, and those that decide nothing or too little. */
export const profileFit = defineGate<Wording, [Dependencies]>({
  name: 'profile: fit',
  codes: {
    profile_overfitted: 'the profile fits fewer other products of the catalog than --least-fitting asks for',
    profile_idle: 'without a long-term need of the profile no more products are left',
    profile_not_needed: 'without the profile fewer products are left than --least-without-profile asks for',
  },
  final: true,
  check: ({ task }, { removedBy, othersFitting, withoutProfile, leastFitting, leastWithoutProfile }) => {
    const lasting = task.locked.rubrics.filter(isFrom('persona'));
    if (lasting.length === 0) return [];
    const findings = lasting
      .filter((rubric) => removedBy(task, rubric.id) === 0)
      .map(
        (rubric): Finding => ({
          code: 'profile_idle',
          path: `rubrics.${rubric.id}`,
          rubricId: rubric.id,
          detail: `${rubric.description}, and so is everything that meets the rest`,
        }),
      );
    const others = othersFitting(task);
    if (others < leastFitting)
      findings.push({
        code: 'profile_overfitted',
        path: 'profile',
        detail: `${others} other products meet its long-term needs, at least ${leastFitting} have to`,
      });
    const left = withoutProfile(task);
    if (left < leastWithoutProfile)
      findings.push({
        code: 'profile_not_needed',
        path: 'profile',
        detail: `${left} products are left without it, at least ${leastWithoutProfile} have to be`,
      });
    return findings;
  },
});
