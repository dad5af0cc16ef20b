import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { AtomicFile, partOf } from '../../pipeline/folder/atomic-file.ts';
import { FileLock } from '../../pipeline/folder/file-lock.ts';
import { readLines } from '../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';
import { failuresOf } from '../../shopping/episode/trial.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';

export const EPISODES = 'episodes.jsonl';
export const FAILURES = 'failures.jsonl';
const SUMMARY = 'summary.json';
export const RESULTS = 'results.html';
/** File of an evaluation's making: its settings, and what may differ between two equal ones. */
export const EVAL = 'eval.json';
const LOCK = '.lock';
const SHARDS = 'shards';

const LINE_BREAK = 0x0a;
const CHUNK_BYTES = 1 << 16;

/** Cuts off what follows the last line break: half a line that a killed process left. */
function dropHalfLine(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let end = size;
    for (let found = -1; found < 0 && end > 0; ) {
      const from = Math.max(0, end - CHUNK_BYTES);
      found = chunk.subarray(0, readSync(file, chunk, 0, end - from, from)).lastIndexOf(LINE_BREAK);
      end = from + found + 1;
    }
    if (end < size) ftruncateSync(file, end);
  } finally {
    closeSync(file);
  }
}

/**
 * The records of a file; a ConfigError where a whole line is none. Half a line at the end is none where `mayBeOpen` says
 * that somebody may be writing, or was killed while writing: its episode counts as not played.
 */
export const recordsIn = <T>(path: string, schema: z.ZodType<T>, { mayBeOpen = false } = {}): T[] =>
  [...linesIn(path, schema, mayBeOpen)].map(({ value }) => value);

const CHANGED = 'it was changed by another program: move the folder away and run eval again';

/** The same, one after the other, each with its line. */
function* linesIn<T>(path: string, schema: z.ZodType<T>, mayBeOpen: boolean): Generator<{ text: string; value: T }> {
  if (!existsSync(path)) return;
  for (const read of readLines(path, schema)) {
    if ('value' in read) yield read;
    else if (!mayBeOpen || read.isCut !== true)
      throw new ConfigError(`${path}:${read.line}: ${read.problem}; ${CHANGED}`);
  }
}

/** The episodes of a file, which is read anew each time somebody goes through them: no memory holds a million. */
export const episodesIn = (file: string): Iterable<EpisodeRecord> => ({
  *[Symbol.iterator]() {
    for (const { value } of linesIn(file, EpisodeRecord, false)) yield value;
  },
});

/** An episode that was kept, as it is held in memory: its name, and the place of its line. */
interface KeptEpisode extends Pick<EpisodeRecord, 'key' | 'task' | 'trial'> {
  /** The same as a line of `failures.jsonl`; null where it counts. */
  readonly failure: FailureRecord | null;
  file: string;
  /** In bytes, the line break not counted. */
  from: number;
  length: number;
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
  /** Null before anybody asked. */
  #kept: Map<string, KeptEpisode> | null = null;
  readonly #tasks = new Map<string, string>();

  private constructor(path: string, file: string, lock: FileLock, parts: ReadonlyMap<string, FileLock>) {
    this.path = path;
    this.#file = file;
    this.#lock = lock;
    this.#parts = parts;
  }

  /** Opens the whole evaluation for writing, once nobody plays a shard of it, or the part that one shard plays. */
  static open(path: string, shard: string | null): EvalFolder {
    mkdirSync(shard === null ? path : join(path, SHARDS), { recursive: true });
    const file = shard === null ? join(path, EPISODES) : join(path, SHARDS, `${shard}.jsonl`);
    const lock = FileLock.mustTake(
      shard === null ? join(path, LOCK) : file.replace(PART, '.lock'),
      path,
      'wait for it',
    );
    const parts = new Map<string, FileLock>();
    try {
      for (const part of shard === null ? partsIn(path) : [])
        parts.set(part, FileLock.mustTake(part.replace(PART, '.lock'), part, 'wait for it'));
    } catch (error) {
      for (const held of [lock, ...parts.values()]) held.release();
      throw error;
    }
    for (const own of [file, ...parts.keys()]) if (existsSync(own)) dropHalfLine(own);
    return new EvalFolder(path, file, lock, parts);
  }

  /** The episodes kept so far by their keys, of the whole and then of its shards: where both have one, the last is newer. */
  get kept(): ReadonlyMap<string, Readonly<KeptEpisode>> {
    return this.#readKept();
  }

  #readKept(): Map<string, KeptEpisode> {
    if (this.#kept !== null) return this.#kept;
    this.#kept = new Map();
    for (const file of new Set([join(this.path, EPISODES), ...partsIn(this.path), this.#file])) {
      let from = 0;
      for (const { text, value } of linesIn(file, EpisodeRecord, true)) {
        const length = Buffer.byteLength(text);
        this.#keep(value, file, from, length);
        from += length + 1;
      }
    }
    return this.#kept;
  }

  #keep(record: EpisodeRecord, file: string, from: number, length: number): void {
    const { key, trial } = record;
    // The text of a task's id is held once, whoever brings it.
    const task = this.#tasks.get(record.task) ?? record.task;
    this.#tasks.set(task, task);
    this.#readKept().set(key, { key, task, trial, failure: failuresOf([record])[0] ?? null, file, from, length });
  }

  /** The same as they were written. */
  *records(): Generator<EpisodeRecord> {
    for (const line of this.#lines(this.kept.values())) yield JSON.parse(line);
  }

  /** The trials of the summary before that never came to a record. */
  lost(): FailureRecord[] {
    const failures = recordsIn(join(this.path, FAILURES), FailureRecord, { mayBeOpen: true });
    return failures.filter(({ end }) => end === 'infrastructure_error');
  }

  /** Takes away what was played before; a shard only what it played itself. */
  clear(): void {
    rmSync(this.#file, { force: true });
    this.#kept = null;
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
    this.#readKept();
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    const from = existsSync(this.#file) ? statSync(this.#file).size : 0;
    appendFileSync(this.#file, line);
    this.#keep(record, this.#file, from, line.length - 1);
  }

  /** Puts all episodes into one file in an order, and gives them back as they stand there. */
  settle(order: (a: Readonly<KeptEpisode>, b: Readonly<KeptEpisode>) => number): Iterable<EpisodeRecord> {
    const ordered = [...this.#readKept().values()].sort(order);
    const { file, episodes } = this.#rewrite(this.#lines(ordered));
    const kept = new Map<string, KeptEpisode>();
    let from = 0;
    for (const one of ordered) {
      kept.set(one.key, Object.assign(one, { file, from }));
      from += one.length + 1;
    }
    this.#kept = kept;
    return episodes;
  }

  /** The episodes kept that count for nobody, in their order. */
  failures(): FailureRecord[] {
    return [...this.kept.values()].flatMap(({ failure }) => failure ?? []);
  }

  /** Has others take the place of all episodes. */
  replace(records: Iterable<EpisodeRecord>): Iterable<EpisodeRecord> {
    const { episodes } = this.#rewrite(Iterator.from(records).map((record) => JSON.stringify(record)));
    this.#kept = null;
    return episodes;
  }

  #rewrite(lines: Iterable<string>): { readonly file: string; readonly episodes: Iterable<EpisodeRecord> } {
    const file = join(this.path, EPISODES);
    const writing = new AtomicFile(file);
    try {
      for (const line of lines) writing.writeLine(line);
    } catch (error) {
      rmSync(partOf(file), { force: true });
      throw error;
    }
    writing.commit();
    this.#removeParts();
    return { file, episodes: episodesIn(file) };
  }

  /** The lines of some episodes, each read when it is asked for. */
  *#lines(episodes: Iterable<Readonly<KeptEpisode>>): Generator<string> {
    const open = new Map<string, number>();
    try {
      for (const { file, from, length } of episodes) {
        const descriptor = foundOrMade(open, file, () => openSync(file, 'r'));
        const bytes = Buffer.allocUnsafe(length);
        for (let read = 0; read < length; ) {
          const more = readSync(descriptor, bytes, read, length - read, from + read);
          if (more === 0) throw new ConfigError(`${file} became shorter; ${CHANGED}`);
          read += more;
        }
        yield bytes.toString();
      }
    } finally {
      for (const descriptor of open.values()) closeSync(descriptor);
    }
  }

  /** Writes the files of an evaluation whose episodes stand in their order. */
  finish(failures: readonly FailureRecord[], summary: object, evaluation: object): void {
    const file = new AtomicFile(join(this.path, FAILURES));
    for (const failure of failures) file.writeLine(JSON.stringify(failure));
    file.commit();
    writeFileSync(join(this.path, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
    writeFileSync(join(this.path, EVAL), `${JSON.stringify(evaluation, null, 2)}\n`);
  }

  close(): void {
    for (const lock of [this.#lock, ...this.#parts.values()]) lock.release();
  }
}
