import { join } from 'node:path';
import type { Figure } from '../../pipeline/episode.ts';
import type { Interval } from '../../pipeline/share-interval.ts';
import { type GroupSummary, isOutOfBounds, type Summary } from '../../shopping/episode/summary.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { Output } from '../terminal/output.ts';
import { type Cell, Page } from '../terminal/page.ts';
import { RESULTS } from './folder.ts';

/** Result of one agent; without a summary where only a part was played. */
export interface Evaluated {
  readonly folder: string;
  readonly summary: Summary | null;
  readonly played: number;
  readonly kept: number;
  readonly seconds: number;
  /** Episodes that could not be played to their end, or were not begun. */
  readonly missing: number;
  /** Episodes in the folder, and in its summary, that were not asked for this time. */
  readonly others: number;
}

const percent = (share: number | null) => (share === null ? '–' : (share * 100).toFixed(1));
const decimal = (value: number | null) => (value === null ? '–' : value.toFixed(1));
const range = (interval: Interval | null) =>
  interval === null ? '–' : `${percent(interval.low)}–${percent(interval.high)}`;

export const figureText = ({ value, unit }: Pick<Figure, 'value' | 'unit'>): string =>
  unit === 'share' ? percent(value) : decimal(value);

const groupRow = (group: GroupSummary): Cell[] => [
  { text: group.name },
  { text: formatCount(group.tasks) },
  { text: formatCount(group.trials) },
  { text: formatCount(group.left_out) },
  { text: percent(group.success) },
  { text: range(group.interval) },
  { text: decimal(group.steps) },
  { text: `${decimal(group.questions_asked)}/${decimal(group.questions_needed)}` },
  { text: percent(group.unretrieved) },
];

/** Adds the results of an evaluation of one agent: by intent, then the paper's own figures; of episodes that all broke off why. */
export function addSummary(page: Page, summary: Summary): void {
  page.paragraph(`${summary.agent} on ${summary.family}, shopper: ${summary.user}`, { style: 'bold' });
  page.gap();
  if (summary.total.trials === 0) {
    page.paragraph('No episode could be graded.', { style: 'red' });
    addTroubles(page, summary);
    return;
  }
  page.table(
    ['intent', 'tasks', 'trials', 'left out', 'success %', '95 %', 'steps', 'asked/needed', 'unseen %'],
    [...summary.intents, summary.total].map(groupRow),
    true,
  );
  page.gap();
  page.table(
    ['as the paper counts', 'figure', 'defined'],
    summary.figures.map((figure) => [
      { text: figure.name },
      { text: figureText(figure) },
      { text: figure.defined, left: true },
    ]),
  );
  if (summary.k > 1) {
    page.gap();
    page.table(
      ['k', 'pass^k %', 'pass@k %', 'tasks'],
      summary.pass.map(({ k, all, any, tasks }) => [
        { text: String(k) },
        { text: percent(all) },
        { text: percent(any) },
        { text: formatCount(tasks) },
      ]),
    );
  }
  page.gap();
  const ends = Object.entries(summary.ends).map(([end, count]) => `${end} ${formatCount(count)}`);
  page.paragraph(`Ends: ${ends.join(', ')}.`);
  addTroubles(page, summary);
  if (summary.undecided > 0)
    page.paragraph(
      `${formatCount(summary.undecided)} requirements on reviews of other products than the target are not decided by code and count as not met; --grader model:<name> asks about them.`,
      { style: 'yellow' },
    );
  const { model_calls: calls, input_tokens: input, output_tokens: written, cost_usd: cost } = summary.spent;
  if (calls > 0)
    page.paragraph(
      `The agent asked its model ${counted(calls, 'time', 'times')}: ${input === null ? 'unknown' : formatCount(input)} tokens in, ${written === null ? 'unknown' : formatCount(written)} out, ${cost === null ? 'cost unknown' : `$${cost.toFixed(2)}`}.`,
    );
  addFloor(page, summary);
}

function addFloor(page: Page, summary: Summary): void {
  const { agent, floor } = summary;
  const isSound = !isOutOfBounds(summary);
  if (agent === 'oracle') {
    const wins = isSound;
    page.paragraph(
      wins
        ? 'The oracle wins every task.'
        : 'The oracle does not win every task: these tasks cannot all be solved with the tools.',
      { style: wins ? 'green' : 'red' },
    );
  } else if (floor !== null) {
    page.paragraph(
      isSound
        ? isAbove(summary)
          ? `Above what is declared for ${agent}, ${percent(floor)} %, by no more than chance brings in ${counted(summary.total.tasks, 'task', 'tasks')}.`
          : `No more than what is declared for ${agent}: ${percent(floor)} %.`
        : `Above what is declared for ${agent}, and not by chance: ${percent(floor)} %.`,
      { style: isSound ? 'green' : 'red' },
    );
  }
}

/** Tells whether an agent won more than is declared for it, by chance or not. */
const isAbove = ({ floor, total: { success } }: Summary): boolean => floor !== null && (success ?? 0) > floor;

const addTroubles = (page: Page, { troubles }: Pick<Summary, 'troubles'>, who = '') => {
  for (const { end, task, detail } of troubles)
    page.paragraph(`${who}${end}, first in ${task}: ${detail}`, { style: 'red' });
};

/** Of the paper's own figures the first stand beside those of other agents. */
const FIGURES_BESIDE = 6;

/** Several agents side by side. */
function addAgents(page: Page, results: readonly Evaluated[]): void {
  page.table(
    ['agent', 'trials', 'left out', 'success %', '95 %', 'at most %', 'steps', 'asked/needed', 'unseen %'],
    results.flatMap(({ summary }) => {
      if (summary === null) return [];
      const [, , ...cells] = groupRow(summary.total);
      const { agent, floor } = summary;
      const isSound = !isOutOfBounds(summary);
      const most = agent === 'oracle' ? 'all' : floor === null ? '' : percent(floor);
      const row: Cell[] = [{ text: agent }, ...cells];
      row.splice(5, 0, { text: most });
      row[3] = { text: row[3]?.text ?? '', style: isSound ? 'green' : 'red' };
      return [row];
    }),
  );
  page.gap();
  const byChance = results.flatMap(({ summary }) =>
    summary !== null && summary.agent !== 'oracle' && isAbove(summary) && !isOutOfBounds(summary) ? [summary] : [],
  );
  const [first] = byChance;
  if (first !== undefined)
    page.paragraph(
      `Above "at most" by no more than chance brings in ${counted(first.total.tasks, 'task', 'tasks')}: ${byChance.map(({ agent }) => agent).join(', ')}.`,
    );
  for (const { summary } of results) if (summary !== null) addTroubles(page, summary, `${summary.agent}: `);
  const figures = results.find(({ summary }) => summary !== null)?.summary?.figures ?? [];
  const names = figures.slice(0, FIGURES_BESIDE).map(({ name }) => name);
  if (names.length === 0) return;
  page.gap();
  page.table(
    ['as the paper counts', ...names],
    results.flatMap(({ summary }) => {
      if (summary === null) return [];
      const known = new Map(summary.figures.map((figure) => [figure.name, figureText(figure)]));
      return [[summary.agent, ...names.map((name) => known.get(name) ?? '–')].map((text) => ({ text }))];
    }),
  );
  if (figures.length > names.length) {
    page.gap();
    page.paragraph(`All ${figures.length} figures of an agent: --agent <its name> alone.`, { style: 'dim' });
  }
}

/** Prints the results of an evaluation. */
export function report(
  results: readonly Evaluated[],
  { file, tasks, json }: { readonly file: string; readonly tasks: number; readonly json: boolean },
  output: Output,
): void {
  if (json) {
    output.write(`${JSON.stringify(results, null, 2)}\n`);
    return;
  }
  const page = new Page(output);
  page.paragraph(`${file}: ${counted(tasks, 'task', 'tasks')}`);
  page.gap();
  const [only, ...others] = results;
  if (only?.summary != null && others.length === 0) addSummary(page, only.summary);
  else addAgents(page, results);
  page.gap();
  for (const { folder, played, kept, seconds, summary, missing, others } of results) {
    const speed = played === 0 || seconds === 0 ? '' : `, ${formatCount(Math.round((played / seconds) * 60))} a minute`;
    const before = kept === 0 ? '' : `, ${formatCount(kept)} were there already`;
    page.line(
      `${folder}: ${counted(played, 'episode', 'episodes')} played in ${seconds.toFixed(1)} s${speed}${before}`,
    );
    if (others > 0 && summary !== null)
      page.line(`${folder}: ${formatCount(others)} more, of other tasks or trials, were there and are in the summary`);
    if (summary === null) page.line(`${folder}: one shard; run eval on the whole once all are played`, 'yellow');
    if (missing > 0)
      page.line(
        `${folder}: ${counted(missing, 'episode was', 'episodes were')} not played to the end; the same command plays ${missing === 1 ? 'it' : 'them'}`,
        'yellow',
      );
  }
  const pages = results.flatMap(({ folder, summary }) => (summary === null ? [] : [join(folder, RESULTS)]));
  if (pages.length > 0) {
    const which = pages.length === 1 ? pages[0] : `${RESULTS} in each of these folders`;
    page.line(`${which}: every episode step by step, lost ones first, for a browser`);
  }
  output.write(`${page.text}\n`);
}
