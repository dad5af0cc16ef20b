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
import { EpisodeRecord, type FailureRecord } from '../../shopping/episode/record.ts';

export const EPISODES = 'episodes.jsonl';
export const FAILURES = 'failures.jsonl';
export const SUMMARY = 'summary.json';
export const RESULTS = 'results.html';
/** How an evaluation was made: its settings, and what may differ between two equal ones. */
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

/** The records of a file; a ConfigError where a whole line is none. */
export function recordsIn<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path)) return [];
  return [...readLines(path, schema)].map((read) => {
    if ('problem' in read)
      throw new ConfigError(
        `${path}:${read.line}: ${read.problem}; it was changed by another program: move the folder away and run eval again`,
      );
    return read.value;
  });
}

/** The folder of an evaluation: one process writes it, a line for each episode as soon as it is over. */
export class EvalFolder {
  readonly path: string;
  readonly #file: string;
  readonly #lock: FileLock;

  #isUnfinished = false;

  private constructor(path: string, file: string, lock: FileLock) {
    this.path = path;
    this.#file = file;
    this.#lock = lock;
  }

  /** Opens the folder for writing: the whole evaluation, or the part of it that one shard plays. */
  static open(path: string, shard: string | null): EvalFolder {
    mkdirSync(shard === null ? path : join(path, SHARDS), { recursive: true });
    const file = shard === null ? join(path, EPISODES) : join(path, SHARDS, `${shard}.jsonl`);
    const lock = FileLock.take(shard === null ? join(path, LOCK) : join(path, SHARDS, `${shard}.lock`));
    if (!(lock instanceof FileLock))
      throw new ConfigError(
        `${path} is being written by ${lock.holder === null ? 'another process' : `process ${lock.holder.pid} on ${lock.holder.host}`}; wait for it, or give another --out`,
      );
    if (existsSync(file)) dropHalfLine(file);
    return new EvalFolder(path, file, lock);
  }

  /** The episodes kept so far, those of all shards among them. */
  records(): EpisodeRecord[] {
    const shards = join(this.path, SHARDS);
    const parts = existsSync(shards) ? readdirSync(shards).filter((name) => name.endsWith('.jsonl')) : [];
    const others = parts.map((name) => join(shards, name)).filter((file) => file !== this.#file);
    return [this.#file, ...others.sort()].flatMap((file) => recordsIn(file, EpisodeRecord));
  }

  /** Takes away what was played before; a shard only what it played itself. */
  clear(): void {
    rmSync(this.#file, { force: true });
    this.#unfinish();
    if (this.#file === join(this.path, EPISODES)) rmSync(join(this.path, SHARDS), { force: true, recursive: true });
  }

  /** What says that an evaluation is whole goes as soon as it is not. */
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
    rmSync(join(this.path, SHARDS), { force: true, recursive: true });
    writeFileSync(join(this.path, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
    writeFileSync(join(this.path, EVAL), `${JSON.stringify(evaluation, null, 2)}\n`);
  }

  close(): void {
    this.#lock.release();
  }
}
