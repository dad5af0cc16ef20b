import { randomBytes } from 'node:crypto';

/** The number of words of a digest. */
export const DIGEST_WORDS = 3;

/** The random start of all digests of one catalog. No two catalogs share it, so that nobody can make two texts meet. */
export type DigestKey = Uint32Array;

export function newDigestKey(): DigestKey {
  const bytes = randomBytes(DIGEST_WORDS * 4);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/**
 * The digest of a text after what `from` is the digest of: 96 bits in three lanes that mix each unit into all their bits.
 * It tells the values and ids of a catalog apart in memory, where their texts would not fit: among 100 million texts the
 * chance that two meet is 1 in 10^13. Nothing that is stored depends on it.
 */
export function digestOf(text: string, from: DigestKey, into = new Uint32Array(DIGEST_WORDS), place = 0): Uint32Array {
  let a = from[0] as number;
  let b = from[1] as number;
  let c = from[2] as number;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b ^ unit, 0x85ebca77);
    b ^= b >>> 13;
    c = Math.imul(c ^ unit, 0xc2b2ae3d);
    c ^= c >>> 16;
  }
  return ended(a, b, c, text.length, into, place);
}

/** `digestOf` a text of ASCII alone, from its bytes. */
export function digestOfAscii(bytes: Uint8Array, start: number, end: number, from: DigestKey, into: Uint32Array): void {
  let a = from[0] as number;
  let b = from[1] as number;
  let c = from[2] as number;
  for (let at = start; at < end; at++) {
    const unit = bytes[at] as number;
    a = Math.imul(a ^ unit, 0x9e3779b1);
    a ^= a >>> 15;
    b = Math.imul(b ^ unit, 0x85ebca77);
    b ^= b >>> 13;
    c = Math.imul(c ^ unit, 0xc2b2ae3d);
    c ^= c >>> 16;
  }
  ended(a, b, c, end - start, into, 0);
}

/** A text and the same text cut elsewhere must differ: the end counts as a unit of its own. */
function ended(a: number, b: number, c: number, length: number, into: Uint32Array, place: number): Uint32Array {
  const first = Math.imul(a ^ (length + 0x10000), 0x27d4eb2f);
  into[place] = first ^ (first >>> 15);
  const second = Math.imul(b ^ (length + 0x10000), 0x165667b1);
  into[place + 1] = second ^ (second >>> 13);
  const third = Math.imul(c ^ (length + 0x10000), 0x9e3779b1);
  into[place + 2] = third ^ (third >>> 16);
  return into;
}
