import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { folderOfShard, SHARDS } from '../../pipeline/run/shard.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { counted } from '../../text/numbers.ts';
import { buildDataset } from '../build/build-dataset.ts';
import { reportsIn, ShardReport, settingsApart } from '../build/build-shard.ts';

interface MergeOptions {
  /** Also where parts are missing or not finished. */
  readonly partial?: boolean;
}

const MOST_NAMED = 20;

/**
 * Finishes a run of parts: builds it as a whole from what they left, so that it is the run one process would have built.
 * What no part has, because the whole chooses among all of them, is built here.
 */
export async function merge(path: string, { partial = false }: MergeOptions): Promise<number> {
  const reports = partsIn(path);
  const [first] = reports;
  if (first === undefined)
    throw new ConfigError(`${path} has no parts; build them with --shard 1/8 and so on, and this --out`);
  for (const { shard, config } of reports) {
    if (shard.of !== first.shard.of || settingsApart(config, first.config).length > 0)
      throw new ConfigError(
        `${path} has parts of different runs: ${partText(first)} and ${partText({ shard })} were started with other settings; remove ${join(path, SHARDS)} and build them again`,
      );
  }
  const { of } = first.shard;
  const checkpointsOf = (number: number) => join(path, folderOfShard({ number, of }), RUN_DB);
  const finished = reports.filter(({ isFinished, shard }) => isFinished && existsSync(checkpointsOf(shard.number)));
  const done = new Set(finished.map(({ shard }) => shard.number));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => !done.has(number));
  if (missing.length > 0 && !partial)
    throw new ConfigError(
      `${path} has ${counted(missing.length, 'part', 'parts')} of ${of} that ${missing.length === 1 ? 'is' : 'are'} missing or not finished: ${numbersText(missing)}; start ${missing.length === 1 ? 'it' : 'them'} again with the same settings, or add --partial to build here what is lacking`,
    );
  const checkpoints = [...done, ...missing].map(checkpointsOf).filter(existsSync).sort();
  const command = ['merge', path, ...(partial ? ['--partial'] : [])];
  return buildDataset({ ...first.config, out: path }, { parts: checkpoints, command });
}

const partText = ({ shard: { number, of } }: Pick<ShardReport, 'shard'>) => `${number}/${of}`;

function numbersText(numbers: readonly number[]): string {
  const more = numbers.length - MOST_NAMED;
  return `${numbers.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The parts below a run folder, in the order of their numbers. */
const partsIn = (path: string): ShardReport[] =>
  reportsIn(path)
    .map(reportIn)
    .sort((one, other) => one.shard.number - other.shard.number);

function reportIn(file: string): ShardReport {
  try {
    return ShardReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new ConfigError(`${resolve(file)} cannot be read as the report of a part; build that part again`, { cause });
  }
}
