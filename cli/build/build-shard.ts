import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { SHARDS, type Shard } from '../../pipeline/run/shard.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { BuildConfig } from '../build-settings.ts';
import { outputOf } from '../terminal/output.ts';
import { tell } from '../terminal/sentence.ts';
import { buildTasks } from './build-run.ts';
import { openRun, type RunToBuild, withOpened } from './run-to-build.ts';
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

/** The JSON in a file; null where none can be read. */
function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** The files by which the parts below a run's folder report on themselves. */
export function reportsIn(run: string): string[] {
  const parts = join(run, SHARDS);
  if (!existsSync(parts)) return [];
  return readdirSync(parts).flatMap((name) => {
    const file = join(parts, name, SHARD_FILE);
    return existsSync(file) ? [file] : [];
  });
}

/** Refuses to build a part of a run in the folder of another family's: merging would put its samples in their place. */
export function refuseOtherFamily(run: string, family: string): void {
  for (const file of [join(run, 'manifest.json'), ...reportsIn(run)]) {
    const other = OfFamily.safeParse(jsonIn(file)).data?.config.family ?? family;
    if (other !== family)
      throw new ConfigError(
        `--out is ${run}, which holds a run of the family ${other} (${file}), expected one of ${family}; name another folder for its parts`,
      );
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The settings in which two parts differ; folders may be named differently where they are mounted elsewhere. */
export function settingsApart(one: BuildConfig, other: BuildConfig): string[] {
  const [first, second] = [one, other].map((config) => plain(config) as Record<string, unknown>);
  const keys = new Set([first, second].flatMap((config) => Object.keys(config ?? {})));
  const saidIn = (config: Record<string, unknown> | undefined, key: string) => canonicalJson(config?.[key] ?? null);
  return [...keys].filter((key) => !OF_PLACE.includes(key) && saidIn(first, key) !== saidIn(second, key));
}
const flagOf = (key: string) => `--${key.replace(/\p{Lu}/gu, (letter) => `-${letter.toLowerCase()}`)}`;
const OF_PLACE: readonly string[] = ['out', 'shard'] satisfies (keyof BuildConfig)[];

/** Refuses to build a part into a folder that has parts of a run with other settings: what is built would be merged with none. */
export function refuseOtherSettings(run: string, shard: Shard, config: BuildConfig): void {
  for (const report of reportsIn(run)) {
    const { success, data } = ShardReport.safeParse(jsonIn(report));
    if (!success || data.shard.number === shard.number) continue;
    const part = `${data.shard.number}/${data.shard.of}`;
    const apart = data.shard.of === shard.of ? settingsApart(config, data.config) : ['shard'];
    if (apart.length > 0)
      throw new ConfigError(
        `--out is ${run}, whose part ${part} was started with another ${apart.map(flagOf).join(' and ')} (${report}), expected the same settings for all parts; name another folder, or remove ${join(run, SHARDS)}`,
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
