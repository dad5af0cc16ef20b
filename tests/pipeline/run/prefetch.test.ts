import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Checkpoints } from '../../../pipeline/checkpoints/checkpoints.ts';
import { Prefetch, type PrefetchSettings } from '../../../pipeline/run/prefetch.ts';
import type { BuildEnd, LockedResult } from '../../../schemas/run.ts';
import type { PlannedTask } from '../../../schemas/task.ts';
import { runKey } from '../../fixtures/run-key.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

let folder: string;
let checkpoints: Checkpoints;
/** The steps that were asked of the builder, in order. */
let built: string[];
/** Lets the builder finish; it waits for that. */
let finish: () => void;
let waiting: Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prefetch-'));
  checkpoints = Checkpoints.open(join(folder, 'run.db'), runKey());
  built = [];
  ({ promise: waiting, resolve: finish } = Promise.withResolvers<void>());
});
afterEach(() => {
  checkpoints.close();
  rmSync(folder, { recursive: true });
});

const taskOf = (id: string, changes: Partial<PlannedTask> = {}) => plannedTask({ id, targetIds: [id], ...changes });
const lockOf = ({ id, intent }: PlannedTask): LockedResult => ({
  ...{ kind: 'locked', id, intent, line: `task ${id}`, lockDigest: 'd', turn: 'first' },
});
const endOf = ({ id, intent, line }: LockedResult): BuildEnd => ({
  ...{ kind: 'built', id, intent, line: `sample of ${line}`, text: id, lockDigest: 'd', group: 'g' },
});

const prefetch = (changes: Partial<PrefetchSettings> = {}) =>
  new Prefetch({
    builder: {
      width: 2,
      async lock(task) {
        built.push(`lock ${task.id}`);
        await waiting;
        return lockOf(task);
      },
      async write(locked) {
        built.push(`write ${locked.id}`);
        await waiting;
        return endOf(locked);
      },
    },
    ...{ checkpoints, intents: ['product_search'] },
    again: ({ targetIds: [id = ''] }) => taskOf(id),
    ...changes,
  });

/** Notes tasks as a run does before it is left. */
const noted = (...ids: readonly string[]) =>
  prefetch().upcoming(
    'lock',
    ids.map((id) => taskOf(id)),
  );

async function afterTurns(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn();
}

test('tasks that came next are built before they are planned again, and kept', async () => {
  noted('one', 'two', 'three');
  prefetch().begin();
  finish();
  await afterTurns();
  expect(built).toEqual(['lock one', 'lock two', 'lock three']);
  expect(checkpoints.lockOf('three')).toEqual(lockOf(taskOf('three')));
});

test('a lock that is to be written is read from the checkpoints', async () => {
  checkpoints.add(lockOf(taskOf('one')));
  prefetch().upcoming('write', [taskOf('one'), taskOf('never locked')]);
  prefetch().begin();
  finish();
  await afterTurns();
  expect(built).toEqual(['write one']);
  expect(checkpoints.endOf('one')).toEqual(endOf(lockOf(taskOf('one'))));
});

test('nothing is taken up once the run is to end', async () => {
  noted('one', 'two');
  prefetch({ signal: AbortSignal.abort() }).begin();
  finish();
  await afterTurns();
  expect(built).toEqual([]);
});

test('what is under way when planning comes to it is not built twice', async () => {
  noted('one');
  const ahead = prefetch();
  ahead.begin();
  await afterTurns();
  const lock = ahead.lock(taskOf('one'));
  finish();
  expect(await lock).toEqual(lockOf(taskOf('one')));
  expect(built).toEqual(['lock one']);
});

test('nothing more is taken up once planning has come to something to do', async () => {
  noted('one', 'two', 'three', 'four');
  const ahead = prefetch();
  ahead.begin();
  await afterTurns();
  ahead.upcoming('lock', [taskOf('three')]);
  finish();
  await afterTurns();
  expect(built).toEqual(['lock one', 'lock two']);
});

test('a run that is left waits for what is under way, and keeps it', async () => {
  noted('one', 'two', 'three');
  const ahead = prefetch();
  ahead.begin();
  await afterTurns();
  const closed = ahead.close();
  finish();
  await closed;
  expect(built).toEqual(['lock one', 'lock two']);
  expect([checkpoints.isLocked('one'), checkpoints.isLocked('two')]).toEqual([true, true]);
});

test('a task that is locked or finished is not built again', async () => {
  noted('one', 'two', 'three');
  checkpoints.add(lockOf(taskOf('one')));
  checkpoints.add(endOf(lockOf(taskOf('two'))) as Parameters<Checkpoints['add']>[0]);
  prefetch().begin();
  finish();
  await afterTurns();
  expect(built).toEqual(['lock three']);
});

test('a note that says another thing of a task than its id is not believed', async () => {
  noted('one', 'two');
  prefetch({ again: ({ targetIds: [id = ''] }) => taskOf(id === 'one' ? 'another' : id) }).begin();
  await afterTurns();
  expect(built).toEqual(['lock two']);
});

test.each<[string, Partial<PrefetchSettings>]>([
  ['of intents that are not asked for', { intents: ['another'] }],
  ['of tasks that cannot be made again', { again: () => null }],
])('a run starts with planning where there are notes %s', async (_, changes) => {
  noted('one');
  prefetch(changes).begin();
  await afterTurns();
  expect(built).toEqual([]);
});

test('a run starts with planning where there are notes of a run with another key', async () => {
  noted('one');
  checkpoints.close();
  checkpoints = Checkpoints.open(join(folder, 'run.db'), runKey('another'));
  prefetch().begin();
  await afterTurns();
  expect(built).toEqual([]);
});

test('a run starts with planning where what is noted cannot be read', async () => {
  checkpoints.noteUpcoming({ step: 'lock', tasks: [7, { id: 'one' }] });
  prefetch().begin();
  await afterTurns();
  expect(built).toEqual([]);
});

test('a run goes on where its notes cannot be written', async () => {
  const ahead = prefetch();
  checkpoints.close();
  ahead.upcoming('lock', [taskOf('one')]);
  finish();
  expect(await ahead.lock(taskOf('one'))).toEqual(lockOf(taskOf('one')));
});

test('a task that could not be built ahead fails for whoever asks for it, and only then', async () => {
  noted('one');
  const broken = new Error('a thread stopped');
  const ahead = prefetch({
    builder: { width: 1, lock: () => Promise.reject(broken), write: () => Promise.reject(broken) },
  });
  ahead.begin();
  await afterTurns();
  await expect(ahead.lock(taskOf('one'))).rejects.toBe(broken);
});
