import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTENT_FAULTS, type FaultKind, isContentFault } from '../../mock-endpoint/fault-kinds.ts';
import { FaultPlan, type SeededFaults } from '../../mock-endpoint/fault-plan.ts';
import type { RequestFacts } from '../../mock-endpoint/request-facts.ts';

const facts = (overrides: Partial<RequestFacts> = {}): RequestFacts => ({
  route: 'chat',
  number: 1,
  digest: 'd',
  seen: 0,
  role: null,
  body: null,
  customId: null,
  ...overrides,
});

const RATES = { server_error: 0.1, reset_in_body: 0.05, empty: 0.1, fenced_json: 0.05 };
const seeded = (overrides: Partial<SeededFaults> = {}) => new FaultPlan([], { seed: 1, rates: RATES, ...overrides });
const digests = Array.from({ length: 5000 }, (_, at) => `request ${at}`);

describe('a script', () => {
  test('names requests by number, by what they are, and for how many', () => {
    const plan = new FaultPlan([
      { fault: 'unavailable', numbers: [2, 3] },
      { fault: 'empty', when: ({ role }) => role === 'judge', times: 1 },
    ]);
    const kinds = [1, 2, 3, 4].map((number) => plan.faultFor(facts({ number }))?.kind);
    expect(kinds).toEqual([undefined, 'unavailable', 'unavailable', undefined]);
    expect(plan.faultFor(facts({ role: 'judge' }))?.kind).toBe('empty');
    expect(plan.faultFor(facts({ role: 'judge' }))).toBeNull();
  });

  test('goes before the rates, and its settings before the usual ones', () => {
    const plan = new FaultPlan(
      [{ fault: 'rate_limit_seconds', numbers: [1], settings: { retryAfterSeconds: 9 } }],
      { seed: 1, rates: { server_error: 1 } },
      { retryAfterSeconds: 3, delayMs: 5 },
    );
    expect(plan.faultFor(facts())).toMatchObject({ kind: 'rate_limit_seconds', retryAfterSeconds: 9, delayMs: 5 });
    expect(plan.faultFor(facts({ number: 2 }))).toMatchObject({ kind: 'server_error', retryAfterSeconds: 3 });
  });

  test('means questions to a model unless it names another route', () => {
    const plan = new FaultPlan([{ fault: 'server_error' }, { fault: 'unavailable', route: 'batch' }]);
    expect(plan.faultFor(facts({ route: 'batch_line' }))?.kind).toBe('server_error');
    expect(plan.faultFor(facts({ route: 'batch' }))?.kind).toBe('unavailable');
    expect(plan.faultFor(facts({ route: 'models' }))).toBeNull();
  });
});

describe('rates', () => {
  test('are met, each on its own', () => {
    const counts = new Map<FaultKind | null, number>();
    const plan = seeded();
    for (const digest of digests) {
      const kind = plan.faultFor(facts({ digest }))?.kind ?? null;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    // Four standard deviations around the expected counts.
    for (const [kind, rate] of Object.entries(RATES)) {
      const count = counts.get(kind as FaultKind) ?? 0;
      expect(Math.abs(count - 5000 * rate)).toBeLessThan(4 * Math.sqrt(5000 * rate * (1 - rate)));
    }
  });

  test('add up to everything where they add up to one', () => {
    const plan = seeded({ rates: { server_error: 0.5, empty: 0.5 } });
    expect(digests.filter((digest) => plan.faultFor(facts({ digest })) === null)).toEqual([]);
  });

  test.each([{ server_error: 0.6, empty: 0.5 }, { server_error: -0.1 }, { empty: Number.NaN }])(
    'that are no shares are refused: %j',
    (rates) => expect(() => seeded({ rates })).toThrow(RangeError),
  );

  test('are drawn from the seed, the digest and how often it was seen, and from nothing else', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.nat(9), fc.nat(), fc.nat(), (seed, digest, seen, one, two) => {
        const kindAt = (number: number) => seeded({ seed }).faultFor(facts({ digest, seen, number }))?.kind;
        expect(kindAt(one)).toBe(kindAt(two));
      }),
    );
  });

  test('let most retries through', () => {
    const plan = seeded();
    const failing = digests.filter((digest) => plan.faultFor(facts({ digest })) !== null);
    const again = failing.filter((digest) => plan.faultFor(facts({ digest, seen: 1 })) !== null);
    expect(failing.length).toBeGreaterThan(1000);
    expect(again.length / failing.length).toBeLessThan(0.4);
  });

  test('can give a request the same content fault whenever no other stands in its way', () => {
    const plan = seeded({ sameContentAgain: true });
    for (const digest of digests.slice(0, 500)) {
      const kinds = [0, 1, 2, 3].map((seen) => plan.faultFor(facts({ digest, seen }))?.kind ?? 'good');
      const contents = kinds.filter((kind) => kind === 'good' || isContentFault(kind));
      expect(new Set(contents).size).toBeLessThanOrEqual(1);
    }
  });

  test('hold only for the requests they are meant for', () => {
    const plan = seeded({ rates: { empty: 1 }, when: ({ role }) => role === 'judge' });
    expect([plan.faultFor(facts()), plan.faultFor(facts({ role: 'judge' }))?.kind]).toEqual([null, 'empty']);
    expect(plan.faultFor(facts({ role: 'judge', route: 'create_batch' }))).toBeNull();
  });
});

test('a plan knows which kinds it may draw', () => {
  const plan = new FaultPlan([{ fault: 'leak' }], { seed: 1, rates: { obey: 0.1, tamper: 0 } });
  expect(CONTENT_FAULTS.filter((kind) => plan.names(kind))).toEqual(['leak', 'obey']);
});
