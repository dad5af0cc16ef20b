import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { FAMILIES } from '../../families/index.ts';
import type { EpisodeSource } from '../../pipeline/episode.ts';
import type { Family } from '../../pipeline/family.ts';
import { type FinishedRun, readLines } from '../../pipeline/folder/run-files.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { episodeKindOf, sourceOfRun } from '../../shopping/episode/index.ts';
import { familyOf, worldOf } from '../find-world.ts';
import { openRunFor } from '../open-run.ts';
import { refuseWithoutLexicon } from '../words-of-samples.ts';

/** The samples that are played, and the world they are played in. */
export interface PlayedTasks {
  readonly family: Family;
  readonly world: World;
  readonly source: EpisodeSource;
  /** The file they stand in. */
  readonly file: string;
  /** Whether that file was named, and not the run. */
  readonly isFile: boolean;
  /** The run they are of; null where they are of none. */
  readonly run: FinishedRun | null;
  readonly samples: readonly unknown[];
}

export interface TaskChoice {
  /** The catalog; found by its digest where left out. */
  readonly catalog?: string | undefined;
  /** Which split of a run. */
  readonly split?: string | undefined;
  /** So many tasks at most, from the front. */
  readonly limit?: number | undefined;
  /** Tasks by their ids. */
  readonly task?: readonly string[] | undefined;
}

/** What is played where a run has a split of this name and nobody names another. */
const TEST = 'test';

/** Opens the tasks of a run or of a file of samples; a ConfigError says what is missing. */
export function openTasks(command: string, path: string, choice: TaskChoice): PlayedTasks {
  if (!existsSync(path))
    throw new ConfigError(
      `${path} is missing, expected a run folder such as out/sample, or a split of one such as out/sample/splits/test.jsonl`,
    );
  return statSync(path).isDirectory() ? tasksOfRun(command, path, choice) : tasksOfFile(command, path, choice);
}

function tasksOfRun(command: string, path: string, choice: TaskChoice): PlayedTasks {
  const run = openRunFor(command, path);
  const names = run.layout.splits.map(({ split }) => split);
  const name = choice.split ?? (names.includes(TEST) ? TEST : undefined);
  const split = run.layout.splits.find((one) => one.split === name);
  if (name !== undefined && split === undefined)
    throw new ConfigError(`--split is "${name}", and ${path} has ${names.join(', ') || 'no splits'}`);
  return { ...ofRun(command, run, run.file(split?.path ?? run.layout.accepted.path), choice), isFile: false };
}

function ofRun(command: string, run: FinishedRun, file: string, choice: TaskChoice): Omit<PlayedTasks, 'isFile'> {
  const family = familyOf(run, command);
  episodeKindOf(family);
  const samples = chosen(file, samplesIn(file), choice);
  const world = worldOf(run, family.world, choice.catalog);
  return { family, world, source: sourceOfRun(run), file, run, samples };
}

const FamilyName = z.looseObject({ family: z.string() });

function tasksOfFile(command: string, path: string, choice: TaskChoice): PlayedTasks {
  if (choice.split !== undefined)
    throw new ConfigError(`--split chooses among the splits of a run, and ${path} is a file; leave it out`);
  const folder = dirname(path);
  const runFolder = basename(folder) === 'splits' ? join(folder, '..') : folder;
  if (existsSync(join(runFolder, 'manifest.json')))
    return { ...ofRun(command, openRunFor(command, runFolder), path, choice), isFile: true };
  const all = samplesIn(path);
  const name = FamilyName.safeParse(all[0]).data?.family;
  const family = FAMILIES.find((one) => one.name === name);
  if (family === undefined)
    throw new ConfigError(
      `${path} holds samples of the family "${name ?? 'none'}"; expected a split that Cartwright built`,
    );
  episodeKindOf(family);
  if (choice.catalog === undefined)
    throw new ConfigError(`${path} stands in no run folder; name the catalog its tasks are about with --catalog`);
  refuseWithoutLexicon(path, all);
  const world = family.world.open(choice.catalog);
  return {
    family,
    world,
    source: { manifest: null, samples: () => all },
    file: path,
    isFile: true,
    run: null,
    samples: chosen(path, all, choice),
  };
}

/** The samples of a file; a line that is none ends the command: a score over the others would look like one over all. */
export function samplesIn(file: string): unknown[] {
  return [...readLines(file, z.unknown())].map((read) => {
    if ('problem' in read)
      throw new ConfigError(`${file}:${read.line}: ${read.problem}; restore the file or build the run again`);
    return read.value;
  });
}

function chosen(file: string, samples: readonly unknown[], { limit, task }: TaskChoice): unknown[] {
  const idOf = (sample: unknown) => z.looseObject({ id: z.string() }).safeParse(sample).data?.id;
  const wanted = task === undefined ? samples : samples.filter((sample) => task.includes(idOf(sample) ?? ''));
  const strange = task?.find((id) => !samples.some((sample) => idOf(sample) === id));
  if (strange !== undefined) throw new ConfigError(`--task is "${strange}", which is no sample of ${file}`);
  if (wanted.length === 0) throw new ConfigError(`${file} holds no samples to play`);
  return wanted.slice(0, limit ?? wanted.length);
}
