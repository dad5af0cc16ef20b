import { expect, test } from 'vitest';
import { z } from 'zod';
import { chain, defineStage, isKept, keep, type Outcome, reject, type Stage } from '../../pipeline/stage.ts';
import { StageError } from '../../schemas/errors.ts';

const Numbered = z.strictObject({ number: z.int() });
type Numbered = z.infer<typeof Numbered>;

const stage = (
  run: (record: Numbered) => Outcome<Numbered, Numbered>,
  {
    name = 'count',
    input = Numbered as z.ZodType<Numbered>,
    output = Numbered as z.ZodType<Numbered>,
    rejections = { too_large: 'the number is over nine' } as Record<string, string>,
  } = {},
): Stage<Numbered, Numbered> => defineStage({ name, input, output, rejections, run });

const plusOne = stage(({ number }) =>
  number > 9
    ? reject({ number }, 'too_large', `${number} is over nine`, { evidence: { limit: 9 } })
    : keep({ number: number + 1 }),
);
const ONE: Numbered = { number: 1 };

test('a record goes through every stage in turn', async () => {
  expect(await chain(plusOne, plusOne, plusOne).run(ONE)).toEqual({ kept: { number: 4 } });
});

test('a rejection ends the chain, with the stage, the code, the record it was given and the evidence', async () => {
  expect(await chain(plusOne, plusOne, plusOne).run({ number: 9 })).toEqual({
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
    return keep(record);
  });
  await chain(plusOne, watching).run({ number: 10 });
  expect(seen).toEqual([]);
});

test('stages whose records differ are not a chain: the compiler says so', () => {
  const named = defineStage<{ name: string }, Numbered>({
    name: 'measure',
    input: z.strictObject({ name: z.string() }),
    output: Numbered,
    rejections: {},
    run: ({ name }) => keep({ number: name.length }),
  });
  // @ts-expect-error: what the first keeps is a number, and the second takes a name
  expect(chain(plusOne, named).output).toBe(Numbered);
});

const broken = (error: Promise<unknown>) =>
  error.then(
    () => null,
    (thrown: unknown) => thrown,
  );

/** An outcome that the compiler would not let a stage make. */
const unheardOf = (outcome: unknown) => stage(() => outcome as Outcome<Numbered, Numbered>);

test.each([
  ['makes no outcome', unheardOf(undefined), 'count made 0 outcomes of one record, expected 1'],
  ['makes two outcomes', unheardOf([keep(ONE), keep(ONE)]), 'count made 0 outcomes of one record, expected 1'],
  [
    'keeps a record and rejects it',
    stage((record) => ({ ...keep(record), ...reject(record, 'too_large', '-') })),
    'count made 2 outcomes of one record, expected 1',
  ],
  [
    'rejects with a code it does not declare',
    stage((record) => reject(record, 'too_small', '-')),
    'count rejected with "too_small", which it does not declare',
  ],
  [
    'rejects with the name of something every object has',
    stage((record) => reject(record, 'toString', '-')),
    'count rejected with "toString", which it does not declare',
  ],
  ['keeps a record without a field', unheardOf(keep({})), 'count kept a malformed record'],
  ['keeps a record with a field too many', unheardOf(keep({ number: 1, note: 'x' })), 'count kept a malformed record'],
  ['keeps nothing', unheardOf(keep(undefined)), 'count kept a malformed record'],
])('a stage that %s breaks its contract', async (_, bad, message) => {
  const error = await broken(chain(bad).run(ONE));
  expect(error).toBeInstanceOf(StageError);
  expect((error as StageError).message).toContain(message);
  expect((error as StageError).record).toEqual({ number: 1 });
});

test('a chain that is given a malformed record says so before any stage runs', async () => {
  const seen: unknown[] = [];
  const watching = stage((record) => {
    seen.push(record);
    return keep(record);
  });
  const error = await broken(chain(watching).run({ number: 'one' } as unknown as Numbered));
  expect(error).toBeInstanceOf(StageError);
  expect((error as StageError).message).toContain('count was given a malformed record');
  expect(seen).toEqual([]);
});

test('a stage is not given what its input does not allow, even by a stage that was allowed to make it', async () => {
  const small = Numbered.refine(({ number }) => number < 2, 'expected a number under two');
  const error = await broken(
    chain(
      plusOne,
      stage((record) => keep(record), { name: 'narrow', input: small }),
    ).run(ONE),
  );
  expect(error).toBeInstanceOf(StageError);
});

test('an error inside a stage names the stage and keeps its cause', async () => {
  const bug = new RangeError('nothing to draw from');
  const throwing = stage(() => {
    throw bug;
  });
  expect(await broken(chain(throwing).run(ONE))).toMatchObject({
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

/** Sends a part through a stage that wraps it; returns how often the part was parsed, and what came of it. */
async function wrapped(wrap: (part: Numbered) => unknown, isFit?: (whole: { said: string }) => boolean) {
  let parsed = 0;
  const Part = Numbered.refine(() => ++parsed > 0);
  const Plain = z.strictObject({ part: Part, said: z.string() });
  const Whole = isFit === undefined ? Plain : Plain.refine(isFit);
  const wrapping = defineStage<Numbered, z.infer<typeof Whole>>({
    ...{ name: 'wrap', input: Part, output: Whole, rejections: {} },
    run: (part) => keep(wrap(part) as z.infer<typeof Whole>),
  });
  const result = await broken(chain(wrapping).run({ number: 1 }));
  return { parsed, fault: result instanceof StageError ? result.message : null };
}

test('a part that a stage hands on as it was given is known to fit, and what it made itself is not', async () => {
  expect(await wrapped((part) => ({ part, said: 'one' }))).toEqual({ parsed: 1, fault: null });
  expect(await wrapped((part) => ({ part: { ...part }, said: 'one' }))).toEqual({ parsed: 2, fault: null });
  expect((await wrapped((part) => ({ part, said: 1 }))).fault).toContain('wrap kept a malformed record');
  expect((await wrapped((part) => ({ part, said: 'one', more: 1 }))).fault).toContain('wrap kept a malformed record');
});

test('a schema that says more of the whole than of its parts is held against all of it', async () => {
  const isShort = ({ said }: { said: string }) => said.length < 4;
  expect(await wrapped((part) => ({ part, said: 'one' }), isShort)).toEqual({ parsed: 2, fault: null });
  expect((await wrapped((part) => ({ part, said: 'three' }), isShort)).fault).toContain('wrap kept a malformed record');
});
