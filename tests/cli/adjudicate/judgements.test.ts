import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFit, readJudgements } from '../../../cli/adjudicate/judgements.ts';
import { ConfigError } from '../../../schemas/errors.ts';

function fileWith(content: string | Buffer, name = 'ann.csv'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'marks-')), name);
  writeFileSync(path, content);
  return path;
}

function complaintAbout(...files: string[]): string {
  try {
    readJudgements(files);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('nothing was found wrong');
}

test('rows that nobody marked are passed over', () => {
  const file = fileWith('task_id,mark,reason\nx,fit,\ny,,\nz,UNSURE,who knows\n');
  expect(readJudgements([file])).toMatchObject([
    { taskId: 'x', mark: 'fit', reason: '' },
    { taskId: 'z', mark: 'unsure', reason: 'who knows' },
  ]);
});

test('a rater who is not named is called as the file', () => {
  expect(readJudgements([fileWith('task_id,mark\nx,fit\n')])[0]?.rater).toBe('ann');
});

test('a rater may say the same twice', () => {
  const files = [fileWith('task_id,mark,rater\nx,fit,ann\n'), fileWith('task_id,mark,rater\nx,fit,ann\n')];
  expect(readJudgements(files)).toHaveLength(1);
});

test('copies of one sheet in the folders of two raters are two raters', () => {
  const files = [fileWith('task_id,mark\nx,fit\n', 'sheet.csv'), fileWith('task_id,mark\nx,unfit\n', 'sheet.csv')];
  expect(readJudgements(files).map(({ rater }) => rater)).toEqual(files);
});

test('marks on two texts of one task are both kept, whatever they say', () => {
  const files = [
    fileWith('task_id,mark,text,rater\nx,fit,aa,ann\n'),
    fileWith('task_id,mark,text,rater\nx,unfit,bb,ann\n'),
  ];
  expect(readJudgements(files).map(({ text, mark }) => [text, mark])).toEqual([
    ['aa', 'fit'],
    ['bb', 'unfit'],
  ]);
});

test.each<[string, string | Buffer, RegExp]>([
  [
    'an unknown mark',
    'task_id,mark\nx,fit\ny,good\n',
    /ann\.csv:3: "mark" is "good", expected right, wrong, fit, unfit or unsure$/,
  ],
  ['no task', 'task_id,mark\n,fit\n', /ann\.csv:2: is marked fit and has no task_id/],
  ['no mark column', 'task_id,verdict\nx,accepted\n', /ann\.csv:1: has no column "mark", expected a file saved by/],
  ['an empty file', '', /ann\.csv:1: has no column "task_id" and "mark"/],
  ['no marks', 'task_id,mark\nx,\n', /ann\.csv holds no marks; write fit or unfit/],
  ['a column twice', 'task_id,mark,mark\nx,fit,fit\n', /ann\.csv:1: has the column "mark" twice/],
  ['a row cut short', 'task_id,mark\nx\n', /ann\.csv:2: has 1 cells, expected 2$/],
  ['a quote left open', 'task_id,mark\nx,"fit\n', /ann\.csv.* is not readable as CSV: .*save it as CSV again$/],
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe]), /ann\.csv, which is not UTF-8; save it as CSV in UTF-8$/],
])('%s is told in one sentence, with its place', (_, content, expected) => {
  expect(complaintAbout(fileWith(content))).toMatch(expected);
});

test('a rater who contradicts himself is told where', () => {
  const complaint = complaintAbout(
    fileWith('task_id,mark,rater\nx,fit,ann\n'),
    fileWith('task_id,mark,rater\nx,unfit,ann\n'),
  );
  expect(complaint).toMatch(/ann\.csv:2: ann marks x unfit, and fit at .*ann\.csv:2; keep one of the two$/);
});

test.each([
  ['a file', join(tmpdir(), 'no-such-marks.csv'), /which does not exist/],
  ['a folder', tmpdir(), /which is a folder/],
])('%s that cannot be read is told', (_, path, expected) => {
  expect(complaintAbout(path)).toMatch(expected);
});

test.each([
  ['right', 'accepted', true],
  ['wrong', 'accepted', false],
  ['right', 'hidden_in_query', false],
  ['wrong', 'hidden_in_query', true],
  ['fit', 'hidden_in_query', true],
  ['unfit', 'accepted', false],
  ['unsure', 'accepted', null],
] as const)('%s of %s finds the task fit: %s', (mark, verdict, fit) => {
  expect(isFit({ mark }, verdict)).toBe(fit);
});
