import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reachedModules } from '../../text/files/source-imports.ts';

/**
 * Digests of what decides a task's lock and, where that stays the same, its text. Which files those are follows from the
 * imports: a family's `planning.ts` and `locking.ts` reach what decides locks, its `building.ts` what decides texts
 * besides; a family that is not parted so has all of it in `family.ts`, and that decides locks. What only reads, scores or
 * recounts what was built is reached by none of them and decides neither.
 */
interface CodeDigests {
  readonly lock: string;
  readonly text: string;
  /** Of the part of `text` that decides locks as well where a model is asked before them. */
  readonly asking: string;
}

const ROOT = join(import.meta.dirname, '..', '..');
const FAMILIES = 'families';
/** Makes requests of prompts, and answers of replies. */
const ASKING = 'models/asker.ts';
/** Folders that hold tables beside the code. */
const FOLDERS = [
  'catalog',
  'families',
  'lexicon',
  'models',
  'pipeline',
  'schemas',
  'service',
  'shopping',
  'stages',
  'text',
];
/** Modules that a family's decisions begin in. */
const LOCKING = ['planning.ts', 'locking.ts'];
const BUILDING = ['building.ts'];
const WHOLE = ['family.ts'];
/** Definitions that count for their own tasks alone. */
const INTENTS = /^families\/[^/]+\/intents\.ts$/;
const INTENTS_NAME = /^[^/]+\/intents\.ts$/;
/** Asked before the lock. */
const EARLY_PROMPT = /opinion_proposer\.md$/;
/** Decides no reply and no text. */
const IDLE = /^models\/prices\.yaml$/;
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Those of some modules that each family has; its face where it has none of them. */
function startsOf(names: readonly string[]): string[] {
  const folders = readdirSync(join(ROOT, FAMILIES), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) => {
    const paths = (files: readonly string[]) =>
      files.map((file) => join(FAMILIES, name, file)).filter((file) => existsSync(join(ROOT, file)));
    const own = paths(names);
    return own.length > 0 ? own : paths(WHOLE);
  });
}

/** The files that decide a lock, a text and no lock, and of those what a model is asked and its reply read as; by name. */
export function decidingFiles(): Readonly<Record<keyof CodeDigests, readonly string[]>> {
  const lock = reachedModules(ROOT, startsOf(LOCKING));
  const asking = reachedModules(ROOT, [ASKING], (file) => lock.has(file));
  const text = new Set(
    [...reachedModules(ROOT, startsOf(BUILDING)), ...asking, ...filesIn('models', /\.ts$/)].filter(
      (file) => !lock.has(file),
    ),
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
  const intents = filesIn(FAMILIES, INTENTS_NAME);
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
