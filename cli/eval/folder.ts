import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { FileLock } from '../../pipeline/folder/file-lock.ts';
import { readLines } from '../../pipeline/folder/run-files.ts';
import { AtomicFile } from '../../pipeline/folder/run-folder.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';

export const EPISODES = 'episodes.jsonl';
export const FAILURES = 'failures.jsonl';
const SUMMARY = 'summary.json';
export const RESULTS = 'results.html';
/** File of an evaluation's making: its settings, and what may differ between two equal ones. */
export const EVAL = 'eval.json';
const LOCK = '.lock';
const SHARDS = 'shards';

const LINE_BREAK = 0x0a;

/** Cuts off what follows the last line break: half a line that a killed process left. */
function dropHalfLine(path: string): void {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(LINE_BREAK) + 1;
  if (end < bytes.length) truncateSync(path, end);
}

/**
 * The records of a file; a ConfigError where a whole line is none. Half a line at the end is none where `mayBeOpen` says
 * that somebody may be writing, or was killed while writing: its episode counts as not played.
 */
export function recordsIn<T>(path: string, schema: z.ZodType<T>, { mayBeOpen = false } = {}): T[] {
  if (!existsSync(path)) return [];
  return [...readLines(path, schema)].flatMap((read) => {
    if ('value' in read) return [read.value];
    if (mayBeOpen && read.isCut === true) return [];
    throw new ConfigError(
      `${path}:${read.line}: ${read.problem}; it was changed by another program: move the folder away and run eval again`,
    );
  });
}

/** Takes a lock; a ConfigError says who has it. */
function locked(lock: string, what: string): FileLock {
  const taken = FileLock.take(lock);
  if (taken instanceof FileLock) return taken;
  const holder = taken.holder === null ? 'another process' : `process ${taken.holder.pid} on ${taken.holder.host}`;
  throw new ConfigError(`${what} is being written by ${holder}; wait for it, or give another --out`);
}

const PART = /\.jsonl$/;

/** The files of shards in a folder, those among them that a shard has locked and not written yet. */
function partsIn(path: string): string[] {
  const shards = join(path, SHARDS);
  const names = existsSync(shards) ? readdirSync(shards) : [];
  const parts = names.flatMap((name) => /^(.+)\.(?:jsonl|lock)$/.exec(name)?.[1] ?? []);
  return [...new Set(parts)].sort().map((part) => join(shards, `${part}.jsonl`));
}

/** The folder of an evaluation: one process writes it, a line for each episode as soon as it is over. */
export class EvalFolder {
  readonly path: string;
  readonly #file: string;
  /** Of the folder or of the one shard; for the whole those of all shards that were played, by their files. */
  readonly #lock: FileLock;
  readonly #parts: ReadonlyMap<string, FileLock>;

  #isUnfinished = false;

  private constructor(path: string, file: string, lock: FileLock, parts: ReadonlyMap<string, FileLock>) {
    this.path = path;
    this.#file = file;
    this.#lock = lock;
    this.#parts = parts;
  }

  /**
   * Opens the folder for writing: the whole evaluation, or the part of it that one shard plays. Nobody puts shards together
   * while one of them is still played.
   */
  static open(path: string, shard: string | null): EvalFolder {
    mkdirSync(shard === null ? path : join(path, SHARDS), { recursive: true });
    const file = shard === null ? join(path, EPISODES) : join(path, SHARDS, `${shard}.jsonl`);
    const lock = locked(shard === null ? join(path, LOCK) : file.replace(PART, '.lock'), path);
    const parts = new Map<string, FileLock>();
    try {
      for (const part of shard === null ? partsIn(path) : [])
        parts.set(part, locked(part.replace(PART, '.lock'), part));
    } catch (error) {
      for (const held of [lock, ...parts.values()]) held.release();
      throw error;
    }
    for (const own of [file, ...parts.keys()]) if (existsSync(own)) dropHalfLine(own);
    return new EvalFolder(path, file, lock, parts);
  }

  /** The episodes kept so far, of the whole and then of its shards: where both have one, the last is newer. */
  records(): EpisodeRecord[] {
    const files = new Set([join(this.path, EPISODES), ...partsIn(this.path), this.#file]);
    return [...files].flatMap((file) => recordsIn(file, EpisodeRecord, { mayBeOpen: true }));
  }

  /** The trials of the summary before that never came to a record. */
  lost(): FailureRecord[] {
    const failures = recordsIn(join(this.path, FAILURES), FailureRecord, { mayBeOpen: true });
    return failures.filter(({ end }) => end === 'infrastructure_error');
  }

  /** Takes away what was played before; a shard only what it played itself. */
  clear(): void {
    rmSync(this.#file, { force: true });
    if (this.#file === join(this.path, EPISODES)) rmSync(join(this.path, FAILURES), { force: true });
    this.#unfinish();
    this.#removeParts();
  }

  /** Removes the files of shards; those of shards that somebody began meanwhile stay. */
  #removeParts(): void {
    for (const part of this.#parts.keys()) rmSync(part, { force: true });
  }

  /** Removes the files that say that an evaluation is whole, as soon as it is not. */
  #unfinish(): void {
    for (const name of [SUMMARY, EVAL]) rmSync(join(this.path, name), { force: true });
  }

  add(record: EpisodeRecord): void {
    if (!this.#isUnfinished) {
      this.#unfinish();
      this.#isUnfinished = true;
    }
    appendFileSync(this.#file, `${JSON.stringify(record)}\n`);
  }

  /** Writes the files of a finished evaluation, the episodes in their order. */
  finish(
    records: readonly EpisodeRecord[],
    failures: readonly FailureRecord[],
    summary: object,
    evaluation: object,
  ): void {
    const lines = (name: string, all: readonly object[]) => {
      const file = new AtomicFile(join(this.path, name));
      for (const one of all) file.writeLine(JSON.stringify(one));
      file.commit();
    };
    lines(EPISODES, records);
    lines(FAILURES, failures);
    this.#removeParts();
    writeFileSync(join(this.path, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
    writeFileSync(join(this.path, EVAL), `${JSON.stringify(evaluation, null, 2)}\n`);
  }

  close(): void {
    for (const lock of [this.#lock, ...this.#parts.values()]) lock.release();
  }
}
