import { expect, test } from 'vitest';
import { fixed, median, percent, type Report, reportText } from '../../bench/report.ts';

const reportOf = (runs: readonly number[], aim?: { atLeast: number } | { below: number }): Report => ({
  title: 'Parcels',
  sections: [{ title: 'Sorting', figures: [{ name: 'sorted', runs, text: percent, ...(aim && { aim }) }] }],
});

test('the median of an odd number of runs is the middle one, of an even number the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 4])).toBe(3);
});

test('an aim is judged by the median, not by the best run', () => {
  expect(reportText(reportOf([0.9, 0.94, 0.99], { atLeast: 0.95 }), [])).toContain('at least 95.0 % - MISSED');
  expect(reportText(reportOf([0.9, 0.96, 0.99], { atLeast: 0.95 }), [])).toContain('at least 95.0 % - met');
});

test('what has to stay below a bound misses it on the bound, what has to reach one meets it there', () => {
  expect(reportText(reportOf([0.5], { below: 0.5 }), [])).toContain('MISSED');
  expect(reportText(reportOf([0.5], { atLeast: 0.5 }), [])).toContain('met');
});

test('a figure without an aim is not judged', () => {
  expect(reportText(reportOf([0.5]), [])).not.toMatch(/aim|met|MISSED/);
});

test('the longest figures of a benchmark keep to 80 columns and apart from each other', () => {
  const figure = { name: 'limit from headers: per minute', text: fixed(1), beside: 'bare SELECT 49932' };
  const text = reportText({ title: '', sections: [{ title: '', figures: [{ ...figure, runs: [12345.6] }] }] }, []);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(text).toMatch(/per minute +12345\.6 +12345\.6 to 12345\.6 {2}bare SELECT 49932$/m);
});
