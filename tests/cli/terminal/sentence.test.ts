import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { sentence, tell, windowOf } from '../../../cli/terminal/sentence.ts';

test('a sentence is broken at white space where its window ends, and goes on indented', () => {
  expect(sentence('out/sample: ecomagentbench, dataset digest bc39', 24)).toBe(
    'out/sample:\n  ecomagentbench,\n  dataset digest bc39',
  );
});

test('without a window, as in a log, a sentence is one line', () => {
  const text = 'a word '.repeat(100).trim();
  expect(sentence(text, null)).toBe(text);
  expect(windowOf({})).toBeNull();
  expect(windowOf({ columns: 60 })).toBe(60);
});

test('a path that is wider than the window stays whole, for whoever copies it', () => {
  expect(sentence('see a/very/long/path/of/a/file.json for why', 12)).toBe(
    'see\n  a/very/long/path/of/a/file.json\n  for why',
  );
});

test('no line is wider than the window but for a single word, and nothing is lost', () => {
  const words = fc.array(fc.string({ minLength: 1, maxLength: 9, unit: fc.constantFrom(...'abcdé中 ') }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 80 }), (drawn, window) => {
      const text = drawn.join(' ').trim().replace(/\s+/g, ' ');
      const lines = sentence(text, window).split('\n');
      for (const line of lines) if (line.trim().includes(' ')) expect(displayWidth(line)).toBeLessThanOrEqual(window);
      expect(lines.map((line) => line.trim()).join(' ')).toBe(text);
    }),
  );
});

test('what a sentence quotes reaches the terminal escaped', () => {
  const written: string[] = [];
  tell({ columns: 40, write: (text) => written.push(text) }, 'found \u001b[31m and a\nbreak');
  expect(written).toEqual(['found \\u{1b}[31m and a\\nbreak\n']);
});
