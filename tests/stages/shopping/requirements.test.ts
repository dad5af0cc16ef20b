import { expect, test } from 'vitest';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { requirementsOf } from '../../../stages/shopping/records.ts';

const rubric = (id: string, field: string, value: string, changes: Partial<Rubric> = {}) =>
  ({
    ...{ id, type: 'attribute_match', field, expected_value: value, info_source: 'query', description: field },
    ...changes,
  }) as Rubric;
const asked = (...rubrics: Rubric[]) => requirementsOf({ rubrics, implicit_rubric_ids: [], voucher: null });

const RED = rubric('r1', 'details.color', 'red');
const LARGE = rubric('r2', 'details.size', 'large');

test('two locks ask the same whatever their order, their ids and the sources that reveal it', () => {
  const hidden = { ...RED, id: 'r2', info_source: 'persona' as const };
  expect(asked(RED, LARGE)).toEqual(asked({ ...LARGE, id: 'r1' }, hidden));
});

test.each([
  ['a value', [RED, rubric('r2', 'details.size', 'small')]],
  ['a field', [RED, rubric('r2', 'details.length', 'large')]],
  ['one more', [RED, LARGE, rubric('r3', 'details.shape', 'round')]],
  ['one less', [RED]],
])('and not the same where %s differs', (_, other) => {
  expect(asked(...other)).not.toEqual(asked(RED, LARGE));
});

test("of several targets each has its own, and what they are judged by together is nobody's", () => {
  const [first, second] = [
    { ...RED, target: 0 },
    { ...LARGE, target: 1 },
  ];
  const shop = rubric('r3', 'shop', '11', { type: 'same_shop' } as Partial<Rubric>);
  expect(asked(first, second, shop)).toEqual([...asked(RED), ...asked(LARGE)]);
});
