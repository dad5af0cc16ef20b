import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeForTerminal } from '../../../cli/terminal/escape.ts';

test.each([
  ['\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
  ['\u001b]0;title\u0007', '\\u{1b}]0;title\\u{7}'],
  ['two\nlines\tand\rback', 'two\\nlines\\tand\\u{d}back'],
  ['abc\u202edcba', 'abc\\u{202e}dcba'],
  ['zero\u200bwidth', 'zero\\u{200b}width'],
  ['half \ud800 pair', 'half \\u{d800} pair'],
  ['\u009b31m', '\\u{9b}31m'],
])('text that would steer the terminal is shown instead: %j', (text, shown) =>
  expect(escapeForTerminal(text)).toBe(shown),
);

test.each(['4-person tent, 2 kg', '预算 ≤ ¥500', 'Zelt für zwei', 'C:\\tents', ''])(
  'ordinary text is left alone: %j',
  (text) => expect(escapeForTerminal(text)).toBe(text),
);

test('no control or format character is ever left', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeForTerminal(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
  );
});
