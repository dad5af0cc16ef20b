import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BrokenStream, ByteSource } from '../../../catalog/rows/bytes.ts';
import { allRows, jsonLines, temporaryFolder } from '../../fixtures/raw-files.ts';

const content = Array.from({ length: 20_000 }, (_, place) => `{"row":${place + 1}}\n`).join('');
const zipped = gzipSync(content);

function sourceOf(bytes: Buffer, name = 'rows.jsonl.gz') {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return new ByteSource(path);
}

async function read(source: ByteSource) {
  const parts: Buffer[] = [];
  let error: unknown = null;
  try {
    for await (const chunk of source.chunks()) parts.push(chunk);
  } catch (thrown) {
    error = thrown;
  }
  return { text: Buffer.concat(parts).toString(), error };
}

test('a zipped file reads as its content; digest and size are those of the file on disk', async () => {
  const source = sourceOf(zipped);
  expect(await read(source)).toEqual({ text: content, error: null });
  expect(source.bytes).toBe(zipped.length);
  expect(source.digest()).toBe(createHash('sha256').update(zipped).digest('hex'));
});

test('a zipped file with a name in capitals reads as its content too', async () => {
  expect((await read(sourceOf(zipped, 'ROWS.JSONL.GZ'))).text).toBe(content);
});

test('a file of several gzip members reads as all of them', async () => {
  expect((await read(sourceOf(Buffer.concat([zipped, zipped])))).text).toBe(content + content);
});

test('a gzip file that ends early gives everything before its end', async () => {
  const { text, error } = await read(sourceOf(zipped.subarray(0, Math.floor(zipped.length / 2))));
  expect(error).toBeInstanceOf(BrokenStream);
  expect(content.startsWith(text)).toBe(true);
  expect(text.length).toBeGreaterThan(content.length / 3);
});

test('a gzip file that ends early becomes the rows before its end and one that says where it broke', async () => {
  const half = Math.floor(zipped.length / 2);
  const rows = await allRows(jsonLines(sourceOf(zipped.subarray(0, half)).chunks()));
  const last = rows.at(-1);
  const whole = rows.slice(0, -1);
  expect(whole.length).toBeGreaterThan(5000);
  expect(whole.map((row) => 'value' in row && row.value)).toEqual(whole.map((_, place) => ({ row: place + 1 })));
  expect(last).toMatchObject({ line: whole.length + 1 });
  expect(last).toHaveProperty(
    'broken',
    expect.stringMatching(new RegExp(`compressed byte ${half}; everything before line ${whole.length + 1}`)),
  );
});

test('a gzip file with damage in the middle gives rows before the damage and says that it broke', async () => {
  const damaged = Buffer.concat([zipped.subarray(0, zipped.length - 3000), Buffer.alloc(3000, 0xff)]);
  const rows = await allRows(jsonLines(sourceOf(damaged).chunks()));
  expect(rows.at(-1)).toHaveProperty('broken', expect.stringContaining('gzip data breaks off'));
});

test('a reader that stops early does not read the rest of the file', async () => {
  const source = sourceOf(gzipSync(randomBytes(8_000_000)));
  for await (const _ of source.chunks()) break;
  expect(source.bytes).toBeLessThan(1_000_000);
});
