import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { explainProduct } from '../../../cli/explain/product.ts';
import { corrupted } from '../../fixtures/corrupted-run.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

async function explained(id: string, folder = sound.folder, catalog: string | null = sound.catalog) {
  let text = '';
  const output = { write: (part: string) => (text += part), width: 120, colour: false };
  const code = await explainProduct(folder, id, output, {
    catalog: catalog ?? undefined,
    catalogs: join(folder, 'none'),
  });
  return code === null ? null : text.replace(/\s+/g, ' ');
}

/** The run with a row that was set aside. */
function withRowAside(excerpt: string): string {
  const folder = corrupted(sound, () => {});
  const row = { file: 'bags.jsonl', line: 10, kind: 'product', reason: 'it has no name', excerpt };
  writeFileSync(join(folder, 'quarantine.jsonl'), `${JSON.stringify(row)}\n`);
  return folder;
}

test('the id of a product leads to its tasks with their ends, and to what keeps other intents from it', async () => {
  const text = await explained('T1');
  expect(text).toContain('T1 "Harbor Canvas Tote Bag" in the catalog, read from bags.jsonl:1');
  expect(text).toContain(`${sound.ids.coupon}: accepted: in accepted.jsonl`);
  expect(text).toMatch(/No task .*review_driven .*(?:states|has) (?:fewer than|no) /);
});

test('a rejected task of a product is told with what was found', async () => {
  const text = await explained('P6');
  const lines = readFileSync(join(sound.folder, 'rejected.jsonl'), 'utf8').trim().split('\n');
  const { id, stage, code, detail } = lines.map((line) => JSON.parse(line)).find((one) => one.id === sound.ids.unfit);
  expect(text).toContain(`${id}: rejected by ${stage}: ${code}, ${detail}`.replace(/\s+/g, ' '));
});

test.each([
  ['as JSON', '{"sku":"KF-1","name":""}'],
  ['as a line of a table', 'KF-1;"Oak desk;9'],
])('an id in a row that was set aside, %s, leads to its file, line and reason', async (_, excerpt) => {
  const text = await explained('KF-1', withRowAside(excerpt));
  expect(text).toContain('set aside at reading: bags.jsonl:10, for it has no name');
  expect(text).toContain('no task of the run is about it');
});

test('an id that begins as that of a row is another', async () => {
  expect(await explained('KF-1', withRowAside('{"sku":"KF-11","name":"KF-1 x"}'))).toBeNull();
});

test('a product without a catalog at hand is told by its tasks, with what is not known', async () => {
  const text = await explained(
    'T1',
    corrupted(sound, () => {}),
    null,
  );
  expect(text).toContain('what it says of it is not known');
  expect(text).toContain(sound.ids.coupon);
});

test('the id of a task, and one that nothing has, are left to others', async () => {
  expect(await explained(sound.ids.coupon)).toBeNull();
  expect(await explained('nowhere')).toBeNull();
});
