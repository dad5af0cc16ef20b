import { expect, test } from 'vitest';
import { wordsAlone } from '../../text/words-alone.ts';

const found = new RegExp(wordsAlone(['weiß', 'grün', 'green tea']), 'u');

test.each(['Weiß', 'weiß matt', 'GRÜN', 'Grün/weiß', 'Green Tea', 'mit GREEN TEA'])(
  'a word is found in any letters: %s',
  (text) => expect(found.test(text)).toBe(true),
);

test.each(['weißlich', 'immergrün', 'green teal', ''])('a word within another is not found: %s', (text) =>
  expect(found.test(text)).toBe(false),
);
