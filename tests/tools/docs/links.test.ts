import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES, readPage } from '../../../tools/docs/blocks.ts';
import { anchorsOf, deadLinks, missingPaths } from '../../fixtures/page-links.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

test('a heading is found by the anchor GitHub gives it', () => {
  const page = '# What `verify` does\n```sh\n# no heading\n```\n## Twice\n## Twice\n';
  expect([...anchorsOf(page)]).toEqual(['what-verify-does', 'twice', 'twice-1']);
});

test.each([
  ['[a](docs/nowhere.md)', 'docs/nowhere.md is not there'],
  ['[a](#nothing)', 'has no such heading'],
  ['[a](README.md#a-heading-nobody-wrote)', 'README.md has no such heading'],
])('a link that leads nowhere is found: %s', (page, words) => {
  const read = (path: string) => (path === 'page.md' ? page : readPage(path));
  expect(deadLinks('page.md', read, ROOT)).toEqual([expect.stringContaining(words)]);
});

test('a path that is not there is found', () => {
  expect(missingPaths('page.md', () => '`cli/build-settings.ts` and `cli/nothing.ts`', ROOT)).toEqual([
    'page.md: names cli/nothing.ts, which is not there',
  ]);
});

test.each(PAGES)('%s links to files and headings that are there, and names files that are', (path) => {
  expect([...deadLinks(path, readPage, ROOT), ...missingPaths(path, readPage, ROOT)]).toEqual([]);
});
