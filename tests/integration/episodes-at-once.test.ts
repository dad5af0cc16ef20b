import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../pipeline/episode.ts';
import { gradeState } from '../../shopping/episode/index.ts';
import { playedAgain } from '../../shopping/episode/trial.ts';
import { begin, playBy } from '../fixtures/episodes.ts';
import { liveEpisodes } from '../fixtures/live-episodes.ts';
import { SUPPORT_NAMES, supportRun } from '../fixtures/support-episodes.ts';

const AT_ONCE = 1000;
const TASKS = 50;
const AGENTS = ['oracle', 'near-miss', 'does-everything-asked', 'first-order-only'];
const MOST_CPU_MS = 5;

describe.each(SUPPORT_NAMES)('a thousand episodes of %s that go on at once', (name) => {
  const run = supportRun(name, { tasks: TASKS });
  const fixture = liveEpisodes(run, { capacity: AT_ONCE });

  test('come to what each comes to alone, and cost little processor time a call', async () => {
    const alone = await Promise.all(
      run.tasks.flatMap((task) =>
        AGENTS.map(async (agent) => {
          const state = await playBy(agent, task, run.world);
          const { seenDigest } = playedAgain(begin(task, run.world), state.journal);
          const calls: ToolCall[] = state.journal.flatMap((event) => (event.type === 'turn' ? event.calls : []));
          return { task, calls, seenDigest, grade: gradeState(state, task) };
        }),
      ),
    );
    const playing = Array.from({ length: AT_ONCE }, (_, at) => {
      const one = alone[at % alone.length] as (typeof alone)[number];
      return { ...one, live: fixture.episodes.open(one.task) };
    });
    // Of this thread alone: the process has those of other tests too.
    const started = process.threadCpuUsage();
    let calls = 0;
    // A call of each in turn, so that all of them are under way until the longest is over.
    for (let at = 0; playing.some((one) => at < one.calls.length); at++)
      for (const { live, calls: own } of playing) {
        const call = own[at];
        if (call === undefined || live.end !== null) continue;
        await live.turn({ calls: [call] });
        calls++;
      }
    const { user, system } = process.threadCpuUsage(started);
    for (const { live, grade, seenDigest } of playing) {
      const { verdicts, reward, success, scores } = live.grade();
      expect({ verdicts, reward, success, scores }).toEqual({
        ...{ verdicts: grade.verdicts, reward: grade.reward },
        ...{ success: grade.success, scores: grade.scores },
      });
      // What an agent sees of an end it did not come to is no result of a call.
      if (grade.success) expect(live.seenDigest).toBe(seenDigest);
    }
    expect(playing.filter(({ grade }) => grade.success).length).toBeGreaterThanOrEqual(AT_ONCE / AGENTS.length);
    expect(calls).toBeGreaterThan(AT_ONCE);
    expect((user + system) / 1000 / calls).toBeLessThan(MOST_CPU_MS);
  });
});
