import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SHARD_FILE } from '../../cli/build/build-shard.ts';
import { RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { cartwright, type Ended, workFolder } from '../fixtures/command-line.ts';

const FILES = ['accepted.jsonl', 'rejected.jsonl', 'ledger.jsonl', 'report.html'];
const { folder, discard } = workFolder();
afterAll(discard);

const build = (out: string, ...options: string[]): Promise<Ended> =>
  cartwright(
    folder,
    'build:dataset',
    ...[
      '--per-intent',
      'product_search=6,coupon_budget=4,negative_constraint=6',
      '--uses-per-product',
      '2',
      '--out',
      out,
    ],
    ...['--splits', 'train=0.5,test=0.5'],
    ...['--workers', '1'],
    ...options,
  );
const merge = (out: string, ...options: string[]): Promise<Ended> => cartwright(folder, 'merge', out, ...options);
const contentOf = (run: string, file: string) => readFileSync(join(folder, run, file), 'utf8');
const manifestOf = (run: string) =>
  JSON.parse(contentOf(run, 'manifest.json')) as { readonly dataset_digest: string; readonly counts: object };
const digestOf = (run: string) => manifestOf(run).dataset_digest;
/** What is printed of a run, without its name and its time. */
const tableOf = ({ stdout }: Ended) =>
  stdout.split('\n').filter((line) => !/dataset digest|report\.html|npm run /.test(line));

/** How much of what the run needs its parts had made. */
const takenOver = (text: string) => Number(/([\d,]+) results? taken over/.exec(text)?.[1]?.replace(',', ''));

let whole: Ended;
let parts: Ended[];
beforeAll(async () => {
  whole = await build('whole');
  expect(whole.code, whole.stderr).toBe(0);
  vi.stubEnv('SLURM_ARRAY_TASK_ID', '1').stubEnv('SLURM_ARRAY_TASK_MIN', '0').stubEnv('SLURM_ARRAY_TASK_COUNT', '2');
  parts = await Promise.all([build('parts', '--shard', '1/2'), build('parts', '--shard', 'slurm')]);
  vi.unstubAllEnvs();
});

test('each part ends well, says what it did and what comes next, and publishes nothing', () => {
  for (const [index, { code, stdout, stderr }] of parts.entries()) {
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^part ${index + 1} of 2 is done: 10 samples from \\d+ tasks; .*npm run merge -- parts`),
    );
  }
  expect(() => contentOf('parts', 'manifest.json')).toThrow('ENOENT');
});

test('merged they are the run that one process builds, to the byte, with the same table and counts', async () => {
  const merged = await merge('parts');
  const { code, stderr } = merged;
  expect(code, stderr).toBe(0);
  expect(tableOf(merged).join('\n')).toMatch(/^total .*$[\s\S]*^needed: accepted samples that need both/m);
  expect(tableOf(merged)).toEqual(tableOf(whole));
  expect(manifestOf('parts').counts).toEqual(manifestOf('whole').counts);
  expect(FILES.filter((file) => contentOf('parts', file) !== contentOf('whole', file))).toEqual([]);
  expect(digestOf('parts')).toBe(digestOf('whole'));
  expect(takenOver(stderr)).toBeGreaterThan(30);
});

test('a run that goes on prints the same table', async () => {
  expect(tableOf(await build('whole'))).toEqual(tableOf(whole));
});

test('a part that is missing is named, and made up for where that is asked for', async () => {
  rmSync(join(folder, 'parts', '.work', 'shards', '2-of-2'), { recursive: true });
  rmSync(join(folder, 'parts', RUN_DB));
  const refused = await merge('parts');
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toMatch(
    /^parts has 1 part of 2 that is missing or not finished: 2; start it again .*--partial/,
  );
  const { code, stderr } = await merge('parts', '--partial');
  expect(code, stderr).toBe(0);
  expect(digestOf('parts')).toBe(digestOf('whole'));
});

test('a part with other settings than those of another one is not built beside it', async () => {
  const { code, stdout, stderr } = await build('parts', '--shard', '2/2', '--seed', '7');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^--out is parts, whose part 1\/2 was started with another --seed \(.*1-of-2.*\), expected the same/,
  );
});

test('parts of different runs are not merged', async () => {
  const shards = join(folder, 'parts', '.work', 'shards');
  const report = JSON.parse(readFileSync(join(shards, '1-of-2', SHARD_FILE), 'utf8'));
  const other = { ...report, shard: { number: 2, of: 2 }, config: { ...report.config, seed: 7 } };
  mkdirSync(join(shards, '2-of-2'), { recursive: true });
  writeFileSync(join(shards, '2-of-2', SHARD_FILE), JSON.stringify(other));
  const { code, stderr } = await merge('parts');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^parts has parts of different runs: 1\/2 and 2\/2 were started with other settings/);
});

test('a folder without parts is none to merge', async () => {
  const { code, stderr } = await merge('whole');
  expect([code, stderr]).toEqual([2, 'whole has no parts; build them with --shard 1/8 and so on, and this --out\n']);
});
