import type { Catalog } from '../catalog/store.ts';
import { digestOf } from '../pipeline/seed.ts';
import type { Eligibility } from '../schemas/intent.ts';
import type { PlannedTask } from '../schemas/task.ts';

interface SampledIntent {
  readonly name: string;
  readonly eligibility: Eligibility;
}

interface Dependencies {
  readonly catalog: Catalog;
  readonly family: string;
  readonly seed: number;
  readonly intents: readonly SampledIntent[];
  /** Fields that count towards `leastDetails`. */
  isUsed(field: string): boolean;
}

/** Products of one main category that fit an intent, best rank first; `next` is the place of the first not yet drawn. */
interface Queue {
  readonly category: string;
  readonly rank: string;
  rows: number[];
  next: number;
}

interface Pool {
  readonly queues: readonly Queue[];
  readonly eligible: number;
  /** Why products are not eligible, most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly products: number }[];
}

/** What one pass over the catalog finds out about each product. */
interface Facts {
  readonly ids: readonly string[];
  readonly details: Uint8Array;
  readonly text: Uint8Array;
}

/** What planning a wave depends on besides the catalog and the seed. */
export interface WaveState {
  readonly wave: number;
  /** Ids of products that tasks of this wave are about; the sampler adds to it. */
  readonly inFlight: Set<string>;
  /** Ids of products that accepted samples are about. */
  readonly spent: ReadonlySet<string>;
  /** Accepted samples of the intent per main category. */
  readonly load: ReadonlyMap<string, number>;
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Plans which product a task is about. Each intent draws from the products that fit it, in the order of their digests,
 * from the main category that has had fewest tasks so far. Nothing depends on the order of the catalog's rows.
 */
export class Sampler {
  readonly #dependencies: Dependencies;
  readonly #pools = new Map<string, Pool>();
  #facts: Facts | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** How many products fit the intent, and what the others lack. */
  eligibility(intent: string): Pick<Pool, 'eligible' | 'reasons'> {
    return this.#pool(intent);
  }

  /** Candidates not yet drawn; some of them may be taken by other intents. */
  remaining(intent: string): number {
    return this.#pool(intent).queues.reduce((sum, { rows, next }) => sum + rows.length - next, 0);
  }

  /**
   * The next `count` tasks of an intent, fewer when candidates run out. Products that another task of this wave is
   * about wait for a later wave; products of accepted samples are gone. `load` counts each category's accepted samples
   * of the intent.
   */
  next(intent: string, count: number, { wave, inFlight, spent, load }: WaveState): PlannedTask[] {
    const { queues } = this.#pool(intent);
    const tasks: PlannedTask[] = [];
    const loads = new Map(queues.map(({ category }) => [category, load.get(category) ?? 0]));
    const waiting = new Map<Queue, number[]>();
    while (tasks.length < count) {
      const queue = this.#lightest(queues, loads);
      if (queue === null) break;
      const row = queue.rows[queue.next++] as number;
      const id = this.#idOf(row);
      if (spent.has(id)) continue;
      if (inFlight.has(id)) {
        const rows = waiting.get(queue);
        if (rows === undefined) waiting.set(queue, [row]);
        else rows.push(row);
        continue;
      }
      inFlight.add(id);
      loads.set(queue.category, (loads.get(queue.category) ?? 0) + 1);
      tasks.push(this.#task(intent, id, { wave, place: tasks.length, category: queue.category }));
    }
    for (const [queue, rows] of waiting) {
      queue.rows = rows.concat(queue.rows.slice(queue.next));
      queue.next = 0;
    }
    return tasks;
  }

  #lightest(queues: readonly Queue[], load: ReadonlyMap<string, number>): Queue | null {
    let lightest: Queue | null = null;
    for (const queue of queues) {
      if (queue.next >= queue.rows.length) continue;
      if (lightest === null || (load.get(queue.category) ?? 0) < (load.get(lightest.category) ?? 0)) lightest = queue;
    }
    return lightest;
  }

  #task(intent: string, productId: string, place: Pick<PlannedTask, 'wave' | 'place' | 'category'>): PlannedTask {
    const { family, seed } = this.#dependencies;
    const targetIds = [productId];
    const rank = digestOf('task', family, intent, targetIds, seed);
    return { id: `${family}-${intent}-${rank.slice(0, 10)}`, family, intent, rank, seed, targetIds, ...place };
  }

  #pool(intent: string): Pool {
    let pool = this.#pools.get(intent);
    if (pool === undefined) {
      const found = this.#dependencies.intents.find(({ name }) => name === intent);
      if (found === undefined) throw new RangeError(`"${intent}" is not sampled`);
      pool = this.#poolOf(found);
      this.#pools.set(intent, pool);
    }
    return pool;
  }

  #poolOf({ name, eligibility }: SampledIntent): Pool {
    const { catalog, seed, family } = this.#dependencies;
    this.#facts ??= this.#readFacts();
    const columns = catalog.numericColumns();
    const names = catalog.mainCategories();
    const reasons = new Map<string, number>();
    const byCategory = new Map<string, { row: number; rank: string }[]>();
    for (let row = 0; row < catalog.size; row++) {
      const reason = this.#reasonAgainst(row, eligibility, this.#facts);
      if (reason !== null) {
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        continue;
      }
      const category = names[columns.mainCategory[row] as number] ?? '';
      const rank = digestOf('candidate', family, name, this.#idOf(row), seed);
      const rows = byCategory.get(category);
      if (rows === undefined) byCategory.set(category, [{ row, rank }]);
      else rows.push({ row, rank });
    }
    const queues = [...byCategory.entries()].map(([category, rows]): Queue => {
      rows.sort((a, b) => byCodeUnit(a.rank, b.rank));
      return {
        category,
        rank: digestOf('category', family, name, category, seed),
        rows: rows.map(({ row }) => row),
        next: 0,
      };
    });
    queues.sort((a, b) => byCodeUnit(a.rank, b.rank));
    return {
      queues,
      eligible: queues.reduce((sum, { rows }) => sum + rows.length, 0),
      reasons: [...reasons.entries()]
        .map(([reason, products]) => ({ reason, products }))
        .sort((a, b) => b.products - a.products || byCodeUnit(a.reason, b.reason)),
    };
  }

  #idOf(row: number): string {
    this.#facts ??= this.#readFacts();
    return this.#facts.ids[row] as string;
  }

  #readFacts(): Facts {
    const { catalog, isUsed } = this.#dependencies;
    const ids: string[] = [];
    const details = new Uint8Array(catalog.size);
    const text = new Uint8Array(catalog.size);
    for (const { row, product } of catalog.products()) {
      ids[row] = product.id;
      details[row] = Math.min(
        255,
        Object.entries(product.details).filter(([field, { options }]) => options.length > 0 && isUsed(field)).length,
      );
      text[row] = product.features.length + product.description.length > 0 ? 1 : 0;
    }
    return { ids, details, text };
  }

  /** The first thing a product lacks for an intent, or null when it fits. */
  #reasonAgainst(row: number, eligibility: Eligibility, { details, text }: Facts): string | null {
    const { catalog } = this.#dependencies;
    const {
      leastDetails,
      leastRating = 0,
      leastRatingCount = 0,
      needsPrice = false,
      needsText = false,
      leastReviews = 0,
    } = eligibility;
    if ((details[row] ?? 0) < leastDetails) return `states fewer than ${leastDetails} usable details`;
    if (catalog.reviewCount(row) < leastReviews) return `has fewer than ${leastReviews} reviews`;
    if (needsPrice && catalog.priceMinor(row) === null) return 'has no price';
    if ((catalog.averageRating(row) ?? 0) < leastRating) return `is rated under ${leastRating}`;
    if ((catalog.ratingCount(row) ?? 0) < leastRatingCount) return `has fewer than ${leastRatingCount} ratings`;
    if (needsText && text[row] === 0) return 'has neither features nor a description';
    return null;
  }
}
