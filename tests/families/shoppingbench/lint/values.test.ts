import fc from 'fast-check';

import { describe, expect, test } from 'vitest';
import {
  factTwice,
  keyConflict,
  noiseValue,
  serviceUntraced,
  valueReworded,
  valueShort,
  valueUntraced,
} from '../../../../families/shoppingbench/lint/values.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

describe('values without a trace', () => {
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
});

describe('values in other words', () => {
  const reworded = (query: string, value: string) =>
    foundIn(valueReworded, taskWith({ query, products: [{ attributes: { style: value } }] }))[0];

  test('a value that stands word for word is not reworded, whatever its case and punctuation', () => {
    expect(reworded('A ROUND-NECK shirt', 'round neck')).toEqual([]);
  });

  test.each([
    ['in other words', "a men's watch", 'male'],
    ['in another order', 'a neck that is round', 'round neck'],
    ['in part', 'a round collar', 'round neck'],
  ])('a value that stands %s is reworded', (_, query, value) => {
    expect(reworded(query, value)).toEqual([`style = ${value}`]);
  });

  test('a value within a longer word stands word for word: this sign is the weaker one', () => {
    expect(reworded('antibacterial soap', 'bacterial')).toEqual([]);
  });
});

describe('short values', () => {
  const short = (value: string) => foundIn(valueShort, taskWith({ products: [{ options: { size: value } }] }))[0];

  test.each(['m', '39', '04', '#3', '3/8', '12%', '…', '牛'])('%j has at most two letters and digits', (value) => {
    expect(short(value)).toEqual([`size = ${value}`]);
  });

  test.each(['2xl', '100', 'a-b-c'])('%j has more', (value) => {
    expect(short(value)).toEqual([]);
  });

  test('short is a sign and no defect: sizes are', () => expect(valueShort.isDefect).toBe(false));
});

describe('values that say nothing', () => {
  const noise = (value: string, key = 'model') =>
    foundIn(noiseValue, taskWith({ products: [{ attributes: { [key]: value } }] }))[0];

  test.each([
    'single item',
    'products only',
    'default',
    'None',
    'yes',
    '1',
    '1pc',
    '1 piece',
    '-',
    '…',
    'as shown',
    'no model',
    'k.a.',
    '❤️no brand❤️',
    'int: one size',
  ])('%j says nothing', (value) => {
    expect(noise(value)).toEqual([`model = ${value}`]);
  });

  test.each([
    'black',
    '10',
    '12 inch',
    'none-stick',
    'no stones',
    'oem',
    'universal',
    'basic',
    'yes fabrics',
    '1pc of teak',
  ])('%j says something', (value) => expect(noise(value)).toEqual([]));

  test('single says nothing of a pack, and something of a bed', () => {
    expect(noise('single', 'pack_type')).toHaveLength(1);
    expect(noise('single', 'bedding_size_2')).toEqual([]);
  });
});

describe('keys scored twice', () => {
  const found = (option: [string, string], attribute: [string, string]) => {
    const task = taskWith({
      products: [{ options: { [option[0]]: option[1] }, attributes: { [attribute[0]]: attribute[1] } }],
    });
    return { twice: foundIn(factTwice, task)[0], conflict: foundIn(keyConflict, task)[0] };
  };

  test('different keys neither repeat nor contradict each other, even with one value', () => {
    expect(found(['color_family', 'gold'], ['material', 'gold'])).toEqual({ twice: [], conflict: [] });
  });

  test.each([
    ['as it is', 'color_family', 'gold'],
    ['in another spelling', 'Color Family', 'Gold'],
  ])('the same value under the same key is a fact twice: %s', (_, key, value) => {
    expect(found(['color_family', 'gold'], [key, value])).toEqual({ twice: [`${key} = gold`], conflict: [] });
  });

  test('another value under the same key is a conflict', () => {
    expect(found(['color family', 'chrome'], ['color_family', 'matte black'])).toEqual({
      twice: [],
      conflict: ['color_family = chrome and matte black'],
    });
  });

  test('only products with options and attributes could repeat a key, and never each other', () => {
    const task = taskWith({
      products: [
        { options: { size: 'm' }, attributes: { style: 'plain' } },
        { id: '2', attributes: { size: 'm' } },
      ],
    });
    expect(lookedAt(factTwice, task)).toBe(1);
    expect([...foundIn(factTwice, task), ...foundIn(keyConflict, task)]).toEqual([[], []]);
  });
});

describe('services', () => {
  const unasked = (query: string, service: string) =>
    foundIn(serviceUntraced, taskWith({ query, products: [{ service: [service] }] }))[0];

  test.each([
    ['COD', 'wheels with cash on delivery'],
    ['COD', 'wheels that support pay on delivery'],
    ['COD', 'available with pay-on-delivery'],
    ['COD', 'a set that allows payment upon delivery'],
    ['COD', 'an option that lets me pay with cash when it arrives'],
    ['COD', 'COD please'],
    ['freeShipping', 'it should come with free shipping'],
    ['freeShipping', 'with complimentary shipping'],
    ['freeShipping', 'and free delivery'],
    ['official', 'available on LazMall'],
    ['official', "with LazMall's authenticity and return guarantees"],
    ['official', 'from an official store'],
    ['flashsale', 'on LazFlash'],
    ['flashsale', 'in a flash sale'],
    ['sameDayDelivery', 'with same-day delivery'],
  ])('%s is asked for by "%s"', (service, query) => {
    expect(unasked(query, service)).toEqual([]);
  });

  test.each([
    ['COD', 'wheels I can pay for by card on delivery day'],
    ['COD', 'a codfish oil bottle'],
    ['freeShipping', 'with fast shipping, gluten free'],
    ['official', 'the official size of a ball'],
    ['flashsale', 'a flash light for sale'],
    ['sameDayDelivery', 'with delivery'],
  ])('%s is not asked for by "%s"', (service, query) => {
    expect(unasked(query, service)).toEqual([service]);
  });

  test('a service that is the name of a method is looked for by its name', () => {
    expect(unasked('wheels', 'constructor')).toEqual(['constructor']);
  });
});
