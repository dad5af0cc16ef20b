import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Catalog, openCatalog } from '../../catalog/index.ts';
import { embeddingSimilarity } from '../../families/shoppingbench/scoring/embedding-similarity.ts';
import {
  metricsOf,
  type PredictedProduct,
  RULES,
  type Rules,
  type ScoredTask,
  scoreTask,
} from '../../families/shoppingbench/scoring/index.ts';
import { LexicalSimilarity, type TitleSimilarity } from '../../families/shoppingbench/scoring/title-similarity.ts';
import { openRun } from '../../pipeline/run-files.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { keptWorld, worldOf } from '../find-world.ts';
import { type Output, standardOutput } from '../output.ts';
import { readPredictions } from './predictions.ts';
import { renderScores, type Scores } from './report.ts';
import { nameOf, readTasks } from './tasks.ts';

export interface ScoreOptions {
  /** Where the products of the predicted ids are looked up; the catalog of the splits' run when left out. */
  readonly catalog?: string | undefined;
  /** Folder of an embedding model for titles; their words and letters are compared when left out. */
  readonly embeddingModel?: string | undefined;
  /** `paper` or `published`. */
  readonly rules?: string | undefined;
  /** One JSON document instead of a page. */
  readonly json?: boolean | undefined;
}

const DONE = 0;

/** Scores predictions for ShoppingBench tasks: the paper's success rates and relevance per intent, and their averages. */
export async function score(
  paths: readonly string[],
  options: ScoreOptions,
  output: Output = standardOutput(),
): Promise<number> {
  const predictionsPath = paths.at(-1);
  const splits = paths.slice(0, -1);
  if (predictionsPath === undefined || splits.length === 0)
    throw new ConfigError('score reads the tasks of splits files and, last, a file of predictions; name both');
  const rules = rulesNamed(options.rules ?? 'paper');
  const tasks = await readTasks(splits);
  const predictions = await readPredictions(predictionsPath, tasks);
  const catalog = catalogFor(splits, options.catalog);
  try {
    const titles =
      options.embeddingModel === undefined
        ? new LexicalSimilarity()
        : await embeddingSimilarity(options.embeddingModel);
    const answers = tasks.map(({ task }) => ({
      task,
      predicted: (predictions.products.get(nameOf(task)) ?? []).map((product) => lookedUp(product, catalog)),
    }));
    await titles.prepare(titlesOf(answers));
    const scores = scoresOf(answers, { titles, rules });
    const scored: Scores = {
      splits,
      predictions: predictionsPath,
      rules: rules.name,
      title_similarity: { name: titles.name, ...titles.thresholds },
      catalog: catalog?.path ?? null,
      ...scores,
      without_prediction: tasks.length - predictions.products.size,
      predictions_of_other_tasks: predictions.strangers.count,
    };
    output.write(options.json === true ? `${JSON.stringify(scored, null, 2)}\n` : `${renderScores(scored, output)}\n`);
    return DONE;
  } finally {
    catalog?.close();
  }
}

function rulesNamed(name: string): Rules {
  if (Object.hasOwn(RULES, name)) return RULES[name as Rules['name']];
  throw new ConfigError(`--rules is "${name}", expected ${Object.keys(RULES).join(' or ')}`);
}

/** The folder of the run that wrote a splits file; null where none did. */
function runFolderOf(path: string): string | null {
  const folder = dirname(path);
  const run = join(folder, '..');
  return basename(folder) === 'splits' && existsSync(join(run, 'manifest.json')) ? run : null;
}

/** The catalog named, which has to be the one a run's splits were built from, or that of the run; null where none is. */
function catalogFor(splits: readonly string[], named: string | undefined): Catalog | null {
  const folders = new Set(splits.map(runFolderOf));
  const [folder = null] = folders;
  if (folders.size !== 1 || folder === null) return named === undefined ? null : openCatalog(named);
  const run = openRun(folder, 'score');
  return named === undefined ? keptWorld(run, catalogWorld) : worldOf(run, catalogWorld, named);
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
