import type { z } from 'zod';
import { StageError } from '../schemas/errors.ts';
import type { Finding } from '../schemas/finding.ts';

export interface Kept<Out> {
  readonly kept: Out;
}

/** A record set aside, with the code people audit by and what was found. */
export interface Rejected<In> {
  readonly rejected: In;
  readonly code: string;
  readonly detail: string;
  readonly findings: readonly Finding[];
  /** Whatever the stage made before it gave up, kept for the audit. */
  readonly evidence?: unknown;
}

export type Outcome<In, Out> = Kept<Out> | Rejected<In>;

export const keep = <Out>(kept: Out): Kept<Out> => ({ kept });

export const reject = <In>(
  rejected: In,
  code: string,
  detail: string,
  { findings = [], evidence }: { findings?: readonly Finding[]; evidence?: unknown } = {},
): Rejected<In> => ({ rejected, code, detail, findings, ...(evidence === undefined ? {} : { evidence }) });

export const isKept = <In, Out>(outcome: Outcome<In, Out>): outcome is Kept<Out> => 'kept' in outcome;

/** One decision of the pipeline, from records of one kind to records of the next. */
export interface Stage<In, Out> {
  readonly name: string;
  readonly input: z.ZodType<In>;
  readonly output: z.ZodType<Out>;
  /** Every code the stage may reject with, and the fact it states. */
  readonly rejections: Readonly<Record<string, string>>;
  run(records: AsyncIterable<In>): AsyncIterable<Outcome<In, Out>>;
}

export const defineStage = <In, Out>(stage: Stage<In, Out>): Stage<In, Out> => stage;

/** A record on its way through a chain, with the stage that ended it where one did. */
export type Finished<In, Out> =
  | { readonly input: In; readonly kept: Out }
  | {
      readonly input: In;
      readonly rejected: unknown;
      readonly stage: string;
      readonly code: string;
      readonly detail: string;
      readonly findings: readonly Finding[];
      readonly evidence?: unknown;
    };

async function* one<T>(record: T): AsyncGenerator<T> {
  yield record;
}

/** Throws, with the record the stage was given, when one side of it does not fit its schema. */
function hold<T>(said: string, schema: z.ZodType<T>, side: unknown, record: unknown): void {
  const result = schema.safeParse(side);
  if (!result.success) throw new StageError(`${said} a malformed record: ${result.error.message}`, record);
}

/** What one record becomes in a stage; an exception in it names the stage. */
async function outcomesOf<In, Out>(stage: Stage<In, Out>, record: In): Promise<Outcome<In, Out>[]> {
  try {
    return await Array.fromAsync(stage.run(one(record)));
  } catch (cause) {
    if (cause instanceof StageError) throw cause;
    throw new StageError(`${stage.name} broke off: ${(cause as Error).message}`, record, { cause });
  }
}

/**
 * Sends one record through one stage and holds the stage to its contract: both sides are parsed, exactly one outcome
 * comes back, and a rejection has a declared code. `held` is the schema the record is known to fit.
 */
export async function runStage<In, Out>(
  stage: Stage<In, Out>,
  record: In,
  held: z.ZodType | null = null,
): Promise<Outcome<In, Out>> {
  if (stage.input !== held) hold(`${stage.name} was given`, stage.input, record, record);
  const [outcome, ...more] = await outcomesOf(stage, record);
  if (outcome === undefined || more.length > 0) {
    const made = outcome === undefined ? 0 : 1 + more.length;
    throw new StageError(`${stage.name} made ${made} outcomes of one record, expected 1`, record);
  }
  if (isKept(outcome)) hold(`${stage.name} kept`, stage.output, outcome.kept, record);
  else if (!Object.hasOwn(stage.rejections, outcome.code)) {
    throw new StageError(`${stage.name} rejected with "${outcome.code}", which it does not declare`, record);
  }
  return outcome;
}

/**
 * Sends a record through a chain of stages until one rejects it or the last keeps it. The chain's types are checked at
 * its ends only; each stage's schemas hold the middle.
 */
export async function runChain<In, Out>(
  chain: readonly Stage<never, unknown>[],
  record: In,
): Promise<Finished<In, Out>> {
  let current: unknown = record;
  let held: z.ZodType | null = null;
  for (const stage of chain as unknown as readonly Stage<unknown, unknown>[]) {
    const outcome = await runStage(stage, current, held);
    if (!isKept(outcome)) {
      const { code, detail, findings, rejected, evidence } = outcome;
      return { input: record, rejected, stage: stage.name, code, detail, findings, evidence };
    }
    current = outcome.kept;
    held = stage.output;
  }
  return { input: record, kept: current as Out };
}
