import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { isWithin, PeerAmounts, type QuantityField } from '../../../shopping/quantities/index.ts';
import { quantityRange, sizeRange } from '../../../stages/extract/quantity-range.ts';
import { inBase } from '../../../text/measure.ts';

const WEIGHT: QuantityField = {
  field: 'Item Weight',
  dimension: 'weight',
  unit: 'oz',
  asked: ['most', 'least', 'between'],
  sizes: [],
};
const STORAGE: QuantityField = {
  field: 'Memory Storage Capacity',
  dimension: 'memory',
  unit: 'gb',
  asked: ['least', 'nominal'],
  sizes: [64_000, 128_000, 256_000, 512_000, 1_000_000],
};
const asked = (quantity: QuantityField, amount: number, unit: string, peers: readonly number[], seed = 42) =>
  quantityRange({
    quantity,
    own: { amount, unit },
    peers: [() => new PeerAmounts(peers.map((peer) => [inBase(peer, unit)]))],
    preferred: [],
    draw: drawFor(seed, 'task', 'extract'),
  });

test('a bound is met by the target, keeps a peer out and lets one pass', () => {
  const amount = fc.double({ min: 0.1, max: 900, noNaN: true }).map((own) => Number(own.toPrecision(3)));
  const units = fc.constantFrom('oz', 'lb', 'g', 'kg');
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 8 }), units, fc.nat(50), (own, peers, unit, seed) => {
      const range = asked(WEIGHT, own, unit, peers, seed);
      if (range === null) return;
      const passes = (one: number) => isWithin({ amount: one, unit }, range);
      expect(passes(own)).toBe(true);
      expect(peers.some(passes)).toBe(true);
      expect(peers.every(passes)).toBe(false);
    }),
  );
});

test('a bound on a weight is a round number in the unit people say it in', () => {
  const bounds = Array.from({ length: 40 }, (_, seed) => asked(WEIGHT, 26, 'oz', [10, 20, 25, 27, 40, 60], seed));
  for (const range of bounds) {
    expect(range?.unit).toBe('lb');
    for (const bound of [range?.min, range?.max]) if (bound !== undefined) expect([1, 1.5, 2]).toContain(bound);
  }
});

test('a bound is the amount itself only where no other round number near it tells the product', () => {
  const bounds = (amount: number, peers: readonly number[]) =>
    new Set(
      Array.from({ length: 40 }, (_, seed) => {
        const { min, max } = asked({ ...WEIGHT, asked: ['least', 'most'] }, amount, 'kg', peers, seed) ?? {};
        return min ?? max;
      }),
    );
  expect(bounds(22, [15, 18, 19, 24, 28, 30])).toEqual(new Set([20, 25]));
  expect(bounds(22, [21, 23])).toEqual(new Set([22]));
});

test('what is sold in sizes is bounded by a size, or named', () => {
  for (let seed = 0; seed < 30; seed++) {
    const { nominal, min } = asked(STORAGE, 256, 'gb', [64, 128, 256, 512], seed) ?? {};
    expect(nominal ?? min).toBeOneOf([128, 256]);
  }
});

test('it is bounded by the sizes its shelf is sold in, however many others the catalog has', () => {
  const screen: QuantityField = {
    ...{ field: 'Screen Size', dimension: 'length', unit: 'in', asked: ['least', 'most', 'between'] },
    sizes: [7.9, 11, 13.3, 14, 15.6, 17.3, 24].map((size) => inBase(size, 'in')),
  };
  for (let seed = 0; seed < 40; seed++) {
    const { min, max } = asked(screen, 14, 'in', [13.3, 14, 15.6, 17.3], seed) ?? {};
    for (const bound of [min, max]) if (bound !== undefined) expect([13.3, 14, 15.6, 17.3]).toContain(bound);
    if (min !== undefined && max !== undefined) expect(max / min).toBeLessThan(1.35);
  }
});

const SCREEN: QuantityField = {
  ...{ field: 'Screen Size', dimension: 'length', unit: 'in', asked: ['least'] },
  sizes: [10.1, 15, 27].map((size) => inBase(size, 'in')),
};

test('no bound lies far from the target where its shelf has products between the two', () => {
  for (let seed = 0; seed < 20; seed++) {
    expect(asked(SCREEN, 14, 'in', [10.1, 11.6, 13.3, 14], seed)?.min).toBe(14);
    expect(asked(SCREEN, 24, 'in', [15, 21.5, 22, 27], seed)?.min).toBeOneOf([20, 24]);
  }
});

test('a bound is the next size there is, however far', () => {
  const bounds = Array.from({ length: 20 }, (_, seed) => asked(STORAGE, 512, 'gb', [128, 256, 1000], seed)?.min);
  expect(bounds).toContain(256);
});

test('where no peer differs nothing is asked', () => expect(asked(WEIGHT, 10, 'oz', [10, 10])).toBeNull());

test.each([
  [27, 'in', 27.4, 27.6],
  [15.6, 'in', 15.56, 15.7],
  [1, 'tb', 1.024, 1.1],
  [8, 'gb', 8, 9],
] as const)('the size %d %s is what rounds to it: %d is, %d is not', (size, unit, inside, outside) => {
  const range = sizeRange(size, unit);
  expect(range.nominal).toBe(size);
  expect(isWithin({ amount: inside, unit }, range)).toBe(true);
  expect(isWithin({ amount: outside, unit }, range)).toBe(false);
});

test('what is said in a unit that no size is round in is bounded by round numbers', () => {
  const screen: QuantityField = {
    ...{ field: 'Screen Size', dimension: 'length', unit: 'in', asked: ['least', 'most'] },
    sizes: [13.3, 15.6, 17.3].map((size) => inBase(size, 'in')),
  };
  const { min, max, unit } = asked(screen, 39.6, 'cm', [33.8, 39.6, 43.9]) ?? {};
  expect(unit).toBe('cm');
  expect(min ?? max).toBeOneOf([35, 39, 40]);
});

test('a bound that hardly keeps a product out is not asked: nine cameras of ten have a megapixel', () => {
  const pixels: QuantityField = { ...WEIGHT, field: 'Wattage', dimension: 'power', unit: 'w', asked: ['least'] };
  const others = (few: number) => [...Array(few).fill(0.3), ...Array(20 - few).fill(12)];
  for (let seed = 0; seed < 20; seed++) {
    expect(asked(pixels, 1.3, 'w', others(1), seed)).toBeNull();
    expect(asked(pixels, 1.3, 'w', others(2), seed)).not.toBeNull();
  }
});

test('a waterproof rating is asked for in millimetres, however many, and a length in metres', () => {
  const of = (field: string): QuantityField => ({
    field,
    dimension: 'length',
    unit: 'mm',
    asked: ['least'],
    sizes: [],
  });
  const units = (field: string) =>
    new Set(
      Array.from(
        { length: 10 },
        (_, seed) => asked(of(field), 10_000, 'mm', [3000, 5000, 8000, 15_000, 20_000], seed)?.unit,
      ),
    );
  expect(units('Waterproof rating')).toEqual(new Set(['mm']));
  expect(units('Cord Length')).toEqual(new Set(['m']));
});
