import { expect, test } from 'vitest';
import { isKept, type Outcome, type Stage } from '../../pipeline/stage.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';

/** A value whose every part throws when it is changed. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFrozen(part);
  }
  return value;
}

/** What a stage makes of records, one after the other. */
export const outcomesOf = <In, Out>(stage: Stage<In, Out>, records: readonly In[]): Promise<Outcome<In, Out>[]> =>
  Array.fromAsync(records, (record) => outcomeOf(stage, record));

export const outcomeOf = async <In, Out>(stage: Stage<In, Out>, record: In): Promise<Outcome<In, Out>> =>
  stage.run(record);

/** What a stage kept of a record; throws with the code where it rejected it. */
export async function keptOf<In, Out>(stage: Stage<In, Out>, record: In): Promise<Out> {
  const outcome = await outcomeOf(stage, record);
  if (isKept(outcome)) return outcome.kept;
  throw new Error(`${outcome.code}: ${outcome.detail}`);
}

export interface StageUnderTest<In, Out> {
  readonly name: string;
  /** A stage with no memory of earlier runs. */
  readonly make: () => Stage<In, Out>;
  /** At least two different records; together they should be kept and rejected. */
  readonly records: readonly In[];
}

/** The contract every stage keeps, whatever it decides. */
export function keepsTheStageContract<In, Out>({ name, make: stageOf, records }: StageUnderTest<In, Out>): void {
  const fresh = () => deepFrozen(structuredClone(records));
  const asText = (outcomes: readonly unknown[]) => outcomes.map((outcome) => canonicalJson(outcome));

  test(`${name}: its records are ones it may be given`, () => {
    for (const record of records) expect(stageOf().input.safeParse(record).error).toBeUndefined();
  });

  test(`${name}: the same input gives the same output, to the byte`, async () => {
    expect(asText(await outcomesOf(stageOf(), fresh()))).toEqual(asText(await outcomesOf(stageOf(), fresh())));
  });

  test(`${name}: one stage asked twice answers as a fresh one does`, async () => {
    const stage = stageOf();
    expect(asText(await outcomesOf(stage, fresh()))).toEqual(asText(await outcomesOf(stage, fresh())));
  });

  test(`${name}: input in another order gives the same outcomes`, async () => {
    const expected = asText(await outcomesOf(stageOf(), fresh())).sort();
    for (const order of [fresh().toReversed(), [...fresh().slice(1), ...fresh().slice(0, 1)]]) {
      expect(asText(await outcomesOf(stageOf(), order)).sort()).toEqual(expected);
    }
  });

  test(`${name}: every record leaves once, kept in the declared form or rejected with a declared code`, async () => {
    const stage = stageOf();
    const outcomes = await outcomesOf(stage, fresh());
    expect(outcomes).toHaveLength(records.length);
    for (const outcome of outcomes) {
      if (isKept(outcome)) expect(stage.output.safeParse(outcome.kept).error).toBeUndefined();
      else {
        expect(Object.keys(stage.rejections)).toContain(outcome.code);
        expect(outcome.detail).not.toBe('');
      }
    }
  });

  test(`${name}: a rejected record is the one that was given`, async () => {
    const given = fresh();
    const outcomes = await outcomesOf(stageOf(), given);
    const rejected = outcomes.filter((outcome) => !isKept(outcome));
    for (const outcome of rejected) if (!isKept(outcome)) expect(given).toContainEqual(outcome.rejected);
  });

  test(`${name}: its input is left as it was`, async () => {
    // Frozen records make any write an error; the text shows that nothing got around the freeze.
    const given = fresh();
    const before = asText(given);
    await outcomesOf(stageOf(), given);
    expect(asText(given)).toEqual(before);
  });

  test(`${name}: codes are in snake case and state a fact`, () => {
    for (const [code, fact] of Object.entries(stageOf().rejections)) {
      expect(code).toMatch(/^[a-z]+(?:_[a-z]+)+$/);
      expect(fact).not.toBe('');
    }
  });
}
