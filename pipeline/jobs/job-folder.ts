import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../../schemas/disk-fault.ts';
import {
  type Job,
  type JobResults,
  type JobTerms,
  type JobWork,
  jobIn,
  jobText,
  resultsIn,
  resultsText,
  type WorkEnd,
  workDigest,
} from './job.ts';

/** Below a run's folder; removed when the run is done. */
export const JOBS = join('.work', 'jobs');

const JOB = '.job.jsonl';
const RESULTS = '.results.jsonl';

const namesIn = (path: string, ending: string) =>
  existsSync(path)
    ? readdirSync(path)
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
    : [];

/** Error codes of reading a file that is not there, or, on storage of another machine, was replaced a moment ago. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ESTALE']);

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}

/**
 * The jobs of a run and their results, as files on storage that all machines share: whatever a queue loses or brings
 * twice, these files say what there is to do and what is done. A file appears whole under its name or not at all, and
 * says itself whether it is whole.
 */
export class JobFolder {
  readonly path: string;

  /** `name` is a digest of what the results depend on: other settings have other folders. */
  constructor(runFolder: string, name: string) {
    this.path = join(runFolder, JOBS, name.slice(0, 16));
  }

  create(): void {
    onDisk(this.path, () => mkdirSync(this.path, { recursive: true }));
  }

  /** Ids of the jobs that are there, and of those that have results. */
  get jobs(): string[] {
    return namesIn(this.path, JOB);
  }

  get done(): string[] {
    return namesIn(this.path, RESULTS);
  }

  /** Writes down a job; returns its id. */
  put(terms: JobTerms, works: readonly JobWork[]): string {
    const { id, text } = jobText(terms, works);
    this.#write(id + JOB, text);
    return id;
  }

  has(id: string): boolean {
    return existsSync(join(this.path, id + JOB));
  }

  /** A job; null where it is not there, or damaged. */
  read(id: string): Job | null {
    const text = textOf(join(this.path, id + JOB));
    return text === null ? null : jobIn(text, id);
  }

  keep(id: string, results: JobResults): void {
    this.#write(id + RESULTS, resultsText(id, results));
  }

  /** Reads the results of a job; null where they are not there, or not whole. */
  resultsOf(id: string): JobResults | null {
    const text = textOf(join(this.path, id + RESULTS));
    return text === null ? null : resultsIn(text, id);
  }

  /** Removes a job: nobody starts on it any more, and who is at it keeps nothing of it. */
  withdraw(id: string): void {
    rmSync(join(this.path, id + JOB), { force: true });
  }

  forget(id: string): void {
    rmSync(join(this.path, id + RESULTS), { force: true });
  }

  /** Several may write one file at once: each writes its own, and the last to be ready stays. */
  #write(name: string, text: string): void {
    const own = join(this.path, `.${name}.${randomBytes(6).toString('hex')}`);
    onDisk(this.path, () => {
      writeFileSync(own, text);
      renameSync(own, join(this.path, name));
    });
  }
}

/** Tells whether a step is not to be tried anew by another start. */
const isFinal = ({ kind }: WorkEnd) => kind !== 'pending' && kind !== 'failed';

/** Steps that earlier starts of a run left done in its job folder, and jobs that workers may be at. */
export class Leftovers {
  readonly #folder: JobFolder;
  /** Jobs by the digests of their steps. */
  readonly #done = new Map<string, string>();
  readonly #out = new Map<string, string>();
  /** The results that were read last: those of a job are asked for one after the other. */
  #read: { readonly id: string; readonly ends: ReadonlyMap<string, WorkEnd> } | null = null;

  /** Removes what is of no use to a start with these terms. */
  constructor(folder: JobFolder, terms: JobTerms) {
    this.#folder = folder;
    const done = new Set(folder.done);
    for (const id of done) {
      const finished = folder.resultsOf(id)?.results.filter(({ end }) => isFinal(end)) ?? [];
      for (const { work } of finished) this.#done.set(work, id);
      // What broke off is tried anew: its job must not count as done.
      if (finished.length === 0) folder.forget(id);
    }
    const own = JSON.stringify(terms);
    for (const id of folder.jobs) {
      const job = done.has(id) ? null : folder.read(id);
      if (job === null || JSON.stringify(job.terms) !== own) folder.withdraw(id);
      else for (const work of job.works) this.#out.set(workDigest(work), id);
    }
  }

  /** Hands out the end of a step, once; undefined where it is not done. */
  take(work: string): WorkEnd | undefined {
    const id = this.#done.get(work);
    if (id === undefined) return undefined;
    this.#done.delete(work);
    if (this.#read?.id !== id) {
      const results = this.#folder.resultsOf(id)?.results ?? [];
      this.#read = { id, ends: new Map(results.map((result) => [result.work, result.end])) };
    }
    return this.#read.ends.get(work);
  }

  /** The job a step is out with; undefined where it is with none. */
  jobOf(work: string): string | undefined {
    return this.#out.get(work);
  }
}
