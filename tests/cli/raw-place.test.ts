import { expect, test } from 'vitest';
import { placeWord, rawPlace } from '../../cli/raw-place.ts';

test.each([
  ['shop.json', 'row', 'shop.json, row 6'],
  ['shop.json.gz', 'row', 'shop.json.gz, row 6'],
  ['shop.jsonl', 'line', 'shop.jsonl:6'],
  ['shop.csv', 'line', 'shop.csv:6'],
])('what is counted in %s is called a %s', (file, word, place) => {
  expect(placeWord(file)).toBe(word);
  expect(rawPlace({ file, line: 6 })).toBe(place);
});
