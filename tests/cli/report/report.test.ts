import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { PageEntry, PageIndex } from '../../../cli/report/page-data.ts';
import { Entries } from '../../../cli/report/page-entries.ts';
import { report, writeReport } from '../../../cli/report/write-report.ts';
import { openRun } from '../../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { NOTHING } from '../../../schemas/task-life.ts';
import { corrupted, type OpenRun } from '../../fixtures/corrupted-run.ts';
import { finishedOrders } from '../../fixtures/finished-orders.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

const quietly = { write: () => {}, width: 100, colour: false };

async function pageOf(folder: string): Promise<string> {
  expect(await report(folder, quietly)).toBe(0);
  return readFileSync(join(folder, 'report.html'), 'utf8');
}
const pageWith = (change: (run: OpenRun) => void) => pageOf(corrupted(sound, change));

function dataOf(page: string, id: string): unknown {
  const base64 = new RegExp(`id="${id}">([^<]*)<`).exec(page)?.[1] ?? '';
  return unpacked(base64);
}
const unpacked = (base64: string): unknown => JSON.parse(gunzipSync(Buffer.from(base64, 'base64')).toString());
const indexOf = (page: string) => dataOf(page, 'index') as PageIndex;
const entriesOf = (page: string) => dataOf(page, 'block-0') as PageEntry[];

test('every accepted and every rejected task is on the page, and no other', async () => {
  const page = await pageOf(sound.folder);
  const { coupon, review, unfit, leaky } = sound.ids;
  expect(new Set(indexOf(page).ids)).toEqual(new Set([coupon, review, unfit, leaky]));
  expect(entriesOf(page).map(({ id }) => id)).toEqual(indexOf(page).ids);
});

test('the funnel counts each intent from planned to accepted', async () => {
  const rows = (await pageOf(sound.folder)).match(/<tr><th scope="row">[\s\S]*?<\/tr>/g) ?? [];
  const cells = rows.map((row) => [...row.matchAll(/<t[hd][^>]*>([^<]*)<\/t[hd]>/g)].map(([, text]) => text));
  // planned, accepted, extract, validate, surplus, failed
  expect(cells).toEqual([
    ['coupon_budget', '4', '1', '1', '1', '1', '0'],
    ['review_driven', '2', '1', '0', '0', '0', '1'],
    ['total', '6', '2', '1', '1', '1', '1'],
  ]);
});

test('whether what is hidden is needed stands above all else, in red where mostly nothing is', async () => {
  const needing = (count: number) =>
    pageWith(({ valid }) => {
      for (const { proof } of valid) {
        const { answer_set: set } = proof;
        Object.assign(set, { without_persona: count, without_clarification: count, query_alone: count, size: 1 });
      }
    });
  const idle = await needing(1);
  expect(idle).toMatch(
    /class="needed bad"><h2>Hidden parts needed: profile, clarification<.*2 of 2 samples need neither/s,
  );
  expect(idle.indexOf('class="needed bad"')).toBeLessThan(idle.indexOf('<h2>How tasks ended'));
  expect(await needing(2)).toMatch(/class="needed good">.*2 of 2 samples need both profile and clarification\./s);
  expect(await pageOf((await finishedOrders()).folder)).not.toContain('class="needed');
});

test('figures of the paper stand beside those of its own family, with the table they are from', async () => {
  expect(await pageOf(sound.folder)).toMatch(/share of all rubrics; EComAgentBench paper, Table 6<.*60\.1%.*19\.9%/s);
  const orders = await pageOf((await finishedOrders()).folder);
  expect(orders).not.toContain('EComAgentBench');
});

test('an attempt shows the words that carry a requirement, and those a gate found fault with', async () => {
  const leaky = entriesOf(await pageOf(sound.folder)).find(({ id }) => id === sound.ids.leaky);
  const query = leaky?.attempts[1]?.texts.find(({ name }) => name === 'query');
  expect(query?.marks.map(([start, end]) => query.text.slice(start, end))).toEqual(['zipper']);
  const said = query?.says.map(({ at: [start, end] }) => query.text.slice(start, end));
  expect(said).toContain('tote bag');
  expect(leaky?.attempts[1]?.findings.map(({ code }) => code)).toEqual(['hidden_in_query', 'hidden_in_persona_noise']);
});

test('texts are in the colour of the source they belong to', async () => {
  const [sample] = entriesOf(await pageOf(sound.folder));
  const sources = sample?.attempts[0]?.texts.map(({ name, source }) => `${name}: ${source}`);
  expect(sources).toEqual(
    expect.arrayContaining(['query: query', 'persona wants: persona', 'cl_1 answer: clarification']),
  );
});

test('orders of several products are told as well', async () => {
  const orders = entriesOf(await pageOf((await finishedOrders()).folder));
  expect(orders.some(({ targets }) => targets.length > 1)).toBe(true);
});

test('equal runs have equal pages, wherever they lie', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'moved-'));
  cpSync(sound.folder, copy, { recursive: true });
  expect(await pageOf(copy)).toBe(await pageOf(sound.folder));
});

test('a page is the same whether its samples are held to their schema or were made here', async () => {
  for (const folder of [sound.folder, (await finishedOrders()).folder]) {
    const page = readFileSync(await writeReport(openRun(folder, 'report'), 'made here'), 'utf8');
    expect(page).toBe(await pageOf(folder));
  }
});

test('only samples that were not made here are held to their schema', async () => {
  const folder = corrupted(sound, ({ valid }) => Object.assign(valid[0], { unheard_of: 1 }));
  await expect(writeReport(openRun(folder, 'report'))).rejects.toThrow(/valid\.jsonl:1: .*unheard_of/);
  await expect(writeReport(openRun(folder, 'report'), 'made here')).resolves.toContain('report.html');
});

test('entries of several blocks stand in the order of the index', async () => {
  const entries = new Entries();
  const ids = Array.from({ length: 2001 }, (_, place) => `task-${place}`);
  const head = { intent: 'a', code: null, stage: null, category: 'c' };
  for (const id of ids) await entries.add(head, { id, split: null, reason: null, overruled: null }, NOTHING);
  const blocks = (await entries.blocks()).map((base64) => unpacked(base64) as PageEntry[]);
  expect(blocks.flatMap((block) => block.map(({ id }) => id))).toEqual(ids);
  expect((unpacked(await entries.index('d', 'f')) as PageIndex).ids).toEqual(ids);
});

test('the page may run its own script and style, and nothing else', async () => {
  const page = await pageOf(sound.folder);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
  const hash = (tag: string) => {
    const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  expect(policy).toContain("default-src 'none'; ");
  expect(policy).toContain(`script-src ${hash('script')}; style-src ${hash('style')}; `);
  expect(page.match(/<script[ >]/g)?.length).toBe(3);
});

const HOSTILE = `</script><img src=x onerror="alert(1)">\u2028\u202e'"&`;

test.each<[string, (run: OpenRun) => void]>([
  ['category', ({ valid }) => Object.assign(valid[0].target_product, { main_category: HOSTILE })],
  ['field', ({ valid }) => Object.assign(valid[0].rubrics[0], { field: `details.${HOSTILE}` })],
  ['code', ({ rejected }) => Object.assign(rejected[0], { code: HOSTILE })],
  ['category of a rejection', ({ rejected }) => Object.assign(rejected[0], { category: HOSTILE })],
  [
    'stage',
    ({ ledger }) =>
      Object.assign(
        ledger.find(({ status }) => status === 'rejected'),
        { stage: HOSTILE },
      ),
  ],
])('markup in a %s is text on the page', async (_, change) => {
  const page = await pageWith(change);
  expect(page).not.toContain('<img');
  expect(page).not.toMatch(/[\u2028\u202e]/);
  expect(page).toContain('&lt;/script&gt;&lt;img src=x');
});

test('a run without samples has a page that says so', async () => {
  const page = await pageWith((run) => {
    run.valid = [];
    run.ledger = run.ledger.filter(({ status }) => status !== 'accepted');
  });
  expect(page).toContain('No task was accepted.');
});

test('a page that cannot be written is told in one sentence', async () => {
  const folder = corrupted(sound, () => {});
  rmSync(join(folder, 'report.html'), { force: true });
  mkdirSync(join(folder, 'report.html'));
  await expect(report(folder, quietly)).rejects.toThrow(
    /report\.html cannot be written: a folder has its name; move that away/,
  );
});

test('a folder that is no run is told in one sentence', async () => {
  await expect(report(mkdtempSync(join(tmpdir(), 'empty-')), quietly)).rejects.toThrow(ConfigError);
});
