import { expect, test } from 'vitest';
import { traitsOf } from '../../../service/store/simulate/goods.ts';

test.each([
  ['Phone Case for Galaxy', ['Cell Phones & Accessories', 'Cases, Holsters & Sleeves', 'Basic Cases']],
  ['Laptop Sleeve Bag', ['Electronics', 'Laptop Accessories', 'Sleeves']],
])('what stands among electric goods is not electric for that: %s', (title, category) =>
  expect(traitsOf({ title, category })).not.toContain('electric'),
);

test('nobody installs a toothbrush or a drive, but a monitor', () => {
  const of = (category: string[]) => traitsOf({ title: 'Kelso', category });
  expect(of(['Oral Care', 'Powered Toothbrushes'])).not.toContain('installed');
  expect(of(['Electronics', 'External Solid State Drives'])).not.toContain('installed');
  expect(of(['Electronics', 'Monitors'])).toContain('installed');
});
