import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIGEST_WORDS, digestOf, newDigestKey } from '../../../catalog/memory/lane-digest.ts';
import { Numbering } from '../../../catalog/memory/numbering.ts';
import { Numbers } from '../../../catalog/memory/numbers.ts';

const key = newDigestKey();

test('digests are numbered as they are first seen, and found again, also when they share a slot', () => {
  // Few values for each word, so that many digests differ only in one.
  const digest = fc.tuple(fc.nat(2), fc.constantFrom(0, 1, 0x200, 0x8000_0001, 0xffff_ffff), fc.nat(3));
  fc.assert(
    fc.property(
      fc.array(digest, { maxLength: 400 }),
      fc.constantFrom('new', 'taken', 'forgotten'),
      (digests, which) => {
        const numbering = new Numbering();
        if (which !== 'new') for (const one of digests) numbering.numberOf(Uint32Array.from(one), 0);
        if (which === 'taken') expect([...numbering.take()].length % DIGEST_WORDS).toBe(0);
        if (which === 'forgotten') numbering.forget();
        const known: string[] = [];
        const all = Uint32Array.from(digests.flat());
        for (const [index, one] of digests.entries()) {
          const name = one.join();
          expect(numbering.find(all, index * DIGEST_WORDS)).toBe(known.indexOf(name));
          if (!known.includes(name)) known.push(name);
          expect(numbering.numberOf(all, index * DIGEST_WORDS)).toBe(known.indexOf(name));
          expect(numbering.size).toBe(known.length);
        }
      },
    ),
  );
});

test('a hundred thousand texts have a hundred thousand numbers', () => {
  const numbering = new Numbering();
  const digest = new Uint32Array(DIGEST_WORDS);
  const numbers = Array.from({ length: 100_000 }, (_, id) => numbering.numberOf(digestOf(`B${id}`, key, digest), 0));
  expect(numbers.every((number, id) => number === id)).toBe(true);
  expect(numbering.find(digestOf('B99999', key), 0)).toBe(99_999);
  expect(numbering.find(digestOf('B100000', key), 0)).toBe(-1);
});

test('a text has one digest after one key, and another after every other text, key or cut', () => {
  const text = fc.string({ maxLength: 6 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(digestOf(one, key)).toEqual(digestOf(one, key));
      if (one !== other) expect(digestOf(one, key)).not.toEqual(digestOf(other, key));
      expect(digestOf(one, key)).not.toEqual(digestOf(one, newDigestKey()));
      if (one !== '') expect(digestOf(other, digestOf(one, key))).not.toEqual(digestOf(one + other, key));
    }),
  );
});

test('a list of numbers holds what was added, however much, and starts anew once it is taken', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff_ffff), { maxLength: 300 }), fc.integer({ min: 1, max: 8 }), (all, capacity) => {
      const numbers = new Numbers(capacity);
      for (const round of [all, all.toReversed()]) {
        for (const number of round) numbers.add(number);
        expect(numbers.length).toBe(round.length);
        expect(round.map((_, place) => numbers.at(place))).toEqual(round);
        expect([...numbers.take()]).toEqual(round);
        expect(numbers.length).toBe(0);
      }
    }),
  );
});
