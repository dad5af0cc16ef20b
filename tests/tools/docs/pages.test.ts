import { expect, test } from 'vitest';
import { BLOCKS, blocksIn, PAGES, readPage, rendered } from '../../../tools/docs/blocks.ts';

const page = 'before\n<!-- generated: weather -->\n\nrain\n\n<!-- end -->\nafter';

test('a block is made anew, and what stands around it stays', () => {
  const blocks = { weather: () => 'sun' };
  const after = rendered(page, blocks);
  expect(after).toBe('before\n<!-- generated: weather -->\n\nsun\n\n<!-- end -->\nafter');
  expect(rendered(after, blocks)).toBe(after);
});

test('a block that nobody makes is refused by its name', () => {
  expect(() => rendered(page, { traffic: () => '' })).toThrow('a block "weather", expected traffic');
});

test.each(PAGES)('%s is as `npm run docs` writes it', (path) => {
  expect(rendered(readPage(path))).toBe(readPage(path));
});

test('every generated block stands in a page', () => {
  expect(PAGES.flatMap((path) => blocksIn(readPage(path))).sort()).toEqual(Object.keys(BLOCKS).sort());
});
