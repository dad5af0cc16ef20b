import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXPRESSIONS, readWords } from '../../lexicon/index.ts';
import { englishExpressions, englishLists } from './english-lists.ts';
import { sourceFiles } from './source-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const files = sourceFiles(ROOT);

test('no list of English words stands in code that reads or writes texts: they are in lexicon/en', () => {
  expect(englishLists(files)).toEqual([]);
});

test('no rule of English grammar stands in code: expressions with alternatives are of codes, endings and names', () => {
  expect(englishExpressions(files)).toEqual([]);
});

test.each([
  '/(?:and|or)/',
  '/^(?:small|medium|large)$/',
  '/out of|of (?:5|five)|stars?|rating/',
  "'shop|store|seller'",
])('an expression of English in code is found: %s', (source) =>
  expect(englishExpressions([{ path: 'text/numbers.ts', source }])).toHaveLength(1),
);

test.each(['/(?:a|b)+/', "type Kind = 'least' | 'most' | 'between';", '// one|two|three', '/[aeiou]y$/'])(
  'an expression of letters, a type and a comment are none: %s',
  (source) => expect(englishExpressions([{ path: 'text/numbers.ts', source }])).toEqual([]),
);

test('no table of English words stands outside lexicon/en: families read theirs from there', () => {
  const tables = readdirSync(join(ROOT, 'families'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.ya?ml$/.test(name) && !/mutations/.test(name),
  );
  expect(tables).toEqual([]);
});

test('every expression of lexicon/en is one that the code goes by', () => {
  const code = files.map(({ source }) => source).join('\n');
  const names = EXPRESSIONS.flatMap((file) => Object.keys(readWords(file) as object));
  expect(names.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

test('no table of words stands beside code that every language shares', () => {
  const tables = ['text', 'catalog', 'shopping', 'stages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name)),
  );
  expect(tables).toEqual([]);
  expect(existsSync(join(ROOT, 'lexicon/en/words.yaml'))).toBe(true);
});

const WORDS = 'one two three four five six seven eight nine ten eleven twelve thirteen';
test.each([
  ['cut at spaces', `const SMALL = new Set('${WORDS}'.split(' '));`],
  ['cut at any space', `const SMALL = new Set(\`${WORDS}\`.split(/\\s+/));`],
  ['handed to a function', `const SMALL = words(\`${WORDS}\`);`],
  [
    'written one by one',
    `const SMALL = [${WORDS.split(' ')
      .map((word) => `'${word}'`)
      .join(', ')}];`,
  ],
])('a list of English words in code is found: %s', (_, source) => {
  expect(englishLists([{ path: 'text/numbers.ts', source }])).toHaveLength(1);
  expect(englishLists([{ path: 'lexicon/en/numbers.ts', source }])).toEqual([]);
});

test.each([
  "const UNITS = 'mm cm m km'.split(' ');",
  "throw new Error('expected one of the words that a list of them may hold here');",
])('a short list and a sentence are none: %s', (source) =>
  expect(englishLists([{ path: 'text/numbers.ts', source }])).toEqual([]),
);
