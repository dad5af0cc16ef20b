import { expect, test } from 'vitest';
import { counted } from '../../../catalog/readers/index.ts';

test.each([
  ['65,317 Ratings', '65317'],
  ['(1,210)', '1210'],
  ['1,20,345 ratings', '120345'],
  ['1.210 reviews', '1210'],
  ['12 customer reviews', '12'],
  ['3 sold', '3'],
])('the count of %j is %s', (cell, count) => expect(counted(cell)).toBe(count));

test.each([
  '10 K ratings',
  '5 million',
  '2 lakh ratings',
  '12 thousand',
  '1.2 K',
  '2 k',
  '4.5 stars',
  '5 stars',
  '6 packs',
  '4.5 ratings',
  '(12',
])('a cell that says %j is no count', (cell) => expect(counted(cell)).toBe(cell));
