import { type JobTerms, type WorkEnd, workDigest } from './job.ts';
import type { JobFolder } from './job-folder.ts';

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
