import { expect, test } from 'vitest';
import { SplitShares } from '../../schemas/split.ts';

test.each([
  { train: 0.73, test: 0.27 },
  { train: 1 },
  { train: 0.7, dev: 0.2, 'test_2-b': 0.1 },
  Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`fold${index}`, 0.1])),
])('shares that add up to 1 are taken in the order given: %j', (shares) => {
  expect(Object.entries(SplitShares.parse(shares))).toEqual(Object.entries(shares));
});

test.each([
  [{ train: 0.9 }, /add up to 1/],
  [{ train: 0.5, test: 0.500001 }, /add up to 1/],
  [{}, /add up to 1/],
  [{ train: 0, test: 1 }, /above 0/],
  [{ train: -0.5, test: 1 }, /above 0/],
  [{ train: 1.5 }, /up to 1/],
  [{ train: Number.NaN }, /shares in figures/],
  [{ train: Number.POSITIVE_INFINITY }, /shares in figures/],
  [{ train: '1' }, /shares in figures/],
  [{ Train: 1 }, /names in lower case/],
  [{ '': 1 }, /names in lower case/],
  [{ '../train': 1 }, /names in lower case/],
  [{ '1': 1 }, /names in lower case/],
  [['train'], /names and shares/],
  [1, /names and shares/],
])('shares that name no split or divide nothing are refused with what was expected: %j', (shares, expected) => {
  expect(SplitShares.safeParse(shares).error?.issues[0]?.message).toMatch(expected);
});
