import { describe, expect, test } from 'vitest';
import type { BatchScript } from '../../mock-endpoint/batch-life.ts';
import { ManualClock } from '../../mock-endpoint/clock.ts';
import type { MockEndpoint } from '../../mock-endpoint/mock-endpoint.ts';
import { ask, chatBody, endpointWith, jsonOrNull, request } from '../../mock-endpoint/raw-client.ts';

const lineOf = (id: string, overrides: Record<string, unknown> = {}) =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: chatBody({ messages: [{ role: 'user', content: id }] }),
    ...overrides,
  });
const ids = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`);
const echo = { respond: ({ messages }: { messages: readonly { content?: unknown }[] }) => `${messages[0]?.content}` };

async function upload(endpoint: MockEndpoint, text: string) {
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new File([text], 'input.jsonl'));
  return (await request(endpoint, 'POST', '/files', form)).json;
}

async function submit(endpoint: MockEndpoint, text: string, metadata?: Record<string, string>) {
  const input_file_id = (await upload(endpoint, text)).id;
  const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h', metadata };
  return (await request(endpoint, 'POST', '/batches', JSON.stringify(body))).json;
}

const poll = async (endpoint: MockEndpoint, id: string) => (await request(endpoint, 'GET', `/batches/${id}`)).json;

async function finish(endpoint: MockEndpoint, id: string) {
  for (let at = 0; at < 10; at++) {
    const batch = await poll(endpoint, id);
    if (!['validating', 'in_progress', 'finalizing', 'cancelling'].includes(batch.status)) return batch;
  }
  throw new Error('the batch does not end');
}

async function linesOf(endpoint: MockEndpoint, fileId: string | null) {
  if (fileId === null) return [];
  const { text } = await request(endpoint, 'GET', `/files/${fileId}/content`);
  return text.trim().split('\n').map(jsonOrNull);
}

const submitted = async (batches: BatchScript, count = 10, options: Parameters<typeof endpointWith>[0] = {}) => {
  const endpoint = await endpointWith({ ...echo, batches, ...options });
  return {
    endpoint,
    batch: await submit(
      endpoint,
      ids(count)
        .map((id) => lineOf(id))
        .join('\n'),
    ),
  };
};

describe('files', () => {
  test('come back byte for byte, are listed, and are gone once deleted', async () => {
    const endpoint = await endpointWith();
    const text = '{"text": "Grüße\\r\\n"}\r\n--boundary\n';
    const file = await upload(endpoint, text);
    expect(file).toMatchObject({
      object: 'file',
      bytes: Buffer.byteLength(text),
      purpose: 'batch',
      filename: 'input.jsonl',
    });
    expect((await request(endpoint, 'GET', `/files/${file.id}/content`)).text).toBe(text);
    expect((await request(endpoint, 'GET', `/files/${file.id}`)).json).toEqual(file);
    expect((await request(endpoint, 'GET', '/files')).json.data).toEqual([file]);
    expect((await request(endpoint, 'DELETE', `/files/${file.id}`)).json.deleted).toBe(true);
    expect((await request(endpoint, 'GET', `/files/${file.id}/content`)).status).toBe(404);
  });

  test('that are no form, or for another purpose, are refused', async () => {
    const endpoint = await endpointWith();
    const form = new FormData();
    form.set('purpose', 'fine-tune');
    form.set('file', new File(['x'], 'x'));
    const statuses = [await request(endpoint, 'POST', '/files', form), await request(endpoint, 'POST', '/files', 'x')];
    expect(statuses.map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe('a batch', () => {
  test('moves on by one status per poll and ends with a reply to every line', async () => {
    const { endpoint, batch } = await submitted({});
    const statuses = [batch.status];
    for (let at = 0; at < 4; at++) statuses.push((await poll(endpoint, batch.id)).status);
    expect(statuses).toEqual(['validating', 'in_progress', 'finalizing', 'completed', 'completed']);
    const done = await poll(endpoint, batch.id);
    expect(done).toMatchObject({ error_file_id: null, request_counts: { total: 10, completed: 10, failed: 0 } });
    const lines = await linesOf(endpoint, done.output_file_id);
    for (const { custom_id, response, error } of lines) {
      expect([response.status_code, error]).toEqual([200, null]);
      expect(response.body.choices[0].message.content).toBe(custom_id);
    }
    const order = lines.map(({ custom_id }) => custom_id);
    expect(order).not.toEqual(ids(10));
    expect(order.toSorted()).toEqual(ids(10));
  });

  test('may take several polls per status', async () => {
    const { endpoint, batch } = await submitted({ pollsPerStatus: 2 });
    const statuses: string[] = [];
    for (let at = 0; at < 6; at++) statuses.push((await poll(endpoint, batch.id)).status);
    expect(statuses.join(' ')).toBe('validating in_progress in_progress finalizing finalizing completed');
  });

  test('moves on with the clock, however often it is polled', async () => {
    const clock = new ManualClock();
    const { endpoint, batch } = await submitted({ msPerStatus: 1000 }, 3, { clock });
    for (let at = 0; at < 5; at++) expect((await poll(endpoint, batch.id)).status).toBe('validating');
    clock.advance(1000);
    expect((await poll(endpoint, batch.id)).status).toBe('in_progress');
    clock.advance(3_600_000);
    expect(await poll(endpoint, batch.id)).toMatchObject({ status: 'completed', request_counts: { completed: 3 } });
  });

  test('executes its lines once and shows no end before it, however many polls come at once', async () => {
    const { endpoint, batch } = await submitted({ msPerStatus: 0.001 }, 20, {
      respond: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return 'x';
      },
    });
    const polls = await Promise.all([1, 2, 3, 4].map(() => poll(endpoint, batch.id)));
    expect(endpoint.stats.byRoute.batch_line).toBe(20);
    for (const { status, output_file_id } of polls)
      expect([status, typeof output_file_id]).toEqual(['completed', 'string']);
  });

  test('puts the lines that fail into the error file', async () => {
    const { endpoint, batch } = await submitted({}, 6, {
      faults: [
        { fault: 'server_error', when: ({ customId }) => customId === 'q1' },
        { fault: 'empty', when: ({ customId }) => customId === 'q2' },
        { fault: 'reset_in_body', when: ({ customId }) => customId === 'q3' },
        { fault: 'bad_gateway', when: ({ customId }) => customId === 'q4' },
      ],
    });
    const done = await finish(endpoint, batch.id);
    expect(done.request_counts).toEqual({ total: 6, completed: 4, failed: 2 });
    const failed = await linesOf(endpoint, done.error_file_id);
    const statusOf = new Map(failed.map(({ custom_id, response }) => [custom_id, response.status_code]));
    expect(statusOf).toEqual(
      new Map([
        ['q1', 500],
        ['q4', 502],
      ]),
    );
    const good = await linesOf(endpoint, done.output_file_id);
    expect(good.find(({ custom_id }) => custom_id === 'q2').response.body.choices[0].message.content).toBe('');
    expect(endpoint.stats.byTrouble).toEqual({ server_error: 1, empty: 1, bad_gateway: 1 });
  });

  test('whose lines all fail has no output file', async () => {
    const { endpoint, batch } = await submitted({}, 3, { faults: [{ fault: 'forbidden' }] });
    expect(await finish(endpoint, batch.id)).toMatchObject({ status: 'completed', output_file_id: null });
  });

  test('that expires keeps the lines that were executed and names the others', async () => {
    const { endpoint, batch } = await submitted({ fate: () => ({ ends: 'expired', executed: 0.3 }) });
    const done = await finish(endpoint, batch.id);
    expect(done).toMatchObject({ status: 'expired', request_counts: { total: 10, completed: 3 } });
    const missed = await linesOf(endpoint, done.error_file_id);
    expect(missed).toHaveLength(7);
    expect(missed[0]).toMatchObject({ response: null, error: { code: 'batch_expired' } });
    expect(await linesOf(endpoint, done.output_file_id)).toHaveLength(3);
    expect(endpoint.stats.byRoute.batch_line).toBe(3);
  });

  test('may fail as a whole for a reason of its own', async () => {
    const { endpoint, batch } = await submitted({
      fate: ({ number }) => ({ ends: number === 1 ? 'failed' : 'completed' }),
    });
    expect(await finish(endpoint, batch.id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'token_limit_exceeded' }] },
      output_file_id: null,
    });
    const second = await submit(endpoint, lineOf('q'));
    expect((await finish(endpoint, second.id)).status).toBe('completed');
  });

  test('may lose lines that it counted', async () => {
    const { endpoint, batch } = await submitted({ fate: () => ({ lost: 0.5 }) }, 40);
    const done = await finish(endpoint, batch.id);
    const lines = await linesOf(endpoint, done.output_file_id);
    expect(done.request_counts).toEqual({ total: 40, completed: 40, failed: 0 });
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(35);
  });

  test.each<[string, number, number]>([
    ['while it is validating, without a line executed', 0, 0],
    ['in progress, with those executed whose turn it was', 1, 5],
  ])('can be cancelled %s', async (_, polls, completed) => {
    const { endpoint, batch } = await submitted({});
    for (let at = 0; at < polls; at++) await poll(endpoint, batch.id);
    const cancel = () => request(endpoint, 'POST', `/batches/${batch.id}/cancel`);
    expect((await cancel()).json.status).toBe('cancelling');
    expect(await poll(endpoint, batch.id)).toMatchObject({ status: 'cancelled', request_counts: { completed } });
    const { error_file_id } = await poll(endpoint, batch.id);
    const missed = await linesOf(endpoint, error_file_id);
    expect(missed.map(({ error }) => error.code)).toEqual(Array(10 - completed).fill('batch_cancelled'));
    expect((await cancel()).status).toBe(200);
  });

  test('that is over cannot be cancelled', async () => {
    const { endpoint, batch } = await submitted({});
    await finish(endpoint, batch.id);
    const { status, json } = await request(endpoint, 'POST', `/batches/${batch.id}/cancel`);
    expect([status, json.error.message]).toEqual([409, "Cannot cancel a batch with status 'completed'."]);
  });

  test('whose answer is lost exists all the same, and its metadata finds it', async () => {
    const endpoint = await endpointWith({
      faults: [{ fault: 'reset_before_headers', route: 'create_batch', times: 1 }],
    });
    await expect(submit(endpoint, lineOf('q'), { run: 'r1' })).rejects.toThrow('fetch failed');
    await submit(endpoint, lineOf('q'), { run: 'r2' });
    const { json } = await request(endpoint, 'GET', '/batches?limit=1');
    expect(json).toMatchObject({ data: [{ metadata: { run: 'r2' } }], has_more: true });
    const next = (await request(endpoint, 'GET', `/batches?after=${json.last_id}`)).json;
    expect(next).toMatchObject({ data: [{ status: 'validating', metadata: { run: 'r1' } }], has_more: false });
  });

  test('lines and online requests with the same body are the same request', async () => {
    const { endpoint, batch } = await submitted({}, 2);
    await finish(endpoint, batch.id);
    expect(endpoint.repeatedAfterSuccess()).toEqual([]);
    await ask(endpoint, chatBody({ messages: [{ role: 'user', content: 'q0' }] }));
    expect(endpoint.repeatedAfterSuccess()).toMatchObject([{ route: 'chat' }]);
  });

  test('the custom id is the digest where the client names digests', async () => {
    const { endpoint, batch } = await submitted({}, 1, { digestHeader: 'x-question' });
    await finish(endpoint, batch.id);
    await ask(endpoint, chatBody(), { 'x-question': 'q0' });
    expect(endpoint.repeatedAfterSuccess()).toMatchObject([{ digest: 'q0' }]);
  });
});

describe('validation', () => {
  test.each<[string, string, object]>([
    ['a line that is no JSON', `${lineOf('a')}\n{"custom_id"`, { code: 'invalid_json_line', line: 2 }],
    ['a custom id used twice', `${lineOf('a')}\n${lineOf('a')}`, { code: 'duplicate_custom_id', line: 2 }],
    ['a line without a custom id', lineOf('a', { custom_id: null }), { code: 'missing_required_parameter', line: 1 }],
    ['another address', lineOf('a', { url: '/v1/embeddings' }), { code: 'invalid_url', line: 1 }],
    ['another method', lineOf('a', { method: 'GET' }), { code: 'invalid_method', line: 1 }],
    [
      'two models',
      `${lineOf('a')}\n${lineOf('b', { body: chatBody({ model: 'other' }) })}`,
      { code: 'mismatched_model' },
    ],
    ['no line', '\n', { code: 'empty_file', line: null }],
  ])('fails the batch over %s', async (_, text, error) => {
    const endpoint = await endpointWith();
    const batch = await submit(endpoint, text);
    expect(batch.status).toBe('validating');
    expect(await finish(endpoint, batch.id)).toMatchObject({ status: 'failed', errors: { data: [error] } });
    expect(endpoint.stats.byRoute.batch_line).toBeUndefined();
  });

  test.each([{ endpoint: '/v1/embeddings' }, { completion_window: '1h' }, { input_file_id: 'file-unknown' }])(
    'of the request refuses what is not there: %j',
    async (overrides) => {
      const endpoint = await endpointWith();
      const input_file_id = (await upload(endpoint, lineOf('a'))).id;
      const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h', ...overrides };
      expect((await request(endpoint, 'POST', '/batches', JSON.stringify(body))).status).toBe(400);
    },
  );

  test('an unknown batch is not found', async () => {
    expect((await request(await endpointWith(), 'GET', '/batches/batch_x')).status).toBe(404);
  });
});
