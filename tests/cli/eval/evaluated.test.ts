import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEvaluation } from '../../../cli/eval/evaluated.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';

test('a build given to compare is sent to the audit that compares builds, and an empty folder is not', () => {
  const folder = temporaryFolder();
  expect(() => readEvaluation(folder, 'compare')).toThrow(/such as out\/sample\/eval\/oracle$/);
  writeFileSync(join(folder, 'manifest.json'), '{}');
  expect(() => readEvaluation(folder, 'compare')).toThrow(`npm run audit -- ${folder} --against <the other>`);
  expect(() => readEvaluation(folder, 'regrade')).toThrow(/such as out\/sample\/eval\/oracle$/);
});
