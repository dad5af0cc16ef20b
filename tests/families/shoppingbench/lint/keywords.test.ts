import { expect, test } from 'vitest';
import {
  keywordInQuestion,
  keywordReused,
  keywordShort,
  keywordUntitled,
  keywordWithinWord,
} from '../../../../families/shoppingbench/lint/keywords.ts';
import type { LintTask } from '../../../../families/shoppingbench/lint/task.ts';
import type { Counter } from '../../../../pipeline/foreign-lint.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

const knowing = (keyword: string | number, { query = 'Which bow?', title = 'A bow', line = 1 } = {}) =>
  taskWith({ query, line, keyword, products: [{ title }] });
const found = (counter: Counter<LintTask>, ...parameters: Parameters<typeof knowing>) =>
  foundIn(counter, knowing(...parameters))[0];

test.each<Counter<LintTask>>([keywordInQuestion, keywordReused, keywordShort, keywordUntitled, keywordWithinWord])(
  '$code looks at knowledge tasks only',
  (counter) => {
    expect(lookedAt(counter, taskWith())).toBe(0);
    expect(lookedAt(counter, knowing('Violin'))).toBe(1);
  },
);

test.each([1989, 'Mask', '6.', '牛', '1977 '])('%j is a short keyword', (keyword) => {
  expect(found(keywordShort, keyword)).toHaveLength(1);
});

test('five characters are enough', () => expect(found(keywordShort, 'Viola')).toEqual([]));

test.each([
  ['as it is', 'Texas', "a tablecloth for Texas Hold'em"],
  ['in another case', 'Third', 'a third-generation brake switch'],
  ['in the plural', 'college student', 'a backpack for college students'],
  ['as part of a compound', 'Two', 'a pair of two-tooth clogs'],
])('a keyword that stands in the question %s is given away', (_, keyword, query) => {
  expect(found(keywordInQuestion, keyword, { query })).toEqual([keyword]);
});

test.each([
  ['within a longer word', 'Lu', 'a plush toy'],
  ['not at all', 'Violin', 'a horsetail bow to play this instrument'],
  ['only within a longer number', '6.', 'a crimping tool of 16 mm'],
])('a keyword that stands in the question %s is not', (_, keyword, query) => {
  expect(found(keywordInQuestion, keyword, { query })).toEqual([]);
});

test('a keyword of an earlier task is reused, with white space or in another case too', () => {
  const tasks = [
    knowing('1977 ', { line: 1 }),
    knowing('Bonnie', { line: 2 }),
    knowing(1977, { line: 3 }),
    knowing('BONNIE', { line: 4 }),
  ];
  expect(foundIn(keywordReused, ...tasks)).toEqual([[], [], ['1977, as in line 1'], ['BONNIE, as in line 2']]);
});

test('a keyword that extends an earlier one is its own', () => {
  expect(foundIn(keywordReused, knowing('August'), knowing('August 2019')).flat()).toEqual([]);
});

test('a keyword must stand in the title, in any case', () => {
  expect(found(keywordUntitled, 'violin', { title: 'A Violin bow' })).toEqual([]);
  expect(found(keywordUntitled, 'Viola', { title: 'A Violin bow' })).toEqual(['Viola']);
});

test.each([
  ['June 3', 'Expiry: June 30 2025', ['June 3 in Expiry: June 30 2025']],
  ['June 3', 'June 3 calendar', []],
  ['1.65', '1.65M/1.8M rod', []],
  ['Stone', 'Pebbles Stones', []],
  ['Viola', 'Violin', []],
])('whether %j is a word of its own in %j: %j', (keyword, title, expected) => {
  expect(found(keywordWithinWord, keyword, { title })).toEqual(expected);
});
