import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PROGRAM } from '../fixtures/command-line.ts';
import { COMPETENT } from '../fixtures/model-runs.ts';
import { spread, TRIES_EXHAUSTIVELY } from '../fixtures/property-runs.ts';
import {
  CHECKPOINTS,
  PASSING,
  SMALL_BUILD,
  SMALL_BUILD_ASKING,
  SMALL_CATALOG,
  SmallRuns,
} from '../fixtures/small-run.ts';
import { struckAgainAndAgain, struckRun } from '../fixtures/struck-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

/** In `npm run test:exhaustive` the disk is full at every write in turn, and not only at some of each file's. */
const PATIENT = { timeout: TRIES_EXHAUSTIVELY ? 7_200_000 : 900_000 };
const FULL_AT_MOST = 2;

interface FullDisk {
  readonly name: string;
  readonly command: readonly string[];
  readonly from: string;
  readonly undisturbed: string;
  readonly passing?: readonly string[];
  /** At which of the writes of an undisturbed run the disk is full. */
  readonly tried: (point: string, index: number) => boolean;
  /** How the sentence begins. */
  readonly told: RegExp;
}

const FULL = 'cannot be written: the disk(?:, or the one of temporary files \\(TMPDIR\\),)? is full; make room';

const FULL_DISKS: readonly FullDisk[] = [
  {
    name: 'of the catalog, at some of its writes',
    ...{ command: SMALL_CATALOG, from: 'raw', undisturbed: 'catalog' },
    tried: (point, index) => !point.startsWith('run ') || index % 200 === 0,
    told: new RegExp(`^catalog\\.db ${FULL}`),
  },
  {
    name: 'of the run, at every sixth write',
    ...{ command: SMALL_BUILD, from: 'ingested', undisturbed: 'built' },
    tried: (_, index) => index % 6 === 0,
    told: new RegExp(`^run(?:/\\S+)? ${FULL}`),
  },
  {
    name: 'of the replies of a model, at every fourth write',
    ...{
      command: SMALL_BUILD_ASKING,
      from: 'ingested',
      undisturbed: 'asked',
      passing: [...PASSING, CHECKPOINTS],
    },
    tried: (point, index) => point.includes(' replies.db: ') && index % 4 === 0,
    // What is noted of the run meets the full disk a moment after them, and may be told first.
    told: /^(?:the model replies in replies\.db: database or disk is full; there is no room on the disk; make some |run\/\.work\/ledger\.db cannot be written: the disk)/,
  },
];

const runs = new SmallRuns();
let endpoint: MockEndpoint;
beforeAll(async () => {
  endpoint = await startMockEndpoint(COMPETENT);
  const { url, key } = endpoint;
  vi.stubEnv('OPENAI_BASE_URL', url).stubEnv('OPENAI_API_KEY', key).stubEnv('OPENAI_MODEL', 'gpt-4.1-mini');
  await runs.undisturbed('ingested', 'raw', [...SMALL_BUILD, '--dry-run']);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await endpoint.close();
  runs.discard();
});

describe('a full disk is told in one sentence, and with room again the run is what it would have been', () => {
  test.for(FULL_DISKS)('$name', PATIENT, async (disk) => {
    const { name, command, from, undisturbed, passing, tried, told } = disk;
    await runs.undisturbed(undisturbed, from, command);
    const { passed } = await struckRun(runs.like(`${name}, counted`, from), command);
    const struck = new Set(TRIES_EXHAUSTIVELY ? passed : spread(passed.filter(tried), FULL_AT_MOST));
    const spared = passed.filter((point) => !struck.has(point));
    const { points, last } = await struckAgainAndAgain(runs.like(name, from), command, ['full'], spared, (run) => {
      const sentence = run.stderr.split('\n').at(-2);
      expect(run.code, `${run.struckAt}: ${run.stderr}`).toBe(2);
      expect(sentence, run.struckAt).toMatch(told);
      expect(sentence, run.struckAt).toMatch(/run the same command again\b/);
      expect(run.stderr, run.struckAt).not.toMatch(/this is a bug|\bat file:/);
      expect(existsSync(runs.at(name, 'run', 'manifest.json')), run.struckAt).toBe(false);
    });
    expect(last.code, last.stderr).toBe(0);
    expect(runs.contentOf(name, passing)).toEqual(runs.contentOf(undisturbed, passing));
    console.log(`${name}: full at ${points.join(', ')}`);
  });
});

describe.runIf(existsSync('/dev/full'))('what is printed to a full disk', () => {
  const printing = (stdout: string, stderr: string, ...command: readonly string[]) => {
    const line = `"$@" ${stdout} ${stderr}`;
    return spawnSync('sh', ['-c', line, 'sh', process.execPath, PROGRAM, ...command], {
      cwd: runs.at('raw'),
      encoding: 'utf8',
    });
  };

  test('is told in one sentence', () => {
    const { status, stderr } = printing('>/dev/full', '', '--help');
    expect(stderr).toBe(
      'standard output cannot be written: the disk is full; make room and run the same command again\n',
    );
    expect(status).toBe(2);
  });

  test('stops nothing where it is only what goes on', () => {
    const { status, stdout } = printing('', '2>/dev/full', ...SMALL_CATALOG);
    expect(stdout).toMatch(/^catalog\.db: /m);
    expect(status).toBe(0);
  });
});
