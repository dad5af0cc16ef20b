import {
  type BenchmarkFormat,
  type CounterHead,
  defect,
  defineFormat,
  figuresOf,
  type Looked,
  perTask,
  sign,
} from '../../../pipeline/foreign-lint.ts';
import { afterAction, againstAction, isIdle, unknownIn } from './retail-rules.ts';
import { type RetailStore, retailStoresBeside } from './retail-store.ts';
import { type DialogueTask, type GoldAction, isWrite, looksLikeTask, readTask } from './task.ts';

const COUNTERS = [
  perTask<DialogueTask>(
    defect('nothing_scored', 'none of what the reward is based on has anything in it, so every agent passes', 'tasks'),
    ({ actions, told, assertions }) => ({
      of: 1,
      found: actions.length === 0 && told.length === 0 && assertions === 0 ? ['no action, fact or assertion'] : [],
    }),
  ),
  perTask<DialogueTask>(
    defect(
      'arguments_not_compared',
      'a gold action that is scored compares no argument, so any call of the tool passes',
      'gold actions',
    ),
    ({ actions, basis }) => ({
      of: basis.includes('ACTION') ? actions.length : 0,
      found: basis.includes('ACTION')
        ? actions.filter(({ compare_args: compared }) => compared?.length === 0).map(({ name }) => name)
        : [],
    }),
  ),
  perTask<DialogueTask>(
    defect('action_id_repeated', 'two gold actions of a task have one id', 'gold actions'),
    ({ actions }) => {
      const ids = actions.flatMap(({ action_id: id }) => id ?? []);
      return { of: ids.length, found: ids.filter((id, at) => ids.indexOf(id) < at) };
    },
  ),
  perTask<DialogueTask>(
    sign(
      'nothing_written',
      'the reward is based on the database and no gold action changes it: whoever does nothing passes that part',
      'tasks based on the database',
    ),
    ({ actions, basis }) => ({
      of: Number(basis.includes('DB')),
      found: basis.includes('DB') && !actions.some(isWrite) ? ['no gold action writes'] : [],
    }),
  ),
];

const STORE_HEADS: readonly CounterHead[] = [
  defect(
    'unknown_record',
    'a gold action names an order, customer, product or item that is not in the database',
    'gold actions',
  ),
  defect('other_customer', 'gold actions of one task write to records of more than one customer', 'tasks'),
  defect('gold_forbidden', 'the published policy refuses a gold action in the state it is taken in', 'gold writes'),
  defect(
    'action_without_effect',
    'a gold action leaves the database as it was, so leaving it out scores as well',
    'gold writes',
  ),
  sign(
    'order_unsaid',
    'the customer does not say which order a gold action is for: the agent has to find it',
    'gold writes with an order',
  ),
];

const orderIn = ({ arguments: values }: GoldAction) =>
  typeof values.order_id === 'string' ? values.order_id : undefined;
const named = (action: GoldAction) => `${action.name} of ${orderIn(action) ?? action.arguments.user_id ?? 'nothing'}`;

/** Finds the faults that the database shows in a task, its gold actions carried out one after the other. */
function againstStore({ actions, words }: DialogueTask, published: RetailStore): Looked[] {
  const writes = actions.filter(isWrite);
  const forbidden: string[] = [];
  const idle: string[] = [];
  let store = published;
  for (const action of writes) {
    const against = againstAction(action, store);
    forbidden.push(...against.map((why) => `${named(action)}: ${why}`));
    // The published tools refuse it too, and change nothing.
    if (against.length > 0) continue;
    const next = afterAction(action, store);
    if (isIdle(action, store, next)) idle.push(named(action));
    store = next;
  }
  const owners = new Set(
    writes.flatMap((action) => {
      const owner = published.orders[orderIn(action) ?? '']?.user_id ?? action.arguments.user_id;
      return typeof owner === 'string' ? [owner] : [];
    }),
  );
  const withOrder = writes.filter((action) => orderIn(action) !== undefined);
  return [
    {
      code: 'unknown_record',
      of: actions.length,
      found: actions.flatMap((action) => unknownIn(action, published).map((id) => `${action.name}: ${id}`)),
    },
    { code: 'other_customer', of: 1, found: owners.size > 1 ? [[...owners].join(', ')] : [] },
    { code: 'gold_forbidden', of: writes.length, found: forbidden },
    { code: 'action_without_effect', of: writes.length, found: idle },
    {
      code: 'order_unsaid',
      of: withOrder.length,
      found: withOrder.filter((action) => !words.includes((orderIn(action) ?? '').replace(/^#/, ''))).map(named),
    },
  ];
}

const taskFigures = figuresOf(({ actions, told }: DialogueTask) => ({
  tasks: 1,
  'gold actions': actions.length,
  'gold actions that write': actions.filter(isWrite).length,
  'facts to be told': told.length,
}));

/**
 * The format of tau2-bench's tasks. Where the database of a shop, `db.json`, lies beside them, their gold actions are played
 * on it and held against its policy; other domains are read, and counted without a database.
 */
export const lint: BenchmarkFormat = lintWith();

function lintWith(): BenchmarkFormat {
  const storeOf = retailStoresBeside();
  return defineFormat<DialogueTask, unknown>({
    name: 'tau2-bench',
    rows: 'objects with "user_scenario" and "evaluation_criteria"',
    recognises: looksLikeTask,
    read: readTask,
    idOf: ({ id }) => id,
    textOf: ({ words }) => words,
    counters: COUNTERS,
    further: {
      heads: STORE_HEADS,
      begin: () => (task) => {
        const store = storeOf(task.file);
        return store === null ? [] : againstStore(task, store);
      },
    },
    figures: taskFigures,
  });
}
