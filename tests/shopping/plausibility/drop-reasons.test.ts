import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DROP_REASONS } from '../../../shopping/plausibility/judgement.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDERS = ['shopping/plausibility', 'stages/extract'];

/** The words that reasons written in the code start with. */
function written(): Set<string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
  );
  return new Set(
    files.flatMap((text) =>
      [...text.matchAll(/(?<!english(?:Expression|Pattern)\()[`'](\w+): (?=[^\n]*[`'])/g)].map(
        ([, word]) => word as string,
      ),
    ),
  );
}

test('every reason to drop a detail is explained, and none is explained that nothing gives', () => {
  expect([...written()].sort()).toEqual(Object.keys(DROP_REASONS).sort());
});
