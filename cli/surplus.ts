import type { RunRecords } from '../pipeline/folder/run-records.ts';
import type { Funnel, Taken } from '../schemas/audit.ts';
import { samplesWanted } from '../schemas/per-intent.ts';
import type { LedgerLine } from '../schemas/run.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import { counted, formatCount } from '../text/numbers.ts';

type Task = Pick<LedgerLine, 'id' | 'intent' | 'target_ids'>;
type Asked = Pick<Task, 'intent' | 'target_ids'>;

/** Lists the samples that keep a task from being one; none where its products are free. */
type TakersOf = (task: Asked) => readonly Task[];

/** Finds which samples took a task's products; a product may be in `usesPerProduct` samples, and in one of each intent. */
function takersAmong(samples: readonly Task[], usesPerProduct: number): TakersOf {
  const holders = new Map<string, Task[]>();
  for (const sample of samples)
    for (const id of sample.target_ids) {
      foundOrMade(holders, id, () => []).push(sample);
    }
  return ({ intent, target_ids: targets }) => {
    const takers = targets.flatMap((id) => {
      const all = holders.get(id) ?? [];
      return all.length >= usesPerProduct ? all : all.filter((holder) => holder.intent === intent);
    });
    return [...new Set(takers)];
  };
}

/** Counts of short intents the surplus tasks whose products are in samples: with a free one they might be samples. */
export function takenFrom(
  short: readonly Pick<Funnel, 'intent' | 'quota' | 'accepted'>[],
  tasks: Iterable<Task & Pick<LedgerLine, 'status'>>,
  usesPerProduct: number,
): Taken[] {
  if (short.length === 0) return [];
  const surplus = new Map(short.map(({ intent }) => [intent, [] as Task[]]));
  const samples: Task[] = [];
  for (const task of tasks) {
    if (task.status === 'accepted') samples.push(task);
    else if (task.status === 'surplus') surplus.get(task.intent)?.push(task);
  }
  const takersOf = takersAmong(samples, usesPerProduct);
  return short.flatMap(({ intent, quota, accepted }) => {
    const intents = (surplus.get(intent) ?? [])
      .map((task) => new Set(takersOf(task).map((taker) => taker.intent)))
      .filter(({ size }) => size > 0);
    const by: Record<string, number> = {};
    for (const name of intents.flatMap((names) => [...names])) by[name] = (by[name] ?? 0) + 1;
    return intents.length === 0 ? [] : [{ intent, missing: quota - accepted, tasks: intents.length, by }];
  });
}

/** Says who has the products of an intent's surplus tasks: "24 locked tasks lost their products to samples (a 15, b 9)". */
export function takenText({ tasks, by }: Pick<Taken, 'tasks' | 'by'>): string {
  const whose = Object.entries(by)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([intent, count]) => `${intent} ${formatCount(count)}`);
  return `${counted(tasks, 'locked task', 'locked tasks')} lost ${tasks === 1 ? 'its product' : 'their products'} to samples (${whose.join(', ')})`;
}

/** Says how many samples a product may be in. */
const usesText = (uses: number) =>
  `a product is in ${counted(uses, 'sample', 'samples')} at most (--uses-per-product)${uses === 1 ? '' : ', never in two of one intent'}`;

/** Finds out why a run has no samples about some products, and says so. */
export class RunTakers {
  readonly #run: RunRecords;
  readonly #uses: number;
  readonly #takersOf: TakersOf;

  constructor(run: RunRecords, targets: Iterable<string>) {
    this.#run = run;
    this.#uses = run.manifest.config.usesPerProduct ?? 1;
    const asked = new Set(targets);
    const samples = Iterator.from(run.ledger())
      .map(({ value }) => value)
      .filter(({ status, target_ids: ids }) => status === 'accepted' && ids.some((id) => asked.has(id)));
    this.#takersOf = takersAmong([...samples], this.#uses);
  }

  /** Says why a surplus task became no sample. */
  whySurplus(task: Asked): string {
    const { missing } = this.standingOf(task.intent);
    if (missing === 0) return 'its quota was filled by others';
    return (
      this.whoTook(task) ??
      `its quota is ${formatCount(missing)} short, and the run ended before its turn, or other samples ask the same`
    );
  }

  /** Names the samples that took a task's products; null where they are free. */
  whoTook(task: Asked): string | null {
    const takers = this.#takersOf(task).map(({ id }) => id);
    return takers.length === 0 ? null : `${takers.join(' and ')} took its product: ${usesText(this.#uses)}`;
  }

  /** Tells how many tasks were planned for an intent, and how many samples its quota is short. */
  standingOf(intent: string): { readonly planned: number; readonly missing: number } {
    const { planned = 0, accepted = 0 } = this.#run.counts[intent] ?? {};
    // A part of a run has its share of each quota.
    const wanted = Math.ceil(
      samplesWanted(this.#run.manifest.config.perIntent, intent) / (this.#run.unfinished?.part?.of ?? 1),
    );
    return { planned, missing: Math.max(0, wanted - accepted) };
  }
}
