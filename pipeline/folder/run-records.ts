import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../schemas/errors.ts';
import { samplesWanted } from '../../schemas/per-intent.ts';
import { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { Checkpoints, RUN_DB } from '../checkpoints/checkpoints.ts';
import { type EndedTask, NOTHING_TOLD } from '../run/ended-task.ts';
import { SHARDS } from '../run/shard.ts';
import { DRAFT_LEDGER, DraftReader, type Leaving, type NotedEnd } from './draft-ledger.ts';
import { FileLock, type Holder } from './file-lock.ts';
import { LEDGER } from './layout.ts';
import { builtLine, countByIntent, ledgerLineOf, rejectionOf } from './outputs.ts';
import {
  type Counts,
  type FinishedRun,
  issueOf,
  layoutIn,
  openRun,
  RunHead,
  type RunInFolder,
  records,
} from './run-files.ts';
import { LOCK } from './run-folder.ts';

/** A record with its place among those of its kind, from 1, and with the line it is published as. */
interface Placed<T> {
  readonly line: number;
  readonly text: string;
  readonly value: T;
}

/** Progress of a run that is not finished. */
export interface Unfinished {
  readonly accepted: number;
  readonly wanted: number;
  readonly planned: number;
  /** Process that builds it now, as far as that is noted; null where none does, or where that cannot be told. */
  readonly builtBy: { readonly holder: Holder | null } | null;
  /** Way in which it was left; null where it is built, or where its process was killed. */
  readonly leaving: Leaving | null;
  /** Command that goes on with it: words of a command line; null where that was not noted. */
  readonly command: readonly string[] | null;
  /** The part of a run it is, with the folder of the whole; null of a run by itself. */
  readonly part: z.infer<typeof Part> | null;
  /** Why tasks are pending, the most frequent reason first. */
  readonly pending: readonly PendingTasks[];
}

interface PendingTasks {
  readonly code: string;
  readonly tasks: number;
  readonly example: { readonly id: string; readonly detail: string };
}

const Part = z.object({ number: z.int(), of: z.int(), run: z.string() });

/** Notes a run makes when it is started, besides what its manifest will say. */
const DraftHead = RunHead.extend({
  run: z.object({
    command: z.array(z.string()).nullable(),
    part: Part.nullable(),
    inputs: z.record(z.string(), z.string()),
  }),
});
type DraftHead = z.infer<typeof DraftHead>;

/**
 * Records a run holds of its tasks, for those who look at it: of a finished run as it was published, of an unfinished
 * one as its checkpoints have it at this moment, while it may be built on. Nothing of the folder is written.
 */
export interface RunRecords extends RunInFolder {
  /** Null of an unfinished run. */
  readonly finished: FinishedRun | null;
  /** Null of a finished run. */
  readonly unfinished: Unfinished | null;
  readonly counts: Readonly<Record<string, Counts>>;
  /** Paths of the files that it was started with, by setting. */
  readonly inputs: Readonly<Record<string, string>>;
  /** In the order they were planned in. */
  ledger(): Iterable<Placed<LedgerLine>>;
  samples<T>(schema: z.ZodType<T>): Iterable<Placed<T>>;
  rejections(): Iterable<Placed<RejectionLine>>;
  /** Why a task is pending; null where that is not known. */
  whyPending(taskId: string): string | null;
  close(): void;
}

/** Opens the records of a run, finished or not; a ConfigError says what is wrong with the folder and what to do. */
export function openRecords(path: string, command: string): RunRecords {
  if (existsSync(join(path, 'manifest.json'))) return recordsOf(openRun(path, command));
  const unfinished = unfinishedRecords(path);
  if (!existsSync(join(path, 'manifest.json'))) return unfinished ?? withoutRecords(path, command);
  // It was finished just now.
  unfinished?.close();
  return recordsOf(openRun(path, command));
}

/** Says why a folder without a manifest has nothing that can be read. */
function withoutRecords(path: string, command: string): never {
  const parts = join(path, SHARDS);
  const names = existsSync(parts) ? readdirSync(parts).sort() : [];
  if (names[0] !== undefined && !existsSync(join(path, RUN_DB)))
    throw new ConfigError(
      `${path} holds parts of a run that are not merged (${names.join(', ')}); npm run merge -- ${path} makes one run of them, and ${command} reads a part by itself: npm run ${command} -- ${join(parts, names[0])}`,
    );
  if (existsSync(join(path, RUN_DB)))
    throw new ConfigError(
      `${path} holds a run that an earlier version of Cartwright left unfinished, without a note of what it had planned; run the same build:dataset command again`,
    );
  openRun(path, command);
  throw new ConfigError(`${path} holds no run`);
}

export const recordsOf = (run: FinishedRun): RunRecords => ({
  ...run,
  finished: run,
  unfinished: null,
  counts: run.manifest.counts,
  get inputs() {
    return RunReport.safeParse(readJson(run.file('run.json'))).data?.inputs ?? {};
  },
  ledger: () => records(run, LEDGER, LedgerLine),
  samples: (schema) => records(run, run.layout.accepted.path, schema),
  rejections: () => records(run, run.layout.rejected.path, RejectionLine),
  whyPending: () => null,
  close: () => {},
});

/** Paths of the files that a run was started with, by setting, and of its world where that is not kept with others. */
const RunReport = z.looseObject({ inputs: z.record(z.string(), z.string()).optional(), world: z.string().optional() });

/** The path of the world that a finished run was built from, where its build wrote it down. */
export const worldPathOf = (run: RunInFolder): string | null =>
  RunReport.safeParse(readJson(run.file('run.json'))).data?.world ?? null;

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Why a task is pending that models did not leave: how far it has come. */
const WAITS = {
  not_locked: 'planned, and its answer is not fixed yet',
  not_written: 'its answer is fixed, and it is put into words where a quota needs it',
  not_admitted: 'its text is written, and waits for those planned before it',
} as const;

/** Waits that end with the quota's being full. */
const NOT_NEEDED: readonly (keyof typeof WAITS)[] = ['not_locked', 'not_written'];

interface UnfinishedRecords extends RunRecords {
  readonly unfinished: Unfinished;
}

/** The records of a run that was left, or is built; null where a folder has none that was noted while it was built. */
function unfinishedRecords(path: string): UnfinishedRecords | null {
  // What the draft speaks of is in the checkpoints by then.
  const draft = DraftReader.open(join(path, DRAFT_LEDGER));
  const head = DraftHead.safeParse(draft?.head).data;
  const checkpoints = head === undefined ? null : Checkpoints.asTheyAre(join(path, RUN_DB));
  try {
    if (draft === null || head === undefined || checkpoints === null) return null;
    return recordsSoFar(path, head, draft, checkpoints);
  } catch (error) {
    checkpoints?.close();
    throw error;
  } finally {
    draft?.close();
  }
}

function recordsSoFar(
  path: string,
  { run, ...manifest }: DraftHead,
  draft: DraftReader,
  checkpoints: Checkpoints,
): UnfinishedRecords {
  const { intents, perIntent, splits = {} } = manifest.config;
  /** Of an intent; of a part of a run its share, rounded up. */
  const wanted = (intent: string) => Math.ceil(samplesWanted(perIntent, intent) / (run.part?.of ?? 1));
  const ends = endsOf(draft, checkpoints, wanted);
  const lock = FileLock.heldBy(join(path, LOCK));
  const file = (name: string) => join(path, name);

  function* linesOf<T>(
    status: EndedTask['status'],
    schema: z.ZodType<T>,
    textOf: (checkpoints: Checkpoints, end: EndedTask) => string,
  ): Generator<Placed<T>> {
    let line = 0;
    for (const end of ends) {
      if (end.status !== status) continue;
      line += 1;
      const text = textOf(checkpoints, end);
      const { data, error } = schema.safeParse(JSON.parse(text));
      if (error !== undefined)
        throw new ConfigError(
          `${file(RUN_DB)}: ${end.task.id}: ${issueOf(error)}; go on with the version of Cartwright that built it`,
        );
      yield { line, text, value: data };
    }
  }

  return {
    ...{ path, manifest, file, layout: layoutIn(manifest), manifestFile: file(DRAFT_LEDGER) },
    finished: null,
    unfinished: {
      accepted: ends.filter(({ status }) => status === 'accepted').length,
      wanted: intents.reduce((sum, intent) => sum + wanted(intent), 0),
      planned: ends.length,
      builtBy: lock,
      leaving: lock === null ? draft.leaving : null,
      command: run.command,
      part: run.part,
      pending: pendingIn(ends),
    },
    counts: countByIntent(intents, ends),
    inputs: run.inputs,
    *ledger() {
      for (const [at, end] of ends.entries()) {
        const value = ledgerLineOf(end, splits);
        yield { line: at + 1, text: JSON.stringify(value), value };
      }
    },
    samples: (schema) => linesOf('accepted', schema, builtLine),
    rejections: () => linesOf('rejected', RejectionLine, rejectionOf),
    whyPending: (taskId) => ends.find(({ task }) => task.id === taskId)?.findings[0]?.detail ?? null,
    close: () => checkpoints.close(),
  };
}

/** Lists the ends so far of all tasks that were planned. One that nothing is said of is surplus where its intent's quota is full. */
function endsOf(draft: DraftReader, checkpoints: Checkpoints, wanted: (intent: string) => number): EndedTask[] {
  const ends = [...draft.tasks()].map(({ task, wave, end }) => endOf(task, wave, end, checkpoints));
  const accepted = Map.groupBy(
    ends.filter(({ status }) => status === 'accepted'),
    ({ task }) => task.intent,
  );
  const isFull = (intent: string) => (accepted.get(intent)?.length ?? 0) >= wanted(intent);
  return ends.map((end) => {
    const [found] = end.status === 'pending' ? end.findings : [];
    const waits = NOT_NEEDED.some((code) => code === found?.code);
    return waits && isFull(end.task.intent) ? { ...end, status: 'surplus', findings: [] } : end;
  });
}

function endOf(task: PlannedTask, wave: number, noted: NotedEnd | null, checkpoints: Checkpoints): EndedTask {
  const end = checkpoints.endNoteOf(task.id);
  const told = { ...NOTHING_TOLD, task, wave };
  if (end?.kind === 'rejected') {
    const { stage, code, lockDigest } = end;
    return { ...told, status: 'rejected', stage, code, lockDigest };
  }
  const findings = noted?.findings ?? [];
  const lockDigest = checkpoints.lockNoteOf(task.id)?.lockDigest ?? null;
  if (end?.kind === 'built' && noted?.status === 'accepted') {
    const { sampleDigest, group } = end;
    return { ...told, status: 'accepted', lockDigest, sampleDigest, group };
  }
  const [found] = findings;
  if (end?.kind === 'built' && noted?.status === 'rejected')
    return { ...told, status: 'rejected', stage: 'admit', code: found?.code ?? null, lockDigest, findings };
  if (noted?.status === 'failed' && found !== undefined)
    return { ...told, status: 'failed', stage: found.path, code: found.code, findings };
  if (noted?.status === 'pending' && found !== undefined) return { ...told, status: 'pending', lockDigest, findings };
  const code = end?.kind === 'built' ? 'not_admitted' : lockDigest === null ? 'not_locked' : 'not_written';
  return { ...told, status: 'pending', lockDigest, findings: [{ code, path: 'run', detail: WAITS[code] }] };
}

function pendingIn(ends: readonly EndedTask[]): PendingTasks[] {
  const byCode = Map.groupBy(
    ends.filter(({ status }) => status === 'pending'),
    ({ findings }) => findings[0]?.code ?? 'unknown',
  );
  return [...byCode]
    .map(([code, tasks]) => {
      const [first] = tasks as [EndedTask];
      return { code, tasks: tasks.length, example: { id: first.task.id, detail: first.findings[0]?.detail ?? '' } };
    })
    .sort((a, b) => b.tasks - a.tasks || (a.code < b.code ? -1 : 1));
}

/** A run that a folder was left with after the finished one whose files are in it; null where there is none. */
export function laterRun(run: FinishedRun): Unfinished | null {
  const later = existsSync(run.file(DRAFT_LEDGER)) ? unfinishedRecords(run.path) : null;
  later?.close();
  return later?.unfinished ?? null;
}
