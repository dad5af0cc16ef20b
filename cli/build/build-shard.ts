import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { SHARDS, type Shard } from '../../pipeline/run/shard.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { BuildConfig } from '../build-settings.ts';
import { outputOf } from '../terminal/output.ts';
import { tell } from '../terminal/sentence.ts';
import { buildTasks } from './build-run.ts';
import { openRun, type RunToBuild, withOpened } from './open-run.ts';
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

const OfFamily = z.looseObject({ config: z.looseObject({ family: z.string() }) });

/** Returns the family a file of a run says it is of; null where it says none. */
function familyIn(file: string): string | null {
  try {
    return OfFamily.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data?.config.family ?? null;
  } catch {
    return null;
  }
}

/** Refuses to build a part of a run in the folder of another family's: merging would put its samples in their place. */
export function refuseOtherFamily(run: string, family: string): void {
  const parts = join(run, SHARDS);
  const reports = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name, SHARD_FILE)) : [];
  for (const file of [join(run, 'manifest.json'), ...reports]) {
    const other = familyIn(file);
    if (other !== null && other !== family)
      throw new ConfigError(
        `--out is ${run}, which holds a run of the family ${other} (${file}), expected one of ${family}; name another folder for its parts`,
      );
  }
}

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
