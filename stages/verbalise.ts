import { z } from 'zod';
import { defineStage, keep } from '../pipeline/stage.ts';
import { Attempt, Draft, type Wording } from '../schemas/draft.ts';
import { LockedTask } from '../schemas/task.ts';

/** Puts a locked task into words. `earlier` holds the tries the gates turned down, with what they found. */
export interface Writer {
  readonly name: string;
  readonly model: string | null;
  write(task: LockedTask, earlier: readonly Attempt[]): Promise<Wording>;
}

/** A locked task on its way to the writer, with the tries that failed. */
export const WritingTask = z.strictObject({ task: LockedTask, earlier: z.array(Attempt) });
export type WritingTask = z.infer<typeof WritingTask>;

/** Asks the writer for the texts of a task. Wording is all it may add; the lock is checked after it. */
export const verbalise = (writer: Writer) =>
  defineStage({
    name: 'verbalise',
    input: WritingTask,
    output: Draft,
    rejections: {},

    async *run(tasks) {
      for await (const { task, earlier } of tasks) {
        yield keep({ task, earlier, wording: await writer.write(task, earlier) });
      }
    },
  });
