import { ConfigError } from '../../schemas/errors.ts';
import { compared, type PairedComparison, type PairedTask, RESAMPLES } from '../../shopping/episode/statistics.ts';
import { counts } from '../../shopping/episode/trial.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { type EvaluationFolder, readEvaluation } from '../eval/evaluated.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';

const DONE = 0;

/** A comparison of two evaluations, in all or of one intent. */
interface Row {
  readonly name: string;
  readonly comparison: PairedComparison;
}

/** Compares two evaluations task by task, each task as heavy as another. */
export function compareEvaluations(
  a: string,
  b: string,
  { json = false }: { readonly json?: boolean | undefined } = {},
  output: Output = standardOutput(),
): number {
  const [first, second] = [readEvaluation(a, 'compare'), readEvaluation(b, 'compare')];
  const [ofA, ofB] = [byTask(first), byTask(second)];
  const shared = [...ofA].flatMap(([task, inA]) => {
    const inB = ofB.get(task);
    return inB === undefined ? [] : [{ task, inA, inB }];
  });
  const changed = shared.filter(({ inA, inB }) => inA.digest !== inB.digest);
  if (changed.length > 0)
    throw new ConfigError(
      `${a} and ${b} were played on different versions of ${changed[0]?.task} (${changed.length} such tasks); play or regrade both on one split`,
    );
  if (shared.length === 0)
    throw new ConfigError(`${a} and ${b} have no task in common; compare evaluations of one split`);
  const pairs = shared.map(({ task, inA, inB }): PairedTask & { intent: string } => ({
    task,
    intent: inA.intent,
    a: inA.reward / inA.trials,
    b: inB.reward / inB.trials,
    successA: inA.successes / inA.trials,
    successB: inB.successes / inB.trials,
  }));
  const triedOnce = shared.every(({ inA, inB }) => inA.trials === 1 && inB.trials === 1);
  const rows: Row[] = [...Map.groupBy(pairs, ({ intent }) => intent)]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .concat([['all', pairs]])
    .flatMap(([name, own]) => {
      const comparison = compared(own, triedOnce);
      return comparison === null ? [] : [{ name, comparison }];
    });
  const left = ofA.size + ofB.size - 2 * shared.length;
  if (json) output.write(`${JSON.stringify({ a, b, tasks: shared.length, only_in_one: left, rows }, null, 2)}\n`);
  else output.write(`${page(rows, { a, b, left, triedOnce }, output)}\n`);
  return DONE;
}

/** Sums over the trials of a task that count. */
interface TaskSums {
  /** Of the task, as its first trial was played. */
  readonly digest: string;
  readonly intent: string;
  trials: number;
  reward: number;
  successes: number;
}

function byTask({ records }: EvaluationFolder): Map<string, TaskSums> {
  const sums = new Map<string, TaskSums>();
  for (const { end, task, intent, task_digest: digest, grade } of records) {
    if (!counts({ end })) continue;
    const own = sums.get(task) ?? { digest, intent, trials: 0, reward: 0, successes: 0 };
    sums.set(task, own);
    own.trials += 1;
    own.reward += grade.reward;
    own.successes += Number(grade.success);
  }
  return sums;
}

const percent = (share: number) => (share * 100).toFixed(1);
const signed = (share: number) => `${share > 0 ? '+' : ''}${percent(share)}`;

function page(
  rows: readonly Row[],
  {
    a,
    b,
    left,
    triedOnce,
  }: { readonly a: string; readonly b: string; readonly left: number; readonly triedOnce: boolean },
  output: Output,
): string {
  const page = new Page(output);
  page.entry('a', a, 1);
  page.entry('b', b, 1);
  page.gap();
  page.table(
    [
      'intent',
      'tasks',
      'reward a %',
      'reward b %',
      'b - a',
      '95 %',
      'success a %',
      'success b %',
      ...(triedOnce ? ['b alone', 'a alone', 'p'] : []),
    ],
    rows.map(({ name, comparison: { tasks, meanA, meanB, difference, interval, successA, successB, mcnemar } }) => [
      { text: name },
      { text: formatCount(tasks) },
      { text: percent(meanA) },
      { text: percent(meanB) },
      { text: signed(difference) },
      { text: `${signed(interval.low)} to ${signed(interval.high)}` },
      { text: percent(successA) },
      { text: percent(successB) },
      ...(mcnemar === null
        ? []
        : [{ text: formatCount(mcnemar.won) }, { text: formatCount(mcnemar.lost) }, { text: mcnemar.p.toFixed(3) }]),
    ]),
    true,
  );
  page.gap();
  page.paragraph(
    `Means over tasks that both played. Intervals: of the difference of rewards, percentile bootstrap over tasks, ${formatCount(RESAMPLES)} resamples under a fixed seed.${
      triedOnce
        ? " p: McNemar's exact test, two-sided, of the tasks that one of them alone succeeds in."
        : ' Tasks were tried more than once, so McNemar has nothing to say.'
    }`,
    { style: 'dim' },
  );
  if (left > 0)
    page.paragraph(`${counted(left, 'task was', 'tasks were')} played by one of them alone and left out.`, {
      style: 'yellow',
    });
  return page.text;
}
