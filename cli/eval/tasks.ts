import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { FAMILIES, familyNamed } from '../../families/index.ts';
import type { EpisodeSource, EpisodeTask } from '../../pipeline/episode.ts';
import type { Family } from '../../pipeline/family.ts';
import { type FinishedRun, readLines } from '../../pipeline/folder/run-files.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { episodeKindOf, episodeTask, sourceOfRun } from '../../shopping/episode/index.ts';
import { familyOf, worldOf } from '../find-world.ts';
import { openRunFor } from '../open-run.ts';
import type { TextOptions } from '../option-values.ts';
import { refuseWithoutLexicon } from '../refuse-without-lexicon.ts';

export interface PlayedTasks {
  readonly family: Family;
  readonly world: World;
  readonly source: EpisodeSource;
  readonly file: string;
  /** True where that file was named, and not the run. */
  readonly isFile: boolean;
  /** The run they are of; null where they are of none. */
  readonly run: FinishedRun | null;
  readonly samples: readonly unknown[];
  /** The same as they are played, in the same order. */
  readonly tasks: readonly EpisodeTask[];
  /** All of the file, whichever of them were chosen. */
  readonly all: readonly ReadTask[];
}

/** `catalog` is found by its digest where left out; `split` names one of a run. */
interface TaskChoice extends TextOptions<'catalog' | 'split'> {
  /** So many tasks at most, from the front. */
  readonly limit?: number | undefined;
  readonly task?: readonly string[] | undefined;
  /** True where the file may hold no samples. */
  readonly mayBeEmpty?: boolean | undefined;
}

/** Split that is played where a run has one of this name and nobody names another. */
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
  const played = chosen(file, tasksIn(family, file), choice);
  const world = worldOf(run, family.world, choice.catalog);
  return { family, world, source: sourceOfRun(run), file, run, ...played };
}

const FamilyName = z.looseObject({ family: z.string() });

function tasksOfFile(command: string, path: string, choice: TaskChoice): PlayedTasks {
  if (choice.split !== undefined)
    throw new ConfigError(`--split chooses among the splits of a run, and ${path} is a file; leave it out`);
  const folder = dirname(path);
  const runFolder = basename(folder) === 'splits' ? join(folder, '..') : folder;
  if (existsSync(join(runFolder, 'manifest.json')))
    return { ...ofRun(command, openRunFor(command, runFolder), path, choice), isFile: true };
  const split = join(folder, '..', 'splits', basename(path));
  if (basename(folder) === 'agent' && existsSync(split))
    throw new ConfigError(`${path} is what agents may see of samples, without their answers; name ${split}`);
  const all = samplesIn(path);
  const name = FamilyName.safeParse(all[0]).data?.family;
  if (name === undefined || !FAMILIES.some((one) => one.name === name))
    throw new ConfigError(
      `${path} holds ${name === undefined ? 'no samples with a family' : `samples of the family "${name}"`}, expected a split that Cartwright built; npm run audit -- ${path} reads a benchmark of others`,
    );
  const family = familyNamed(name);
  const played = chosen(path, tasksIn(family, path), choice);
  if (choice.catalog === undefined)
    throw new ConfigError(`${path} stands in no run folder; name the catalog its tasks are about with --catalog`);
  refuseWithoutLexicon(path, all);
  const world = family.world.open(choice.catalog);
  const source: EpisodeSource = { manifest: null, samples: () => all };
  return { family, world, source, file: path, isFile: true, run: null, ...played };
}

/** The samples of a file; a line that is none ends the command: a score over the others would look like one over all. */
export const samplesIn = (file: string): unknown[] => numberedSamples(file).map(({ value }) => value);

function numberedSamples(file: string): { readonly line: number; readonly value: unknown }[] {
  return [...readLines(file, z.unknown())].map((read) => {
    if ('problem' in read)
      throw new ConfigError(`${file}:${read.line}: ${read.problem}; restore the file or build the run again`);
    return read;
  });
}

/** A sample of a file, and how it is played. */
export interface ReadTask {
  readonly sample: unknown;
  readonly task: EpisodeTask;
}

/** The tasks of a file, no two of one id; a ConfigError names the line that cannot be played. */
export function tasksIn(family: Family, file: string): ReadTask[] {
  const lineOf = new Map<string, number>();
  return numberedSamples(file).map(({ line, value: sample }) => {
    const task = taskAt(`${file}:${line}`, family, sample);
    const earlier = lineOf.get(task.id);
    if (earlier !== undefined)
      throw new ConfigError(
        `${file}:${line}: has the id "${task.id}" of line ${earlier}; give each sample an id of its own, or take one out`,
      );
    lineOf.set(task.id, line);
    return { sample, task };
  });
}

function taskAt(place: string, family: Family, sample: unknown): EpisodeTask {
  try {
    return episodeTask(family, sample);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${place}: ${error.message}; restore the file or build the run again`, { cause: error });
  }
}

function chosen(
  file: string,
  all: readonly ReadTask[],
  { limit, task, mayBeEmpty = false }: TaskChoice,
): Pick<PlayedTasks, 'samples' | 'tasks' | 'all'> {
  const wanted = task === undefined ? all : all.filter((one) => task.includes(one.task.id));
  const strange = task?.find((id) => !all.some((one) => one.task.id === id));
  if (strange !== undefined) throw new ConfigError(`--task is "${strange}", which is no sample of ${file}`);
  if (wanted.length === 0 && !mayBeEmpty) throw new ConfigError(`${file} holds no samples to play`);
  const played = wanted.slice(0, limit ?? wanted.length);
  return { samples: played.map(({ sample }) => sample), tasks: played.map((one) => one.task), all };
}
