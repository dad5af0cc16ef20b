import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../pipeline/folder/atomic-file.ts';
import { BLOCKS } from './blocks.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The pages people read, by their path in the project. */
export const PAGES: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  ...globSync('docs/**/*.md', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort(),
];

export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const BLOCK = /(<!-- generated: ([^>]+?) -->\n)[\s\S]*?(?=<!-- end -->)/g;

/** A page with its generated blocks made anew; throws a RangeError for a block of a name nobody makes. */
export const rendered = (page: string, blocks: Readonly<Record<string, () => string>> = BLOCKS): string =>
  page.replace(BLOCK, (_, start: string, name: string) => {
    const block = blocks[name];
    if (block === undefined)
      throw new RangeError(`a page has a block "${name}", expected ${Object.keys(blocks).join(', ')}`);
    return `${start}\n${block()}\n\n`;
  });

/** Names of the blocks a page holds. */
export const blocksIn = (page: string): string[] => [...page.matchAll(BLOCK)].map(([, , name]) => name ?? '');

/** Writes the pages whose generated blocks have changed, and gives their paths. */
export function writePages(): string[] {
  return PAGES.filter((path) => {
    const page = readPage(path);
    const current = rendered(page);
    if (current !== page) writeAtomically(join(ROOT, path), current);
    return current !== page;
  });
}
