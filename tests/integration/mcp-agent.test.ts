import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluate } from '../../cli/eval/eval.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { PACKAGE_ROOT } from '../fixtures/command-line.ts';
import { type PlayableRun, playableRun } from '../fixtures/episodes.ts';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
});
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

const folder = () => mkdtempSync(join(tmpdir(), 'mcp-agent-'));

/** A client that recommends its first hit, in a file of its own; `last` is what it does then. */
function clientFile(last = ''): string {
  const file = join(folder(), 'client.mjs');
  const sdk = join(PACKAGE_ROOT, 'node_modules', '@modelcontextprotocol', 'client', 'dist', 'index.mjs');
  writeFileSync(
    file,
    `import { Client, StreamableHTTPClientTransport } from ${JSON.stringify(sdk)};
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(process.env.CARTWRIGHT_MCP_URL)));
    const call = (name, args) => client.callTool({ name, arguments: args });
    const { structuredContent } = await call('search_products', { query: process.env.CARTWRIGHT_TASK.slice(0, 500) });
    const [first] = structuredContent.products;
    if (first) await call('recommend_product', { product_id: first.product_id, reasoning: 'the first hit' });
    ${last}
    await client.close();`,
  );
  return file;
}

/** Evaluates an agent; gives the records, and what the built-in agent of the same plan leaves. */
async function played(agent: string, more: object = {}) {
  const out = folder();
  const output = { write: () => {}, width: 120, colour: false };
  const code = await evaluate(run.folder, { catalog: run.catalog, agent, out, ...more }, output);
  const lines = readFileSync(join(out, 'episodes.jsonl'), 'utf8').trim().split('\n');
  return { code, records: lines.map((line) => JSON.parse(line)) };
}

test('a client that is a program plays as it would without a wire', async () => {
  const { records } = await played(`mcp:node ${clientFile()}`);
  const alone = await played('first-hit');
  expect(records.map(({ task, end, grade }) => [task, end, grade.reward])).toEqual(
    alone.records.map(({ task, end, grade }) => [task, end, grade.reward]),
  );
});

test('a client that fails is an agent that fails, and one that goes on is stopped', async () => {
  const failing = await played(`mcp:echo no idea >&2; exit 3`);
  expect(failing.records.map(({ end, detail }) => [end, detail])).toEqual(
    run.tasks.map(() => ['agent_error', 'the client ended with 3: no idea']),
  );
  const lasting = await played(`mcp:node ${clientFile('await new Promise((go) => setTimeout(go, 600_000));')}`);
  expect(lasting.records.every(({ end }) => end === 'done' || end === 'timeout')).toBe(true);
});

test('a client that nobody can start is the user’s to mend', async () => {
  const trial = played('mcp:/no/such/program');
  await expect(trial).rejects.toThrow(ConfigError);
  await expect(trial).rejects.toThrow(
    /^the client ended with 127: .*\/no\/such\/program.*; name a program that can be started with --agent$/,
  );
});

test('a client that is a server is told where its episode is', async () => {
  const told: { mcp_url: string; task: { instruction: string } }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    told.push(JSON.parse(text));
    response.end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { records } = await played(`mcp:http://127.0.0.1:${port}/play`);
  expect(records.map(({ end }) => end)).toEqual(run.tasks.map(() => 'gave_up'));
  expect(told.map(({ task }) => task.instruction).sort()).toEqual(
    run.tasks.map(({ instruction }) => instruction).sort(),
  );
  expect(told[0]?.mcp_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/e\/[\w-]{43}\/mcp$/);
});
