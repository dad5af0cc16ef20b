import { beforeAll, expect, test } from 'vitest';
import { shopsimulator } from '../../families/shopsimulator/family.ts';
import { SCENARIOS, type ShopsimulatorSample } from '../../families/shopsimulator/sample.ts';
import type { EpisodeTask } from '../../pipeline/episode.ts';
import { agentsFor, scriptedNamed, scriptedPlayer } from '../../shopping/episode/agents/scripted.ts';
import { drive } from '../../shopping/episode/drive.ts';
import {
  agentView,
  type EpisodeWorld,
  episodeTask,
  grade,
  gradeState,
  openEpisodes,
} from '../../shopping/episode/index.ts';
import { rehearsedTalks } from '../../tools/shopsimulator/talk-rehearsal.ts';
import { begin } from '../fixtures/episodes.ts';
import { fineSamples } from '../fixtures/fine-samples.ts';

const EACH = 8;
const PATIENT = 300_000;

let world: EpisodeWorld;
let samples: readonly ShopsimulatorSample[];
let tasks: readonly EpisodeTask[];
beforeAll(async () => {
  const built = await fineSamples(EACH);
  samples = SCENARIOS.flatMap((scenario) => built.samples[scenario]);
  world = await openEpisodes(shopsimulator as never, built.catalog, { manifest: null, samples: () => [] });
  tasks = samples.map((sample) => episodeTask(shopsimulator as never, sample));
}, PATIENT);

async function played(name: string, task: EpisodeTask) {
  const agent = scriptedNamed(name, world.kind);
  if (agent === undefined) throw new RangeError(name);
  const start = begin(task, world);
  const given = { view: agentView(start), kind: world.kind, task, place: world.place };
  const state = await drive(start, scriptedPlayer(agent, given));
  expect(grade(start, state.journal, task)).toEqual(gradeState(state, task));
  return gradeState(state, task);
}

/** The share of tasks that an agent wins, of all or of those of scenarios. */
async function won(name: string, isOf: (intent: string) => boolean = () => true): Promise<number> {
  const grades = [];
  for (const task of tasks.filter(({ intent }) => isOf(intent))) grades.push(await played(name, task));
  return grades.filter(({ success }) => success).length / grades.length;
}

test('tasks of every scenario were built', () => {
  expect(new Set(tasks.map(({ intent }) => intent))).toEqual(new Set(SCENARIOS));
});

test('the oracle has 1 in every reward of every task', { timeout: PATIENT }, async () => {
  for (const task of tasks) {
    const { scores, reward, unretrieved } = await played('oracle', task);
    expect([task.id, scores.loose, scores.strict, scores.success, reward, unretrieved]).toEqual([
      ...[task.id, 1, 1, 1, 1, []],
    ]);
  }
  expect(await won('knows-all')).toBe(1);
});

test('no floor is passed', { timeout: PATIENT }, async () => {
  for (const [name, floor] of Object.entries(world.kind.floors))
    expect([name, (await won(name)) <= floor]).toEqual([name, true]);
});

test('whoever never asks loses where it is told only when asked, but for a guess', { timeout: PATIENT }, async () => {
  expect(await won('never-asks', (intent) => intent.endsWith('multi_turn'))).toBeLessThanOrEqual(2 / (2 * EACH));
});

test('whoever is blind to the profile loses more than half of what turns on it', { timeout: PATIENT }, async () => {
  expect(await won('profile-blind', (intent) => intent.startsWith('personalised'))).toBeLessThan(0.5);
});

test('R_succ is at most R_strict, which is at most R_loose, of every agent', { timeout: PATIENT }, async () => {
  for (const { name } of agentsFor(world.kind))
    for (const task of tasks) {
      const { loose = 0, strict = 0, success = 0 } = (await played(name, task)).scores;
      expect(Number(success)).toBeLessThanOrEqual(Number(strict));
      expect(Number(strict)).toBeLessThanOrEqual(Number(loose) + 1e-12);
    }
});

test('the shopper tells all that it is asked about, and nothing else', { timeout: PATIENT }, () => {
  const { on_topic: on, ...others } = rehearsedTalks(samples.filter(({ opening }) => opening !== null));
  expect(on.told).toBe(on.asked);
  expect(Object.values(others).map(({ told }) => told)).toEqual([0, 0, 0]);
});
