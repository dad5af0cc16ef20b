import fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingNecessity, neededOf } from '../../shopping/necessity.ts';

test.each([
  ['both', { all: 1, withoutPersona: 2, withoutClarification: 3, queryAlone: 4 }, null],
  ['one', { all: 1, withoutPersona: 2, withoutClarification: 1, queryAlone: 2 }, 'clarification_not_needed'],
  ['one', { all: 1, withoutPersona: 1, withoutClarification: 2, queryAlone: 2 }, 'persona_not_needed'],
  ['one', { all: 1, withoutPersona: 1, withoutClarification: 1, queryAlone: 2 }, 'either_source_suffices'],
  ['none', { all: 1, withoutPersona: 1, withoutClarification: 1, queryAlone: 1 }, 'nothing_hidden_needed'],
  // Where several answers are allowed, what is hidden decides nothing unless it leaves fewer of them.
  ['none', { all: 3, withoutPersona: 3, withoutClarification: 3, queryAlone: 3 }, 'nothing_hidden_needed'],
] as const)(
  'a task that needs %s of its hidden sources is told by what is left without them: %j',
  (needed, left, code) => {
    expect(neededOf(left)).toBe(needed);
    expect(missingNecessity(left, 'both')).toBe(code);
    expect(missingNecessity(left, 'any')).toBe(needed === 'none' ? code : null);
    expect(missingNecessity(left, 'off')).toBeNull();
  },
);

test('a task passes "any" exactly where the query alone leaves more products than everything does', () => {
  const left = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3), fc.nat(3), fc.nat(3))
    .map(([all, persona, clarification, together]) => ({
      all,
      withoutPersona: all + persona,
      withoutClarification: all + clarification,
      queryAlone: all + Math.max(persona, clarification) + together,
    }));
  fc.assert(
    fc.property(left, (one) => {
      expect(missingNecessity(one, 'any') === null).toBe(one.queryAlone > one.all);
      if (missingNecessity(one, 'both') === null) expect(missingNecessity(one, 'any')).toBeNull();
    }),
  );
});
