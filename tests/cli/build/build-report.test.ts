import { afterEach, expect, test, vi } from 'vitest';
import { missingOf, reportBuild } from '../../../cli/build/build-report.ts';
import type { FamilyPlanner } from '../../../pipeline/family.ts';
import { countByIntent } from '../../../pipeline/folder/outputs.ts';
import { type EndedTask, MODEL_UNDECIDED } from '../../../pipeline/run/ended-task.ts';
import { planOf } from '../../fixtures/run-plan.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

afterEach(() => vi.restoreAllMocks());

const pendingTask = (number: number, code: string, detail: string): EndedTask => ({
  task: plannedTask({ id: `task-${number}`, intent: 'a' }),
  wave: 1,
  status: 'pending',
  stage: null,
  code: null,
  lockDigest: null,
  sampleDigest: null,
  group: null,
  findings: [{ code, path: 'models', detail }],
});

/** What a build with these tasks says on standard error, and its exit code. */
function reported(tasks: readonly EndedTask[], isReplay = false): { said: string[]; printed: string; code: number } {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = build({ tasks, counts: countByIntent(['a'], tasks), isReplay });
  const textOf = ({ mock }: typeof stdout) => mock.calls.map(([text]) => String(text));
  return { said: textOf(stderr), printed: textOf(stdout).join(''), code };
}

type Build = Pick<Parameters<typeof reportBuild>[0], 'counts'> & { tasks: readonly EndedTask[]; isReplay?: boolean };

function build({ tasks, counts, isReplay = false }: Build): number {
  const nothing = { tasks, exhausted: new Set<string>(), limited: new Set<string>() };
  return reportBuild({
    folder: 'out/a',
    family: 'ecomagentbench',
    intents: ['a'],
    plan: planOf({ intents: ['a'], perIntent: 1 }),
    outcome: { ...nothing, interrupted: false, stopped: null },
    counts,
    planner: { catalogSize: 1, eligibility: () => ({ eligible: 1, reasons: [] }) } as unknown as FamilyPlanner,
    digest: '0'.repeat(64),
    milliseconds: 1,
    isReplay,
  });
}

test('tasks a model did not answer are asked about again by the same command', () => {
  const { said, code } = reported([1, 2].map((number) => pendingTask(number, 'model_unavailable', 'last status 503')));
  expect(code).toBe(3);
  expect(said).toEqual([
    '2 tasks are pending (last status 503); run the same command again to ask for what is missing\n',
  ]);
});

test('a run whose quotas are met is done though models decided nothing about some of its tasks', () => {
  const accepted: EndedTask = { ...pendingTask(2, '', ''), status: 'accepted', findings: [] };
  expect(reported([pendingTask(1, MODEL_UNDECIDED, 'the judge did not decide'), accepted]).code).toBe(0);
});

test('of tasks whose models answered nothing usable it is said that the same command would not help', () => {
  const { said } = reported([
    pendingTask(1, 'model_unavailable', 'last status 503'),
    pendingTask(2, MODEL_UNDECIDED, 'the judge did not decide; another --judge-model may'),
  ]);
  expect(said).toEqual([
    '1 task is pending (last status 503); run the same command again to ask for what is missing\n',
    '1 task is pending (the judge did not decide; another --judge-model may); the same command would read the same replies again\n',
  ]);
});

test.each([
  [{ both: 3, one: 15, none: 17 }, /^17 of 35 samples need neither profile nor clarification.*each variant.*off/],
  [{ both: 35, one: 0, none: 0 }, null],
])('the end of a build says that samples need nothing they hide where many do: %j', (needed, sentence) => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const counts = countByIntent(['a'], []);
  if (counts.a !== undefined) counts.a.needed = needed;
  build({ counts, tasks: [] });
  const [, said = ''] = stdout.mock.calls.map(([text]) => String(text));
  if (sentence === null) expect(said).toMatch(/^out\/a: /);
  else expect(said.trim().replace(/\s+/g, ' ')).toMatch(sentence);
});

test('a replay sends to the run that recorded the replies, for itself it asks nobody', () => {
  const { said, code } = reported([pendingTask(1, 'model_unavailable', 'gave no reply')], true);
  expect(code).toBe(3);
  expect(said).toEqual([
    expect.stringMatching(/^1 task is pending \(gave no reply\); as in the run that recorded .*openai /),
  ]);
});

test('a quota that is not met says what most were rejected for, and where none was rejected, that', () => {
  const rejected: EndedTask = { ...pendingTask(1, '', ''), status: 'rejected', code: 'no_voucher', findings: [] };
  expect(reported([rejected]).printed.replace(/\s+/g, ' ')).toContain('most were rejected for no_voucher 1');
  expect(reported([]).printed.replace(/\s+/g, ' ')).toContain('; none was rejected');
});

test('a quota that is short beside surplus tasks says whose samples took their products, and what may free some', () => {
  const task = (id: string, intent: string) => plannedTask({ id, intent, targetIds: ['P1'] });
  const taken: EndedTask = { ...pendingTask(1, '', ''), task: task('x', 'b'), status: 'accepted', findings: [] };
  const surplus: EndedTask = { ...taken, task: task('y', 'a'), status: 'surplus' };
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const tasks = [taken, surplus];
  build({ tasks, counts: countByIntent(['a', 'b'], tasks) });
  const printed = stdout.mock.calls.map(([text]) => String(text)).join('');
  expect(printed.replace(/\s+/g, ' ')).toContain('; 1 locked task lost its product to samples (b 1)');
});

test('products that are not eligible are counted as all else is, one as one', () => {
  const reasons = [
    { reason: 'has no price', products: 1759 },
    { reason: 'has no details', products: 1 },
  ];
  expect(missingOf({ reasons, unit: undefined })).toEqual([
    '1,759 products: has no price',
    '1 product: has no details',
  ]);
});
