import { expect, test } from 'vitest';
import { writtenText } from '../../../cli/lexicon/build-lexicon.ts';

const proposals = { accepted: { clues: 12, values: 4, fields: 1, types: 2 }, refused: [] };

test.each([
  ['en', 'Datasets are built from it offline: --lexicon shop.yaml'],
  ['zh', 'Datasets are built from it with --writer openai --language zh: --lexicon shop.yaml'],
  ['de', 'Datasets are built from it with --writer openai --language de: --lexicon shop.yaml'],
])('what was proposed in "%s" is said to be used by a writer of that language', (language, expected) => {
  const text = writtenText(proposals, 'shop.yaml', language);
  expect(text).toMatch(/^shop\.yaml is written: 12 clues for 4 values, .* 1 field and 2 product types; 0 refused/);
  expect(text.endsWith(expected)).toBe(true);
});
