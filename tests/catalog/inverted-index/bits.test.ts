import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Bits,
  eachByTally,
  eachPlace,
  hasMoreInBoth,
  inAtLeast,
  inMost,
  noBits,
  setBit,
} from '../../../catalog/inverted-index/bits.ts';

const LENGTH = 70;

const setsOfPlaces = fc.array(fc.uniqueArray(fc.nat(LENGTH - 1)), { maxLength: 70 });

const bitsOf = (places: readonly number[]): Bits => {
  const bits = noBits(LENGTH);
  for (const place of places) setBit(bits, place);
  return bits;
};

const tallyOf = (sets: readonly (readonly number[])[], place: number) =>
  sets.filter((set) => set.includes(place)).length;

test('a place is in at least so many sets when so many have it', () => {
  fc.assert(
    fc.property(setsOfPlaces, fc.integer({ min: -1, max: 71 }), (sets, least) => {
      const found: number[] = [];
      eachPlace(inAtLeast(sets.map(bitsOf), least, LENGTH), (place) => found.push(place));
      expect(found).toEqual([...Array(LENGTH).keys()].filter((place) => tallyOf(sets, place) >= least));
    }),
  );
});

test('of some places those are in most sets that no other of them exceeds', () => {
  fc.assert(
    fc.property(setsOfPlaces, fc.uniqueArray(fc.nat(LENGTH - 1)), (sets, among) => {
      const most = Math.max(...among.map((place) => tallyOf(sets, place)));
      const found: number[] = [];
      eachPlace(inMost(sets.map(bitsOf), bitsOf(among)), (place) => found.push(place));
      expect(found).toEqual(among.filter((place) => tallyOf(sets, place) === most).sort((a, b) => a - b));
    }),
  );
});

test('places are visited from those in most sets to those in one, and no further than is asked', () => {
  fc.assert(
    fc.property(setsOfPlaces, fc.integer({ min: 1, max: LENGTH }), (sets, most) => {
      const found: number[] = [];
      eachByTally(sets.map(bitsOf), LENGTH, (place) => found.push(place) < most);
      const places = [...Array(LENGTH).keys()].filter((place) => tallyOf(sets, place) > 0);
      expect(found).toEqual(places.sort((a, b) => tallyOf(sets, b) - tallyOf(sets, a) || a - b).slice(0, most));
    }),
  );
});

test('two sets have more than so many places in common when more are in both', () => {
  const places = fc.uniqueArray(fc.nat(LENGTH - 1));
  fc.assert(
    fc.property(places, places, fc.double({ min: 0, max: 20, noNaN: true }), (one, other, most) => {
      const both = one.filter((place) => other.includes(place)).length;
      expect(hasMoreInBoth(bitsOf(one), bitsOf(other), most)).toBe(both > most);
    }),
  );
});
