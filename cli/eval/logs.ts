import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import type { EpisodeTask } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { EpisodeWorld } from '../../shopping/episode/index.ts';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import type { Summary } from '../../shopping/episode/summary.ts';
import { atifOf, inspectLogOf } from '../../shopping/episode/trajectory.ts';

/** Formats of other tools that episodes can be written in. */
const FORMATS = ['atif', 'inspect'] as const;
type LogFormat = (typeof FORMATS)[number];

const ATIF_FOLDER = 'atif';
const INSPECT_LOG = 'inspect-log.json';

const isFormat = (name: string): name is LogFormat => (FORMATS as readonly string[]).includes(name);

/** The formats in a `--logs`; a ConfigError where one is unknown. */
export function logFormats(given: string | undefined): LogFormat[] {
  const names = (given ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  return names.map((name) => {
    if (isFormat(name)) return name;
    throw new ConfigError(`--logs is "${name}", expected ${FORMATS.join(' or ')}, or both with a comma`);
  });
}

interface Logged {
  readonly folder: string;
  readonly file: string;
  readonly summary: Summary;
  readonly records: Iterable<EpisodeRecord>;
  readonly tasks: readonly { readonly task: EpisodeTask }[];
  readonly world: EpisodeWorld;
}

/** Writes episodes as other tools read them. */
export function writeLogs(
  formats: readonly LogFormat[],
  { folder, file, summary, records, tasks, world }: Logged,
): void {
  if (formats.length === 0) return;
  const version = packageVersion();
  const byId = new Map(tasks.map(({ task }) => [task.id, task]));
  if (formats.includes('atif')) {
    mkdirSync(join(folder, ATIF_FOLDER), { recursive: true });
    for (const record of records) {
      const task = byId.get(record.task);
      if (task === undefined) continue;
      const path = join(folder, ATIF_FOLDER, `${record.agent_id}-${record.trial}.json`);
      writeFileSync(path, `${JSON.stringify(atifOf({ record, task, world, version }), null, 1)}\n`);
    }
  }
  if (formats.includes('inspect')) {
    const { family, agent } = summary;
    // One log holds all of them, here and in its reader.
    const told = [...records].flatMap((record) => {
      const task = byId.get(record.task);
      return task === undefined ? [] : [{ record, task, world, version }];
    });
    const log = inspectLogOf(told, { family, agent, tasks: file, version, created: new Date().toISOString() });
    writeFileSync(join(folder, INSPECT_LOG), `${JSON.stringify(log)}\n`);
  }
}
