import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../../cli/eval/eval.ts';
import { EVERY_FAMILY, smallRunOf } from '../fixtures/built-run.ts';
import { workFolder } from '../fixtures/command-line.ts';
import { episodePromises } from '../fixtures/episode-promises.ts';
import { PLAYED, type PlayableRun } from '../fixtures/episodes.ts';
import { type Python, pythonWith } from '../fixtures/python.ts';

const PATIENT = 600_000;
const { folder, discard } = workFolder();
afterAll(discard);

const runs = new Map<string, PlayableRun>();
beforeAll(async () => {
  for (const family of EVERY_FAMILY) runs.set(family, await smallRunOf(family));
}, PATIENT);
const runOf = (family: string) => runs.get(family) as PlayableRun;

const quick: readonly string[] = PLAYED;
describe.each(EVERY_FAMILY.filter((family) => !quick.includes(family)))('episodes of %s', (family) => {
  episodePromises(() => runOf(family));
});

/** Has inspect read logs, as its viewer does; prints for each what it makes of its samples. */
const INSPECT = `
import json, sys
from inspect_ai.log import read_eval_log

logs = [read_eval_log(name) for name in sys.argv[1:]]
print(json.dumps([
    [log.status, [[one.id, one.scores["reward"].value, len(one.messages)] for one in log.samples]] for log in logs
]))
`;

/** Has Harbor read the trajectories in some folders; prints for each its steps and what was observed. */
const ATIF = `
import json, sys
from pathlib import Path
from harbor.models.trajectories import Trajectory

def read(folder):
    return [Trajectory.model_validate_json(path.read_text()) for path in sorted(Path(folder).iterdir())]

print(json.dumps([
    [[one.final_metrics.total_steps, len(one.steps), one.extra["reward"]] for one in read(folder)]
    for folder in sys.argv[1:]
]))
`;

const inspect = await pythonWith(['mcp==1.30.0', 'inspect_ai==0.3.285'], 'tests of what inspect makes of logs');
/** Harbor's own reader of trajectories, with what it takes to read and not what runs containers. */
const READER = [
  'harbor==0.25.0',
  'annotated-types==0.8.0',
  'pydantic==2.14.3',
  'pydantic_core==2.50.4',
  'typing-inspection==0.4.5',
  'typing_extensions==4.16.0',
];
const harbor = await pythonWith(['--no-deps', ...READER], 'tests of what Harbor makes of trajectories');

describe('an evaluation, written as others read it,', () => {
  const outOf = (family: string) => join(folder, family);
  const recordsOf = (family: string) =>
    readFileSync(join(outOf(family), 'episodes.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  beforeAll(async () => {
    for (const family of EVERY_FAMILY) {
      const { folder: run, catalog } = runOf(family);
      const options = { catalog, agent: 'oracle', out: outOf(family), logs: 'atif,inspect' };
      await evaluate(join(run, 'accepted.jsonl'), options, { write: () => {}, width: 120, colour: false });
    }
  }, PATIENT);
  /** What a program prints of something in the folder of each family, by family: to load a package takes seconds. */
  const read = async (python: Python | null, program: string, name: string) => {
    const places = EVERY_FAMILY.map((family) => join(outOf(family), name));
    const all = JSON.parse((await python?.run(program, places)) ?? '');
    return EVERY_FAMILY.map((family, at) => [family, all[at]] as const);
  };

  test.skipIf(inspect === null)('is read by inspect, with its rewards', { timeout: PATIENT }, async () => {
    for (const [family, [status, samples]] of await read(inspect, INSPECT, 'inspect-log.json')) {
      expect([family, status]).toEqual([family, 'success']);
      expect(samples.map(([id, reward]: [string, number]) => [id, reward])).toEqual(
        recordsOf(family).map(({ agent_id: id, grade }) => [id, grade.reward]),
      );
      for (const [, , messages] of samples) expect(messages).toBeGreaterThan(2);
    }
  });

  test.skipIf(harbor === null)('is read by Harbor, with its rewards', { timeout: PATIENT }, async () => {
    for (const [family, trajectories] of await read(harbor, ATIF, 'atif')) {
      const records = recordsOf(family).map(({ agent_id: id, trial, grade }) => [`${id}-${trial}.json`, grade.reward]);
      const byName = records.toSorted(([a], [b]) => (a < b ? -1 : 1));
      expect(readdirSync(join(outOf(family), 'atif')).toSorted()).toEqual(byName.map(([name]) => name));
      expect(trajectories.map(([, , reward]: number[]) => reward)).toEqual(byName.map(([, reward]) => reward));
      for (const [counted, steps] of trajectories) expect(counted).toBe(steps);
    }
  });
});
