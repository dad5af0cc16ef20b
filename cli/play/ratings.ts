import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { BEST_RATING, RATED, type Rated, RatingRecord } from '../../shopping/episode/person/index.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { csvText } from '../adjudicate/csv.ts';
import { ordinalAlpha } from '../adjudicate/raters.ts';
import { recordsIn } from '../eval/folder.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import { RATINGS } from './person-folder.ts';

/** From here up an answer says yes. */
const GOOD = 4;
const NAMES = Object.keys(RATED) as Rated[];

interface RatedSummary {
  readonly name: Rated;
  /** All tasks, or one intent. */
  readonly of: string;
  readonly ratings: number;
  readonly tasks: number;
  readonly mean: number;
  /** Share of the ratings of 4 and 5. */
  readonly good: number;
  /** Krippendorff's alpha over tasks of two people or more; null where there are none, or all said the same. */
  readonly alpha: number | null;
  /** Tasks that alpha is of. */
  readonly shared: number;
}

/** Reads people's ratings of the tasks of a run, the last one of each person on each task. */
export function ratingsIn(evaluations: string): RatingRecord[] {
  if (!existsSync(evaluations)) return [];
  const all = readdirSync(evaluations)
    .sort()
    .flatMap((person) => recordsIn(join(evaluations, person, RATINGS), RatingRecord, { mayBeOpen: true }));
  return [...new Map(all.map((one) => [`${one.person}\n${one.task}`, one])).values()];
}

export function summariseRatings(ratings: readonly RatingRecord[]): RatedSummary[] {
  const intents = [...new Set(ratings.map(({ intent }) => intent))].sort();
  return NAMES.flatMap((name) => {
    const all = summaryOf(name, 'all', ratings);
    if (all === null || intents.length < 2) return all ?? [];
    const each = intents.flatMap(
      (one) =>
        summaryOf(
          name,
          one,
          ratings.filter(({ intent }) => intent === one),
        ) ?? [],
    );
    return [all, ...each];
  });
}

function summaryOf(name: Rated, of: string, ratings: readonly RatingRecord[]): RatedSummary | null {
  const said = ratings.flatMap(({ task, scores }) =>
    scores[name] === undefined ? [] : [{ task, score: scores[name] }],
  );
  if (said.length === 0) return null;
  const byTask = [...Map.groupBy(said, ({ task }) => task).values()].map((one) => one.map(({ score }) => score));
  return {
    ...{ name, of, ratings: said.length, tasks: byTask.length },
    mean: said.reduce((sum, { score }) => sum + score, 0) / said.length,
    good: said.filter(({ score }) => score >= GOOD).length / said.length,
    alpha: ordinalAlpha(byTask),
    shared: byTask.filter(({ length }) => length > 1).length,
  };
}

/** One row a rating, for a table of one's own. */
export const ratingsCsv = (ratings: readonly RatingRecord[]): string =>
  csvText([
    ['task', 'intent', 'person', 'won', ...NAMES, 'comment'],
    ...ratings.map(({ task, intent, person, success, scores, comment }) => [
      ...[task, intent, person, success ? 'yes' : 'no'],
      ...NAMES.map((name) => String(scores[name] ?? '')),
      comment,
    ]),
  ]);

/** Says what people think of a run's tasks and how far they agree; writes their ratings down where a file is named. */
export function reportRatings(evaluations: string, file: string | true, output: Output): void {
  const ratings = ratingsIn(evaluations);
  if (ratings.length === 0)
    throw new ConfigError(
      `nobody has rated a task in ${evaluations} yet; play one, and say what you think of it at its end`,
    );
  if (file !== true) writeAtomically(file, ratingsCsv(ratings));
  const page = new Page(output);
  const people = new Set(ratings.map(({ person }) => person)).size;
  const tasks = new Set(ratings.map(({ task }) => task)).size;
  page.paragraph(
    `${counted(ratings.length, 'rating', 'ratings')} of ${counted(tasks, 'task', 'tasks')} by ${counted(people, 'person', 'people')}`,
  );
  page.gap();
  page.table(
    ['', 'of', 'ratings', 'tasks', 'mean', `${GOOD} or ${BEST_RATING} %`, 'alpha', 'rated by several'],
    summariseRatings(ratings).map(({ name, of, ...one }): Cell[] => [
      ...[{ text: name }, { text: of }, { text: formatCount(one.ratings) }, { text: formatCount(one.tasks) }],
      ...[{ text: one.mean.toFixed(2) }, { text: (one.good * 100).toFixed(1) }],
      ...[{ text: one.alpha === null ? '–' : one.alpha.toFixed(2) }, { text: formatCount(one.shared) }],
    ]),
  );
  page.gap();
  page.paragraph(
    "alpha: Krippendorff's for ordered values, over tasks that several people rated; 1 is agreement, 0 is chance",
  );
  output.write(`${page.text}\n`);
}
