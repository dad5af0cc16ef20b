import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Folders whose content decides what a task becomes. */
const DECIDING = ['catalog', 'families', 'pipeline', 'prompts', 'schemas', 'stages'];

/** Files in them that decide nothing. */
const IDLE: ReadonlySet<string> = new Set([join('models', 'prices.yaml')]);

export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Digest of what this program runs on that its results may depend on: Unicode data and the installed packages. */
export function runtimeDigest(): string {
  const { icu = '', unicode = '' } = process.versions;
  const packages = readFileSync(join(ROOT, 'package-lock.json'));
  return createHash('sha256').update(`${icu}\0${unicode}\0`).update(packages).digest('hex');
}

let known: string | null = null;

/** Digest of every file that decides what a task becomes: with other code, finished tasks are built again. */
export function codeDigest(): string {
  known ??= codeDigestNow();
  return known;
}

/** The same as the files are now, which may have changed since this program was started. */
export function codeDigestNow(): string {
  const digest = createHash('sha256');
  for (const folder of DECIDING.filter((name) => existsSync(join(ROOT, name)))) {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:ts|ya?ml|md|txt|json)$/.test(name) && !IDLE.has(name),
    );
    for (const name of names.sort())
      digest
        .update(`${folder}/${name}\0`)
        .update(readFileSync(join(ROOT, folder, name)))
        .update('\0');
  }
  return digest.digest('hex');
}
