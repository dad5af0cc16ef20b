import { type BenchmarkFormat, defineFormat } from '../../../pipeline/foreign-lint.ts';
import { againstStore, STORE_HEADS } from './against-store.ts';
import { TaskFigures } from './figures.ts';
import { INTENT_COUNTERS } from './intents.ts';
import { storesBesideTasks } from './published-store.ts';
import { looksLikeTask, readTask, type ServiceTask, wishesOf } from './task.ts';

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
    figures: () => new TaskFigures(storeOf),
  });
}
