import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { guarded } from '../../models/reply-database.ts';
import { type Failure, ReplyStore, type ReplyStoreSettings, requestDigest } from '../../models/reply-store.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { ModelReply, ModelRequest, Role } from '../../schemas/model.ts';
import { keptDigests, lateReplies } from '../fixtures/kept-replies.ts';
import { folderWith, temporaryFolder } from '../fixtures/raw-files.ts';
import { replyOf, requestOf } from './requests.ts';

const newPath = () => join(temporaryFolder(), 'models', 'replies.db');

function opened(path = newPath(), settings: ReplyStoreSettings = {}): ReplyStore {
  const store = ReplyStore.open(path, settings);
  onTestFinished(() => {
    try {
      store.close();
    } catch {
      // The test closed it.
    }
  });
  return store;
}

const asking = (content: string, role: Role = 'query_writer') =>
  requestOf({ role, messages: [{ role: 'user', content }] });
const put = (
  store: ReplyStore,
  request: ModelRequest,
  reply: ModelReply,
  taskId = 'task-1',
  costNano: number | null = 10,
) => store.put(requestDigest(request), request, reply, { taskId, costNano });

const failureOf = (changes: Partial<Failure> = {}): Failure => ({
  digest: 'abc',
  role: 'judge',
  model: 'some-model',
  taskId: 'task-1',
  kind: 'rate_limited',
  status: 429,
  detail: 'slow down',
  usage: null,
  costNano: 0,
  ...changes,
});

test('a reply is read back as it was put, with its request, also when the file is opened again', () => {
  const path = newPath();
  const request = requestOf({ schema: { name: 'query', json: { type: 'object' } }, attempt: 3 });
  const reply = replyOf('A “tent”, <b>please</b>\n', { usage: null, finish: 'length' });
  const first = opened(path, { run: 'out/a', now: () => new Date('2026-11-20T10:00:00Z') });
  expect(first.get(requestDigest(request))).toBeNull();
  expect(put(first, request, reply, 'task-1', null)).toEqual({ digest: requestDigest(request), reply, isNew: true });
  first.close();
  const again = opened(path);
  expect(again.get(requestDigest(request))).toEqual(reply);
  expect(again.read(requestDigest(request))).toEqual({
    digest: requestDigest(request),
    request,
    reply,
    taskId: 'task-1',
    costNano: null,
    run: 'out/a',
    createdAt: '2026-11-20T10:00:00.000Z',
  });
  expect(again.read('nothing')).toBeNull();
});

test('what is set aside is asked for again, twice as well, and stays paid', () => {
  const path = newPath();
  const request = requestOf();
  const digest = requestDigest(request);
  let minute = 0;
  const store = opened(path, { run: 'out/a', now: () => new Date(Date.UTC(2026, 10, 20, 10, minute++)) });
  for (const said of ['I like turtles.', 'I like pandas.']) {
    put(store, request, replyOf(said));
    put(store, request, replyOf(said));
    put(store, request, replyOf('and another, later'));
    expect(store.get(digest)).toEqual(replyOf(said));
    store.setAside([digest, 'nothing']);
    expect([store.get(digest), lateReplies(store.path, digest)]).toEqual([null, []]);
  }
  expect(put(store, request, replyOf('a light tent'))).toEqual({
    ...{ digest, reply: replyOf('a light tent'), isNew: true },
  });
  expect(store.spentNano()).toBe(70);
  expect(store.digestsOf('task-1').map((one) => one.slice(0, digest.length))).toEqual([digest, digest, digest]);
});

test('text of any kind is kept to the character', () => {
  const store = opened();
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udc00y', "'; DROP TABLE replies; --", '\u2028', ''),
  );
  fc.assert(
    fc.property(text, text, text, (content, answer, taskId) => {
      const request = asking(content);
      const digest = requestDigest(request);
      if (store.get(digest) !== null) return;
      put(store, request, replyOf(answer), taskId);
      expect(store.read(digest)).toMatchObject({ request, reply: replyOf(answer) });
    }),
  );
});

test('the first reply to a request is the one to use, whatever comes later', () => {
  const path = newPath();
  const [one, other] = [opened(path), opened(path)];
  const request = requestOf();
  const digest = requestDigest(request);
  expect(put(one, request, replyOf('first')).reply.text).toBe('first');
  expect(put(other, request, replyOf('second')).reply.text).toBe('first');
  expect(put(one, request, replyOf('third')).reply.text).toBe('first');
  expect(one.get(digest)?.text).toBe('first');
  expect(lateReplies(one.path, digest).map(({ text }) => text)).toEqual(['second', 'third']);
});

test('a reply that arrives again, first or late, is kept once and paid for every time', () => {
  const store = opened();
  const request = requestOf();
  for (const text of ['first', 'first', 'late', 'late', 'first']) put(store, request, replyOf(text));
  expect(store.counts()).toMatchObject([{ replies: 1, lateReplies: 4, costNano: 50 }]);
  expect(store.spentNano()).toBe(50);
  expect(keptDigests(store.path)).toHaveLength(1);
  expect(lateReplies(store.path, requestDigest(request)).map(({ text }) => text)).toEqual(['late']);
});

test('each of two runs that got the same reply has paid for it', () => {
  const path = newPath();
  const [one, other] = [opened(path, { run: 'out/a' }), opened(path, { run: 'out/b' })];
  put(one, requestOf(), replyOf('same'), 'task-1', 100);
  put(other, requestOf(), replyOf('same'), 'task-1', 30);
  expect([one.spentNano(), other.spentNano()]).toEqual([100, 30]);
  expect(other.counts('this run')).toMatchObject([{ replies: 0, lateReplies: 1, costNano: 30 }]);
});

test('a store of a release that did not count repeated replies counts them from now on', () => {
  const path = withReplies(1);
  const db = new DatabaseSync(path);
  db.exec('DROP TABLE repeated_replies');
  db.close();
  const store = opened(path);
  for (let time = 0; time < 2; time++) put(store, asking('a'), replyOf('A'), 'task-1', 7);
  expect(store.counts()).toMatchObject([{ replies: 2, lateReplies: 1, costNano: 24 }]);
});

test('a reply that differs in its token count alone is another reply', () => {
  const store = opened();
  const request = requestOf();
  put(store, request, replyOf('same'));
  put(store, request, replyOf('same', { usage: null }));
  expect(lateReplies(store.path, requestDigest(request))).toEqual([replyOf('same', { usage: null })]);
});

test('calls are counted by role, with tokens, money and every kind of fault', () => {
  const store = opened();
  put(store, asking('a'), replyOf('A'), 'task-1', 100);
  put(store, asking('b'), replyOf('B', { usage: null }), 'task-2', null);
  put(store, asking('a'), replyOf('late'), 'task-3', 7);
  put(store, asking('c', 'judge'), replyOf('C'), 'task-1', 1000);
  store.putFailure(failureOf());
  store.putFailure(failureOf());
  store.putFailure(
    failureOf({ kind: 'timeout', status: null, usage: { input_tokens: 50, output_tokens: 0 }, costNano: 5 }),
  );
  store.putFailure(failureOf({ role: 'blind_solver', kind: 'server_error', status: 503, costNano: null }));
  expect(store.counts()).toEqual([
    {
      role: 'blind_solver',
      replies: 0,
      lateReplies: 0,
      failures: { server_error: 1 },
      inputTokens: 0,
      outputTokens: 0,
      costNano: 0,
      uncosted: 1,
    },
    {
      role: 'judge',
      replies: 1,
      lateReplies: 0,
      failures: { rate_limited: 2, timeout: 1 },
      inputTokens: 170,
      outputTokens: 40,
      costNano: 1005,
      uncosted: 0,
    },
    {
      role: 'query_writer',
      replies: 2,
      lateReplies: 1,
      failures: {},
      inputTokens: 240,
      outputTokens: 80,
      costNano: 107,
      uncosted: 1,
    },
  ]);
});

test('what the parts of a run spent counts for the run, and not for runs beside it', () => {
  const path = newPath();
  const part = opened(path, { run: 'out/a/.work/shards/1-of-2' });
  put(part, asking('a'), replyOf('A'), 'task-1', 100);
  put(opened(path, { run: 'out/ab' }), asking('b'), replyOf('B'), 'task-1', 7);
  const whole = opened(path, { run: 'out/a' });
  put(whole, asking('c'), replyOf('C'), 'task-1', 20);
  expect([whole.spentNano(), part.spentNano()]).toEqual([120, 100]);
  expect(whole.counts('this run')).toMatchObject([{ replies: 2, costNano: 120 }]);
});

test('what a run spent is known when it is started again, apart from other runs in the same file', () => {
  const path = newPath();
  const first = opened(path, { run: 'out/a' });
  put(first, asking('a'), replyOf('A'), 'task-1', 100);
  first.putFailure(failureOf({ costNano: 5 }));
  const other = opened(path, { run: 'out/b' });
  put(other, asking('b'), replyOf('B'), 'task-1', 1000);
  put(other, asking('a'), replyOf('late'), 'task-1', 30);
  put(other, asking('c'), replyOf('C'), 'task-1', null);
  first.close();
  expect(opened(path, { run: 'out/a' }).spentNano()).toBe(105);
  expect([other.spentNano(), opened(path, { run: 'out/c' }).spentNano()]).toEqual([1030, 0]);
  expect(other.counts('this run')).toMatchObject([
    { role: 'query_writer', replies: 2, lateReplies: 1, costNano: 1030 },
  ]);
});

test('the replies of a task are found, of one role where one is given', () => {
  const store = opened();
  const [query, judged, foreign] = [asking('a'), asking('b', 'judge'), asking('c')];
  put(store, query, replyOf('A'), 'task-1');
  put(store, judged, replyOf('B'), 'task-1');
  put(store, foreign, replyOf('C'), 'task-2');
  expect(store.digestsOf('task-1')).toEqual([query, judged].map(requestDigest));
  expect(store.digestsOf('task-1', 'judge')).toEqual([requestDigest(judged)]);
  expect(store.digestsOf('task-3')).toEqual([]);
});

test('lengths are measured per role and model, over the replies that were counted', () => {
  const count = fc.nat(20_000);
  fc.assert(
    fc.property(fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 30 }), (calls) => {
      const store = ReplyStore.open(newPath());
      try {
        calls.forEach(([input_tokens, output_tokens], index) => {
          put(store, asking(`${index}`), replyOf('', { usage: { input_tokens, output_tokens } }));
        });
        put(store, asking('uncounted'), replyOf('', { usage: null }));
        const mean = (of: 0 | 1) => calls.reduce((sum, call) => sum + call[of], 0) / calls.length;
        const deviation = (of: 0 | 1) =>
          calls.length < 2
            ? 0
            : Math.sqrt(calls.reduce((sum, call) => sum + (call[of] - mean(of)) ** 2, 0) / (calls.length - 1));
        const [lengths, ...others] = store.measuredLengths();
        expect(others).toEqual([]);
        expect(lengths).toMatchObject({ role: 'query_writer', model: 'some-model', calls: calls.length });
        expect(lengths?.inputTokens.mean).toBeCloseTo(mean(0), 6);
        expect(lengths?.outputTokens.mean).toBeCloseTo(mean(1), 6);
        expect(lengths?.inputTokens.deviation).toBeCloseTo(deviation(0), 3);
        expect(lengths?.outputTokens.deviation).toBeCloseTo(deviation(1), 3);
      } finally {
        store.close();
      }
    }),
    { numRuns: 15 },
  );
});

const KEY = 'sk-proj-0123456789abcdef';

/** Everything that lies beside the store, as bytes. */
const bytesBeside = (path: string) =>
  Buffer.concat(readdirSync(dirname(path)).map((name) => readFileSync(join(dirname(path), name)))).toString('latin1');

test('a key is never written, not even where an endpoint quotes it', () => {
  const path = newPath();
  const store = opened(path, { keys: [KEY, 'EMPTY'] });
  const request = requestOf();
  const kept = put(store, request, replyOf(`you sent ${KEY}, {"key":"${KEY}"}`, { model: `model ${KEY}` }));
  expect(kept.reply).toMatchObject({
    text: 'you sent [key removed], {"key":"[key removed]"}',
    model: 'model [key removed]',
  });
  put(store, request, replyOf(`late ${KEY}`));
  store.putFailure(failureOf({ detail: `401 Incorrect API key provided: ${KEY}.`, kind: 'refused_key', status: 401 }));
  expect(bytesBeside(path)).toContain('Incorrect API key provided: [key removed].');
  expect(bytesBeside(path)).not.toContain(KEY);
  store.close();
  expect(bytesBeside(path)).not.toContain(KEY);
  expect(opened(path).get(requestDigest(request))).toEqual(kept.reply);
});

test('a stand-in for a key is an ordinary word of a reply', () => {
  const store = opened(newPath(), { keys: ['EMPTY', ''] });
  expect(put(store, requestOf(), replyOf('an EMPTY bottle')).reply.text).toBe('an EMPTY bottle');
});

test.each([
  ['request', { ...requestOf(), headers: { authorization: `Bearer ${KEY}` } }, replyOf('A')],
  ['reply', requestOf(), { ...replyOf('A'), headers: { authorization: `Bearer ${KEY}` } }],
])('a %s with more than a record may hold is refused before anything of it is written', (_, request, reply) => {
  const path = newPath();
  const store = opened(path);
  expect(() => store.put('digest', request, reply, { taskId: 'task-1', costNano: 0 })).toThrow('headers');
  expect(store.get('digest')).toBeNull();
  expect(bytesBeside(path)).not.toContain(KEY);
});

function withDatabase(sql: string): string {
  const path = join(temporaryFolder(), 'replies.db');
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  return path;
}

function withReplies(count: number): string {
  const path = newPath();
  const store = ReplyStore.open(path);
  for (let index = 0; index < count; index++) put(store, asking(`${index}`), replyOf('long '.repeat(500)));
  store.close();
  return path;
}

const versioned = (version: number) => {
  const path = withReplies(1);
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
  return path;
};

test.each([
  [
    'a text file',
    () => join(folderWith({ 'replies.db': 'not a database, but long enough to be one' }), 'replies.db'),
    'it is not a reply store; move it away',
  ],
  [
    'the database of another program',
    () => withDatabase('CREATE TABLE notes (text)'),
    'is a database of another program',
  ],
  ['another marked database', () => withDatabase('PRAGMA application_id = 7'), 'is a database of another program'],
  [
    'a store of a newer release',
    () => versioned(2),
    'has version 2 of a newer release, expected 1; use that release, or move the file away',
  ],
  ['a store of an older release', () => versioned(-1), 'has version -1 of an older release, expected 1'],
  ['a folder', () => join(folderWith({ 'replies.db/note.txt': '' }), 'replies.db'), 'it cannot be opened'],
])('%s in the place of the store is left as it is, and said to be wrong', (_, make, message) => {
  const path = make();
  const before = readdirSync(dirname(path));
  expect(() => ReplyStore.open(path)).toThrow(ConfigError);
  expect(() => ReplyStore.open(path)).toThrow(message);
  expect(() => ReplyStore.open(path)).toThrow(path);
  expect(readdirSync(dirname(path))).toEqual(before);
});

test('a store that has to be there and is not is said to be missing, and not made', () => {
  const path = newPath();
  expect(() => ReplyStore.open(path, { create: false })).toThrow(ConfigError);
  expect(() => ReplyStore.open(path, { create: false })).toThrow(
    `${path} is missing, expected recorded model replies; run with --writer openai first`,
  );
  opened(path).close();
  expect(opened(path, { create: false }).counts()).toEqual([]);
});

test('a file where the folder of the store should be is said to be in the way', () => {
  const folder = folderWith({ models: 'a file' });
  expect(() => ReplyStore.open(join(folder, 'models', 'replies.db'))).toThrow(ConfigError);
});

test('an empty file becomes a store', () => {
  const path = join(folderWith({ 'replies.db': '' }), 'replies.db');
  expect(put(opened(path), requestOf(), replyOf('A')).reply.text).toBe('A');
});

const allIn = (store: ReplyStore) => store.digestsOf('task-1').map((digest) => store.read(digest)!);

test('a store that lost its end is said to be damaged, wherever it broke off', () => {
  const whole = readFileSync(withReplies(100));
  for (const share of [0.01, 0.1, 0.5, 0.9, 0.99]) {
    const path = newPath();
    mkdirSync(dirname(path));
    writeFileSync(path, whole);
    truncateSync(path, Math.floor(whole.length * share));
    const readAll = () => {
      const store = ReplyStore.open(path);
      try {
        expect(allIn(store)).toHaveLength(100);
      } finally {
        store.close();
      }
    };
    expect(readAll, `${share}`).toThrow(ConfigError);
    expect(readAll, `${share}`).toThrow(/is damaged; save what can be read|is not a reply store/);
  }
});

test('a store with pages of rubbish is said to be damaged, or what is whole in it is read', () => {
  const path = withReplies(100);
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 8192, bytes.length - 8192);
  writeFileSync(path, bytes);
  const readAll = () => {
    const store = ReplyStore.open(path);
    try {
      return allIn(store);
    } finally {
      store.close();
    }
  };
  expect(readAll).toThrow(ConfigError);
});

test('a reply that another program changed is an error that names it, never half a reply', () => {
  const path = newPath();
  const store = opened(path);
  const request = requestOf();
  const digest = requestDigest(request);
  put(store, request, replyOf('A'));
  const db = new DatabaseSync(path);
  db.exec(`UPDATE replies SET reply = substr(reply, 1, 20)`);
  db.close();
  expect(() => store.get(digest)).toThrow(ConfigError);
  expect(() => store.get(digest)).toThrow(`the reply ${digest} in ${path} was changed by another program`);
});

const throwing = (error: Error) => () => {
  throw error;
};

test.each([
  [5, 'database is locked', 'close that program and run the same command again'],
  [261, 'database is locked', 'close that program'],
  [8, 'attempt to write a readonly database', 'may not be written to'],
  [13, 'database or disk is full', 'no room on the disk'],
])('SQLite result %d, which the user can mend, says how', (errcode, text, remedy) => {
  const cause = Object.assign(new Error(text), { code: 'ERR_SQLITE_ERROR', errcode });
  const work = () => guarded('replies.db', throwing(cause));
  expect(work).toThrow(ConfigError);
  expect(work).toThrow(`replies.db: ${text}`);
  expect(work).toThrow(remedy);
});

test('a disk that has no room for a new store is told as that, and with room the store is made', () => {
  const path = newPath();
  const { exec } = DatabaseSync.prototype;
  const full = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (!sql.includes('CREATE TABLE')) return exec.call(this, sql);
    // What SQLite does where it finds no room for its journal: the transaction is over.
    exec.call(this, 'ROLLBACK');
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  });
  expect(() => ReplyStore.open(path)).toThrow('database or disk is full; there is no room on the disk; make some');
  full.mockRestore();
  ReplyStore.open(path).close();
});

test('a bug stays a bug', () => {
  const misuse = Object.assign(new Error('no such column: x'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
  const error = new RangeError('something else');
  for (const bug of [misuse, error]) expect(() => guarded('replies.db', throwing(bug))).toThrow(bug);
});
