import type { Finding } from '../../../schemas/finding.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { soughtValuesOf } from '../../../stages/gates/words/sought-values.ts';
import type { Wording } from '../wording.ts';

const CODE = 'goal_incomplete';

/** Finds goals of multi-turn shoppers that leave out a requirement that is not the profile's, or copy the title. */
export const goalIncomplete = defineGate<Wording>({
  name: 'goal',
  codes: {
    [CODE]: 'the goal of the shopper leaves out a requirement',
    goal_title_leak: 'the goal of the shopper repeats too much of the title',
  },
  scope: { unit: 'requirements', reads: ['query'], of: requirements('query', 'clarification') },
  check: (input) => {
    const { goal } = input.wording;
    if (goal === null) return [];
    const told = input.task.locked.rubrics.filter(({ info_source: source }) => source !== 'persona');
    const missing = told.flatMap((rubric) =>
      soughtValuesOf(rubric)
        .filter(({ find }) => find(goal).length === 0)
        .map(
          ({ name }): Finding => ({ code: CODE, path: 'goal', rubricId: rubric.id, detail: `does not say ${name}` }),
        ),
    );
    const copied = titleLeak
      .check({ ...input, wording: { ...input.wording, query: goal } })
      .map((finding): Finding => ({ ...finding, code: 'goal_title_leak', path: 'goal' }));
    return [...missing, ...copied];
  },
});
