import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineStage, isKept, keep, type Outcome, reject, runChain, type Stage } from '../../pipeline/stage.ts';
import { StageError } from '../../schemas/errors.ts';

const Numbered = z.strictObject({ number: z.int() });
type Numbered = z.infer<typeof Numbered>;

const stage = (
  run: (record: Numbered) => readonly Outcome<Numbered, Numbered>[],
  {
    name = 'count',
    input = Numbered as z.ZodType<Numbered>,
    output = Numbered as z.ZodType<Numbered>,
    rejections = { too_large: 'the number is over nine' } as Record<string, string>,
  } = {},
): Stage<Numbered, Numbered> =>
  defineStage({
    name,
    input,
    output,
    rejections,
    async *run(records) {
      for await (const record of records) yield* run(record);
    },
  });

const plusOne = stage(({ number }) => [
  number > 9
    ? reject({ number }, 'too_large', `${number} is over nine`, { evidence: { limit: 9 } })
    : keep({ number: number + 1 }),
]);
const run = (record: unknown, ...stages: readonly Stage<Numbered, Numbered>[]) =>
  runChain<Numbered, Numbered>(stages as unknown as readonly Stage<never, unknown>[], record as Numbered);

test('a record goes through every stage in turn', async () => {
  expect(await run({ number: 1 }, plusOne, plusOne, plusOne)).toEqual({ input: { number: 1 }, kept: { number: 4 } });
});

test('a rejection ends the chain, with the stage, the code, the record it was given and the evidence', async () => {
  expect(await run({ number: 9 }, plusOne, plusOne, plusOne)).toEqual({
    input: { number: 9 },
    rejected: { number: 10 },
    stage: 'count',
    code: 'too_large',
    detail: '10 is over nine',
    findings: [],
    evidence: { limit: 9 },
  });
});

test('no stage behind a rejection sees the record', async () => {
  const seen: number[] = [];
  const watching = stage((record) => {
    seen.push(record.number);
    return [keep(record)];
  });
  await run({ number: 10 }, plusOne, watching);
  expect(seen).toEqual([]);
});

test('a chain without stages keeps the record as it is', async () => {
  expect(await run({ number: 1 })).toEqual({ input: { number: 1 }, kept: { number: 1 } });
});

const broken = (error: Promise<unknown>) =>
  error.then(
    () => null,
    (thrown: unknown) => thrown,
  );

test.each([
  ['makes no outcome', stage(() => []), 'count made 0 outcomes of one record, expected 1'],
  [
    'makes two outcomes',
    stage((record) => [keep(record), keep(record)]),
    'count made 2 outcomes of one record, expected 1',
  ],
  [
    'keeps a record and rejects it',
    stage((record) => [keep(record), reject(record, 'too_large', '-')]),
    'count made 2 outcomes of one record, expected 1',
  ],
  [
    'rejects with a code it does not declare',
    stage((record) => [reject(record, 'too_small', '-')]),
    'count rejected with "too_small", which it does not declare',
  ],
  [
    'rejects with the name of something every object has',
    stage((record) => [reject(record, 'toString', '-')]),
    'count rejected with "toString", which it does not declare',
  ],
  ['keeps a record without a field', stage(() => [keep({} as Numbered)]), 'count kept a malformed record'],
  [
    'keeps a record with a field too many',
    stage(({ number }) => [keep({ number, note: 'x' } as Numbered)]),
    'count kept a malformed record',
  ],
  ['keeps nothing', stage(() => [keep(undefined as unknown as Numbered)]), 'count kept a malformed record'],
])('a stage that %s breaks its contract', async (_, bad, message) => {
  const error = await broken(run({ number: 1 }, bad));
  expect(error).toBeInstanceOf(StageError);
  expect((error as StageError).message).toContain(message);
  expect((error as StageError).record).toEqual({ number: 1 });
});

test('a chain that is given a malformed record says so before any stage runs', async () => {
  const seen: unknown[] = [];
  const watching = stage((record) => {
    seen.push(record);
    return [keep(record)];
  });
  const error = await broken(run({ number: 'one' }, watching));
  expect(error).toBeInstanceOf(StageError);
  expect((error as StageError).message).toContain('count was given a malformed record');
  expect(seen).toEqual([]);
});

test('a stage is not given what its input does not allow, even by a stage that was allowed to make it', async () => {
  const small = Numbered.refine(({ number }) => number < 2, 'expected a number under two');
  const error = await broken(
    run(
      { number: 1 },
      plusOne,
      stage((record) => [keep(record)], { name: 'narrow', input: small }),
    ),
  );
  expect(error).toBeInstanceOf(StageError);
});

test('an error inside a stage names the stage and keeps its cause', async () => {
  const bug = new RangeError('nothing to draw from');
  const throwing = stage(() => {
    throw bug;
  });
  expect(await broken(run({ number: 1 }, throwing))).toMatchObject({
    message: expect.stringContaining('broke off: nothing to draw from'),
    cause: bug,
  });
});

test('an outcome is kept or rejected, never both', () => {
  expect([isKept(keep(1)), isKept(reject(1, 'too_large', '-'))]).toEqual([true, false]);
});

test('a rejection without evidence has no such key', () => {
  expect(Object.keys(reject(1, 'too_large', '-'))).toEqual(['rejected', 'code', 'detail', 'findings']);
});
