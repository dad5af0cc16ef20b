import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { csvRows } from '../../../cli/adjudicate/csv.ts';
import { drawSheet } from '../../../cli/adjudicate/sheet.ts';
import { auditPaths } from '../../../cli/audit/audit.ts';
import { openRun } from '../../../pipeline/folder/run-files.ts';
import { corrupted } from '../../fixtures/corrupted-run.ts';
import { finishedOrders } from '../../fixtures/finished-orders.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';

let sound: FinishedFixture;
/** The same with many accepted and rejected tasks, some of them hostile. */
let large: string;
beforeAll(() => {
  sound = finishedRun();
  large = corrupted(sound, ({ accepted, rejected }) => {
    const [first, leaky] = [accepted[0], rejected.find(({ stage }) => stage === 'validate')];
    for (let copy = 0; copy < 20; copy++) {
      accepted.push({ ...structuredClone(first), id: `accepted-${copy}`, intent_category: `intent_${copy % 2}` });
      rejected.push({ ...structuredClone(leaky), id: `rejected-${copy}`, code: `code_${copy % 5}` });
    }
    accepted[1].user_query = '=HYPERLINK("http://example.com")';
  });
});

const drawn = (size: number, seed = 42, folder = large) => drawSheet(openRun(folder, 'audit'), size, seed);
const rowsOf = (text: string) => csvRows('sheet.csv', text).rows.map(({ cells }) => cells);
const isAccepted = (cells: Readonly<Record<string, string>>) =>
  !cells.task_id?.startsWith('rejected') && cells.task_id !== sound.ids.leaky;

test('a sheet is half accepted and half rejected tasks, evenly over the codes', () => {
  const rows = rowsOf(drawn(20).text);
  expect(rows.filter(isAccepted)).toHaveLength(10);
  const copies = rows.flatMap(({ task_id = '' }) => /^rejected-(\d+)$/.exec(task_id)?.[1] ?? []);
  const codes = Object.values(Object.groupBy(copies, (copy) => Number(copy) % 5)).map((own) => own?.length ?? 0);
  expect(Math.max(...codes) - Math.min(...codes)).toBeLessThanOrEqual(1);
});

test('where rejections run out, accepted tasks fill the sheet', () => {
  const rows = rowsOf(drawn(40).text);
  expect(rows).toHaveLength(40);
  expect(rowsOf(drawn(1000).text)).toHaveLength(43);
});

test('no row says what became of its task', () => {
  const { text } = drawn(20);
  expect(text.split('\r\n')[0]).toBe(
    '\ufefftask_id,text,intent,about,asked,query,persona,clarification,mark,reason,rater',
  );
  expect(text).not.toMatch(/accepted,|verdict|code_|hidden_in|stands in it/);
});

test('accepted and rejected tasks are told by the same columns', () => {
  const filled = rowsOf(drawn(20).text).map((cells) => [
    isAccepted(cells),
    Object.entries(cells).flatMap(([name, cell]) => (cell === '' ? [] : [name])),
  ]);
  const kinds = new Set(filled.map(([, names]) => JSON.stringify(names)));
  expect(kinds.size).toBe(1);
});

test('the order of the rows does not give verdicts away', () => {
  const verdicts = rowsOf(drawn(40).text).map(isAccepted);
  const changes = verdicts.filter((verdict, at) => at > 0 && verdict !== verdicts[at - 1]).length;
  expect(changes).toBeGreaterThan(8);
});

test('the same seed draws the same sheet, another one another', () => {
  expect(drawn(20).text).toBe(drawn(20).text);
  expect(drawn(20, 7).text).not.toBe(drawn(20).text);
});

test('no cell is a formula to a spreadsheet', () => {
  const { text } = drawn(43);
  expect(text).toContain("'=HYPERLINK");
  expect(text).not.toMatch(/(?:^|,|,")[=+@-]/m);
});

test('rejections without a text are not drawn, and are counted', () => {
  expect(drawn(100).without).toBe(1);
  expect(rowsOf(drawn(100).text).map(({ task_id }) => task_id)).not.toContain(sound.ids.unfit);
});

test('orders of several products have sheets as well', async () => {
  expect(rowsOf(drawn(10, 42, (await finishedOrders()).folder).text).length).toBeGreaterThan(2);
});

test('a sheet is written beside the run, and never over another', async () => {
  const quietly = { write: () => {}, width: 100, colour: false };
  const out = join(mkdtempSync(join(tmpdir(), 'sheet-')), 'sheet.csv');
  expect(await auditPaths([sound.folder], { sheet: '3', out }, quietly)).toBe(0);
  expect(readFileSync(out, 'utf8')).toContain('task_id');
  await expect(auditPaths([sound.folder], { sheet: '3', out }, quietly)).rejects.toThrow(
    /is there already and may hold marks/,
  );
  const nowhere = auditPaths([sound.folder], { sheet: '3', out: `${out}/below/it.csv` }, quietly);
  await expect(nowhere).rejects.toThrow(
    /it\.csv cannot be written: .*; move that away and run the same command again$/,
  );
  await auditPaths([sound.folder], { sheet: '3' }, quietly);
  expect(existsSync(join(sound.folder, 'sheet.csv'))).toBe(true);
});
