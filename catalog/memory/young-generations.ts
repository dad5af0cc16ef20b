import { setFlagsFromString } from 'node:v8';

/** V8's own factor, by which a young generation grows once as much has outlived it as it is large. */
const GROWING = 2;
const STAYING = 1;

/**
 * Has the young generations of all threads stay as large as they are, or grow again. While a catalog is written little lives for
 * long in any thread; but a little of each of hundreds of batches would let that of the writing one grow by 70 MB, in some runs.
 */
export function holdYoungGenerations(areHeld: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${areHeld ? STAYING : GROWING}`);
}
