import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LineCutter } from '../../../catalog/ingest/line-cutter.ts';
import { readPieces } from '../../../catalog/rows/index.ts';
import type { Piece } from '../../../catalog/rows/row.ts';
import { folderWith, lines } from '../../fixtures/raw-files.ts';

const filler = 'Seams are taped twice. '.repeat(40);
const rows = (name: string) =>
  lines(...Array.from({ length: 12_000 }, (_, at) => JSON.stringify({ name, at, filler })));

const digestOf = (piece: Piece) => {
  const { firstLine, bytes } = piece as Extract<Piece, { bytes: Uint8Array }>;
  return [firstLine, hash('sha256', bytes)];
};

test.each(['b.jsonl', 'b.jsonl.gz'])(
  '%s is cut as in this thread, also after another that was left in its middle',
  async (name) => {
    const folder = folderWith({ 'a.jsonl': rows('a'), 'b.jsonl': rows('b') });
    const path = join(folder, name);
    if (name.endsWith('.gz')) writeFileSync(path, gzipSync(rows('b')));
    const cutter = new LineCutter();
    for await (const _ of cutter.open(join(folder, 'a.jsonl')).pieces) break;
    const cut = cutter.open(path);
    const expected = readPieces({ name, path }, { kind: 'json-lines' });
    const pieces = (await Array.fromAsync(cut.pieces)).map(digestOf);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces).toEqual((await Array.fromAsync(expected.pieces)).map(digestOf));
    expect([cut.source.bytes, cut.source.digest()]).toEqual([expected.source.bytes, expected.source.digest()]);
    await cutter.close();
  },
);
