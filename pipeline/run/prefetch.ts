import type { z } from 'zod';
import type { BuildEnd, Step } from '../../schemas/run.ts';
import { PlannedTask } from '../../schemas/task.ts';
import type { Checkpoints, Upcoming } from '../checkpoints/checkpoints.ts';
import { eachWithLimit } from '../each-with-limit.ts';
import type { TaskBuilder } from './run-parts.ts';

/** Note of a task that comes next: enough to make it again. */
const NotedTask = PlannedTask.pick({ id: true, intent: true, targetIds: true, subject: true });
type NotedTask = z.infer<typeof NotedTask>;

const NOTHING: Upcoming = { step: 'lock', tasks: [] };

export interface PrefetchSettings {
  readonly builder: TaskBuilder;
  readonly checkpoints: Checkpoints;
  readonly intents: readonly string[];
  /** Whoever aborts it wants nothing more to be taken up. */
  readonly signal?: AbortSignal | undefined;
  /** Makes a task again from what it is about; null where that cannot be done. */
  again(noted: NotedTask): PlannedTask | null;
}

/**
 * Goes on with the tasks that came next when a run was left, while all that it planned before is planned again: that takes
 * seconds where many tasks are finished. Nothing rests on what was noted. A task is made again from what it is about, and
 * what it comes to is the same whoever asked for it; one that planning does not come to is never asked for. Without notes,
 * or where they cannot be written, the run starts with planning.
 */
export class Prefetch implements TaskBuilder {
  readonly width: number;
  readonly #settings: PrefetchSettings;
  /** By step and id what was taken up ahead of planning. */
  readonly #ahead = new Map<string, Promise<BuildEnd>>();
  #isAhead = true;
  #done: Promise<void> = Promise.resolve();

  constructor(settings: PrefetchSettings) {
    this.#settings = settings;
    this.width = settings.builder.width;
  }

  /** Takes up what was noted, until planning has come to something to do. */
  begin(): void {
    const { checkpoints } = this.#settings;
    this.#done = eachWithLimit(this.#noted(), this.width, async ({ key, start }) => {
      if (!this.#isAhead || this.#settings.signal?.aborted === true) return;
      const under = start();
      this.#ahead.set(key, under);
      const end = await under;
      if (end.kind !== 'pending') checkpoints.add(end);
    });
    // Who asks for a step that failed is told; checkpoints that break do so for the run as well.
    this.#done = this.#done.catch(() => {});
  }

  /** Takes up nothing more, and waits for what is under way. */
  close(): Promise<void> {
    this.#isAhead = false;
    return this.#done;
  }

  lock(task: PlannedTask): Promise<BuildEnd> {
    return this.#ahead.get(keyOf('lock', task.id)) ?? this.#settings.builder.lock(task);
  }

  write(locked: Parameters<TaskBuilder['write']>[0]): Promise<BuildEnd> {
    return this.#ahead.get(keyOf('write', locked.id)) ?? this.#settings.builder.write(locked);
  }

  upcoming(step: Step, tasks: readonly PlannedTask[]): void {
    this.#isAhead = false;
    const noted = tasks.map(({ id, intent, targetIds, subject }): NotedTask => ({ id, intent, targetIds, subject }));
    try {
      this.#settings.checkpoints.noteUpcoming({ step, tasks: noted });
    } catch {
      // The next start goes without.
    }
  }

  *#noted(): Generator<{ readonly key: string; start(): Promise<BuildEnd> }> {
    const { builder, checkpoints, intents, again } = this.#settings;
    const { step, tasks } = checkpoints.upcoming() ?? NOTHING;
    for (const task of tasks) {
      const noted = NotedTask.safeParse(task).data;
      if (noted === undefined) continue;
      const { id, intent } = noted;
      if (checkpoints.isFinished(id) || !intents.includes(intent)) continue;
      const key = keyOf(step, id);
      if (step === 'write') {
        const locked = checkpoints.lockOf(id);
        if (locked !== null) yield { key, start: () => builder.write(locked) };
      } else if (!checkpoints.isLocked(id)) {
        const task = again(noted);
        if (task?.id === id) yield { key, start: () => builder.lock(task) };
      }
    }
  }
}

const keyOf = (step: Step, id: string) => `${step} ${id}`;
