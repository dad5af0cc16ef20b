import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Checkpoints } from '../../../pipeline/checkpoints/checkpoints.ts';
import { ledgerLineOf } from '../../../pipeline/run/ended-task.ts';
import { Prefetch } from '../../../pipeline/run/prefetch.ts';
import { type RunOutcome, type RunProgress, runTasks } from '../../../pipeline/run/run.ts';
import type { Admission, TaskBuilder, TaskSource } from '../../../pipeline/run/run-parts.ts';
import { splitOf } from '../../../pipeline/run/split.ts';
import type { Turn } from '../../../schemas/run.ts';
import { LedgerLine } from '../../../schemas/run.ts';
import type { PlannedTask } from '../../../schemas/task.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { runKey } from '../../fixtures/run-key.ts';
import { planOf } from '../../fixtures/run-plan.ts';

/** How a task ends: before its lock, after it, or as a sample. */
type Fate = 'rejected' | 'failed' | 'unfit text' | 'failed text' | 'built';
const FATES: readonly Fate[] = ['built', 'rejected', 'unfit text', 'failed', 'failed text'];

/** A world of numbered products: the number decides how its task ends. */
interface World {
  readonly products: number;
  readonly intents: readonly string[];
  readonly turnOf?: (product: number) => Turn;
  readonly fate: (product: number, intent: string) => Fate;
  /** What a task is about besides its product, and what its intent is balanced by. */
  readonly about?: (product: number) => Pick<PlannedTask, 'subject' | 'stratum'>;
  /** What its source says of planning besides the tasks. */
  readonly terms?: Pick<TaskSource, 'planningOrder' | 'shareOf'>;
  /** Is shown what each plan depends on. */
  readonly watch?: (state: { load: Readonly<Record<string, number>> }) => void;
}

const taskOf = ({ about = () => ({}) }: World, intent: string, product: number): PlannedTask => ({
  id: `${intent}-${product}`,
  family: 'f',
  intent,
  rank: String(product),
  seed: 1,
  category: 'c',
  targetIds: [`p${product}`],
  ...about(product),
});

function sourceOf(world: World): TaskSource {
  const { products, intents, watch = () => {}, terms = {} } = world;
  const next = new Map(intents.map((intent) => [intent, Array.from({ length: products }, (_, index) => index)]));
  return {
    ...terms,
    next(intent, count, { claims, load }) {
      watch({ load: Object.fromEntries(load) });
      const tasks: PlannedTask[] = [];
      const waiting: number[] = [];
      const queue = next.get(intent) ?? [];
      while (tasks.length < count && queue.length > 0) {
        const product = queue.shift() as number;
        const task = taskOf(world, intent, product);
        const standing = claims.take(task);
        if (standing === 'held') waiting.push(product);
        if (standing === 'taken') tasks.push(task);
      }
      queue.unshift(...waiting);
      return tasks;
    },
  };
}

const open: Admission = { findings: () => [] };

async function run(
  world: World,
  {
    perIntent = 3,
    usesPerProduct = 1,
    scarce = [] as readonly string[],
    requirementsOf = (_locked: unknown): readonly string[] => [],
    width = 1,
    order = 0,
    admission = open,
    stopAfter = Number.POSITIVE_INFINITY,
    goesAhead = false,
    onWrite = (_id: string) => {},
    onProgress = (_progress: RunProgress) => {},
    folder = mkdtempSync(join(tmpdir(), 'run-')),
  } = {},
) {
  const checkpoints = Checkpoints.open(join(folder, 'run.db'), runKey());
  const abort = new AbortController();
  const written: string[] = [];
  const told: string[][] = [];
  let steps = 0;
  /** Tasks finish in an order that has nothing to do with the order they were started in. */
  const step = async (rank: number) => {
    steps += 1;
    if (steps >= stopAfter) abort.abort();
    for (let i = 0; i < (rank * 7 + order) % 5; i++) await Promise.resolve();
  };
  const builder: TaskBuilder = {
    width,
    upcoming: (_, tasks) => told.push(tasks.map(({ id }) => id)),
    async lock({ id, rank, intent }) {
      await step(Number(rank));
      const kind = world.fate(Number(rank), intent);
      if (kind === 'rejected')
        return { kind, id, intent, code: 'unfit', stage: 'extract', lockDigest: null, line: '{}' };
      if (kind === 'failed') return { kind, id, intent, stage: 'extract', error: 'bug' };
      return {
        kind: 'locked',
        id,
        intent: 'a',
        line: JSON.stringify({ rank, intent, locked: { product: rank, intent } }),
        lockDigest: 'd',
        turn: world.turnOf?.(Number(rank)) ?? 'first',
      };
    },
    async write({ id, line }) {
      const { rank, intent } = JSON.parse(line) as Pick<PlannedTask, 'rank' | 'intent'>;
      written.push(id);
      onWrite(id);
      await step(Number(rank));
      const kind = world.fate(Number(rank), intent);
      if (kind === 'unfit text')
        return { kind: 'rejected', id, intent: 'a', code: 'unfit', stage: 'validate', lockDigest: 'd', line: '{}' };
      if (kind === 'failed text') return { kind: 'failed', id, intent: 'a', stage: 'validate', error: 'bug' };
      return {
        kind: 'built',
        id,
        intent: 'a',
        line: `{"id":"${id}"}`,
        text: id,
        lockDigest: 'd',
        group: `brand of ${rank}`,
      };
    },
  };
  const ahead = new Prefetch({
    ...{ builder, checkpoints, intents: world.intents },
    again: ({ intent, targetIds: [id = ''] }) => taskOf(world, intent, Number(id.slice(1))),
  });
  if (goesAhead) ahead.begin();
  try {
    const outcome = await runTasks({
      ...planOf({ intents: world.intents, perIntent, usesPerProduct }),
      requirementsOf,
      scarce,
      source: sourceOf(world),
      builder: goesAhead ? ahead : builder,
      admission,
      checkpoints,
      signal: abort.signal,
      onProgress,
    });
    return { outcome, steps, written, told, folder };
  } finally {
    await ahead.close();
    checkpoints.close();
  }
}

const summary = ({ tasks }: RunOutcome) => tasks.map(({ task, status, code }) => [task.id, status, code]);

const worlds = fc
  .record({
    products: fc.integer({ min: 0, max: 40 }),
    fates: fc.array(fc.constantFrom('built', ...FATES), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(
    ({ products, fates }): World => ({
      products,
      intents: ['a', 'b', 'c'],
      fate: (product, intent) => fates[(product * 3 + intent.charCodeAt(0)) % fates.length] as Fate,
    }),
  );

test('every planned task ends in exactly one state, and no product is accepted twice', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { outcome, folder } = await run(world);
      const ids = outcome.tasks.map(({ task }) => task.id);
      expect(new Set(ids).size).toBe(ids.length);
      const accepted = outcome.tasks.filter(({ status }) => status === 'accepted');
      expect(new Set(accepted.map(({ task }) => task.targetIds[0])).size).toBe(accepted.length);
      for (const intent of world.intents)
        expect(accepted.filter(({ task }) => task.intent === intent).length).toBeLessThanOrEqual(3);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('the outcome is the same for any number of workers and any order of finishing', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 2, max: 8 }), fc.nat(5), async (world, width, order) => {
      const one = await run(world);
      const many = await run(world, { width, order });
      expect(summary(many.outcome)).toEqual(summary(one.outcome));
      rmSync(one.folder, { recursive: true });
      rmSync(many.folder, { recursive: true });
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('an interrupted run that is started again ends as an undisturbed one, and builds no finished task twice', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 1, max: 15 }), fc.boolean(), async (world, stopAfter, goesAhead) => {
      const whole = await run(world);
      const first = await run(world, { stopAfter, goesAhead });
      const second = await run(world, { folder: first.folder, goesAhead });
      expect(summary(second.outcome)).toEqual(summary(whole.outcome));
      const brokenOff = first.outcome.tasks.filter(({ status }) => status === 'failed').length;
      expect(first.steps + second.steps - brokenOff).toBe(whole.steps);
      rmSync(whole.folder, { recursive: true });
      rmSync(first.folder, { recursive: true });
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('a run that is left has told what comes next, and not what it passes over on its way out', async () => {
  const world: World = { products: 3000, intents: ['a'], fate: () => 'built' };
  const { told } = await run(world, { perIntent: 2000, stopAfter: 300 });
  expect(told.map(([first]) => first)).toEqual(['a-0', 'a-255']);
  expect(told[1]).toContain('a-300');
});

test('an intent is exhausted only when every candidate was tried', async () => {
  const { outcome } = await run({
    products: 10,
    intents: ['a'],
    fate: (product) => (product === 9 ? 'built' : 'rejected'),
  });
  expect(outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.id)).toEqual(['a-9']);
  expect(outcome.exhausted).toEqual(new Set(['a']));
});

test('a sample that admission turns down is rejected with the code found, and another takes its place', async () => {
  const admission: Admission = {
    findings: ({ id }) => (id === 'a-1' ? [{ code: 'near_duplicate', path: 'user_query', detail: 'twice' }] : []),
  };
  const { outcome } = await run({ products: 20, intents: ['a'], fate: () => 'built' }, { admission });
  expect(outcome.tasks.find(({ task }) => task.id === 'a-1')).toMatchObject({
    status: 'rejected',
    stage: 'admit',
    code: 'near_duplicate',
  });
  expect(outcome.tasks.filter(({ status }) => status === 'accepted')).toHaveLength(3);
});

test('samples are admitted in planning order while later ones are still written, and count from then on', async () => {
  const admitted: { id: string; place: number }[] = [];
  const written: string[] = [];
  const done: number[] = [];
  const { outcome } = await run(
    { products: 12, intents: ['a'], fate: () => 'built' },
    {
      perIntent: 12,
      width: 3,
      admission: {
        findings: ({ id }) => {
          admitted.push({ id, place: written.length });
          return [];
        },
      },
      onWrite: (id) => written.push(id),
      onProgress: (progress) => done.push(progress.accepted),
    },
  );
  expect(admitted.map(({ id }) => id)).toEqual(outcome.tasks.map(({ task }) => task.id));
  expect(admitted[0]?.place).toBeLessThan(12);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(Math.max(...done)).toBe(12);
});

test('a subject is taken up like a target: admission is asked about both, and no later task is about either', async () => {
  const asked: (readonly string[])[] = [];
  const admission: Admission = {
    findings: ({ claims }) => {
      const whats = claims.map(({ what }) => what);
      asked.push(whats);
      const isTaken = whats.includes('subject question 1') && whats.includes('p1');
      return isTaken ? [{ code: 'near_duplicate', path: 'user_query', detail: 'taken' }] : [];
    },
  };
  // Three products for each question.
  const about = (product: number) => ({ subject: `question ${product % 4}` });
  const world: World = { products: 12, intents: ['a'], fate: () => 'built', about };
  const { outcome } = await run(world, { perIntent: 8, admission });
  expect(asked.slice(0, 2)).toEqual([
    ['p0', 'subject question 0'],
    ['p1', 'subject question 1'],
  ]);
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.targetIds[0]);
  expect(accepted).toEqual(['p0', 'p2', 'p3', 'p5']);
});

test('accepted samples weigh on their stratum, or their category where they have none, and a fourth of them what came to nothing', async () => {
  const loads = async (about: NonNullable<World['about']>) => {
    const seen: Readonly<Record<string, number>>[] = [];
    const fate = (product: number) => (product === 2 ? 'rejected' : 'built') as Fate;
    await run({ products: 6, intents: ['a'], fate, about, watch: ({ load }) => seen.push(load) }, { perIntent: 6 });
    return seen.at(-1);
  };
  expect(await loads((product) => ({ stratum: product < 2 ? 'two products' : 'three products' }))).toEqual({
    'two products': 2,
    'three products': 3.25,
  });
  expect(await loads(() => ({}))).toEqual({ c: 5.25 });
});

/** Ten products of each of two strata, all of the first offered before any of the second. */
const twoStrata = (changes: Partial<World> = {}): World => ({
  products: 20,
  intents: ['a'],
  fate: () => 'built',
  about: (product) => ({ stratum: product < 10 ? 'first' : 'second' }),
  ...changes,
});
const acceptedOf = ({ tasks }: RunOutcome) =>
  tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.stratum);

test('a stratum gets no more than its share of the samples while another can have its own', async () => {
  const shareOf = (_intent: string, stratum: string) => (stratum === 'first' ? 0.25 : 0.75);
  const { outcome } = await run(twoStrata({ terms: { shareOf } }), { perIntent: 8 });
  expect(acceptedOf(outcome).toSorted()).toEqual([...Array(2).fill('first'), ...Array(6).fill('second')]);
});

test('without shares the first that come are taken', async () => {
  const { outcome } = await run(twoStrata(), { perIntent: 8 });
  expect(acceptedOf(outcome)).toEqual(Array(8).fill('first'));
});

test('what a stratum cannot fill goes to samples over the share of another', async () => {
  const fate = (product: number) => (product < 10 || product === 15 ? 'built' : 'rejected') as Fate;
  const { outcome } = await run(twoStrata({ fate, terms: { shareOf: () => 0.5 } }), { perIntent: 8 });
  expect(acceptedOf(outcome).toSorted()).toEqual([...Array(7).fill('first'), 'second']);
});

test('samples that wait are taken from the stratum that has fewest', async () => {
  const { outcome } = await run(twoStrata({ turnOf: () => 'late' }), { perIntent: 6 });
  expect(acceptedOf(outcome).toSorted()).toEqual([...Array(3).fill('first'), ...Array(3).fill('second')]);
});

test('a wave plans the intents that need candidates most first, and the others as listed', async () => {
  const world: World = { products: 30, intents: ['a', 'b', 'c'], fate: () => 'built' };
  const order = async (planningOrder?: readonly string[]) => {
    const { outcome } = await run({ ...world, ...(planningOrder === undefined ? {} : { terms: { planningOrder } }) });
    return [...new Set(outcome.tasks.map(({ task }) => task.intent))];
  };
  expect(await order()).toEqual(['a', 'b', 'c']);
  expect(await order(['c'])).toEqual(['c', 'a', 'b']);
  expect(await order(['b', 'no intent of this run', 'c'])).toEqual(['b', 'c', 'a']);
});

test('an accepted task keeps the group of its sample, and no other task has one', async () => {
  const fate = (product: number) => (['built', 'rejected', 'failed'] as const)[product % 3] as Fate;
  const { outcome } = await run({ products: 12, intents: ['a'], fate });
  for (const { task, status, group } of outcome.tasks)
    expect([task.id, group]).toEqual([task.id, status === 'accepted' ? `brand of ${task.rank}` : null]);
});

test('a ledger line names the split of an accepted task', async () => {
  const { outcome } = await run({ products: 12, intents: ['a'], fate: () => 'built' });
  const shares = { train: 0.5, test: 0.5 };
  for (const end of outcome.tasks) {
    const line = LedgerLine.parse(ledgerLineOf(end, shares));
    expect(line.split).toBe(end.group === null ? undefined : splitOf(end.group, shares));
  }
});

test('samples of a later turn fill a quota only where those of the first run out', async () => {
  const world: World = {
    products: 30,
    intents: ['a'],
    fate: () => 'built',
    turnOf: (product) => (product >= 28 ? 'first' : 'late'),
  };
  const { outcome } = await run(world);
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.id);
  expect(accepted).toEqual(['a-0', 'a-28', 'a-29']);
  expect(outcome.tasks.filter(({ status }) => status === 'surplus')).toHaveLength(27);
});

test.each([
  ['soon', 'late'],
  ['late', 'last'],
] as const)('tasks that wait are taken by their turns: %s before %s', async (sooner, later) => {
  const world: World = {
    ...{ products: 30, intents: ['a'], fate: () => 'built' },
    turnOf: (product) => (product >= 28 ? sooner : later),
  };
  const { outcome } = await run(world);
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.id);
  expect(accepted).toEqual(['a-0', 'a-28', 'a-29']);
});

test('a search for better samples is given up when enough others wait and many candidates were tried', async () => {
  const { outcome } = await run({ products: 5000, intents: ['a'], fate: () => 'built', turnOf: () => 'late' });
  expect(outcome.tasks.filter(({ status }) => status === 'accepted')).toHaveLength(3);
  expect(outcome.tasks.length).toBeLessThan(200);
});

test('a quota is not given up while candidates remain, though others took the products that waited for it', async () => {
  // Every sample of "a" waits; "b" is then offered the same products and takes them first.
  const world: World = {
    products: 400,
    intents: ['a', 'b'],
    fate: () => 'built',
    turnOf: () => 'late',
  };
  const taken = new Set<string>();
  const admission: Admission = {
    findings: ({ id, claims }) => {
      const [{ what: target = '' } = {}] = claims;
      const repeats = taken.has(target) || (id.startsWith('a-') && Number(id.slice(2)) < 100);
      if (!repeats) taken.add(target);
      return repeats ? [{ code: 'near_duplicate', path: 'user_query', detail: 'taken' }] : [];
    },
  };
  const { outcome } = await run(world, { admission });
  const accepted = outcome.tasks.filter(({ status, task }) => status === 'accepted' && task.intent === 'a');
  expect(accepted).toHaveLength(3);
});

test('a task that broke off is tried again by the next run, which then ends as an undisturbed one', async () => {
  const fate = (product: number) => (product % 4 === 1 ? 'rejected' : 'built') as Fate;
  const world: World = { products: 20, intents: ['a'], fate };
  const whole = await run(world);
  const faulty = await run({ ...world, fate: (product) => (product < 3 ? 'failed' : fate(product)) });
  expect(faulty.outcome.tasks.filter(({ status }) => status === 'failed')).toHaveLength(3);
  const healthy = await run(world, { folder: faulty.folder });
  expect(summary(healthy.outcome)).toEqual(summary(whole.outcome));
});

test('no more tasks are written than a quota misses, and others only for those that fall through', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { outcome, written, folder } = await run(world);
      const statusOf = new Map(outcome.tasks.map(({ task, status }) => [task.id, status]));
      expect(written.filter((id) => statusOf.get(id) === 'surplus')).toEqual([]);
      expect(new Set(written).size).toBe(written.length);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('a step that throws ends the run with its error, after the others under way and before any new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const checkpoints = Checkpoints.open(join(folder, 'run.db'), runKey());
  const started: string[] = [];
  const ended: string[] = [];
  const running = runTasks({
    ...planOf({ intents: ['a'], perIntent: 8, limit: 100 }),
    source: sourceOf({ products: 20, intents: ['a'], fate: () => 'built' }),
    builder: {
      width: 3,
      async lock({ id }) {
        started.push(id);
        if (id === 'a-1') throw new Error('the disk is full');
        await new Promise((resolve) => setTimeout(resolve, 20));
        ended.push(id);
        return { kind: 'locked', id, intent: 'a', line: '{}', lockDigest: 'd', turn: 'first' };
      },
      write: () => Promise.reject(new Error('nothing is to be written')),
    },
    admission: open,
    checkpoints,
  });
  await expect(running).rejects.toThrow('the disk is full');
  expect([started, ended]).toEqual([
    ['a-0', 'a-1', 'a-2'],
    ['a-0', 'a-2'],
  ]);
  checkpoints.close();
});

test('progress tells samples that never become fewer, what is still missing and why tasks were set aside', async () => {
  const told: RunProgress[] = [];
  const fate = (product: number): Fate =>
    product % 3 === 0 ? 'built' : product % 3 === 1 ? 'rejected' : product % 2 === 0 ? 'failed' : 'unfit text';
  const admission: Admission = {
    findings: ({ id }) => (id === 'a-0' ? [{ code: 'near_duplicate', path: 'user_query', detail: 'twice' }] : []),
  };
  const world: World = { products: 30, intents: ['a', 'b'], fate };
  const { outcome } = await run(world, { perIntent: 12, width: 3, admission, onProgress: (one) => told.push(one) });
  const accepted = told.map((one) => one.accepted);
  expect(accepted).toEqual(accepted.toSorted((a, b) => a - b));
  const of = (code: string) => outcome.tasks.filter((task) => task.code === code).length;
  const last = told.at(-1) as RunProgress;
  expect(last).toMatchObject({ accepted: 10, made: 10, wanted: 24, planned: outcome.tasks.length });
  expect(last.locked).toBe(outcome.tasks.filter(({ lockDigest }) => lockDigest !== null).length);
  expect(last.setAside.slice(0, 2)).toEqual([
    ['unfit', of('unfit')],
    ['stage_error', of('stage_error')],
  ]);
  expect(told.every(({ missing, wanted, accepted }) => missing <= wanted - accepted)).toBe(true);
});

test('products that may be used twice serve two intents each, and no more', async () => {
  const world: World = { products: 6, intents: ['a', 'b', 'c'], fate: () => 'built' };
  const usesOf = ({ tasks }: RunOutcome) =>
    [
      ...Map.groupBy(
        tasks.filter(({ status }) => status === 'accepted'),
        ({ task }) => task.targetIds[0],
      ).values(),
    ]
      .map((all) => all.length)
      .toSorted();
  const asked = { perIntent: 4, requirementsOf: (locked: unknown) => [JSON.stringify(locked)] };
  expect(usesOf((await run(world, { ...asked, usesPerProduct: 1 })).outcome)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(usesOf((await run(world, { ...asked, usesPerProduct: 2 })).outcome)).toEqual([1, 1, 2, 2, 2, 2]);
});

test('admission is told what is asked of a product that may be used again', async () => {
  const claimed: (readonly string[])[] = [];
  const admission: Admission = {
    findings: ({ claims }) => {
      claimed.push(claims.map(({ what }) => what));
      return [];
    },
  };
  const world: World = { products: 1, intents: ['a'], fate: () => 'built' };
  await run(world, { usesPerProduct: 2, admission, requirementsOf: () => ['the digest of what is asked'] });
  expect(claimed).toEqual([['p0', 'p0 for a', 'p0 with requirements the digest of wh']]);
});

test('an intent that wants much of what there is has the first pick, and its tasks stand where they would', async () => {
  const world: World = { products: 4, intents: ['a', 'b'], fate: () => 'built' };
  const { outcome } = await run(world, { perIntent: 4, scarce: ['b'] });
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.intent);
  expect(accepted).toEqual(['b', 'b', 'b', 'b']);
  const both = await run({ ...world, products: 30 }, { perIntent: 4, scarce: ['b'] });
  expect(new Set(both.outcome.tasks.filter(({ wave }) => wave === 1).map(({ task }) => task.intent))).toEqual(
    new Set(['a', 'b']),
  );
});
