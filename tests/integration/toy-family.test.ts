import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { leaksIn } from '../fixtures/agent-leaks.ts';
import { environmentWith, PACKAGE_ROOT } from '../fixtures/command-line.ts';
import { calledWarm } from '../fixtures/warm-commands.ts';

/** The package with one family more: its folder, and its line in the list. */
const root = join(mkdtempSync(join(tmpdir(), 'toy-')), 'package');
const FOLDERS = [
  'cli',
  'families',
  'stages',
  'service',
  'shopping',
  'lexicon',
  'text',
  'catalog',
  'models',
  'pipeline',
  'schemas',
  'prompts',
];
const FAMILY = 'toysupport';
/** Where the package has what runs its commands in one process. */
const WARM = ['tests', 'fixtures'];

beforeAll(() => {
  mkdirSync(root);
  for (const name of [...FOLDERS, 'package.json', 'package-lock.json'])
    cpSync(join(PACKAGE_ROOT, name), join(root, name), { recursive: true });
  for (const name of ['warm-process.ts', 'warm-commands.ts'])
    cpSync(join(PACKAGE_ROOT, ...WARM, name), join(root, ...WARM, name));
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(root, 'node_modules'));
  const toy = readFileSync(join(PACKAGE_ROOT, 'tests', 'fixtures', FAMILY, 'family.ts'), 'utf8');
  mkdirSync(join(root, 'families', FAMILY));
  writeFileSync(join(root, 'families', FAMILY, 'family.ts'), toy.replaceAll("'../../../", "'../../"));
  const list = readFileSync(join(root, 'families', 'index.ts'), 'utf8');
  writeFileSync(
    join(root, 'families', 'index.ts'),
    `import { ${FAMILY} } from './${FAMILY}/family.ts';\n${list.replace(/(const LISTED.*? = \[[\s\S]*?)\n\];/, `$1\n  [${FAMILY}, () => ({ family: ${FAMILY} })],\n];`)}`,
  );
  const orders = Array.from({ length: 60 }, (_, at) => ({
    id: `O-${100 + at}`,
    city: ['Bergen', 'Turku'][at % 2],
    state: at % 4 === 0 ? 'shipped' : 'paid',
  }));
  writeFileSync(join(root, 'store.json'), JSON.stringify(orders));
});

async function cartwright(...options: readonly string[]) {
  const program = join(root, ...WARM, 'warm-process.ts');
  const {
    code: status,
    stdout,
    stderr,
  } = await calledWarm({ folder: root, env: environmentWith(), options }, { program }).ended;
  return { status, stdout, stderr };
}

const build = (out: string, ...options: readonly string[]) =>
  cartwright('build:dataset', '--family', FAMILY, '--catalog', 'store.json', '--out', out, ...options);
const digestOf = (out: string) =>
  (JSON.parse(readFileSync(join(root, out, 'manifest.json'), 'utf8')) as { dataset_digest: string }).dataset_digest;

test('a family without catalog, rubrics and vouchers builds twenty tasks from its own store', async () => {
  const { status, stdout, stderr } = await build('out/toy');
  expect([status, stderr.match(/bug/)]).toEqual([0, null]);
  expect(stdout).toMatch(/total +\d+ +20\/20/);
});

test('its samples are the same on one worker and on two', async () => {
  expect((await build('out/one', '--workers', '1')).status).toBe(0);
  expect((await build('out/two', '--workers', '2')).status).toBe(0);
  expect(digestOf('out/one')).toBe(digestOf('out/toy'));
  expect(digestOf('out/two')).toBe(digestOf('out/toy'));
});

test('a run that is killed goes on and ends as if it had not been', async () => {
  const options = ['build:dataset', '--family', FAMILY, '--catalog', 'store.json', '--out', 'out/killed'];
  const child = spawn(process.execPath, ['cli/main.ts', ...options], { cwd: root });
  // Something is kept by then, and the run is not over.
  const kept = join(root, 'out/killed/.work/run.db-wal');
  while (child.exitCode === null && !(existsSync(kept) && statSync(kept).size > 0)) await setTimeout(5);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  expect((await build('out/killed')).status).toBe(0);
  expect(digestOf('out/killed')).toBe(digestOf('out/toy'));
});

test('its parts are merged into the run one process would have built', async () => {
  for (const part of ['1/2', '2/2']) expect((await build('out/parts', '--shard', part)).status).toBe(0);
  expect((await cartwright('merge', 'out/parts')).status).toBe(0);
  expect(digestOf('out/parts')).toBe(digestOf('out/toy'));
});

test('verify executes its policy again, and finds a write that was changed', async () => {
  const sound = await cartwright('verify', 'out/toy', '--catalog', 'store.json');
  expect([sound.status, sound.stdout]).toEqual([0, expect.stringContaining('20 samples')]);
  cpSync(join(root, 'out/toy'), join(root, 'out/spoiled'), { recursive: true });
  const accepted = join(root, 'out/spoiled/accepted.jsonl');
  writeFileSync(accepted, readFileSync(accepted, 'utf8').replace('"cancelled"', '"refunded"'));
  const spoiled = await cartwright('verify', 'out/spoiled', '--catalog', 'store.json');
  expect([spoiled.status, spoiled.stdout]).toEqual([1, expect.stringMatching(/writes_differ: the policy/)]);
});

test('an agent is shown the messages of its samples, and nothing of what the policy leaves', () => {
  const linesOf = (folder: string) =>
    readFileSync(join(root, 'out/toy', folder, 'test.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
  const shown = linesOf('agent');
  const samples = linesOf('splits').map((line) => JSON.parse(line));
  expect(shown.map((line) => JSON.parse(line))).toEqual(
    samples.map(({ message }) => ({ id: expect.stringMatching(/^[0-9a-f]{16}$/), message })),
  );
  for (const [at, line] of shown.entries()) expect(leaksIn(line, samples[at], ['id', 'message'], FAMILY)).toEqual([]);
});

test('audit tells why its tasks were rejected', async () => {
  const { status, stdout } = await cartwright('audit', 'out/toy');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/order_shipped \(lock, 100%\)/)]);
  expect(stdout).toContain('Every planned task has one end');
});

test('explain tells the whole life of an accepted task and of a rejected one', async () => {
  const idIn = (file: string) =>
    (JSON.parse(readFileSync(join(root, 'out/toy', file), 'utf8').split('\n')[0] as string) as { id: string }).id;
  const accepted = await cartwright('explain', 'out/toy', idIn('accepted.jsonl'), '--catalog', 'store.json');
  expect([accepted.status, accepted.stdout]).toEqual([0, expect.stringMatching(/write +O-\d+\.(?:state|city) = /)]);
  const rejected = await cartwright('explain', 'out/toy', idIn('rejected.jsonl'), '--catalog', 'store.json');
  expect([rejected.status, rejected.stdout]).toEqual([0, expect.stringMatching(/is on its way/)]);
});

test('its settings are options, and change its tasks', async () => {
  expect((await build('out/polite', '--polite')).status).toBe(0);
  expect(readFileSync(join(root, 'out/polite/accepted.jsonl'), 'utf8')).toContain(' please ');
  expect(digestOf('out/polite')).not.toBe(digestOf('out/toy'));
});
