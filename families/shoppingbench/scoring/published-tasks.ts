import { agentIdOf } from '../../../pipeline/agent-view.ts';
import { issueOf } from '../../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { PublishedShoppingbenchTask } from '../published-task.ts';
import { type ScoredTask, scoredTaskOf } from './index.ts';
import { placedValues } from './placed-values.ts';

export interface PlacedTask {
  readonly place: string;
  readonly task: ScoredTask;
  /** The id that agents know it by. */
  readonly agentId: string;
}

/** The name a prediction gives a task by: its id, or its query where it has none. */
export const nameOf = ({ id, query }: ScoredTask): string => id ?? query;

/** Every task of the splits files, each once; a ConfigError says which line is no ShoppingBench task. */
export async function readTasks(paths: readonly string[]): Promise<PlacedTask[]> {
  const tasks = new Map<string, PlacedTask>();
  for (const path of paths) {
    for await (const { place, value } of placedValues(path, 'ShoppingBench tasks')) {
      const parsed = PublishedShoppingbenchTask.safeParse(value);
      if (!parsed.success)
        throw new ConfigError(
          `${place} is no ShoppingBench task (${issueOf(parsed.error)}); give the tasks first, such as splits/test.jsonl of a run of that family, and the predictions last; of other families agents are scored where they play: npm run eval`,
        );
      const task = scoredAt(place, parsed.data);
      const first = tasks.get(nameOf(task));
      if (first !== undefined)
        throw new ConfigError(`${place} is the task of ${first.place} again; give each task once`);
      tasks.set(nameOf(task), { place, task, agentId: agentIdOf(value) });
    }
  }
  return [...tasks.values()];
}

function scoredAt(place: string, published: PublishedShoppingbenchTask): ScoredTask {
  try {
    return scoredTaskOf(published);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${place}: ${error.message}`, { cause: error });
  }
}
