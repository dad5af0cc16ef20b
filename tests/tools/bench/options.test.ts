import { expect, test } from 'vitest';
import { ConfigError } from '../../../schemas/errors.ts';
import { benchOptionsOf } from '../../../tools/bench/options.ts';

test('without words everything is measured, once, up to the size that is promised', () => {
  expect(benchOptionsOf([])).toMatchObject({
    parts: ['ingest', 'build', 'resume', 'search', 'serve', 'models'],
    products: [10_000, 100_000, 1_000_000],
    runs: 1,
  });
});

test('parts are measured in their own order, whatever order they are named in', () => {
  expect(benchOptionsOf(['resume', 'ingest']).parts).toEqual(['ingest', 'resume']);
});

test('sizes are each measured once, the smallest first, and --full adds the largest', () => {
  expect(benchOptionsOf(['--products', '500, 20,500', '--full']).products).toEqual([20, 500, 4_000_000]);
});

test('a run is resumed with as many tasks as are promised, or with as many as a small catalog has', () => {
  expect(benchOptionsOf([]).tasks).toBe(100_000);
  expect(benchOptionsOf(['--products', '500,2000']).tasks).toBe(2000);
  expect(benchOptionsOf(['--products', '2000', '--tasks', '300']).tasks).toBe(300);
});

test.each([
  [['speed'], /nothing called "speed"/],
  [['--runs', '0'], /--runs is "0", expected a whole number above 0/],
  [['--products', '1e6'], /--products is "1e6"/],
  [['--products', ''], /--products is ""/],
  [['--fast'], /--fast/],
])('%j is refused with one sentence', (words, sentence) => {
  expect(() => benchOptionsOf(words)).toThrow(ConfigError);
  expect(() => benchOptionsOf(words)).toThrow(sentence);
});
