import { describe, expect, test } from 'vitest';
import { useLexicon } from '../../../lexicon/index.ts';
import {
  COMPARISONS,
  comparableBounds,
  comparisonsFor,
  thingsNamed,
} from '../../../shopping/quantities/comparisons.ts';
import { Quantities, type QuantityField } from '../../../shopping/quantities/index.ts';
import { findRangeMentions } from '../../../text/mentions.ts';
import { dimensionOf } from '../../../text/units.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const FIELDS: Readonly<Record<string, string>> = {
  weight: 'Item Weight',
  length: 'Cord Length',
  volume: 'Volume',
  memory: 'Memory Storage Capacity',
  time: 'Battery Life',
  power: 'Wattage',
};
const quantity = (dimension: string, isMetric = false): QuantityField => ({
  field: FIELDS[dimension] ?? '',
  dimension,
  unit: null,
  asked: ['most', 'least'],
  sizes: [],
  isMetric,
});
const heardIn = (isMetric: boolean) =>
  COMPARISONS.filter(({ heard }) => heard === 'everywhere' || (heard === 'metric') === isMetric);
const label = (dimension: string) => (FIELDS[dimension] ?? '').toLowerCase();

test('each thing measures what its dimension measures, and each amount is a bound once', () => {
  for (const { dimension, unit, thing } of COMPARISONS) expect(dimensionOf(unit), thing).toBe(dimension);
  for (const isMetric of [true, false]) {
    const bounds = Object.keys(FIELDS).flatMap((dimension) => comparableBounds(quantity(dimension, isMetric)));
    const amounts = new Set(heardIn(isMetric).map(({ dimension, amount, unit }) => `${dimension} ${amount} ${unit}`));
    expect(bounds).toHaveLength(amounts.size * 2);
    expect(new Set(bounds.map((bound) => JSON.stringify(bound))).size).toBe(bounds.length);
    expect(heardIn(isMetric).length).toBeGreaterThanOrEqual(25);
  }
});

test('of several things of one weight each may stand for it', () =>
  expect(new Set(comparisonsFor('Item Weight', 'weight', { max: 500, unit: 'g' })).size).toBeGreaterThanOrEqual(4));

test('a shop of the metric system has no pounds, ounces, inches and feet, and others no sheets of A4', () => {
  const customary = new Set(['lb', 'oz', 'in', 'ft', 'fl oz']);
  for (const dimension of Object.keys(FIELDS))
    for (const { unit } of comparableBounds(quantity(dimension, true))) expect(customary.has(unit ?? '')).toBe(false);
  expect(comparableBounds(quantity('length')).filter(({ unit }) => unit === 'cm')).toEqual([]);
});

test.each([
  ['EUR', true],
  ['DKK', true],
  ['USD', undefined],
  [null, undefined],
])('a shop whose prices are in %s thinks in grams: %s', (currency, isMetric) => {
  const products = [250, 400, 500, 200, 1000, 750, 300].map((grams, at) => ({
    id: `P${at}`,
    title: `Vela Coffee ${at}`,
    details: details({ 'Item Weight': `${grams} g` }),
    currency,
    priceMinor: currency === null ? null : 1000,
  }));
  expect(new Quantities(storedCatalog(products)).of('Item Weight')?.isMetric).toBe(isMetric);
});

describe.each(
  Object.keys(FIELDS).flatMap((dimension) => [true, false].map((isMetric) => [dimension, isMetric] as const)),
)('of %s, metric: %s', (dimension, isMetric) => {
  const bounds = comparableBounds(quantity(dimension, isMetric));

  test('a clue stands for one bound, and names a thing of that very amount', () => {
    const heard = new Map<string, (typeof bounds)[number]>();
    for (const bound of bounds) {
      const clues = comparisonsFor(FIELDS[dimension] as string, label(dimension), bound);
      expect(clues.length, JSON.stringify(bound)).toBeGreaterThan(0);
      for (const clue of clues) {
        expect(heard.get(clue) ?? bound).toEqual(bound);
        heard.set(clue, bound);
        const amount = { amount: bound.max ?? bound.min, unit: bound.unit };
        expect(thingsNamed(clue, dimension), clue).toContainEqual(expect.objectContaining(amount));
      }
    }
  });

  test('no clue says its own amount, in any unit', () => {
    for (const bound of bounds)
      for (const clue of comparisonsFor(FIELDS[dimension] as string, label(dimension), bound))
        expect(findRangeMentions(`It should ${clue}.`, FIELDS[dimension] as string, bound), clue).toEqual([]);
  });
});

test('a bound is hinted at in whatever unit it is set', () => {
  const clues = comparisonsFor('Item Weight', 'weight', { max: 5, unit: 'oz' });
  expect(clues).toContain('weigh no more than a baseball');
  expect(comparisonsFor('Item Weight', 'weight', { max: 16, unit: 'oz' })).toContain(
    'weigh no more than a box of spaghetti',
  );
});

test.each([
  ['another amount', 'Item Weight', { max: 5.5, unit: 'oz' }],
  ['a size', 'Memory Storage Capacity', { min: 0.95, max: 1.049, unit: 'tb', nominal: 1 }],
  ['two bounds at once', 'Item Weight', { min: 2, max: 5, unit: 'oz' }],
  ['a number without a unit', 'Number of Keys', { min: 5 }],
  ['memory that is no storage', 'RAM', { min: 32, unit: 'gb' }],
] as const)('%s has no clue', (_, field, range) => expect(comparisonsFor(field, 'it', range)).toEqual([]));

test.each([
  ['water bottle', true],
  ['hiking backpack', false],
])('an amount is hinted at by a thing that goods of its kind are compared with: %s', (noun, isApt) => {
  const clue = 'have a volume no greater than a standard bottle of wine';
  expect(comparisonsFor('Volume', 'volume', { max: 750, unit: 'ml' }, noun).includes(clue)).toBe(isApt);
  expect(comparableBounds(quantity('volume'), noun).some(({ max }) => max === 750)).toBe(isApt);
  expect(comparisonsFor('Volume', 'volume', { max: 750, unit: 'ml' })).toContain(clue);
});

test('a field that a lexicon says is not compared has no such clue', () => {
  useLexicon({ fields: { 'Item Weight': { compared: false } }, types: {} });
  try {
    expect(comparableBounds(quantity('weight'))).toEqual([]);
    expect(comparisonsFor('Item Weight', 'weight', { max: 5, unit: 'oz' })).toEqual([]);
    expect(comparableBounds(quantity('length'))).not.toEqual([]);
  } finally {
    useLexicon();
  }
});

test.each([
  ['desk lamp', true],
  ['charger block', false],
  ['power supply', false],
  ['portable power bank', false],
  ['soundbar', false],
])('the wattage of a %s is held against what a bulb draws: %s, for some give power and take none', (noun, isApt) => {
  expect(comparisonsFor('Wattage', 'wattage', { min: 60, unit: 'w' }, noun).length > 0).toBe(isApt);
});
