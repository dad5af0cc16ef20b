import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Ended, workFolder } from '../fixtures/command-line.ts';
import { asking, COMPETENT, closedEndpoint, smallRun } from '../fixtures/model-runs.ts';
import { startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

let place: ReturnType<typeof workFolder>;
beforeEach(() => {
  place = workFolder();
});
afterEach(() => place.discard());

function expectOneSentence({ code, stdout, stderr }: Ended, sentence: RegExp): void {
  expect([code, stdout], stderr).toEqual([2, '']);
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
}

test.each([
  ['a key that is not set', { url: 'https://models.example/v1', key: '' }, [], /^OPENAI_API_KEY is not set, /],
  [
    'an address that goes on to chat/completions',
    { url: 'https://models.example/v1/chat/completions', key: 'sk-some' },
    [],
    /; give https:\/\/models\.example\/v1 as OPENAI_BASE_URL/,
  ],
  ['an address that is none', { url: 'models.example', key: 'sk-some' }, [], /^"models\.example" is no address/],
  [
    'a model without a price under a budget',
    { url: 'https://models.example/v1', key: 'sk-some' },
    ['--model', 'nobody-knows-me', '--budget-usd', '5'],
    /^--budget-usd cannot hold: no price known for nobody-knows-me; /,
  ],
  [
    'a price file that is missing',
    { url: 'https://models.example/v1', key: 'sk-some' },
    ['--prices', 'my-prices.yaml'],
    /^the price file my-prices\.yaml is missing/,
  ],
  [
    'replies that were never recorded',
    { url: 'https://models.example/v1', key: 'sk-some' },
    ['--writer', 'replay'],
    /^--replies names run\.db, which does not exist; /,
  ],
] as const)('%s is told before anything is read or written', async (_, endpoint, options, sentence) => {
  const { folder, discard } = workFolder({ ownCatalogs: true });
  expectOneSentence(await asking(endpoint, folder, ...smallRun('run', ...options)), sentence);
  expect(readdirSync(folder)).toEqual([]);
  discard();
});

test('where the file of replies belongs to another program, no run folder is left', async () => {
  writeFileSync(join(place.folder, 'run.db'), 'no database at all, but long enough to be looked at as one');
  const { code, stderr } = await asking(await closedEndpoint(), place.folder, ...smallRun('run'));
  expect(code, stderr).toBe(2);
  expect(stderr).toMatch(/^the model replies in run\.db: .*it is not a reply store; move it away$/m);
  expect(readdirSync(place.folder).sort()).toEqual(['out', 'run.db']);
});

test('a server of your own is asked without a key, wherever it is, and says so itself if it wants one', async () => {
  const endpoint = await startMockEndpoint(COMPETENT);
  const { code, stderr } = await asking(
    { url: endpoint.url.replace('127.0.0.1', 'localhost'), key: '' },
    place.folder,
    ...smallRun('run', '--intents', 'products_finder', '--concurrency', '1'),
  );
  await endpoint.close();
  expect(code, stderr).toBe(2);
  expect(stderr).toMatch(/^stopped: .* wants a key \(401\) and none is given; set OPENAI_API_KEY;/m);
});

test.each([
  ['unknown_model', /^stopped: .* does not know gpt-4\.1-mini \(404: /],
  ['insufficient_quota', /^stopped: .* says that no credit is left /],
] as const)('what the user has to mend before a model answers ends with 2: %s', async (fault, sentence) => {
  const endpoint = await startMockEndpoint({ ...COMPETENT, faults: [{ fault }] });
  const { code, stderr } = await asking(
    endpoint,
    place.folder,
    ...smallRun('run', '--intents', 'products_finder', '--concurrency', '1'),
  );
  await endpoint.close();
  expect(code, stderr).toBe(2);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(sentence);
});
