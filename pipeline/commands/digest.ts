import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson } from '../../schemas/canonical-json.ts';

/**
 * Hex SHA-256 of the canonical JSON of a list of parts: the form of every digest a run publishes, written here once more
 * so that what checks digests shares nothing with what makes them but canonical JSON.
 */
export const digestOfParts = (...parts: readonly unknown[]): string => hash('sha256', canonicalJson(parts), 'hex');

/** Hex SHA-256 of a file's bytes. */
export const sha256Of = (path: string): string => hash('sha256', readFileSync(path), 'hex');
