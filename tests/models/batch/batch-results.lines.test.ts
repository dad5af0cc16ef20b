import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../models/batch/batch-endpoint.ts';
import { batchLine, readResultLine } from '../../../models/batch/batch-results.ts';
import { bodyOf, FIRST_DIALECT } from '../../../models/chat-completion.ts';
import { requestOf } from '../requests.ts';

const schema = { name: 'reply', json: { type: 'object', properties: {}, additionalProperties: false } };
const request = requestOf({ schema });

const outcomeOf = (line: object) =>
  readResultLine(JSON.stringify({ custom_id: 'd', ...line }))?.outcome(request, FIRST_DIALECT);
const answered = (status_code: number, body: unknown) => outcomeOf({ response: { status_code, body }, error: null });
const completion = (changes: object = {}) => ({
  model: 'm-2026',
  choices: [{ message: { content: 'hello' }, finish_reason: 'stop', ...changes }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
});

describe('a line of an input file', () => {
  test('names the request by its digest and holds the body an online request has', () => {
    const line = batchLine({ digest: 'abc', request }, FIRST_DIALECT);
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toEqual({
      custom_id: 'abc',
      method: 'POST',
      url: '/v1/chat/completions',
      body: bodyOf(request, FIRST_DIALECT),
    });
  });

  test('speaks the dialect the model was found to want', () => {
    const line = batchLine(
      { digest: 'abc', request },
      { ...FIRST_DIALECT, format: 'json_object', limit: 'max_completion_tokens' },
    );
    expect(JSON.parse(line).body).toMatchObject({
      response_format: { type: 'json_object' },
      max_completion_tokens: 400,
    });
  });
});

describe('a line of results', () => {
  test('with a completion is a reply', () => {
    expect(answered(200, completion())).toEqual({
      kind: 'reply',
      reply: { text: 'hello', finish: 'stop', model: 'm-2026', usage: { input_tokens: 3, output_tokens: 2 } },
    });
  });

  test('with a refusal is a reply all the same', () => {
    expect(answered(200, completion({ message: { refusal: 'no' } }))).toMatchObject({
      kind: 'reply',
      reply: { finish: 'refusal', text: 'no' },
    });
  });

  test.each([
    ['expired', { response: null, error: { code: 'batch_expired', message: 'late' } }, 'batch_line_failed'],
    ['has neither response nor error', {}, 'batch_line_failed'],
    ['ran into a limit', { response: { status_code: 429, body: { error: { message: 'slow down' } } } }, 'rate_limited'],
    ['met a fault of the server', { response: { status_code: 500, body: 'oops' } }, 'server_error'],
    ['is an error in a 200', { response: { status_code: 200, body: { error: { message: 'x' } } } }, 'server_error'],
    ['has no choices', { response: { status_code: 200, body: { choices: [] } } }, 'broken_body'],
  ])('that %s is to be submitted again', (_, line, fault) => {
    expect(outcomeOf(line)).toMatchObject({ kind: 'again', fault });
  });

  test('without choices says what it used, for that is on the bill', () => {
    expect(answered(200, { choices: [], usage: { prompt_tokens: 9, completion_tokens: 0 } })).toMatchObject({
      usage: { input_tokens: 9, output_tokens: 0 },
    });
  });

  test.each([
    [400, { error: { message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens' } }],
    [400, { error: { message: 'maximum context length is 8192 tokens', code: 'context_length_exceeded' } }],
    [401, { error: { message: 'bad key' } }],
    [404, { error: { message: 'no such model' } }],
  ])('that is refused (%i) is to be asked online', (status, body) => {
    expect(answered(status, body)).toMatchObject({ kind: 'online', status });
  });

  test('whose content was filtered is a reply', () => {
    const body = { error: { message: 'flagged by our content management policy', code: 'content_filter' } };
    expect(answered(400, body)).toMatchObject({ kind: 'reply', reply: { finish: 'refusal' } });
  });

  test.each(['{"custom_id": "d", "resp', '[]', '{"custom_id": 5}', 'null'])('that is broken is none: %j', (text) => {
    expect(readResultLine(text)).toBeNull();
  });
});

test('lines come out as they were put in, wherever the transfer cuts them', async () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => text.trim() !== '' && !/[\r\n]/.test(text));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), async (texts, sizes) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; ) {
            const size = sizes.next().value ?? 1;
            controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)));
            at += size;
          }
          controller.close();
        },
      });
      const read: string[] = [];
      for await (const text of linesOf(new Response(body))) read.push(text);
      expect(read).toEqual(texts.map((text) => text.toWellFormed()));
    }),
  );
});

test('the last line needs no end, and empty ones are none', async () => {
  const read: string[] = [];
  for await (const text of linesOf(new Response('a\n\n \nb'))) read.push(text);
  expect(read).toEqual(['a', 'b']);
});
