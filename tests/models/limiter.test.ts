import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Limiter, type Limits, type Quotes } from '../../models/limiter.ts';
import { everythingSettled, FakeClock } from '../fixtures/fake-clock.ts';
import { everySecond, mostInAMinute, slidingWindow, type Work, workThrough } from '../fixtures/limited-endpoint.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';

const MINUTE = 60_000;
const UNLIMITED: Limits = { requestsPerMinute: null, tokensPerMinute: null, concurrency: 64 };

function started(requests: number, limits: Partial<Limits>, work: Partial<Omit<Work, 'limiter' | 'clock'>> = {}) {
  const clock = new FakeClock();
  const limiter = new Limiter({ ...UNLIMITED, ...limits }, clock);
  return { clock, limiter, starts: workThrough(requests, { clock, limiter, ...work }) };
}

const within = <T extends { at: number }>(starts: readonly T[], from: number, to: number) =>
  starts.filter(({ at }) => at >= from && at < to);

describe('a known limit', () => {
  test('is never passed in any minute, and at least 95 % of it are used while work waits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 400 }),
        async (requestsPerMinute, concurrency, latency) => {
          const work = { latencyMs: (index: number) => 1 + ((index * 7919) % latency) };
          const { clock, starts } = started(requestsPerMinute * 4, { requestsPerMinute, concurrency }, work);
          await clock.run(3 * MINUTE);
          expect(mostInAMinute(starts)).toBeLessThanOrEqual(requestsPerMinute);
          // Few at a time and slow ones cannot fill a large limit.
          if ((concurrency * MINUTE) / latency < requestsPerMinute * 1.2) return;
          const used = within(starts, MINUTE, 3 * MINUTE).length;
          expect(used).toBeGreaterThanOrEqual(Math.floor(2 * requestsPerMinute * 0.95));
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  test('of tokens is never passed in any minute when requests cost what was expected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 20, maxLength: 60 }),
        async (costs) => {
          const cost = (index: number) => costs[index % costs.length]!;
          const limits = { tokensPerMinute: 20_000 };
          const { clock, starts } = started(200, limits, { estimate: cost, tokens: cost });
          await clock.run(3 * MINUTE);
          expect(mostInAMinute(starts, ({ tokens }) => tokens)).toBeLessThanOrEqual(20_000);
        },
      ),
      { numRuns: propertyRuns(25) },
    );
  });

  test('of tokens is used to 95 % though callers expect five times what requests use', async () => {
    const work = { estimate: () => 1_000, tokens: () => 200, latencyMs: () => 2_000 };
    const { clock, starts } = started(2_000, { tokensPerMinute: 60_000 }, work);
    await clock.run(4 * MINUTE);
    const used = within(starts, 2 * MINUTE, 4 * MINUTE).length * 200;
    expect(used).toBeGreaterThanOrEqual(2 * 60_000 * 0.95);
    expect(mostInAMinute(starts, ({ tokens }) => tokens)).toBeLessThanOrEqual(60_000 * 1.02);
  });

  test('is spread over the minute', async () => {
    const { clock, starts } = started(700, { requestsPerMinute: 600 });
    await clock.run(MINUTE);
    for (let second = 0; second < 60; second++)
      expect(within(starts, second * 1000, (second + 1) * 1000).length).toBeLessThanOrEqual(11);
  });
});

describe('requests under way', () => {
  test('are never more than the concurrency', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ ...UNLIMITED, concurrency: 20 }, clock);
    let underWay = 0;
    let most = 0;
    for (let index = 0; index < 200; index++) {
      void limiter.place(async () => {
        const turn = await limiter.turn(1);
        most = Math.max(most, ++underWay);
        await new Promise<void>((resolve) => void clock.after(100, resolve));
        underWay--;
        limiter.end(turn, { kind: 'replied', tokens: 1, quotes: null });
      });
    }
    await clock.run(MINUTE);
    expect(most).toBe(20);
    expect(underWay).toBe(0);
  });

  test('begin with one alone, then a wave, then as many as may be', async () => {
    const { clock, starts } = started(1_000, {}, { latencyMs: () => 1_000 });
    await clock.run(999);
    expect(starts).toHaveLength(1);
    await clock.run(500);
    expect(starts).toHaveLength(1 + 16);
    await clock.run(1_000);
    expect(starts).toHaveLength(1 + 16 + 32);
    await clock.run(2_000);
    expect(within(starts, 4_000, 5_000).length).toBeLessThanOrEqual(64);
    await clock.run(10_000);
    expect(within(starts, 10_000, 11_000)).toHaveLength(64);
  });

  test('do not wait for ever for a first one that does not come back', async () => {
    const { clock, starts } = started(100, {}, { latencyMs: (index) => (index === 0 ? MINUTE : 100) });
    await clock.run(4_999);
    expect(starts).toHaveLength(1);
    await clock.run(200);
    expect(starts.length).toBeGreaterThan(10);
  });

  test('stay one at a time where only one is allowed', async () => {
    const { clock, starts } = started(100, { concurrency: 1 }, { latencyMs: () => 1_000 });
    await clock.run(10_500);
    expect(starts).toHaveLength(11);
  });

  test('keep at least 95 % of what 64 at a time could do', async () => {
    const { clock, starts } = started(20_000, {});
    await clock.run(MINUTE);
    expect(starts.length).toBeGreaterThanOrEqual(256 * 60 * 0.95);
  });

  test('that were tried before come before new ones', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ ...UNLIMITED, concurrency: 1 }, clock);
    const order: string[] = [];
    const work = (name: string, again: boolean) =>
      limiter.place(async () => {
        order.push(name);
      }, again);
    await Promise.all([work('running', false), work('new', false), work('again', true)]);
    expect(order).toEqual(['running', 'again', 'new']);
  });
});

describe('429s', () => {
  const LIMITS = { ...UNLIMITED, requestsPerMinute: 3_000 };

  test('with Retry-After stop everybody until then', async () => {
    const judge = (now: number) => (now >= 1_000 && now < 1_200 ? { retryAfterMs: 8_000 } : null);
    const { clock, starts } = started(5_000, LIMITS, { judge });
    await clock.run(20_000);
    const first = starts.find(({ limited }) => limited)!;
    const answered = first.at + 250;
    expect(within(starts, answered, answered + 7_999)).toEqual([]);
    expect(within(starts, answered + 8_000, 20_000).length).toBeGreaterThan(10);
  });

  test('after a pause nobody stampedes', async () => {
    const judge = (now: number) => (now >= 1_000 && now < 1_200 ? { retryAfterMs: 8_000 } : null);
    const { clock, starts } = started(5_000, LIMITS, { judge });
    await clock.run(20_000);
    const back = starts.find(({ at }) => at > 9_000)!;
    expect(within(starts, back.at, back.at + 100).length).toBeLessThanOrEqual(6);
  });

  test('that stop are forgotten: the rate comes back', async () => {
    const judge = (now: number) => (now > MINUTE && now < 2 * MINUTE ? { retryAfterMs: null } : null);
    const { clock, starts } = started(20_000, { requestsPerMinute: 600 }, { judge });
    await clock.run(6 * MINUTE);
    expect(within(starts, MINUTE, 2 * MINUTE).length).toBeLessThan(60);
    expect(within(starts, 5 * MINUTE, 6 * MINUTE).length).toBeGreaterThanOrEqual(570);
  });

  test('are under 1 % of the requests where the limit is known', async () => {
    const { clock, starts } = started(3_000, { requestsPerMinute: 600 }, { judge: slidingWindow(600) });
    await clock.run(4 * MINUTE);
    expect(starts.filter(({ limited }) => limited)).toEqual([]);
    expect(starts.length).toBeGreaterThanOrEqual(4 * 570);
  });

  test('teach a limit nobody told', async () => {
    const { clock, starts } = started(6_000, {}, { judge: slidingWindow(600) });
    await clock.run(7 * MINUTE);
    const later = within(starts, 2 * MINUTE, 7 * MINUTE);
    expect(later.filter(({ limited }) => !limited).length).toBeGreaterThanOrEqual(5 * 540);
    expect(later.filter(({ limited }) => limited).length / later.length).toBeLessThan(0.02);
  });

  test.each([60, 200, 600])(
    'that say nothing keep a run near a limit of %d a minute, at less than one in a hundred',
    async (perMinute) => {
      const latencyMs = (index: number) => 150 + ((index * 7919) % 200);
      const { clock, starts } = started(perMinute * 15, {}, { judge: everySecond(perMinute), latencyMs });
      await clock.run(10 * MINUTE);
      const later = within(starts, 2 * MINUTE, 10 * MINUTE);
      const limited = later.filter((start) => start.limited).length;
      expect(limited / later.length).toBeLessThan(0.01);
      expect(later.length - limited).toBeGreaterThanOrEqual(8 * perMinute * 0.95);
    },
  );
});

describe('what an endpoint quotes', () => {
  const quoting = (requests: Quotes['requests'], tokens: Quotes['tokens'] = null) => ({
    quotes: () => ({ requests, tokens }),
  });

  test('is kept to as if the user had set it', async () => {
    const work = quoting({ limit: 120, remaining: 119, resetMs: 500 });
    const { clock, starts, limiter } = started(1_000, {}, work);
    await clock.run(3 * MINUTE);
    expect(mostInAMinute(starts)).toBeLessThanOrEqual(120);
    expect(within(starts, MINUTE, 3 * MINUTE).length).toBeGreaterThanOrEqual(2 * 114);
    expect(limiter.state).toMatchObject({ requestsPerMinute: 120 });
  });

  test('does not raise what the user set', async () => {
    const work = quoting({ limit: 10_000, remaining: 9_999, resetMs: 6 });
    const { clock, starts } = started(500, { requestsPerMinute: 60 }, work);
    await clock.run(2 * MINUTE);
    expect(mostInAMinute(starts)).toBeLessThanOrEqual(60);
  });

  test('of tokens is kept to as well', async () => {
    const work = quoting(null, { limit: 6_000, remaining: 5_900, resetMs: 1_000 });
    const { clock, starts } = started(500, {}, { ...work, tokens: () => 100 });
    await clock.run(3 * MINUTE);
    expect(mostInAMinute(starts)).toBeLessThanOrEqual(60);
    expect(within(starts, MINUTE, 3 * MINUTE).length).toBeGreaterThanOrEqual(114);
  });

  test('as remaining is not passed before the window ends', async () => {
    const ends = 40_000;
    const work = { quotes: (now: number) => ({ requests: remainingAt(now), tokens: null }) };
    const remainingAt = (now: number) =>
      now < ends ? { limit: 600, remaining: 10, resetMs: ends - now } : { limit: 600, remaining: 599, resetMs: 60_000 };
    const { clock, starts } = started(500, {}, work);
    await clock.run(MINUTE);
    expect(within(starts, 251, ends).length).toBeLessThan(60);
    expect(within(starts, ends + 1_000, MINUTE).length).toBeGreaterThan(100);
  });

  test('with a 429 alone says how long to wait, not what the limit is', async () => {
    const judge = (now: number) => (now >= 1_000 && now < 1_050 ? { retryAfterMs: null } : null);
    const quotes = (now: number) =>
      now >= 1_000 && now < 1_050 ? { requests: { limit: 60, remaining: 0, resetMs: 1_000 }, tokens: null } : null;
    const { clock, limiter, starts } = started(5_000, { requestsPerMinute: 3_000 }, { judge, quotes });
    await clock.run(2 * MINUTE);
    expect(limiter.state.requestsPerMinute).toBe(3_000);
    expect(within(starts, MINUTE, 2 * MINUTE).length).toBeGreaterThan(1_500);
  });
});

describe('after a stop', () => {
  const reason = new Error('over');

  test('whatever waits is rejected with the reason and nothing starts', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ ...UNLIMITED, requestsPerMinute: 1 }, clock);
    const turned: unknown[] = [];
    const ask = () => limiter.place(() => limiter.turn(1)).catch((error: unknown) => void turned.push(error));
    const asked = [ask(), ask(), ask()];
    await everythingSettled();
    limiter.stop(reason);
    await Promise.all(asked);
    expect(turned).toEqual([reason, reason]);
    await expect(limiter.place(async () => 1)).rejects.toBe(reason);
    await expect(limiter.turn(1)).rejects.toBe(reason);
  });

  test('no timer is left', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ ...UNLIMITED, requestsPerMinute: 1 }, clock);
    for (let index = 0; index < 3; index++) limiter.place(() => limiter.turn(1)).catch(() => undefined);
    await everythingSettled();
    expect(clock.pending).toBeGreaterThan(0);
    limiter.stop(reason);
    expect(clock.pending).toBe(0);
  });

  test('what is under way ends as it would have', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter(UNLIMITED, clock);
    const answer = limiter.place(async () => {
      const turn = await limiter.turn(1);
      await new Promise<void>((resolve) => void clock.after(100, resolve));
      limiter.end(turn, { kind: 'replied', tokens: 1, quotes: null });
      return 'reply';
    });
    await everythingSettled();
    limiter.stop(reason);
    await clock.run(200);
    await expect(answer).resolves.toBe('reply');
  });
});

test('an error of the work itself reaches whoever asked, and frees its place', async () => {
  const limiter = new Limiter({ ...UNLIMITED, concurrency: 1 }, new FakeClock());
  await expect(limiter.place(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  await expect(limiter.place(async () => 2)).resolves.toBe(2);
});
