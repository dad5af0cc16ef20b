import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartwright, PACKAGE_ROOT } from '../fixtures/command-line.ts';
import { type PlayableRun, playableRun } from '../fixtures/episodes.ts';
import { type ServedRun, servedRun } from '../fixtures/served-run.ts';

let run: PlayableRun;
let served: ServedRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
  served = await servedRun(run, '--capacity', '2', '--idle-seconds', '1');
});
afterAll(async () => {
  await served.stop();
});

const serving = (...options: readonly string[]) =>
  cartwright(PACKAGE_ROOT, 'serve', run.folder, '--catalog', run.catalog, ...options);

test('a port in use is said in a sentence', async () => {
  const { port } = new URL(served.agents);
  const { code, stderr } = await serving('--port', port);
  expect([code, stderr]).toEqual([
    2,
    `port ${port} of 127.0.0.1 is in use; name another with --port, or 0 for a free one\n`,
  ]);
});

test.each([
  [['--port', 'x'], /^--port is "x", expected a whole number from 0 to 65535\n$/],
  [['--port', '0', '--token', 'short'], /^--token \(or CARTWRIGHT_TOKEN\) has 5 characters, expected at least 16/],
  [['--port', '0', '--user', 'nobody'], /^--user is "nobody", expected script, published or model:<name>\n$/],
  [['--port', '0', '--control-host', '203.0.113.7'], /^--control-host is "203.0.113.7", which is no address/],
  [['--port', '0', '--as', 'oracle'], /^--as is "oracle", which is a built-in agent of eval/],
  [['--port', '0', '--split', 'dev'], /^--split is "dev", and .* has test\n$/],
  [['--port', '0', '--host', '203.0.113.7'], /^--host is "203.0.113.7", which is no address of this machine/],
  [['--port', '0', '--public-url', 'shop'], /^--public-url is "shop", expected an address/],
])('%j is turned down in one sentence', async (options, sentence) => {
  const { code, stderr } = await serving(...options);
  expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});

test('no such run is said in a sentence', async () => {
  const { code, stderr } = await cartwright(PACKAGE_ROOT, 'serve', 'out/none');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^out\/none is missing, expected a run folder/)]);
});

test('a wrong token opens nothing', async () => {
  const { status } = await fetch(`${served.control}/episodes`, { headers: { authorization: 'Bearer wrong' } });
  expect(status).toBe(401);
});

test('connections stay open while agents think', async () => {
  const { headers } = await fetch(`${served.control}/episodes`, { headers: { authorization: 'Bearer wrong' } });
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(600);
});

/** Sends bytes to the control listener and drops the connection at once, or keeps its end open. */
const knock = (request: string, drop: boolean) =>
  new Promise<string>((resolve) => {
    const { hostname, port } = new URL(served.control);
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: !drop }, () => {
      socket.write(request, () => drop && socket.resetAndDestroy());
    });
    socket.on('data', (data) => {
      answer += data;
    });
    socket
      .on('error', () => {})
      .on('end', () => resolve(answer))
      .on('close', () => resolve(answer));
  });

test.each(['http://x/', '*', '//', '/openenv/ws'])(
  'a socket that asks for %s without a token ends nothing',
  async (target) => {
    const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect(await knock(request, false)).toMatch(/^HTTP\/1\.1 40[01] /);
    await Promise.all(Array.from({ length: 20 }, () => knock(request, true)));
    expect((await fetch(`${served.control}/episodes`)).status).toBe(401);
  },
);

test('a full server says when to come back, and has room again by then', async () => {
  // At once: the first must not be left for so long that its place is free again.
  const opened = await Promise.all(Array.from({ length: 3 }, () => served.asked('POST', '/episodes', {})));
  const [full] = opened.filter(({ code }) => code !== undefined);
  expect(full).toMatchObject({ code: 'CAPACITY_REACHED', retry_after_seconds: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1000 * full.retry_after_seconds + 100));
  expect(await served.asked('POST', '/episodes', {})).toHaveProperty('mcp_url');
});

test('whoever opens the agents’ side to other machines does not open control', async () => {
  const open = await servedRun(run, '--host', '0.0.0.0');
  expect([new URL(open.agents).hostname, new URL(open.control).hostname]).toEqual(['0.0.0.0', '127.0.0.1']);
  await open.stop();
});

test('asked to stop, it stops, and what was played is an evaluation', async () => {
  const kept = await servedRun(run, '--as', 'mine');
  const { id } = await kept.asked('POST', '/episodes', {});
  await kept.asked('POST', `/episodes/${id}/grade`);
  const ended = await kept.stop();
  expect(ended.code).toBe(0);
  // Whoever served them reads what came of them where the server ended.
  expect(ended.stdout).toMatch(/success %[\s\S]*results\.html: every episode/);
  const path = join(run.folder, 'eval', 'mine');
  const { code, stdout } = await cartwright(PACKAGE_ROOT, 'regrade', path, '--catalog', run.catalog);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 episode graded again, 0 changed')]);
});

test('asked to stop, it stops', async () => {
  const other = await servedRun(run);
  expect((await other.stop()).code).toBe(0);
});
