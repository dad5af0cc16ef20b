import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReplyStore } from '../../models/reply-store.ts';
import { type Ended, workFolder } from '../fixtures/command-line.ts';
import { keptDigests } from '../fixtures/kept-replies.ts';
import { asking, COMPETENT, differingFiles, smallRun } from '../fixtures/model-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';
import type { Respond } from '../mock-endpoint/reply.ts';

const { folder, discard } = workFolder();
afterAll(discard);

/** A run of the bundled catalog in which four roles ask the same model for texts. */
const manyRoles = (out: string, ...options: readonly string[]) => [
  ...['build:dataset', '--writer', 'openai', '--per-intent', '1', '--intents', 'product_search,review_driven'],
  ...['--replies', `${out}.db`, '--out', out, ...options],
];

const turtles = () => 'I like turtles.';

async function withEndpoint<T>(respond: Respond, use: (endpoint: MockEndpoint) => Promise<T>): Promise<T> {
  const endpoint = await startMockEndpoint({ ...COMPETENT, respond, checksSchemas: false });
  try {
    return await use(endpoint);
  } finally {
    await endpoint.close();
  }
}

const lastLine = ({ stderr }: Ended) => stderr.trimEnd().split('\n').at(-1);
const datasetOf = (out: string): string =>
  (JSON.parse(readFileSync(join(folder, out, 'manifest.json'), 'utf8')) as { dataset_digest: string }).dataset_digest;

test.each([
  ['as it comes', []],
  [
    'with four workers and hundreds of requests at once',
    ['--workers', '4', '--concurrency', '500', '--per-intent', '10'],
  ],
])('a model that only likes turtles ends the run with 2 after twenty calls, %s', async (_, options) => {
  await withEndpoint(turtles, async (endpoint) => {
    const ended = await asking(endpoint, folder, ...manyRoles(`turtles${options.length}`, ...options));
    expect(ended.code, ended.stderr).toBe(2);
    expect(lastLine(ended)).toMatch(
      /^stopped: none of 20 replies in a row of gpt-4\.1-mini as [a-z, ]*(?:writer|proposer) can be used; the last(?:, as [a-z ]+,)? reads "I like turtles\." \(it is not one JSON object\); .*; (?:\d+ tasks are kept as far as they came|no task was finished yet)$/,
    );
    expect(endpoint.stats.requests).toBe(20);
  });
});

test("a number of one's own is kept to, and a hostile reply reaches the terminal escaped", async () => {
  await withEndpoint(
    () => `\u001b[2J\u202eturtles ${'x'.repeat(5_000)}`,
    async (endpoint) => {
      const ended = await asking(endpoint, folder, ...manyRoles('hostile', '--max-unusable', '3'));
      expect(ended.code, ended.stderr).toBe(2);
      expect(endpoint.stats.requests).toBe(3);
      expect(ended.stderr).not.toMatch(/\u001b|\u202e|x{200}/);
    },
  );
});

describe('a run that was ended so', () => {
  let undisturbed: number;
  beforeAll(async () => {
    undisturbed = await withEndpoint(COMPETENT.respond, async (endpoint) => {
      const { code, stderr } = await asking(endpoint, folder, ...manyRoles('undisturbed'));
      expect(code, stderr).toBe(0);
      return endpoint.stats.requests;
    });
  });

  test('goes on once the model is mended, to the bytes it would have come to without the trouble', async () => {
    let calls = 0;
    const mendedAfter = 45;
    const respond: Respond = (body) => {
      calls += 1;
      // The replies before are all in when the first turtle is sent: one among turtles would end their row.
      if (calls === 16) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      return calls > 15 && calls <= mendedAfter ? turtles() : COMPETENT.respond(body);
    };
    await withEndpoint(respond, async (endpoint) => {
      // What was under way beside the first usable replies is set aside as well.
      const stopped = await asking(endpoint, folder, ...manyRoles('mended', '--concurrency', '4'));
      expect(stopped.code, stopped.stderr).toBe(2);
      calls = mendedAfter;
      const paid = endpoint.stats.requests;
      const { code, stderr } = await asking(endpoint, folder, ...manyRoles('mended', '--concurrency', '4'));
      expect(code, stderr).toBe(0);
      expect(endpoint.stats.requests - paid).toBeLessThanOrEqual(undisturbed);
      expect(endpoint.stats.requests).toBeLessThan(undisturbed + 30);
    });
    expect(datasetOf('mended')).toBe(datasetOf('undisturbed'));
    const [one, other] = ['undisturbed', 'mended'].map((out) => join(folder, out)) as [string, string];
    expect(differingFiles(one, other, ['ledger.jsonl'])).toEqual([]);
    const store = ReplyStore.open(join(folder, 'mended.db'), { create: false });
    const texts = keptDigests(store.path).filter((digest) => store.get(digest)?.text === turtles());
    store.close();
    expect(texts.length).toBeGreaterThanOrEqual(20);
  });

  test('goes on with another model', async () => {
    const respond: Respond = (body) => (body.model === 'gpt-4.1-mini' ? turtles() : COMPETENT.respond(body));
    await withEndpoint(respond, async (endpoint) => {
      const stopped = await asking(endpoint, folder, ...manyRoles('renamed'));
      expect(stopped.code, stopped.stderr).toBe(2);
      const { code, stderr } = await asking(endpoint, folder, ...manyRoles('renamed', '--model', 'gpt-4.1'));
      expect(code, stderr).toBe(0);
    });
    const statuses = (out: string) =>
      readFileSync(join(folder, out, 'ledger.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; status: string })
        .map(({ id, status }) => [id, status]);
    expect(statuses('renamed')).toEqual(statuses('undisturbed'));
  });
});

test('a judge that never decides ends the run, though every reply has the right form', async () => {
  const respond: Respond = async (body) => {
    const reply = (await COMPETENT.respond(body)) as { requirements?: object[] };
    const { requirements } = reply;
    if (requirements === undefined) return reply;
    return { ...reply, requirements: requirements.map((entry) => ({ ...entry, verdict: 'unsure' })) };
  };
  await withEndpoint(respond, async (endpoint) => {
    const ended = await asking(
      endpoint,
      folder,
      ...smallRun('unsure', '--judge-model', 'gpt-4.1', '--per-intent', '10'),
    );
    expect(ended.code, ended.stderr).toBe(2);
    expect(lastLine(ended)).toMatch(
      /^stopped: none of 20 replies in a row of gpt-4\.1 as judge can be used; .* \(q1: the verdict is "unsure"; .*another --judge-model/,
    );
  });
});

test('texts that the gates turn down end the run, with the gate that turned down most', async () => {
  const respond: Respond = async (body) => {
    const reply = (await COMPETENT.respond(body)) as { query?: string };
    return reply.query === undefined ? reply : { ...reply, query: 'Please find me something nice.' };
  };
  await withEndpoint(respond, async (endpoint) => {
    const ended = await asking(endpoint, folder, ...smallRun('poor', '--per-intent', '10'));
    expect(ended.code, ended.stderr).toBe(2);
    expect(lastLine(ended)).toMatch(
      /^stopped: 0 of the last 200 drafts passed the gates, a smaller share than --min-passing 0\.05; the gate "anchoring: surfaces" turned down most, 200 of them; /,
    );
    expect(endpoint.stats.requests).toBeLessThan(300);
  });
});
