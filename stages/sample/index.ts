import { plannedTask } from '../../pipeline/planned-tasks.ts';
import type { Reach } from '../../pipeline/run/most-samples.ts';
import type { WaveState } from '../../pipeline/run/run-parts.ts';
import { splitOf } from '../../pipeline/run/split.ts';
import { hashKeyOf, keyedHash } from '../../pipeline/seed.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { SplitShares } from '../../schemas/split.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { digestOf } from '../../text/digest.ts';
import { byCodeUnit } from '../../text/order.ts';
import { Parted } from './parted.ts';
import type { CandidatePool, Order } from './pool.ts';
import { Ranked } from './ranked.ts';

interface Dependencies {
  readonly family: string;
  readonly seed: number;
  /** The product id and the main category of a catalog row. */
  idOf(row: number): string;
  rowOf(productId: string): number | null;
  categoryOf(row: number): string;
  /** Named splits; absent where samples are not split. */
  readonly splits?: SplitShares | undefined;
  /** The group that keeps the samples of a row's product in one split. */
  groupOf(row: number): string;
  poolOf(intent: string): CandidatePool;
  /** Tells whether strata other than the main categories balance an intent's tasks. */
  stratified(intent: string): boolean;
}

type Candidate = number | Order;

/** The products and the subject a task is made of. */
interface About {
  /** The row of its first product. */
  readonly first: number;
  readonly ids: readonly string[];
  readonly subject: string | undefined;
  readonly stratum?: string;
}

interface Queue {
  readonly stratum: string;
  readonly weight: number;
  readonly rank: string;
  readonly candidates: Parted<Candidate>;
}

interface Pool {
  readonly strata: CandidatePool['strata'];
  readonly queues: readonly Queue[];
  readonly eligible: number;
  readonly unit?: CandidatePool['unit'];
  reasonAgainst?(row: number): string | null;
  /** Why products are not eligible, most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly products: number }[];
}

/**
 * Plans which products a task is about. Each intent draws from its candidates in the order of their digests, from the
 * stratum that is furthest behind its share. A product that no task was about yet comes before one of which another
 * intent made nothing: what it lacks, most intents need. Nothing depends on the order of the catalog's rows.
 */
export class Sampler {
  readonly #dependencies: Dependencies;
  readonly #pools = new Map<string, Pool>();
  /** Rows of products that a task was planned about alone. */
  readonly #tried = new Set<number>();
  /** By row, those that were asked for. */
  readonly #splits = new Map<number, string>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the number of candidates that fit the intent, and what the others lack. */
  eligibility(intent: string): Pick<Pool, 'eligible' | 'reasons' | 'unit'> {
    return this.#pool(intent);
  }

  /** The reason why an intent's tasks cannot be about a row's product, as far as it is known; null where they can. */
  reasonAgainst(intent: string, row: number): string | null {
    const { strata, reasonAgainst, reasons } = this.#pool(intent);
    if (reasonAgainst !== undefined) return reasonAgainst(row);
    if (strata.some(({ candidates }) => candidates.some((candidate) => rowsOf(candidate).includes(row)))) return null;
    return `is not eligible, as products are that one of these is true of: ${reasons.map(({ reason }) => reason).join(', ')}`;
  }

  /** The products that an intent's tasks can be about, the fewest of one task, and the most samples there can be. */
  reachOf(intent: string): Reach {
    const products = new Set<number>();
    const subjects = new Set<string>();
    let [least, without] = [Number.POSITIVE_INFINITY, 0];
    for (const { candidates } of this.#pool(intent).strata) {
      for (const candidate of candidates) {
        const rows = rowsOf(candidate);
        for (const row of rows) products.add(row);
        least = Math.min(least, rows.length);
        if (typeof candidate === 'number' || candidate.subject === undefined) without += 1;
        else subjects.add(candidate.subject);
      }
    }
    return { products, least, most: without + subjects.size };
  }

  /** The share of an intent's samples a stratum is to have. */
  shareOf(intent: string, stratum: string): number {
    const { queues } = this.#pool(intent);
    const total = queues.reduce((sum, { weight }) => sum + weight, 0);
    return (queues.find((queue) => queue.stratum === stratum)?.weight ?? 0) / total;
  }

  /** The next `count` tasks of an intent in a split; what another task of the wave takes up waits for a later one. */
  next(intent: string, count: number, { claims, split, load, loadElsewhere }: WaveState): PlannedTask[] {
    if ((this.#dependencies.splits === undefined) !== (split === null))
      throw new RangeError(
        `tasks of ${split ?? 'no split'} were asked for where samples are ${split === null ? '' : 'not '}split`,
      );
    const { queues } = this.#pool(intent);
    const tasks: PlannedTask[] = [];
    const loads = new Map(queues.map(({ stratum }) => [stratum, load.get(stratum) ?? 0]));
    const waiting = new Map<Queue, Candidate[]>();
    while (tasks.length < count) {
      const left = queues.filter(({ candidates }) => candidates.has(split));
      const queue = lightest(left, loads, loadElsewhere);
      if (queue === null) break;
      const candidate = queue.candidates.take(split) as Candidate;
      const ids = rowsOf(candidate).map((row) => this.#dependencies.idOf(row));
      const subject = typeof candidate === 'number' ? undefined : candidate.subject;
      const standing = claims.take({ intent, targetIds: ids, subject });
      if (standing === 'spent') continue;
      if (standing === 'held') {
        foundOrMade(waiting, queue, () => []).push(candidate);
        continue;
      }
      const task = this.#taskAbout(intent, candidate, queue.stratum);
      loads.set(queue.stratum, (loads.get(queue.stratum) ?? 0) + 1);
      tasks.push(task);
      if (typeof candidate === 'number') this.#tried.add(candidate);
    }
    for (const [queue, held] of waiting) queue.candidates.putBack(split, held);
    return tasks;
  }

  /** A fair draw of an intent's tasks, by digests alone, whatever `next` prefers and has handed out. */
  drawn(intent: string, count: number): PlannedTask[] {
    const rankOf = this.#rankOf(intent);
    let drawn: { readonly candidate: Candidate; readonly stratum: string; readonly rank: number }[] = [];
    let highest = Number.POSITIVE_INFINITY;
    const lowest = () =>
      drawn
        .sort((a, b) => a.rank - b.rank || byCodeUnit(this.#nameOf(a.candidate), this.#nameOf(b.candidate)))
        .slice(0, count);
    for (const { name, candidates } of this.#pool(intent).strata) {
      for (const candidate of candidates) {
        const rank = rankOf(candidate);
        if (rank > highest) continue;
        drawn.push({ candidate, stratum: name, rank });
        if (drawn.length <= 2 * count) continue;
        drawn = lowest();
        highest = drawn.at(-1)?.rank ?? 0;
      }
    }
    return lowest().map(({ candidate, stratum }) => this.#taskAbout(intent, candidate, stratum));
  }

  /** A task that was planned before; null where what it is about does not say all of it, or is not in the catalog. */
  again({ intent, targetIds, subject }: Pick<PlannedTask, 'intent' | 'targetIds' | 'subject'>): PlannedTask | null {
    if (this.#dependencies.stratified(intent)) return null;
    const [first = null, ...others] = targetIds.map((id) => this.#dependencies.rowOf(id));
    if (first === null || others.includes(null)) return null;
    return this.#task(intent, { first, ids: targetIds, subject });
  }

  /** The split of a candidate, which is that of its first product. */
  #splitOf(candidate: Candidate): string | null {
    const { splits, groupOf } = this.#dependencies;
    if (splits === undefined) return null;
    const row = firstRowOf(candidate);
    return foundOrMade(this.#splits, row, () => splitOf(groupOf(row), splits));
  }

  #taskAbout(intent: string, candidate: Candidate, stratum: string): PlannedTask {
    const ids = rowsOf(candidate).map((row) => this.#dependencies.idOf(row));
    const subject = typeof candidate === 'number' ? undefined : candidate.subject;
    return this.#task(intent, { first: firstRowOf(candidate), ids, subject, stratum });
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
    return foundOrMade(this.#pools, intent, () => this.#poolFrom(intent, this.#dependencies.poolOf(intent)));
  }

  readonly #nameOf = (candidate: Candidate): string => {
    const { idOf } = this.#dependencies;
    if (typeof candidate === 'number') return idOf(candidate);
    return [...candidate.rows.map(idOf), ...(candidate.subject === undefined ? [] : [candidate.subject])].join('\n');
  };

  /** Returns the function that ranks candidates of an intent, by digests. */
  #rankOf(intent: string): (candidate: Candidate) => number {
    const { seed, family } = this.#dependencies;
    const key = hashKeyOf(canonicalJson(['candidate', family, intent, seed]));
    return (candidate) => keyedHash(key, this.#nameOf(candidate));
  }

  #poolFrom(intent: string, { strata, tierOf = ONE_TIER, unit, reasonAgainst, reasons }: CandidatePool): Pool {
    let queues: Queue[] | null = null;
    const ranked = () => this.#queuesOf(intent, { strata, tierOf });
    return {
      strata,
      // Whoever only counts candidates need not wait until they are ranked.
      get queues() {
        queues ??= ranked();
        return queues;
      },
      eligible: strata.reduce((sum, { candidates }) => sum + candidates.length, 0),
      ...(unit === undefined ? {} : { unit }),
      ...(reasonAgainst === undefined ? {} : { reasonAgainst }),
      reasons: [...reasons.entries()]
        .map(([reason, products]) => ({ reason, products }))
        .sort((a, b) => b.products - a.products || byCodeUnit(a.reason, b.reason)),
    };
  }

  /** Every stratum's candidates, those of each tier in the order of their digests. */
  #queuesOf(intent: string, { strata, tierOf }: Required<Pick<CandidatePool, 'strata' | 'tierOf'>>): Queue[] {
    const { seed, family } = this.#dependencies;
    const rankOf = this.#rankOf(intent);
    const queues = strata.map(({ name, weight, candidates }): Queue => {
      return {
        stratum: name,
        weight,
        rank: digestOf('category', family, intent, name, seed),
        candidates: new Parted(
          new Ranked(candidates, {
            rankOf,
            nameOf: this.#nameOf,
            tierOf: (candidate) => tierOf(firstRowOf(candidate)),
          }),
          {
            splitOf: (candidate) => this.#splitOf(candidate),
            comesLater: (candidate) => typeof candidate === 'number' && this.#tried.has(candidate),
          },
        ),
      };
    });
    return queues.sort((a, b) => byCodeUnit(a.rank, b.rank));
  }
}

const ONE_TIER = () => 0;

const rowsOf = (candidate: Candidate): readonly number[] =>
  typeof candidate === 'number' ? [candidate] : candidate.rows;

const firstRowOf = (candidate: Candidate): number =>
  typeof candidate === 'number' ? candidate : (candidate.rows[0] as number);

/**
 * The queue whose stratum is furthest behind its share; of those that are equally far, the one that the other splits have
 * least of: a small split begins where the others have not been.
 */
function lightest(
  queues: readonly Queue[],
  load: ReadonlyMap<string, number>,
  loadElsewhere: (stratum: string) => number,
): Queue | null {
  const share = ({ stratum, weight }: Queue) => (load.get(stratum) ?? 0) / weight;
  const elsewhere = ({ stratum, weight }: Queue) => loadElsewhere(stratum) / weight;
  let found: Queue | null = null;
  for (const queue of queues) {
    const further = found === null ? -1 : share(queue) - share(found) || elsewhere(queue) - elsewhere(found);
    if (further < 0) found = queue;
  }
  return found;
}
