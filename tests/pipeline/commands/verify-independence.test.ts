import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { scanImports } from '../../architecture/scan-imports.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Every file of the package that a file is made of, itself among them. */
function madeOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { specifier } of scanImports(readFileSync(join(ROOT, path), 'utf8'))) {
    if (specifier?.startsWith('.')) madeOf(posix.normalize(posix.join(posix.dirname(path), specifier)), seen);
  }
  return seen;
}

test('verify is made of nothing that makes samples, proofs or splits', () => {
  const files = [...madeOf('pipeline/commands/verify.ts')];
  expect(files).toContain('catalog/satisfies.ts');
  expect(files).toContain('pipeline/commands/records/shoppingbench/answers.ts');
  const allowed = /^(?:schemas|catalog|pipeline\/commands|pipeline\/terminal)\//;
  // What questions there are to ask, which fields they are about, and what a right answer is.
  const families =
    /^families\/(?:ecomagentbench\/(?:dialogue|scoring)|language\/field-policy|shoppingbench\/(?:scoring|title-similarity))(?:\.ts$|\/)/;
  expect(files.filter((path) => !allowed.test(path) && !families.test(path))).toEqual([]);
  const makesProofs = ['catalog/answer-set.ts', 'catalog/orders.ts', 'catalog/stated.ts'];
  expect(files.filter((path) => makesProofs.includes(path))).toEqual([]);
});
