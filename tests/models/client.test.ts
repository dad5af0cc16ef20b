import { expect, test } from 'vitest';
import { textOf, withReadableErrors } from '../../models/client.ts';

const streamed = (text: string, chunkBytes = 3) => {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return new Response(ReadableStream.from(chunks));
};

test('a text is whole wherever its bytes are parted', async () => {
  expect(await textOf(streamed('Zelt für zwei – 帐篷 🏕'))).toBe('Zelt für zwei – 帐篷 🏕');
});

test('a body without an end is left after so many bytes', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent++;
      controller.enqueue(new Uint8Array(100));
    },
  });
  expect(await textOf(new Response(endless), 1_000)).toBeNull();
  expect(sent).toBeLessThan(20);
});

test('a length that is stated is believed only where it is what arrives', async () => {
  const packed = new Response('x'.repeat(100), { headers: { 'content-length': '5', 'content-encoding': 'gzip' } });
  expect(await textOf(packed, 50)).toBeNull();
  expect(await textOf(new Response('hello', { headers: { 'content-length': '5' } }), 50)).toBe('hello');
  expect(await textOf(new Response('x'.repeat(100), { headers: { 'content-length': '100' } }), 50)).toBeNull();
});

test('no body is an empty text', async () => {
  expect(await textOf(new Response(null))).toBe('');
});

const answering = (body: string, status: number) => withReadableErrors(async () => new Response(body, { status }));

test.each([
  ['{"error":{"message":"one"}}', { error: { message: 'one' } }],
  ['{"message":"two","code":400}', { error: { message: 'two', code: 400 } }],
  ['{"detail":"three"}', { error: { detail: 'three' } }],
  ['four', { error: 'four' }],
  ['', { error: '' }],
])('the error %j is passed on as OpenAI would have put it', async (body, error) => {
  const response = await answering(body, 400)('https://models.test');
  expect([response.status, await response.json()]).toEqual([400, error]);
});

test('what is no error is passed on untouched', async () => {
  const response = await answering('{"detail":"fine"}', 200)('https://models.test');
  expect(await response.text()).toBe('{"detail":"fine"}');
});
