import { hashKeyOf, keyedHash } from '../../pipeline/keyed-hash.ts';
import { plannedTask } from '../../pipeline/planned-tasks.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { claimsOf, type PlannedTask } from '../../schemas/task.ts';
import { digestOf } from '../../text/digest.ts';
import { byCodeUnit } from '../../text/order.ts';
import type { CandidatePool, Order } from './pool.ts';
import { Ranked } from './ranked.ts';

interface Dependencies {
  readonly family: string;
  readonly seed: number;
  /** The product id and the main category of a catalog row. */
  idOf(row: number): string;
  rowOf(productId: string): number | null;
  categoryOf(row: number): string;
  poolOf(intent: string): CandidatePool;
  /** Whether strata other than the main categories balance an intent's tasks. */
  stratified(intent: string): boolean;
}

type Candidate = number | Order;

/** What a task is made of. */
interface About {
  /** The row of its first product. */
  readonly first: number;
  readonly ids: readonly string[];
  readonly subject: string | undefined;
  readonly stratum?: string;
}

/** Candidates of one stratum. */
interface Queue {
  readonly stratum: string;
  readonly weight: number;
  readonly rank: string;
  readonly candidates: Ranked<Candidate>;
}

interface Pool {
  readonly queues: readonly Queue[];
  readonly eligible: number;
  readonly unit?: CandidatePool['unit'];
  /** Why products are not eligible, most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly products: number }[];
}

/** What planning a wave depends on besides the catalog and the seed. */
export interface WaveState {
  /** What tasks of this wave take up: ids of products, subjects; the sampler adds to it. */
  readonly inFlight: Set<string>;
  /** What accepted samples took up. */
  readonly spent: ReadonlySet<string>;
  /** Accepted samples of the intent per stratum. */
  readonly load: ReadonlyMap<string, number>;
}

/**
 * Plans which products a task is about. Each intent draws from its candidates in the order of their digests, from the
 * stratum that is furthest behind its share. Nothing depends on the order of the catalog's rows.
 */
export class Sampler {
  readonly #dependencies: Dependencies;
  readonly #pools = new Map<string, Pool>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** How many candidates fit the intent, and what the others lack. */
  eligibility(intent: string): Pick<Pool, 'eligible' | 'reasons' | 'unit'> {
    return this.#pool(intent);
  }

  /** The share of an intent's samples a stratum is to have. */
  shareOf(intent: string, stratum: string): number {
    const { queues } = this.#pool(intent);
    const total = queues.reduce((sum, { weight }) => sum + weight, 0);
    return (queues.find((queue) => queue.stratum === stratum)?.weight ?? 0) / total;
  }

  /** Candidates not yet drawn; some of them may be taken by other intents. */
  remaining(intent: string): number {
    return this.#pool(intent).queues.reduce((sum, { candidates }) => sum + candidates.left, 0);
  }

  /**
   * The next `count` tasks of an intent, fewer when candidates run out. What another task of this wave takes up waits for
   * a later wave; what accepted samples took up is gone. `load` counts each stratum's accepted samples of the intent.
   */
  next(intent: string, count: number, { inFlight, spent, load }: WaveState): PlannedTask[] {
    const { queues } = this.#pool(intent);
    const tasks: PlannedTask[] = [];
    const loads = new Map(queues.map(({ stratum }) => [stratum, load.get(stratum) ?? 0]));
    const waiting = new Map<Queue, Candidate[]>();
    while (tasks.length < count) {
      const queue = this.#lightest(queues, loads);
      if (queue === null) break;
      const candidate = queue.candidates.take() as Candidate;
      const ids = rowsOf(candidate).map((row) => this.#dependencies.idOf(row));
      const subject = typeof candidate === 'number' ? undefined : candidate.subject;
      const claims = claimsOf({ targetIds: ids, subject });
      if (claims.some((claim) => spent.has(claim))) continue;
      if (claims.some((claim) => inFlight.has(claim))) {
        const held = waiting.get(queue);
        if (held === undefined) waiting.set(queue, [candidate]);
        else held.push(candidate);
        continue;
      }
      const task = this.#task(intent, { first: rowsOf(candidate)[0] as number, ids, subject, stratum: queue.stratum });
      for (const claim of claims) inFlight.add(claim);
      loads.set(queue.stratum, (loads.get(queue.stratum) ?? 0) + 1);
      tasks.push(task);
    }
    for (const [queue, held] of waiting) queue.candidates.putBack(held);
    return tasks;
  }

  /** A task that was planned before; null where what it is about does not say all of it, or is not in the catalog. */
  again({ intent, targetIds, subject }: Pick<PlannedTask, 'intent' | 'targetIds' | 'subject'>): PlannedTask | null {
    if (this.#dependencies.stratified(intent)) return null;
    const [first = null, ...others] = targetIds.map((id) => this.#dependencies.rowOf(id));
    if (first === null || others.includes(null)) return null;
    return this.#task(intent, { first, ids: targetIds, subject });
  }

  #lightest(queues: readonly Queue[], load: ReadonlyMap<string, number>): Queue | null {
    const share = ({ stratum, weight }: Queue) => (load.get(stratum) ?? 0) / weight;
    let lightest: Queue | null = null;
    for (const queue of queues) {
      if (queue.candidates.left === 0) continue;
      if (lightest === null || share(queue) < share(lightest)) lightest = queue;
    }
    return lightest;
  }

  #task(intent: string, { first, ids, subject, stratum }: About): PlannedTask {
    const { family, seed, categoryOf, stratified } = this.#dependencies;
    const category = categoryOf(first);
    return plannedTask(family, intent, seed, {
      ...{ targetIds: ids, subject, category },
      stratum: stratified(intent) ? stratum : undefined,
    });
  }

  #pool(intent: string): Pool {
    let pool = this.#pools.get(intent);
    if (pool === undefined) {
      pool = this.#ranked(intent, this.#dependencies.poolOf(intent));
      this.#pools.set(intent, pool);
    }
    return pool;
  }

  /** Every stratum's candidates in the order of their digests. */
  #ranked(intent: string, { strata, unit, reasons }: CandidatePool): Pool {
    const { seed, family, idOf } = this.#dependencies;
    const key = hashKeyOf(canonicalJson(['candidate', family, intent, seed]));
    const nameOf = (candidate: Candidate) =>
      typeof candidate === 'number'
        ? idOf(candidate)
        : [...candidate.rows.map(idOf), ...(candidate.subject === undefined ? [] : [candidate.subject])].join('\n');
    const queues = strata.map(({ name, weight, candidates }): Queue => {
      return {
        stratum: name,
        weight,
        rank: digestOf('category', family, intent, name, seed),
        candidates: new Ranked(candidates, (candidate) => keyedHash(key, nameOf(candidate)), nameOf),
      };
    });
    queues.sort((a, b) => byCodeUnit(a.rank, b.rank));
    return {
      queues,
      eligible: queues.reduce((sum, { candidates }) => sum + candidates.size, 0),
      ...(unit === undefined ? {} : { unit }),
      reasons: [...reasons.entries()]
        .map(([reason, products]) => ({ reason, products }))
        .sort((a, b) => b.products - a.products || byCodeUnit(a.reason, b.reason)),
    };
  }
}

const rowsOf = (candidate: Candidate): readonly number[] =>
  typeof candidate === 'number' ? [candidate] : candidate.rows;
