import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type FinishedFixture, finishedRun } from '../fixtures/finished-run.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

function cartwright(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.ts', ...parameters], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('audit, explain and verify answer on standard output and end with 0 on a sound run', () => {
  const audit = cartwright('audit', sound.folder, '--json');
  expect([audit.status, audit.stderr, JSON.parse(audit.stdout).problems]).toEqual([0, '', []]);
  const explain = cartwright('explain', sound.folder, sound.ids.review);
  expect([explain.status, explain.stderr, explain.stdout.split('\n')[0]]).toEqual([0, '', sound.ids.review]);
  const verify = cartwright('verify', sound.folder, '--catalog', sound.catalog);
  expect([verify.status, verify.stderr]).toEqual([0, '']);
  expect(verify.stdout).toMatch(/^oracle +2 +2 +all +2$[\s\S]*all that verify checks holds: [^\n]*\n$/m);
});

test.each([
  [['audit'], /^missing required argument 'run folder'; see cartwright --help\n$/],
  [['audit', 'nowhere'], /^nowhere is missing, expected a run folder such as out\/sample; .*\n$/],
  [['verify', '.', '--speed', '9'], /^unknown option '--speed'; see cartwright --help\n$/],
  [['explain', '.'], /^missing required argument 'task id'; see cartwright --help\n$/],
  [['explain', 'package.json', 'x'], /^package\.json is a file; explain reads a run folder such as out\/sample\n$/],
  [['verify', '.', 'extra'], /^too many arguments for 'verify'\. .*\n$/],
])('bad input is one sentence on standard error and exit code 2: cartwright %s', (parameters, sentence) => {
  const { status, stdout, stderr } = cartwright(...parameters);
  expect(stderr).toMatch(sentence);
  expect([status, stdout]).toEqual([2, '']);
});
