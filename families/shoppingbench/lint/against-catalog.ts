import type { Catalog } from '../../../catalog/index.ts';
import { type CounterHead, defect, type Looked, sign } from '../../../pipeline/foreign-lint.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { detailFieldOf } from '../../../shopping/kinds/index.ts';
import type { PublishedShoppingbenchTask } from '../published-task.ts';
import type { Feature } from '../scoring/features.ts';
import { productRelevance } from '../scoring/product-relevance.ts';
import { PAPER_RULES } from '../scoring/rules.ts';
import { type ScoredTask, scoredTaskOf, type Target } from '../scoring/task.ts';
import { LexicalSimilarity } from '../scoring/title-similarity.ts';
import type { LintTask } from './task.ts';

/** Counters that need the catalog the tasks were made from. */
export const CATALOG_HEADS: readonly CounterHead[] = [
  { code: 'unknown_product', meaning: 'a target is not in the catalog', unit: 'targets', isDefect: true },
  defect('target_fails', 'a target, as the catalog has it, does not meet what is asked of it', 'targets'),
  sign('rival_scores', "another product of a like title scores as much as the target, by the paper's measure", 'tasks'),
];

const JUDGING = { titles: new LexicalSimilarity(), rules: PAPER_RULES };
const MOST_NAMED = 5;

/** Rows that state what a feature asks for; null for what is no detail. */
function rowsStating({ type, field, expected_value: value }: Feature, catalog: Catalog): Uint32Array | null {
  if (type === 'service_match' || type === 'numeric_range') return null;
  const [name, option] = type === 'sku_match' ? (Object.entries(value)[0] ?? []) : [detailFieldOf(field), value];
  return typeof name === 'string' ? catalog.statingRows(name, String(option)) : null;
}

/** The fewest rows among which every product that meets a target stands; null where no detail narrows them. */
function fewestRows({ features }: Target, catalog: Catalog): Uint32Array | null {
  const lists = features.flatMap((feature) => rowsStating(feature, catalog) ?? []);
  return lists.reduce<Uint32Array | null>(
    (best, list) => (best === null || list.length < best.length ? list : best),
    null,
  );
}

/** Other products that score as much as the target of a task of one product that turns on nothing else. */
function rivalsOf({ targets: [target], intent }: ScoredTask, catalog: Catalog): string[] | null {
  const rows = target === undefined || intent !== 'products_finder' ? null : fewestRows(target, catalog);
  if (rows === null || target === undefined) return null;
  return [...rows].flatMap((row) => {
    const product = catalog.productByRow(row);
    const isRival =
      product.id !== target.productId && productRelevance({ id: product.id, product }, target, intent, JUDGING) === 1;
    return isRival ? [product.id] : [];
  });
}

/** Finds the faults that the catalog shows in a published task, by code; none in one that cannot be scored. */
export function againstCatalog({ published }: LintTask, catalog: Catalog): Looked[] {
  const task = scoredFrom(published);
  if (task === null) return [];
  const known = task.targets.flatMap((target) => {
    const product = catalog.productById(target.productId);
    return product === null ? [] : [{ target, product }];
  });
  const missing = task.targets.filter(({ productId }) => !known.some(({ product }) => product.id === productId));
  // Under another id the target is judged by what it is, not by being the target.
  const failing = known.filter(
    ({ target, product }) => productRelevance({ id: '', product }, target, task.intent, JUDGING) < 1,
  );
  const rivals = missing.length > 0 ? null : rivalsOf(task, catalog);
  return [
    { code: 'unknown_product', of: task.targets.length, found: missing.map(({ productId }) => productId) },
    { code: 'target_fails', of: known.length, found: failing.map(({ product }) => product.id) },
    {
      code: 'rival_scores',
      of: rivals === null ? 0 : 1,
      found:
        rivals === null || rivals.length === 0
          ? []
          : [`${rivals.length} others: ${rivals.slice(0, MOST_NAMED).join(', ')}`],
    },
  ];
}

function scoredFrom(published: PublishedShoppingbenchTask): ScoredTask | null {
  try {
    return scoredTaskOf(published);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}
