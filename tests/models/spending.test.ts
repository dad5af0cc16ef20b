import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RoleCounts } from '../../models/reply-sums.ts';
import { spendingForFile, spendingOf, totalOf } from '../../models/spending.ts';
import { Role } from '../../schemas/model.ts';

const countsOf = (role: Role, changes: Partial<RoleCounts> = {}): RoleCounts => ({
  role,
  replies: 10,
  lateReplies: 1,
  failures: { rate_limited: 2, timeout: 1 },
  inputTokens: 1000,
  outputTokens: 100,
  costNano: 5_000_000,
  uncosted: 0,
  ...changes,
});

test('every call counts, also one that failed or came too late', () => {
  expect(spendingOf([], [countsOf('judge')])).toEqual([
    {
      role: 'judge',
      thisStart: { calls: 14, inputTokens: 1000, outputTokens: 100, costNano: 5_000_000, unpriced: 0 },
      allStarts: { calls: 14, inputTokens: 1000, outputTokens: 100, costNano: 5_000_000, unpriced: 0 },
    },
  ]);
});

test('what earlier starts spent is in all starts and not in this one', () => {
  const [judge] = spendingOf(
    [countsOf('judge')],
    [countsOf('judge', { replies: 13, inputTokens: 1600, outputTokens: 130, costNano: 9_000_000, uncosted: 2 })],
  );
  expect(judge).toMatchObject({
    thisStart: { calls: 3, inputTokens: 600, outputTokens: 30, costNano: 4_000_000, unpriced: 2 },
    allStarts: { calls: 17, costNano: 9_000_000 },
  });
});

const counts = fc.record({
  replies: fc.nat(),
  lateReplies: fc.nat(),
  inputTokens: fc.nat(),
  outputTokens: fc.nat(),
  costNano: fc.nat(),
  uncosted: fc.nat(),
});

test('this start and the earlier ones together are all starts, role by role and in the sum', () => {
  const byRole = fc.uniqueArray(fc.tuple(fc.constantFrom(...Role.options), counts, counts), {
    selector: ([role]) => role,
  });
  fc.assert(
    fc.property(byRole, (roles) => {
      const before = roles.map(([role, earlier]) => countsOf(role, { ...earlier, failures: {} }));
      const now = roles.map(([role, earlier, later]) => {
        const sum = (key: keyof typeof earlier) => earlier[key] + later[key];
        return countsOf(role, {
          ...{ replies: sum('replies'), lateReplies: sum('lateReplies'), failures: {}, uncosted: sum('uncosted') },
          ...{ inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costNano: sum('costNano') },
        });
      });
      const spending = spendingOf(before, now);
      expect(spending.map(({ role }) => role)).toEqual(
        Role.options.filter((role) => roles.some(([is]) => is === role)),
      );
      const earlier = totalOf(spendingOf([], before).map(({ allStarts }) => allStarts));
      const later = totalOf(spending.map(({ thisStart }) => thisStart));
      expect(totalOf([earlier, later])).toEqual(totalOf(spending.map(({ allStarts }) => allStarts)));
      expect(later.costNano).toBe(roles.reduce((sum, [, , { costNano }]) => sum + costNano, 0));
    }),
  );
});

test('in run.json money is in dollars, and names are those of a file', () => {
  const spending = spendingOf([], [countsOf('judge', { costNano: 16_520_400 })]);
  expect(spendingForFile(spending, {}, () => 'gpt-4.1')).toMatchObject({
    roles: { judge: { model: 'gpt-4.1', all_starts: { calls: 14, input_tokens: 1000, cost_usd: 0.0165204 } } },
    all_starts: { cost_usd: 0.0165204, calls_without_price: 0 },
  });
});
