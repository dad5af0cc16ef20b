import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compareEvaluations } from '../../../cli/compare/compare.ts';
import { readEvaluation } from '../../../cli/eval/evaluated.ts';
import { regrade } from '../../../cli/regrade/regrade.ts';
import { ServedFolder } from '../../../cli/serve/served-folder.ts';
import { familyNamed } from '../../../families/index.ts';
import { type PlayableRun, playableRun } from '../../fixtures/episodes.ts';
import { firstOf, liveEpisodes, playOverWire } from '../../fixtures/live-episodes.ts';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
});

const newPath = () => join(mkdtempSync(join(tmpdir(), 'served-')), 'eval');

function kept(path: string, agent = 'mine'): ServedFolder {
  const { family, world, folder, catalog } = run;
  const file = join(folder, 'accepted.jsonl');
  return new ServedFolder(path, { family: familyNamed(family), world, file, catalog, agent, userDigest: 'u' });
}

/** Serves one episode of the first task to an agent, and keeps it. */
async function served(folder: ServedFolder, agent: string, seed?: number): Promise<void> {
  const { episodes } = liveEpisodes(run, { onOver: (live) => folder.add(live) });
  const task = firstOf(run);
  const live = episodes.open(task, { seed });
  await playOverWire(agent, { view: live.view, kind: run.world.kind, task }, async (tool, args) => {
    const { results, end } = await live.turn({ calls: [{ tool, arguments: args }] });
    return { result: results[0] as (typeof results)[number], isOver: end !== null };
  });
  live.grade();
}

const output = () => {
  let text = '';
  return { write: (more: string) => (text += more), width: 120, colour: false, said: () => text };
};

test('episodes of a server are an evaluation, which is graded again without a change', async () => {
  const path = newPath();
  const folder = kept(path);
  await served(folder, 'oracle');
  await served(folder, 'oracle', 7);
  await served(folder, 'first-hit');
  folder.close();
  const records = [...readEvaluation(path, 'regrade').records];
  expect(records.map(({ trial, seed, grade: { reward } }) => [trial, seed, reward])).toEqual([
    [1, 42, 1],
    [2, 7, 1],
    [3, 42, expect.any(Number)],
  ]);
  const said = output();
  await regrade(path, { catalog: run.catalog }, said);
  expect(said.said()).toContain('3 episodes graded again, 0 changed');
});

test('a server that is started again goes on numbering, and compares with itself', async () => {
  const path = newPath();
  for (let start = 0; start < 2; start++) {
    const folder = kept(path);
    await served(folder, 'oracle');
    folder.close();
  }
  expect(JSON.parse(readFileSync(join(path, 'summary.json'), 'utf8'))).toMatchObject({ agent: 'mine', k: 2 });
  const said = output();
  compareEvaluations(path, path, {}, said);
  expect(said.said()).toContain('100.0');
});

test('an episode that the server cut short counts for nobody', async () => {
  const path = newPath();
  const folder = kept(path);
  const { episodes } = liveEpisodes(run, { onOver: (live) => folder.add(live) });
  const live = episodes.open(firstOf(run));
  await live.turn({ calls: [{ tool: 'get_user_profile', arguments: {} }] });
  episodes.close(live.id, { end: 'infrastructure_error', detail: 'the server was stopped' });
  folder.close();
  const { records, failures } = readEvaluation(path, 'regrade');
  expect([[...records], failures.map(({ end }) => end)]).toEqual([[], ['infrastructure_error']]);
});

test('a folder of another agent is not mixed with', async () => {
  const path = newPath();
  const folder = kept(path);
  await served(folder, 'oracle');
  folder.close();
  expect(() => kept(path, 'other')).toThrow(
    /holds episodes of "mine" that no server kept; name another agent with --as/,
  );
  kept(path).close();
});
