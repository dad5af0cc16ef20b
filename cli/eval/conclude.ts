import type { Family } from '../../pipeline/family.ts';
import type { EpisodeWorld } from '../../shopping/episode/index.ts';
import type { EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';
import { type Summary, summarise } from '../../shopping/episode/summary.ts';
import type { EvalFolder } from './folder.ts';
import { writeResults } from './results-page/write-results.ts';
import type { ReadTask } from './tasks.ts';

type Trial = Pick<EpisodeRecord, 'task' | 'trial'>;

/** Orders episodes as their tasks stand in their file, those of one task by trial. */
export function inOrderOf(tasks: readonly ReadTask[]): (a: Trial, b: Trial) => number {
  const places = new Map(tasks.map(({ task: { id } }, place) => [id, place]));
  const placeOf = ({ task }: Trial) => places.get(task) ?? tasks.length;
  return (a, b) => placeOf(a) - placeOf(b) || a.trial - b.trial;
}

interface Concluded extends Pick<Summary, 'agent' | 'user' | 'grader'> {
  readonly family: Family;
  readonly world: EpisodeWorld;
  /** All tasks of its file. */
  readonly tasks: readonly ReadTask[];
  readonly trials: number;
  readonly failures: readonly FailureRecord[];
  /** Content of `eval.json`. */
  readonly evaluation: object;
}

/** Sums up an evaluation whose episodes stand in their order, and writes the files that say that it is whole. */
export function conclude(
  folder: EvalFolder,
  records: Iterable<EpisodeRecord>,
  { family, world, tasks, failures, evaluation, ...named }: Concluded,
): Summary {
  const summary = summarise(records, { ...named, family: family.name, kind: world.kind }, failures);
  folder.finish(failures, summary, evaluation);
  writeResults({ folder: folder.path, family, world, summary, records, tasks });
  return summary;
}
