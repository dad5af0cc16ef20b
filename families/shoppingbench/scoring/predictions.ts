import { z } from 'zod';
import { idOf } from '../../../catalog/index.ts';
import { Cells, lazadaDocuments } from '../../../catalog/readers/index.ts';
import { isRawObject } from '../../../catalog/rows/index.ts';
import { issueOf } from '../../../pipeline/folder/run-files.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { PredictedProduct } from './index.ts';
import { type PlacedValue, placedValues } from './placed-values.ts';
import { nameOf, type PlacedTask } from './published-tasks.ts';

const Prediction = z
  .looseObject({
    id: z.string().min(1).optional(),
    query: z.string().min(1).optional(),
    products: z.array(z.unknown()),
  })
  .refine(({ id, query }) => id !== undefined || query !== undefined, 'names no task, expected "id" or "query"');

interface Predictions {
  /** Name of a task to the products recommended for it, in their order. */
  readonly products: ReadonlyMap<string, readonly PredictedProduct[]>;
  /** Predictions that name a task of no splits file; the first says what such a name looks like. */
  readonly strangers: { readonly count: number; readonly first: string | null };
}

/** A product as a line names it: an id, or a document as ShoppingBench's search index holds it. */
function predictedOf(value: unknown, at: number, { place, line }: PlacedValue): PredictedProduct {
  const where = `${place}: product ${at + 1}`;
  const id = idOf(value);
  if (id !== null) return { id, product: null };
  if (!isRawObject(value)) {
    const found = JSON.stringify(value).slice(0, 60);
    throw new ConfigError(`${where} is ${found}, expected a product id or a product document`);
  }
  const reading = lazadaDocuments.read(value, { file: place, line }, new Cells());
  if (reading.kind === 'product') return { id: reading.product.id, product: reading.product };
  throw new ConfigError(`${where}: ${reading.kind === 'quarantine' ? reading.reason : 'is no product document'}`);
}

/**
 * Reads the products predicted for each task. Malformed lines and a second prediction for a task end the command,
 * because any way to go on would choose a score. Predictions of other tasks do not, so that a run over a whole
 * benchmark can be scored on one of its splits; where none is of these tasks, the files do not belong together.
 */
export async function readPredictions(path: string, tasks: readonly PlacedTask[]): Promise<Predictions> {
  const byId = new Map(
    tasks.flatMap(({ task, agentId }) => [agentId, task.id ?? agentId].map((id) => [id, task] as const)),
  );
  const byQuery = new Map<string, (typeof tasks)[number]['task'][]>();
  for (const { task } of tasks) byQuery.set(task.query, [...(byQuery.get(task.query) ?? []), task]);

  const products = new Map<string, readonly PredictedProduct[]>();
  const places = new Map<string, string>();
  const strangers = { count: 0, first: null as string | null };
  for await (const placed of placedValues(path, 'predictions')) {
    const parsed = Prediction.safeParse(placed.value);
    if (!parsed.success)
      throw new ConfigError(
        `${placed.place}: ${issueOf(parsed.error)}; expected {"id" or "query": ..., "products": [...]}`,
      );
    const { id, query = '' } = parsed.data;
    const predicted = parsed.data.products.map((product, at) => predictedOf(product, at, placed));
    const [task, second] = id === undefined ? (byQuery.get(query) ?? []) : [byId.get(id)];
    if (second !== undefined)
      throw new ConfigError(`${placed.place} names its task by a query that two tasks have; name it by "id"`);
    if (task === undefined) {
      strangers.count++;
      strangers.first ??= `${placed.place} names ${JSON.stringify(id ?? query).slice(0, 60)}`;
      continue;
    }
    const name = nameOf(task);
    const earlier = places.get(name);
    if (earlier !== undefined)
      throw new ConfigError(`${placed.place} predicts for the task of ${earlier} again; keep one of the two lines`);
    places.set(name, placed.place);
    products.set(name, predicted);
  }
  if (products.size === 0 && strangers.first !== null)
    throw new ConfigError(`${strangers.first}, and no prediction is of a task of the splits; name the splits it is of`);
  return { products, strangers };
}
