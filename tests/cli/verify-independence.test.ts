import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { scanImports } from '../architecture/scan-imports.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Every file of the package that a file is made of, itself among them. */
function madeOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { specifier } of scanImports(readFileSync(join(ROOT, path), 'utf8'))) {
    if (specifier?.startsWith('.')) madeOf(posix.normalize(posix.join(posix.dirname(path), specifier)), seen);
  }
  return seen;
}

const RECOUNTS =
  /^(?:cli\/verify\/(?:agreement|identity|ledger|rows|splits)|shopping\/(?:recount|agents)\/.*|families\/[^/]+\/(?:recount|agents\/.*))\.ts$/;

test('answer sets, ledger, rows, splits, digests and agents are recounted by nothing that makes samples, proofs or splits', () => {
  const recounts = [...madeOf('cli/verify/verify.ts')].filter((path) => RECOUNTS.test(path));
  expect(recounts).toEqual(
    expect.arrayContaining([
      'cli/verify/agreement.ts',
      'families/ecomagentbench/recount.ts',
      'families/shoppingbench/recount.ts',
      'shopping/agents/tally.ts',
    ]),
  );
  const files = [...new Set(recounts.flatMap((path) => [...madeOf(path)]))];
  expect(files).toContain('shopping/kinds/index.ts');
  const makes =
    /^stages\/|^families\/[^/]+\/(?:gates|writers|planning|opinions|partition|needs)\/|\/(?:select|locking|building)\.ts$/;
  expect(files.filter((path) => makes.test(path))).toEqual([]);
  const makesProofs = ['shopping/answers/answer-set.ts', 'families/shoppingbench/order-index.ts'];
  expect(files.filter((path) => makesProofs.includes(path))).toEqual([]);
});
