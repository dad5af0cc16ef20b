import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingestCatalog } from '../../catalog/ingest/ingest.ts';
import { openCatalog } from '../../catalog/store/catalog.ts';
import { makeShop } from '../../families/ecomagentbench/mutations/chinese/made-shop.ts';
import { family as shopsimulator } from '../../families/shopsimulator/family.ts';
import { SCENARIOS, ShopsimulatorSample } from '../../families/shopsimulator/sample.ts';
import { useLanguage } from '../../lexicon/index.ts';
import { type EpisodeTask, floorOver } from '../../pipeline/episode.ts';
import { scriptedNamed, scriptedPlayer } from '../../shopping/episode/agents/scripted.ts';
import { drive } from '../../shopping/episode/drive.ts';
import { agentView, type EpisodeWorld, episodeTask, gradeState, openEpisodes } from '../../shopping/episode/index.ts';
import { cartwright, type Ended, workFolder } from '../fixtures/command-line.ts';
import { begin } from '../fixtures/episodes.ts';
import { asking, COMPETENT, linesIn } from '../fixtures/model-runs.ts';
import { startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const EACH = 8;

const { folder, discard } = workFolder();
afterAll(discard);

let built: Ended;
let samples: readonly ShopsimulatorSample[];
let tasks: readonly EpisodeTask[];
let world: EpisodeWorld;

beforeEach(() => useLanguage('zh'));
afterEach(() => useLanguage());
beforeAll(async () => {
  useLanguage('zh');
  const database = join(folder, 'shop.db');
  // Few kinds of goods: a shelf of them has to leave many products to whoever does not look at the profile.
  await ingestCatalog({ ...makeShop(folder, 900, { kinds: 3, option: '颜色' }), database });
  const endpoint = await startMockEndpoint(COMPETENT);
  built = await asking(
    endpoint,
    folder,
    ...['build:dataset', '--family', 'shopsimulator', '--catalog', database, '--out', 'zh', '--splits', 'test=1'],
    ...['--writer', 'openai', '--skip-judge', '--per-intent', String(EACH)],
  );
  await endpoint.close();
  samples = linesIn(join(folder, 'zh', 'accepted.jsonl')).map((line) => ShopsimulatorSample.parse(line));
  world = await openEpisodes(shopsimulator as never, openCatalog(database), { manifest: null, samples: () => [] });
  tasks = samples.map((sample) => episodeTask(shopsimulator as never, sample));
});

async function rewardOf(name: string, task: EpisodeTask) {
  const agent = scriptedNamed(name, world.kind);
  if (agent === undefined) throw new RangeError(name);
  const start = begin(task, world);
  const state = await drive(
    start,
    scriptedPlayer(agent, { view: agentView(start), kind: world.kind, task, place: world.place }),
  );
  return gradeState(state, task);
}

test('a model writes tasks of every scenario in the language of a Chinese catalog, and verify finds nothing wrong', async () => {
  expect(built.code, built.stderr).toBe(0);
  for (const scenario of SCENARIOS) expect(samples.filter(({ intent }) => intent === scenario)).toHaveLength(EACH);
  const { code, stdout, stderr } = await cartwright(folder, 'verify', 'zh', '--catalog', 'shop.db');
  expect(code, `${stdout}\n${stderr}`).toBe(0);
});

test('nothing that a Chinese shopper says or holds to is English', () => {
  const words = /[a-z]{3,}/i;
  for (const { query, instruction, knowledge, profile } of samples) {
    const lasting = profile?.preferences.lasting ?? [];
    const people = Object.values({ ...profile?.demographics, spending_tier: '' });
    const said = [
      ...[query, instruction, ...people],
      ...knowledge.flatMap(({ topic, answer, objection, trigger_keywords: keywords }) => [
        topic,
        answer,
        objection,
        ...keywords,
      ]),
      ...lasting.flatMap(({ topic, wish }) => [topic, wish]),
    ];
    for (const text of said) expect(text).not.toMatch(words);
  }
});

test('the oracle has 1 in every reward of every Chinese task, whoever never asks loses, and no floor is passed', async () => {
  for (const task of tasks) {
    const { scores, reward } = await rewardOf('oracle', task);
    expect([task.id, scores.loose, scores.strict, scores.success, reward]).toEqual([task.id, 1, 1, 1, 1]);
  }
  const each = Map.groupBy(tasks, ({ intent }) => intent);
  const counts = new Map([...each].map(([intent, own]) => [intent, own.length]));
  for (const [name, most] of Object.entries(world.kind.floors)) {
    const floor = floorOver(most, counts);
    const grades = await Promise.all(tasks.map((task) => rewardOf(name, task)));
    const won = grades.filter(({ success }) => success).length;
    expect([name, won <= Math.ceil(floor * tasks.length + 3 * Math.sqrt(floor * (1 - floor) * tasks.length))]).toEqual([
      name,
      true,
    ]);
  }
});

test('a Chinese run without a model is refused in one sentence', async () => {
  const asked = ['--family', 'shopsimulator', '--catalog', 'shop.db', '--language', 'zh'];
  const { code, stderr } = await cartwright(folder, 'build:dataset', ...asked);
  expect(code).toBe(2);
  expect(stderr.trim()).toBe(
    '--language zh asks for texts that the offline writer cannot write; add --writer openai, or leave --language out for English',
  );
});
