import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueUntraced } from '../../../../families/shoppingbench/lint/value-untraced.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

const untraced = (query: string, key: string, value: string) =>
  foundIn(valueUntraced, taskWith({ query, products: [{ attributes: { [key]: value } }] }))[0];

test.each([
  ['as it is', 'a wheel of solid rubber', 'material', 'solid rubber'],
  ['in part', 'a rubber wheel', 'material', 'solid rubber'],
  ['inflected', 'single-pack bags of chili powder', 'packaging_type', 'bag'],
  ['derived', 'an embroidered tote', 'fa_pattern', 'embroidery'],
  ['misspelt in the record', 'unscented candles', 'scent', 'unsented'],
  ['apart from its unit', 'sponge pads, pack of 10', 'quantity', '10pcs'],
  ['with its unit written out', 'a 2 meter cable', 'cable_length', '2m'],
  ['in another number format', 'a holder for 10 kg', 'fastener_max_weight', '10.0'],
  ['as a number word', 'only one piece', 'items_per_each', '1'],
  ['as the word of a letter size', "a men's shirt in size large", 'size', 'int:l'],
  ['as a hyphenated size', 'a medium-sized leg brace', 'size', 'm'],
  ['with another number of Xs', 'ladies shirts in size 4XL', 'size', 'xxxxl'],
  ['by its key, where it is an answer', 'organic coffee beans', 'organic', 'yes'],
  ['by its key, where it denies', 'baby clothes of no specific model', 'model', 'none'],
])('a value the query gives is traced: %s', (_, query, key, value) => {
  expect(untraced(query, key, value)).toEqual([]);
});

test.each([
  ['another word for it', "a black men's watch", 'recommended_gender', 'male'],
  ['nothing of it', 'an army green phone lanyard', 'brand', 'oem'],
  ['only its function word', 'brown paper with a stand', 'stationery_paper_feature', 'with glue'],
  ['another letter size', 'a shirt in size medium', 'size', 'int:l'],
  ['the system of its size as another word', 'show us a pair in size 8', 'size', 'us:9'],
  ['a letter that is part of a word', "I'm looking for a shirt", 'size', 'm'],
  ['another number', 'a pack of 10', 'quantity', '20pcs'],
  ['the same digits in a longer number', 'a 1000 mAh battery', 'capacity', '100mah'],
  ['a word one letter away', 'stores that sell hair ties', 'main_stone', 'stones'],
  ['nothing of its key, where it is an answer', 'coffee beans', 'organic', 'yes'],
])('a value is untraced when the query holds %s', (_, query, key, value) => {
  expect(untraced(query, key, value)).toEqual([`${key} = ${value}`]);
});

test('a value without a letter or digit has nothing to trace', () => {
  expect(untraced('a lamp', 'color_family', '…')).toEqual([]);
});

test('appended voucher rules trace nothing: a cap of 100 is no volume of 100', () => {
  const rules = '\n\nMy budget is only `425`, but I have a voucher:\n1. A discount with a cap of `100`.';
  expect(untraced(`a soap${rules}`, 'volume', '100')).toEqual(['volume = 100']);
  expect(untraced(`a soap of 100 g${rules}`, 'volume', '100')).toEqual([]);
});

test('options and attributes of every product are counted, and a knowledge task has none', () => {
  const products = [
    { options: { size: 'm', color: 'red' }, attributes: { material: 'wood' } },
    { id: '2', attributes: { style: 'plain' } },
  ];
  expect(lookedAt(valueUntraced, taskWith({ products }))).toBe(4);
  expect(lookedAt(valueUntraced, taskWith({ products: [products[0]!], keyword: 'Violin' }))).toBe(0);
});

test('a value that stands in the query is traced, whatever stands around it', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), word, word, (value, before, after) => {
      expect(untraced(`${before} ${value.join(' ')}, ${after}`, 'style', value.join(' '))).toEqual([]);
    }),
  );
});
