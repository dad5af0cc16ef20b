/** Numbers as the bytes that are stored, the lowest byte first. */
export const asBytes = (numbers: Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

const aligned = (bytes: Uint8Array, width: number) => (bytes.byteOffset % width === 0 ? bytes : bytes.slice());

/** Whole numbers that were stored as bytes, as this program keeps them. */
export function asNumbers(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = aligned(bytes, Uint32Array.BYTES_PER_ELEMENT);
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}

/** Any numbers that were stored as bytes, as this program keeps them. */
export function asFloats(bytes: Uint8Array): Float64Array {
  const { buffer, byteOffset, byteLength } = aligned(bytes, Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT);
}
