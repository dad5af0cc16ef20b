import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../mock-endpoint/clock.ts';
import { durationText, type Limits, RateLimits } from '../../mock-endpoint/rate-limits.ts';
import { ask, chatBody, endpointWith } from '../../mock-endpoint/raw-client.ts';
import { TokenBucket } from '../../mock-endpoint/token-bucket.ts';

const aBucket = (perMinute: number, capacity: number) => {
  const clock = new ManualClock(0);
  return { clock, bucket: new TokenBucket(perMinute, capacity, clock) };
};
const limitsWith = (limits: Limits) => {
  const clock = new ManualClock(0);
  return { clock, limits: new RateLimits(limits, clock) };
};
const rates = fc.integer({ min: 1, max: 100_000 });
const waits = fc.integer({ min: 0, max: 90_000 });

describe('a bucket', () => {
  test('grants in any time span at most its capacity and what flows in', () => {
    const arrivals = fc.array(fc.record({ afterMs: waits, amount: fc.integer({ min: 1, max: 50 }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 100 }), arrivals, (perMinute, capacity, all) => {
        const { clock, bucket } = aBucket(perMinute, capacity);
        const granted: { atMs: number; amount: number }[] = [];
        for (const { afterMs, amount } of all) {
          clock.advance(afterMs);
          if (bucket.waitMs(amount) > 0) continue;
          bucket.drain(amount);
          granted.push({ atMs: clock.now(), amount });
        }
        for (const [from, first] of granted.entries()) {
          let sum = 0;
          for (const { atMs, amount } of granted.slice(from)) {
            sum += amount;
            expect(sum).toBeLessThanOrEqual(capacity + ((atMs - first.atMs) * perMinute) / 60_000 + 1e-3);
          }
        }
      }),
    );
  });

  test('has the amount when the time it named is over, and not before', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 1000 }), (perMinute, amount) => {
        const { clock, bucket } = aBucket(perMinute, 1000);
        bucket.drain(1000);
        const waitMs = bucket.waitMs(amount);
        clock.advance(waitMs * 0.99);
        expect(bucket.waitMs(amount)).toBeGreaterThan(0);
        clock.advance(waitMs * 0.01);
        expect(bucket.waitMs(amount)).toBe(0);
      }),
    );
  });

  test('fills the same in one long wait and in many short ones, and never past its capacity', () => {
    fc.assert(
      fc.property(rates, fc.array(waits, { maxLength: 20 }), (perMinute, steps) => {
        const [one, many] = [aBucket(perMinute, 500), aBucket(perMinute, 500)];
        one.bucket.drain(500);
        many.bucket.drain(500);
        for (const ms of steps) {
          many.clock.advance(ms);
          expect(many.bucket.level).toBeLessThanOrEqual(500);
        }
        one.clock.advance(steps.reduce((sum, ms) => sum + ms, 0));
        expect(many.bucket.level).toBeCloseTo(one.bucket.level, 6);
      }),
    );
  });

  test('never has more than it holds', () => {
    expect(aBucket(60, 10).bucket.waitMs(11)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('limits', () => {
  test('let a patient client have its full rate', () => {
    const { clock, limits } = limitsWith({ requestsPerMinute: 600, burstSeconds: 1 });
    let served = 0;
    let turnedAway = 0;
    while (clock.now() < 60_000) {
      const turned = limits.admit(0);
      if (turned === null) served++;
      else {
        turnedAway++;
        clock.advance(turned.waitMs);
      }
    }
    expect(served).toBeGreaterThanOrEqual(600);
    expect(served).toBeLessThanOrEqual(610);
    expect(turnedAway).toBeLessThanOrEqual(served);
  });

  test('a minute may go in its first second, or be held every second', () => {
    const inFirstSecond = (burstSeconds: number) => {
      const { limits } = limitsWith({ requestsPerMinute: 120, burstSeconds });
      return Array.from({ length: 200 }, () => limits.admit(0)).filter((turned) => turned === null).length;
    };
    expect([inFirstSecond(60), inFirstSecond(1)]).toEqual([120, 2]);
  });

  test('a request that is over one limit uses up neither', () => {
    const { limits } = limitsWith({ requestsPerMinute: 10, tokensPerMinute: 100 });
    expect(limits.admit(60)).toBeNull();
    expect(limits.admit(60)).toMatchObject({ by: 'tokens', limit: 100, used: 60, requested: 60, waitMs: 12_000 });
    expect(limits.headers()).toMatchObject({
      'x-ratelimit-remaining-requests': '9',
      'x-ratelimit-remaining-tokens': '40',
    });
  });

  test('may count requests that are turned away, so that hammering keeps the door shut', () => {
    const servedWith = (countsRefused: boolean) => {
      const { clock, limits } = limitsWith({ requestsPerMinute: 60, burstSeconds: 1, countsRefused });
      let served = 0;
      for (; clock.now() < 30_000; clock.advance(100)) if (limits.admit(0) === null) served++;
      return served;
    };
    expect([servedWith(false), servedWith(true)]).toEqual([30, 1]);
  });

  test('there are none unless given', () => {
    const { limits } = limitsWith({});
    expect([limits.admit(1e9), limits.headers()]).toEqual([null, {}]);
  });
});

test.each([
  [0, '0ms'],
  [0.2, '1ms'],
  [999, '999ms'],
  [1000, '1s'],
  [8640, '8.64s'],
  [60_000, '1m0s'],
  [86_400, '1m26.4s'],
  [3_600_000, '1h0m0s'],
  [3_725_500, '1h2m5.5s'],
])('%d ms are written %s', (ms, text) => expect(durationText(ms)).toBe(text));

describe('an endpoint with limits', () => {
  test('serves what the limit allows and says when to come back', async () => {
    const clock = new ManualClock();
    const endpoint = await endpointWith({ clock, limits: { requestsPerMinute: 3 } });
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await ask(endpoint, chatBody({ seed: at }))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const { headers, json } = await ask(endpoint);
    expect(json.error).toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' });
    expect(json.error.message).toContain('Limit 3, Used 3, Requested 1. Please try again in 20s.');
    expect(Object.fromEntries(headers)).toMatchObject({
      'retry-after': '20',
      'retry-after-ms': '20000',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1m0s',
    });
    clock.advance(20_000);
    expect((await ask(endpoint)).status).toBe(200);
    expect(endpoint.stats).toMatchObject({ byTrouble: { over_request_limit: 3 }, delivered: 4 });
  });

  test.each<[NonNullable<Limits['tells']>, string[]]>([
    ['everything', ['retry-after', 'retry-after-ms', 'x-ratelimit-remaining-requests']],
    ['retry_after', ['retry-after']],
    ['headers', ['x-ratelimit-remaining-requests']],
    ['nothing', []],
  ])('may tell %s', async (tells, told) => {
    const endpoint = await endpointWith({ clock: new ManualClock(), limits: { requestsPerMinute: 1, tells } });
    await ask(endpoint);
    const { status, headers } = await ask(endpoint);
    const known = ['retry-after', 'retry-after-ms', 'x-ratelimit-remaining-requests'];
    expect([status, known.filter((name) => headers.has(name))]).toEqual([429, told]);
  });

  test('counts the prompt and the output a request allows for as tokens', async () => {
    const endpoint = await endpointWith({ clock: new ManualClock(), limits: { tokensPerMinute: 100 } });
    expect((await ask(endpoint, chatBody({ max_tokens: 60 }))).status).toBe(200);
    const { status, json } = await ask(endpoint, chatBody({ max_completion_tokens: 60 }));
    expect([status, json.error.type]).toEqual([429, 'tokens']);
    const { headers, json: tooLarge } = await ask(endpoint, chatBody({ max_tokens: 95 }));
    expect(tooLarge.error.message).toContain('Request too large');
    expect(headers.has('retry-after')).toBe(false);
  });

  test('may change its limits while it runs', async () => {
    const endpoint = await endpointWith({ clock: new ManualClock(), limits: { requestsPerMinute: 1 } });
    await ask(endpoint);
    expect((await ask(endpoint)).status).toBe(429);
    endpoint.limitTo({});
    expect((await ask(endpoint)).status).toBe(200);
  });

  test('draws the same faults for a request however often a limit turned it away before', async () => {
    const seenWith = async (turnedAway: number) => {
      const clock = new ManualClock();
      const endpoint = await endpointWith({
        clock,
        limits: { requestsPerMinute: 1 },
        respond: (_, { seen }) => String(seen),
      });
      await ask(endpoint);
      for (let at = 0; at < turnedAway; at++) await ask(endpoint);
      clock.advance(60_000);
      return (await ask(endpoint)).said.message.content;
    };
    expect([await seenWith(0), await seenWith(3)]).toEqual(['1', '1']);
  });
});
