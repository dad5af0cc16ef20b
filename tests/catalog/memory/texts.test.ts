import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinTexts, readerOf, textAt } from '../../../catalog/memory/texts.ts';

const ascii = fc.string({ maxLength: 40 });
const any = fc.string({ unit: 'grapheme', maxLength: 40 });

test('texts come out of their bytes as they went in, one by one or as they are asked for', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(ascii), fc.array(any)), (texts) => {
      const joined = joinTexts(texts);
      const read = readerOf(joined);
      expect(texts.map((_, place) => read(place))).toEqual(texts);
      expect(texts.map((_, place) => textAt(joined, place))).toEqual(texts);
    }),
  );
});
