import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson } from '../schemas/canonical-json.ts';

/** Hex SHA-256 of the canonical JSON of the parts. */
export function digestOf(...parts: readonly unknown[]): string {
  return hash('sha256', canonicalJson(parts), 'hex');
}

/** Tells whether a query is the one that people read: short, since nobody makes up another on purpose. */
export const textDigest = (query: string): string => (query === '' ? '' : digestOf('query', query).slice(0, 8));

/** Hex SHA-256 of a file's bytes. */
export const sha256Of = (path: string): string => hash('sha256', readFileSync(path), 'hex');
