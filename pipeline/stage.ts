import { z } from 'zod';
import { StageError } from '../schemas/errors.ts';
import type { Finding } from '../schemas/finding.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';

interface Kept<Out> {
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

/** A step under its name, with what it may reject a task for. */
export interface DescribedStep {
  readonly name: string;
  /** Every code it may reject with, and the fact it states. */
  readonly rejections: Readonly<Record<string, string>>;
  /** Remedies that would help against a code, where something would. */
  readonly remedies?: Readonly<Record<string, string>>;
}

/** One decision of the pipeline: what becomes of one record. */
export interface Stage<In, Out> extends DescribedStep {
  readonly input: z.ZodType<In>;
  readonly output: z.ZodType<Out>;
  run(record: In): Outcome<In, Out> | Promise<Outcome<In, Out>>;
}

export const defineStage = <In, Out>(stage: Stage<In, Out>): Stage<In, Out> => stage;

/** Throws, with the record the stage was given, when one side of it does not fit its schema. */
function hold<T>(said: string, schema: z.ZodType<T>, side: unknown, record: unknown): void {
  const { fit, rest } = unknownPart(schema, side);
  const result = fit.safeParse(rest);
  if (!result.success) throw new StageError(`${said} a malformed record: ${result.error.message}`, record);
  if (typeof side === 'object' && side !== null) fitting.set(side, schema);
}

/** Schemas that records were found to fit last: a stage hands parts of what it was given on as they are. */
const fitting = new WeakMap<object, z.ZodType>();

/** Schemas without some parts, by the names of those. */
const shortened = new WeakMap<z.ZodObject, Map<string, z.ZodObject>>();

/** Leaves out parts of a record that were found to fit their schemas before; none where the schema says more of the whole. */
function unknownPart(schema: z.ZodType, side: unknown): { readonly fit: z.ZodType; readonly rest: unknown } {
  const all = { fit: schema, rest: side };
  if (!(schema instanceof z.ZodObject) || typeof side !== 'object' || side === null) return all;
  if ((schema.def.checks ?? []).length > 0) return all;
  const isKnown = ([name, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null && fitting.has(part) && fitting.get(part) === schema.shape[name];
  const known = Object.entries(side).filter(isKnown);
  if (known.length === 0) return all;
  const mask = Object.fromEntries(known.map(([name]) => [name, true])) as Record<never, true>;
  const ofSchema = foundOrMade(shortened, schema, () => new Map<string, z.ZodObject>());
  const fit = foundOrMade(ofSchema, Object.keys(mask).join(), () => schema.omit(mask));
  return { fit, rest: Object.fromEntries(Object.entries(side).filter((entry) => !isKnown(entry))) };
}

/** Runs a stage; an exception in it names the stage. */
async function outcomeOf<In, Out>(stage: Stage<In, Out>, record: In): Promise<Outcome<In, Out>> {
  try {
    return await stage.run(record);
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
  const outcome = await decide(stage, record, held);
  if (isKept(outcome)) hold(`${stage.name} kept`, stage.output, outcome.kept, record);
  return outcome;
}

/** Runs a stage like `runStage`, for a caller that has what it keeps parsed by the same schema. */
export async function decide<In, Out>(
  stage: Stage<In, Out>,
  record: In,
  held: z.ZodType | null = null,
): Promise<Outcome<In, Out>> {
  if (stage.input !== held) hold(`${stage.name} was given`, stage.input, record, record);
  const outcome = await outcomeOf(stage, record);
  const sides = ['kept', 'rejected'].filter((side) => Object.hasOwn(outcome ?? {}, side));
  if (sides.length !== 1)
    throw new StageError(`${stage.name} made ${sides.length} outcomes of one record, expected 1`, record);
  if (!isKept(outcome) && !Object.hasOwn(stage.rejections, outcome.code))
    throw new StageError(`${stage.name} rejected with "${outcome.code}", which it does not declare`, record);
  return outcome;
}

/** A record at the end of a chain, with the stage that ended it where one did. */
export type Finished<Out> = Kept<Out> | (Rejected<unknown> & { readonly stage: string });

/** Stages that a record goes through until one rejects it or the last keeps it. */
export interface Chain<In, Out> {
  readonly output: z.ZodType<Out>;
  run(record: In): Promise<Finished<Out>>;
}

/** A chain of stages, each of which takes what the one before it keeps. */
export function chain<A, B>(first: Stage<A, B>): Chain<A, B>;
export function chain<A, B, C>(first: Stage<A, B>, second: Stage<B, C>): Chain<A, C>;
export function chain<A, B, C, D>(first: Stage<A, B>, second: Stage<B, C>, third: Stage<C, D>): Chain<A, D>;
export function chain<A, B, C, D>(
  first: Stage<A, B>,
  second?: Stage<B, C>,
  third?: Stage<C, D>,
): Chain<A, B> | Chain<A, C> | Chain<A, D> {
  const one: Chain<A, B> = { output: first.output, run: (record) => finishedBy(first, record, null) };
  if (second === undefined) return one;
  const two = followedBy(one, second);
  return third === undefined ? two : followedBy(two, third);
}

const followedBy = <In, Between, Out>(before: Chain<In, Between>, stage: Stage<Between, Out>): Chain<In, Out> => ({
  output: stage.output,
  async run(record) {
    const finished = await before.run(record);
    return 'kept' in finished ? finishedBy(stage, finished.kept, before.output) : finished;
  },
});

async function finishedBy<In, Out>(stage: Stage<In, Out>, record: In, held: z.ZodType | null): Promise<Finished<Out>> {
  const outcome = await runStage(stage, record, held);
  return isKept(outcome) ? outcome : { ...outcome, stage: stage.name };
}
