import type { Catalog } from '../../../catalog/index.ts';
import type { ScoreGroup, ScoreRequest, ScoreSheet } from '../../../pipeline/scoring.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { formatCount } from '../../../text/numbers.ts';
import { constraintOf, intentNamed } from '../intents.ts';
import { embeddingSimilarity } from './embedding.ts';
import {
  type IntentMetrics,
  metricsOf,
  type PredictedProduct,
  RULES,
  type Rules,
  type ScoredTask,
  scoreTask,
} from './index.ts';
import { METRIC_NAMES } from './names.ts';
import { readPredictions } from './predictions.ts';
import { nameOf, readTasks } from './published-tasks.ts';
import { LexicalSimilarity, type TitleSimilarity } from './title-similarity.ts';

/** All that `score` found; shares from 0 to 1. */
interface Scores {
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
    readonly intent: string;
    readonly r_pro: number;
    readonly constraint: 0 | 1 | null;
    readonly success: boolean;
  }[];
}

/** Column name in the paper's table of constraint scores. */
const columnOf = (intent: string) => constraintOf(intentNamed(intent)) ?? '';

const percent = (share: number) => (share * 100).toFixed(1);

/**
 * Scores predictions for ShoppingBench tasks: the paper's success rates and relevance per intent, and their averages, as
 * its tables show them, in percent.
 */
export async function scoreSheet({
  splits,
  predictions: path,
  world: catalog,
  options,
}: ScoreRequest<Catalog>): Promise<ScoreSheet> {
  const rules = rulesNamed(options.rules ?? 'paper');
  const tasks = await readTasks(splits);
  const predictions = await readPredictions(path, tasks);
  const titles =
    options.embeddingModel === undefined ? new LexicalSimilarity() : await embeddingSimilarity(options.embeddingModel);
  const answers = tasks.map(({ task }) => ({
    task,
    predicted: (predictions.products.get(nameOf(task)) ?? []).map((product) => lookedUp(product, catalog)),
  }));
  await titles.prepare(titlesOf(answers));
  const scores: Scores = {
    splits,
    predictions: path,
    rules: rules.name,
    title_similarity: { name: titles.name, ...titles.thresholds },
    catalog: catalog?.path ?? null,
    ...scoresOf(answers, { titles, rules }),
    without_prediction: tasks.length - predictions.products.size,
    predictions_of_other_tasks: predictions.strangers.count,
  };
  return {
    json: scores,
    tasks: scores.tasks.length,
    groups: groupsOf(scores),
    table: {
      head: ['intent', 'tasks', 'ASR', 'CAR', 'constraint'],
      rows: scores.intents.map(({ intent, tasks, asr, car, constraint }) => [
        intent,
        formatCount(tasks),
        percent(asr),
        percent(car),
        constraint === null ? 'none' : `${columnOf(intent)} ${percent(constraint)}`,
      ]),
    },
    averages: averages(scores),
    names: namesOf(scores),
    remarks: remarksOf(scores),
    measures: measures(scores),
  };
}

function rulesNamed(name: string): Rules {
  if (Object.hasOwn(RULES, name)) return RULES[name as Rules['name']];
  throw new ConfigError(`--rules is "${name}", expected ${Object.keys(RULES).join(' or ')}`);
}

/** A product as the catalog has it; as the prediction wrote it only where there is no catalog to look it up in. */
const lookedUp = ({ id, product }: PredictedProduct, catalog: Catalog | null): PredictedProduct => ({
  id,
  product: catalog === null ? product : catalog.productById(id),
});

interface Answer {
  readonly task: ScoredTask;
  readonly predicted: readonly PredictedProduct[];
}

function* titlesOf(answers: readonly Answer[]): Generator<string> {
  for (const { task, predicted } of answers) {
    for (const { titles } of task.targets) yield* titles;
    for (const { product } of predicted) if (product !== null) yield product.title;
  }
}

/** A product that nobody knows scores 0, but for a target, which needs no look. */
const isUnknown = ({ id, product }: PredictedProduct, { targets }: ScoredTask) =>
  product === null && !targets.some(({ productId }) => productId === id);

function scoresOf(answers: readonly Answer[], judging: { readonly titles: TitleSimilarity; readonly rules: Rules }) {
  const scored = answers.map(({ task, predicted }) => ({ task, score: scoreTask(predicted, task, judging) }));
  const { intents, averageOverIntents, averageOverTasks } = metricsOf(scored.map(({ score }) => score));
  return {
    intents,
    average_asr: { over_tasks: averageOverTasks, over_intents: averageOverIntents },
    unknown_products: answers.reduce(
      (sum, { task, predicted }) => sum + predicted.filter((product) => isUnknown(product, task)).length,
      0,
    ),
    with_more_products_than_targets: answers.filter(({ task, predicted }) => predicted.length > task.targets.length)
      .length,
    tasks: scored.map(({ task, score: { intent, relevance, constraint, success } }) => ({
      task: nameOf(task),
      intent,
      r_pro: relevance,
      constraint,
      success,
    })),
  };
}

function groupsOf({ intents, average_asr }: Scores): ScoreGroup[] {
  return [
    ...intents.map(({ intent, asr, car, constraint }) => ({
      heading: intent,
      columns: [
        ['ASR', percent(asr)],
        ['CAR', percent(car)],
        ...(constraint === null ? [] : [[columnOf(intent), percent(constraint)] as const]),
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

const averages = ({ average_asr: { over_tasks, over_intents } }: Scores) =>
  `Average ASR: ${percent(over_tasks)} over tasks, ${percent(over_intents)} over intents`;

/** The names of the figures that the sheet has, in words. */
function namesOf({ intents }: Scores): [string, string][] {
  const shown = new Set(['ASR', 'CAR', ...intents.map(({ intent }) => columnOf(intent))]);
  return METRIC_NAMES.filter(({ short }) => shown.has(short)).map(({ short, name, means }) => [
    short,
    `${name}: ${means}`,
  ]);
}

const count = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`;

/** Lists the causes that lower the figures without being an agent's mistake. */
function remarksOf(scores: Scores): string[] {
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
  return remarks;
}

function measures({ rules, title_similarity: { name, similar, same } }: Scores): string {
  const published = rules === 'published';
  const stricter = published ? ` (${same} for knowledge)` : '';
  return `In percent, by the rules of the ${published ? 'published evaluator' : 'paper'}. Titles are similar from ${similar}${stricter} on, by ${name}.`;
}
