import type { DatabaseSync } from 'node:sqlite';
import { canonicalJson } from '../schemas/canonical-json.ts';
import { ConfigError } from '../schemas/errors.ts';
import { ModelReply, ModelRequest, type Role, type StoredReply, type Usage } from '../schemas/model.ts';
import { digestOf } from '../text/digest.ts';
import { inOneStep, madeOf } from '../text/files/sqlite-file.ts';
import { withoutKeys } from './client.ts';
import { guarded, openReplyDatabase } from './reply-database.ts';
import { countByRole, type MeasuredLengths, measuredLengths, type RoleCounts, spentNano } from './reply-sums.ts';

/** The address of a request's reply: equal requests have one reply, whoever asks and whenever. */
export const requestDigest = (request: ModelRequest): string => digestOf('model request', request);

/** Outlives every run; runs of one folder share it. */
export const REPLY_STORE = 'out/.models/replies.db';

/** The task that asked for a reply, and its cost: null where no price is known. */
interface Charge {
  readonly taskId: string;
  readonly costNano: number | null;
}

/** A call that brought no reply. */
export interface Failure extends Charge {
  readonly digest: string;
  readonly role: Role;
  readonly model: string;
  /** The kind of fault: `rate_limited`, `timeout` ... */
  readonly kind: string;
  /** HTTP status; null where there was no answer at all. */
  readonly status: number | null;
  readonly detail: string;
  readonly usage: Usage | null;
}

/** Calls of one request that brought no reply, with what is known of the last. */
export interface FailedCalls extends Pick<Failure, 'kind' | 'status' | 'detail'> {
  readonly times: number;
}

interface RecordedReply extends StoredReply, Charge {
  readonly request: ModelRequest;
  /** The run that asked first. */
  readonly run: string;
  readonly createdAt: string;
}

export interface ReplyStoreSettings {
  /** Names the run that pays, so that starts of the same run share one budget. */
  readonly run?: string;
  /** Keys of the endpoints in use: where an endpoint quotes one, it is not kept. */
  readonly keys?: readonly string[];
  /** False where a store has to be there already. */
  readonly create?: boolean;
  readonly now?: () => Date;
}

type ReplyRow = Omit<RecordedReply, 'request' | 'reply'> & Record<'request' | 'reply', string>;

const prepared = (db: DatabaseSync) => ({
  reply: db.prepare('SELECT reply FROM replies WHERE digest = ?'),
  add: db.prepare(
    `INSERT INTO replies (digest, role, model, task_id, run, input_tokens, output_tokens, cost_usd_nano, created_at, request, reply)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING`,
  ),
  addLate: db.prepare(
    `INSERT INTO late_replies (digest, task_id, run, input_tokens, output_tokens, cost_usd_nano, created_at, reply)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest, reply) DO NOTHING`,
  ),
  addRepeated: db.prepare(
    `INSERT INTO repeated_replies (digest, task_id, run, input_tokens, output_tokens, cost_usd_nano, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
  fail: db.prepare(
    `INSERT INTO failures (digest, role, model, task_id, run, kind, status, input_tokens, output_tokens, cost_usd_nano, created_at, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  failed: db.prepare('SELECT COUNT(*) AS times, kind, status, detail, MAX(id) AS last FROM failures WHERE digest = ?'),
  // Under an address that nobody asks for; what was paid stands in all sums as before.
  setAside: ['replies', 'late_replies', 'repeated_replies'].map((table) =>
    db.prepare(`UPDATE ${table} SET digest = ?1 || ?2 WHERE digest = ?1`),
  ),
  row: db.prepare(
    `SELECT digest, task_id AS taskId, run, cost_usd_nano AS costNano, created_at AS createdAt, request, reply
     FROM replies WHERE digest = ?`,
  ),
  ofTask: db.prepare('SELECT digest, role FROM replies WHERE task_id = ? ORDER BY rowid'),
});

/**
 * Every request that was answered with its reply, and every call that failed: one SQLite file for all runs, safe for
 * several processes at once. A reply whose `put` returned is there after any end of the process, whole.
 */
export class ReplyStore {
  readonly path: string;
  readonly #db: DatabaseSync;
  readonly #run: string;
  readonly #keys: readonly string[];
  readonly #now: () => Date;
  readonly #statements: ReturnType<typeof prepared>;

  private constructor(
    path: string,
    db: DatabaseSync,
    { run = '', keys = [], now = () => new Date() }: ReplyStoreSettings,
  ) {
    this.path = path;
    this.#db = db;
    this.#run = run;
    this.#keys = keys;
    this.#now = now;
    this.#statements = prepared(db);
  }

  /** Opens the store; a ConfigError says what to do when the file is foreign, damaged or of another version. */
  static open(path: string = REPLY_STORE, settings: ReplyStoreSettings = {}): ReplyStore {
    const db = openReplyDatabase(path, { create: settings.create ?? true });
    return guarded(path, () => madeOf(db, () => new ReplyStore(path, db, settings)));
  }

  get(digest: string): ModelReply | null {
    const found = this.#guarded(() => this.#statements.reply.get(digest) as { reply: string } | undefined);
    return found === undefined ? null : this.#replyIn(digest, found.reply);
  }

  /**
   * Keeps a reply and returns the one to use: the first that was kept under the digest, whoever asked for it. Another one
   * that comes later is set aside, for it was paid for, and never used. Of the same one again only what was paid for it is kept: several
   * processes may ask the same at the same time, and each call is on the bill.
   */
  put(digest: string, request: ModelRequest, reply: ModelReply, { taskId, costNano }: Charge): StoredReply {
    // Parsing refuses whatever does not belong into a record: nothing but what is named there is ever written.
    const { role, model, ...rest } = ModelRequest.parse(request);
    const kept = this.#cleaned(ModelReply.parse(reply));
    const json = canonicalJson(kept);
    const { input_tokens = null, output_tokens = null } = kept.usage ?? {};
    const charged = [input_tokens, output_tokens, costNano, this.#now().toISOString()];
    return this.#guarded(() => {
      const added = this.#statements.add.run(
        ...[digest, role, model, taskId, this.#run, ...charged, canonicalJson({ role, model, ...rest }), json],
      );
      if (added.changes === 1) return { digest, reply: kept, isNew: true };
      const first = (this.#statements.reply.get(digest) as { reply: string }).reply;
      const again = [digest, taskId, this.#run, ...charged] as const;
      const isOther = first !== json && this.#statements.addLate.run(...again, json).changes === 1;
      if (!isOther) this.#statements.addRepeated.run(...again);
      return { digest, reply: this.#replyIn(digest, first) };
    });
  }

  /** Keeps replies where nobody finds them, so that they are asked for again. */
  setAside(digests: readonly string[]): void {
    const mark = ` set aside ${this.#now().toISOString()}`;
    this.#guarded(() =>
      inOneStep(this.#db, () => {
        this.#db.exec('PRAGMA defer_foreign_keys = ON');
        for (const digest of digests) for (const statement of this.#statements.setAside) statement.run(digest, mark);
      }),
    );
  }

  putFailure({ digest, role, model, taskId, kind, status, detail, usage, costNano }: Failure): void {
    const { input_tokens = null, output_tokens = null } = usage ?? {};
    const text = withoutKeys(detail, this.#keys).toWellFormed();
    this.#guarded(() =>
      this.#statements.fail.run(
        ...[digest, role, model, taskId, this.#run, kind, status, input_tokens, output_tokens, costNano],
        ...[this.#now().toISOString(), text],
      ),
    );
  }

  /** The calls of a request that brought no reply, with the end of the last; null where there was none. */
  failuresOf(digest: string): FailedCalls | null {
    // Beside MAX, SQLite takes the other columns from the row that has it.
    const { times, kind, status, detail } = this.#guarded(
      () => this.#statements.failed.get(digest) as unknown as FailedCalls,
    );
    return times === 0 ? null : { times, kind, status, detail };
  }

  /** Digests of the replies a task was the first to ask for, in that order; of one role where one is given. */
  digestsOf(taskId: string, role?: Role): string[] {
    const rows = this.#guarded(() => this.#statements.ofTask.all(taskId) as { digest: string; role: string }[]);
    return rows.filter((row) => role === undefined || row.role === role).map(({ digest }) => digest);
  }

  read(digest: string): RecordedReply | null {
    const row = this.#guarded(() => this.#statements.row.get(digest) as ReplyRow | undefined);
    if (row === undefined) return null;
    const request = this.#parsed(digest, () => ModelRequest.parse(JSON.parse(row.request)));
    return { ...row, request, reply: this.#replyIn(digest, row.reply) };
  }

  /** Calls, tokens and money by role, of this run or, by default, of all that share the file. */
  counts(of: 'this run' | 'all runs' = 'all runs'): RoleCounts[] {
    return this.#guarded(() => countByRole(this.#db, of === 'this run' ? this.#run : null));
  }

  /** Money all starts of this run spent, failed calls and late replies with it; `Budget` goes on from there. */
  spentNano(): number {
    return this.#guarded(() => spentNano(this.#db, this.#run));
  }

  /** Lengths of prompts and replies so far, of all runs: what an estimate is made from. */
  measuredLengths(): MeasuredLengths[] {
    return this.#guarded(() => measuredLengths(this.#db));
  }

  close(): void {
    this.#db.close();
  }

  #cleaned(reply: ModelReply): ModelReply {
    return { ...reply, text: withoutKeys(reply.text, this.#keys), model: withoutKeys(reply.model, this.#keys) };
  }

  #replyIn(digest: string, json: string): ModelReply {
    return this.#parsed(digest, () => ModelReply.parse(JSON.parse(json)));
  }

  #parsed<T>(digest: string, parse: () => T): T {
    try {
      return parse();
    } catch (cause) {
      throw new ConfigError(
        `the reply ${digest} in ${this.path} was changed by another program and cannot be read; delete that row, or move the file away: what is missing is asked for again`,
        { cause },
      );
    }
  }

  #guarded<T>(work: () => T): T {
    return guarded(this.path, work);
  }
}
