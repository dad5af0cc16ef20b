import { describe, expect, test } from 'vitest';
import { FLOORS } from '../../../service/episode/agents.ts';
import { agentsFor } from '../../../shopping/episode/agents/scripted.ts';
import { gradeState } from '../../../shopping/episode/index.ts';
import { playBy } from '../../fixtures/episodes.ts';
import { casesOf } from '../../fixtures/property-runs.ts';
import { SUPPORT_NAMES, supportRun } from '../../fixtures/support-episodes.ts';

describe.each(SUPPORT_NAMES)('the near miss of %s', (name) => {
  test('is none where it would be the gold run: nothing to write, and nothing to tell', () => {
    const { world, tasks, locked } = supportRun(name, {
      tasks: 1,
      fits: ({ calls }) => calls.every(({ role }) => role !== 'write'),
    });
    const silent = { locked: { ...locked[0], key_answers: [] } };
    expect(world.kind.moves.nearMiss?.(tasks[0]?.staged, silent, world.place)).toBeNull();
  });

  test('and the floors play it, and every floor has the most it may win', () => {
    const { kind } = supportRun(name, { tasks: 1 }).world;
    const agents = agentsFor(kind);
    expect(agents.map(({ name: own }) => own)).toEqual(
      expect.arrayContaining(['near-miss', ...FLOORS.map((one) => one.name)]),
    );
    for (const { name: own } of FLOORS) expect(kind.floors[own]).toBeGreaterThan(0);
  });
});

test.each(casesOf(['en', 'zh'] as const, 1))(
  'the near miss of a task that only asks for a yes leaves it untold, in %s',
  { timeout: 120_000 },
  async (language) => {
    const { world, tasks, locked } = supportRun('ecombench', {
      ...{ tasks: 1, language },
      fits: ({ calls, key_answers }) => {
        const last = key_answers.at(-1)?.intent;
        const own = key_answers.filter(({ intent }) => intent === last);
        const isYes = own.length > 0 && own.every(({ value }) => value.type === 'words' && value.words === 'yes');
        return isYes && calls.every(({ role }) => role !== 'write');
      },
    });
    for (const [at, task] of tasks.entries()) {
      expect(world.kind.moves.nearMiss?.(task.staged, task.answer, world.place)).not.toBeNull();
      expect(gradeState(await playBy('near-miss', task, world), task).success, locked[at]?.user_id).toBe(false);
    }
  },
);
