import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtRun, smallRunOf } from '../fixtures/built-run.ts';
import { cartwrightWith, startCartwrightWith, workFolder } from '../fixtures/command-line.ts';
import { TRIES_EXHAUSTIVELY } from '../fixtures/property-runs.ts';

const PATIENT = 900_000;
/** TASKS=<n> plays so many tasks of each family, once each, and prints what was asked. */
const ASKED_FOR = Number(process.env.TASKS ?? 0);
/** Episodes of each family, where nobody asks for tasks. */
const EPISODES = 12;
const STEPS = 4;
const CONCURRENCY = 4;
const REPLY_MS = 5;

/** What the model calls in each step, by the family whose tool it is. */
const CALLS = {
  ecomagentbench: ['search_products', 'query'],
  shoppingbench: ['find_product', 'q'],
  shopsimulator: ['search', 'keywords'],
  ecombench: ['read_policy', 'about'],
} as const;

const { folder: root, discard } = workFolder();
/** Every question that was answered, by its text. */
const asked = new Map<string, number>();
let requests = 0;

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (bytes: Buffer) => (text += bytes.toString()));
  request.on('end', async () => {
    requests++;
    asked.set(text, (asked.get(text) ?? 0) + 1);
    await pause(REPLY_MS);
    const body = JSON.parse(text);
    const said = JSON.stringify(body.messages);
    const [tool, argument] = Object.values(CALLS).find(([name]) => said.includes(name)) ?? ['none', 'none'];
    // What is looked for differs from step to step.
    const given = JSON.stringify({ [argument]: `word${body.messages.length}` });
    const content = JSON.stringify({ thought: 'so', plan: 'so', tool, arguments: given });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        ...{ id: 'x', object: 'chat.completion', model: body.model },
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      }),
    );
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  discard();
});

/** One family that shops and one that serves: what is asked again is not theirs to decide. TASKS plays all of them. */
const KILLED = ASKED_FOR > 0 || TRIES_EXHAUSTIVELY ? Object.keys(CALLS) : ['shoppingbench', 'ecombench'];

test.each(KILLED)(
  'the reference agent on %s, killed twice, asks nothing twice but what was on its way, and comes to the same summary',
  { timeout: PATIENT },
  async (family) => {
    const run = ASKED_FOR > 0 ? await builtRun(family, root, ASKED_FOR) : await smallRunOf(family);
    const tasks = ASKED_FOR || Math.min(run.tasks.length, EPISODES);
    const trials = ASKED_FOR > 0 ? 1 : Math.ceil(EPISODES / tasks);
    const env = { OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
    const commandOf = (out: string) => [
      ...['eval', join(run.folder, 'accepted.jsonl'), '--catalog', run.catalog, '--agent', 'openai', '--model', 'm'],
      ...['--limit', String(tasks), '--trials', String(trials), '--steps', String(STEPS), '--out', out],
      ...['--replies', join(out, 'replies.db'), '--concurrency', String(CONCURRENCY)],
    ];
    const play = async (out: string) => {
      const { code, stderr } = await cartwrightWith({ env }, root, ...commandOf(out));
      expect(code, stderr).toBe(0);
      return ['summary.json', 'episodes.jsonl'].map((name) => readFileSync(join(root, out, name), 'utf8'));
    };
    asked.clear();
    requests = 0;
    const whole = await play(`${family}-whole`);
    const needed = requests;
    expect(needed).toBeGreaterThan(tasks * trials);
    const once = new Map(asked);

    asked.clear();
    requests = 0;
    const out = `${family}-killed`;
    for (const share of [1 / 3, 2 / 3]) {
      const { child, ended } = startCartwrightWith({ env }, root, ...commandOf(out));
      while (requests < needed * share && child.exitCode === null) await pause(2);
      child.kill('SIGKILL');
      await ended;
      expect(existsSync(join(root, out, 'summary.json'))).toBe(false);
    }
    expect(await play(out)).toEqual(whole);
    const twice = [...asked].reduce((sum, [text, times]) => sum + Math.max(0, times - (once.get(text) ?? 0)), 0);
    expect(twice).toBeLessThanOrEqual(2 * CONCURRENCY);
    const episodes = whole[1]?.trimEnd().split('\n').length;
    if (ASKED_FOR > 0)
      console.log(
        `${family}: ${episodes} episodes, ${needed} questions, killed twice: ${requests}, ${twice} of them again`,
      );
  },
);
