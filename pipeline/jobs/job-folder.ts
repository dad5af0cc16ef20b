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
