import fc from 'fast-check';
import { expect, test } from 'vitest';
import { undisguised } from '../../text/disguises.ts';
import { findMentions } from '../../text/mentions.ts';

const found = (text: string, value: string, field?: string) =>
  findMentions(text, value, field).map(({ start, end }) => text.slice(start, end));

test.each([
  ['one Cyrillic letter', 'a wаterproof one', 'wаterproof'],
  ['Greek capitals', 'a WΑΤΕRΡRΟΟF one', 'WΑΤΕRΡRΟΟF'],
  ['small capitals', 'a ᴡᴀᴛᴇʀᴘʀᴏᴏꜰ one', 'ᴡᴀᴛᴇʀᴘʀᴏᴏꜰ'],
  ['accents', 'a wáterprööf one', 'wáterprööf'],
  ['tags', 'a wat<b>er</b>proof one', 'wat<b>er</b>proof'],
  ['comments', 'a wat<!-- -->erproof one', 'wat<!-- -->erproof'],
  ['marks of emphasis', 'a **water**proof one', 'water**proof'],
  ['terminal codes', 'a water\x1b[0mproof one', 'water\x1b[0mproof'],
  ['a soft hyphen', 'a water&shy;proof one', 'water&shy;proof'],
])('a value is found behind %s, where it stands', (_, text, words) => {
  expect(found(text, 'Waterproof')).toEqual([words]);
});

test('a value is found in entities', () => {
  expect(found('w&#97;terproof', 'Waterproof')).toHaveLength(1);
  expect(found('w&#x61;terproof', 'Waterproof')).toHaveLength(1);
});

test('words that only markup holds together are found each on its own', () => {
  expect(found('black</b><i>red', 'Red', 'Color')).toEqual(['red']);
  expect(found('<small>', 'Small', 'Size')).toEqual(['small']);
});

test.each(['black', 'Black & Decker', 'a < b', '5 * 3', 'Россия', 'Цвет чёрный, рост 5', 'Ελλάδα'])(
  'a text that hides nothing is read as it stands: %j',
  (text) => expect(undisguised(text)).toBeUndefined(),
);

test('a text in another script keeps its own words', () => {
  expect(found('сон и рост', 'poct')).toEqual([]);
});

test('every unit of a reading comes from a place of the text, in order', () => {
  const part = fc.constantFrom('a', 'é', 'а', '<b>', '&amp;', '&#97;', '**', ' ', '4,5', '漢', '\u0301', '😀');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const read = undisguised(text);
      if (read === undefined) return;
      expect(read.origin).toHaveLength(read.text.length + 1);
      expect(read.origin.at(-1)).toBe(text.length);
      for (let at = 1; at < read.origin.length; at++)
        expect(read.origin[at] as number).toBeGreaterThanOrEqual(read.origin[at - 1] as number);
    }),
  );
});
