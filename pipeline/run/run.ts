import { StageError } from '../../schemas/errors.ts';
import type { BuildEnd, LockedResult, Step, Turn, UnfinishedTask } from '../../schemas/run.ts';
import { type Claim, claimsOf, type PlannedTask, requirementClaims } from '../../schemas/task.ts';
import type { EndNote } from '../checkpoints/checkpoints.ts';
import { eachWithLimit, nextTurn } from '../each-with-limit.ts';
import { Claims, WaveClaims } from './claims.ts';
import { type EndedTask, MODEL_UNDECIDED, NOTHING_TOLD } from './ended-task.ts';
import { type OpenTask, Quota, type QuotaPart, stratumOf } from './quota.ts';
import { type RunOptions, type RunOutcome, SetAside } from './run-parts.ts';
import { splitOf } from './split.ts';

type BuiltNote = Extract<EndNote, { kind: 'built' }>;

/** Comparing queries takes a while where many are accepted. */
const SETTLED_AT_ONCE = 500;

/** Tasks in a row that models left unfinished before the run gives up: an endpoint that is down is down for all. */
const MOST_UNFINISHED = 24;

/**
 * Plans tasks in waves until every quota is full or its candidates are used up. In planning order as many tasks of a wave
 * are locked as quotas miss, then written and admitted, again and again while some of them fall through: nothing is locked
 * or written that nothing needs. Within a step tasks are built in any order by any number of workers.
 */
export function runTasks(options: RunOptions): Promise<RunOutcome> {
  return new TaskRun(options).run();
}

class TaskRun {
  readonly #options: RunOptions;
  /** By intent the parts of its quota, one for each split. */
  readonly #quotas: ReadonlyMap<string, readonly Quota[]>;
  /** By id of a task, the part it was planned for. */
  readonly #quotaOfTask = new Map<string, Quota>();
  readonly #spent = new Claims();
  readonly #ended: EndedTask[] = [];
  readonly #unfinished = new Map<string, UnfinishedTask>();
  #unfinishedInARow = 0;
  /** Tasks written in this start that are not admitted yet, and the samples that became of others. */
  readonly #written = new Set<string>();
  #made = 0;
  /** Tasks locked in this start. */
  #locked = 0;
  readonly #setAside = new SetAside();
  #stopped: string | null = null;
  #wave = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    const { quotas, source } = options;
    const quotaOf = (part: QuotaPart) =>
      new Quota({ ...part, shareOf: (stratum) => source.shareOf?.(part.intent, stratum) ?? 1 });
    // Where splits want the same, as the answer of one question, the smallest has fewest others to turn to.
    const parts = Map.groupBy(
      quotas.toSorted((a, b) => a.share - b.share),
      ({ intent }) => intent,
    );
    const intents = new Set(quotas.map(({ intent }) => intent));
    this.#quotas = new Map([...intents].map((intent) => [intent, (parts.get(intent) ?? []).map(quotaOf)]));
  }

  async run(): Promise<RunOutcome> {
    for (;;) {
      for (let wave = await this.#lockWave(); wave !== null; wave = await this.#lockWave()) {
        const open = new Set(wave);
        await this.#fill(() => this.#takeWanted(open));
        if (this.#isOver) return this.#outcome();
        for (const one of open) this.#keep(one);
      }
      await this.#fill(() => this.#takeWaiting());
      if (this.#isOver) return this.#outcome();
      const short = this.#parts.filter(({ full, ended }) => !full && ended === null);
      for (const quota of short) quota.hurried = true;
      if (short.length > 0) continue;
      await this.#lockSpare();
      if (this.#isOver) return this.#outcome();
      if (![...this.#quotas.values()].map(Quota.handOver).includes(true)) return this.#outcome();
      for (const { spare } of this.#parts) {
        await this.#fill(() => this.#takeWanted(spare));
        for (const one of spare) this.#keep(one);
      }
    }
  }

  get #parts(): Quota[] {
    return [...this.#quotas.values()].flat();
  }

  get #isOver(): boolean {
    return this.#stopped !== null || this.#options.signal?.aborted === true;
  }

  #outcome(): RunOutcome {
    const endedAs = (reason: Quota['ended']) =>
      new Set(
        [...this.#quotas].filter(([, parts]) => parts.some(({ ended }) => ended === reason)).map(([intent]) => intent),
      );
    return {
      tasks: this.#ended,
      exhausted: endedAs('exhausted'),
      limited: endedAs('limited'),
      interrupted: this.#options.signal?.aborted === true,
      stopped: this.#stopped,
    };
  }

  #taskAt(place: number): PlannedTask {
    return (this.#ended[place] as EndedTask).task;
  }

  #quotaOf({ id }: PlannedTask): Quota {
    return this.#quotaOfTask.get(id) as Quota;
  }

  #planningOrder(): readonly string[] {
    const intents = [...this.#quotas.keys()];
    const order = this.#options.source.planningOrder ?? [];
    return [
      ...order.filter((intent) => intents.includes(intent)),
      ...intents.filter((intent) => !order.includes(intent)),
    ];
  }

  /**
   * Plans the next wave, and hands out what of it fills quotas if all goes well, intent by intent. One is planned when it is
   * needed: nothing that planning depends on changes while a wave is locked.
   */
  async *#plan(tasks: PlannedTask[]): AsyncGenerator<PlannedTask[]> {
    this.#wave += 1;
    const claims = new WaveClaims(this.#spent, this.#options.usesPerProduct);
    const first = this.#options.scarce?.() ?? [];
    const intents = new Set([...first, ...this.#planningOrder()]);
    const parts = [...intents].flatMap((intent) => this.#quotas.get(intent) ?? []);
    for (const quota of parts) {
      const { intent, split, load } = quota;
      if (quota.ended !== null || quota.full || !quota.searching) continue;
      if (quota.limited) {
        quota.ended = 'limited';
        continue;
      }
      const before = claims.size;
      const others = (this.#quotas.get(intent) ?? []).filter((other) => other !== quota);
      const loadElsewhere = (stratum: string) => others.reduce((sum, other) => sum + other.loadOf(stratum), 0);
      const planned = this.#options.source.next(intent, quota.waveSize(), { claims, split, load, loadElsewhere });
      // Nothing left, and nothing that another intent's task of this wave might give back.
      if (planned.length === 0 && before === 0) quota.ended = 'exhausted';
      for (const { id } of planned) {
        if (this.#quotaOfTask.has(id)) throw new StageError(`${id} was planned twice`, planned);
        this.#quotaOfTask.set(id, quota);
      }
      quota.plan(planned);
      this.#options.draft?.plan(this.#wave, planned);
      for (const task of planned) tasks.push(task);
      await nextTurn();
      yield this.#unlocked(quota.hopeful(planned));
    }
  }

  /** Leaves out tasks that were locked before, and those that models left. */
  #unlocked(tasks: readonly PlannedTask[]): PlannedTask[] {
    const { checkpoints } = this.#options;
    const isKnown = (id: string) => checkpoints.isLocked(id) || checkpoints.isFinished(id) || this.#unfinished.has(id);
    return tasks.filter(({ id }) => !isKnown(id));
  }

  /** Hands out tasks, and tells the builder ahead which they will be. */
  #lookingAhead(
    step: Step,
    batches: Iterable<readonly PlannedTask[]> | AsyncIterable<readonly PlannedTask[]>,
  ): AsyncIterable<PlannedTask> {
    const { builder } = this.#options;
    // What is only passed over comes next no more than what was left.
    const tell = (tasks: readonly PlannedTask[]) => (this.#isOver ? undefined : builder.upcoming?.(step, tasks));
    return withLookAhead(batches, { width: builder.width, tell });
  }

  /** Plans a wave and locks what fills quotas if all goes well; returns it in planning order; null where no quota asks for more. */
  async #lockWave(): Promise<OpenTask[] | null> {
    const tasks: PlannedTask[] = [];
    await this.#lock(this.#plan(tasks));
    if (tasks.length === 0) return null;
    // Whoever was planned first, tasks stand and are admitted in one order.
    const order = this.#planningOrder();
    tasks.sort((a, b) => order.indexOf(a.intent) - order.indexOf(b.intent));
    const first = this.#ended.length;
    for (const task of tasks) this.#ended.push({ ...NOTHING_TOLD, task, wave: this.#wave, status: 'surplus' });
    const wave = tasks.map((_, at): OpenTask => ({ place: first + at, turn: null }));
    if (this.#isOver) this.#learn(wave);
    return wave;
  }

  async #lock(batches: Iterable<PlannedTask[]> | AsyncIterable<PlannedTask[]>): Promise<void> {
    await this.#each(this.#lookingAhead('lock', batches), (task) => this.#options.builder.lock(task));
  }

  /** Locks those of some tasks that were not asked for before in this run, whatever checkpoints hold of them. */
  async #lockOpen(tasks: readonly OpenTask[]): Promise<void> {
    const fresh = tasks.filter(({ turn }) => turn === null);
    await this.#lock([this.#unlocked(fresh.map(({ place }) => this.#taskAt(place)))]);
    this.#learn(fresh);
  }

  /** Finds out which of the tasks that full quotas did not need could stand in for what others of their intents miss. */
  async #lockSpare(): Promise<void> {
    const lacking = [...this.#quotas.values()].filter(Quota.fallsShort);
    const spare = lacking.flat().flatMap((quota) => [...quota.spare]);
    await this.#lockOpen(spare);
    for (const one of spare) if (one.turn === null) this.#quotaOf(this.#taskAt(one.place)).spare.delete(one);
  }

  /** Takes note of the locks of tasks; those that have none have ended. */
  #learn(tasks: readonly OpenTask[]): void {
    for (const one of tasks) {
      const { task, wave } = this.#ended[one.place] as EndedTask;
      const { turn = null, lockDigest = null } = this.#options.checkpoints.lockNoteOf(task.id) ?? {};
      one.turn = turn;
      this.#ended[one.place] =
        turn === null ? this.#endOf(task, wave) : { ...NOTHING_TOLD, task, wave, status: 'surplus', lockDigest };
    }
    this.#note(tasks.map(({ place }) => this.#ended[place] as EndedTask));
  }

  /** Writes and admits what is wanted, round by round: what falls through in one is made up for in the next. */
  async #fill(takeWanted: () => number[] | Promise<number[]>): Promise<void> {
    while (!this.#isOver) {
      const places = await takeWanted();
      if (places.length === 0 || this.#isOver) return;
      const left = await this.#writeAll(places);
      for (let at = 0; at < left.length; at += SETTLED_AT_ONCE) {
        this.#settle(left.slice(at, at + SETTLED_AT_ONCE));
        await nextTurn();
      }
    }
  }

  /** Writes tasks and ends them in their order, each as soon as those before it have ended; returns what is left to end. */
  async #writeAll(places: readonly number[]): Promise<readonly number[]> {
    const { builder, checkpoints } = this.#options;
    const tasks = places.map((place) => this.#taskAt(place));
    const fresh = tasks.filter(({ id }) => !checkpoints.isFinished(id));
    let settled = 0;
    const settleNext = () => {
      const from = settled;
      for (const most = Math.min(from + SETTLED_AT_ONCE, tasks.length); settled < most; settled++)
        if (!checkpoints.isFinished((tasks[settled] as PlannedTask).id)) break;
      this.#settle(places.slice(from, settled));
    };
    await this.#each(this.#lookingAhead('write', [fresh]), async ({ id }) => {
      const end = await builder.write(checkpoints.lockOf(id) as LockedResult);
      if (end.kind === 'built') this.#written.add(id);
      // Comparing queries takes a while, in which others are written.
      settleNext();
      return end;
    });
    return places.slice(settled);
  }

  /** Takes tasks one step further, `width` at a time; takes up no more of them once the run is over. */
  async #each(tasks: AsyncIterable<PlannedTask>, step: (task: PlannedTask) => Promise<BuildEnd>): Promise<void> {
    const { builder, checkpoints } = this.#options;
    await eachWithLimit(tasks, builder.width, async (task) => {
      if (this.#isOver) return;
      const end = await step(task);
      if (end.kind === 'pending') this.#leave(task, end);
      else {
        this.#unfinishedInARow = 0;
        checkpoints.add(end);
        if (end.kind === 'locked') this.#locked += 1;
        if (end.kind === 'rejected') this.#setAside.add(end.id, end.code);
      }
      this.#report();
    });
  }

  /** Notes a task that models left unfinished; the run stops when no other task would fare better. */
  #leave(task: PlannedTask, left: UnfinishedTask): void {
    this.#unfinished.set(task.id, left);
    this.#note([this.#endOf(task, this.#wave)]);
    if (!left.answered) this.#unfinishedInARow += 1;
    if (left.ends) this.#stopped ??= left.reason;
    else if (this.#unfinishedInARow >= MOST_UNFINISHED)
      this.#stopped ??= `${this.#unfinishedInARow} tasks in a row were left unfinished; the last: ${left.reason}`;
  }

  /** Tells how tasks ended to those who look at the run meanwhile. */
  #note(ends: readonly EndedTask[]): void {
    for (const { task, status, code, findings } of ends) {
      const why = status === 'pending' ? findings[0]?.code : code;
      if (why !== undefined && why !== null) this.#setAside.add(task.id, why);
    }
    this.#options.draft?.settle(ends);
  }

  #report(): void {
    const sum = (count: (quota: Quota) => number) => this.#parts.reduce((all, quota) => all + count(quota), 0);
    const wanted = this.#options.quotas.reduce((all, quota) => all + quota.wanted, 0);
    this.#options.onProgress?.({
      accepted: sum(({ accepted }) => accepted),
      wanted,
      missing: sum((quota) => (quota.ended === null ? quota.missing : 0)),
      made: this.#made,
      planned: this.#quotaOfTask.size,
      locked: this.#locked,
      setAside: this.#setAside.mostFrequent,
    });
  }

  /** End of a task without regard to others; pending where it has none. */
  #endOf(task: PlannedTask, wave: number): EndedTask {
    const end = this.#options.checkpoints.endNoteOf(task.id);
    switch (end?.kind) {
      case undefined: {
        const left = this.#unfinished.get(task.id);
        const code = left?.answered ? MODEL_UNDECIDED : 'model_unavailable';
        const findings = left === undefined ? [] : [{ code, path: 'models', detail: left.reason }];
        return { ...NOTHING_TOLD, task, wave, status: 'pending', findings };
      }
      case 'failed': {
        const { stage, error } = end;
        const findings = [{ code: 'stage_error', path: stage, detail: error }];
        return { ...NOTHING_TOLD, task, wave, status: 'failed', stage, code: 'stage_error', findings };
      }
      case 'rejected': {
        const { stage, code, lockDigest } = end;
        return { ...NOTHING_TOLD, task, wave, status: 'rejected', stage, code, lockDigest };
      }
      case 'built':
        return this.#admit(task, wave, end);
    }
  }

  /** Admits a sample unless it repeats one that was admitted before. */
  #admit(task: PlannedTask, wave: number, { sampleDigest, text, lockDigest, group }: BuiltNote): EndedTask {
    const { split } = this.#quotaOf(task);
    if (split !== null && splitOf(group, this.#options.splits ?? {}) !== split)
      throw new StageError(`${task.id} was planned for ${split}, to which its group "${group}" does not belong`, task);
    const told = { ...NOTHING_TOLD, task, wave, lockDigest };
    const claims = this.#claimsOf(task);
    const findings = this.#options.admission.findings({ id: task.id, claims, query: text });
    if (findings[0] !== undefined)
      return { ...told, status: 'rejected', stage: 'admit', code: findings[0].code, findings };
    this.#spent.add(claims);
    return { ...told, status: 'accepted', sampleDigest, group };
  }

  /** Lists what a sample takes up; what is asked of its targets is among it where they may be used again. */
  #claimsOf(task: PlannedTask): readonly Claim[] {
    const { usesPerProduct, requirementsOf, checkpoints } = this.#options;
    const claims = claimsOf(task, usesPerProduct);
    if (usesPerProduct === 1) return claims;
    const { locked } = JSON.parse((checkpoints.lockOf(task.id) as LockedResult).line) as { locked: unknown };
    return [...claims, ...requirementClaims(task.targetIds, requirementsOf(locked))];
  }

  /** Ends tasks that were promised a place. */
  #settle(places: readonly number[]): void {
    if (places.length === 0) return;
    const ends = places.map((place) => {
      const { task, wave } = this.#ended[place] as EndedTask;
      const end = this.#endOf(task, wave);
      this.#ended[place] = end;
      const isAccepted = end.status === 'accepted';
      this.#quotaOf(task).settle(stratumOf(task), isAccepted);
      if (this.#written.delete(task.id) && isAccepted) this.#made += 1;
      return end;
    });
    this.#note(ends);
    this.#report();
  }

  /**
   * Takes out of tasks those that quotas need now, and promises them a place. Those that are not locked yet are, as far as
   * it depends on them who is taken: the same as if all were.
   */
  async #takeWanted(open: Set<OpenTask>): Promise<number[]> {
    while (!this.#isOver) {
      const wanted = this.#promised(open);
      const missing = [...open].filter(({ place }) => !this.#quotaOf(this.#taskAt(place)).full);
      const fresh = [wanted, missing]
        .map((tasks) => tasks.filter(({ turn }) => turn === null))
        .find(({ length }) => length > 0);
      if (fresh === undefined) {
        for (const one of wanted) open.delete(one);
        return wanted.map(({ place }) => place);
      }
      for (const { place } of wanted) this.#quotaOf(this.#taskAt(place)).settle(stratumOf(this.#taskAt(place)), false);
      await this.#lockOpen(fresh);
      for (const one of fresh) if (one.turn === null) open.delete(one);
    }
    return [];
  }

  /** Promises a place to those of some tasks that quotas need now, if all that are not locked yet come to a lock of the first turn. */
  #promised(open: Iterable<OpenTask>): OpenTask[] {
    const wanted: OpenTask[] = [];
    const claims = new WaveClaims(this.#spent, this.#options.usesPerProduct);
    for (const one of open) {
      const task = this.#taskAt(one.place);
      const quota = this.#quotaOf(task);
      if (!quota.wants(stratumOf(task), one.turn ?? 'first') || claims.take(task) !== 'taken') continue;
      quota.promise(stratumOf(task));
      wanted.push(one);
    }
    return wanted;
  }

  /** Puts the rest of a wave on the waiting list: it is taken where better ones run out. */
  #keep(one: OpenTask): void {
    const task = this.#taskAt(one.place);
    const quota = this.#quotaOf(task);
    // A quota that is not full has had all its tasks locked.
    if (quota.full || one.turn === null) quota.spare.add(one);
    else {
      quota.spare.delete(one);
      quota.keepWaiting(stratumOf(task), { place: one.place, turn: one.turn });
    }
  }

  /**
   * Takes from those that wait what quotas still miss, one at a time for the part of a quota that is furthest behind: none
   * takes all products. What takes up what samples did is passed over, and who has a later turn waits for all quotas'
   * others.
   */
  #takeWaiting(): number[] {
    for (const turn of ['soon', 'late', 'last'] as const) {
      const wanted = this.#takeIn(turn);
      if (wanted.length > 0) return wanted;
    }
    return [];
  }

  #takeIn(turn: Exclude<Turn, 'first'>): number[] {
    const wanted: number[] = [];
    const promised = new WaveClaims(this.#spent, this.#options.usesPerProduct);
    const held: number[] = [];
    for (;;) {
      const [neediest] = this.#parts
        .filter((quota) => !quota.full && quota.waiting[turn].size > 0)
        .sort((a, b) => a.progress - b.progress);
      const place = neediest?.waiting[turn].take(neediest.standingOf);
      if (neediest === undefined || place === undefined) break;
      const task = this.#taskAt(place);
      if (turn === 'soon' && !neediest.hasRoomFor(stratumOf(task))) {
        neediest.waiting.late.add(stratumOf(task), place);
        continue;
      }
      const standing = promised.take(task);
      if (standing === 'held') held.push(place);
      if (standing !== 'taken') continue;
      neediest.promise(stratumOf(task));
      wanted.push(place);
    }
    // The last one first, so that they wait in the order they waited in before.
    for (const place of held.reverse()) {
      const task = this.#taskAt(place);
      this.#quotaOf(task).waiting[turn].putBack(stratumOf(task), place);
    }
    return wanted;
  }
}

/** Items after which the next ones are told, twice as many. */
const TOLD_TOGETHER = 256;

interface LookAhead<T> {
  /** Items that may be under way at once. */
  readonly width: number;
  /** Is told which items come next, after those that may be under way. */
  tell(items: readonly T[]): void;
}

/** Hands out the items of all batches one by one, and tells ahead which come next. */
export async function* withLookAhead<T>(
  batches: Iterable<readonly T[]> | AsyncIterable<readonly T[]>,
  { width, tell }: LookAhead<T>,
): AsyncGenerator<T> {
  const waiting = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
  /** The latest that were handed out, and those that come next. */
  const items: T[] = [];
  let handedOut = 0;
  for (let isLast = false; ; ) {
    while (!isLast && items.length - handedOut < 2 * TOLD_TOGETHER) {
      const { done, value } = await waiting.next();
      if (done) isLast = true;
      else for (const item of value) items.push(item);
    }
    if (handedOut === items.length) return;
    items.splice(0, handedOut - width);
    handedOut = Math.min(handedOut, width);
    tell(items.slice(0, handedOut + 2 * TOLD_TOGETHER));
    for (let left = TOLD_TOGETHER; left > 0 && handedOut < items.length; left--) yield items[handedOut++] as T;
  }
}
