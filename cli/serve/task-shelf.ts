import { resolve } from 'node:path';
import type { EpisodeTask } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { type PlayedTasks, tasksIn } from '../eval/tasks.ts';

/** A task that clients can begin, by its place in a split. */
export interface ShelvedTask {
  readonly split: string;
  readonly index: number;
  readonly task: EpisodeTask;
}

/** A client's choice of a task; the first one where it says nothing. */
interface TaskWish {
  /** The id agents know it by, or the sample's. */
  readonly task?: string | undefined;
  readonly split?: string | undefined;
  readonly index?: number | undefined;
}

/** A wish that nothing on the shelf meets. */
export class NoSuchTask extends Error {}

/** The split that tasks without one are said to be of. */
const ALL = 'all';

/** The tasks a server has, split by split. */
export class TaskShelf {
  readonly #splits: ReadonlyMap<string, readonly ShelvedTask[]>;
  readonly #byId = new Map<string, ShelvedTask>();

  constructor(splits: Readonly<Record<string, readonly EpisodeTask[]>>) {
    this.#splits = new Map(
      Object.entries(splits).map(([split, tasks]) => [split, tasks.map((task, index) => ({ split, index, task }))]),
    );
    for (const shelved of [...this.#splits.values()].flat()) {
      this.#byId.set(shelved.task.id, shelved);
      this.#byId.set(shelved.task.agentId, shelved);
    }
  }

  get splits(): readonly { readonly name: string; readonly tasks: number }[] {
    return [...this.#splits].map(([name, tasks]) => ({ name, tasks: tasks.length }));
  }

  in(split: string): readonly ShelvedTask[] {
    const tasks = this.#splits.get(split);
    if (tasks === undefined)
      throw new NoSuchTask(`there is no split "${split}"; there are ${[...this.#splits.keys()].join(', ')}`);
    return tasks;
  }

  /** The task of an id, or of a place in a split. */
  find({ task, split, index = 0 }: TaskWish): ShelvedTask {
    if (task !== undefined) {
      const found = this.#byId.get(task);
      if (found === undefined) throw new NoSuchTask(`there is no task "${task}"`);
      return found;
    }
    const name = split ?? this.splits[0]?.name ?? ALL;
    const tasks = this.in(name);
    const found = tasks[index];
    if (found === undefined)
      throw new NoSuchTask(`there is no task ${index} in "${name}", which has ${tasks.length}, counted from 0`);
    return found;
  }
}

/** The tasks of every split of a run, or of the one split or file that was named, and of nothing else. */
export function shelfOf({ family, tasks, all, run, file, isFile }: PlayedTasks, split: string | undefined): TaskShelf {
  if (run === null || isFile || split !== undefined || run.layout.splits.length === 0) {
    if (tasks.length === 0) throw new ConfigError(`${file} holds no samples to play`);
    const named = run?.layout.splits.find(({ path }) => resolve(run.file(path)) === resolve(file))?.split;
    return new TaskShelf({ [split ?? named ?? ALL]: tasks });
  }
  const splits = run.layout.splits.map(({ split: name, path }) => {
    const read = run.file(path) === file ? all : tasksIn(family, run.file(path));
    return [name, read.map(({ task }) => task)] as const;
  });
  const filled = splits.filter(([, own]) => own.length > 0);
  if (filled.length === 0) throw new ConfigError(`${run.path} holds no samples to play`);
  return new TaskShelf(Object.fromEntries(filled));
}
