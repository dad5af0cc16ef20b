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

test('an id that shares only what all ids share is no slip of the pen', () => {
  const found = new NearestIds('family-intent-3f9a21c04e');
  for (const id of ['family-intent-8be45510d7', 'family-intent-77120aa9bc']) found.add(id);
  expect(found.hint).toMatch(/^none is near that; one it has is family-intent-/);
});

test('an id with two letters wrong is told as the nearest', () => {
  const found = new NearestIds('family-intent-3f9a21c0e4');
  for (const id of ['family-intent-8be45510d7', 'family-intent-3f9a21c04e']) found.add(id);
  expect(found.hint).toBe('the nearest is family-intent-3f9a21c04e');
});
