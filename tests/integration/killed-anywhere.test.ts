import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { cartwright, startCartwright } from '../fixtures/command-line.ts';
import { COMPETENT } from '../fixtures/model-runs.ts';
import { spread, TRIES_EXHAUSTIVELY } from '../fixtures/property-runs.ts';
import { rowsOf } from '../fixtures/run-db.ts';
import {
  CHECKPOINTS,
  PASSING,
  SMALL_BUILD,
  SMALL_BUILD_ASKING,
  SMALL_BUILD_RESPLIT,
  SMALL_CATALOG,
  SMALL_EXTENSION,
  SmallRuns,
} from '../fixtures/small-run.ts';
import { leftRun, type Struck, struckAgainAndAgain, struckRun } from '../fixtures/struck-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

/**
 * Runs are killed in chains: each resumes what the last one left and is killed in its turn, in `npm run test:all` at some
 * points of each chain. `npm run test:exhaustive` tries all of them, and every point of every command on its own as well,
 * each run resumed and compared. What they leave is copied while they run: that it is what a process leaves that is killed
 * there is a test of its own.
 */
const PATIENT = { timeout: TRIES_EXHAUSTIVELY ? 7_200_000 : 900_000 };
const KILLS_A_CHAIN = 2;
const LEAST_KILLS = TRIES_EXHAUSTIVELY ? 200 : 16;
/** Only what is written in more than one go can be torn. */
const CAN_BE_TORN = /^(?:write|exec) /;
const RANDOM_KILLS = TRIES_EXHAUSTIVELY ? 5 : 1;

/** A command, the folder it starts from, the one where it was not disturbed, and what of it equal runs need not share. */
interface Command {
  readonly what: string;
  readonly command: readonly string[];
  readonly from: string;
  readonly undisturbed: string;
  readonly passing?: readonly string[];
}

const INGEST: Command = { what: 'a catalog', command: SMALL_CATALOG, from: 'raw', undisturbed: 'catalog' };
const EXTENSION: Command = {
  ...{ what: 'a catalog that is extended', command: SMALL_EXTENSION, from: 'catalog', undisturbed: 'extended' },
};
const BUILD: Command = { what: 'a run', command: SMALL_BUILD, from: 'ingested', undisturbed: 'built' };
const RESPLIT: Command = {
  ...{ what: 'a run with other splits', command: SMALL_BUILD_RESPLIT, from: 'built', undisturbed: 'resplit' },
};
const ASKING: Command = {
  what: 'a run that asks a model',
  ...{ command: SMALL_BUILD_ASKING, from: 'ingested', undisturbed: 'asked' },
  // Several tasks wait for the model at once.
  passing: [...PASSING, CHECKPOINTS],
};
const THREADED: Command = {
  what: 'a run of two threads',
  // It makes what one thread makes.
  ...{ command: [...SMALL_BUILD, '--workers', '2'], from: 'ingested', undisturbed: 'built' },
  // Tasks end in any order, and what comes next is gone on with before it is planned.
  passing: [...PASSING, CHECKPOINTS],
};
const COMMANDS = [INGEST, EXTENSION, BUILD, RESPLIT, ASKING, THREADED];

interface Chain extends Command {
  readonly name: string;
  /** How it is killed, in turn. */
  readonly faults: readonly ('kill' | 'torn')[];
  readonly kills?: number;
  /** Which points of an undisturbed run are tried; what only comes up on the way is always tried. */
  readonly tried: (point: string, index: number, points: readonly string[]) => boolean;
}

const CHAINS: readonly Chain[] = [
  {
    ...INGEST,
    name: 'a catalog, before some of its rows and all else',
    faults: ['kill'],
    tried: (point, index) => !point.startsWith('run ') || index % 12 === 0,
  },
  {
    ...EXTENSION,
    name: 'a catalog that is extended, before some of its rows and all else',
    faults: ['kill'],
    tried: (point, index) => !point.startsWith('run ') || index % 16 === 0,
  },
  { ...BUILD, name: 'a run, before each of its writes', faults: ['kill'], kills: 2 * KILLS_A_CHAIN, tried: () => true },
  { ...BUILD, name: 'a run, in the middle of each write', faults: ['torn'], tried: () => true },
  {
    ...RESPLIT,
    name: 'a run with other splits over a finished one, before files are replaced',
    faults: ['kill'],
    tried: (point) => /^rm |^rename .*(?:dev|manifest)|run\.db/.test(point),
  },
  {
    ...ASKING,
    name: 'a run that asks a model, before some of its replies are kept',
    faults: ['kill'],
    tried: (point, index) => point.includes(' replies.db: ') && index % 3 === 0,
  },
  {
    ...THREADED,
    name: 'a run of two threads, before some of its notes and in the middle of others',
    faults: ['kill', 'torn'],
    tried: (point, index) => point.includes('upcoming') || index % 8 === 0,
  },
];

const runs = new SmallRuns();
let endpoint: MockEndpoint;
/** What is compared with again and again, by folder and what of it is passed over. */
const contents = new Map<string, Record<string, string>>();
const contentOf = (name: string, passing?: readonly string[]) =>
  foundOrMade(contents, `${name} ${passing}`, () => runs.contentOf(name, passing));
/** The undisturbed runs once more, with their write points counted. */
const counted = new Map<Command['command'], Struck>();
const countedRun = ({ command }: Command) => counted.get(command) as Struck;
let kills = 0;

beforeAll(async () => {
  endpoint = await startMockEndpoint(COMPETENT);
  const { url, key } = endpoint;
  vi.stubEnv('OPENAI_BASE_URL', url).stubEnv('OPENAI_API_KEY', key).stubEnv('OPENAI_MODEL', 'gpt-4.1-mini');
  await runs.undisturbed('ingested', 'raw', [...SMALL_BUILD, '--dry-run']);
  for (const { what, command, from, undisturbed } of COMMANDS) {
    if (!existsSync(runs.at(undisturbed))) await runs.undisturbed(undisturbed, from, command);
    counted.set(command, await struckRun(runs.like(`${what}, counted`, from), command));
  }
}, 900_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await endpoint.close();
  runs.discard();
});

const WORK_FILE = /\.work\/|\.part$|\.partial$|\.db-\w+$/;

/** What a folder may show at any time: whole files of the run before or of this one, and no manifest of a mixture. */
function expectNothingHalf(name: string, { from, undisturbed, passing }: Command): void {
  const [before, after, found] = [contentOf(from), contentOf(undisturbed, passing), runs.contentOf(name, passing)];
  for (const [path, digest] of Object.entries(found)) {
    if (!WORK_FILE.test(path)) expect([before[path], after[path], 'folder'], path).toContain(digest);
  }
  const manifest = runs.at(name, 'run', 'manifest.json');
  if (!existsSync(manifest)) return;
  const { outputs } = JSON.parse(readFileSync(manifest, 'utf8')) as { outputs: Record<string, string> };
  const named = Object.entries(outputs).map(([path, digest]) => [`run/${path}`, digest]);
  expect(found).toMatchObject(Object.fromEntries(named));
}

test.each(COMMANDS)('$what: every file comes from writes that are counted', (command) => {
  const { what, undisturbed, from, passing } = command;
  const { passed, code, stderr } = countedRun(command);
  expect(code, stderr).toBe(0);
  expect(runs.contentOf(`${what}, counted`, passing)).toEqual(contentOf(undisturbed, passing));
  const before = runs.contentOf(from, []);
  for (const [path, digest] of Object.entries(runs.contentOf(undisturbed, []))) {
    if (digest !== before[path]) expect(passed.join('\n'), path).toContain(` ${path}`);
  }
});

test('what is copied is what a process leaves that is killed', PATIENT, async () => {
  const { command, from } = BUILD;
  const { passed } = countedRun(BUILD);
  const point = passed.findLast((name) => name.includes('accepted') && CAN_BE_TORN.test(name));
  const spared = passed.filter((other) => other !== point);
  const killed = await struckRun(runs.like('killed', from), command, 'torn', spared);
  expect([killed.signal, killed.struckAt], killed.stderr).toEqual(['SIGKILL', point]);
  const copied = await leftRun(runs.like('copied', from), command, 'torn', spared);
  expect([copied.code, copied.struckAt], copied.stderr).toEqual([0, point]);
  // Each log of a database is begun with numbers drawn for it, and its pages lie as writing came to them.
  const logs = Object.keys(runs.contentOf('killed')).filter((path) => /-(?:wal|shm)$/.test(path));
  expect(runs.contentOf('copied', [...PASSING, ...logs])).toEqual(runs.contentOf('killed', [...PASSING, ...logs]));
  expect(logs).toContain(`${CHECKPOINTS}-wal`);
  expect(rowsOf(runs.at('copied', CHECKPOINTS))).toEqual(rowsOf(runs.at('killed', CHECKPOINTS)));
});

describe('what is killed and started again, over and over, is at last what was never disturbed', () => {
  test.for(CHAINS)('$name', PATIENT, async (chain) => {
    const { name, command, from, undisturbed, faults, tried, passing, kills: most = KILLS_A_CHAIN } = chain;
    const all = countedRun(chain).passed;
    const wanted = all.filter(tried).filter((point) => !faults.includes('torn') || CAN_BE_TORN.test(point));
    const struck = new Set(TRIES_EXHAUSTIVELY ? wanted : spread(wanted, most));
    const spared = all.filter((point) => !struck.has(point));
    const { points, last } = await struckAgainAndAgain(runs.like(name, from), command, faults, spared, (run) => {
      expect(run.code, run.stderr).toBe(0);
      expectNothingHalf(name, chain);
    });
    expect(last.code, last.stderr).toBe(0);
    expect(runs.contentOf(name, passing), points.join('\n')).toEqual(contentOf(undisturbed, passing));
    console.log(`${name}: killed at ${points.length} write points, of ${all.length} in an undisturbed run`);
    kills += points.length;
  });

  test('a run from raw files, killed at any time', PATIENT, async () => {
    const command = SMALL_BUILD;
    const started = performance.now();
    const { code: usualCode } = await startCartwright(runs.like('timed', 'raw'), ...command).ended;
    const usual = performance.now() - started;
    expect(usualCode).toBe(0);
    const folder = runs.like('at any time', 'raw');
    const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), RANDOM_KILLS);
    for (const moment of moments) {
      const { child, ended } = startCartwright(folder, ...command);
      await pause(moment * usual);
      child.kill('SIGKILL');
      await ended;
    }
    const { code, stderr } = await cartwright(folder, ...command);
    expect(code, stderr).toBe(0);
    expect(runs.contentOf('at any time'), moments.join(', ')).toEqual(contentOf('built'));
  });
});

test(`these were ${LEAST_KILLS} points at least`, () => expect(kills).toBeGreaterThanOrEqual(LEAST_KILLS));

describe
  .runIf(TRIES_EXHAUSTIVELY)
  .concurrent('what is killed at one point and started again is what was never disturbed', () => {
    // What threads write has no names that come again.
    const alone = COMMANDS.filter((command) => command !== THREADED).flatMap((command) =>
      (['kill', 'torn'] as const).map((fault) => ({ ...command, fault, name: `${command.what}, ${fault}` })),
    );
    test.for(alone)('$name', PATIENT, async (each) => {
      const { passed } = countedRun(each);
      const tried = passed.filter((point) => each.fault === 'kill' || CAN_BE_TORN.test(point));
      for (const [index, point] of tried.entries()) {
        const folder = runs.like(`${each.name} ${index}`, each.from);
        const spared = passed.filter((other) => other !== point);
        const { struckAt, stderr: told } = await leftRun(folder, each.command, each.fault, spared);
        expect(struckAt, told).toBe(point);
        expectNothingHalf(basename(folder), each);
        const { code, stderr } = await cartwright(folder, ...each.command);
        expect(code, `${point}: ${stderr}`).toBe(0);
        expect(runs.contentOf(basename(folder), each.passing), point).toEqual(
          contentOf(each.undisturbed, each.passing),
        );
        rmSync(folder, { recursive: true });
      }
    });
  });
