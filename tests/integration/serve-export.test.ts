import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartwright, PACKAGE_ROOT, workFolder } from '../fixtures/command-line.ts';
import { leaksInBytes, NOTHING_KNOWN } from '../fixtures/episode-leaks.ts';
import { PLAYED, type PlayableRun, playableRun } from '../fixtures/episodes.ts';
import { pythonWith } from '../fixtures/python.ts';
import { playOf, type ServedRun, servedRun } from '../fixtures/served-run.ts';

const PATIENT = 600_000;

const { folder, discard } = workFolder();
afterAll(discard);

/** Evaluates the exported task with a model that makes the calls of a list; prints each sample's score. */
const EVALUATE = `
import json, sys
sys.path.insert(0, sys.argv[1])
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from shop import shop

outputs = []
for calls in json.loads(sys.argv[2]):
    for call in calls + [{"tool": "submit", "arguments": {"answer": "done"}}]:
        outputs.append(ModelOutput.for_tool_call("mockllm/model", call["tool"], call["arguments"]))
        outputs[-1].usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
model = get_model("mockllm/model", custom_outputs=outputs)
[log] = eval(shop(), model=model, max_samples=1, display="none", log_dir=sys.argv[1])
assert log.status == "success", log.error
print(json.dumps({sample.id: sample.scores["reward"].value for sample in log.samples}))
`;

const python = await pythonWith(['mcp==1.30.0', 'inspect_ai==0.3.285'], 'tests of what inspect makes of its files');

describe.each(PLAYED)('%s, exported', (family) => {
  let run: PlayableRun;
  let served: ServedRun;
  beforeAll(async () => {
    run = await playableRun(family);
    served = await servedRun(run);
    for (const to of ['inspect', 'nemo']) await exported(to);
  }, PATIENT);
  afterAll(async () => {
    await served.stop();
  });
  const exported = async (to: string) => {
    const out = join(folder, `${family}-${to}`);
    const { code, stderr } = await cartwright(
      ...([PACKAGE_ROOT, 'export', run.folder, '--catalog', run.catalog, '--to', to, '--out', out] as const),
    );
    expect([code, stderr]).toEqual([0, '']);
  };

  test.each(['inspect', 'nemo'])('no byte for %s tells what an agent is not told at first', (to) => {
    const out = join(folder, `${family}-${to}`);
    for (const name of readdirSync(out)) {
      const text = readFileSync(join(out, name), 'utf8');
      for (const sample of run.samples) expect([name, leaksInBytes(text, sample, NOTHING_KNOWN)]).toEqual([name, []]);
    }
  });

  test.skipIf(python === null)('inspect evaluates it, and its scores are ours', { timeout: PATIENT }, async () => {
    const out = join(folder, `${family}-inspect`);
    const { tasks } = await served.asked('GET', '/tasks?limit=1000');
    const places = tasks.map(({ task: id }: { task: string }) => run.tasks.findIndex(({ agentId }) => agentId === id));
    const plays: Awaited<ReturnType<typeof playOf>>[] = [];
    for (const at of places) plays.push(await playOf(plays.length === 0 ? 'first-hit' : 'oracle', run, at));
    const calls = JSON.stringify(plays.map((play) => play.calls));
    const env = { CARTWRIGHT_CONTROL: served.control, CARTWRIGHT_TOKEN: served.token };
    const said = (await python?.run(EVALUATE, [out, calls], env)) ?? '';
    expect(JSON.parse(said)).toEqual(Object.fromEntries(plays.map(({ task, reward }) => [task.agentId, reward])));
    expect((await served.asked('GET', '/health')).episodes).toBe(0);
  });

  test('a row for NeMo Gym seeds a session', async () => {
    const [line = ''] = readFileSync(join(folder, `${family}-nemo`, 'test.jsonl'), 'utf8').split('\n');
    const response = await fetch(`${served.control}/t/${served.token}/nemo/seed_session`, {
      method: 'POST',
      body: line,
    });
    expect(response.status).toBe(200);
  });
});

test.each([
  [['--out', 'x'], /^export needs a format; name inspect, nemo or chat with --to\n$/],
  [['--to', 'toString', '--out', 'x'], /^--to is "toString", expected inspect, nemo or chat\n$/],
  [['--to', 'nemo', '--out', 'x', '--per', 'step'], /^--per is for --to chat; leave it out\n$/],
  [['--to', 'nemo'], /^export needs a folder for its files; name one with --out\n$/],
  [['--to', 'nemo', '--out', 'cli'], /^--out is "cli", which is not empty; name a new folder\n$/],
])('%j is turned down in one sentence', async (options, sentence) => {
  const { code, stderr } = await cartwright(PACKAGE_ROOT, 'export', 'out/sample', ...options);
  expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});
