import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LexicalSimilarity } from '../../../../families/shoppingbench/scoring/title-similarity.ts';

const titles = new LexicalSimilarity();
const { similar, same } = titles.thresholds;

const word = fc.oneof(
  fc.constantFrom('canvas', 'tote', 'bag', 'bags', '50ml', 'กระเป๋า', 'ผ้าแคนวาส', '帆布包', '红色', '★', '-'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const title = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));

test('similarity is between 0 and 1, the same in either order, and the same again', () => {
  fc.assert(
    fc.property(title, title, (one, other) => {
      const similarity = titles.between(one, other);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(titles.between(other, one)).toBe(similarity);
      expect(new LexicalSimilarity().between(one, other)).toBe(similarity);
    }),
  );
});

test('equal titles have similarity 1, also without a word in them', () => {
  fc.assert(
    fc.property(title, (one) => {
      expect(titles.between(one, one)).toBe(1);
    }),
  );
  expect(titles.between('★★★', '★★★')).toBe(1);
});

test('case, punctuation and order of words make no difference', () => {
  const words = fc.uniqueArray(fc.constantFrom('canvas', 'tote', 'bag', '50ml', 'cotton'), { minLength: 1 });
  fc.assert(
    fc.property(words, (all) => {
      expect(titles.between(all.join(' '), all.toReversed().join(', ').toUpperCase())).toBeCloseTo(1, 12);
    }),
  );
});

test('titles of different letters have nothing in common', () => {
  const of = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 20 });
  fc.assert(
    fc.property(of('abcde '), of('vwxyz '), (one, other) => {
      fc.pre(one !== other);
      expect(titles.between(one, other)).toBe(0);
    }),
  );
});

test.each([
  ['กระเป๋าผ้าแคนวาส สีแดง', 'กระเป๋าผ้าแคนวาสสีน้ำเงิน'],
  ['红色帆布包', '蓝色帆布手提包'],
  ['キャンバストートバッグ 赤', '赤いキャンバスバッグ'],
  ['Fahrradhelm für Kinder', 'Kinder Helm für das Fahrrad'],
  ['Sakura Craypas Junior artist 50 colors', 'SAKURA Oil Pastels, 50 Colours (Junior Artist)'],
])('titles of one kind of product are similar in any script: %j and %j', (one, other) => {
  expect(titles.between(one, other)).toBeGreaterThanOrEqual(similar);
});

test.each([
  ['กระเป๋าผ้า', 'รองเท้ากีฬา'],
  ['帆布包', '笔记本电脑'],
  ['Hyco Chili Powder 1 kilo', 'Women Baggy Jeans High Waist'],
  ['Stainless Steel Gate Roller', 'Gorillaz Cracker Island Album Original CD'],
])('titles of other products are not: %j and %j', (one, other) => {
  expect(titles.between(one, other)).toBeLessThan(similar);
});

test('a title that may be of the same product is more alike than one of the same kind', () => {
  const title = 'Arborea Hybrid ghost crash cymbals cymbal B20 cast bronze';
  expect(titles.between(title, 'Arborea B20 Hybrid Ghost Crash Cymbal')).toBeGreaterThanOrEqual(same);
  expect(titles.between(title, 'Arborea hi-hat cymbals 14 inch')).toBeLessThan(same);
});
