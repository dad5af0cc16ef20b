import type { Turn } from '../../schemas/run.ts';
import type { SplitShares } from '../../schemas/split.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { apportioned } from './split.ts';

export interface WantedSamples {
  readonly intent: string;
  readonly samples: number;
  /** Most tasks planned before the quota is given up. */
  readonly limit: number;
}

/** A split's part of what is wanted of an intent; all of it, of no name, where samples are not split. */
export interface QuotaPart {
  readonly intent: string;
  readonly split: string | null;
  readonly share: number;
  readonly wanted: number;
  readonly limit: number;
}

/** Parts the quotas of intents by the shares of splits. */
export function quotaParts(wanted: readonly WantedSamples[], splits: SplitShares | null): QuotaPart[] {
  if (splits === null)
    return wanted.map(({ intent, samples, limit }) => ({ intent, split: null, share: 1, wanted: samples, limit }));
  const samples = apportioned(
    wanted.map((one) => one.samples),
    splits,
  );
  return wanted.flatMap(({ intent, limit }, place) => {
    const [limits] = apportioned([limit], splits);
    return Object.entries(splits).map(
      ([split, share]): QuotaPart => ({
        ...{ intent, split, share },
        wanted: samples[place]?.get(split) ?? 0,
        limit: limits?.get(split) ?? 0,
      }),
    );
  });
}

interface QuotaSettings extends QuotaPart {
  /** The share of the samples a stratum is to have. */
  shareOf(stratum: string): number;
}

/** A task that did not end yet, by its place in the list of all. */
export interface OpenTask {
  readonly place: number;
  /** Null where nobody asked for its lock. */
  turn: Turn | null;
}

const LEAST_WAVE = 4;
/** Candidates per wanted sample after which tasks of a later turn fill the rest of a quota. */
const PATIENCE = { soon: 4, late: 12 } as const;
const LEAST_PATIENCE = 100;
/** Turns whose tasks may end the search for better ones. */
const ENDS_OF_SEARCH = ['soon', 'late'] as const;

/** Group that an intent's samples are balanced by. */
export const stratumOf = ({ stratum, category }: PlannedTask): string => stratum ?? category;

/** Progress of the samples of one intent, or of its part in a split. A place may be promised to a task that is being written. */
export class Quota {
  planned = 0;
  /** Why no more tasks are planned although the quota is not full. */
  ended: 'exhausted' | 'limited' | null = null;
  /** Any task will do: the search for better ones was given up, and what waited did not fill the quota. */
  hurried = false;
  /** Tasks that wait for their turn, by their places in the list of all. */
  readonly waiting: Readonly<Record<Exclude<Turn, 'first'>, WaitingList>> = {
    soon: new WaitingList(),
    late: new WaitingList(),
    last: new WaitingList(),
  };
  /** Tasks it did not need when it was full: it may come to be wanted to have more. */
  readonly spare = new Set<OpenTask>();
  readonly intent: string;
  readonly split: string | null;
  readonly #settings: QuotaSettings;
  #wanted: number;
  #limit: number;
  /** Accepted and promised samples of each stratum. */
  readonly #load = new Map<string, number>();
  /** Candidates planned of each stratum. */
  readonly #tried = new Map<string, number>();
  #accepted = 0;
  #promised = 0;

  constructor(settings: QuotaSettings) {
    this.#settings = settings;
    this.intent = settings.intent;
    this.split = settings.split;
    this.#wanted = settings.wanted;
    this.#limit = settings.limit;
  }

  get accepted(): number {
    return this.#accepted;
  }

  /** Accepted samples, and those that will be if nothing is wrong with them. */
  get filled(): number {
    return this.#accepted + this.#promised;
  }

  get full(): boolean {
    return this.filled >= this.#wanted;
  }

  /** Samples it still wants. */
  get missing(): number {
    return Math.max(0, this.#wanted - this.#accepted);
  }

  /** Part of what is wanted that is there or promised. */
  get progress(): number {
    return this.filled / this.#wanted;
  }

  get limited(): boolean {
    return this.planned >= this.#limit;
  }

  /**
   * Progress of each stratum: its samples, and a part of one for each candidate that came to none, so that strata that bear
   * little do not take up all that is tried. Strata that are held to a share are tried until they have it.
   */
  get load(): ReadonlyMap<string, number> {
    const load = [...this.#tried].map(([stratum, tried]) => {
      const samples = this.loadOf(stratum);
      const misses = this.#settings.shareOf(stratum) < 1 ? 0 : tried - samples;
      return [stratum, samples + misses / PATIENCE.soon] as const;
    });
    return new Map(load);
  }

  plan(tasks: readonly PlannedTask[]): void {
    this.planned += tasks.length;
    for (const task of tasks) this.#tried.set(stratumOf(task), (this.#tried.get(stratumOf(task)) ?? 0) + 1);
  }

  /** False when tasks that wait would fill the quota, and enough candidates were tried to find better ones. */
  get searching(): boolean {
    if (this.hurried) return true;
    return !ENDS_OF_SEARCH.some(
      (turn) => this.planned >= this.#patienceFor(turn) && this.#usableBy(turn) >= this.#wanted,
    );
  }

  /** Number of candidates that are tried for the sake of better tasks than those of a turn. */
  #patienceFor(turn: keyof typeof PATIENCE): number {
    return Math.max(LEAST_PATIENCE, PATIENCE[turn] * this.#wanted);
  }

  /** Number of samples there are if all is taken that waits for a turn or an earlier one; the last go with the late. */
  #usableBy(turn: keyof typeof PATIENCE): number {
    const { soon, late, last } = this.waiting;
    if (turn === 'late') return this.#accepted + soon.size + late.size + last.size;
    return soon.sizes.reduce(
      (sum, [stratum, size]) => sum + Math.min(size, Math.max(0, this.#roomOf(stratum) - this.loadOf(stratum))),
      this.#accepted,
    );
  }

  /** Has a task wait for its turn, or for the late one where its stratum has its share: balance comes before a sooner turn. */
  keepWaiting(stratum: string, { place, turn }: { readonly place: number; readonly turn: Turn }): void {
    const list = turn === 'first' || turn === 'soon' ? (this.hasRoomFor(stratum) ? 'soon' : 'late') : turn;
    this.waiting[list].add(stratum, place);
  }

  /** Tells whether the stratum has not had its share yet; what is over it waits like tasks of the next turn. */
  hasRoomFor(stratum: string): boolean {
    return this.loadOf(stratum) < this.#roomOf(stratum);
  }

  /** Tells whether it takes a task that is locked at once: those of a later turn wait, unless it is hurried. */
  wants(stratum: string, turn: Turn): boolean {
    return !this.full && (this.hurried || (turn === 'first' && this.hasRoomFor(stratum)));
  }

  /** Lists the first of some tasks that fill it if each of them comes to a sample. */
  hopeful(tasks: readonly PlannedTask[]): PlannedTask[] {
    const hopeful = tasks.filter((task) => {
      const isWanted = this.wants(stratumOf(task), 'first');
      if (isWanted) this.promise(stratumOf(task));
      return isWanted;
    });
    for (const task of hopeful) this.settle(stratumOf(task), false);
    return hopeful;
  }

  /** Number of samples that is a stratum's share. */
  #roomOf(stratum: string): number {
    return Math.ceil(this.#settings.shareOf(stratum) * this.#wanted);
  }

  /** Part of its share that a stratum has. */
  readonly standingOf = (stratum: string): number => this.loadOf(stratum) / this.#settings.shareOf(stratum);

  /** Keeps a place for a task that is to be written; settled once it ends. */
  promise(stratum: string): void {
    this.#promised += 1;
    this.#load.set(stratum, this.loadOf(stratum) + 1);
  }

  settle(stratum: string, accepted: boolean): void {
    this.#promised -= 1;
    if (accepted) this.#accepted += 1;
    else this.#load.set(stratum, this.loadOf(stratum) - 1);
  }

  /**
   * Returns the number of tasks to plan next: what is missing, over the yield so far, but no more than were planned before,
   * of which that yield is no better known, and no more than patience allows where fewer would fill the quota with tasks of
   * a later turn. It depends on earlier waves' outcomes alone, so every run plans the same waves whatever its workers do.
   */
  waveSize(): number {
    const [wanted, limit] = [this.#wanted, this.#limit];
    const forBest = this.#candidatesFor(wanted - this.#accepted, this.#accepted);
    const bearable = ENDS_OF_SEARCH.map((turn) => {
      const usable = this.#usableBy(turn);
      return Math.max(this.#patienceFor(turn) - this.planned, this.#candidatesFor(wanted - usable, usable));
    });
    const size = this.hurried ? forBest : Math.min(forBest, ...bearable);
    const known = this.planned === 0 ? size : this.planned;
    return Math.min(Math.max(LEAST_WAVE, Math.min(size, known)), limit - this.planned);
  }

  /** Candidates that it takes to find so many more tasks, if as many of them will do as did so far. */
  #candidatesFor(missing: number, found: number): number {
    const share = this.planned === 0 ? 0.8 : Math.max(0.05, found / this.planned);
    return Math.ceil((missing * 1.1) / share);
  }

  loadOf(stratum: string): number {
    return this.#load.get(stratum) ?? 0;
  }

  /** Tells whether one of the parts of an intent's quota ended before it was full. */
  static fallsShort(parts: readonly Quota[]): boolean {
    return parts.some(({ full, ended }) => !full && ended !== null);
  }

  /**
   * Hands the samples that the ended parts of an intent's quota miss to those that have candidates left, by their
   * shares, and with them the candidates that were not planned: a share that cannot be met costs no sample. False where
   * there is nothing to give.
   */
  static handOver(parts: readonly Quota[]): boolean {
    const givers = parts.filter(({ full, ended }) => !full && ended !== null);
    const heirs = parts.filter(
      (part) => part.ended === null || part.#usableBy('late') - part.#accepted + part.spare.size > 0,
    );
    if (givers.length === 0 || heirs.length === 0) return false;
    const sum = (count: (giver: Quota) => number) => givers.reduce((total, giver) => total + count(giver), 0);
    const missing = sum((giver) => giver.#wanted - giver.filled);
    const unplanned = sum((giver) => giver.#limit - giver.planned);
    for (const giver of givers) [giver.#wanted, giver.#limit] = [giver.filled, giver.planned];
    const shares = Object.fromEntries(heirs.map((heir, place) => [place, heir.#settings.share]));
    const [wanted, limits] = [missing, unplanned].map((count) => apportioned([count], shares)[0]);
    for (const [place, heir] of heirs.entries()) {
      heir.#wanted += wanted?.get(String(place)) ?? 0;
      heir.#limit += limits?.get(String(place)) ?? 0;
    }
    return true;
  }
}

interface Queue {
  places: number[];
  /** Index of the first place that still waits. */
  next: number;
}

/** Places of tasks that wait, in a queue for each stratum, first come first. */
class WaitingList {
  readonly #queues = new Map<string, Queue>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get sizes(): readonly (readonly [stratum: string, size: number])[] {
    return [...this.#queues].map(([stratum, { places, next }]) => [stratum, places.length - next] as const);
  }

  add(stratum: string, place: number): void {
    this.#queueOf(stratum).places.push(place);
    this.#size += 1;
  }

  /** Takes out the first of the stratum with the lowest standing; of equal ones that which came before the others. */
  take(standingOf: (stratum: string) => number): number | undefined {
    let best: { readonly queue: Queue; readonly standing: number; readonly place: number } | undefined;
    for (const [stratum, queue] of this.#queues) {
      const place = queue.places[queue.next];
      if (place === undefined) {
        this.#queues.delete(stratum);
        continue;
      }
      const standing = standingOf(stratum);
      if (best === undefined || standing < best.standing || (standing === best.standing && place < best.place))
        best = { queue, standing, place };
    }
    if (best === undefined) return undefined;
    best.queue.next += 1;
    this.#size -= 1;
    return best.place;
  }

  /** Puts a place that was taken out back to the head of its queue; the last one taken goes first. */
  putBack(stratum: string, place: number): void {
    const queue = this.#queueOf(stratum);
    if (queue.next === 0) queue.places.unshift(place);
    else queue.places[--queue.next] = place;
    this.#size += 1;
  }

  #queueOf(stratum: string): Queue {
    return foundOrMade(this.#queues, stratum, () => ({ places: [], next: 0 }));
  }
}
