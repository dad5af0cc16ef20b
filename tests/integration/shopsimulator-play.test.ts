import { beforeAll, expect, test } from 'vitest';
import { family as shopsimulator } from '../../families/shopsimulator/family.ts';
import { rehearsedTalks } from '../../families/shopsimulator/measurements/talk-rehearsal.ts';
import { SCENARIOS, type ShopsimulatorSample } from '../../families/shopsimulator/sample.ts';
import { type EpisodeTask, floorOver } from '../../pipeline/episode.ts';
import { agentsFor, scriptedNamed, scriptedPlayer } from '../../shopping/episode/agents/scripted.ts';
import { drive } from '../../shopping/episode/drive.ts';
import {
  agentView,
  type EpisodeWorld,
  episodeTask,
  gradeState,
  openEpisodes,
  replay,
} from '../../shopping/episode/index.ts';
import { begin } from '../fixtures/episodes.ts';
import { fineSamples } from '../fixtures/fine-samples.ts';

const EACH = 8;

let world: EpisodeWorld;
let samples: readonly ShopsimulatorSample[];
let tasks: readonly EpisodeTask[];
beforeAll(async () => {
  const built = await fineSamples(EACH);
  samples = SCENARIOS.flatMap((scenario) => built.samples[scenario]);
  world = await openEpisodes(shopsimulator as never, built.catalog, { manifest: null, samples: () => [] });
  tasks = samples.map((sample) => episodeTask(shopsimulator as never, sample));
});

async function played(name: string, task: EpisodeTask) {
  const agent = scriptedNamed(name, world.kind);
  if (agent === undefined) throw new RangeError(name);
  const start = begin(task, world);
  const given = { view: agentView(start), kind: world.kind, task, place: world.place };
  const state = await drive(start, scriptedPlayer(agent, given));
  expect(gradeState(replay(start, state.journal), task)).toEqual(gradeState(state, task));
  return gradeState(state, task);
}

const ofScenarios = (isOf: (intent: string) => boolean = () => true) => tasks.filter(({ intent }) => isOf(intent));

/** How many of some tasks an agent wins. */
async function won(name: string, some: readonly EpisodeTask[] = tasks): Promise<number> {
  const grades = [];
  for (const task of some) grades.push(await played(name, task));
  return grades.filter(({ success }) => success).length;
}

/** The most wins among so few tasks of an agent that wins a share of all: three standard deviations above the mean. */
const mostOf = (share: number, { length }: readonly EpisodeTask[]): number =>
  Math.ceil(share * length + 3 * Math.sqrt(share * (1 - share) * length));

test('tasks of every scenario were built', () => {
  expect(new Set(tasks.map(({ intent }) => intent))).toEqual(new Set(SCENARIOS));
});

test('the oracle has 1 in every reward of every task', async () => {
  for (const task of tasks) {
    const { scores, reward, unretrieved } = await played('oracle', task);
    expect([task.id, scores.loose, scores.strict, scores.success, reward, unretrieved]).toEqual([
      ...[task.id, 1, 1, 1, 1, []],
    ]);
  }
  expect(await won('knows-all')).toBe(tasks.length);
});

test('no floor is passed', async () => {
  const each = new Map(SCENARIOS.map((scenario) => [scenario, EACH]));
  for (const [name, floor] of Object.entries(world.kind.floors))
    expect([name, (await won(name)) <= mostOf(floorOver(floor, each), tasks)]).toEqual([name, true]);
});

test('whoever never asks loses 95 % of what is told only when asked', async () => {
  const asked = ofScenarios((intent) => intent.endsWith('multi_turn'));
  expect(await won('never-asks', asked)).toBeLessThanOrEqual(mostOf(0.05, asked));
});

test('whoever is blind to the profile loses 90 % of what turns on it', async () => {
  const personalised = ofScenarios((intent) => intent.startsWith('personalised'));
  expect(await won('profile-blind', personalised)).toBeLessThanOrEqual(mostOf(0.1, personalised));
});

test('R_succ is at most R_strict, which is at most R_loose, of every agent', async () => {
  for (const { name } of agentsFor(world.kind))
    for (const task of tasks) {
      const { loose = 0, strict = 0, success = 0 } = (await played(name, task)).scores;
      expect(Number(success)).toBeLessThanOrEqual(Number(strict));
      expect(Number(strict)).toBeLessThanOrEqual(Number(loose) + 1e-12);
    }
});

test('the shopper tells all that it is asked about, and nothing else', () => {
  const { on_topic: on, ...others } = rehearsedTalks(samples.filter(({ opening }) => opening !== null));
  expect(on.told).toBe(on.asked);
  expect(Object.values(others).map(({ told }) => told)).toEqual([0, 0, 0]);
});
