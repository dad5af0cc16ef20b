import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Hex SHA-256 of a file's bytes. */
export const sha256Of = (path: string): string => hash('sha256', readFileSync(path), 'hex');
