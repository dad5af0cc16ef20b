import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { counted, starsIn } from '../../../catalog/readers/index.ts';

test.each([
  ['65,317 Ratings', '65317'],
  ['(1,210)', '1210'],
  ['(1.2K ratings)', '1200'],
  ['(1,210 global ratings)', '1210'],
  ['1,20,345 ratings', '120345'],
  ['1.210 reviews', '1210'],
  ['12 customer reviews', '12'],
  ['3 sold', '3'],
  ['1.2K', '1200'],
  ['1,2 k', '1200'],
  ['10 K ratings', '10000'],
  ['(3.4k)', '3400'],
  ['1.005K', '1005'],
  ['1.5 lakh', '150000'],
  ['2 Lakh ratings', '200000'],
  ['12 thousand', '12000'],
  ['1.1M sold', '1100000'],
  ['2 crore', '20000000'],
  ['Rated 4.3 out of 5 stars based on 265 reviews.', '265'],
  ['4.5 out of 5 stars (1,210 ratings)', '1210'],
  ['4.5 out of 5 (1,210)', '1210'],
  ['4,5 von 5 Sternen (1.210)', '1210'],
])('the count of %j is %s', (cell, count) => expect(counted(cell)).toBe(count));

test.each([
  // Of thousands, or of tenths.
  '1,234K',
  // Half a rating.
  '1.2345K',
  '1.2.3K',
  '4 K resolution',
  '2 kg',
  '1K+',
  '4.5 stars',
  '5 stars',
  '6 packs',
  '4.5 ratings',
  '(12',
  '4.5 out of 5 stars',
  '4.5 out of 5 stars in 3 colors',
])('a cell that says %j is no count', (cell) => expect(counted(cell)).toBe(cell));

test.each([
  ['Rated 4.3 out of 5 stars based on 265 reviews.', '4.3'],
  ['Rated 4 out of 5 stars based on 1 review.', '4'],
  ['4.5 out of 5 stars (1,210 ratings)', '4.5'],
  ['4.5 out of 5 (12)', '4.5'],
  ['4,5 von 5 Sternen (1.210)', '4.5'],
  ['4,5/5', '4.5'],
  ['4.5 out of 5', '4.5'],
])('the stars of %j are %s, whatever is said around them', (cell, stars) => expect(starsIn(cell)).toBe(stars));

test.each(['Fits 4 out of 5 phones in 3 sizes', '5 of 5 batteries in 2 packs', 'Rated 4 out of 10', '4/5-10'])(
  'a sentence that says %j is no rating',
  (cell) => expect(starsIn(cell)).toBe(cell),
);

test('long texts are no counts, which is seen in no time', () => {
  const text = `12${' '.repeat(20_000)}x`;
  const start = performance.now();
  expect(counted(text)).toBe(text);
  expect(performance.now() - start).toBeLessThan(200);
});
