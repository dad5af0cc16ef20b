import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRun } from '../../pipeline/folder/run-files.ts';
import { laterRun } from '../../pipeline/folder/run-records.ts';
import { AuditDocument } from '../../schemas/audit.ts';
import { cartwright, PROGRAM, startCartwright, startCartwrightWith, workFolder } from '../fixtures/command-line.ts';
import { stepsKept } from '../fixtures/run-db.ts';

const { folder, discard } = workFolder();
afterAll(discard);

const BUILD = ['build:dataset', '--out', 'run', '--per-intent', '6', '--workers', '1'];
const CONTINUES = 'npm run build:dataset -- --out run --per-intent 6 --workers 1';
const WANTED = 48;
const flat = (text: string) => text.replace(/\s+/g, ' ');

async function auditOf(run: string): Promise<AuditDocument> {
  const { code, stdout, stderr } = await cartwright(folder, 'audit', run, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return AuditDocument.parse(JSON.parse(stdout));
}

/** Waits until something holds of a run that another process builds; where it never does, the test runs out of time. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}

describe('a run that is killed midway', () => {
  let whileBuilt: AuditDocument;

  beforeAll(async () => {
    const { child, ended } = startCartwright(folder, ...BUILD);
    // Some are rejected by then.
    await until(() => stepsKept(join(folder, 'run', '.work', 'run.db')).length > 50);
    whileBuilt = await auditOf('run');
    child.kill('SIGKILL');
    await ended;
  });

  test('is audited while it is built, and says who builds it', () => {
    const { unfinished, rejected, dataset_digest: digest } = whileBuilt;
    expect(digest).toBeNull();
    expect(rejected).toBeGreaterThan(0);
    expect(unfinished?.told[0]).toMatch(
      new RegExp(`^This run is not finished: \\d+ of ${WANTED} samples accepted, [\\d,]+ tasks planned\\.$`),
    );
    expect(unfinished?.told[1]).toMatch(/^It is being built at this moment, by process \d+;/);
  });

  test('is audited after that: how far it got, what continues it, and why tasks were rejected', async () => {
    const { unfinished, intents, causes, problems } = await auditOf('run');
    expect(unfinished?.told.slice(1)).toEqual([
      'Its process ended before its time, without a word.',
      `This goes on with it: ${CONTINUES}`,
    ]);
    const sum = (count: (one: (typeof intents)[number]) => number) => intents.reduce((all, one) => all + count(one), 0);
    expect(sum(({ planned }) => planned)).toBe(
      sum(({ accepted, rejected, surplus, failed, pending }) => accepted + rejected + surplus + failed + pending),
    );
    expect(unfinished?.accepted).toBe(sum(({ accepted }) => accepted));
    expect(causes.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test('has each of its tasks explained, whatever became of it', async () => {
    const { causes, unfinished } = await auditOf('run');
    const [rejected] = causes[0]?.examples ?? [];
    const pending = unfinished?.pending[0]?.example;
    for (const [task, status] of [
      [rejected, `rejected by ${causes[0]?.stage}: ${causes[0]?.code} ${rejected?.detail}`],
      [pending, `pending: planned, and not finished yet ${pending?.detail}`],
    ] as const) {
      const { code, stdout } = await cartwright(folder, 'explain', 'run', task?.id ?? '', '--no-placements');
      expect(code).toBe(0);
      expect(flat(stdout)).toMatch(/^This run is not finished: /);
      expect(flat(stdout)).toContain(flat(status));
    }
  });

  test('says of a code that only pending tasks wait with that none was rejected for it', async () => {
    const [waiting] = (await auditOf('run')).unfinished?.pending ?? [];
    const { code, stderr } = await cartwright(folder, 'audit', 'run', '--code', waiting?.code ?? '');
    expect(code).toBe(2);
    expect(flat(stderr)).toMatch(/ pending and none was rejected; audit without --code shows why/);
  });

  test('has a page that says on top that it is not finished', async () => {
    const { code, stdout } = await cartwright(folder, 'report', 'run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^This run is not finished: [\s\S]*\nrun\/report\.html\n$/);
    const page = readFileSync(join(folder, 'run', 'report.html'), 'utf8');
    expect(page).toMatch(/<section class="notice"><p>This run is not finished: .*<\/p><p>.*without a word/);
    expect(page).toContain(`goes on with it: ${CONTINUES}`);
    expect(readdirSync(join(folder, 'run')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('is refused in one sentence by what checks or scores what was published', async () => {
    for (const [command, ...options] of [
      ['verify', 'run'],
      ['score', 'run/splits/valid.jsonl', 'predictions.jsonl'],
      ['audit', 'run', '--sheet', '3'],
    ] as const) {
      const { code, stderr } = await cartwright(folder, command, ...options);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^run holds a run that is not finished, and .*\n$/);
    }
  });

  test('is read where its folder can only be read', async () => {
    const copy = join(folder, 'read only');
    for (const log of [true, false]) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(join(folder, 'run'), copy, { recursive: true });
      // Of a run that ended by itself the log was moved into the file.
      if (!log) await cartwright(copy, 'audit', '.').then(() => closedBy(join(copy, '.work')));
      const { code, stdout, stderr } = await withoutWriting(copy, 'audit', copy, '--json');
      expect([code, stderr]).toEqual([0, '']);
      expect(AuditDocument.parse(JSON.parse(stdout)).unfinished).toMatchObject({ wanted: WANTED });
    }
  });

  test('goes on with the command it names, and then is a run like any other', async () => {
    const { code } = await cartwright(folder, ...BUILD);
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'run', '.work', 'ledger.db'))).toBe(false);
    const { stdout } = await cartwright(folder, 'audit', 'run');
    expect(stdout).toContain('Every planned task has one end, and ledger, splits and manifest agree.');
    expect(readFileSync(join(folder, 'run', 'report.html'), 'utf8')).not.toContain('class="notice"');
  });

  test('stays what is audited while a later build of its folder is left, which is told', async () => {
    const { child, ended } = startCartwright(folder, ...BUILD, '--seed', '7');
    await until(() => laterRun(openRun(join(folder, 'run'), 'audit')) !== null);
    child.kill('SIGKILL');
    await ended;
    const { unfinished, later, seed, problems } = await auditOf('run');
    expect([unfinished, seed, problems]).toEqual([null, 42, []]);
    expect(later[0]).toBe('A later build in this folder has not replaced this run:');
    expect(later.at(-1)).toBe(`This goes on with it: ${CONTINUES} --seed 7`);
  });
});

test('a part of a run is audited by itself, and the whole names its parts', async () => {
  const part = ['build:dataset', '--out', 'parts', '--per-intent', '2', '--shard', '1/2', '--workers', '1'];
  expect((await cartwright(folder, ...part)).code).toBe(0);
  const { unfinished } = await auditOf('parts/.work/shards/1-of-2');
  expect(unfinished?.told).toEqual([
    expect.stringMatching(/^This is part 1 of 2 of a run, and done: 8 of 8 samples accepted, \d+ tasks planned\.$/),
    'Its samples are not published: the whole chooses among those of all parts.',
    'When every part is done, merge them: npm run merge -- parts',
  ]);
  const whole = await cartwright(folder, 'audit', 'parts');
  expect(whole).toMatchObject({ code: 2, stdout: '' });
  expect(whole.stderr).toMatch(
    /^parts holds parts of a run that are not merged \(1-of-2\); npm run merge -- parts makes/,
  );
});

/** Moves the logs of databases into them, as their last writer does. */
async function closedBy(work: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  for (const name of ['run.db', 'ledger.db']) {
    const db = new DatabaseSync(join(work, name));
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
  }
}

/** Runs a command as somebody who may write nothing in a folder: a user of no rights, where the tests are run by root. */
async function withoutWriting(path: string, ...command: readonly string[]) {
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  for (const name of ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })])
    chmodSync(join(path, name), existsSync(join(path, name, '.')) ? 0o555 : 0o444);
  const child = spawn(process.execPath, [PROGRAM, ...command], {
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    env: { PATH: process.env.PATH, NO_COLOR: '1', NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  for (const name of ['.', '.work', 'splits']) chmodSync(join(path, name), 0o755);
  return { code, ...said };
}

describe('a run whose model never answers anything that can be used', () => {
  let endpoint: Server;
  let log = '';

  beforeAll(async () => {
    endpoint = createServer((request, response) => {
      request.resume().on('end', () => {
        const message = { role: 'assistant', content: 'I like turtles.' };
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            ...{ id: 'x', object: 'chat.completion', created: 1, model: 'silly-1' },
            choices: [{ index: 0, finish_reason: 'stop', message }],
            usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
          }),
        );
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    const { port } = endpoint.address() as AddressInfo;
    const { child, ended } = startCartwrightWith(
      { env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` } },
      folder,
      ...['build:dataset', '--out', 'silly', '--writer', 'openai', '--model', 'silly-1', '--per-intent', '1'],
      // Left alone: the run has to go on long enough to be looked at.
      ...['--replies', 'replies.db', '--max-unusable', '100000', '--min-passing', '0'],
    );
    let seen = '';
    child.stderr?.on('data', (text: string) => (seen += text));
    await until(async () => {
      if (
        !/^build: .* calls, no price known, /m.test(seen) ||
        stepsKept(join(folder, 'silly', '.work', 'run.db')).length < 40
      )
        return false;
      return (await auditOf('silly')).causes.some(({ code, count }) => code === 'reply_unusable' && count >= 5);
    });
    child.kill('SIGINT');
    log = (await ended).stderr;
  });
  afterAll(() => endpoint.close());

  test('counts no sample that is none, and names what keeps it from any beside its calls', () => {
    const lines = log.split('\n').filter((line) => line.startsWith('build: '));
    for (const line of lines) expect(line).toMatch(/^build: 0 of 8 accepted \(0%\), /);
    expect(lines.join('\n')).not.toContain(' left');
    expect(lines.at(-1)).toMatch(/ [\d,]+ calls, no price known, [\d,]+ \w+, /);
  });

  test('is audited when it was stopped, and the audit tells why nothing is accepted', async () => {
    const { code, stdout } = await cartwright(folder, 'audit', 'silly');
    expect(code).toBe(0);
    expect(flat(stdout)).toMatch(
      /not finished This run is not finished: 0 of 8 samples accepted, \d+ tasks planned\. /,
    );
    expect(flat(stdout)).toContain('This goes on with it: npm run build:dataset -- --out silly --writer openai');
    expect(flat(stdout)).toMatch(/\d+ reply_unusable \(validate, \d+%\) .*The last one: it is not one JSON object/);
  });

  test('shows in explain what its models were asked and said', async () => {
    const { causes } = await auditOf('silly');
    const id = causes.find(({ code }) => code === 'reply_unusable')?.examples[0]?.id ?? '';
    const { stdout } = await cartwright(
      folder,
      ...['explain', 'silly', id, '--no-placements', '--replies', 'replies.db'],
    );
    expect(flat(stdout)).toContain('rejected by validate: reply_unusable');
    expect(stdout).toMatch(/reply +I like turtles\./);
  });
});
