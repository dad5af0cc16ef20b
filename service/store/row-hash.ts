import { hash } from 'node:crypto';
import { canonicalJson } from '../../schemas/canonical-json.ts';

/** 128 bits of a row or of a sum of rows. */
export type RowHash = bigint;

const BITS = 128;
const known = new WeakMap<object, RowHash>();

/** The first bits of the SHA-256 of a row's canonical JSON; rows never change, so it is made once a row. */
export function rowHash(row: object): RowHash {
  let found = known.get(row);
  if (found === undefined) {
    found = BigInt(`0x${hash('sha256', canonicalJson(row), 'hex').slice(0, BITS / 4)}`);
    known.set(row, found);
  }
  return found;
}

/** A sum of hashes without some: it depends on which rows there are, not on their order. */
export function sumOf(hashes: readonly RowHash[], without: readonly RowHash[] = []): RowHash {
  let sum = 0n;
  for (const one of hashes) sum += one;
  for (const one of without) sum -= one;
  return BigInt.asUintN(BITS, sum);
}
