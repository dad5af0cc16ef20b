import { expect, test } from 'vitest';
import { intentNamed } from '../../../families/shopsimulator/intents.ts';
import { place } from '../../../families/shopsimulator/partition.ts';
import { productsFitting } from '../../../families/shopsimulator/prover.ts';
import type { Scenario } from '../../../families/shopsimulator/sample.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { isKept, runStage } from '../../../pipeline/stage.ts';
import { AnswerSets, everyBit } from '../../../shopping/answers/answer-set.ts';
import { type Feature, type InfoSource, requirementOf } from '../../../shopping/kinds/index.ts';
import type { FeaturedTask, PartitionedTask } from '../../../shopping/task.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

const ALL: InfoSource[] = ['query', 'persona', 'clarification'];
const attribute = (field: string, value: string, sources = ALL): Feature => ({
  type: 'attribute_match',
  field: `details.${field}`,
  value,
  sources: [...sources],
  implicit: false,
  required: false,
});
const PRICE: Feature = {
  type: 'numeric_range',
  field: 'price',
  value: { max: 100 },
  sources: ['query', 'clarification'],
  implicit: false,
  required: true,
};

/** Scarves of which each differs from the first in one field; the first is the target. */
const SCARVES = [
  { Color: 'Black', Material: 'Wool', Pattern: 'Plain', Finish: 'Satin' },
  { Color: 'Red', Material: 'Wool', Pattern: 'Plain' },
  { Color: 'Black', Material: 'Silk', Pattern: 'Plain' },
  { Color: 'Black', Material: 'Wool', Pattern: 'Striped' },
];
const catalog = storedCatalog(
  SCARVES.map((values, at) => ({ id: `P${at}`, title: `Harbor Scarf ${at}`, details: details(values) })),
);
const answerSets = new AnswerSets(catalog);

const placed = async (
  intent: Scenario,
  features: readonly Feature[],
  {
    leastFitting = 1,
    leastWithoutProfile = 2,
    leastWithoutClues = 0,
    barer = SCARVES.length,
  }: Partial<Record<'leastFitting' | 'leastWithoutProfile' | 'leastWithoutClues' | 'barer', number>> = {},
) => {
  const task: FeaturedTask = {
    ...plannedTask({ intent, targetIds: ['P0'] }),
    entities: [{ phrase: 'scarf', titleSpan: 'Scarf', plural: false }],
    broader: [],
    features: [...features],
    dropped: [],
  };
  const stage = place({
    answerSets,
    drawFor: ({ id }) => drawFor(7, id, 'place'),
    intentOf: intentNamed,
    explicit: () => true,
    fitting: (some) => productsFitting(answerSets, some.map(requirementOf)),
    statingNoMore: () => barer,
    maxAnswers: 1,
    leastFitting,
    leastWithoutProfile,
    leastWithoutClues,
  });
  return runStage(stage, task);
};
const keptOf = async (intent: Scenario, features: readonly Feature[]): Promise<PartitionedTask> => {
  const outcome = await placed(intent, features);
  if (!isKept(outcome)) throw new Error(`${outcome.code}: ${outcome.detail}`);
  return outcome.kept;
};
const TELLING = [PRICE, attribute('Color', 'Black'), attribute('Material', 'Wool'), attribute('Pattern', 'Plain')];
/** The finish is the target's alone, and stands in the profile. */
const PROFILE_TELLS_ALL = [
  PRICE,
  attribute('Finish', 'Satin', ['persona']),
  attribute('Color', 'Black', ['clarification']),
];
const fieldsFrom = ({ placed: all }: PartitionedTask, source: InfoSource) =>
  all.filter((one) => one.source === source).map(({ feature }) => feature.field);

test('one product is left, and the price bound is always asked', async () => {
  const task = await keptOf('single_turn', TELLING);
  expect(task.necessity?.all).toBe(1);
  expect(fieldsFrom(task, 'query')).toContain('price');
});

test('a multi-turn task tells everything when asked and nothing before', async () => {
  const task = await keptOf('multi_turn', TELLING);
  expect(fieldsFrom(task, 'query')).toEqual([]);
  expect(task.necessity?.queryAlone).toBe(SCARVES.length);
});

test('a profile holds what more products are left without', async () => {
  for (const intent of ['personalised_single_turn', 'personalised_multi_turn'] as const) {
    const task = await keptOf(intent, TELLING);
    expect(fieldsFrom(task, 'persona').length).toBeGreaterThan(0);
    expect(task.necessity?.withoutPersona).toBeGreaterThan(1);
  }
});

test('as many products are left without a profile as are asked for, though few facts are told then', async () => {
  const outcome = await placed('personalised_single_turn', TELLING, { leastWithoutProfile: 3 });
  if (!isKept(outcome)) throw new Error(`${outcome.code}: ${outcome.detail}`);
  expect(outcome.kept.necessity).toMatchObject({ all: 1, withoutPersona: 3 });
  expect(fieldsFrom(outcome.kept, 'persona')).toHaveLength(2);
});

test('a task that falls for its profile says what is left without it', async () => {
  const outcome = await placed('personalised_multi_turn', TELLING, { leastWithoutProfile: 5 });
  expect(isKept(outcome) ? '' : outcome.detail).toBe(
    'price bound and option alone leave 4, without the profile at least 5 have to be left',
  );
});

test('what a request says outright leaves as many products as are asked for, and its clues decide', async () => {
  const clued = TELLING.map((feature) => ({ ...feature, implicit: feature.field !== 'price' }));
  const outcome = await placed('single_turn', clued, { leastWithoutClues: 3 });
  if (!isKept(outcome)) throw new Error(`${outcome.code}: ${outcome.detail}`);
  const said = outcome.kept.placed.filter(({ expression }) => expression === 'explicit');
  const table = answerSets.table(
    'scarf',
    said.map(({ feature }) => requirementOf(feature)),
  );
  expect(outcome.kept.necessity?.all).toBe(1);
  expect(table.count(everyBit(said.length))).toBeGreaterThanOrEqual(3);
});

test('an attribute that may stand in the profile and be told as well counts once', async () => {
  const outcome = await placed('personalised_single_turn', [
    PRICE,
    attribute('Color', 'Black', ['query', 'persona']),
    attribute('Material', 'Wool', ['query', 'persona']),
    attribute('Pattern', 'Plain', ['query', 'persona']),
  ]);
  expect(isKept(outcome)).toBe(true);
});

test.each([
  ['ambiguous_answer', 'single_turn', [PRICE, attribute('Color', 'Black'), attribute('Material', 'Wool')], {}],
  ['no_lasting_need', 'personalised_single_turn', TELLING, { leastFitting: 99 }],
  ['profile_not_needed', 'personalised_single_turn', TELLING, { leastWithoutProfile: 4 }],
  ['profile_not_needed', 'personalised_multi_turn', TELLING, { leastWithoutProfile: 5 }],
  ['target_says_least', 'personalised_single_turn', TELLING, { barer: 0 }],
  ['clues_not_needed', 'single_turn', TELLING, { leastWithoutClues: 2 }],
  ['clues_not_needed', 'single_turn', TELLING, { leastWithoutClues: 5 }],
  ['answers_not_needed', 'personalised_multi_turn', PROFILE_TELLS_ALL, { leastFitting: 0 }],
] as const)('a task is rejected for %s', async (code, intent, features, bounds) => {
  const outcome = await placed(intent, features, bounds);
  expect(isKept(outcome) ? null : outcome.code).toBe(code);
});
