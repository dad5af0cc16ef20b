import type { OpinionVerdicts } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { type EpisodeWorld, gradeState, openEpisodes } from '../../shopping/episode/index.ts';
import type { EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';
import { begun, failuresOf, GRADER, gradeRecord, playedAgain, trialKey } from '../../shopping/episode/trial.ts';
import { digestOf } from '../../text/digest.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { conclude } from '../eval/conclude.ts';
import { type EvaluationFolder, readEvaluation } from '../eval/evaluated.ts';
import { EvalFolder } from '../eval/folder.ts';
import { openTasks, type PlayedTasks } from '../eval/tasks.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';

interface RegradeOptions {
  readonly catalog?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

const DONE = 0;
const MOST_SHOWN = 20;

/** Findings over episodes that are graded again, which are not kept. */
class Regrading {
  episodes = 0;
  changed = 0;
  rewardBefore = 0;
  rewardAfter = 0;
  /** The first that changed, in words. */
  readonly shown: string[] = [];
  /** The first as it is graded now. */
  first: EpisodeRecord | null = null;
  /** Those that count for nobody now, and the places of all. */
  readonly failures: FailureRecord[] = [];
  readonly #places = new Set<string>();

  add(before: EpisodeRecord, after: EpisodeRecord): void {
    this.first ??= after;
    this.episodes += 1;
    this.rewardBefore += before.grade.reward;
    this.rewardAfter += after.grade.reward;
    this.failures.push(...failuresOf([after]));
    this.#places.add(placeOf(after));
    const changes = changesOf(before, after);
    if (changes.length === 0) return;
    this.changed += 1;
    if (this.shown.length < MOST_SHOWN) this.shown.push(`${before.task}, trial ${before.trial}: ${changes.join('; ')}`);
  }

  has(failure: FailureRecord): boolean {
    return this.#places.has(placeOf(failure));
  }
}

const placeOf = ({ task, trial }: Pick<FailureRecord, 'task' | 'trial'>) => `${trial} ${task}`;

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
      const found = new Regrading();
      const records = regradedIn(evaluation, tasks, world, found);
      if (folder === null) for (const _ of records);
      else {
        const rewritten = folder.replace(records);
        conclude(folder, rewritten, {
          ...{ family: tasks.family, world, tasks: tasks.all },
          agent: found.first?.agent ?? '',
          user: found.first?.user ?? '',
          grader: found.first?.grader ?? GRADER,
          trials: evaluation.file.trials,
          // Those that never came to a record stay where they still have none.
          failures: [...found.failures, ...evaluation.failures.filter((failure) => !found.has(failure))],
          evaluation: evaluation.file,
        });
      }
      report(path, found, options, output);
      return DONE;
    } finally {
      tasks.world.close();
    }
  } finally {
    folder?.close();
  }
}

/** The episodes as they are graded now, one after the other; what is found on the way is told to `found`. */
function* regradedIn(
  { records }: EvaluationFolder,
  { tasks: all, file }: PlayedTasks,
  world: EpisodeWorld,
  found: Regrading,
): Generator<EpisodeRecord> {
  const tasks = new Map(all.map((task) => [task.id, task]));
  for (const before of records) {
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
    found.add(before, after);
    yield after;
  }
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

function report(path: string, found: Regrading, { dryRun = false }: RegradeOptions, output: Output): void {
  const page = new Page(output);
  const { episodes, changed, shown, rewardBefore, rewardAfter } = found;
  const mean = (sum: number) => (episodes === 0 ? '–' : (sum / episodes).toFixed(3));
  for (const line of shown) page.line(line, 'yellow');
  if (changed > shown.length) page.line(`and ${formatCount(changed - shown.length)} more`, 'yellow');
  page.line(
    `${path}: ${counted(episodes, 'episode', 'episodes')} graded again, ${formatCount(changed)} changed; mean reward ${mean(rewardBefore)} before, ${mean(rewardAfter)} now${dryRun ? '; nothing was written' : ''}`,
    changed === 0 ? 'green' : null,
  );
  output.write(`${page.text}\n`);
}
