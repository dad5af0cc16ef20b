import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readJudgements } from '../../../cli/adjudicate/judgements.ts';
import { overridesOf } from '../../../cli/adjudicate/overrides.ts';
import { auditPaths } from '../../../cli/audit/audit.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';

let sound: FinishedFixture;
beforeAll(() => {
  sound = finishedRun();
});

function marks(rater: string, rows: Readonly<Record<string, string>>, columns = 'task_id,mark'): string {
  const path = join(mkdtempSync(join(tmpdir(), 'marks-')), `${rater}.csv`);
  writeFileSync(
    path,
    `${columns}\n${Object.entries(rows)
      .map(([id, rest]) => `${id},${rest}\n`)
      .join('')}`,
  );
  return path;
}

async function audited(options: Parameters<typeof auditPaths>[1]) {
  let text = '';
  const code = await auditPaths([sound.folder], options, {
    write: (part) => (text += part),
    width: 120,
    colour: false,
  });
  return { code, text };
}
const adjudicated = async (...adjudications: string[]) =>
  JSON.parse((await audited({ adjudications, json: true })).text);

test('each code has the share of its rejections that people find right', async () => {
  const { coupon, review, leaky, unfit } = sound.ids;
  const ann = marks('ann', { [coupon]: 'right', [review]: 'wrong', [leaky]: 'right', [unfit]: 'unsure' });
  const { verdicts } = await adjudicated(ann);
  expect(verdicts).toMatchObject([
    { verdict: 'accepted', tasks: 2, right: 1, wrong: 1, precision: { share: 0.5 } },
    { verdict: 'hidden_in_query', tasks: 1, right: 1, wrong: 0, precision: { share: 1 } },
    { verdict: 'too_few_features', tasks: 1, right: 0, wrong: 0, unsure: 1, precision: null },
  ]);
});

test('what raters differ on counts for neither side, and is named', async () => {
  const files = [marks('ann', { [sound.ids.leaky]: 'fit' }), marks('ben', { [sound.ids.leaky]: 'unfit' })];
  const { verdicts } = await adjudicated(...files);
  expect(verdicts).toMatchObject([{ verdict: 'hidden_in_query', right: 0, wrong: 0, disputed: 1, precision: null }]);
  const { text } = await audited({ adjudications: files });
  expect(text).toMatch(/Verdicts that raters differ on \(1\)\n +\S+: hidden_in_query; ann fit; ben unfit/);
});

test('agreement is told for each two raters, with how many tasks both judged', async () => {
  const { coupon, review, leaky } = sound.ids;
  const ann = marks('ann', { [coupon]: 'fit', [review]: 'fit', [leaky]: 'unfit' });
  // Right of a verdict that was seen is the same as fit or unfit of the task.
  const ben = marks('ben', { [coupon]: 'right', [leaky]: 'right' });
  const { text } = await audited({ adjudications: [ann, ben] });
  expect(text).toMatch(/ann and ben +2 +100% +1\.00/);
});

test('a mark of another text than the run has counts for nothing, and is told', async () => {
  const { coupon, leaky } = sound.ids;
  const ann = marks('ann', { [coupon]: 'right,0badc0de', [leaky]: 'right,' }, 'task_id,mark,text');
  const { judgements, elsewhere } = await adjudicated(ann);
  expect([judgements, elsewhere]).toEqual([1, 1]);
});

test('marks of another run alone are refused', async () => {
  await expect(adjudicated(marks('ann', { nobody: 'fit' }))).rejects.toThrow(/none of the 1 tasks that are marked/);
});

test('decisions hold what all raters found wrong, in a form that builds take', async () => {
  const { coupon, review, leaky } = sound.ids;
  const ann = marks(
    'ann',
    { [coupon]: 'unfit,"=too hard, really"', [review]: 'fit,', [leaky]: 'fit,' },
    'task_id,mark,reason',
  );
  const ben = marks('ben', { [coupon]: 'unfit', [leaky]: 'unfit' });
  const decisions = join(mkdtempSync(join(tmpdir(), 'decided-')), 'decided.csv');
  await audited({ adjudications: [ann, ben], decisions });
  const { overrides, disputed } = overridesOf(readJudgements([decisions]));
  expect(overrides).toEqual({
    [coupon]: {
      verdict: 'accepted',
      text: expect.stringMatching(/^[0-9a-f]{8}$/),
      reason: '=too hard, really',
      raters: ['ann', 'ben'],
    },
  });
  expect(disputed).toBe(0);
  await expect(audited({ adjudications: [ann], decisions })).rejects.toThrow(/is there already/);
  expect(readFileSync(decisions, 'utf8')).not.toMatch(/(^|,|")=/m);
});

test('the order of files and rows changes no override', () => {
  const [one, two] = [
    marks('ann', { b: 'wrong,x', a: 'wrong,x' }, 'task_id,mark,verdict'),
    marks('ben', { a: 'wrong,x' }, 'task_id,mark,verdict'),
  ];
  const text = (files: string[]) => JSON.stringify(overridesOf(readJudgements(files)));
  expect(text([two, one])).toBe(text([one, two]));
});

test('what raters differ on overrules nothing', () => {
  const files = [
    marks('ann', { a: 'wrong,x' }, 'task_id,mark,verdict'),
    marks('ben', { a: 'right,x' }, 'task_id,mark,verdict'),
  ];
  expect(overridesOf(readJudgements(files))).toEqual({ overrides: {}, disputed: 1 });
});

test('a blind mark overrules nothing before its verdict is known', () => {
  const blind = marks('ann', { a: 'fit' });
  expect(() => overridesOf(readJudgements([blind]))).toThrow(
    /ann\.csv:2: does not say which verdict on a .* --decisions/,
  );
});

test('marks of two verdicts on one task are refused', () => {
  const files = [
    marks('ann', { a: 'wrong,x' }, 'task_id,mark,verdict'),
    marks('ben', { a: 'wrong,y' }, 'task_id,mark,verdict'),
  ];
  expect(() => overridesOf(readJudgements(files))).toThrow(/different verdicts or texts of a; give marks of one run$/);
});

test.each([
  [{ decisions: 'x.csv' }, /--decisions goes with --adjudications/],
  [{ out: 'x.csv' }, /--out goes with --sheet/],
  [{ seed: '1' }, /--seed goes with --sheet/],
  [{ sheet: '5', adjudications: ['x.csv'] }, /give one of the two/],
  [{ sheet: '5', code: 'x' }, /--code filters rejections/],
  [{ sheet: 'many' }, /--sheet is "many", expected a whole number above 0/],
  [{ sheet: '0' }, /--sheet is "0"/],
  [{ sheet: '5', seed: 'x' }, /--seed is "x", expected a whole number$/],
])('%j is refused in one sentence', async (options, expected) => {
  const refused = audited(options);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(expected);
});
