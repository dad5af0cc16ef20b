import { hash } from 'node:crypto';
import { z } from 'zod';
import { BuildEnd, LockedResult } from '../../schemas/run.ts';
import { PlannedTask } from '../../schemas/task.ts';
import { digestOf } from '../../text/digest.ts';
import type { Work } from '../run/pool.ts';
import type { TaskSettings } from '../settings.ts';

/** Terms that all jobs of one start of a run have in common; paths are the coordinator's. */
export const JobTerms = z.strictObject({
  /** Folder of the run: one and the same content in two runs is two jobs. */
  run: z.string(),
  /** The run's key: settings, catalog and code. */
  runKey: z.string(),
  settings: z.custom<TaskSettings>((value) => typeof value === 'object' && value !== null),
  /** Settings of trials, for jobs of an evaluation, of whose `settings` only the family and the world count. */
  plays: z.custom<object>((value) => typeof value === 'object' && value !== null).optional(),
  worldDigest: z.string(),
  /** SHA-256 of other files the settings name, by path. */
  files: z.record(z.string(), z.string()),
  /** Channel that questions to models are put to; null for runs that ask none. */
  asksAt: z.string().nullable(),
});
export type JobTerms = z.infer<typeof JobTerms>;

/** A trial of an evaluation, by the key of its record. */
const PlayWork = z.strictObject({ step: z.literal('play'), id: z.string(), sample: z.unknown(), trial: z.int() });
export type PlayWork = z.infer<typeof PlayWork>;

/** Record of a played trial, which jobs carry and do not read. */
const PlayedEnd = z.strictObject({ kind: z.literal('played'), id: z.string(), record: z.unknown() });
export type PlayedEnd = z.infer<typeof PlayedEnd>;

export type JobWork = Work | PlayWork;
export type WorkEnd = BuildEnd | PlayedEnd;

const WorkLine: z.ZodType<JobWork> = z.discriminatedUnion('step', [
  PlayWork,
  z.strictObject({ step: z.literal('lock'), task: PlannedTask }),
  z.strictObject({ step: z.literal('write'), locked: LockedResult }),
]);

/** A shard of a run's tasks, with the step each is to take. */
export interface Job {
  /** SHA-256 of its file. */
  readonly id: string;
  readonly terms: JobTerms;
  readonly works: readonly JobWork[];
}

/** One step of one task, done: the digest of what was to be done, and what it came to. */
const JobResult = z.strictObject({ work: z.string(), end: z.union([BuildEnd, PlayedEnd]) });
type JobResult = z.infer<typeof JobResult>;

/** The last line of a file of results: without it, or with another digest, the file is not whole. */
const Seal = z.strictObject({ job: z.string(), worker: z.string(), sha256: z.string() });

/** All a job came to, and which worker did it. */
export interface JobResults {
  readonly worker: string;
  readonly results: readonly JobResult[];
}

const sha256 = (text: string) => hash('sha256', text, 'hex');
const linesOf = (text: string) => text.split('\n').slice(0, -1);

/** Names a step of a task by all it depends on besides the terms. */
export const workDigest = (work: JobWork) => digestOf('work', work);

export function taskIdOf(work: JobWork): string {
  if (work.step === 'play') return work.id;
  return work.step === 'lock' ? work.task.id : work.locked.id;
}

export function jobText(terms: JobTerms, works: readonly JobWork[]): { id: string; text: string } {
  const text = [terms, ...works].map((line) => `${JSON.stringify(line)}\n`).join('');
  return { id: sha256(text), text };
}

/** Reads the file of a job; null where it is not, byte for byte, the one its id names. */
export function jobIn(text: string, id: string): Job | null {
  if (sha256(text) !== id) return null;
  const [terms = '', ...works] = linesOf(text);
  return {
    id,
    terms: checked(JobTerms, terms),
    works: works.map((line) => checked(WorkLine, line)),
  };
}

/** A record as it stands: a schema would bring its keys into its own order, and rejections are published in theirs. */
function checked<T>(schema: z.ZodType<T>, line: string): T {
  const record = JSON.parse(line) as T;
  schema.parse(record);
  return record;
}

export function resultsText(job: string, { worker, results }: JobResults): string {
  const lines = results.map((line) => `${JSON.stringify(line)}\n`).join('');
  return `${lines}${JSON.stringify({ job, worker, sha256: sha256(lines) })}\n`;
}

/** Reads a job's results; null where the file is not whole, not of this job, or not in a form we know. */
export function resultsIn(text: string, job: string): JobResults | null {
  const lines = linesOf(text);
  const last = lines.pop() ?? '';
  try {
    const seal = Seal.parse(JSON.parse(last));
    const body = text.slice(0, text.length - last.length - 1);
    if (seal.job !== job || seal.sha256 !== sha256(body)) return null;
    return { worker: seal.worker, results: lines.map((line) => checked(JobResult, line)) };
  } catch {
    return null;
  }
}
