import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotesIn } from '../../models/limiter.ts';
import { retryAfterMs } from '../../models/retry.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const retryAfter = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), NOW);

test.each([
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '20ms' }, 20],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT' }, 7_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '1' }, 1_000],
] as [Record<string, string>, number][])('%j is a wait of %d ms', (headers, ms) => {
  expect(retryAfter(headers)).toBe(ms);
});

test('a date is read against the clock of whoever sent it', () => {
  const sent = { date: 'Fri, 20 Nov 2026 08:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 08:00:03 GMT' };
  expect(retryAfter(sent)).toBe(3_000);
});

test.each(['', ' ', 'soon', '-5', 'NaN', '1,5', 'in 3 s'])('"%s" is no wait', (value) => {
  expect(retryAfter({ 'retry-after': value })).toBeNull();
});

test('whatever stands in the headers, a wait is null or a number from 0 up', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (value) => {
      const headers = { get: (name: string) => (name === 'date' ? null : value) };
      const ms = retryAfterMs(headers, NOW);
      expect(ms === null || (Number.isFinite(ms) && ms >= 0)).toBe(true);
    }),
  );
});

const resets: [string, number][] = [
  ['6ms', 6],
  ['1s', 1_000],
  ['2m59.56s', 179_560],
  ['6m0s', 360_000],
  ['1h2m3s', 3_723_000],
  ['37', 37_000],
  ['0.25', 250],
  [String((NOW + 9_000) / 1000), 9_000],
  [String(NOW + 9_000), 9_000],
  ['2026-11-20T12:00:09Z', 9_000],
];
test.each(resets)('a reset of %s is %d ms away', (value, ms) => {
  const { requests } = quotesIn(new Headers({ 'x-ratelimit-reset-requests': value }), NOW);
  expect(requests?.resetMs).toBeCloseTo(ms, 5);
});

test('limits of requests and of tokens are read apart', () => {
  const headers = new Headers({
    'x-ratelimit-limit-requests': '600',
    'x-ratelimit-remaining-requests': '599',
    'x-ratelimit-reset-requests': '100ms',
    'x-ratelimit-limit-tokens': '90000',
    'x-ratelimit-remaining-tokens': '89000',
    'x-ratelimit-reset-tokens': '667ms',
  });
  expect(quotesIn(headers, NOW)).toEqual({
    requests: { limit: 600, remaining: 599, resetMs: 100 },
    tokens: { limit: 90_000, remaining: 89_000, resetMs: 667 },
  });
});

test('limits without a name of their own are of requests', () => {
  const headers = new Headers({ 'x-ratelimit-limit': '20, 20;w=60', 'x-ratelimit-remaining': '19' });
  expect(quotesIn(headers, NOW)).toEqual({ requests: { limit: 20, remaining: 19, resetMs: null }, tokens: null });
});

test('an endpoint that says nothing of limits has none', () => {
  expect(quotesIn(new Headers(), NOW)).toEqual({ requests: null, tokens: null });
});
