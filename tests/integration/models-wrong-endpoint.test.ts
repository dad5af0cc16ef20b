import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { workFolder } from '../fixtures/command-line.ts';
import { asking, closedEndpoint, smallRun, watchAsking } from '../fixtures/model-runs.ts';
import { slowdown } from '../fixtures/spent.ts';
import type { WarmCommand } from '../fixtures/warm-commands.ts';

/** What takes longer only now and then is kept waiting by the machine, not by the program. */
const BEST_OF_THREE = { retry: 2 };
const { folder, discard } = workFolder();
afterAll(discard);

/** Answers every request in one way, and says when the first came. */
async function startAnswering(answer: (response: ServerResponse) => void) {
  const firstAsked = Promise.withResolvers<number>();
  const server = createServer((request, response) => {
    firstAsked.resolve(performance.now());
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, key: 'sk-any', firstAsked: firstAsked.promise, close: () => server.close() };
}

const sending = (status: number, body: string) => (response: ServerResponse) => response.writeHead(status).end(body);

const PAGE = '<!doctype html><html><head><title>Welcome to nginx!</title></head><body></body></html>';

test.each([
  ['a web page', sending(200, PAGE), / answers with a web page in the place of JSON \(200: Welcome to nginx!\); /],
  ['a page that says 404', sending(404, PAGE), / answers with a web page in the place of JSON \(404: /],
  ['a server of files', sending(501, PAGE), / answers with a web page in the place of JSON \(501: /],
  [
    'an API without that path',
    sending(404, '{"detail":"Not Found"}'),
    / does not know gpt-4\.1-mini \(404: Not Found\); /,
  ],
  ['JSON of another kind', sending(200, '{"status":"ok"}'), / answers with something else than a chat completion /],
])('%s ends a run with 2 in less than ten seconds', BEST_OF_THREE, async (name, answer, sentence) => {
  const endpoint = await startAnswering(answer);
  const ended = asking(endpoint, folder, ...smallRun(name.replaceAll(' ', '-')));
  const since = await endpoint.firstAsked;
  const { code, stderr } = await ended;
  const tookMs = performance.now() - since;
  endpoint.close();
  expect(code, stderr).toBe(2);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(sentence);
  expect(tookMs).toBeLessThan(10_000 * slowdown());
});

/** Milliseconds from the first sign that the run is being built until its screen says this. */
async function toldAfterMs(run: WarmCommand, reason: RegExp): Promise<number> {
  let said = '';
  let since: number | null = null;
  const told = new Promise<number>((resolve, reject) => {
    run.onOutput((text) => {
      said += text;
      if (/^build: /m.test(said)) since ??= performance.now();
      if (since !== null && reason.test(said)) resolve(performance.now() - since);
    });
    run.ended.then(() => reject(new Error(said)), reject);
  });
  const tookMs = await told;
  run.stop('SIGINT');
  expect((await run.ended).code, said).toBe(130);
  return tookMs;
}

test.each([
  ['a refused connection', null, /no answer from \S+ yet \(ECONNREFUSED\); trying again/],
  ['an unknown host', 'http://no-such-host.invalid/v1', /no answer from \S+ yet \((?:ENOTFOUND|EAI_AGAIN)\)/],
  ['a server error', sending(500, 'oops'), /no reply from \S+ \(500: oops\)/],
  ['a limit', sending(429, '{"error":{"message":"too fast"}}'), /limits requests \(429: too fast\)/],
] as const)('%s is told within two seconds', BEST_OF_THREE, async (name, place, reason) => {
  const server = typeof place === 'function' ? await startAnswering(place) : null;
  const endpoint = server ?? (place === null ? await closedEndpoint() : { url: String(place), key: 'sk-any' });
  const run = watchAsking(endpoint, folder, ...smallRun(name.replaceAll(' ', '-'), '--intents', 'products_finder'));
  expect(await toldAfterMs(run, reason)).toBeLessThan(2_000 * slowdown());
  server?.close();
});
