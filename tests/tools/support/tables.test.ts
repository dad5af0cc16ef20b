import { expect, test } from 'vitest';
import { POLICY } from '../../../service/policy/index.ts';
import { REQUESTS_ALONE, readResults } from '../../../tools/support/tables.ts';

test('for each rule that no composed task turns on the page says why, and for no other', () => {
  const { rules } = readResults();
  const alone = POLICY.map(({ id }) => id).filter((id) => rules[id]?.isComposed === false);
  expect(Object.keys(REQUESTS_ALONE).sort()).toEqual(alone.sort());
});
