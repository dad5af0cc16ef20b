import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineStage, isKept, keep, reject, type Stage } from '../../pipeline/stage.ts';
import { StageError } from '../../schemas/errors.ts';
import type { Finding } from '../../schemas/finding.ts';
import { type Overruling, rewriteUntilValid } from '../../stages/rewrite.ts';

const Task = z.strictObject({ id: z.string() });
type Task = z.infer<typeof Task>;
interface Attempt {
  readonly text: string;
  readonly codes: string[];
}
const Draft = z.strictObject({ id: z.string(), text: z.string() });
type Draft = z.infer<typeof Draft>;

const TASK: Task = { id: 'task' };
const finding = (code: string): Finding => ({ code, path: 'user_query', detail: 'evidence' });

interface World {
  /** What the writer says, try by try; the last again and again. */
  readonly texts?: readonly string[];
  /** The codes the gates find in a text. */
  readonly faults?: Readonly<Record<string, readonly string[]>>;
  readonly attempts?: number;
  readonly final?: readonly string[];
  readonly write?: Partial<Stage<{ task: Task; earlier: Attempt[] }, Draft>>;
  readonly check?: Partial<Stage<Draft, Draft>>;
  readonly overruling?: Overruling<Draft, Draft>;
}

async function rewritten(world: World) {
  const { texts = ['good'], faults = {}, attempts = 3, final = [], write = {}, check = {}, overruling } = world;
  const calls: { task: Task; earlier: Attempt[] }[] = [];
  const stage = rewriteUntilValid<Task, Attempt, Draft, Draft>({
    input: Task,
    write: defineStage<{ task: Task; earlier: Attempt[] }, Draft>({
      name: 'verbalise',
      input: z.any(),
      output: Draft,
      rejections: {},
      run(record) {
        calls.push(structuredClone(record));
        return keep({ id: record.task.id, text: texts[Math.min(record.earlier.length, texts.length - 1)] as string });
      },
      ...write,
    }),
    check: defineStage<Draft, Draft>({
      name: 'validate',
      input: Draft,
      output: Draft,
      rejections: { leak: 'a value leaks', twin: 'a product has a twin' },
      run(draft) {
        const codes = faults[draft.text] ?? [];
        return codes[0] === undefined
          ? keep(draft)
          : reject(draft, codes[0], 'evidence', { findings: codes.map(finding) });
      },
      ...check,
    }),
    attemptOf: ({ text }, findings) => ({ text, codes: findings.map(({ code }) => code) }),
    attempts,
    final: new Set(final),
    overruling,
  });
  return { outcome: await stage.run(TASK), calls, stage };
}

test('a text the gates find nothing in is kept at once', async () => {
  const { outcome, calls } = await rewritten({});
  expect(outcome).toEqual(keep({ id: 'task', text: 'good' }));
  expect(calls).toHaveLength(1);
});

test('a text with a fault is written again until one has none', async () => {
  const { outcome, calls } = await rewritten({
    texts: ['bad', 'worse', 'good'],
    faults: { bad: ['leak'], worse: ['leak'] },
  });
  expect(outcome).toEqual(keep({ id: 'task', text: 'good' }));
  expect(calls).toHaveLength(3);
});

test('the writer is handed every earlier try with what was found in it, oldest first', async () => {
  const { calls } = await rewritten({
    texts: ['bad', 'worse', 'good'],
    faults: { bad: ['leak'], worse: ['leak', 'leak'] },
  });
  expect(calls.map(({ earlier }) => earlier)).toEqual([
    [],
    [{ text: 'bad', codes: ['leak'] }],
    [
      { text: 'bad', codes: ['leak'] },
      { text: 'worse', codes: ['leak', 'leak'] },
    ],
  ]);
});

test('the task is handed to the writer unchanged every time', async () => {
  const { calls } = await rewritten({ texts: ['bad'], faults: { bad: ['leak'] } });
  expect(calls.map(({ task }) => task)).toEqual([TASK, TASK, TASK]);
});

test('when tries run out the task is rejected with the last code and every try', async () => {
  const { outcome, calls } = await rewritten({
    texts: ['bad', 'worse'],
    faults: { bad: ['leak'], worse: ['twin'] },
    attempts: 2,
  });
  expect(outcome).toMatchObject({
    rejected: TASK,
    code: 'twin',
    findings: [{ code: 'twin' }],
    evidence: { attempts: [{ text: 'bad' }, { text: 'worse' }] },
  });
  expect(calls).toHaveLength(2);
});

test.each([1, 2, 5])('no more than %i tries are made', async (attempts) => {
  const { calls } = await rewritten({ texts: ['bad'], faults: { bad: ['leak'] }, attempts });
  expect(calls).toHaveLength(attempts);
});

test('a code that no wording can mend ends the task at once', async () => {
  const { outcome, calls } = await rewritten({ texts: ['bad', 'good'], faults: { bad: ['twin'] }, final: ['twin'] });
  expect(outcome).toMatchObject({ code: 'twin', evidence: { attempts: [{ text: 'bad' }] } });
  expect(calls).toHaveLength(1);
});

test('such a code ends the task even where it is not the first found', async () => {
  const { outcome, calls } = await rewritten({
    texts: ['bad', 'good'],
    faults: { bad: ['leak', 'twin'] },
    final: ['twin'],
  });
  expect(outcome).toMatchObject({ code: 'leak', findings: [{ code: 'leak' }, { code: 'twin' }] });
  expect(calls).toHaveLength(1);
});

test('the pair acts as the checking stage: its name, its codes, its output', async () => {
  const { stage } = await rewritten({});
  expect([stage.name, Object.keys(stage.rejections), stage.output]).toEqual(['validate', ['leak', 'twin'], Draft]);
});

test('a writer that rejects a task is a bug', async () => {
  const write: World['write'] = {
    run: (record) => reject(record, 'no_words', 'none'),
  };
  await expect(rewritten({ write })).rejects.toThrow(StageError);
});

test.each(['write', 'check'] as const)('a stage that makes no outcome is a bug (%s)', async (which) => {
  await expect(rewritten({ [which]: { run: () => undefined } })).rejects.toThrow('made 0 outcomes');
});

test('a stage that makes two outcomes is a bug', async () => {
  const check: World['check'] = {
    run: (draft) => ({ ...keep(draft), ...reject(draft, 'leak', 'evidence') }),
  };
  await expect(rewritten({ check })).rejects.toThrow(StageError);
});

test('a draft that is no draft never reaches the gates', async () => {
  const write: World['write'] = {
    run: ({ task }) => keep({ id: task.id, text: 42 } as unknown as Draft),
  };
  await expect(rewritten({ write })).rejects.toThrow(StageError);
});

test('a draft is parsed once on its way from the writer to the gates', async () => {
  let parsed = 0;
  const Counted = Draft.refine(() => {
    parsed += 1;
    return true;
  });
  await rewritten({ write: { output: Counted }, check: { input: Counted } });
  expect(parsed).toBe(1);
});

test('an error of the writer is passed on, not taken for a fault in the text', async () => {
  const write: World['write'] = {
    run() {
      throw new Error('gave up after 4 attempts');
    },
  };
  await expect(rewritten({ write })).rejects.toThrow('gave up after 4 attempts');
});

test('one outcome comes back for each of several tasks, in their order', async () => {
  const { stage } = await rewritten({});
  const outcomes = await Promise.all([{ id: 'a' }, { id: 'b' }, { id: 'c' }].map((task) => stage.run(task)));
  expect(outcomes.map((outcome) => isKept(outcome) && outcome.kept.id)).toEqual(['a', 'b', 'c']);
});

describe('where people overrule the gates', () => {
  const overruling = ({ passes = '', stops = '' }): Overruling<Draft, Draft> => ({
    rejections: { judged_unfit: 'people found it unfit' },
    passed: (draft, findings) => (findings.every(({ code }) => code === passes) ? draft : null),
    against: ({ text }) => (text === stops ? finding('judged_unfit') : null),
  });

  test('the last text passes, and only when tries have run out', async () => {
    const faults = { bad: ['leak'], worse: ['leak'] };
    const { outcome, calls } = await rewritten({
      ...{ texts: ['bad', 'worse'], faults, attempts: 2 },
      overruling: overruling({ passes: 'leak' }),
    });
    expect(outcome).toEqual(keep({ id: 'task', text: 'worse' }));
    expect(calls).toHaveLength(2);
  });

  test('a text with another fault besides stays turned down', async () => {
    const { outcome } = await rewritten({
      ...{ texts: ['bad'], faults: { bad: ['leak', 'twin'] } },
      overruling: overruling({ passes: 'leak' }),
    });
    expect(outcome).toMatchObject({ code: 'leak' });
  });

  test('a text that passed every gate is set aside with its words, and not written again', async () => {
    const { outcome, calls } = await rewritten({ overruling: overruling({ stops: 'good' }) });
    expect(outcome).toMatchObject({
      rejected: TASK,
      code: 'judged_unfit',
      findings: [{ code: 'judged_unfit' }],
      evidence: { attempts: [{ text: 'good', codes: ['judged_unfit'] }] },
    });
    expect(calls).toHaveLength(1);
  });
});
