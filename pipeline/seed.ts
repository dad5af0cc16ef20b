import { hash } from 'node:crypto';
import { canonicalJson } from '../schemas/canonical-json.ts';
import type { Draw } from '../schemas/draw.ts';

/** The draws of one step of one task, which depend on these four values and the label alone. */
export function drawFor(runSeed: number, taskId: string, step: string, attempt = 0): Draw {
  const key = hashKeyOf(canonicalJson([runSeed, taskId, step, attempt]));
  return (label, below) => {
    if (!Number.isInteger(below) || below < 1) throw new RangeError(`cannot draw "${label}" below ${below}`);
    // For lists of up to a million items the bias against late items is under one in 10^9.
    return keyedHash(key, label) % below;
  };
}

/** Key that a text is hashed with: 128 bits, as four words. */
type HashKey = readonly [number, number, number, number];

/** A key that is the SHA-256 of a text, cut off. */
export function hashKeyOf(text: string): HashKey {
  const bytes = hash('sha256', text, 'buffer');
  return [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)];
}

/** Stirs the bits of a word so that each of them moves all others (the finish of MurmurHash3). */
function stirred(word: number): number {
  let bits = word;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/**
 * 52 bits of a text under a key: a whole number below 2 ** 52, the same on every machine. It spreads evenly and costs
 * less than half of a SHA-256, of which a task would take thousands. It keeps no secret and resists nobody who looks for two
 * texts with one number.
 */
export function keyedHash([first, second, third, fourth]: HashKey, text: string): number {
  let high = first;
  let low = second;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
    // The product's upper bits are the ones that all lower ones have moved.
    high ^= high >>> 15;
    low ^= low >>> 17;
  }
  high = stirred(high ^ third ^ text.length);
  low = stirred(low ^ fourth ^ high);
  high = stirred(high + low);
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
