import { describe, expect, test } from 'vitest';
import { BatchEndpoint } from '../../../models/batch/batch-endpoint.ts';
import { ConfigError } from '../../../schemas/errors.ts';

const KEY = 'sk-a-key-of-some-length';
const { signal } = new AbortController();

/** An endpoint that answers every call in the same way. */
const endpointWith = (answer: () => Response) =>
  new BatchEndpoint({ baseUrl: 'https://batches.test/v1', apiKey: KEY, keyName: 'SOME_KEY' }, async () => answer());

/** A file that breaks off after these lines. */
function brokenFile(...lines: readonly string[]): Response {
  const chunks = lines.map((line) => new TextEncoder().encode(`${line}\n`));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = chunks.shift();
      if (next === undefined) controller.error(new TypeError('terminated', { cause: { code: 'ECONNRESET' } }));
      else controller.enqueue(next);
    },
  });
  return new Response(body);
}

async function linesIn(endpoint: BatchEndpoint): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of endpoint.read('file-1', signal)) lines.push(line);
  return lines;
}

describe('a file of results', () => {
  test('is read line by line, without the key', async () => {
    const endpoint = endpointWith(() => new Response(`{"a": 1}\n{"b": "${KEY}"}\n`));
    expect(await linesIn(endpoint)).toEqual(['{"a": 1}', '{"b": "[key removed]"}']);
  });

  test('that breaks off is an error of the call, which may pass', async () => {
    const reading = linesIn(endpointWith(() => brokenFile('{"a": 1}')));
    await expect(reading).rejects.toMatchObject({ name: 'BatchCallError', passes: true, status: null });
  });

  test('whose lines cannot be stored is no error of the call', async () => {
    const full = new ConfigError('no room on the disk', { cause: new Error('full') });
    const reading = (async () => {
      for await (const _ of endpointWith(() => new Response('{"a": 1}\n')).read('file-1', signal)) throw full;
    })();
    await expect(reading).rejects.toBe(full);
  });
});

test('what a batch failed of is told in one line, without the key', async () => {
  const errors = { data: [{ code: 'invalid', message: `the key ${KEY}\nis not good`, line: 2 }] };
  const batch = { id: 'batch-1', status: 'failed', created_at: 1, errors, output_file_id: null };
  const endpoint = endpointWith(() => Response.json(batch));
  expect(await endpoint.show('batch-1', signal)).toMatchObject({
    errors: [{ code: 'invalid', message: 'the key [key removed] is not good', line: 2 }],
    files: [],
    completed: 0,
  });
});
