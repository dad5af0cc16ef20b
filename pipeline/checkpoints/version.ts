import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Digest of what this program runs on that its results may depend on: Unicode data and the installed packages. */
export function runtimeDigest(): string {
  const { icu = '', unicode = '' } = process.versions;
  const packages = readFileSync(join(ROOT, 'package-lock.json'));
  return createHash('sha256').update(`${icu}\0${unicode}\0`).update(packages).digest('hex');
}
