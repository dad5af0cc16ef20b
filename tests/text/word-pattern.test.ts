import { expect, test } from 'vitest';
import { asciiTwin, WordPattern } from '../../text/word-pattern.ts';

const BOUNDED = String.raw`(?<![\p{L}\p{N}])(?:caf[eé]|\[?\p{L}+-\d|st[^\p{M}]p)(?![\p{L}\p{N}])`;

test('the twin of an expression has no classes of Unicode', () => {
  expect(asciiTwin(BOUNDED)).toBe(String.raw`(?<![a-zA-Z0-9])(?:caf[eé]|\[?[a-zA-Z]+-\d|st[^\u0300]p)(?![a-zA-Z0-9])`);
});

test.each([String.raw`\p{Sc}\d+`, String.raw`\P{L}`, String.raw`[\p{Script=Han}]`])(
  'an expression with a class that is not listed has no twin: %s',
  (source) => expect(asciiTwin(source)).toBeNull(),
);

test.each([
  'one cafe, please',
  'un café',
  'cafes',
  'écafe',
  'a [rj-4',
  'STEP BY STEP',
  'a stop9 stop',
  'ſtop',
  'stép',
  'x₂cafe',
  '',
])('a text is found where the expression itself finds it, in ASCII or not: %j', (text) => {
  for (const flags of ['u', 'iu']) {
    const pattern = new WordPattern(BOUNDED, flags);
    const whole = new RegExp(BOUNDED, flags);
    expect(pattern.exec(text)).toEqual(whole.exec(text));
    expect(pattern.test(text)).toBe(whole.test(text));
  }
});

test('an expression without a twin is tried itself', () => {
  const price = new WordPattern(String.raw`\p{Sc}\d`, 'u');
  expect([price.test('$5'), price.test('€5'), price.test('5')]).toEqual([true, true, false]);
});

test('a source is built where it is first tried', () => {
  let built = 0;
  const pattern = new WordPattern(() => {
    built++;
    return 'a';
  }, 'u');
  expect(built).toBe(0);
  for (const text of ['a', 'b', 'a']) pattern.test(text);
  expect(built).toBe(1);
});
