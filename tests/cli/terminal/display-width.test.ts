import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth, fillLines, padEnd, padStart, truncate, wrap } from '../../../cli/terminal/display-width.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersIn = (sample: string) => [...segmenter.segment(sample)].length;
const text = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('the width of a text in a terminal', () => {
  test.each([
    ['abc', 3],
    ['', 0],
    ['预算', 4],
    ['ﾃﾝﾄ', 3],
    ['テント', 6],
    ['예산', 4],
    ['Ｆｕｌｌ', 8],
    ['é', 1],
    ['e\u0301', 1],
    ['เต็นท์', 4],
    ['🛒', 2],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['✔', 1],
    ['…', 1],
  ])('%j takes %i columns', (sample, width) => expect(displayWidth(sample)).toBe(width));

  test('a truncated text is never wider than its room, and a text that fits is left alone', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 50 }), (sample, width) => {
        const shown = truncate(sample, width);
        expect(displayWidth(shown)).toBeLessThanOrEqual(width);
        if (displayWidth(sample) <= width) expect(shown).toBe(sample);
      }),
    );
  });

  test('a wide character that does not fit whole is left out, not cut in half', () => {
    expect(truncate('预算不够', 4)).toBe('预…');
  });

  test('padded texts are exactly as wide as asked, on either side', () => {
    expect(padEnd('预算', 6)).toBe('预算  ');
    expect(padStart('预算', 6)).toBe('  预算');
    expect(padStart('budget', 3)).toBe('budget');
  });
});

describe('a wrapped text', () => {
  test('keeps every word whole that is narrower than a line', () => {
    expect(wrap('no product has a voucher that people would write', 20)).toEqual([
      'no product has a',
      'voucher that people',
      'would write',
    ]);
  });

  test('cuts only what is wider than a line', () => {
    expect(wrap('see extraordinarily long', 8)).toEqual(['see', 'extraord', 'inarily', 'long']);
  });

  test('has no line wider than asked and loses no character but white space', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (sample, width) => {
        const lines = wrap(sample, width);
        for (const line of lines) {
          // Some characters made of several marks are wider than the narrowest lines.
          if (charactersIn(line) > 1) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        }
        expect(lines.join('').replace(/\s/g, '')).toBe(sample.replace(/\s/g, ''));
      }),
    );
  });

  test('ends even where a single character is wider than the line', () => {
    expect(fillLines(['预算'], 1)).toEqual(['预', '算']);
  });
});
