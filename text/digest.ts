import { hash } from 'node:crypto';
import { canonicalJson } from '../schemas/canonical-json.ts';

/** Hex SHA-256 of the canonical JSON of the parts. */
export function digestOf(...parts: readonly unknown[]): string {
  return hash('sha256', canonicalJson(parts), 'hex');
}
