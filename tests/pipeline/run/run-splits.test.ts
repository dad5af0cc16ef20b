import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Checkpoints } from '../../../pipeline/checkpoints/checkpoints.ts';
import { ledgerLineOf } from '../../../pipeline/folder/outputs.ts';
import { inRankOrder } from '../../../pipeline/planned-tasks.ts';
import type { EndedTask } from '../../../pipeline/run/ended-task.ts';
import { runTasks } from '../../../pipeline/run/run.ts';
import { apportioned, splitOf } from '../../../pipeline/run/split.ts';
import type { SplitShares } from '../../../schemas/split.ts';
import { digestOf } from '../../../text/digest.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { runKey } from '../../fixtures/run-key.ts';
import { planOf } from '../../fixtures/run-plan.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

/** A product with its shop, and what becomes of a task about it. */
interface Product {
  readonly id: string;
  readonly shop: string;
  readonly isGood: boolean;
  readonly isPreferred: boolean;
}

interface World {
  readonly products: readonly Product[];
  readonly intents: readonly string[];
  readonly perIntent: number;
  readonly splits: SplitShares;
  readonly usesPerProduct?: number;
}

interface Sample {
  readonly id: string;
  readonly intent: string;
  readonly shop: string;
  readonly split: string;
}

async function run(
  { products, intents, perIntent, splits, usesPerProduct = 1 }: World,
  { width = 1, stopAfter = Number.POSITIVE_INFINITY, folder = mkdtempSync(join(tmpdir(), 'splits-')) } = {},
): Promise<readonly EndedTask[]> {
  const checkpoints = Checkpoints.open(join(folder, 'run.db'), runKey());
  const byId = new Map(products.map((product) => [product.id, product]));
  const productOf = (id: string) => byId.get(id.replace(/^.-/, '')) as Product;
  const tasks = intents.flatMap((intent) =>
    products.map((product) => {
      const id = `${intent}-${product.id}`;
      return plannedTask({ id, intent, rank: digestOf(id), targetIds: [product.id] });
    }),
  );
  const abort = new AbortController();
  let steps = 0;
  const step = async (id: string) => {
    if (++steps >= stopAfter) abort.abort();
    for (let turn = 0; turn < id.length % 4; turn++) await Promise.resolve();
  };
  const outcome = await runTasks({
    ...planOf({ intents, perIntent, splits, usesPerProduct }),
    source: inRankOrder(tasks, splits, ({ id }) => productOf(id).shop),
    builder: {
      width,
      async lock({ id, intent }) {
        await step(id);
        const turn = productOf(id).isPreferred ? 'first' : 'late';
        return { kind: 'locked', id, intent, line: '{"locked":null}', lockDigest: 'd', turn };
      },
      async write({ id, intent }) {
        await step(id);
        const { isGood, shop: group } = productOf(id);
        return isGood
          ? { kind: 'built', id, intent, line: '{}', text: id, lockDigest: 'd', group }
          : { kind: 'rejected', id, intent, code: 'unfit', stage: 'validate', lockDigest: 'd', line: '{}' };
      },
    },
    admission: { findings: () => [] },
    checkpoints,
    signal: abort.signal,
  });
  checkpoints.close();
  if (!abort.signal.aborted) rmSync(folder, { recursive: true });
  return outcome.tasks;
}

const samplesOf = (tasks: readonly EndedTask[], splits: SplitShares): Sample[] =>
  tasks.flatMap((end) => {
    const { id, intent, split } = ledgerLineOf(end, splits);
    return end.group === null || split === undefined ? [] : [{ id, intent, shop: end.group, split }];
  });
const countOf = (samples: readonly Sample[], intent: string, split: string) =>
  samples.filter((sample) => sample.intent === intent && sample.split === split).length;

const SHARES: readonly SplitShares[] = [
  { train: 0.73, test: 0.27 },
  { train: 0.8, dev: 0.1, test: 0.1 },
  { one: 0.5, two: 0.5 },
];
const product = fc.record({
  shop: fc.nat(15).map((number) => `shop ${number}`),
  isGood: fc.constantFrom(true, true, true, false),
  isPreferred: fc.constantFrom(true, true, false),
});
const productsOf = (least: number, most: number) =>
  fc
    .array(product, { minLength: least, maxLength: most })
    .map((all) => all.map((one, index): Product => ({ ...one, id: `p${index}` })));
const world = fc.record<World>({
  products: productsOf(0, 60),
  intents: fc.constantFrom(['a'], ['a', 'b', 'c']),
  perIntent: fc.integer({ min: 1, max: 12 }),
  splits: fc.constantFrom(...SHARES),
});

const check = (drawn: fc.Arbitrary<World>, holds: (world: World) => Promise<void>) =>
  fc.assert(fc.asyncProperty(drawn, holds), { numRuns: propertyRuns(200) });

test('no group is in two splits, and each is where its digest puts it', () =>
  check(world, async (drawn) => {
    for (const { shop, split } of samplesOf(await run(drawn), drawn.splits))
      expect(split).toBe(splitOf(shop, drawn.splits));
  }));

test('every intent has its shares within one sample where the groups of each split have enough good candidates', () => {
  /** The first few shops that fall to each split. */
  const shopsOf = (splits: SplitShares) => {
    const shops = Array.from({ length: 400 }, (_, shop) => `shop ${shop}`);
    return Object.keys(splits).flatMap((split) => shops.filter((shop) => splitOf(shop, splits) === split).slice(0, 4));
  };
  const large = fc.record({ perIntent: fc.integer({ min: 1, max: 10 }), splits: fc.constantFrom(...SHARES) });
  return fc.assert(
    fc.asyncProperty(large, productsOf(0, 30), async ({ perIntent, splits }, others) => {
      const intents = ['a', 'b', 'c'];
      const some = shopsOf(splits).flatMap((shop) =>
        Array.from({ length: 10 }, (_, index) => ({ id: `${shop} ${index}`, shop, isGood: true, isPreferred: true })),
      );
      const samples = samplesOf(await run({ products: [...others, ...some], intents, perIntent, splits }), splits);
      const counts = intents.map((intent) =>
        Object.entries(splits).map(([split, share]) => ({ share, count: countOf(samples, intent, split) })),
      );
      for (const { share, count } of counts.flat()) expect(Math.abs(count - share * perIntent)).toBeLessThan(1);
      for (const [split, share] of Object.entries(splits)) {
        const count = samples.filter((sample) => sample.split === split).length;
        expect(Math.abs(count - share * perIntent * intents.length)).toBeLessThan(1);
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('shares cost no sample: what one split cannot have, the others do', () =>
  check(
    world.map((drawn) => ({ ...drawn, intents: ['a'] })),
    async (drawn) => {
      const { products, perIntent, splits } = drawn;
      const good = products.filter(({ isGood }) => isGood).length;
      expect(samplesOf(await run(drawn), splits)).toHaveLength(Math.min(perIntent, good));
    },
  ));

test('a split is over its share only where another has no good candidates left', () =>
  check(
    world.map((drawn) => ({ ...drawn, intents: ['a'] })),
    async (drawn) => {
      const { products, perIntent, splits } = drawn;
      const samples = samplesOf(await run(drawn), splits);
      const [wanted] = apportioned([perIntent], splits);
      const isOver = Object.keys(splits).some((split) => countOf(samples, 'a', split) > (wanted?.get(split) ?? 0));
      for (const split of isOver ? Object.keys(splits) : []) {
        const good = products.filter(({ shop, isGood }) => isGood && splitOf(shop, splits) === split).length;
        const count = countOf(samples, 'a', split);
        if (count < (wanted?.get(split) ?? 0)) expect([split, count]).toEqual([split, good]);
      }
    },
  ));

test('no sample and no group moves when more is wanted, when the catalog grows or when intents are added', () => {
  const grown = fc.record({ more: fc.integer({ min: 0, max: 20 }), added: productsOf(0, 40) });
  return fc.assert(
    fc.asyncProperty(world, grown, async (before, { more, added }) => {
      const { splits } = before;
      const after: World = {
        ...before,
        products: [...added.map((one) => ({ ...one, id: `new ${one.id}` })), ...before.products],
        perIntent: before.perIntent + more,
        intents: ['a', 'b', 'c', 'd'],
      };
      const [first, second] = [samplesOf(await run(before), splits), samplesOf(await run(after), splits)];
      const was = new Map(first.flatMap(({ id, shop, split }) => [[id, split] as const, [shop, split] as const]));
      for (const { id, shop, split } of second) {
        expect([id, was.get(id) ?? split]).toEqual([id, split]);
        expect([shop, was.get(shop) ?? split]).toEqual([shop, split]);
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('what is accepted is the same for any number of workers and after any stop', () =>
  fc.assert(
    fc.asyncProperty(world, fc.integer({ min: 1, max: 40 }), async (drawn, stopAfter) => {
      const lines = (tasks: readonly EndedTask[]) => tasks.map((end) => ledgerLineOf(end, drawn.splits));
      const whole = lines(await run(drawn));
      expect(lines(await run(drawn, { width: 5 }))).toEqual(whole);
      const folder = mkdtempSync(join(tmpdir(), 'splits-'));
      await run(drawn, { width: 3, stopAfter, folder });
      // A run that came to its end before it was to be stopped has taken its folder along.
      mkdirSync(folder, { recursive: true });
      expect(lines(await run(drawn, { width: 2, folder }))).toEqual(whole);
    }),
    { numRuns: propertyRuns(60) },
  ));

test('products that are used more than once stay in one split, and serve an intent once', () =>
  check(
    world.map((drawn) => ({ ...drawn, usesPerProduct: 2 })),
    async (drawn) => {
      const samples = samplesOf(await run(drawn), drawn.splits);
      const byProduct = Map.groupBy(samples, ({ id }) => id.replace(/^.-/, ''));
      for (const uses of byProduct.values()) {
        expect(uses.length).toBeLessThanOrEqual(2);
        expect(new Set(uses.map(({ intent }) => intent)).size).toBe(uses.length);
        expect(new Set(uses.map(({ split }) => split)).size).toBe(1);
      }
    },
  ));
