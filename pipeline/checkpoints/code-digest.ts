import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reachedModules } from '../../text/source-imports.ts';

/**
 * Digests of what decides a task's lock and, where that stays the same, its text. Which files those are follows from the
 * imports: the lock's are what the composition of the families reaches without passing through what only comes after it.
 */
export interface CodeDigests {
  readonly lock: string;
  readonly text: string;
  /** Of the part of `text` that decides locks as well where a model is asked before them. */
  readonly asking: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
const START = 'families/index.ts';
/** Makes requests of prompts, and answers of replies. */
const ASKING = 'models/asker.ts';
/** Folders that hold tables beside the code. */
const FOLDERS = ['catalog', 'families', 'models', 'pipeline', 'schemas', 'shopping', 'stages', 'text'];
/** Modules that nothing needs until a task is locked. */
const AFTER_LOCK = [
  /^stages\/(?:model-writer|overruling|rewrite|validate|verbalise|semantic\/index)\.ts$/,
  /^stages\/gates\//,
  /^families\/[^/]+\/(?:dialogue\/index|gates\/index|record|semantic-texts|writers\/(?:model-persona|model-script|model-writer|offline-writer))\.ts$/,
];
/** Definitions that count for their own tasks alone. */
const INTENTS = /^families\/[^/]+\/intents\.ts$/;
/** Asked before the lock. */
const EARLY_PROMPT = /opinion_proposer\.md$/;
/** Decides no reply and no text. */
const IDLE = /^models\/prices\.yaml$/;
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The modules a module reaches, itself among them, without passing through those left out. */
export const reached = (start: string, isLeftOut?: (file: string) => boolean): Set<string> =>
  reachedModules(ROOT, start, isLeftOut);

const isAfterLock = (file: string) => AFTER_LOCK.some((pattern) => pattern.test(file));

/**
 * The files that decide a lock, those that decide a text and no lock, and those of the latter that decide what a model is
 * asked and what is read in its reply, in the order of their names.
 */
export function decidingFiles(): Readonly<Record<keyof CodeDigests, readonly string[]>> {
  const lock = reached(START, isAfterLock);
  const asking = reached(ASKING, (file) => lock.has(file));
  const text = new Set([...reached(START), ...asking, ...filesIn('models', /\.ts$/)].filter((file) => !lock.has(file)));
  for (const file of FOLDERS.flatMap((folder) => filesIn(folder, /\.(?:ya?ml|txt|json)$/))) lock.add(file);
  for (const file of filesIn('prompts', /\.md$/)) (EARLY_PROMPT.test(file) ? lock : text).add(file);
  const inOrder = (files: Set<string>) => [...files].filter((file) => !INTENTS.test(file) && !IDLE.test(file)).sort();
  return { lock: inOrder(lock), text: inOrder(text), asking: inOrder(asking) };
}

function filesIn(folder: string, name: RegExp): string[] {
  if (!existsSync(join(ROOT, folder))) return [];
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((file) => name.test(file)).map((file) => join(folder, file));
}

function digestOfFiles(files: readonly string[]): string {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file}\0`).update(sourceOf(file)).update('\0');
  return digest.digest('hex');
}

/** Hands out tasks to other machines, and takes in what becomes of them. */
const HANDING_OUT = 'pipeline/jobs';

/** Files that decide what becomes of a task wherever it is built, and how it is handed out, in the order of their names. */
export function filesOfWorkers(): readonly string[] {
  const { lock, text } = decidingFiles();
  const intents = [...reached(START)].filter((file) => INTENTS.test(file));
  return [...lock, ...text, ...intents, ...filesIn(HANDING_OUT, /\.ts$/)].sort();
}

/** Digest of what workers have to have in common with a run, as it is now: files may change under a running program. */
export const workerCodeDigest = (): string => digestOfFiles(filesOfWorkers());

let known: CodeDigests | null = null;

export function codeDigests(): CodeDigests {
  if (known === null) {
    const { lock, text, asking } = decidingFiles();
    known = { lock: digestOfFiles(lock), text: digestOfFiles(text), asking: digestOfFiles(asking) };
  }
  return known;
}
