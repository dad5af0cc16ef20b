import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../schemas/errors.ts';
import { KeptLexicon } from '../../schemas/lexicon.ts';
import { PerIntent } from '../../schemas/per-intent.ts';
import { IngestCounts } from '../../schemas/product.ts';
import { TaskCounts } from '../../schemas/run.ts';
import { SplitShares } from '../../schemas/split.ts';
import { RUN_DB } from '../checkpoints/checkpoints.ts';
import { NeededCounts } from '../necessity.ts';
import { type Layout, layoutOf, outputFilesOf } from './layout.ts';

const Count = z.int().nonnegative();
const Digest = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hex digits');

const Counts = z.strictObject({
  ...TaskCounts.shape,
  codes: z.record(z.string(), Count),
  /** Of the accepted ones; absent where a family hides nothing, and in runs of earlier versions. */
  needed: NeededCounts.optional(),
});
export type Counts = z.infer<typeof Counts>;

/** Facts a run states of itself from its start, as far as audit, explain and verify read them. */
export const RunHead = z.looseObject({
  /** 1 where an earlier version wrote it, which laid out its folder otherwise. */
  manifest: z.literal([1, 2]),
  config: z.looseObject({
    family: z.string(),
    seed: z.int(),
    intents: z.array(z.string()),
    /** Samples wanted of each intent; intent by intent where they are not the same. */
    perIntent: PerIntent,
    /** Absent where a product is used once. */
    usesPerProduct: z.int().positive().optional(),
    writer: z.string(),
    /** The names are file names: nothing else may stand here. Only earlier versions left them out, of runs without splits. */
    splits: SplitShares.optional(),
    /** Absent where nobody said anything of the shop. */
    lexicon: KeptLexicon.optional(),
    /** Absent where the names of what the run is about are English. */
    foreign: z.union([z.literal(true), z.string()]).optional(),
  }),
});
export type RunHead = z.infer<typeof RunHead>;

/** A manifest; fields that nobody here reads are kept for the dataset digest. */
const Manifest = RunHead.extend({
  counts: z.record(z.string(), Counts),
  outputs: z.record(z.string(), Digest),
  dataset_digest: Digest,
});
export type Manifest = z.infer<typeof Manifest>;

/** Facts a manifest states of the world, which stand under the noun it goes by. */
const ManifestWorld = z.looseObject({
  digest: Digest,
  /** Counts of the rows it was made from, in all and file by file; absent where it is made from none. */
  ingest: IngestCounts.optional(),
  files: z.array(z.looseObject({ file: z.string(), ...IngestCounts.shape })).optional(),
});
export const worldIn = (head: RunHead, noun: string) => ManifestWorld.parse(head[noun]);

/** Reads what a manifest says of the rows its world was made from; null where that is made from none. */
export function ingestIn(manifest: Manifest, noun: string) {
  const { ingest, files } = worldIn(manifest, noun);
  return ingest === undefined || files === undefined ? null : { ingest, files };
}

/** A run's folder with what was settled when the run was started. */
export interface RunInFolder {
  readonly path: string;
  readonly manifest: RunHead;
  readonly manifestFile: string;
  readonly layout: Layout;
  file(name: string): string;
}

export interface FinishedRun extends RunInFolder {
  readonly manifest: Manifest;
  /** The manifest as written, with keys this version does not read. */
  readonly written: Readonly<Record<string, unknown>>;
}

/** Opens a finished run for reading; a ConfigError says what is wrong with the folder and what to do. */
export function openRun(path: string, command: string): FinishedRun {
  if (!existsSync(path))
    throw new ConfigError(
      `${path} is missing, expected a run folder such as out/sample; build one with npm run build:dataset`,
    );
  if (!statSync(path).isDirectory())
    throw new ConfigError(`${path} is a file; ${command} reads a run folder such as out/sample`);
  const manifestPath = join(path, 'manifest.json');
  if (!existsSync(manifestPath)) {
    const unfinished = existsSync(join(path, RUN_DB));
    throw new ConfigError(
      unfinished
        ? `${path} holds a run that is not finished, and ${command} reads what a finished one has published; run the same build:dataset command again (npm run audit -- ${path} says how far it is and what goes on with it)`
        : `${path} has no manifest.json, expected the folder of a finished run; ${otherFilesIn(path) ?? 'build one with npm run build:dataset'}`,
    );
  }
  const { manifest, written } = readManifestFile(manifestPath);
  const run = runIn(path, manifest, written);
  for (const name of outputFilesOf(run.layout)) {
    const file = run.file(name);
    if (!existsSync(file) || !statSync(file).isFile())
      throw new ConfigError(`${file} is missing; restore it or build the run again`);
  }
  return run;
}

/** Says what can be done with records that are no run's; null where a folder holds none. */
function otherFilesIn(path: string): string | null {
  const name = readdirSync(path).find((one) => one.endsWith('.jsonl'));
  return name === undefined ? null : `npm run audit -- ${join(path, name)} reads a benchmark of others`;
}

/** A manifest as this version reads it and as it was written; a ConfigError says what is wrong with the file. */
export function readManifestFile(path: string): { manifest: Manifest; written: Record<string, unknown> } {
  const written = readManifest(path);
  const parsed = Manifest.safeParse(written);
  if (!parsed.success)
    throw new ConfigError(`${path}: ${issueOf(parsed.error)}; restore the file or build the run again`);
  return { manifest: parsed.data, written: written as Record<string, unknown> };
}

/** Checks what a manifest says of its world and of settings; a ConfigError says what is wrong with the file. */
export function checkManifest(
  { manifest, manifestFile }: RunInFolder,
  noun: string,
  settings: Readonly<Record<string, z.core.$ZodType>>,
): void {
  const { error } = z.looseObject({ [noun]: ManifestWorld, config: z.looseObject(settings) }).safeParse(manifest);
  if (error !== undefined)
    throw new ConfigError(`${manifestFile}: ${issueOf(error)}; restore the file or build the run again`);
}

/** A run whose files are all in place but for its manifest, which is about to be written. */
export const runAboutToEnd = (path: string, manifest: Readonly<Record<string, unknown>>): FinishedRun =>
  runIn(path, Manifest.parse(manifest), manifest);

export const layoutIn = ({ manifest, config }: RunHead): Layout => layoutOf(manifest, config.splits ?? {});

const runIn = (path: string, manifest: Manifest, written: FinishedRun['written']): FinishedRun => ({
  ...{ path, manifest, written },
  manifestFile: join(path, 'manifest.json'),
  layout: layoutIn(manifest),
  file: (name) => join(path, name),
});

function readManifest(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path}: is not JSON: ${(error as Error).message}; restore the file or build the run again`);
  }
}

/** The first thing a schema found wrong: where, and what it expected. */
export function issueOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'is malformed';
  const place = issue.path.map(String).join('.');
  return place === '' ? issue.message : `"${place}": ${issue.message}`;
}

/** A line of a JSON lines file: its record, or what is wrong with it. `text` is the line itself, null where it has no text. */
type ReadLine<T> =
  | { readonly line: number; readonly text: string; readonly value: T }
  | { readonly line: number; readonly problem: string; readonly isCut?: boolean };

const CHUNK_BYTES = 1 << 20;
/** A longer line is a broken file; reading it whole would take all memory. */
const MOST_LINE_BYTES = 64 << 20;
const NEWLINE = 0x0a;

/** The lines of a file as bytes, one at a time; `whole` is false for a last line without its line break. */
function* byteLines(
  path: string,
  onBytes: (bytes: Uint8Array) => void,
): Generator<{ bytes: Buffer; whole: boolean; tooLong: boolean }> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let carried: Buffer[] = [];
    let carriedBytes = 0;
    const end = (part: Buffer, whole: boolean) => {
      const tooLong = carriedBytes + part.length > MOST_LINE_BYTES;
      const bytes = tooLong ? Buffer.alloc(0) : Buffer.concat([...carried, part]);
      carried = [];
      carriedBytes = 0;
      return { bytes, whole, tooLong };
    };
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes = chunk.subarray(0, read);
      onBytes(bytes);
      let start = 0;
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
        yield end(bytes.subarray(start, at), true);
        start = at + 1;
      }
      const rest = bytes.subarray(start);
      carriedBytes += rest.length;
      if (carriedBytes <= MOST_LINE_BYTES) carried.push(Buffer.from(rest));
    }
    if (carriedBytes > 0) yield end(Buffer.alloc(0), false);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads a JSON lines file one record at a time, each held to the schema. A line is a line break's worth of bytes and
 * nothing else: U+2028 inside a string does not end it. `onBytes` sees every byte of a file that is read to its end.
 */
export function* readLines<T>(
  path: string,
  schema: z.ZodType<T>,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Generator<ReadLine<T>> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 0;
  for (const { bytes, whole, tooLong } of byteLines(path, onBytes)) {
    line++;
    if (tooLong) {
      yield { line, problem: `is a line of more than ${MOST_LINE_BYTES} bytes` };
      continue;
    }
    let text: string;
    let value: unknown;
    try {
      text = decoder.decode(bytes);
      value = JSON.parse(text);
    } catch (error) {
      const problem = error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'is not UTF-8';
      yield whole
        ? { line, problem }
        : { line, problem: `${problem} (the file ends in the middle of this line)`, isCut: true };
      continue;
    }
    if (!whole) {
      yield { line, problem: 'has no line break, so the file may end too early', isCut: true };
      continue;
    }
    const parsed = schema.safeParse(value);
    yield parsed.success ? { line, text, value: parsed.data } : { line, problem: issueOf(parsed.error) };
  }
}

/** Reads a file whose every line must be a record; a broken one ends the command with its place. */
export function* records<T>(
  run: FinishedRun,
  name: string,
  schema: z.ZodType<T>,
): Generator<{ line: number; text: string; value: T }> {
  for (const read of readLines(run.file(name), schema)) {
    if ('problem' in read)
      throw new ConfigError(`${run.file(name)}:${read.line}: ${read.problem}; restore the file or build the run again`);
    yield read;
  }
}
