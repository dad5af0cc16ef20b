import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NearestIds } from '../../cli/nearest.ts';

const text = fc.string({ maxLength: 12 });

test('the nearest ids do not depend on the order they come in', () => {
  fc.assert(
    fc.property(text, fc.uniqueArray(text, { maxLength: 12 }), (wanted, ids) => {
      const nearest = (order: readonly string[]) => {
        const found = new NearestIds(wanted);
        for (const id of order) found.add(id);
        return found.ids;
      };
      expect(nearest([...ids].reverse())).toEqual(nearest(ids));
    }),
  );
});

test('an id that holds what was asked for is nearest', () => {
  const found = new NearestIds('3f9a');
  for (const id of ['3f9b', 'family-intent-003f9a0000', '3f8a']) found.add(id);
  expect(found.ids[0]).toBe('family-intent-003f9a0000');
});
