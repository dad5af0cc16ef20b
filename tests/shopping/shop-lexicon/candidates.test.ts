import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { candidatesFor, type OtherValues } from '../../../shopping/shop-lexicon/candidates.ts';

const draw = drawFor(42, 'task', 'semantic');
const near = (values: readonly string[]): OtherValues => ({ near: () => values, anywhere: () => [] });
const COLORS = ['Red', 'Blue', 'Green', 'Yellow', 'Black', 'White', 'Orange', 'Brown', 'Purple', 'Beige'];

test('the hidden value stands among seven others at most, each once', () => {
  const { values, hidden } = candidatesFor('Pink', 'Color', near([...COLORS, 'Red', 'Pink']), draw);
  expect(hidden).toBe('Pink');
  expect(values).toHaveLength(8);
  expect(new Set(values).size).toBe(8);
  expect(values).toContain('Pink');
});

test.each([[[]], [['pink', 'All']]])(
  'where products like the target have no other value (%j), any product is asked',
  (values) => {
    const others = { near: () => values, anywhere: (field: string) => [`Another ${field}`, 'PINK', 'Red'] };
    expect(candidatesFor('Pink', 'Color', others, draw)).toEqual({
      values: ['Another Color', 'PINK', 'Red'],
      hidden: 'PINK',
    });
  },
);

test('where they have another value, however few, no other product is asked', () => {
  const anywhere = () => {
    throw new Error('asked for nothing');
  };
  expect(candidatesFor('Pink', 'Color', { near: () => ['Red'], anywhere }, draw).values).toEqual(['Pink', 'Red']);
});

test('where a catalog knows no other value, the hidden one stands alone', () => {
  expect(candidatesFor('Pink', 'Color', near([]), draw)).toEqual({ values: ['Pink'], hidden: 'Pink' });
});

test.each([
  ['Navy Blue', 'Color', ['Navy', 'navy-blue', 'Red'], ['Navy Blue', 'Red']],
  ['Wi-Fi', 'Connectivity Technology', ['WLAN', 'Wireless LAN', 'Bluetooth'], ['Bluetooth', 'Wi-Fi']],
  ['1 TB', 'Hard Drive', ['1000 GB', '1TB', '2 TB'], ['1 TB', '2 TB']],
])('a synonym of %j is no other value to be told apart', (hidden, field, others, expected) => {
  expect(candidatesFor(hidden, field, near(others), draw).values).toEqual(expected);
});

test('two spellings of another value stand there once', () => {
  expect(candidatesFor('Pink', 'Color', near(['Grey', 'Gray', 'GREY']), draw).values).toEqual(['GREY', 'Pink']);
});

test('a value that only holds the hidden one, or a part of it, has to be told apart', () => {
  const { values } = candidatesFor('Leather', 'Material', near(['Faux Leather', 'Leather Like']), draw);
  expect(values).toEqual(['Faux Leather', 'Leather', 'Leather Like']);
});

test('a value that mostly comes with the hidden one is none to be told apart', () => {
  const goTogether = (_: string, hidden: string, other: string) => hidden === 'Compact' && other === 'Ultracompact';
  const others = { ...near(['Ultracompact', 'Foldable']), goTogether };
  expect(candidatesFor('Compact', 'Special Feature', others, draw).values).toEqual(['Compact', 'Foldable']);
});

test('what takes in everything is no value to be told apart, unless it is the hidden one', () => {
  const vague = ['All', 'Any', 'N/A', 'Screw Top & Others', 'Pink, Other', '-'];
  expect(candidatesFor('Pink', 'Color', near([...vague, 'Black and White', 'Red/Blue']), draw).values).toEqual([
    'Black and White',
    'Pink',
    'Red/Blue',
  ]);
  expect(candidatesFor('All', 'Hair Type', near(['Dry']), draw).values).toEqual(['All', 'Dry']);
});

test('the hidden value is written as the catalog writes the others', () => {
  const others = ['Red', 'Pink', 'Blue'];
  expect(candidatesFor('pink', 'Color', near(others), draw)).toEqual({
    values: ['Blue', 'Pink', 'Red'],
    hidden: 'Pink',
  });
});

test('the order of the values plays no role, and another task is given others', () => {
  const of = (task: string, others: readonly string[]) =>
    candidatesFor('Pink', 'Color', near(others), drawFor(42, task, 'semantic')).values;
  fc.assert(
    fc.property(fc.shuffledSubarray(COLORS, { minLength: COLORS.length }), (order) => {
      expect(of('task', order)).toEqual(of('task', COLORS));
    }),
  );
  const drawn = new Set(['a', 'b', 'c', 'd', 'e'].map((task) => of(task, COLORS).join()));
  expect(drawn.size).toBeGreaterThan(1);
});
