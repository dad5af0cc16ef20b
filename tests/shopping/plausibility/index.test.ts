import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENGLISH, useWords } from '../../../lexicon/in-force.ts';
import { judgeDetails, languageInUse, languageOf } from '../../../shopping/plausibility/index.ts';
import { statisticsOf } from '../../fixtures/catalog-statistics.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const nothing = statisticsOf([]);

test('a product is parted into facts and noise, in the order it states them, each with its reason', () => {
  const product = productWith({
    title: 'Orla USB Hub',
    category: ['Electronics', 'Computers & Accessories', 'Hubs'],
    details: details({
      Color: ['Black', 'A-HD23 Blue'],
      'Hair Type': 'Curly',
      'Power Source': 'Corded Electric',
      'Special Feature': ['Cordless', 'Portable'],
      'Number of Items': '1',
      'Date First Available': 'May 4, 2020',
    }),
  });
  const { kept, dropped } = judgeDetails(product, nothing);
  expect(kept).toEqual([
    { field: 'Color', option: 'Black' },
    { field: 'Special Feature', option: 'Portable' },
    { field: 'Date First Available', option: 'May 4, 2020' },
  ]);
  expect(dropped.map(({ field, value, reason }) => [field, value, reason.split(':')[0]])).toEqual([
    ['Color', 'A-HD23 Blue', 'code'],
    ['Hair Type', 'Curly', 'senseless_field'],
    ['Power Source', 'Corded Electric', 'contradiction'],
    ['Special Feature', 'Cordless', 'contradiction'],
    ['Number of Items', '1', 'near_constant'],
  ]);
});

test.each([
  [
    ['7', '7.5', '8', 'Wide'],
    ['7', '7.5', '8', 'Wide'],
  ],
  [
    ['28', '30', '32'],
    ['28', '30', '32'],
  ],
  [['7', '8'], []],
  [['7', 'Large'], ['Large']],
])('numbers without a unit are sizes where a product comes in several of them: %j', (sizes, asked) => {
  const { kept } = judgeDetails(productWith({ details: details({ Size: sizes }) }), nothing);
  expect(kept.map(({ option }) => option)).toEqual(asked);
});

test('a value is judged by the raw value it came from, not by another of its field', () => {
  const product = productWith({
    details: {
      Color: {
        options: ['Black', 'Red'],
        raw: [
          { key: 'Color', value: 'Black<script>x</script>' },
          { key: 'Colour', value: 'Red' },
        ],
      },
    },
  });
  const { kept, dropped } = judgeDetails(product, nothing);
  expect(kept).toEqual([{ field: 'Color', option: 'Red' }]);
  expect(dropped).toMatchObject([{ field: 'Color', value: 'Black' }]);
});

test('every option of every field ends in exactly one of the two, twice the same, and nothing is changed', () => {
  const option = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.constantFrom('Black', 'N/A', 'Wired', 'Bluetooth', '1'),
  );
  const field = fc.constantFrom('Color', 'Connectivity Technology', 'Wireless Type', 'Number of Items', 'Size', 'UPC');
  fc.assert(
    fc.property(fc.dictionary(field, fc.uniqueArray(option, { maxLength: 4 })), fc.string(), (values, title) => {
      const product = Object.freeze(productWith({ title: `Hub ${title}`, details: details(values) }));
      const before = JSON.stringify(product);
      const judged = judgeDetails(product, nothing);
      const parted = [
        ...judged.kept.map((each) => `${each.field}\n${each.option}`),
        ...judged.dropped.map((each) => `${each.field}\n${each.value}`),
      ];
      const all = Object.entries(product.details).flatMap(([name, { options }]) =>
        options.map((each) => `${name}\n${each}`),
      );
      expect(parted.sort()).toEqual(all.sort());
      expect(judgeDetails(product, nothing)).toEqual(judged);
      expect(JSON.stringify(product)).toBe(before);
    }),
  );
});

test('a catalog says itself whether it is an English one', () => {
  const catalog = (foreign: number) =>
    statisticsOf(
      Array.from({ length: 100 }, (_, place) => ({
        shelf: 'A > B',
        mainCategory: 'A',
        details: details({ Color: place < foreign ? (place % 2 === 0 ? 'Hitam' : '黑色') : 'Black' }),
      })),
    );
  expect(languageOf(catalog(4))).toBe('en');
  expect(languageOf(catalog(33)), 'of which English texts ask nothing foreign').toBe('en');
  expect(languageOf(catalog(60))).toBe('any');
  expect(languageOf(nothing)).toBe('en');
});

test('values of a shop that is known to be foreign are judged in any language, however few show it', () => {
  useWords({ lexicon: undefined, language: ENGLISH, foreign: 'es' });
  expect(languageInUse(nothing)).toBe('any');
  useWords({ lexicon: undefined, language: ENGLISH, foreign: false });
  expect(languageInUse(nothing)).toBe('en');
});
