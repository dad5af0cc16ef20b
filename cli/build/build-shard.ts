import { z } from 'zod';
import { writeAtomically } from '../../pipeline/folder/run-folder.ts';
import type { Shard } from '../../pipeline/run/shard.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { BuildConfig } from '../config.ts';
import { outputOf } from '../output.ts';
import { tell } from '../terminal/sentence.ts';
import { buildTasks, openRun, type RunToBuild, withOpened } from './build-run.ts';
import { tellSpending } from './spending-report.ts';

/** Stands in the folder of a part from its start. */
export const SHARD_FILE = 'shard.json';

/** Report of a part of a run: which part it is, and how to build the whole. */
export const ShardReport = z.object({
  shard: z.object({ number: z.int().positive(), of: z.int().positive() }),
  config: BuildConfig,
  isFinished: z.boolean(),
});
export type ShardReport = z.infer<typeof ShardReport>;

const DONE = 0;

/** Builds one part of a run with the part's own settings, and leaves it to be merged with the others. */
export const buildShard = (run: RunToBuild, shard: Shard, whole: BuildConfig): Promise<number> =>
  withOpened(async (opened) => {
    const open = await openRun(run, opened);
    const file = open.folder.file(SHARD_FILE);
    const { shard: _shard, ...config } = whole;
    const note = (isFinished: boolean) => {
      const report = { shard, config, isFinished, models: open.models?.report() ?? null };
      writeAtomically(file, `${JSON.stringify(report, null, 2)}\n`);
    };
    note(false);
    const ended = await buildTasks(open, run, opened);
    if (typeof ended === 'number') return ended;
    note(true);
    open.draft.leave({ kind: 'done', reason: null });
    run.progress.close();
    const { tasks } = ended.outcome;
    const accepted = tasks.filter(({ status }) => status === 'accepted').length;
    tell(
      process.stdout,
      `part ${shard.number} of ${shard.of} is done: ${counted(accepted, 'sample', 'samples')} from ${formatCount(tasks.length)} tasks; when every part is, npm run merge -- ${whole.out} makes one run of them`,
    );
    if (open.models !== null) tellSpending(open.models.spending(), outputOf(process.stdout));
    return DONE;
  });
