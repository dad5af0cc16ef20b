import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvText } from '../../cli/adjudicate/csv.ts';
import { cartwright, workFolder } from '../fixtures/command-line.ts';
import { questionIn } from '../fixtures/competent-model/question.ts';
import { asking, COMPETENT, closedEndpoint, linesIn } from '../fixtures/model-runs.ts';
import { startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

interface Rejection {
  readonly id: string;
  readonly code: string;
  readonly stage: string;
  readonly findings: readonly { readonly code: string }[];
  readonly evidence?: { readonly attempts: readonly { readonly wording: { readonly query: string } }[] };
}
interface Sample {
  readonly id: string;
  readonly user_query: string;
  readonly proof: { readonly gates_passed: readonly string[] };
  readonly provenance: { readonly overruled?: unknown };
}

const work = workFolder();
const { folder } = work;
afterAll(work.discard);

const build = (out: string, ...options: string[]) => [
  ...['build:dataset', '--intents', 'knowledge_reasoning', '--per-intent', '3', '--out', out],
  ...options,
];
const samplesIn = (run: string) => linesIn<Sample>(folder, run, 'accepted.jsonl');
const rejectionsIn = (run: string) => linesIn<Rejection>(folder, run, 'rejected.jsonl');

function marksFile(name: string, ...rows: string[][]): string {
  writeFileSync(join(folder, name), csvText([['task_id', 'verdict', 'mark', 'reason', 'rater'], ...rows]));
  return name;
}

describe('a run of models whose writer gave values away', () => {
  const asked = (out: string, ...options: string[]) =>
    build(out, '--writer', 'openai', '--skip-judge', '--replies', 'replies.db', ...options);
  let turnedDown: Rejection;

  beforeAll(async () => {
    // Of every second task each try at the query says outright what it should hint at.
    const plans: string[] = [];
    const endpoint = await startMockEndpoint({
      ...COMPETENT,
      faults: [
        {
          fault: 'leak',
          when: ({ body }) => {
            const question = questionIn(body as Parameters<typeof questionIn>[0]);
            if (question?.role !== 'query_writer') return false;
            const plan = JSON.stringify(question.plan);
            if (!plans.includes(plan)) plans.push(plan);
            return plans.indexOf(plan) % 2 === 0;
          },
        },
      ],
    });
    const { code, stderr } = await asking(endpoint, folder, ...asked('asked'));
    await endpoint.close();
    if (code !== 0) throw new Error(stderr);
    // The last: a sample more before others would have had tasks asked for that were not.
    const rejected = rejectionsIn('asked').findLast(
      ({ stage, findings, code }) => stage === 'validate' && findings.every((finding) => finding.code === code),
    );
    if (rejected === undefined) throw new Error('no text was turned down for one thing alone');
    turnedDown = rejected;
  });

  const replayed = async (out: string, ...options: string[]) =>
    asking(await closedEndpoint(), folder, ...asked(out, '--writer', 'replay', ...options));

  test('a replay takes in the very text that people found fit, and says who let it pass', async () => {
    const marks = marksFile('ann.csv', [turnedDown.id, turnedDown.code, 'wrong', 'clear enough', 'Ann']);
    const { code, stderr } = await replayed('overruled', '--adjudications', marks);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('adjudications: 1 rejection and 0 samples overruled');
    const sample = samplesIn('overruled').find(({ id }) => id === turnedDown.id);
    expect(sample?.user_query).toBe(turnedDown.evidence?.attempts.at(-1)?.wording.query);
    expect(sample?.provenance.overruled).toEqual({ code: turnedDown.code, reason: 'clear enough', raters: ['Ann'] });
    expect(sample?.proof.gates_passed.length).toBeGreaterThan(20);
    expect(samplesIn('overruled')).toHaveLength(3);

    const verified = await cartwright(folder, 'verify', 'overruled');
    expect(verified.stdout).toContain(`${turnedDown.id}: overruled: ${turnedDown.code}, by Ann: clear enough`);
    expect(verified.code, verified.stdout).toBe(0);
  });

  test('without adjudications the replay is what it was', async () => {
    const { code, stderr } = await replayed('as-it-was');
    expect(code, stderr).toBe(0);
    expect(rejectionsIn('as-it-was')).toEqual(rejectionsIn('asked'));
  });

  test.each([
    ['another code', ['task_id,verdict,mark', ',slot_extra,wrong']],
    ['another text', ['task_id,verdict,text,mark', ',CODE,0badc0de,wrong']],
  ])('a mark about %s lets nothing pass, and that is told', async (name, [header, row = '']) => {
    const file = `${name.replaceAll(' ', '-')}.csv`;
    writeFileSync(join(folder, file), `${header}\n${turnedDown.id}${row.replace('CODE', turnedDown.code)}\n`);
    const { stderr } = await replayed(`with-${file}`, '--adjudications', file);
    expect(stderr).toMatch(
      new RegExp(`adjudications: 1 of 1 overruled verdicts stay: ${turnedDown.id} has another text or more defects`),
    );
    expect(rejectionsIn(`with-${file}`).map(({ id }) => id)).toContain(turnedDown.id);
  });
});

describe('a sample that people found unfit', () => {
  let dropped: Sample;
  beforeAll(async () => {
    const { code, stderr } = await cartwright(folder, ...build('offline'));
    if (code !== 0) throw new Error(stderr);
    dropped = samplesIn('offline')[1] as Sample;
  });

  test('is rejected by the next build with its text, and another takes its place', async () => {
    const marks = marksFile('ben.csv', [dropped.id, 'accepted', 'wrong', 'nobody would ask that', 'Ben']);
    const { code, stderr } = await cartwright(folder, ...build('offline', '--adjudications', marks));
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('the adjudications changed');
    expect(samplesIn('offline').map(({ id }) => id)).not.toContain(dropped.id);
    expect(samplesIn('offline')).toHaveLength(3);
    expect(rejectionsIn('offline').find(({ id }) => id === dropped.id)).toMatchObject({
      stage: 'validate',
      code: 'judged_unfit',
      detail: 'judged unfit by Ben: nobody would ask that',
      evidence: { attempts: [{ wording: { query: dropped.user_query } }] },
    });
    const verified = await cartwright(folder, 'verify', 'offline');
    expect(verified.code, verified.stdout).toBe(0);
  });

  test('is told of where the file of marks cannot be read, before anything is built', async () => {
    writeFileSync(join(folder, 'broken.csv'), 'task_id,mark\nx,maybe\n');
    const { code, stderr } = await cartwright(folder, ...build('never', '--adjudications', 'broken.csv'));
    expect(code).toBe(2);
    expect(stderr).toBe('broken.csv:2: "mark" is "maybe", expected right, wrong, fit, unfit or unsure\n');
  });
});
