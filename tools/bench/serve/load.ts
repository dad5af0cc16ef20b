// Serves a run to as many episodes as are promised, plays some steps of each over MCP, grades them, and kills sockets.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { familyNamed } from '../../../families/index.ts';
import type { ToolCall } from '../../../pipeline/episode.ts';
import { openRun } from '../../../pipeline/folder/run-files.ts';
import { episodeKindOf } from '../../../shopping/episode/index.ts';
import { shareBelow } from '../search/latencies.ts';

const EPISODES = 4096;
const CLIENTS = 32;
const SEARCHES = 3;
const KILLED = 1000;
/** Time in ms that a server may take to see that sockets are gone. */
const SETTLED_MS = 2000;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Server {
  readonly child: ChildProcess;
  readonly control: string;
  readonly token: string;
}

async function started(run: string, catalog: string): Promise<Server> {
  const token = randomBytes(24).toString('base64url');
  const options = ['--catalog', catalog, '--port', '0', '--token', token, '--capacity', String(EPISODES + KILLED)];
  const child = spawn(process.execPath, [join(ROOT, 'cli', 'main.ts'), 'serve', run, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text;
    const control = /^control +(http:\S+)/m.exec(said)?.[1];
    if (control !== undefined) return { child, control, token };
  }
  throw new Error(`serve ended before it listened: ${said}`);
}

/** Does something for each item, so many at once; how long each took, in milliseconds. */
async function timed<T>(items: readonly T[], act: (item: T, at: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  let next = 0;
  const client = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const start = performance.now();
      await act(items[at] as T, at);
      taken.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return taken;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several kinds, each read in one place
async function asked({ control, token }: Server, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${control}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} is answered with ${response.status}: ${await response.text()}`);
  return await response.json();
}

let calls = 0;
async function called(url: string, { tool: name, arguments: args }: ToolCall): Promise<void> {
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    ...{ 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': name },
  };
  const params = { name, arguments: args, _meta: META };
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++calls, method: 'tools/call', params });
  const text = await (await fetch(url, { method: 'POST', headers, body })).text();
  if (!text.includes('"isError":false')) throw new Error(`${name} is answered with ${text.slice(0, 300)}`);
}

/** Opens a socket of OpenEnv, has it begin an episode, and cuts it off. */
function killedSocket({ control, token }: Server): Promise<void> {
  const { hostname, port } = new URL(control);
  const reset = Buffer.from(JSON.stringify({ type: 'reset' }));
  // A masked text frame, its mask all zeros.
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | reset.length, 0, 0, 0, 0]), reset]);
  const head = `GET /t/${token}/openenv/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(head));
    let answers = 0;
    socket.on('data', () => {
      if (answers++ === 0) socket.write(frame);
      else socket.resetAndDestroy();
    });
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

/** The most memory a process has held, in megabytes; null where the system does not say. */
function peakOf({ pid }: ChildProcess): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return null;
  }
}

async function measured(run: string, catalog: string) {
  const family = familyNamed(openRun(run, 'bench').manifest.config.family);
  const { moves } = episodeKindOf(family);
  const server = await started(run, catalog);
  try {
    const { total } = await asked(server, 'GET', '/tasks?limit=1');
    const opened: { id: string; mcp_url: string; prompt: string }[] = [];
    const seconds = async (act: () => Promise<unknown>) => {
      const start = performance.now();
      await act();
      return (performance.now() - start) / 1000;
    };
    const places = Array.from({ length: EPISODES }, (_, at) => at % total);
    const openSeconds: number = await seconds(() =>
      timed(places, async (index) => {
        opened.push(await asked(server, 'POST', '/episodes', { index }));
      }),
    );
    const [question = ''] = moves.questions;
    const ask = moves.ask(question);
    const steps = opened.flatMap(({ mcp_url: url, prompt }) => [
      ...Array.from({ length: SEARCHES }, (_, page) => ({ url, call: moves.search(prompt.slice(0, 500), page) })),
      ...moves.lookUps(prompt).map((call) => ({ url, call })),
      ...(ask === null ? [] : [{ url, call: ask }]),
    ]);
    // In the order of their kinds: no episode's calls come one after the other.
    const mixed = steps.map((step, at) => ({ step, turn: at % (steps.length / opened.length) }));
    mixed.sort((a, b) => a.turn - b.turn);
    let taken: number[] = [];
    const playSeconds = await seconds(async () => {
      taken = await timed(mixed, ({ step: { url, call } }) => called(url, call));
    });
    const gradeSeconds = await seconds(() =>
      timed(opened, async ({ id }) => void (await asked(server, 'POST', `/episodes/${id}/grade`))),
    );
    await timed(Array.from({ length: KILLED }), () => killedSocket(server));
    await pause(SETTLED_MS);
    const { episodes } = await asked(server, 'GET', '/health');
    return {
      ...{ openSeconds, gradeSeconds, peak: peakOf(server.child), left: episodes - EPISODES },
      callsPerSecond: mixed.length / playSeconds,
      ...{ half: shareBelow(taken, 0.5), most: shareBelow(taken, 0.95), callsEach: steps.length / opened.length },
    };
  } finally {
    server.child.kill('SIGTERM');
  }
}

const [run = '', catalog = ''] = process.argv.slice(2);
console.log(JSON.stringify(await measured(run, catalog)));
// What keeps connections open keeps nothing that is still to be said.
process.exit(0);
