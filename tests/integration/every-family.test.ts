import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../../cli/eval/eval.ts';
import { EVERY_FAMILY, smallRunOf } from '../fixtures/built-run.ts';
import { workFolder } from '../fixtures/command-line.ts';
import { episodePromises } from '../fixtures/episode-promises.ts';
import { PLAYED, type PlayableRun } from '../fixtures/episodes.ts';
import { pythonWith } from '../fixtures/python.ts';

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

/** Has inspect read a log, as its viewer does; prints what it makes of each sample. */
const INSPECT = `
import json, sys
from inspect_ai.log import read_eval_log

log = read_eval_log(sys.argv[1])
print(json.dumps([log.status, [[one.id, one.scores["reward"].value, len(one.messages)] for one in log.samples]]))
`;

/** Has Harbor read trajectories; prints for each its steps and what was observed. */
const ATIF = `
import json, sys
from pathlib import Path
from harbor.models.trajectories import Trajectory

read = [Trajectory.model_validate_json(Path(name).read_text()) for name in sys.argv[1:]]
print(json.dumps([[one.final_metrics.total_steps, len(one.steps), one.extra["reward"]] for one in read]))
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

describe.each(EVERY_FAMILY)('an evaluation of %s, written as others read it,', (family) => {
  const out = () => join(folder, family);
  const records = () =>
    readFileSync(join(out(), 'episodes.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  beforeAll(async () => {
    const { folder: run, catalog } = runOf(family);
    const options = { catalog, agent: 'oracle', out: out(), logs: 'atif,inspect' };
    await evaluate(join(run, 'accepted.jsonl'), options, { write: () => {}, width: 120, colour: false });
  }, PATIENT);

  test.skipIf(inspect === null)('is read by inspect, with its rewards', { timeout: PATIENT }, async () => {
    const [status, samples] = JSON.parse((await inspect?.run(INSPECT, [join(out(), 'inspect-log.json')])) ?? '');
    expect(status).toBe('success');
    expect(samples.map(([id, reward]: [string, number]) => [id, reward])).toEqual(
      records().map(({ agent_id: id, grade }) => [id, grade.reward]),
    );
    for (const [, , messages] of samples) expect(messages).toBeGreaterThan(2);
  });

  test.skipIf(harbor === null)('is read by Harbor, with its rewards', { timeout: PATIENT }, async () => {
    const names = records().map(({ agent_id: id, trial }) => `${id}-${trial}.json`);
    expect(readdirSync(join(out(), 'atif')).toSorted()).toEqual(names.toSorted());
    const read = JSON.parse(
      (await harbor?.run(
        ATIF,
        names.map((name) => join(out(), 'atif', name)),
      )) ?? '',
    );
    expect(read.map(([, , reward]: number[]) => reward)).toEqual(records().map(({ grade }) => grade.reward));
    for (const [counted, steps] of read) expect(counted).toBe(steps);
  });
});
