import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanText,
  containsWords,
  escapeForTerminal,
  normaliseText,
  normaliseValue,
  tokensOf,
} from '../../text/normalise.ts';
import { tokenPlaces } from '../../text/tokens.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';
import { cpuMsOf } from '../fixtures/spent.ts';

describe('tokens', () => {
  test.each([
    ['1.69 Inches', ['1.69', 'inches']],
    ['5.8GHz', ['5.8', 'ghz']],
    ['16GB DDR4', ['16', 'gb', 'ddr4']],
    ['USB-C', ['usb', 'c']],
    ["men's", ['mens']],
    ['men’s', ['mens']],
    ['10,000.50', ['10000.50']],
    ['1,00', ['1', '00']],
    ['10x20', ['10', 'x', '20']],
    ['10 × 20', ['10', 'x', '20']],
    ['Bluetooth5.0', ['bluetooth', '5.0']],
    ['RJ45', ['rj45']],
    ['.5 oz', ['0.5', 'oz']],
    ['5½ in', ['5.5', 'in']],
    ['Pro™ café', ['pro', 'café']],
    ['４Ｋ　ＵＨＤ', ['4', 'k', 'uhd']],
    ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['Bl\u200bue\u00adtooth', ['bluetooth']],
    ['', []],
    ['—!?', []],
  ])('%j has the tokens %j', (text, tokens) => expect(tokensOf(text)).toEqual(tokens));

  test('a script without spaces is cut into words and leaves other scripts beside it whole', () => {
    expect(tokensOf('USB不锈钢杯')[0]).toBe('usb');
    expect(tokensOf('USB不锈钢杯').length).toBeGreaterThan(2);
    expect(tokensOf('สายชาร์จสีดำ').join('')).toBe('สายชาร์จสีดำ'.normalize('NFKC'));
    expect(tokensOf('สายชาร์จสีดำ').length).toBeGreaterThan(1);
  });

  test('a token of any text is in lower case, not empty and a fixed point of tokenising its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const tokens = tokensOf(text);
        expect(tokens.every((token) => token !== '' && !/\s/.test(token))).toBe(true);
        const normal = normaliseText(text);
        expect(normaliseText(normal).replaceAll(' ', '')).toBe(normal.replaceAll(' ', ''));
      }),
    );
  });

  test('tokens with places are the tokens, and every place lies in the text in order', () => {
    const characters = fc.constantFrom(...'aZ5.,\'" -éﬁ½™ｶﾞガ각不锈ก็สा́😀\u200bİß');
    fc.assert(
      fc.property(fc.array(characters), (parts) => {
        const text = parts.join('');
        const { tokens, starts, ends } = tokenPlaces(text);
        expect(tokens).toEqual(tokensOf(text));
        for (let at = 0; at < tokens.length; at++) {
          expect(starts[at]!).toBeLessThan(ends[at]!);
          expect(ends[at]!).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe('option values are equal when only their writing differs', () => {
  test.each([
    ['1.69 Inches', '1.69 in', '1.69"', '1.69 inch', '1.690″'],
    ['64GB', '64 GB', '64 gigabytes', '64 Gigabyte'],
    ['1,000', '1000', '1000.0'],
    ['1.0 Count', '1 count', '1 ct'],
    ['6 Feet', '6 ft', '6 foot', "6'"],
    ['8 fluid ounces', '8 Fl Oz', '8 fl. oz.', '8.0 Fluid Ounce'],
    ['5000 milliamp hours', '5000mAh'],
    ['5.8 GHz', '5.8ghz', '5.80 gigahertz'],
    ['AC & Battery', 'AC and Battery'],
    ['100% Cotton', '100 percent cotton'],
    [`5'6"`, '5 ft 6 in'],
    ['３２ ＧＢ', '32gb'],
  ])('%j', (...spellings) => expect(new Set(spellings.map(normaliseValue)).size).toBe(1));

  test.each([
    ['5', '5.5'],
    ['64 GB', '64 MB'],
    ['Black', 'Blackstone'],
    ['2 in 1', '21'],
    ['the "Model 5" case', 'the model 5 in case'],
    ['café', 'cafe'],
    ['1 00', '100'],
    ['USB C', 'USB A'],
  ])('%j is not %j', (one, other) => expect(normaliseValue(one)).not.toBe(normaliseValue(other)));

  test('normalising twice changes nothing', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('5', '1.50', ' ', 'in', 'fl', 'oz', '"', "'", 'pound', '%', ',', 'x', 's', '&'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(normaliseValue(normaliseValue(value))).toBe(normaliseValue(value));
      }),
    );
  });
});

describe('words of a phrase', () => {
  test('are found as consecutive whole words, whatever the case and punctuation', () => {
    expect(containsWords('A Noise-Cancelling pair', 'noise cancelling')).toBe(true);
    expect(containsWords('不锈钢保温杯', '不锈钢')).toBe(true);
    expect(containsWords('16升热水器', '6升')).toBe(false);
    expect(containsWords('PIXI保温杯', 'xi保温')).toBe(false);
    expect(containsWords('PIXI保温，杯', 'pixi 保 温杯')).toBe(true);
    expect(containsWords('Blackstone griddle', 'black')).toBe(false);
    expect(containsWords('noise is cancelling', 'noise cancelling')).toBe(false);
    expect(containsWords('anything', '')).toBe(false);
    expect(containsWords('anything', '—')).toBe(false);
  });
});

describe('clean text', () => {
  test.each([
    ['<p>Hi&nbsp;&amp; <b>bo</b>ld</p>', 'Hi & bold'],
    ['5 < 6 & 7 > 3', '5 < 6 & 7 > 3'],
    ['\x1b[31mred\x1b[0m\u202e text\u202c', 'red text'],
    ['\x1b]8;;http://x\x07link\x1b]8;;\x07', 'link'],
    ['a\u200bb\ufeff', 'ab'],
    ['one<br>two\n\n three', 'one two three'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', 'alert(1)'],
    ['&amp;lt;b&amp;gt;x', 'x'],
    ['caf\u0065\u0301', 'café'],
    ['&#x41;&#66;&unknown;', 'AB&unknown;'],
    ['&constructor; &toString;', '&constructor; &toString;'],
    ['  plain   text ', 'plain text'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('of %j is %j', (raw, clean) => expect(cleanText(raw)).toBe(clean));

  test('has no control, bidi or zero-width character and stays as it is when cleaned again', () => {
    const parts = fc.constantFrom(
      '<',
      '>',
      'b',
      '/',
      '&',
      'amp;',
      'lt;',
      'gt;',
      '#60;',
      '#x202e;',
      '\x1b',
      '[0m',
      '\u202e',
      '\u200b',
      '\u0007',
      ' ',
      'é',
      '!--',
      '\ud800',
      '"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(parts).map((all) => all.join('')),
        ),
        (raw) => {
          const clean = cleanText(raw);
          expect(clean).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/);
          expect(cleanText(clean)).toBe(clean);
        },
      ),
      { numRuns: propertyRuns(2000) },
    );
  });

  test('takes time in proportion to a hostile text', () => {
    const cpuMs = cpuMsOf(() => {
      for (const part of ['<', '<a ', '&', '&#', '\x1b[', '\x1b]', '<!--', '<<b>', '&amp;'])
        cleanText(part.repeat(50_000));
    });
    expect(cpuMs).toBeLessThan(3000);
  });
});

test('text for a terminal shows what it hides', () => {
  expect(escapeForTerminal('a\x1b[31m\n\u202eb\u200d')).toBe('a\\u{1b}[31m\\n\\u{202e}b\\u{200d}');
  expect(escapeForTerminal('naïve 不锈钢 😀')).toBe('naïve 不锈钢 😀');
});
