import { DatabaseSync } from 'node:sqlite';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { ModelRequest } from '../../schemas/model.ts';
import { inOneStep, madeOf } from '../../text/files/sqlite-file.ts';
import { guarded } from '../reply-database.ts';

export interface BatchedRequest {
  readonly digest: string;
  readonly taskId: string;
  readonly request: ModelRequest;
}

/** A batch before anything of it is sent. */
export interface NewBatch {
  /** Stands in the provider's metadata, so that a batch is found whose id never arrived. */
  readonly name: string;
  /** Of the endpoint it is sent to. */
  readonly address: string;
  readonly model: string;
  /** SHA-256 of the input file. */
  readonly inputDigest: string;
  readonly requests: readonly BatchedRequest[];
}

export interface UnfinishedBatch extends NewBatch {
  /** Null where the provider's answer to its creation never came. */
  readonly id: string | null;
  readonly submittedAt: Date;
}

interface BatchRow extends Omit<UnfinishedBatch, 'requests' | 'submittedAt'> {
  readonly submittedAt: string;
}

type RequestRow = Record<'digest' | 'taskId' | 'request', string>;

const BUSY_MS = 30_000;
/** Beside those of replies. A request of a run stands in one unfinished batch at most: none is paid for twice. */
const TABLES = `
CREATE TABLE IF NOT EXISTS batches (
  name TEXT PRIMARY KEY,
  id TEXT,
  address TEXT NOT NULL,
  model TEXT NOT NULL,
  run TEXT NOT NULL,
  input_digest TEXT NOT NULL,
  requests INTEGER NOT NULL,
  status TEXT NOT NULL,
  submitted_at TEXT NOT NULL,
  ended_at TEXT
);
CREATE TABLE IF NOT EXISTS batch_requests (
  run TEXT NOT NULL,
  digest TEXT NOT NULL,
  batch TEXT NOT NULL REFERENCES batches,
  task_id TEXT NOT NULL,
  request TEXT NOT NULL,
  PRIMARY KEY (run, digest)
);
CREATE INDEX IF NOT EXISTS batch_requests_by_batch ON batch_requests (batch);
`;
const UNFINISHED = "'submitting', 'submitted'";

const prepared = (db: DatabaseSync) => ({
  add: db.prepare(
    `INSERT INTO batches (name, address, model, run, input_digest, requests, submitted_at, status)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'submitting')`,
  ),
  addRequest: db.prepare('INSERT INTO batch_requests (run, digest, batch, task_id, request) VALUES (?, ?, ?, ?, ?)'),
  name: db.prepare("UPDATE batches SET id = ?, status = 'submitted' WHERE name = ?"),
  end: db.prepare('UPDATE batches SET status = ?, ended_at = ? WHERE name = ?'),
  forget: db.prepare('DELETE FROM batch_requests WHERE batch = ?'),
  unfinished: db.prepare(
    `SELECT name, id, address, model, input_digest AS inputDigest, submitted_at AS submittedAt
       FROM batches WHERE run = ? AND status IN (${UNFINISHED}) ORDER BY rowid`,
  ),
  requests: db.prepare('SELECT digest, task_id AS taskId, request FROM batch_requests WHERE batch = ? ORDER BY rowid'),
  earlier: db.prepare('SELECT COUNT(*) AS batches FROM batches WHERE run = ? AND input_digest = ?'),
});

/** The batches of a run in the file of its replies: what is sent is written down before, what is collected after. */
export class BatchLedger {
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #run: string;
  readonly #now: () => Date;
  readonly #statements: ReturnType<typeof prepared>;

  /** `path` is the file of an open reply store. */
  constructor(path: string, run: string, now: () => Date = () => new Date()) {
    this.#path = path;
    this.#run = run;
    this.#now = now;
    this.#db = new DatabaseSync(path, { timeout: BUSY_MS });
    this.#statements = this.#guarded(() =>
      madeOf(this.#db, () => {
        // These rows are few, and one that is lost is a batch that is paid for again: each waits for the disk.
        this.#db.exec(`PRAGMA synchronous = FULL; ${TABLES}`);
        return prepared(this.#db);
      }),
    );
  }

  /** Number of batches with this input the run has made before. */
  earlierWith(inputDigest: string): number {
    const row = this.#guarded(() => this.#statements.earlier.get(this.#run, inputDigest));
    return (row as { batches: number }).batches;
  }

  begin({ name, address, model, inputDigest, requests }: NewBatch): void {
    this.#inOneStep(() => {
      this.#statements.add.run(
        ...[name, address, model, this.#run, inputDigest, requests.length, this.#now().toISOString()],
      );
      for (const { digest, taskId, request } of requests)
        this.#statements.addRequest.run(this.#run, digest, name, taskId, canonicalJson(request));
    });
  }

  submitted(name: string, id: string): void {
    this.#guarded(() => this.#statements.name.run(id, name));
  }

  /** Ends a batch whose replies are stored, or that never came about; its requests are free again. */
  end(name: string, status: string): void {
    this.#inOneStep(() => {
      this.#statements.end.run(status, this.#now().toISOString(), name);
      this.#statements.forget.run(name);
    });
  }

  /** The batches of earlier starts that are still to be collected, oldest first. */
  unfinished(): UnfinishedBatch[] {
    return this.#guarded(() => {
      const batches = this.#statements.unfinished.all(this.#run) as unknown as BatchRow[];
      return batches.map((batch) => ({
        ...batch,
        submittedAt: new Date(batch.submittedAt),
        requests: (this.#statements.requests.all(batch.name) as unknown as RequestRow[]).map((row) => ({
          ...row,
          request: ModelRequest.parse(JSON.parse(row.request)),
        })),
      }));
    });
  }

  close(): void {
    this.#db.close();
  }

  #inOneStep(work: () => void): void {
    this.#guarded(() => inOneStep(this.#db, work));
  }

  #guarded<T>(work: () => T): T {
    return guarded(this.#path, work);
  }
}
