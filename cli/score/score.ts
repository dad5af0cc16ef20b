import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { everyFamily } from '../../families/index.ts';
import { RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import type { Family } from '../../pipeline/family.ts';
import { type FinishedRun, readLines } from '../../pipeline/folder/run-files.ts';
import type { ScoreOptions as FamilyOptions } from '../../pipeline/scoring.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { familyOf, keptWorld, worldOf } from '../find-world.ts';
import { openRunFor } from '../open-run.ts';
import { refuseWithoutLexicon } from '../refuse-without-lexicon.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { renderScores } from './score-text.ts';

export interface ScoreOptions extends FamilyOptions {
  /** Catalog to look up the products of the predicted ids in; the world of the splits' run when left out. */
  readonly catalog?: string | undefined;
  /** One JSON document instead of a page. */
  readonly json?: boolean | undefined;
}

const DONE = 0;

/** Scores predictions for a family's published tasks, by the metrics of its paper. */
export async function score(
  paths: readonly string[],
  { catalog, json, ...options }: ScoreOptions,
  output: Output = standardOutput(),
): Promise<number> {
  const predictions = paths.at(-1);
  const splits = paths.slice(0, -1);
  if (predictions === undefined || splits.length === 0)
    throw new ConfigError('score reads the tasks of splits files and, last, a file of predictions; name both');
  const folder = runFolderOf(splits);
  const run = folder === null ? null : openRunFor('score', folder);
  if (run === null) for (const split of splits) refuseWithoutLexicon(split, samplesOf(split));
  const { world: kind, scoring } = scoringFamily(run);
  const world = worldFor(run, kind, catalog);
  try {
    const sheet = await scoring.score({ splits, predictions, world, options });
    const text =
      json === true ? JSON.stringify(sheet.json, null, 2) : renderScores(sheet, { splits, predictions }, output);
    output.write(`${text}\n`);
    return DONE;
  } finally {
    world?.close();
  }
}

/** Reads the lines of a file that can be read; scoring says what is wrong with the others. */
function* samplesOf(file: string): Generator<unknown> {
  if (!existsSync(file) || !statSync(file).isFile()) return;
  for (const read of readLines(file, z.unknown())) yield 'value' in read ? read.value : null;
}

type ScoringFamily = Family & Required<Pick<Family, 'scoring'>>;

const hasScoring = (family: Family): family is ScoringFamily => family.scoring !== undefined;

/** The family of the run the splits are of, or else the first whose tasks can be scored. */
function scoringFamily(run: FinishedRun | null): ScoringFamily {
  const scoring = everyFamily().filter(hasScoring);
  const family = scoring.find((one) => one.name === run?.manifest.config.family) ?? scoring[0];
  if (family === undefined) throw new ConfigError('no family scores predictions');
  return family;
}

/** The folder of the one run that wrote all files, its splits or all its samples; null where there is none. */
function runFolderOf(splits: readonly string[]): string | null {
  const folders = new Set(
    splits.map((path) => {
      const folder = dirname(path);
      const run = basename(folder) === 'splits' ? join(folder, '..') : folder;
      return ['manifest.json', RUN_DB].some((name) => existsSync(join(run, name))) ? run : null;
    }),
  );
  const [folder = null] = folders;
  return folders.size === 1 ? folder : null;
}

/** The world named, which has to be the one the splits' run was built from, or that of the run; null where none is. */
function worldFor(run: FinishedRun | null, kind: ScoringFamily['world'], named: string | undefined): World | null {
  if (run === null || familyOf(run, 'score').world !== kind) return named === undefined ? null : kind.open(named);
  return named === undefined ? keptWorld(run, kind) : worldOf(run, kind, named);
}
