import { beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/index.ts';
import { type CatalogView, viewOf } from '../../../shopping/catalog-view.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const CAMERAS = ['Electronics', 'Cameras', 'Dash Cams'];
const CABLES = ['Electronics', 'Cables', 'Charger Cables'];
const COLORS = ['Black', 'White', 'Red', 'Blue', 'Gray'];

/** Products of two shelves: light dash cams are compact, heavy ones are not, and what is wired runs on a cord. */
const clean = (at: number) => {
  const grams = 60 + ((at * 7) % 80);
  const color = COLORS[at % 5] as string;
  if (at % 2 === 1)
    return {
      category: CABLES,
      values: { Color: color, 'Item Weight': `${grams} g`, Material: at % 3 === 0 ? 'Nylon' : 'PVC' },
    };
  const isLight = grams < 100;
  const isWired = at % 3 === 0;
  return {
    category: CAMERAS,
    values: {
      Color: color,
      'Item Weight': `${grams} g`,
      Style: isLight ? 'Compact' : 'Rugged',
      'Mounting Type': at % 4 === 0 ? 'Suction Mount' : 'Adhesive Mount',
      'Power Source': isWired ? 'Corded Electric' : 'Battery Powered',
      'Connectivity Technology': isWired ? 'Wired' : 'Wi-Fi',
    },
  };
};

/** Facts that no such product has, on a shelf each. */
const ODD: readonly (readonly [shelf: readonly string[], kind: string, values: Readonly<Record<string, string>>])[] = [
  [CABLES, 'senseless_field', { 'Mounting Type': 'Wall Mount' }],
  [CABLES, 'senseless_field', { 'Mounting Type': 'Suction Mount' }],
  [CABLES, 'senseless_field', { 'Power Source': 'Battery Powered' }],
  [CABLES, 'senseless_field', { 'Connectivity Technology': 'Wi-Fi' }],
  [CABLES, 'senseless_field', { Style: 'Rugged' }],
  ...['1 kg', '900 g', '2 kg', '4 g', '3 g'].map(
    (weight) => [CAMERAS, 'odd_amount', { 'Item Weight': weight }] as const,
  ),
  ...['5 kg', '1.2 kg', '2 g'].map((weight) => [CABLES, 'odd_amount', { 'Item Weight': weight }] as const),
  ...['130 g', '135 g', '139 g'].map(
    (weight) => [CAMERAS, 'odd_together', { 'Item Weight': weight, Style: 'Compact' }] as const,
  ),
  ...['61 g', '66 g', '70 g'].map(
    (weight) => [CAMERAS, 'odd_together', { 'Item Weight': weight, Style: 'Rugged' }] as const,
  ),
];

let catalog: Catalog;
let view: CatalogView;

beforeAll(() => {
  const products = Array.from({ length: 600 }, (_, at) => clean(at));
  const planted = ODD.map(([category, , values], at) => ({
    category,
    values: { Color: COLORS[at % 5] as string, ...values },
  }));
  catalog = storedCatalog(
    [...products, ...planted].map(({ category, values }) => ({
      title: 'Thing',
      mainCategory: 'Electronics',
      category: [...category],
      details: details(values as Record<string, string>),
    })),
  );
  view = viewOf(catalog, { seed: 42, language: 'en' });
});

const oddIn = (row: number) =>
  view
    .judged(catalog.productByRow(row))
    .dropped.filter(({ reason }) => /^(?:senseless_field|odd_amount|odd_together):/.test(reason));

test('nine in ten facts that are odd for their shelf are required of nobody, each for what it is', () => {
  const found = ODD.filter(([, kind, values], at) => {
    const odd = oddIn(600 + at);
    return Object.keys(values).every((field) => odd.some((one) => one.field === field && one.reason.startsWith(kind)));
  });
  expect(found.length / ODD.length, JSON.stringify(ODD.filter((one) => !found.includes(one)))).toBeGreaterThanOrEqual(
    0.9,
  );
});

test('hardly one in a hundred facts of products as there are many is taken for odd', () => {
  const facts = Array.from({ length: 600 }, (_, row) => view.judged(catalog.productByRow(row)).kept.length);
  const alarms = Array.from({ length: 600 }, (_, row) => oddIn(row)).flat();
  expect(alarms.length / facts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(0.01);
});

test('facts of two fields that products have both or neither of say the same', () => {
  const wired = catalog.productByRow(0);
  const areOne = (one: string, other: string) => {
    const fact = (field: string) => ({ field, option: wired.details[field]?.options[0] as string });
    return view.oddities.areOne(fact(one), fact(other));
  };
  expect(areOne('Power Source', 'Connectivity Technology')).toBe(true);
  expect(areOne('Power Source', 'Mounting Type')).toBe(false);
  expect(areOne('Color', 'Power Source')).toBe(false);
});

test('a shelf of a few products tells nothing', () => {
  const few = storedCatalog(
    Array.from({ length: 30 }, (_, at) => ({
      category: ['A', 'B'],
      details: details({ Color: 'Black', 'Item Weight': at === 0 ? '90 kg' : `${100 + at} g` }),
    })),
  );
  const judged = viewOf(few, { seed: 42, language: 'en' }).judged(few.productByRow(0));
  expect(judged.kept.map(({ field }) => field)).toContain('Item Weight');
  few.close();
});

test('a product is no evidence that its own facts go together, wherever it stands on its shelf', () => {
  const cable = (at: number) => ({
    title: 'Thing',
    mainCategory: 'Electronics',
    category: [...CABLES],
    details: details({
      Material: at < 46 || at === 199 ? 'Nylon' : 'PVC',
      Style: (at >= 60 && at < 106) || at === 199 ? 'Rugged' : 'Compact',
    }),
  });
  const shelf = storedCatalog(Array.from({ length: 200 }, (_, at) => cable(at)));
  const { dropped } = viewOf(shelf, { seed: 42, language: 'en' }).judged(shelf.productByRow(199));
  expect(dropped.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^odd_together: .* in no other of 199 products/),
    expect.stringMatching(/^odd_together: /),
  ]);
});

test('a usual amount of which there is none smaller nor larger than a few is odd beside nothing', () => {
  const board = (at: number) => ({
    title: 'Thing',
    category: ['Board'],
    // Of ten one has eight slots, six four and three two, which are on the small ones alone.
    details: details({
      'Slot Count': String(at % 10 === 0 ? 8 : at % 10 < 7 ? 4 : 2),
      'Form Factor': at % 10 < 7 ? 'ATX' : 'Mini ITX',
    }),
  });
  const shelf = storedCatalog(Array.from({ length: 300 }, (_, at) => board(at)));
  const { dropped } = viewOf(shelf, { seed: 42, language: 'en' }).judged(shelf.productByRow(1));
  expect(dropped.filter(({ reason }) => reason.startsWith('odd_together'))).toEqual([]);
  shelf.close();
});
