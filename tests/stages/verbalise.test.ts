import { expect, test } from 'vitest';
import { Wording } from '../../families/ecomagentbench/wording.ts';
import { type Attempt, QueryWording } from '../../shopping/draft.ts';
import type { LockedTask } from '../../shopping/task.ts';
import { verbalise, type Writer, type Writing } from '../../stages/verbalise.ts';
import { productWith } from '../fixtures/gate-inputs.ts';
import { asksFor, leakInput, names } from '../fixtures/leak-inputs.ts';
import { lockedTask } from '../fixtures/tasks.ts';
import { deepFrozen, keptOf, outcomesOf } from './stage-contract.ts';

const { wording } = leakInput({ query: 'I need a red tote bag.' });
const task = lockedTask([asksFor('r1', 'query', 'Color', 'Red'), names('r2', 'tote bag')]);
const attempt: Attempt<Wording> = {
  wording,
  findings: [{ code: 'hidden_in_query', path: 'user_query', detail: 'says it' }],
};

const TARGETS = [productWith()] as const;
const stageOf = (writer: Writer<Wording>) =>
  verbalise(writer, Wording, { seed: 42, catalog: { productById: () => TARGETS[0] } });

/** A writer that says what it is told and remembers what it was asked. */
function writerThat(write: (task: LockedTask) => Wording | Promise<Wording>) {
  const calls: { task: LockedTask; earlier: readonly Attempt<Wording>[] }[] = [];
  const writer: Writer<Wording> = {
    name: 'scripted',
    model: null,
    async write({ task: given, earlier }) {
      calls.push({ task: given, earlier });
      return write(given);
    },
  };
  return { writer, calls };
}

test("a draft is the locked task with the writer's words and the products it is about", async () => {
  const { writer } = writerThat(() => wording);
  expect(await keptOf(stageOf(writer), { task, earlier: [] })).toEqual({
    task,
    targets: TARGETS,
    earlier: [],
    wording,
  });
});

test('the writer sees the task and the earlier tries with what was found in them', async () => {
  const { writer, calls } = writerThat(() => wording);
  await keptOf(stageOf(writer), { task, earlier: [attempt] });
  expect(calls).toEqual([{ task, earlier: [attempt] }]);
});

test('the writer is given the targets of the task, and draws that are others at each try', async () => {
  const given: Writing<Wording>[] = [];
  const { writer } = writerThat(() => wording);
  const stage = stageOf({
    ...writer,
    write: async (writing) => {
      given.push(writing);
      return wording;
    },
  });
  for (const earlier of [[], [attempt], []]) await keptOf(stage, { task, earlier });
  expect(given.map(({ targets }) => targets)).toEqual([TARGETS, TARGETS, TARGETS]);
  const [first, second, again] = given.map(({ draw }) => draw('query')('opening', 2 ** 30));
  expect(second).not.toBe(first);
  expect(again).toBe(first);
});

test('the earlier tries go along with the draft', async () => {
  const { writer } = writerThat(() => wording);
  expect((await keptOf(stageOf(writer), { task, earlier: [attempt] })).earlier).toEqual([attempt]);
});

test('the writer is asked once per task', async () => {
  const { writer, calls } = writerThat(() => wording);
  await outcomesOf(stageOf(writer), [
    { task, earlier: [] },
    { task: { ...task, id: 'other' }, earlier: [] },
  ]);
  expect(calls.map((call) => call.task.id)).toEqual([task.id, 'other']);
});

test('a writer cannot put a task of its own into the draft', async () => {
  const { writer } = writerThat(() => ({ ...wording, task: 'mine' }) as Wording);
  const draft = await keptOf(stageOf(writer), { task, earlier: [] });
  expect(draft.task).toEqual(task);
  expect(stageOf(writer).output.safeParse(draft).success).toBe(false);
});

test('a family whose only text is the query has drafts of nothing else', async () => {
  const plain: QueryWording = { query: wording.query, surfaces: {} };
  const writer = { name: 'scripted', model: null, write: async () => plain };
  const stage = verbalise<QueryWording>(writer, QueryWording, { seed: 42, catalog: { productById: () => TARGETS[0] } });
  const draft = await keptOf(stage, { task, earlier: [{ wording: plain, findings: [] }] });
  expect(draft.wording).toEqual(plain);
  expect(stage.output.safeParse(draft).success).toBe(true);
  expect(stage.output.safeParse({ ...draft, wording }).success).toBe(false);
  expect(stageOf(writerThat(() => wording).writer).output.safeParse(draft).success).toBe(false);
});

test('a writer that gives up is heard', async () => {
  const { writer } = writerThat(() => Promise.reject(new Error('gave up after 4 attempts')));
  await expect(keptOf(stageOf(writer), { task, earlier: [] })).rejects.toThrow('gave up after 4 attempts');
});

test('the task reaches the draft unchanged', async () => {
  const { writer } = writerThat(() => wording);
  const given = deepFrozen(structuredClone(task));
  expect((await keptOf(stageOf(writer), { task: given, earlier: [] })).task).toBe(given);
});
