import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { issueOf } from '../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { type EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';
import { EPISODES, EVAL, episodesIn, FAILURES, recordsIn } from './folder.ts';

/** Parts of `eval.json` that other commands read. */
const EvalFile = z.looseObject({
  family: z.string(),
  /** The file of the tasks, and the catalog. */
  tasks: z.string(),
  catalog: z.string(),
  trials: z.int().positive(),
});

export interface EvaluationFolder {
  readonly path: string;
  readonly file: z.infer<typeof EvalFile>;
  readonly records: Iterable<EpisodeRecord>;
  readonly failures: readonly FailureRecord[];
}

/** Reads the folder that an evaluation left; a ConfigError says what of it is missing. */
export function readEvaluation(path: string, command: string): EvaluationFolder {
  if (!existsSync(join(path, EPISODES))) {
    const builds = command === 'compare' && existsSync(join(path, 'manifest.json'));
    const instead = builds ? `; two builds are set side by side by npm run audit -- ${path} --against <the other>` : '';
    throw new ConfigError(
      `${path} holds no ${EPISODES}; ${command} reads a folder that eval wrote, such as out/sample/eval/oracle${instead}`,
    );
  }
  if (!existsSync(join(path, EVAL)))
    throw new ConfigError(`${path} holds an evaluation that is not finished; run the same eval command again`);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(path, EVAL), 'utf8'));
  } catch (error) {
    throw new ConfigError(`${join(path, EVAL)} is no JSON: ${(error as Error).message}; run eval again`);
  }
  const file = EvalFile.safeParse(json);
  if (!file.success) throw new ConfigError(`${join(path, EVAL)}: ${issueOf(file.error)}; run eval again`);
  return {
    path,
    file: file.data,
    records: episodesIn(join(path, EPISODES)),
    failures: recordsIn(join(path, FAILURES), FailureRecord),
  };
}
