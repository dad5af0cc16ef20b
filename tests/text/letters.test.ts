import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lettersOf } from '../../text/spellings.ts';

test('the letters of a text in ASCII are the same, in the same places, where a letter beyond it follows', () => {
  const part = fc.constantFrom('RTX', 'a', '3080', '12', 'GB', ' ', '  ', '-', '/', '1', '.', ',', '%', '"', '\n', '_');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const { letters, places, signs } = lettersOf(`${text} é`);
      expect(letters.at(-1)).toBe('é');
      expect(lettersOf(text)).toEqual({
        letters: letters.slice(0, -1),
        places: places.slice(0, -1),
        signs: signs.slice(0, -1),
      });
    }),
  );
});
