import type { OpinionVerdicts } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { type EpisodeWorld, gradeState, openEpisodes } from '../../shopping/episode/index.ts';
import type { EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';
import { summarise } from '../../shopping/episode/summary.ts';
import { begun, failuresOf, GRADER, gradeRecord, playedAgain, trialKey } from '../../shopping/episode/trial.ts';
import { digestOf } from '../../text/digest.ts';
import { formatCount } from '../../text/numbers.ts';
import { type EvaluationFolder, readEvaluation } from '../eval/evaluated.ts';
import { EvalFolder } from '../eval/folder.ts';
import { writeResults } from '../eval/results-page/write-results.ts';
import { openTasks, type PlayedTasks } from '../eval/tasks.ts';
import { type Output, standardOutput } from '../output.ts';
import { Page } from '../page.ts';

interface RegradeOptions {
  readonly catalog?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Result of grading one episode again. */
interface Regraded {
  readonly before: EpisodeRecord;
  readonly after: EpisodeRecord;
  /** Differences from the earlier record, in words. */
  readonly changes: readonly string[];
}

const DONE = 0;
const MOST_SHOWN = 20;

/** Plays the journals of an evaluation again and grades them by the grader of this version, without asking anybody. */
export async function regrade(
  path: string,
  options: RegradeOptions,
  output: Output = standardOutput(),
): Promise<number> {
  // Said before a folder is made of a path that is none of eval's.
  readEvaluation(path, 'regrade');
  // What is written follows from what is read: nobody adds an episode between.
  const folder = options.dryRun === true ? null : EvalFolder.open(path, null);
  try {
    const evaluation = readEvaluation(path, 'regrade');
    const tasks = openTasks('regrade', evaluation.file.tasks, { catalog: options.catalog });
    try {
      const world = await openEpisodes(tasks.family, tasks.world, tasks.source);
      const regraded = regradeAll(evaluation, tasks, world);
      if (folder !== null) write(folder, evaluation, { regraded, tasks, world });
      report(path, regraded, options, output);
      return DONE;
    } finally {
      tasks.world.close();
    }
  } finally {
    folder?.close();
  }
}

function regradeAll({ records }: EvaluationFolder, { tasks: all, file }: PlayedTasks, world: EpisodeWorld): Regraded[] {
  const tasks = new Map(all.map((task) => [task.id, task]));
  return records.map((before) => {
    const task = tasks.get(before.task);
    if (task === undefined)
      throw new ConfigError(
        `${before.task} was played and is not in ${file} any more; grade against the split it was played on`,
      );
    const start = begun(task, world, before);
    const { state, seenDigest } = playedAgain(start, before.journal);
    if (state.end === null)
      throw new ConfigError(
        `the journal of ${before.task}, trial ${before.trial}, does not come to an end any more: its task or the tools changed; play it again with eval --fresh`,
      );
    const opinions: OpinionVerdicts = new Map(Object.entries(before.opinions));
    const grade = gradeRecord(gradeState(state, task, opinions));
    const grader = [GRADER, ...before.grader.split(', ').slice(1)].join(', ');
    const settings = {
      worldDigest: world.digest,
      agent: before.agent,
      agentDigest: before.agent_digest,
      user: before.user,
      userDigest: before.user_digest,
      grader,
      seed: before.seed,
      limits: before.limits,
      program: before.program,
    };
    const after: EpisodeRecord = {
      ...before,
      key: trialKey(task, before.trial, settings),
      task_digest: task.digest,
      grader,
      end: state.end.end,
      detail: state.end.detail,
      steps: state.steps,
      called: [...state.called],
      grade,
      seen_digest: seenDigest,
    };
    return { before, after, changes: changesOf(before, after) };
  });
}

function changesOf(before: EpisodeRecord, after: EpisodeRecord): string[] {
  const changes: string[] = [];
  if (before.task_digest !== after.task_digest) changes.push('its task is another one');
  if (before.end !== after.end) changes.push(`ended with ${before.end}, ends with ${after.end}`);
  if (before.seen_digest !== after.seen_digest) changes.push('the tools show something else');
  if (before.grade.reward !== after.grade.reward)
    changes.push(`reward ${before.grade.reward}, now ${after.grade.reward}`);
  else if (digestOf(before.grade) !== digestOf(after.grade))
    changes.push('verdicts or scores are others, the reward is the same');
  return changes;
}

function write(
  folder: EvalFolder,
  evaluation: EvaluationFolder,
  {
    regraded,
    tasks: { family, all },
    world,
  }: { readonly regraded: readonly Regraded[]; readonly tasks: PlayedTasks; readonly world: EpisodeWorld },
): void {
  const records = regraded.map(({ after }) => after);
  const [first] = records;
  const failures = failuresAfter(records, evaluation.failures);
  const summary = summarise(
    records,
    {
      family: family.name,
      kind: world.kind,
      agent: first?.agent ?? '',
      user: first?.user ?? '',
      grader: first?.grader ?? GRADER,
      trials: evaluation.file.trials,
    },
    failures,
  );
  folder.finish(records, failures, summary, evaluation.file);
  writeResults({ folder: evaluation.path, family, world, summary, records, tasks: all });
}

/** The episodes that count for nobody as they are graded now, and those that never came to a record and still have none. */
function failuresAfter(records: readonly EpisodeRecord[], before: readonly FailureRecord[]): FailureRecord[] {
  const placeOf = ({ task, trial }: Pick<FailureRecord, 'task' | 'trial'>) => `${trial} ${task}`;
  const kept = new Set(records.map(placeOf));
  return [...failuresOf(records), ...before.filter((failure) => !kept.has(placeOf(failure)))];
}

function report(path: string, regraded: readonly Regraded[], { dryRun = false }: RegradeOptions, output: Output): void {
  const page = new Page(output);
  const changed = regraded.filter(({ changes }) => changes.length > 0);
  const mean = (of: (one: Regraded) => number) =>
    regraded.reduce((sum, one) => sum + of(one), 0) / Math.max(1, regraded.length);
  for (const { before, changes } of changed.slice(0, MOST_SHOWN))
    page.line(`${before.task}, trial ${before.trial}: ${changes.join('; ')}`, 'yellow');
  if (changed.length > MOST_SHOWN) page.line(`and ${formatCount(changed.length - MOST_SHOWN)} more`, 'yellow');
  page.line(
    `${path}: ${formatCount(regraded.length)} episodes graded again, ${formatCount(changed.length)} changed; mean reward ${mean(({ before }) => before.grade.reward).toFixed(3)} before, ${mean(({ after }) => after.grade.reward).toFixed(3)} now${dryRun ? '; nothing was written' : ''}`,
    changed.length === 0 ? 'green' : null,
  );
  output.write(`${page.text}\n`);
}
