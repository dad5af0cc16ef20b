import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { BuildEnd } from '../schemas/run.ts';
import { PlannedTask } from '../schemas/task.ts';
import type { Journal } from './journal.ts';
import { inLanes } from './lanes.ts';
import type { Step, TaskBuilder } from './run-parts.ts';

/** What is noted of a task that comes next: enough to make it again. */
const NotedTask = PlannedTask.pick({ id: true, intent: true, targetIds: true, subject: true });
type NotedTask = z.infer<typeof NotedTask>;

const Upcoming = z.strictObject({
  /** Digest of the run's causes. */
  causes: z.string(),
  step: z.enum(['lock', 'write']),
  tasks: z.array(NotedTask),
});
type Upcoming = z.infer<typeof Upcoming>;

export interface HeadStartSettings {
  readonly builder: TaskBuilder;
  readonly journal: Journal;
  /** Where the tasks that come next are noted. */
  readonly file: string;
  readonly causes: string;
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
export class HeadStart implements TaskBuilder {
  readonly width: number;
  readonly #settings: HeadStartSettings;
  /** By step and id what was taken up ahead of planning. */
  readonly #ahead = new Map<string, Promise<BuildEnd>>();
  #isAhead = true;
  #done: Promise<void> = Promise.resolve();

  constructor(settings: HeadStartSettings) {
    this.#settings = settings;
    this.width = settings.builder.width;
  }

  /** Takes up what was noted, until planning has come to something to do. */
  begin(): void {
    const { journal } = this.#settings;
    this.#done = inLanes(this.#noted(), this.width, async ({ key, start }) => {
      if (!this.#isAhead || this.#settings.signal?.aborted === true) return;
      const under = start();
      this.#ahead.set(key, under);
      const end = await under;
      if (end.kind !== 'pending') journal.append(end);
    });
    // Who asks for a step that failed is told; a broken journal breaks for the run as well.
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
    const { file, causes } = this.#settings;
    const noted = tasks.map(({ id, intent, targetIds, subject }) => ({ id, intent, targetIds, subject }));
    try {
      writeFileSync(file, JSON.stringify({ causes, step, tasks: noted } satisfies Upcoming));
    } catch {
      // The next start goes without.
    }
  }

  *#noted(): Generator<{ readonly key: string; start(): Promise<BuildEnd> }> {
    const { builder, journal, file, causes, intents, again } = this.#settings;
    const upcoming = upcomingIn(file);
    if (upcoming === null || upcoming.causes !== causes) return;
    const { step, tasks } = upcoming;
    for (const noted of tasks) {
      const { id, intent } = noted;
      if (journal.isFinished(id) || !intents.includes(intent)) continue;
      const key = keyOf(step, id);
      if (step === 'write') {
        const locked = journal.lockOf(id);
        if (locked !== null) yield { key, start: () => builder.write(locked) };
      } else if (!journal.isLocked(id)) {
        const task = again(noted);
        if (task?.id === id) yield { key, start: () => builder.lock(task) };
      }
    }
  }
}

const keyOf = (step: Step, id: string) => `${step} ${id}`;

/** Null where there is nothing that can be read. */
function upcomingIn(file: string): Upcoming | null {
  try {
    return Upcoming.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}
