import { expect, test } from 'vitest';
import { barChart } from '../../../cli/report/bars.ts';

const widths = (...args: Parameters<typeof barChart>) =>
  [...barChart(...args).markup.matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));

test('a bar of shares is as wide as its share of the whole, however small the widest is', () => {
  const [low, whole] = [
    { name: 'low', value: 0.1 },
    { name: 'all', value: 1 },
  ];
  const [full = 0] = widths('all', [whole], 140, 1);
  expect(widths('low', [low], 140, 1)[0]).toBeCloseTo(full / 10, 0);
});

test('a bar of counts is as wide as its share of the widest', () => {
  const [few = 0, many = 0] = widths('counts', [
    { name: 'few', value: 10 },
    { name: 'many', value: 40 },
  ]);
  expect(few).toBeCloseTo(many / 4, 0);
});
