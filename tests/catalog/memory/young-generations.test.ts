import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { holdYoungGenerations } from '../../../catalog/memory/young-generations.ts';

const youngMegabytes = () =>
  (getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0) / 2 ** 20;

/** Makes objects of which many outlive a collection. */
function fill(): void {
  let kept: object[] = [];
  for (let made = 0; made < 2_000_000; made++) {
    kept.push({ made, of: [made] });
    if (kept.length > 100_000) kept = kept.slice(50_000);
  }
}

test('a young generation that is held stays as large as it is, whatever outlives it', () => {
  holdYoungGenerations(true);
  const before = youngMegabytes();
  fill();
  const held = youngMegabytes();
  holdYoungGenerations(false);
  expect(held).toBeLessThanOrEqual(before);
});
