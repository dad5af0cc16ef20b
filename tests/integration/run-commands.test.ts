import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cartwright, PACKAGE_ROOT } from '../fixtures/command-line.ts';
import { type FinishedFixture, finishedRun } from '../fixtures/finished-run.ts';
import { folderWith, lines } from '../fixtures/raw-files.ts';
import { SMALL_BUILD, SmallRuns } from '../fixtures/small-run.ts';

const run = (...parameters: string[]) => cartwright(PACKAGE_ROOT, ...parameters);

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

test('audit, explain and verify answer on standard output and end with 0 on a sound run', async () => {
  const audit = await run('audit', sound.folder, '--json');
  expect([audit.code, audit.stderr, JSON.parse(audit.stdout).problems]).toEqual([0, '', []]);
  const explain = await run('explain', sound.folder, sound.ids.review);
  expect([explain.code, explain.stderr, explain.stdout.split('\n')[0]]).toEqual([0, '', sound.ids.review]);
  const verify = await run('verify', sound.folder, '--catalog', sound.catalog);
  expect([verify.code, verify.stderr]).toEqual([0, '']);
  expect(verify.stdout).toMatch(/^oracle +2 +2 +all +2$[\s\S]*all that verify checks holds: [^\n]*\n$/m);
});

test.each([
  [
    ['audit'],
    /^missing required argument 'run folder'; --help lists the commands, and behind a command its options\n$/,
  ],
  [['audit', 'nowhere'], /^nowhere is missing, expected a run folder such as out\/sample; .*\n$/],
  [
    ['verify', '.', '--speed', '9'],
    /^unknown option '--speed'; --help lists the commands, and behind a command its options\n$/,
  ],
  [
    ['explain', '.'],
    /^missing required argument 'task id'; --help lists the commands, and behind a command its options\n$/,
  ],
  [['explain', 'package.json', 'x'], /^package\.json is a file; explain reads a run folder such as out\/sample\n$/],
  [['verify', '.', 'extra'], /^too many arguments for 'verify'\. .*\n$/],
])('bad input is one sentence on standard error and exit code 2: cartwright %s', async (parameters, sentence) => {
  const { code, stdout, stderr } = await run(...parameters);
  expect(stderr).toMatch(sentence);
  expect([code, stdout]).toEqual([2, '']);
});

test('what is wrong with prices is told before anything is read, of a rehearsal too', async () => {
  const prices = join(folderWith({ 'prices.yaml': 'models:\n  x: { input: cheap }\n' }), 'prices.yaml');
  const asked = ['--dry-run', '--writer', 'openai', '--model', 'x', '--prices', prices, '--catalog', 'nowhere.csv'];
  const { code, stderr } = await run('build:dataset', ...asked);
  expect(stderr).toContain('prices.yaml:1: "version" is missing');
  expect([code, stderr.includes('nowhere.csv')]).toEqual([2, false]);
});

test('score prints on standard output and ends with 0; what the user can mend is one sentence and 2', async () => {
  const task = { query: 'a canvas tote', reward: { product_id: 'A', title: ['Harbor Canvas Tote'] } };
  const prediction = { query: task.query, products: ['A'] };
  const folder = folderWith({ 'test.jsonl': lines(task), 'run.jsonl': lines(prediction) });
  const [tasks, predictions] = [join(folder, 'test.jsonl'), join(folder, 'run.jsonl')];
  const scored = await run('score', tasks, predictions, '--json');
  expect([scored.code, scored.stderr]).toEqual([0, '']);
  expect(JSON.parse(scored.stdout).average_asr.over_tasks).toBe(1);
  const broken = await run('score', tasks, `${predictions}.gz`);
  expect([broken.code, broken.stdout]).toEqual([2, '']);
  expect(broken.stderr).toMatch(/^\S+run\.jsonl\.gz is missing, expected a file of predictions; check the path\n$/);
});

test('tasks that somebody played are not replaced by those of other settings', async () => {
  const runs = new SmallRuns();
  try {
    await runs.undisturbed('played', 'raw', SMALL_BUILD);
    mkdirSync(runs.at('played', 'run', 'eval', 'human'), { recursive: true });
    const before = runs.contentOf('played');
    for (const [option, value, why] of [
      ['--seed', '99', ' \\(.*--seed.*\\)'],
      ['--intents', 'product_search', ''],
    ] as const) {
      const other = await cartwright(runs.at('played'), ...SMALL_BUILD, option, value);
      expect([other.code, runs.contentOf('played')]).toEqual([2, before]);
      expect(other.stderr).toMatch(
        new RegExp(
          `^run holds a finished run whose tasks this one would replace${why}, and in run/eval what people or agents did with them; name another --out, or take that folder away\\n$`,
          'm',
        ),
      );
    }
    expect((await cartwright(runs.at('played'), ...SMALL_BUILD)).code).toBe(0);
  } finally {
    runs.discard();
  }
});
