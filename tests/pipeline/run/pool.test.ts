import { expect, test } from 'vitest';
import { type BuilderSource, createThreadPool } from '../../../pipeline/run/pool.ts';
import type { LockedResult } from '../../../schemas/run.ts';
import type { PlannedTask } from '../../../schemas/task.ts';

/** A thread that gives its number for each step. */
const THREAD = `
  import { parentPort, threadId } from 'node:worker_threads';
  const results = { lock: ({ task }) => ({ kind: 'locked', id: task.id }), write: ({ locked }) => ({ kind: 'built', id: locked.id }) };
  parentPort.on('message', (work) => {
    if (work.step !== 'open') parentPort.postMessage({ ...results[work.step](work), line: String(threadId) });
  });
`;

const poolOfTwo = () =>
  createThreadPool(
    { settings: {}, thread: new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`) } as BuilderSource,
    2,
  );

/** A thread that gives for each step what it was opened with, and what it found out where it was the first. */
const MARKING = `
  import { parentPort } from 'node:worker_threads';
  let shared = [];
  parentPort.on('message', ({ step, task, ...message }) => {
    if (step !== 'open') return parentPort.postMessage({ kind: 'locked', id: task.id, line: shared.join(' ') });
    shared = [...message.shared, ...(message.isFirst ? ['found out'] : ['given'])];
    if (message.isFirst) parentPort.postMessage({ kind: 'opened', shared });
  });
`;

const taskOf = (id: string, category: string) => ({ id, category }) as PlannedTask;
const threadsOf = (results: readonly unknown[]) => results.map((result) => (result as { line: string }).line);

test('tasks of a category are locked in one thread, and written where they were locked', async () => {
  const pool = poolOfTwo();
  try {
    const tasks = ['tents', 'mugs', 'tents', 'mugs', 'mugs', 'tents'].map((category, at) => taskOf(`t${at}`, category));
    const locks = await Promise.all(tasks.map(pool.lock, pool));
    const [tents, mugs] = threadsOf(locks);
    expect(tents).not.toBe(mugs);
    expect(threadsOf(locks)).toEqual([tents, mugs, tents, mugs, mugs, tents]);
    const backwards = locks.toReversed() as LockedResult[];
    expect(threadsOf(await Promise.all(backwards.map(pool.write, pool)))).toEqual(threadsOf(backwards));
  } finally {
    await pool.close();
  }
});

test('a thread that has nothing of its own takes what another would come to later', async () => {
  const pool = poolOfTwo();
  try {
    const locks = await Promise.all(Array.from({ length: 12 }, (_, at) => pool.lock(taskOf(`t${at}`, 'tents'))));
    expect(new Set(threadsOf(locks)).size).toBe(2);
  } finally {
    await pool.close();
  }
});

test('what the first thread finds out when it is opened the others are given, and nothing else', async () => {
  const thread = new URL(`data:text/javascript,${encodeURIComponent(MARKING)}`);
  const pool = createThreadPool({ settings: {}, thread } as BuilderSource, 3, () => ['read']);
  try {
    await pool.lock(taskOf('t', 'tents'));
    const others = Array.from({ length: 12 }, (_, at) => pool.lock(taskOf(`t${at}`, `category ${at % 3}`)));
    const given = new Set(threadsOf(await Promise.all(others)));
    expect([...given].sort()).toEqual(['read found out', 'read found out given']);
  } finally {
    await pool.close();
  }
});
