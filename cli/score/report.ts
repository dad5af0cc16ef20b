import { basename } from 'node:path';
import type { IntentMetrics, ScoredIntent } from '../../families/shoppingbench/scoring/index.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Output } from '../output.ts';
import { Page } from '../page.ts';
import { displayWidth, padEnd } from '../terminal/display-width.ts';
import { escapeForTerminal } from '../terminal/escape.ts';

/** All that `score` found; shares from 0 to 1. */
export interface Scores {
  readonly splits: readonly string[];
  readonly predictions: string;
  readonly rules: string;
  readonly title_similarity: { readonly name: string; readonly similar: number; readonly same: number };
  /** Path of the catalog that products were looked up in; null for none. */
  readonly catalog: string | null;
  readonly intents: readonly IntentMetrics[];
  readonly average_asr: { readonly over_tasks: number; readonly over_intents: number };
  readonly without_prediction: number;
  /** Predicted products that are no target and of which nothing is known. */
  readonly unknown_products: number;
  readonly with_more_products_than_targets: number;
  readonly predictions_of_other_tasks: number;
  readonly tasks: readonly {
    /** Id of the task, or its query where it has none. */
    readonly task: string;
    readonly intent: ScoredIntent;
    readonly r_pro: number;
    readonly constraint: 0 | 1 | null;
    readonly success: boolean;
  }[];
}

/** Column names of the paper's table of constraint scores. */
const CONSTRAINTS: Readonly<Record<ScoredIntent, string>> = {
  products_finder: '',
  knowledge: 'r_kw',
  multi_products_seller: 'r_shop',
  coupon_budget: 'r_budget',
};

const percent = (share: number) => (share * 100).toFixed(1);

/** Columns under one heading. */
interface Group {
  readonly heading: string;
  readonly columns: readonly (readonly [name: string, figure: string])[];
}

const COLUMN_GAP = '  ';
const GROUP_GAP = '    ';

/** Scores as the paper's tables show them, in percent: one row for the run, or one per intent where that is too wide. */
export function renderScores(scores: Scores, output: Pick<Output, 'width' | 'colour'>): string {
  const page = new Page(output);
  const { predictions, splits, tasks, intents } = scores;
  const from = splits.length === 1 ? splits[0] : `${splits.length} splits files`;
  page.paragraph(`${predictions}: ${formatCount(tasks.length)} ${tasks.length === 1 ? 'task' : 'tasks'} of ${from}`);
  page.gap();
  const row = paperRow(scores);
  if (Math.max(...row.map(displayWidth)) <= page.room(0)) {
    const [groups = '', columns = '', figures = ''] = row;
    page.raw([groups, columns], 0, 0, 'bold');
    page.raw(['─'.repeat(Math.max(...row.map(displayWidth)))], 0, 0, 'dim');
    page.raw([figures], 0, 0);
  } else {
    addIntents(page, intents);
    page.gap();
    page.paragraph(averages(scores));
  }
  addRemarks(page, scores);
  return page.text;
}

function groupsOf({ intents, average_asr }: Scores): Group[] {
  return [
    ...intents.map(({ intent, asr, car, constraint }) => ({
      heading: intent,
      columns: [
        ['ASR', percent(asr)],
        ['CAR', percent(car)],
        ...(constraint === null ? [] : [[CONSTRAINTS[intent], percent(constraint)] as const]),
      ] as const,
    })),
    {
      heading: 'average ASR',
      columns: [
        ['tasks', percent(average_asr.over_tasks)],
        ['intents', percent(average_asr.over_intents)],
      ],
    },
  ];
}

/** The run's row and the two lines of headings above it. */
function paperRow(scores: Scores): string[] {
  const name = escapeForTerminal(basename(scores.predictions).replace(/\.(?:jsonl|ndjson|json)(?:\.gz)?$/, ''));
  const groups = groupsOf(scores).map(({ heading, columns }) => {
    const widths = columns.map(([column, figure]) => Math.max(column.length, figure.length));
    const line = (at: 0 | 1) =>
      columns.map((column, place) => column[at].padStart(widths[place] ?? 0)).join(COLUMN_GAP);
    const width = Math.max(heading.length, line(0).length);
    return [heading, line(0), line(1)].map((text) => text.padEnd(width));
  });
  return ['', '', name].map((text, line) =>
    [padEnd(text, displayWidth(name)), ...groups.map((group) => group[line])].join(GROUP_GAP).trimEnd(),
  );
}

function addIntents(page: Page, intents: Scores['intents']): void {
  page.table(
    ['intent', 'tasks', 'ASR', 'CAR', 'constraint'],
    intents.map(({ intent, tasks, asr, car, constraint }) => [
      { text: intent },
      { text: formatCount(tasks) },
      { text: percent(asr) },
      { text: percent(car) },
      { text: constraint === null ? 'none' : `${CONSTRAINTS[intent]} ${percent(constraint)}` },
    ]),
  );
}

const averages = ({ average_asr: { over_tasks, over_intents } }: Scores) =>
  `Average ASR: ${percent(over_tasks)} over tasks, ${percent(over_intents)} over intents`;

const count = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`;

/** What lowers the figures without being an agent's mistake, and by what rules they are counted. */
function addRemarks(page: Page, scores: Scores): void {
  const { tasks } = scores;
  const remarks: string[] = [];
  if (scores.without_prediction > 0)
    remarks.push(
      `${formatCount(scores.without_prediction)} of ${count(tasks.length, 'task', 'tasks')} ${
        scores.without_prediction === 1 ? 'has no prediction and counts' : 'have no prediction and count'
      } as 0.`,
    );
  if (scores.unknown_products > 0)
    remarks.push(
      `${count(scores.unknown_products, 'predicted product is unknown and scores', 'predicted products are unknown and score')} 0: ${
        scores.catalog === null
          ? 'no catalog was looked in; name one with --catalog <catalog.db>, or predict whole documents.'
          : `neither in ${scores.catalog} nor predicted as whole documents.`
      }`,
    );
  if (scores.with_more_products_than_targets > 0)
    remarks.push(
      `${count(scores.with_more_products_than_targets, 'prediction has', 'predictions have')} more products than were asked for; the first ones are held against the targets.`,
    );
  if (scores.predictions_of_other_tasks > 0)
    remarks.push(
      `${count(scores.predictions_of_other_tasks, 'prediction is of a task', 'predictions are of tasks')} outside the splits, and left out.`,
    );
  if (remarks.length > 0) page.gap();
  for (const remark of remarks) page.paragraph(remark, { style: 'yellow' });
  page.gap();
  page.paragraph(measures(scores), { style: 'dim' });
}

function measures({ rules, title_similarity: { name, similar, same } }: Scores): string {
  const published = rules === 'published';
  const stricter = published ? ` (${same} for knowledge)` : '';
  return `In percent, by the rules of the ${published ? 'published evaluator' : 'paper'}. Titles are similar from ${similar}${stricter} on, by ${name}.`;
}
