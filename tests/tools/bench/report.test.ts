import { expect, test } from 'vitest';
import { median } from '../../../text/numbers.ts';
import { type Aim, allMet, fixed, type Report, rowOf, verdictOf } from '../../../tools/bench/report.ts';

const figureOf = (runs: readonly number[], aim?: Aim) => ({
  name: 'sorted',
  runs,
  text: fixed(2),
  ...(aim && { aim }),
});
const reportOf = (...figures: ReturnType<typeof figureOf>[]): Report => ({
  title: 'Parcels',
  sections: [{ title: 'Sorting', figures }],
});

test('the median of an odd number of runs is the middle one, of an even number the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 4])).toBe(3);
});

test('an aim is judged by the median, not by the best run', () => {
  expect(verdictOf(figureOf([0.9, 0.94, 0.99], { atLeast: 0.95 }))).toBe('MISSED');
  expect(verdictOf(figureOf([0.9, 0.96, 0.99], { atLeast: 0.95 }))).toBe('met');
});

test('what has to stay below a bound misses it on the bound; what has to reach one, or not to pass it, meets it there', () => {
  expect(verdictOf(figureOf([0.5], { below: 0.5 }))).toBe('MISSED');
  expect(verdictOf(figureOf([0.5], { atLeast: 0.5 }))).toBe('met');
  expect(verdictOf(figureOf([0.5], { atMost: 0.5 }))).toBe('met');
  expect(verdictOf(figureOf([0.51], { atMost: 0.5 }))).toBe('MISSED');
});

test('a figure without an aim is not judged', () => {
  expect(verdictOf(figureOf([0.5]))).toBeNull();
  expect(rowOf(figureOf([0.5]))).toMatchObject({ aim: '', verdict: '' });
});

test('what could not be measured is neither met nor missed', () => {
  expect(rowOf(figureOf([], { below: 1 }))).toMatchObject({ median: '–', range: '', verdict: 'unknown' });
});

test('one run has no range', () => {
  expect(rowOf(figureOf([0.5])).range).toBe('');
  expect(rowOf(figureOf([0.5, 0.25, 0.75])).range).toBe('0.25–0.75');
});

test('aims are all met where none was missed', () => {
  expect(allMet([reportOf(figureOf([1], { below: 2 }), figureOf([], { below: 2 }), figureOf([3]))])).toBe(true);
  expect(allMet([reportOf(figureOf([1])), reportOf(figureOf([1], { below: 2 }), figureOf([3], { below: 2 }))])).toBe(
    false,
  );
});
