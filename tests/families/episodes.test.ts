import { beforeAll, describe, expect, test } from 'vitest';
import { familyNamed } from '../../families/index.ts';
import type { EpisodeTask } from '../../pipeline/episode.ts';
import { SCRIPTED } from '../../shopping/episode/agents/scripted.ts';
import { agentView, apply, describeTools, grade, gradeState } from '../../shopping/episode/index.ts';
import { leaksInBytes, NOTHING_KNOWN } from '../fixtures/episode-leaks.ts';
import { begin, PLAYED, type PlayableRun, type PlayedFamily, playableRun, playBy } from '../fixtures/episodes.ts';

const runs = new Map<PlayedFamily, PlayableRun>();
beforeAll(async () => {
  for (const family of PLAYED) runs.set(family, await playableRun(family));
});
const runOf = (family: PlayedFamily) => runs.get(family) as PlayableRun;

describe.each(PLAYED)('episodes of %s', (family) => {
  test('are won by the oracle with the tools alone, and its answers were shown to it', async () => {
    const { tasks, world } = runOf(family);
    for (const task of tasks) {
      const { success, unretrieved } = gradeState(await playBy('oracle', task, world), task);
      expect([task.id, success, unretrieved]).toEqual([task.id, true, []]);
    }
  });

  test('are not won by doing nothing, and cheating wins none that the first result of a search does not', async () => {
    const { tasks, world } = runOf(family);
    const wins = async (name: string, task: EpisodeTask) => gradeState(await playBy(name, task, world), task).success;
    for (const task of tasks) {
      expect(await wins('nothing', task)).toBe(false);
      expect(await wins('cheater', task)).toBe(await wins('first-hit', task));
    }
  });

  test('have a declared floor for every built-in agent but the oracle', () => {
    const names = SCRIPTED.map(({ name }) => name).filter((name) => name !== 'oracle');
    expect(Object.keys(familyNamed(family).episode?.floors ?? {}).toSorted()).toEqual(names.toSorted());
  });

  test('give results that fit the schemas their tools declare', async () => {
    const { tasks, world } = runOf(family);
    const tools = new Map(world.kind.tools({ program: false }).map((tool) => [tool.name, tool]));
    for (const agent of SCRIPTED)
      for (const task of tasks)
        await playBy(agent.name, task, world, {
          onSeen: ({ results }) => {
            for (const { tool, content, isError } of results)
              if (!isError) expect(tools.get(tool)?.output.safeParse(content).error).toBeUndefined();
          },
        });
  });

  test('have their tools in the same order each time, a calculator where no program runs', () => {
    const { kind } = runOf(family).world;
    const names = (program: boolean) => kind.tools({ program }).map(({ name }) => name);
    expect(names(false)).toEqual(names(false));
    expect(names(false)).toContain('calculator');
    expect(names(true).filter((name) => !names(false).includes(name))).toEqual(['python_execute']);
  });

  test('tell agents nothing at first that only graders know, in any byte', () => {
    const { tasks, world, samples } = runOf(family);
    for (const [at, task] of tasks.entries())
      expect(leaksInBytes(JSON.stringify(agentView(begin(task, world))), samples[at], NOTHING_KNOWN)).toEqual([]);
  });

  test.each(['script', 'published'] as const)(
    'tell agents in no byte what they were not shown, whatever they do, with the shopper: %s',
    async (user) => {
      const { tasks, world, samples } = runOf(family);
      for (const { name } of SCRIPTED)
        for (const [at, task] of tasks.entries()) {
          const end = await playBy(name, task, world, { user });
          let state = begin(task, world, user);
          let written = '';
          for (const event of end.journal) {
            written += JSON.stringify(event);
            const step = apply(state, event);
            state = step.state;
            const opened = new Set(state.said.flatMap(({ slots }) => slots));
            const profileRead = state.called.includes('get_user_profile');
            const known = { retrieved: state.retrieved, opened, profileRead, written };
            const leaks = leaksInBytes(JSON.stringify(step.observation), samples[at], known);
            expect([name, task.id, leaks]).toEqual([name, task.id, []]);
          }
        }
    },
  );

  test('are graded from their journal as they were when they were played', async () => {
    const { tasks, world } = runOf(family);
    for (const task of tasks)
      for (const { name } of SCRIPTED) {
        const end = await playBy(name, task, world);
        expect(grade(begin(task, world), end.journal, task)).toEqual(gradeState(end, task));
      }
  });

  test('describe their tools as JSON Schemas of objects', () => {
    for (const { input } of describeTools(runOf(family).world.kind.tools({ program: true })))
      expect(input).toMatchObject({ type: 'object' });
  });
});

test('a byte that gave something away would be found', () => {
  const { samples } = runOf('ecomagentbench');
  // biome-ignore lint/suspicious/noExplicitAny: a sample, read by its keys
  const sample = samples[0] as any;
  const [slot] = sample.clarification_script.clarification_slots;
  for (const secret of [
    sample.id,
    sample.target_product.product_id,
    slot?.user_response ?? sample.id,
    sample.lock.digest,
  ])
    expect(leaksInBytes(JSON.stringify({ note: `so: ${secret}` }), sample, NOTHING_KNOWN)).not.toEqual([]);
  expect(leaksInBytes('{"seed":42}', sample, NOTHING_KNOWN)).toEqual(['the key seed']);
});
