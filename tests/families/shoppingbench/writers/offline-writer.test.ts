import { describe, expect, test } from 'vitest';
import { answerInQuery } from '../../../../families/shoppingbench/gates/answer-in-query.ts';
import { shopConditionUnsaid } from '../../../../families/shoppingbench/gates/shop-condition-unsaid.ts';
import { orderWriter } from '../../../../families/shoppingbench/writers/offline-writer.ts';
import { saysService } from '../../../../families/shoppingbench/writers/services.ts';
import type { Attempt, QueryWording } from '../../../../shopping/draft.ts';
import type { Gate } from '../../../../stages/gate.ts';
import { entityUngrounded } from '../../../../stages/gates/entity-ungrounded.ts';
import { surfaceMissing } from '../../../../stages/gates/surface-missing.ts';
import { valueUntraced } from '../../../../stages/gates/value-untraced.ts';
import { voucherArithmetic } from '../../../../stages/gates/voucher-arithmetic.ts';
import { gatesIn } from '../../../../stages/validate.ts';
import { bounds, names } from '../../../fixtures/leak-inputs.ts';
import { QUESTION, SPOKEN_ORDERS, type SpokenOrder } from '../../../fixtures/spoken-orders.ts';
import { writingOf } from '../../../fixtures/tasks.ts';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

const write = ({ task, targets }: SpokenOrder, seed: number, earlier: readonly Attempt<QueryWording>[] = []) =>
  orderWriter.write(writingOf(task, { earlier, targets, seed }));
const orderOf = (name: string) => SPOKEN_ORDERS[name] as SpokenOrder;

const GATES: Readonly<Record<string, Gate>> = {
  surfaceMissing,
  valueUntraced: gatesIn({ saysService }, [valueUntraced])[0] as Gate,
  entityUngrounded,
  shopConditionUnsaid,
  answerInQuery,
  voucherArithmetic,
};

describe.each(Object.entries(SPOKEN_ORDERS))('a query for %s', (_, order) => {
  test('says every requirement in words of its own, which stand in it', async () => {
    for (const seed of SEEDS) {
      const { query, surfaces } = await write(order, seed);
      expect(Object.keys(surfaces).sort()).toEqual(order.task.locked.rubrics.map(({ id }) => id).sort());
      for (const surface of Object.values(surfaces)) expect(query).toContain(surface);
    }
  });

  test('is whole sentences with nothing left to fill in', async () => {
    for (const seed of SEEDS) {
      const { query } = await write(order, seed);
      expect(query).toMatch(/^[A-Z₱].*[.?]$/);
      expect(query).not.toMatch(/ {2}|[{}[\]]|undefined|null|\.\.|,,|;;| [,.;:?]/);
      expect(query.split('(')).toHaveLength(query.split(')').length);
    }
  });

  test('holds no defect that a gate finds', async () => {
    for (const seed of SEEDS) {
      const wording = await write(order, seed);
      for (const [name, gate] of Object.entries(GATES))
        expect([name, wording.query, gate.check({ ...order, wording })]).toEqual([name, wording.query, []]);
    }
  });

  test('names the products in their order, each once', async () => {
    const nouns = order.task.entities.map(({ phrase }) => phrase.toLowerCase());
    for (const seed of SEEDS) {
      const { query } = await write(order, seed);
      const found = [...query.toLowerCase().matchAll(new RegExp(nouns.join('|'), 'g'))].map(([noun]) => noun);
      expect(found).toEqual(nouns);
    }
  });

  test('is the same for the same draw, and said in many ways', async () => {
    const queries = await Promise.all(SEEDS.map(async (seed) => (await write(order, seed)).query));
    expect(await Promise.all(SEEDS.map(async (seed) => (await write(order, seed)).query))).toEqual(queries);
    expect(new Set(queries).size).toBeGreaterThan(10);
  });
});

test('a case is asked to fit a screen, for it has none', async () => {
  const order = orderOf(Object.keys(SPOKEN_ORDERS)[0] as string);
  const entity = { phrase: 'Tablet Case', titleSpan: 'Tablet Case', plural: false };
  const rubrics = [names('r1', 'Tablet Case'), bounds('r2', 'query', 'details.Screen Size', { max: 12, unit: 'in' })];
  const task = { ...order.task, entities: [entity], locked: { ...order.task.locked, rubrics } };
  for (const seed of SEEDS) {
    const { query } = await write({ ...order, task, targets: order.targets.slice(0, 1) }, seed);
    expect(query).toMatch(/(?:for|fits?) screens of/);
  }
});

const several = Object.entries(SPOKEN_ORDERS).filter(([, { targets }]) => targets.length > 1);
test.each(several)('products of %s are told apart by numbers or semicolons', async (_, order) => {
  const count = order.targets.length;
  for (const seed of SEEDS) {
    const { query } = await write(order, seed);
    const numbers = [...query.matchAll(/\((\d)\) /g)].map(([, number]) => Number(number));
    if (numbers.length > 0) expect(numbers).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    const parts = query.split('; ').length;
    // Two short descriptions are joined by "and" alone.
    if (count > 2 || parts > 1) expect(parts).toBe(count);
  }
});

test('a question is asked once, word for word, and the product named by its answer after it', async () => {
  for (const seed of SEEDS) {
    const { query } = await write(orderOf('a question'), seed);
    expect(query.split(QUESTION)).toHaveLength(2);
    expect(query.indexOf(QUESTION)).toBeLessThan(query.indexOf('coffee mug'));
  }
});

test('which shops a voucher is good for is said after it, and only where there are several products', async () => {
  for (const seed of SEEDS) {
    const lastOf = async (name: string) => (await write(orderOf(name), seed)).query.split(/(?<=[.?]) /).at(-1);
    expect(await lastOf("a shop's voucher")).toMatch(/\b(?:one|same|single) (?:shop|store|seller)\b|ordered there/);
    expect(await lastOf("a platform's voucher")).toMatch(/shops|sell/);
    expect(await lastOf('a voucher on one product')).toMatch(/₱|PHP/);
  }
});

test('words that led to a finding are not written again while there are others', async () => {
  const order = orderOf('one product');
  const { id = '' } = order.task.locked.rubrics.find(({ type }) => type === 'service_match') ?? {};
  for (const seed of SEEDS) {
    const first = await write(order, seed);
    const surface = first.surfaces[id] as string;
    const start = first.query.indexOf(surface);
    const finding = { code: 'x', path: 'user_query', detail: '-', spans: [{ start, end: start + surface.length }] };
    const second = await write(order, seed, [{ wording: first, findings: [finding] }]);
    expect(second.surfaces[id]).not.toBe(surface);
  }
});
