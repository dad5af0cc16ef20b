import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Catalog, openCatalog } from '../../../catalog/index.ts';
import { ingestCatalog } from '../../../catalog/ingest/reading.ts';
import { useLexicon } from '../../../lexicon/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'learned-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => useLexicon());

const at = (name: string) => join(folder, name);
const row = (number: number) =>
  JSON.stringify({
    parent_asin: `B${number}`,
    title: `Lamp ${number}`,
    details: { Glow: ['Warm', 'Warmish'][number % 2] },
  });
const write = (name: string, from: number) =>
  writeFileSync(at(name), Array.from({ length: 30 }, (_, index) => `${row(from + index)}\n`).join(''));
write('a.jsonl', 0);
write('b.jsonl', 30);

async function ingested(database: string, inputs: string[], options: object = {}): Promise<Catalog> {
  await ingestCatalog({ inputs: inputs.map(at), database: at(database), ...options });
  return openCatalog(at(database));
}
const learn = (catalog: Catalog) => `of ${catalog.size}`;

test('what is learned of a catalog is kept in it and changes no digest', async () => {
  const [plain, learned] = [
    await ingested('plain.db', ['a.jsonl']),
    await ingested('learned.db', ['a.jsonl'], { learn }),
  ];
  expect([plain.learned, learned.learned]).toEqual([null, 'of 30']);
  expect(learned.digest).toBe(plain.digest);
  expect(learned.inputsDigest).toBe(plain.inputsDigest);
});

test('a catalog that goes on from another keeps nothing of what was learned of that', async () => {
  await ingested('first.db', ['a.jsonl'], { learn });
  const startingPoints = [at('first.db')];
  expect((await ingested('more.db', ['a.jsonl', 'b.jsonl'], { startingPoints })).learned).toBeNull();
  expect((await ingested('both.db', ['a.jsonl', 'b.jsonl'], { startingPoints, learn })).learned).toBe('of 60');
});

test('rows that are read by a lexicon are another catalog, which goes on from none that was read without', async () => {
  const plain = await ingested('without.db', ['a.jsonl']);
  useLexicon({ fields: { Light: { aliases: ['Glow'], values: { Warm: { also: ['warmish'] } } } }, types: {} });
  const read = await ingested('with.db', ['a.jsonl'], { startingPoints: [at('without.db')] });
  expect(read.fieldNames()).toContain('Light');
  expect(read.valueRows('Light', 'warmish').length).toBeGreaterThan(0);
  expect(read.statingRows('Light', 'Warm')).toHaveLength(30);
  expect(read.inputsDigest).not.toBe(plain.inputsDigest);
  expect(read.productByRow(1).details.Light?.raw).toEqual([{ key: 'Glow', value: 'Warmish' }]);
});
