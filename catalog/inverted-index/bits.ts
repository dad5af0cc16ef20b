/** A set of places of a list, one bit each, 32 to a word. */
export type Bits = Uint32Array;

const wordsFor = (length: number): number => (length + 31) >>> 5;

export const noBits = (length: number): Bits => new Uint32Array(wordsFor(length));

function allBits(length: number): Bits {
  const bits = noBits(length).fill(0xffff_ffff);
  if ((length & 31) !== 0) bits[bits.length - 1] = 2 ** (length & 31) - 1;
  return bits;
}

export function setBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

export const hasBit = (bits: Bits, place: number): boolean =>
  (((bits[place >>> 5] as number) >>> (place & 31)) & 1) === 1;

/** The number of bits of a word that are set. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The places that are in all of the sets, the only one itself; `length` places there are. */
export function inAll(sets: readonly Bits[], length: number): Bits {
  const [first, ...others] = sets;
  if (first === undefined) return allBits(length);
  if (others.length === 0) return first;
  const common = first.slice();
  for (const other of others) for (let word = 0; word < common.length; word++) common[word]! &= other[word] as number;
  return common;
}

/** The number of places, out of `length`, that are in all of the sets. */
export function countInAll(sets: readonly Bits[], length: number): number {
  const [first, ...others] = sets;
  if (first === undefined) return length;
  let count = 0;
  for (let word = 0; word < first.length; word++) {
    let bits = first[word] as number;
    for (let at = 0; bits !== 0 && at < others.length; at++) bits &= (others[at] as Bits)[word] as number;
    if (bits !== 0) count += bitCount(bits);
  }
  return count;
}

/** Tells whether more places than so many are in both of two sets; it looks no further than it takes to be sure. */
export function hasMoreInBoth(one: Bits, other: Bits, most: number): boolean {
  let count = 0;
  for (let word = 0; word < one.length; word++) {
    const both = (one[word] as number) & (other[word] as number);
    if (both === 0) continue;
    count += bitCount(both);
    if (count > most) return true;
  }
  return false;
}

/**
 * Places in how many of the sets each is, as binary numbers: the first word of the tally holds the ones, the second the
 * twos. Its low digits are kept in variables while it is made, since 31 sets need no others.
 */
function tallied(sets: readonly Bits[], word: number, tally: number[]): void {
  for (let digit = LOW_DIGITS; digit < tally.length; digit++) tally[digit] = 0;
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let eights = 0;
  let sixteens = 0;
  for (let at = 0; at < sets.length; at++) {
    let carry = (sets[at] as Bits)[word] as number;
    if (carry === 0) continue;
    let both = ones & carry;
    ones ^= carry;
    if (both === 0) continue;
    carry = both;
    both = twos & carry;
    twos ^= carry;
    if (both === 0) continue;
    carry = both;
    both = fours & carry;
    fours ^= carry;
    if (both === 0) continue;
    carry = both;
    both = eights & carry;
    eights ^= carry;
    if (both === 0) continue;
    carry = both;
    both = sixteens & carry;
    sixteens ^= carry;
    carry = both;
    for (let digit = LOW_DIGITS; carry !== 0; digit++) {
      const before = tally[digit] as number;
      tally[digit] = before ^ carry;
      carry &= before;
    }
  }
  tally[0] = ones;
  tally[1] = twos;
  tally[2] = fours;
  tally[3] = eights;
  tally[4] = sixteens;
}

const LOW_DIGITS = 5;
const digitsFor = (sets: readonly Bits[]) =>
  new Array<number>(Math.max(LOW_DIGITS, 32 - Math.clz32(sets.length))).fill(0);

/** The places that are in at least `least` of the sets. All places of a word are counted at once. */
export function inAtLeast(sets: readonly Bits[], least: number, length: number): Bits {
  if (least <= 0) return allBits(length);
  const found = noBits(length);
  if (least > sets.length) return found;
  const tally = digitsFor(sets);
  for (let word = 0; word < found.length; word++) {
    tallied(sets, word, tally);
    let above = 0;
    let equal = 0xffff_ffff;
    for (let digit = tally.length - 1; digit >= 0; digit--) {
      const bits = tally[digit] as number;
      if ((least >>> digit) & 1) equal &= bits;
      else {
        above |= equal & bits;
        equal &= ~bits;
      }
    }
    found[word] = above | equal;
  }
  return found;
}

/** The places of `among` that are in as many of the sets as any of them is. */
export function inMost(sets: readonly Bits[], among: Bits): Bits {
  const digits = digitsFor(sets);
  const found = new Uint32Array(among.length);
  /** In how many sets those are that were found in each word. */
  const counts = new Uint32Array(among.length);
  let most = 0;
  for (let word = 0; word < among.length; word++) {
    let places = among[word] as number;
    if (places === 0) continue;
    tallied(sets, word, digits);
    let count = 0;
    for (let digit = digits.length - 1; digit >= 0; digit--) {
      const larger = places & (digits[digit] as number);
      if (larger === 0) continue;
      places = larger;
      count += 1 << digit;
    }
    found[word] = places;
    counts[word] = count;
    if (count > most) most = count;
  }
  for (let word = 0; word < found.length; word++) if ((counts[word] as number) < most) found[word] = 0;
  return found;
}

/** Calls `visit` with each place of some set, those in most sets first, then ascending, until it returns false. */
export function eachByTally(sets: readonly Bits[], length: number, visit: (place: number) => boolean): void {
  const digits = digitsFor(sets);
  const words = wordsFor(length);
  const tallies = Array.from(digits, () => new Uint32Array(words));
  /** The most sets that any place is in. */
  let most = 0;
  for (let word = 0; word < words; word++) {
    tallied(sets, word, digits);
    for (let digit = 0; digit < digits.length; digit++) {
      const bits = digits[digit] as number;
      (tallies[digit] as Bits)[word] = bits;
      if (bits !== 0) most |= 1 << digit;
    }
  }
  for (let count = Math.min(most, sets.length); count > 0; count--) {
    for (let word = 0; word < words; word++) {
      let places = 0xffff_ffff;
      for (let digit = 0; digit < tallies.length && places !== 0; digit++) {
        const bits = (tallies[digit] as Bits)[word] as number;
        places &= (count >>> digit) & 1 ? bits : ~bits;
      }
      for (let rest = places; rest !== 0; rest &= rest - 1)
        if (!visit((word << 5) + 31 - Math.clz32(rest & -rest))) return;
    }
  }
}

/** Calls `visit` with each place of a set, ascending. */
export function eachPlace(bits: Bits, visit: (place: number) => void): void {
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1)
      visit((word << 5) + 31 - Math.clz32(rest & -rest));
  }
}
