import { expect, test } from 'vitest';
import type { Feature } from '../../../shopping/kinds/index.ts';
import type { FeaturedTask } from '../../../shopping/task.ts';
import { type ExtractParts, extract, type TargetContext } from '../../../stages/extract/index.ts';
import { type ExtractionWorld, extraction, extractionStage, TEN_FACTS, tote } from '../../fixtures/extraction.ts';
import { details } from '../../fixtures/stored-catalog.ts';
import { plannedTask } from '../../fixtures/tasks.ts';
import { keptOf, outcomeOf } from '../stage-contract.ts';

type World = ExtractionWorld;

const extracted = (world: World): Promise<FeaturedTask> => keptOf(extractionStage(world), plannedTask());
const outcome = (world: World) => outcomeOf(extractionStage(world), plannedTask());
const find = ({ features }: FeaturedTask, field: string) => features.find((feature) => feature.field === field);
const valueFor = (task: FeaturedTask, field: string) => find(task, field)?.value;

test('the details of a target become attributes that may be used wherever the family allows', async () => {
  const task = await extracted({ products: [tote()] });
  expect(find(task, 'details.Color')).toEqual({
    type: 'attribute_match',
    field: 'details.Color',
    value: 'Red',
    sources: ['query', 'persona', 'clarification'],
    implicit: true,
    required: false,
  });
  expect(task.features.filter(({ type }) => type === 'attribute_match')).toHaveLength(10);
});

test('the noun phrase is named as the title writes it', async () => {
  expect((await extracted({ products: [tote()] })).entities).toEqual([
    { phrase: 'Tote Bag', titleSpan: 'Tote Bag', plural: false },
  ]);
});

test('the names of a product are found out once, however many tasks try it', async () => {
  const asked: string[] = [];
  const phraseUse: World['phraseUse'] = (phrase) => {
    asked.push(phrase);
    return { mayHave: () => true, titles: 9, hasBrands: () => true, isCommon: () => true };
  };
  const stage = extractionStage({ products: [tote()], phraseUse });
  const first = await keptOf(stage, plannedTask());
  const before = asked.length;
  const second = await keptOf(stage, plannedTask({ id: 'other' }));
  expect(second.entities).toEqual(first.entities);
  expect(before).toBeGreaterThan(0);
  expect(asked).toHaveLength(before);
});

test('a target that is not in the catalog is rejected', async () => {
  const stage = extractionStage({ products: [tote()] });
  expect(await outcomeOf(stage, plannedTask({ targetIds: ['P9'] }))).toMatchObject({
    code: 'unknown_product',
    detail: '"P9" is not in the catalog',
  });
});

test('a title without a product noun is rejected where the category names no single kind', async () => {
  const product = tote(TEN_FACTS, { title: 'Zorvex QX-200 Ultra', category: ['Home', 'Bags & Cases'] });
  expect(await outcome({ products: [product] })).toMatchObject({ code: 'no_product_noun' });
});

const onShelf = (titles: readonly string[]) =>
  outcome({ products: titles.map((title) => tote(TEN_FACTS, { title, category: ['Home', 'Portable Power Banks'] })) });

test('a product that only its category names is asked for by that name, as are its models', async () => {
  expect(await onShelf(Array.from({ length: 10 }, (_, at) => `Zorvex QX-${at} Ultra`))).toMatchObject({
    kept: { entities: [{ phrase: 'Portable Power Bank', titleSpan: 'Portable Power Banks' }] },
  });
});

test('a product whose title alone on its shelf does not say what that is for is asked for by no name', async () => {
  const others = Array.from({ length: 9 }, (_, at) => `Zorvex QX-${at} Power Bank`);
  expect(await onShelf(['Zorvex Ultra', ...others])).toMatchObject({ code: 'no_product_noun' });
});

test('a rejection carries what was collected and what was dropped', async () => {
  const facts = Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 7));
  const rejected = await outcome({ products: [tote({ ...facts, Form: 'tote' })] });
  expect(rejected).toMatchObject({
    evidence: { features: expect.any(Array), dropped: [{ field: 'Form', value: 'tote' }] },
  });
  const { features } = (rejected as { evidence: { features: Feature[] } }).evidence;
  expect(features.map(({ field }) => field).sort()).toEqual(
    Object.keys(facts)
      .map((field) => `details.${field}`)
      .sort(),
  );
});

test('a value the noun phrase says already is dropped with the reason', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, 'Item Form': 'Tote' })] });
  expect(find(task, 'details.Item Form')).toBeUndefined();
  expect(task.dropped).toMatchObject([
    { field: 'Item Form', value: 'Tote', reason: expect.stringContaining('the noun phrase') },
  ]);
});

test('letters of the noun phrase are not a value it says', async () => {
  const products = [tote(TEN_FACTS, { title: 'Orla Infrared Thermometer', brand: 'Orla' })];
  const task = await extracted({
    products,
    phraseUse: () => ({
      mayHave: (least) => least <= 9,
      titles: 9,
      hasBrands: () => true,
      isCommon: (word) => ['Infrared', 'Thermometer'].includes(word),
    }),
  });
  expect(task.entities).toMatchObject([{ phrase: 'Infrared Thermometer' }]);
  expect(task.dropped.filter(({ field }) => field === 'Color')).toEqual([]);
});

test('a value that repeats another field is dropped with the reason', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, Shade: 'red' })] });
  const stated = ['details.Color', 'details.Shade'].filter((field) => find(task, field) !== undefined);
  expect(stated).toHaveLength(1);
  expect(task.dropped).toMatchObject([
    { reason: expect.stringMatching(/^duplicate_fact: (?:Color|Shade) "[Rr]ed" says the same/) },
  ]);
});

test('a field of which one option cannot be used falls back to another', async () => {
  const task = await extracted({ products: [tote({ ...TEN_FACTS, 'Item Form': ['Tote', 'Sack'] })] });
  expect(valueFor(task, 'details.Item Form')).toBe('Sack');
});

test('an implausible value is no feature and stays in the record', async () => {
  const dropped = [{ field: 'Model', value: 'XJ-900', reason: 'looks like a part number' }];
  const changes: World['changes'] = {
    judged: () => ({ kept: Object.entries(TEN_FACTS).map(([field, option]) => ({ field, option })), dropped }),
  };
  const task = await extracted({ products: [tote({ ...TEN_FACTS, Model: 'XJ-900' })], changes });
  expect(find(task, 'details.Model')).toBeUndefined();
  expect(task.dropped).toContainEqual(dropped[0]);
});

test('a field the family does not use is no feature', async () => {
  const use = { persona: true, clarification: true, negative: true, filler: false };
  const changes = { fieldUse: (field: string) => (field === 'Lining' ? undefined : use) };
  expect(find(await extracted({ products: [tote()], changes }), 'details.Lining')).toBeUndefined();
});

test('a value that the title states is hidden nowhere', async () => {
  const task = await extracted({ products: [tote(TEN_FACTS, { title: 'Harbor Red Striped Tote Bag' })] });
  expect(find(task, 'details.Color')?.sources).toEqual(['query']);
  expect(find(task, 'details.Pattern')?.sources).toEqual(['query']);
  expect(find(task, 'details.Shape')?.sources).toEqual(['query', 'persona', 'clarification']);
});

test('a value the query has no words for may only be hidden', async () => {
  const changes = { sayable: (field: string) => ({ explicit: field !== 'Lining', implicit: field !== 'Lining' }) };
  expect(find(await extracted({ products: [tote()], changes }), 'details.Lining')?.sources).toEqual([
    'persona',
    'clarification',
  ]);
});

test('a value that can neither be said nor hidden is dropped as unsayable', async () => {
  const changes = { sayable: (field: string) => ({ explicit: field !== 'Color', implicit: field !== 'Color' }) };
  const task = await extracted({ products: [tote(TEN_FACTS, { title: 'Harbor Red Tote Bag' })], changes });
  expect(task.dropped).toMatchObject([{ field: 'Color', reason: expect.stringContaining('unsayable') }]);
});

test('a brand is used where facts are scarce', async () => {
  const scarce = { ...Object.fromEntries(Object.entries(TEN_FACTS).slice(0, 8)), Brand: 'Harborline' };
  for (let seed = 0; seed < 5; seed++)
    expect(valueFor(await extracted({ products: [tote(scarce)], seed }), 'details.Brand')).toBe('Harborline');
});

test('where facts are plenty a brand is used now and then', async () => {
  const plenty = { ...TEN_FACTS, Handle: 'Rope', Pocket: 'Inner', Brand: 'Harborline' };
  const used = await Promise.all(
    Array.from(
      { length: 40 },
      async (_, seed) => find(await extracted({ products: [tote(plenty)], seed }), 'details.Brand') !== undefined,
    ),
  );
  expect(used.filter(Boolean).length).toSatisfy((count: number) => count >= 4 && count <= 22);
});

test('no task has more facts than a table of answers can hold', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `Field ${index}`,
      `word${String.fromCharCode(97 + (index % 26))}${index > 25 ? 'x' : 'y'}`,
    ]),
  );
  expect((await extracted({ products: [tote(many)] })).features.length).toBeLessThanOrEqual(31);
});

/** Parts that collect the plain facts of each target and ask for nothing else. */
const plainParts: ExtractParts = {
  ofTarget({ collected }) {
    collected.addDetails();
    return null;
  },
  rejections: { too_plain: 'a target has no facts', no_common_shop: 'no shop sells all targets' },
};
const HAT = { title: 'Fjord Hat', details: details({ Color: 'Green', Material: 'Straw' }) };
const UMBRELLA = { title: 'Lund Umbrella', details: details({ Color: 'Black', Handle: 'Wood' }) };
const twoTargets = (targetIds = ['P0', 'P1']) => plannedTask({ targetIds });
const stageOf = (parts: Partial<ExtractParts>, seed?: number) =>
  extract(extraction({ products: [HAT, UMBRELLA], ...(seed === undefined ? {} : { seed }) }), {
    ...plainParts,
    ...parts,
  });

test('the facts of several targets name the target they are about, and each target has its noun phrase', async () => {
  const { entities, features } = await keptOf(stageOf({}), twoTargets());
  expect(entities.map(({ phrase }) => phrase)).toEqual(['Hat', 'Umbrella']);
  expect(features.map(({ target, field, value }) => `${target} ${field} ${value}`).sort()).toEqual([
    '0 details.Color Green',
    '0 details.Material Straw',
    '1 details.Color Black',
    '1 details.Handle Wood',
  ]);
});

test('the facts of a single target name none', async () => {
  const { features } = await keptOf(stageOf({}), twoTargets(['P1']));
  expect(features.filter((feature) => 'target' in feature)).toEqual([]);
});

test('the same product draws otherwise as the first target than as the second', async () => {
  const draws = { P0: new Set<string>(), P1: new Set<string>() };
  const note: ExtractParts['ofTarget'] = ({ draw, product: { id } }) => {
    draws[id as keyof typeof draws].add([1, 2, 3, 4].map((label) => draw(`label ${label}`, 100)).join());
    return null;
  };
  const stage = stageOf({ ofTarget: note });
  await keptOf(stage, twoTargets(['P0', 'P1']));
  await keptOf(stage, twoTargets(['P1', 'P0']));
  expect([draws.P0.size, draws.P1.size]).toEqual([2, 2]);
});

test('one target that is not in the catalog rejects the task', async () => {
  expect(await outcomeOf(stageOf({}), twoTargets(['P0', 'P9']))).toMatchObject({
    code: 'unknown_product',
    detail: '"P9" is not in the catalog',
  });
});

test('the first shortfall of any target rejects the task, and later targets are not asked', async () => {
  const asked: string[] = [];
  const ofTarget = ({ product }: TargetContext) => {
    asked.push(product.id);
    return product.id === 'P1' ? { code: 'too_plain', detail: `${product.title} has none` } : null;
  };
  expect(await outcomeOf(stageOf({ ofTarget }), twoTargets(['P0', 'P1', 'P0']))).toMatchObject({
    code: 'too_plain',
    detail: 'Lund Umbrella has none',
  });
  expect(asked).toEqual(['P0', 'P1']);
});

const ONE_SHOP: Feature = {
  type: 'same_shop',
  field: 'shop',
  value: 2,
  sources: ['query'],
  implicit: false,
  required: true,
};

test('what is said of all targets together comes last and names none of them', async () => {
  const { features } = await keptOf(stageOf({ together: () => [ONE_SHOP] }), twoTargets());
  expect(features.at(-1)).toEqual(ONE_SHOP);
});

test('what all targets together cannot carry rejects the task with the noun phrases found', async () => {
  const together = () => ({ code: 'no_common_shop', detail: 'Fjord and Lund' });
  expect(await outcomeOf(stageOf({ together }), twoTargets())).toMatchObject({
    code: 'no_common_shop',
    detail: 'Fjord and Lund',
    evidence: { entities: [{ phrase: 'Hat' }, { phrase: 'Umbrella' }] },
  });
});
