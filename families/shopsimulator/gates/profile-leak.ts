import type { Finding } from '../../../schemas/finding.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { findingsIn, soughtValuesOf, textsIn } from '../../../stages/gates/words/sought-values.ts';
import { normaliseText } from '../../../text/normalise.ts';
import { heldTo } from '../implied-needs.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  /** The products that satisfy every rubric. */
  answersOf(task: LockedTask): readonly string[];
}

const LEAK = 'profile_leak';
const NAMES = 'profile_names_target';

/**
 * Finds profiles that say what the instruction or the answers are to say, or long-term needs beside where they are
 * held; and those that name the very product: its title, its id, or it among what was bought.
 */
export const profileLeak = defineGate<Wording, [Dependencies]>({
  name: 'leak: profile',
  codes: {
    [LEAK]: 'the profile says a scored value where it should not',
    [NAMES]: 'the profile names the product that is to be found',
  },
  scope: { unit: 'requirements', reads: ['profile'], of: requirements() },
  check: ({ task, wording: { profile }, targets }, { answersOf }) => {
    if (profile === null) return [];
    const held = new Set(heldTo(profile).map(({ path }) => `profile.${path}`));
    const { brands, lasting } = profile.preferences;
    const texts = [
      ...brands.map(({ brand }, at) => ({ path: `profile.preferences.brands.${at}`, text: brand })),
      ...lasting.map(({ wish }, at) => ({ path: `profile.preferences.lasting.${at}`, text: wish })),
      ...textsIn(
        profile.purchase_history.map(({ title, brand, category }) => ({ title, brand, category })),
        'profile.purchase_history',
      ),
    ];
    const { rubrics } = task.locked;
    const free = texts.filter(({ path }) => !held.has(path));
    const lastingRubrics = rubrics.filter(({ info_source: source }) => source === 'persona');
    const others = rubrics.filter(({ info_source: source }) => source !== 'persona');
    const leaks = [
      ...findingsIn(LEAK, texts, others.flatMap(soughtValuesOf)),
      ...findingsIn(LEAK, free, lastingRubrics.flatMap(soughtValuesOf)),
    ];
    const answers = new Set(answersOf(task));
    const bought = profile.purchase_history
      .filter(({ product_id: id }) => answers.has(id))
      .map(
        ({ product_id: id }): Finding => ({
          code: NAMES,
          path: 'profile.purchase_history',
          detail: `"${id}" is what is asked for`,
        }),
      );
    const whole = normaliseText(JSON.stringify(profile));
    const named = targets.flatMap(({ id, title }): Finding[] =>
      [id, title]
        .filter((name) => whole.includes(normaliseText(name)))
        .map((name) => ({ code: NAMES, path: 'profile', detail: `it holds "${name}"` })),
    );
    return [...leaks, ...bought, ...named];
  },
});
