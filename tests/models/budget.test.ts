import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Budget, type Reservation } from '../../models/budget.ts';
import { Prices } from '../../models/prices.ts';
import { ConfigError, ModelError } from '../../schemas/errors.ts';

const MILLION = 1_000_000;
const usage = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens });

/** A dollar per million tokens read and two per million written: a thousand and two thousand billionths a token. */
const prices = new Prices([
  {
    version: '1',
    currency: 'USD',
    models: {
      priced: { input_per_million: 1, output_per_million: 2, batch_multiplier: 0.5, taken: '2026-01-01', aliases: [] },
      free: { input_per_million: 0, output_per_million: 0, taken: '2026-01-01', aliases: [] },
    },
  },
]);
const budgetOf = (capUsd: number | null, spentNano = 0) => new Budget({ capUsd, prices, models: [], spentNano });

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('expected it to throw');
}

test('a call is reserved at its bound and charged what it used', () => {
  const budget = budgetOf(10);
  const reservation = budget.reserve('priced', MILLION, MILLION);
  expect([budget.spentNano, budget.reservedNano, budget.open]).toEqual([0, 3e9, 1]);
  expect(budget.settle(reservation, usage(500_000, 250_000))).toBe(1e9);
  expect([budget.spentNano, budget.reservedNano, budget.open]).toEqual([1e9, 0, 0]);
});

test('a call in a batch is reserved and charged at the batch price', () => {
  const budget = budgetOf(10);
  const reservation = budget.reserve('priced', MILLION, MILLION, 'batch');
  expect(budget.reservedNano).toBe(1.5e9);
  expect(budget.settle(reservation, usage(MILLION, 0))).toBe(0.5e9);
});

test('a call that nobody counted is charged all that was reserved for it', () => {
  const budget = budgetOf(10);
  expect(budget.settle(budget.reserve('priced', MILLION, MILLION), null)).toBe(3e9);
});

test('whatever calls come to, no more are made or under way than allowed, and none is refused before', () => {
  const steps = fc.array(fc.constantFrom('reserve', 'settle', 'waive', 'release'), { maxLength: 60 });
  fc.assert(
    fc.property(fc.nat(8), fc.nat(4), steps, (capCalls, earlier, all) => {
      const budget = new Budget({ capUsd: null, capCalls, prices, models: [], calls: earlier });
      const open: Reservation[] = [];
      let made = earlier;
      for (const step of all) {
        const oldest = step === 'reserve' ? undefined : open.shift();
        if (step === 'reserve') {
          if (made + open.length < capCalls) open.push(budget.reserve('unpriced', 1, 1));
          else expect(errorOf(() => budget.reserve('unpriced', 1, 1))).toMatchObject({ ends: made >= capCalls });
        } else if (oldest !== undefined) {
          if (step === 'settle') budget.settle(oldest, null);
          else budget[step as 'waive' | 'release'](oldest);
          if (step !== 'release') made += 1;
        }
      }
      expect(budget.open).toBe(open.length);
    }),
  );
});

test('a call too many says how many there were, and what to do', () => {
  const budget = new Budget({ capUsd: null, capCalls: 1_500, prices, models: [], calls: 1_500 });
  expect(errorOf(() => budget.reserve('unpriced', 1, 1))).toMatchObject({
    ends: true,
    message:
      'the limit of 1,500 calls is reached: 1,500 made by all starts of this folder, 0 under way; run the same command with a higher --max-calls to go on',
  });
  expect(budget.spendText()).toBe('$0, 1,500 of 1,500 calls');
});

test('near the limit a call waits for those under way: one that is never sent makes room', async () => {
  const budget = new Budget({ capUsd: null, capCalls: 1, prices, models: [] });
  const first = budget.reserve('unpriced', 1, 1);
  const second = budget.reserveWhenRoom('unpriced', 1, 1);
  budget.release(first);
  budget.waive(await second);
  await expect(budget.reserveWhenRoom('unpriced', 1, 1)).rejects.toThrow('the limit of 1 call is reached: 1 made');
});

test('a call that was never sent costs nothing', () => {
  const budget = budgetOf(10);
  budget.release(budget.reserve('priced', MILLION, MILLION));
  expect([budget.spentNano, budget.reservedNano, budget.open]).toEqual([0, 0, 0]);
});

test.each(['settle', 'release'] as const)('a reservation that is over cannot be %sd', (end) => {
  const budget = budgetOf(10);
  const reservation = budget.reserve('priced', 1, 1);
  budget.release(reservation);
  const again = end === 'settle' ? () => budget.settle(reservation, null) : () => budget.release(reservation);
  expect(again).toThrow('a reservation for priced was settled or released twice');
  expect([budget.spentNano, budget.reservedNano]).toEqual([0, 0]);
});

test('the call that fills the budget to the last billionth is granted, one token more is not', () => {
  const budget = budgetOf(0.003);
  budget.release(budget.reserve('priced', 1000, 1000));
  expect(() => budget.reserve('priced', 1001, 1000)).toThrow(ModelError);
});

test('the refusal says what is spent, reserved and allowed, and how to go on', () => {
  const budget = budgetOf(5);
  budget.settle(budget.reserve('priced', 4_500_000, 0), usage(4_500_000, 0));
  budget.reserve('priced', 200_000, 0);
  const error = errorOf(() => budget.reserve('priced', 600_000, 0)) as ModelError;
  expect(error).toBeInstanceOf(ModelError);
  expect(error.ends).toBe(true);
  expect(error.message).toBe(
    'the budget of $5.00 could be passed: $4.50 is spent, $0.20 is reserved for calls under way, and the next call can cost up to $0.60; run the same command with a higher --budget-usd to go on',
  );
});

test('a refusal ends the run only where calls under way cannot make room any more', () => {
  const budget = budgetOf(1);
  const underWay = budget.reserve('priced', 900_000, 0);
  expect((errorOf(() => budget.reserve('priced', 200_000, 0)) as ModelError).ends).toBe(false);
  budget.settle(underWay, usage(900_000, 0));
  expect((errorOf(() => budget.reserve('priced', 200_000, 0)) as ModelError).ends).toBe(true);
});

test('what earlier starts of the run spent counts', () => {
  const budget = budgetOf(1, 0.9e9);
  expect(() => budget.reserve('priced', 200_000, 0)).toThrow('$0.90 is spent');
  expect(budgetOf(2, 0.9e9).reserve('priced', 200_000, 0).nano).toBe(0.2e9);
});

test('a budget of nothing lets free models work, and no other', () => {
  const budget = budgetOf(0);
  expect(budget.settle(budget.reserve('free', MILLION, MILLION), usage(MILLION, MILLION))).toBe(0);
  expect(() => budget.reserve('priced', 1, 0)).toThrow(ModelError);
});

test.each([
  ['unheard-of', 'online', 'no price known for unheard-of; add it to a prices.yaml'],
  ['free', 'batch', 'no batch price known for free; add it to a prices.yaml'],
] as const)('under a cap, %s without a price %s is refused before the first call', (model, mode, message) => {
  const settings = { capUsd: 1, prices, models: [['priced', 'online'] as const, [model, mode] as const] };
  expect(() => new Budget(settings)).toThrow(ConfigError);
  expect(() => new Budget(settings)).toThrow(message);
  expect(() => new Budget({ ...settings, capUsd: null })).not.toThrow();
});

test('under a cap, a model that was not announced is refused as well when it has no price', async () => {
  expect(() => budgetOf(1).reserve('unheard-of', 1, 1)).toThrow(ConfigError);
  await expect(budgetOf(1).reserveWhenRoom('unheard-of', 1, 1)).rejects.toThrow(ConfigError);
});

test('without a cap, calls of unknown price are counted and never taken for free', () => {
  const budget = budgetOf(null);
  expect(budget.settle(budget.reserve('unheard-of', MILLION, MILLION), usage(1, 1))).toBeNull();
  expect([...budget.unpriced]).toEqual([['unheard-of', 1]]);
  expect(budget.spendText()).toBe('no price known');
  budget.settle(budget.reserve('unheard-of', 1, 1), null);
  budget.settle(budget.reserve('priced', 420_000, 0), usage(420_000, 0));
  expect(budget.spendText()).toBe('$0.42 + 2 calls without a known price');
});

test('the live cost stands beside the cap', () => {
  expect(budgetOf(5, 420_000_000).spendText()).toBe('$0.42 of $5.00');
});

test('a call that used more than its bound is charged in full, and nothing more is granted', () => {
  const budget = budgetOf(1);
  const reservation = budget.reserve('priced', 900_000, 0);
  expect(budget.settle(reservation, usage(1_100_000, 0))).toBe(1.1e9);
  expect(budget.spentNano).toBe(1.1e9);
  expect(() => budget.reserve('priced', 1, 0)).toThrow(ModelError);
});

test('near the cap a call waits for those under way, and goes on in the order of asking', async () => {
  const budget = budgetOf(1);
  const underWay = budget.reserve('priced', 900_000, 0);
  const granted: string[] = [];
  const first = budget.reserveWhenRoom('priced', 500_000, 0).then(() => granted.push('first'));
  const second = budget.reserveWhenRoom('priced', 50_000, 0).then(() => granted.push('second'));
  await Promise.resolve();
  expect([granted, budget.open]).toEqual([[], 1]);
  budget.settle(underWay, usage(100_000, 0));
  await Promise.all([first, second]);
  expect(granted).toEqual(['first', 'second']);
  expect(budget.reservedNano).toBe(550_000_000);
});

test('a call that was never sent makes room for one that waits', async () => {
  const budget = budgetOf(1);
  const underWay = budget.reserve('priced', 900_000, 0);
  const waits = budget.reserveWhenRoom('priced', 500_000, 0);
  budget.release(underWay);
  expect((await waits).nano).toBe(500_000_000);
});

test('a call that waits is refused once waiting cannot help, and smaller ones behind it are not', async () => {
  const budget = budgetOf(1);
  const underWay = budget.reserve('priced', 900_000, 0);
  const tooLarge = budget.reserveWhenRoom('priced', 500_000, 0);
  const small = budget.reserveWhenRoom('priced', 50_000, 0);
  const refused = expect(tooLarge).rejects.toMatchObject({ name: 'ModelError', ends: true });
  budget.settle(underWay, usage(800_000, 0));
  await refused;
  expect((await small).nano).toBe(50_000_000);
});

test('a call that need not be made any more leaves the queue with the reason, and those behind it go on', async () => {
  const budget = budgetOf(1);
  const underWay = budget.reserve('priced', 900_000, 0);
  const stop = new AbortController();
  const large = budget.reserveWhenRoom('priced', 500_000, 0, 'online', stop.signal);
  const small = budget.reserveWhenRoom('priced', 50_000, 0);
  stop.abort(new Error('interrupted'));
  await expect(large).rejects.toThrow('interrupted');
  expect((await small).nano).toBe(50_000_000);
  budget.settle(underWay, usage(0, 0));
  expect([budget.open, budget.reservedNano]).toEqual([1, 50_000_000]);
});

test('a call that need not be made at all reserves nothing', async () => {
  const budget = budgetOf(1);
  const never = AbortSignal.abort(new Error('over'));
  await expect(budget.reserveWhenRoom('priced', 1, 0, 'online', never)).rejects.toThrow('over');
  expect(budget.open).toBe(0);
});

test('an abort after the call was granted changes nothing', async () => {
  const budget = budgetOf(1);
  const stop = new AbortController();
  const granted = await budget.reserveWhenRoom('priced', 500_000, 0, 'online', stop.signal);
  stop.abort();
  expect(budget.settle(granted, usage(1_000, 0))).toBe(1_000_000);
});

type Step =
  | { readonly kind: 'reserve' | 'wait'; readonly input: number; readonly output: number; readonly batch: boolean }
  | { readonly kind: 'leave'; readonly which: number }
  | { readonly kind: 'settle' | 'release'; readonly which: number; readonly share: number; readonly usage: boolean };

const most = fc.integer({ min: 0, max: 400_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('reserve' as const, 'wait' as const),
    input: most,
    output: most,
    batch: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('settle' as const, 'release' as const),
    which: fc.nat(),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    usage: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('leave' as const), which: fc.nat() }),
);

test('spent and reserved never pass the cap, whatever the order, and every call comes to an end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.array(step, { maxLength: 80 }),
      async (cap, steps) => {
        const budget = budgetOf(cap);
        const open: { readonly reservation: Reservation; readonly output: number }[] = [];
        const waiting = new Map<Promise<void>, AbortController>();
        let expected = 0;
        const holds = () => {
          expect(budget.spentNano + budget.reservedNano).toBeLessThanOrEqual(budget.capNano!);
          expect(budget.reservedNano).toBe(open.reduce((sum, { reservation }) => sum + reservation.nano!, 0));
          expect(budget.spentNano).toBe(expected);
          if (open.length === 0) expect(waiting.size).toBe(0);
        };
        const end = (index: number, used: { share: number; usage: boolean } | null) => {
          const { reservation, output } = open.splice(index, 1)[0]!;
          if (used === null) return budget.release(reservation);
          const { inputTokens } = reservation;
          const real = usage(Math.floor(inputTokens * used.share), Math.floor(output * used.share));
          expected += prices.costOf('priced', used.usage ? real : usage(inputTokens, output), reservation.mode)!;
          budget.settle(reservation, used.usage ? real : null);
        };
        // Promises of granted calls come in between the steps, as they do in a run.
        const settled = async () => {
          for (let turn = 0; turn < 3; turn++) await Promise.resolve();
        };
        for (const next of steps) {
          if ('input' in next) {
            const { input, output, batch } = next;
            const mode = batch ? 'batch' : 'online';
            if (next.kind === 'reserve') {
              try {
                open.push({ reservation: budget.reserve('priced', input, output, mode), output });
              } catch (error) {
                expect(error).toBeInstanceOf(ModelError);
              }
            } else {
              const stop = new AbortController();
              const call: Promise<void> = budget
                .reserveWhenRoom('priced', input, output, mode, stop.signal)
                .then(
                  (reservation) => void open.push({ reservation, output }),
                  (error: unknown) => {
                    if (error !== stop.signal.reason) expect(error).toMatchObject({ ends: true });
                  },
                )
                .finally(() => waiting.delete(call));
              waiting.set(call, stop);
            }
          } else if (next.kind === 'leave') {
            [...waiting.values()][next.which % Math.max(1, waiting.size)]?.abort();
          } else if (open.length > 0) {
            end(next.which % open.length, next.kind === 'settle' ? next : null);
          }
          await settled();
          holds();
        }
        while (open.length > 0) {
          end(0, { share: 0.5, usage: true });
          await settled();
          holds();
        }
        // With nothing under way nobody waits: each was granted or refused.
        expect([waiting.size, budget.open, budget.reservedNano]).toEqual([0, 0, 0]);
      },
    ),
    { numRuns: 200 },
  );
});
