/** Board that jobs are put up on for workers: at least one of them takes each, and more than one may. */
export interface JobBoard {
  /** Tells what happens to jobs, and to the board; called once, before anything is put up. */
  watch(watcher: BoardWatcher): void;
  /** Puts up jobs; those that are up stay as they are. Resolves when that is done, however long the board is away. */
  put(ids: readonly string[]): Promise<void>;
  /** Takes down jobs that no worker has begun. */
  withdraw(ids: readonly string[]): Promise<void>;
  /** Returns the number of workers that take jobs from it. */
  workers(): Promise<number>;
  close(): Promise<void>;
}

export interface BoardWatcher {
  /** A worker says that a job is done; its results may take a moment to be seen. */
  done(id: string): void;
  failed(id: string, reason: string): void;
  /** The board is out of reach; it may have lost every job when it is back. `news` says so in words. */
  away(news: string): void;
  back(news: string): void;
}
