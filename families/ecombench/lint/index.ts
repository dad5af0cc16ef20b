import {
  type BenchmarkFormat,
  type Count,
  type Counter,
  defect,
  defineFormat,
  perTask,
  sign,
} from '../../../pipeline/foreign-lint.ts';
import { againstStore, STORE_HEADS } from './against-store.ts';
import { taskFigures } from './figures.ts';
import { storesBesideTasks } from './published-store.ts';
import { intentsIn, looksLikeTask, picturesOf, readTask, type ServiceTask, wishesOf } from './task.ts';

const closedIn = (task: ServiceTask): string[] =>
  [...wishesOf(task).matchAll(/<\\意图([^>]*)>/g)].map(([, number = '']) => number);

function malformed(task: ServiceTask): Count {
  const opened = intentsIn(task);
  const closed = closedIn(task);
  const repeated = opened.filter((number, at) => opened.indexOf(number) < at);
  const unclosed = opened.filter((number) => !closed.includes(number));
  return {
    of: opened.length,
    found: [
      ...repeated.map((number) => `intent ${number} twice`),
      ...unclosed.map((number) => `intent ${number} is not closed`),
    ],
  };
}

/** Defects that the text of a task shows by itself. */
const INTENT_COUNTERS: readonly Counter<ServiceTask>[] = [
  perTask(
    defect('intent_tags', 'the numbered intents of an instruction repeat a number or are not closed', 'intents'),
    malformed,
  ),
  perTask(
    defect('picture_elsewhere', 'a picture is an address on the web and is not published with the task', 'pictures'),
    (task) => ({ of: picturesOf(task).length, found: picturesOf(task) }),
  ),
  perTask(
    sign('nothing_written', 'there is no gold action: whoever writes nothing passes as far as the store goes', 'tasks'),
    ({ actions }) => ({ of: 1, found: actions.length === 0 ? ['no gold action'] : [] }),
  ),
  perTask(sign('nothing_searched', 'there is no gold search', 'tasks'), ({ searches }) => ({
    of: 1,
    found: searches.length === 0 ? ['no gold search'] : [],
  })),
];

/**
 * ECom-Bench's published format. The store of its tasks is the files beside them (`orders.json`, `users_info.json` and,
 * where they are there, logistics, invoices, products and cashback, plain or compressed); their gold actions are played
 * through our policy on it.
 */
export const lint: BenchmarkFormat = lintWith();

function lintWith(): BenchmarkFormat {
  const storeOf = storesBesideTasks();
  return defineFormat<ServiceTask, unknown>({
    name: 'ECom-Bench',
    rows: 'objects with "user_id", "instruction" and "metadata"',
    recognises: looksLikeTask,
    read: readTask,
    idOf: ({ id }) => id,
    textOf: wishesOf,
    counters: INTENT_COUNTERS,
    further: {
      heads: STORE_HEADS,
      begin: () => (task) => {
        const store = storeOf(task.file);
        return store === null ? [] : againstStore(task, store);
      },
    },
    figures: () => taskFigures(storeOf),
  });
}
