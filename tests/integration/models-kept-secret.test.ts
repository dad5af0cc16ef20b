import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { type Ended, workFolder } from '../fixtures/command-line.ts';
import { asking, COMPETENT, smallRun, startAsking } from '../fixtures/model-runs.ts';
import { startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const KEY = 'sk-secret-4f81c20b9de7a35568f0c1d2e3b4a596877a';
/** So much of a key is as bad as all of it. */
const TELLING = 12;

let place: ReturnType<typeof workFolder>;
beforeEach(() => {
  place = workFolder();
});
afterEach(() => place.discard());

/** The longest part of the key, from its start or to its end, that a text holds. */
function heldIn(text: string): number {
  for (let length = KEY.length; length > 0; length--)
    if (text.includes(KEY.slice(0, length)) || text.includes(KEY.slice(-length))) return length;
  return 0;
}

/** Where the key can be read after a run: files by their names below the folder, `stdout` and `stderr`. */
function keptPlaces({ stdout, stderr }: Ended): string[] {
  const files = readdirSync(place.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map((file) => [file.slice(place.folder.length + 1), readFileSync(file, 'latin1')] as const);
  return [...texts, ['stdout', stdout] as const, ['stderr', stderr] as const]
    .filter(([, text]) => heldIn(text) >= TELLING)
    .map(([name, text]) => `${name} (${heldIn(text)} of ${KEY.length} characters)`);
}

const told = ({ headers }: IncomingMessage) => headers.authorization?.replace('Bearer ', '') ?? '';
const errorWith = (message: string) => JSON.stringify({ error: { message, type: 'error', param: null, code: null } });

/** An endpoint whose answers to the requests, one after the other, are as told; the last one goes for all that follow. */
async function quotingEndpoint(answers: readonly ((request: IncomingMessage) => [status: number, body: string])[]) {
  let asked = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = answers[Math.min(asked++, answers.length - 1)]!(request);
    request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key: KEY,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('the key is in no file and no output', () => {
  test('of a run that was killed, of its checkpoints and its log of replies', async () => {
    place.discard();
    place = workFolder({ ownCatalogs: true });
    const endpoint = await startMockEndpoint({ ...COMPETENT, key: KEY, latency: { fixedMs: 30 } });
    const { child, ended } = startAsking(endpoint, place.folder, ...smallRun('run', '--concurrency', '4'));
    while (child.exitCode === null && endpoint.requests.length < 15) await pause(2);
    child.kill('SIGKILL');
    const end = await ended;
    await endpoint.close();
    const names = readdirSync(place.folder, { recursive: true, encoding: 'utf8' });
    expect(names).toContain('run.db-wal');
    expect(names).toContain(join('run', RUN_DB));
    expect(keptPlaces(end)).toEqual([]);
  });

  test('of a finished run whose model says it in every reply', async () => {
    const respond: typeof COMPETENT.respond = async (body) => ({ ...(await COMPETENT.respond(body)), note: KEY });
    const endpoint = await startMockEndpoint({ ...COMPETENT, respond, key: KEY });
    const end = await asking(endpoint, place.folder, ...smallRun('run', '--intents', 'products_finder'));
    await endpoint.close();
    expect(endpoint.stats.delivered).toBeGreaterThan(3);
    expect(keptPlaces(end)).toEqual([]);
  });

  test('of a run whose key is refused by an endpoint that quotes it', async () => {
    const endpoint = await startMockEndpoint({ ...COMPETENT, key: 'sk-another-key', echoesKey: true });
    const end = await asking({ url: endpoint.url, key: KEY }, place.folder, ...smallRun('run'));
    await endpoint.close();
    expect(endpoint.stats.byTrouble.wrong_key).toBeGreaterThan(0);
    expect(end.code, end.stderr).toBe(2);
    expect(end.stderr).toMatch(/refuses the key in OPENAI_API_KEY \(401\)/);
    expect(keptPlaces(end)).toEqual([]);
  });

  test('of a run whose every failure quotes it', async () => {
    const endpoint = await quotingEndpoint([
      (request) => [500, errorWith(`upstream refused ${told(request)}`)],
      (request) => [200, `{not JSON: ${JSON.stringify(request.headers)}`],
      (request) => [200, errorWith(`upstream refused ${told(request)}`)],
      (request) => [429, errorWith(`Rate limit reached for ${told(request)}`)],
      (request) => [403, errorWith(`${told(request)} may not use this model, ask for ${told(request)}`)],
    ]);
    const end = await asking(
      endpoint,
      place.folder,
      ...smallRun('run', '--intents', 'products_finder', '--concurrency', '1'),
    );
    endpoint.close();
    expect(end.code, end.stderr).toBe(2);
    expect(end.stderr).toMatch(/does not let this key use gpt-4\.1-mini/);
    expect(keptPlaces(end)).toEqual([]);
  });

  test.each([
    ['an error', (filler: string) => (request: IncomingMessage) => [403, errorWith(`${filler}${told(request)}`)]],
    ['a body that is no JSON', (filler: string) => (request: IncomingMessage) => [200, `{${filler}${told(request)}`]],
    [
      'an answer of no API',
      (filler: string) => (request: IncomingMessage) => [200, `${filler.slice(-90)}${told(request)}`],
    ],
  ] as const)('where %s is cut in the middle of it', async (_, answerAfter) => {
    // Cut after 400 characters and, before that, after 500: neither leaves a part of the key.
    const answers = [380, 340, 480].map((length) => answerAfter('x'.repeat(length)) as () => [number, string]);
    const endpoint = await quotingEndpoint([...answers, (request) => [401, errorWith(told(request))]]);
    const end = await asking(
      endpoint,
      place.folder,
      ...smallRun('run', '--intents', 'products_finder', '--concurrency', '1'),
    );
    endpoint.close();
    expect(end.code, end.stderr).toBe(2);
    expect(keptPlaces(end)).toEqual([]);
  });
});
