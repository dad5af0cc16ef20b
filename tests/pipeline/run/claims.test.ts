import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Claims, WaveClaims } from '../../../pipeline/run/claims.ts';
import { claimsOf, requirementClaims } from '../../../schemas/task.ts';

const about = (intent: string, ...targetIds: string[]) => ({ intent, targetIds });
const whats = (claims: ReturnType<typeof claimsOf>) => claims.map(({ what }) => what);

test('a task takes up its targets and, where it has one, its subject', () => {
  expect(whats(claimsOf(about('a', 'P1', 'P2')))).toEqual(['P1', 'P2']);
  expect(whats(claimsOf({ ...about('a', 'P1', 'P2'), subject: 'q7' }))).toEqual(['P1', 'P2', 'subject q7']);
});

test('a product is in as many samples as a run allows, and in one of an intent', () => {
  const spent = new Claims();
  const taken = [about('a', 'P1'), about('b', 'P1'), about('a', 'P1'), about('c', 'P1')].map((task) => {
    const standing = new WaveClaims(spent, 2).take(task);
    if (standing === 'taken') spent.add(claimsOf(task, 2));
    return standing;
  });
  expect(taken).toEqual(['taken', 'taken', 'spent', 'spent']);
});

test('what tasks of a wave take up is held, and free again in the next wave unless they were accepted', () => {
  const spent = new Claims();
  const wave = new WaveClaims(spent, 1);
  expect([wave.take(about('a', 'P1')), wave.take(about('b', 'P1')), wave.size]).toEqual(['taken', 'held', 1]);
  expect(new WaveClaims(spent, 1).take(about('b', 'P1'))).toBe('taken');
});

test('a copy of what a wave takes up goes its own way', () => {
  const wave = new WaveClaims(new Claims(), 1);
  expect(wave.copy().take(about('a', 'P1'))).toBe('taken');
  expect(wave.take(about('b', 'P1'))).toBe('taken');
});

test('whatever is asked for, no product is used too often, none twice by one intent, and no subject twice', () => {
  const task = fc.record({
    intent: fc.constantFrom('a', 'b', 'c'),
    targetIds: fc.uniqueArray(fc.constantFrom('P1', 'P2', 'P3', 'P4'), { minLength: 1, maxLength: 3 }),
    subject: fc.constantFrom(undefined, 'q1', 'q2'),
  });
  fc.assert(
    fc.property(fc.array(task, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (tasks, uses) => {
      const wave = new WaveClaims(new Claims(), uses);
      const taken = tasks.filter((one) => wave.take(one) === 'taken');
      const times = (keys: readonly string[]) =>
        Math.max(
          0,
          ...Map.groupBy(keys, (key) => key)
            .values()
            .map((all) => all.length),
        );
      expect(times(taken.flatMap(({ targetIds }) => targetIds))).toBeLessThanOrEqual(uses);
      expect(times(taken.flatMap(({ intent, targetIds }) => targetIds.map((id) => `${intent} ${id}`)))).toBeLessThan(2);
      expect(times(taken.flatMap(({ subject }) => subject ?? []))).toBeLessThan(2);
    }),
  );
});

test('what is asked of a product is taken up with the product', () => {
  const claims = requirementClaims(['P1', 'P2'], ['digest of one', 'digest of two']);
  expect(whats(claims)).toEqual(['P1 with requirements digest of one', 'P2 with requirements digest of two']);
});
