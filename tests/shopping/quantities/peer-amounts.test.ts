import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PeerAmounts } from '../../../shopping/quantities/index.ts';

const amount = fc.integer({ min: 1, max: 12 });
const amounts = fc.array(amount, { minLength: 1, maxLength: 3 });

test('peers within bounds are those of whom an amount is, with and without one of them', () => {
  fc.assert(
    fc.property(
      fc.array(amounts, { minLength: 1, maxLength: 9 }),
      fc.nat(8),
      amount,
      amount,
      (stated, at, low, high) => {
        const bounds = { reaches: (one: number) => one >= low, stays: (one: number) => one <= high };
        const count = (peers: readonly (readonly number[])[]) =>
          peers.filter((own) => own.some((one) => one >= low && one <= high)).length;
        const place = at % stated.length;
        const all = new PeerAmounts(stated);
        const others = all.without(stated[place] as number[]);
        expect([all.size, all.countWithin(bounds)]).toEqual([stated.length, count(stated)]);
        expect([others.size, others.countWithin(bounds)]).toEqual([
          stated.length - 1,
          count(stated.toSpliced(place, 1)),
        ]);
      },
    ),
  );
});
