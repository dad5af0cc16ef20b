import { hash } from 'node:crypto';
import { canonicalJson } from '../../schemas/canonical-json.ts';

/**
 * Hex SHA-256 of the canonical JSON of a list of parts: the form of every digest a run publishes, written here once more
 * so that what checks digests shares nothing with what makes them but canonical JSON.
 */
export const digestOfParts = (...parts: readonly unknown[]): string => hash('sha256', canonicalJson(parts), 'hex');
