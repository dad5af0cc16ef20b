import { expect, test } from 'vitest';
import { DEMANDS } from '../../../service/demands/index.ts';
import { filled, wordsOf } from '../../../service/demands/speech.ts';

const VARIANTS: Readonly<Record<string, readonly (string | null)[]>> = {
  place_order: ['one', 'several'],
  return_order: ['unused', 'not_here'],
  quality_envelope: ['quality', 'damaged_in_transit'],
  quality_return: ['quality', 'damaged_in_transit'],
  refund_only: ['quality', 'damaged_in_transit'],
  missing_items: ['missing_items', 'wrong_items'],
  recommend: ['cheaper'],
  product_question: ['figure', 'words'],
};
const SPOKEN = DEMANDS.flatMap(({ name }) => (VARIANTS[name] ?? [null]).map((variant) => [name, variant] as const));

const blanksOf = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name.toLowerCase()))].sort();

test('there are at least forty demands, each under a name of its own', () => {
  expect(DEMANDS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(DEMANDS.map(({ name }) => name)).size).toBe(DEMANDS.length);
});

test.each(SPOKEN)('%s (%s) can be said in both languages, every way with the same blanks', (name, variant) => {
  for (const language of ['en', 'zh'] as const) {
    const words = wordsOf(name, variant, language);
    const [first = ''] = words;
    for (const sentence of words) expect([sentence, blanksOf(sentence)]).toEqual([sentence, blanksOf(first)]);
    expect(blanksOf(first)).toEqual(blanksOf(wordsOf(name, variant, 'en')[0] ?? ''));
  }
});

test('a blank at the beginning of a sentence is written with a capital letter', () =>
  expect(filled('{Order} is late. Where is {order}?', { order: 'order 12' })).toBe(
    'Order 12 is late. Where is order 12?',
  ));

test('a sentence with a blank that nothing stands for is an error', () =>
  expect(() => filled('Send it to {address}.', {})).toThrow('{address}'));
