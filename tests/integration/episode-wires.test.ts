import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluate } from '../../cli/eval/eval.ts';
import { regrade } from '../../cli/regrade/regrade.ts';
import { leaksInBytes, NOTHING_KNOWN } from '../fixtures/episode-leaks.ts';
import { type PlayableRun, playableRun } from '../fixtures/episodes.ts';
import { servedRun } from '../fixtures/served-run.ts';

const quiet = { write: () => {}, width: 120, colour: false };
let run: PlayableRun;
let server: Server;
/** Everything that was sent to the endpoint. */
const received: string[] = [];

interface Slot {
  readonly trigger_keywords: readonly string[];
  readonly user_response: string;
}

/** The slots of a sample's shopper. */
const slotsOf = (sample: unknown): readonly Slot[] =>
  (sample as { clarification_script: { clarification_slots: readonly Slot[] } }).clarification_script
    .clarification_slots;

/** What stands in the fence of a label. */
const inFence = (text: string, label: string) =>
  new RegExp(`<data \\w+ ${label}>\\n([^]*?)\\n</data`).exec(text)?.[1] ?? '';

/** What the endpoint says as the shopper, or as the grader; null where it is asked as the agent. */
function voiced(body: { messages: { content: string }[] }): object | null {
  const [system, user] = body.messages.map(({ content }) => content);
  if (system?.includes('You put into words')) return { text: `Well: ${inFence(user ?? '', 'sentence')}` };
  return system?.includes('You check whether the reviews') ? { verdict: 'yes' } : null;
}

/** Searches, then recommends the first product it was shown; in functions and in JSON, as it is asked. */
function reply(body: { messages: { role: string; content: string }[]; tools?: unknown; model: string }) {
  const last = body.messages.at(-1)?.content ?? '';
  const shown = /\\?"product_id\\?":\\?"([^"\\]+)/.exec(last)?.[1];
  const isFirst = !body.messages.some(({ role }) => role === 'assistant');
  const [name, args] = isFirst
    ? ['search_products', { query: 'bag' }]
    : ['recommend_product', { product_id: shown ?? 'NONE' }];
  const text = JSON.stringify(args);
  const voice = voiced(body);
  const message =
    voice !== null
      ? { role: 'assistant', content: JSON.stringify(voice) }
      : body.tools === undefined
        ? { role: 'assistant', content: JSON.stringify({ thought: 'so', plan: 'so', tool: name, arguments: text }) }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: text } }],
          };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return {
    id: 'x',
    object: 'chat.completion',
    model: body.model,
    usage,
    choices: [{ index: 0, finish_reason: 'stop', message }],
  };
}

beforeAll(async () => {
  run = await playableRun('ecomagentbench');
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => (text += bytes.toString()));
    request.on('end', () => {
      received.push(text);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(reply(JSON.parse(text))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

/** What the recommended products of an evaluation are. */
const recommendedIn = (out: string): Record<string, string[]> =>
  Object.fromEntries(
    readFileSync(join(out, 'episodes.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ task, grade }) => [task, grade.recommended]),
  );

/** Bytes of an agent that was shown one page of results and nothing else. */
function expectClean(bytes: string) {
  const shown = new Set([...bytes.matchAll(/"product_id\\*":\\*"([^"\\]+)/g)].map(([, id]) => id as string));
  for (const sample of run.samples)
    expect(leaksInBytes(bytes, sample, { ...NOTHING_KNOWN, retrieved: shown })).toEqual([]);
}

const AGENT = `import json, sys
def say(**turn):
    print(json.dumps(turn), flush=True)
log = open(sys.argv[1], "a")
shown = []
for line in sys.stdin:
    log.write(line)
    message = json.loads(line)
    if message["type"] == "task":
        say(tool="search_products", arguments={"query": "bag"})
    elif message["type"] == "observation":
        products = message["observation"]["results"][0]["content"]["products"]
        say(tool="recommend_product", arguments={"product_id": products[0]["product_id"] if products else "NONE"})
    else:
        break
log.close()
`;

test('an endpoint, a program and the reference agent that play alike are graded alike, and are sent no more than they may see', async () => {
  const outs = ['endpoint', 'command', 'openai'].map(() => mkdtempSync(join(tmpdir(), 'wire-')));
  const [ofEndpoint = '', ofCommand = '', ofReference = ''] = outs;
  const log = join(ofCommand, 'bytes.log');
  const script = join(ofCommand, 'agent.py');
  writeFileSync(script, AGENT);
  const options = { catalog: run.catalog };
  await evaluate(run.folder, { ...options, agent: `endpoint:${address()}`, out: ofEndpoint }, quiet);
  await evaluate(run.folder, { ...options, agent: `command:python3 ${script} ${log}`, out: ofCommand }, quiet);
  process.env.OPENAI_BASE_URL = address();
  const replies = join(ofReference, 'replies.db');
  await evaluate(run.folder, { ...options, agent: 'openai', model: 'm', out: ofReference, replies }, quiet);
  const asked = received.length;
  expect(recommendedIn(ofCommand)).toEqual(recommendedIn(ofEndpoint));
  expect(recommendedIn(ofReference)).toEqual(recommendedIn(ofEndpoint));
  expectClean(readFileSync(log, 'utf8'));
  for (const body of received) expectClean(body);

  // Played again from what was recorded: nobody is asked, and nothing differs.
  const again = mkdtempSync(join(tmpdir(), 'wire-'));
  await evaluate(run.folder, { ...options, agent: 'openai', model: 'm', out: again, replies, replay: true }, quiet);
  delete process.env.OPENAI_BASE_URL;
  expect(received).toHaveLength(asked);
  for (const name of ['episodes.jsonl', 'summary.json'])
    expect(readFileSync(join(again, name), 'utf8')).toBe(readFileSync(join(ofReference, name), 'utf8'));
});

test('a model words what the shopper says and judges opinions, and both are stored with the episode', async () => {
  const out = mkdtempSync(join(tmpdir(), 'wire-'));
  process.env.OPENAI_BASE_URL = address();
  const replies = join(out, 'replies.db');
  const models = { user: 'model:m', grader: 'model:g', replies, catalog: run.catalog };
  await evaluate(run.folder, { ...models, agent: 'asks-everything', out: join(out, 'a') }, quiet);
  const before = received.length;
  await evaluate(run.folder, { ...models, agent: 'asks-everything', out: join(out, 'b'), replay: true }, quiet);
  delete process.env.OPENAI_BASE_URL;
  expect(received).toHaveLength(before);
  const [a = '', b = ''] = ['a', 'b'].map((name) => readFileSync(join(out, name, 'episodes.jsonl'), 'utf8'));
  expect(a).toBe(b);
  const records = a
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const events = records.flatMap(({ journal }) => journal).filter(({ type }) => type === 'worded');
  expect(events.length).toBeGreaterThan(0);
  for (const { text, by } of events) expect([text.startsWith('Well: '), by]).toEqual([true, 'm']);
  expect(records.every(({ user, grader }) => user === 'model' && grader.includes('g '))).toBe(true);
});

test('a model words what the shopper of a served episode says, and what is kept is graded again without it', async () => {
  process.env.OPENAI_BASE_URL = address();
  const replies = join(mkdtempSync(join(tmpdir(), 'wire-')), 'replies.db');
  const served = await servedRun(run, '--user', 'model:m', '--replies', replies, '--as', 'worded');
  delete process.env.OPENAI_BASE_URL;
  const at = run.samples.findIndex((one) => slotsOf(one).length > 0);
  const [slot] = slotsOf(run.samples[at]);
  const { id, mcp_url: url } = await served.asked('POST', '/episodes', { task: run.tasks[at]?.id });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const question = `What ${slot?.trigger_keywords[0]} do you want?`;
  const { structuredContent } = await client.callTool({ name: 'ask_user', arguments: { question } });
  expect(structuredContent).toMatchObject({ user_response: `Well: ${slot?.user_response}` });
  await client.close();
  await served.asked('POST', `/episodes/${id}/grade`);
  expect((await served.stop()).code).toBe(0);
  let said = '';
  const output = { ...quiet, write: (more: string) => (said += more) };
  await regrade(join(run.folder, 'eval', 'worded'), { catalog: run.catalog }, output);
  expect(said).toContain('1 episode graded again, 0 changed');
});

test('a program that writes nothing, or no JSON, is an error of the agent', async () => {
  const out = mkdtempSync(join(tmpdir(), 'wire-'));
  await evaluate(run.folder, { catalog: run.catalog, agent: 'command:exit 3', out: join(out, 'a') }, quiet);
  await evaluate(run.folder, { catalog: run.catalog, agent: 'command:echo hello', out: join(out, 'b') }, quiet);
  for (const [name, why] of [
    ['a', 'ended with 3'],
    ['b', 'expected a line of JSON'],
  ] as const) {
    const [line = ''] = readFileSync(join(out, name, 'episodes.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ end: 'agent_error', detail: expect.stringContaining(why) });
  }
});

test('an endpoint that is not there is no error of the agent: the episode is left out and played again', async () => {
  const out = mkdtempSync(join(tmpdir(), 'wire-'));
  await evaluate(run.folder, { catalog: run.catalog, agent: 'endpoint:http://127.0.0.1:9/v1', out }, quiet);
  expect(readFileSync(join(out, 'episodes.jsonl'), 'utf8')).toBe('');
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({
    total: { trials: 0, left_out: 2, success: null },
    ends: { infrastructure_error: 2 },
  });
});

test('an evaluation of one task keeps what was lost of another, until that is played', async () => {
  const out = mkdtempSync(join(tmpdir(), 'wire-'));
  const agent = 'endpoint:http://127.0.0.1:9/v1';
  const ids = run.tasks.map(({ id }) => id);
  for (const id of ids) await evaluate(run.folder, { catalog: run.catalog, agent, out, task: [id] }, quiet);
  const lost = readFileSync(join(out, 'failures.jsonl'), 'utf8').trim().split('\n');
  expect(lost.map((line) => JSON.parse(line).task).sort()).toEqual(ids.toSorted());
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).total.left_out).toBe(ids.length);
});
