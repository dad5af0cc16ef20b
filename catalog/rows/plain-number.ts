const [ZERO, NINE, POINT] = [0x30, 0x39, 0x2e];
/** Numbers of as many digits are exact, and so is dividing them by a power of ten. */
const MOST_DIGITS = 15;

/** The number that stands in the bytes, which are JSON, if it is one of digits and at most one point; null for any other. */
export function plainNumber(bytes: Uint8Array, from: number, to: number): number | null {
  if (to - from > MOST_DIGITS) return null;
  let digits = 0;
  let divisor = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) {
      digits = digits * 10 + byte - ZERO;
      divisor *= 10;
    } else if (byte === POINT) divisor = 1;
    else return null;
  }
  return divisor === 0 ? digits : digits / divisor;
}
