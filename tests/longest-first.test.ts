import { expect, test } from 'vitest';
import { spread } from './longest-first.ts';

test('files that compute are spread evenly between those that wait, each in their order', () => {
  expect(spread(['A', 'B'], ['1', '2', '3', '4']).join('')).toBe('1A23B4');
});

test('where all files are of one sort they stay in their order', () => {
  expect(spread(['A', 'B'], [])).toEqual(['A', 'B']);
});
