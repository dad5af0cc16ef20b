import { expect, test } from 'vitest';
import { colourWanted, styled } from '../../../cli/terminal/colour.ts';

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: false }, {}, false],
  [{}, {}, false],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{ isTTY: false }, { FORCE_COLOR: '1' }, true],
  [{ isTTY: true }, { FORCE_COLOR: '0' }, false],
  [{ isTTY: true }, { FORCE_COLOR: 'false' }, false],
  [{ isTTY: false }, { FORCE_COLOR: '' }, false],
  [{ isTTY: false }, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('a stream %j in an environment %j is coloured: %j', (stream, env, wanted) =>
  expect(colourWanted(stream, env)).toBe(wanted),
);

test('a style leaves the text as it was where no colour is wanted', () => {
  expect(styled('short', 'red', false)).toBe('short');
  expect(styled('short', null, true)).toBe('short');
  expect(styled('', 'red', true)).toBe('');
  expect(styled('short', 'red', true)).toBe('\u001b[31mshort\u001b[39m');
});
