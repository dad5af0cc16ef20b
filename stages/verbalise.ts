import { z } from 'zod';
import type { Catalog } from '../catalog/index.ts';
import { drawFor } from '../pipeline/seed.ts';
import { type DescribedStep, defineStage, keep, reject } from '../pipeline/stage.ts';
import type { Draw } from '../schemas/draw.ts';
import { UnusableReplyError } from '../schemas/errors.ts';
import { type Attempt, attemptOf, type Draft, draftOf, type QueryWording, type Targets } from '../shopping/draft.ts';
import { LockedTask } from '../shopping/task.ts';

/** All that a writer is given of a locked task. `earlier` holds the tries the gates turned down, with what they found. */
export interface Writing<Words extends QueryWording> {
  readonly task: LockedTask;
  readonly earlier: readonly Attempt<Words>[];
  readonly targets: Targets;
  /** The draws of a step of this try. */
  draw(step: string): Draw;
}

/** Puts locked tasks into words. */
export interface Writer<Words extends QueryWording> {
  readonly name: string;
  readonly model: string | null;
  write(writing: Writing<Words>): Promise<Words>;
  /** The prompts and replies a wording was made from; left out where no model writes. */
  sourcesOf?(wording: Words): { readonly promptDigests: readonly string[]; readonly replyDigests: readonly string[] };
}

/** A writer that asks no model. */
export const offlineWriter = <Words extends QueryWording>(write: Writer<Words>['write']): Writer<Words> => ({
  ...{ name: 'offline', model: null, write },
});

/** A locked task on its way to the writer, with the tries that failed. */
interface WritingTask<Words extends QueryWording> {
  task: LockedTask;
  earlier: Attempt<Words>[];
}

/** The stage's name, with the code it may reject for. */
export const VERBALISE = {
  name: 'verbalise',
  rejections: { reply_unusable: 'a model was asked for a text as often as it may be and sent none that can be used' },
} satisfies DescribedStep;

interface VerbaliseDependencies {
  readonly seed: number;
  readonly catalog: Pick<Catalog, 'productById'>;
}

/** Asks the writer for the texts of a task. Wording is all it may add; the lock is checked after it. */
export const verbalise = <Words extends QueryWording>(
  writer: Writer<Words>,
  wording: z.ZodType<Words>,
  { seed, catalog }: VerbaliseDependencies,
) =>
  defineStage<WritingTask<Words>, Draft<Words>>({
    ...VERBALISE,
    input: z.strictObject({
      task: LockedTask,
      earlier: z.array(attemptOf(wording)),
    }) as unknown as z.ZodType<WritingTask<Words>>,
    output: draftOf(wording),

    async run(written) {
      const { task, earlier } = written;
      const [first, ...others] = task.targetIds.flatMap((id) => catalog.productById(id) ?? []);
      if (first === undefined) throw new RangeError(`"${task.targetIds[0]}" is not in the catalog`);
      const targets: Targets = [first, ...others];
      const draw = (step: string) => drawFor(seed, task.id, step, earlier.length);
      try {
        return keep({ ...written, targets, wording: await writer.write({ ...written, targets, draw }) });
      } catch (error) {
        if (!(error instanceof UnusableReplyError)) throw error;
        return reject(written, 'reply_unusable', error.message);
      }
    },
  });
