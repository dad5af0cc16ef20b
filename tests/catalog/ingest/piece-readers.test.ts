import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type IngestReport, ingestCatalog } from '../../../catalog/ingest/ingest.ts';
import { pieceReaders } from '../../../catalog/ingest/piece-readers.ts';
import { newDigestKey } from '../../../catalog/memory/lane-digest.ts';
import { amazon2023Metadata } from '../../../catalog/readers/amazon2023.ts';
import type { Piece } from '../../../catalog/rows/row.ts';
import { casesOf } from '../../fixtures/property-runs.ts';
import { amazonReview, amazonRow, folderWith, lines, temporaryFolder } from '../../fixtures/raw-files.ts';

const filler = 'Seams are taped twice. '.repeat(40);

/** Files of several pieces, in which products come again, rows are broken and reviews are of nothing. */
function rawFolder(): string {
  const meta = Array.from({ length: 1500 }, (_, place) => {
    const id = `B${place % 7 === 0 ? place >> 1 : place}`;
    const details = {
      Color: `Shade ${place % 90}`,
      'Model Number': `M${place}`,
      Brand: ['No Brand', 'Ridgeline'][place % 2],
    };
    if (place % 211 === 0) return `{"parent_asin": "${id}", "title": `;
    return amazonRow(id, { title: `Tent ${place % 13}`, features: place % 3 === 0 ? [] : [filler], details });
  });
  const reviews = Array.from({ length: 2000 }, (_, place) =>
    amazonReview(`B${place % 1700}`, { user_id: `U${place % 400}`, text: filler, helpful_vote: place % 5 }),
  );
  return folderWith({
    'a.jsonl.gz': lines(...meta.slice(0, 1000)),
    'b.jsonl': lines(...meta.slice(1000)),
    'c.jsonl': lines(...reviews),
  });
}

test('a catalog is the same to the byte whoever reads the rows, and nothing is lost on the way', async () => {
  const folder = rawFolder();
  const outcomes: (Omit<IngestReport, 'seconds'> & { bytes: string })[] = [];
  for (const threads of casesOf([0, 1, 2], 2)) {
    const database = join(temporaryFolder(), 'catalog.db');
    const { seconds: _, ...report } = await ingestCatalog({ inputs: [folder], database, threads });
    outcomes.push({ ...report, bytes: hash('sha256', readFileSync(database)) });
  }
  const [alone] = outcomes;
  expect(alone?.counts).toMatchObject({ read: 3500, kept: (alone?.products ?? 0) + (alone?.reviews ?? 0) });
  expect(alone?.counts.merged).toBeGreaterThan(100);
  for (const { read, kept, merged, quarantined } of alone?.files ?? []) expect(kept + merged + quarantined).toBe(read);
  for (const outcome of outcomes) expect(outcome).toEqual(alone);
});

async function* piecesOf(...texts: readonly string[]): AsyncGenerator<Piece> {
  for (const text of texts) yield { firstLine: 1, bytes: new Uint8Array(Buffer.from(text)) };
}

test('what goes wrong in another thread is told as it would be in this one', async () => {
  const readers = pieceReaders({ format: undefined, key: newDigestKey() }, 1);
  const unheardOf = { ...amazon2023Metadata, name: 'unheard of' };
  const reading = readers.read(piecesOf('{}'), unheardOf, 'a.jsonl');
  await expect(reading.next()).rejects.toMatchObject({ name: 'StageError', message: expect.stringContaining('read') });
  await readers.close();
});

test('a thread that cannot be started stops the reading, however late it is asked', async () => {
  const readers = pieceReaders({ format: 'mapping:/no/such/file.yaml', key: newDigestKey() }, 1);
  async function* late() {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    yield* piecesOf('{}', '{}', '{}', '{}');
  }
  const all = Array.fromAsync(readers.read(late(), amazon2023Metadata, 'a.jsonl'));
  await expect(all).rejects.toMatchObject({
    name: 'StageError',
    message: expect.stringMatching(/^a thread that read rows stopped: .*file\.yaml/),
  });
  await readers.close();
});

test.each([0, 1])(
  'a file that cannot be read is told in a sentence, whether %i other threads read it',
  async (threads) => {
    const readers = pieceReaders({ format: undefined, key: newDigestKey() }, threads);
    const { pieces } = readers.open({ path: '/no/such/rows.jsonl', name: 'rows.jsonl' }, { kind: 'json-lines' });
    await expect(pieces.next()).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(
        /^\/no\/such\/rows\.jsonl cannot be read \(ENOENT: no such file or directory\); check that it is there/,
      ),
    });
    await readers.close();
  },
);
