import { canonicalJson } from '../schemas/canonical-json.ts';
import type { Draw } from '../schemas/draw.ts';
import { hashKeyOf, keyedHash } from './keyed-hash.ts';

/** The draws of one step of one task, which depend on these four values and the label alone. */
export function drawFor(runSeed: number, taskId: string, step: string, attempt = 0): Draw {
  const key = hashKeyOf(canonicalJson([runSeed, taskId, step, attempt]));
  return (label, below) => {
    if (!Number.isInteger(below) || below < 1) throw new RangeError(`cannot draw "${label}" below ${below}`);
    // For lists of up to a million items the bias against late items is under one in 10^9.
    return keyedHash(key, label) % below;
  };
}
