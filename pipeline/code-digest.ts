import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

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

const ROOT = join(import.meta.dirname, '..');
const START = 'pipeline/compose.ts';
/** Makes requests of prompts, and answers of replies. */
const ASKING = 'pipeline/models/asker.ts';
/** Folders that hold tables beside the code. */
const FOLDERS = ['catalog', 'families', 'pipeline', 'schemas', 'stages'];
/** Modules that nothing needs until a task is locked. */
const AFTER_LOCK = [
  /^pipeline\/(?:compose-(?:gates|order-gates|models|overrides)|rewrite)\.ts$/,
  /^stages\/(?:semantic|validate|verbalise)\.ts$/,
  /^families\/[^/]+\/(?:dialogue|model-persona|model-script|model-writer|offline-writer|record)\.ts$/,
];
/** Definitions that count for their own tasks alone. */
const INTENTS = /^families\/[^/]+\/intents\.ts$/;
/** Asked before the lock. */
const EARLY_PROMPT = /opinion_proposer\.md$/;
/** Decides no reply and no text. */
const IDLE = /^pipeline\/models\/prices\.yaml$/;
/** An import that brings code; those of types alone bring none. */
const IMPORT = /^(?:import|export)\s(?!type\b)[^'";]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm;

const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The modules a module reaches, itself among them, without passing through those left out. */
export function reached(start: string, isLeftOut: (file: string) => boolean = () => false): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || isLeftOut(file)) continue;
    found.add(file);
    for (const [, plain, dynamic] of sourceOf(file).matchAll(IMPORT)) {
      const to = relative(ROOT, join(ROOT, file, '..', plain ?? dynamic ?? ''));
      if (to.endsWith('.ts')) waiting.push(to);
    }
  }
  return found;
}

const isAfterLock = (file: string) => AFTER_LOCK.some((pattern) => pattern.test(file));

/**
 * The files that decide a lock, those that decide a text and no lock, and those of the latter that decide what a model is
 * asked and what is read in its reply, in the order of their names.
 */
export function decidingFiles(): Readonly<Record<keyof CodeDigests, readonly string[]>> {
  const lock = reached(START, isAfterLock);
  const asking = reached(ASKING, (file) => lock.has(file));
  const text = new Set(
    [...reached(START), ...asking, ...filesIn('pipeline/models', /\.ts$/)].filter((file) => !lock.has(file)),
  );
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
