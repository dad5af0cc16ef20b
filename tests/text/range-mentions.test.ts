import { expect, test } from 'vitest';
import { findRangeMentions } from '../../text/mentions.ts';

const found = (text: string, field: string, range: { min?: number; max?: number }) =>
  findRangeMentions(text, field, range).map(({ start, end }) => text.slice(start, end));

test.each([
  ['at least 4 stars', 'average_rating', { min: 4 }, '4'],
  ['rated 4.0 and up', 'average_rating', { min: 4 }, '4.0'],
  ['4.0+', 'average_rating', { min: 4 }, '4.0'],
  ['4+, please', 'average_rating', { min: 4 }, '4'],
  ['a four-star one', 'average_rating', { min: 4 }, 'four'],
  ['4/5', 'average_rating', { min: 4 }, '4'],
  ['4★', 'average_rating', { min: 4 }, '4'],
  ['⭐⭐⭐⭐ only', 'average_rating', { min: 4 }, '⭐⭐⭐⭐'],
  ['an average of four point five', 'average_rating', { min: 4.5 }, 'four point five'],
  ['nothing under 4.5', 'average_rating', { min: 4.5 }, '4.5'],
  ['under $25', 'price', { max: 25 }, '25'],
  ['$25.00 at most', 'price', { max: 25 }, '25.00'],
  ['25 bucks', 'price', { max: 25 }, '25'],
  ['twenty-five dollars', 'price', { max: 25 }, 'twenty-five'],
  ['up to 25', 'price', { max: 25 }, '25'],
  ['no more than 25 for it', 'price', { max: 25 }, '25'],
  ['25 or less', 'price', { max: 25 }, '25'],
  ['25 max', 'price', { max: 25 }, '25'],
  ['€25', 'price', { max: 25 }, '25'],
  ['Rp 250,000 or more', 'price', { min: 250_000 }, '250,000'],
  ['RM 25', 'price', { max: 25 }, '25'],
  ['costs between rm 10 and rm 25', 'price', { max: 25 }, '25'],
  ['rp 250,000 or more', 'price', { min: 250_000 }, '250,000'],
  ['3,5 stars', 'average_rating', { min: 3.5 }, '3,5'],
  ['The average has to be at least 4.', 'average_rating', { min: 4 }, '4'],
  ['S$25', 'price', { max: 25 }, '25'],
  ['250000 rupiah', 'price', { max: 250_000 }, '250000'],
  ['1,500 USD', 'price', { max: 1500 }, '1,500'],
  ['from $10 to $25', 'price', { min: 10, max: 25 }, '10'],
  ['100 ratings', 'rating_number', { min: 100 }, '100'],
  ['a hundred reviews', 'rating_number', { min: 100 }, 'hundred'],
  ['reviewed by 100+ people', 'rating_number', { min: 100 }, '100'],
  ['at least 1k reviews', 'rating_number', { min: 1000 }, '1k'],
  ['1,000 customer ratings', 'rating_number', { min: 1000 }, '1,000'],
])('%j states a bound of %s %j', (text, field, range, words) => expect(found(text, field, range)[0]).toBe(words));

test.each([
  ['4 people', 'average_rating', { min: 4 }],
  ['4 ports', 'average_rating', { min: 4 }],
  ['$4', 'average_rating', { min: 4 }],
  ['4K', 'average_rating', { min: 4 }],
  ['4+ years', 'average_rating', { min: 4 }],
  ['4.5 stars', 'average_rating', { min: 4 }],
  ['14 stars', 'average_rating', { min: 4 }],
  ['⭐⭐⭐', 'average_rating', { min: 4 }],
  ['a 4.5 inch blade', 'average_rating', { min: 4.5 }],
  ['100 feet', 'rating_number', { min: 100 }],
  ['100 watts', 'rating_number', { min: 100 }],
  ['$100', 'rating_number', { min: 100 }],
  ['1,100 reviews', 'rating_number', { min: 100 }],
  ['25 inches', 'price', { max: 25 }],
  ['under 25 inches', 'price', { max: 25 }],
  ['I am 25', 'price', { max: 25 }],
  ['25 people', 'price', { max: 25 }],
  ['under 25 pages', 'price', { max: 25 }],
  ['$25.50', 'price', { max: 25 }],
  ['$125', 'price', { max: 25 }],
  ['', 'price', { max: 25 }],
])('%j states no bound of %s %j', (text, field, range) => expect(found(text, field, range)).toEqual([]));

test.each([
  ['weighing at most 2 pounds', { max: 2, unit: 'lb' }, '2 pounds'],
  ['32 oz or less', { max: 2, unit: 'lb' }, '32 oz'],
  ['no heavier than two pounds', { max: 2, unit: 'lb' }, 'two pounds'],
  ['at most 2', { max: 2, unit: 'lb' }, '2'],
  ['a 27" monitor', { min: 26.5, max: 27.49, unit: 'in', nominal: 27 }, '27"'],
  ['68.6 cm across', { min: 26.5, max: 27.49, unit: 'in', nominal: 27 }, '68.6 cm'],
  ['1000 gigs', { min: 1, unit: 'tb' }, '1000 gigs'],
  ['a 15.6-in one', { max: 15.6, unit: 'in' }, '15.6-in'],
])('%j states an amount of %j', (text, range, words) => expect(found(text, 'Some Field', range)[0]).toBe(words));

test.each([
  ['2 inches', { max: 2, unit: 'lb' }],
  ['$2', { max: 2, unit: 'lb' }],
  ['2 people', { max: 2, unit: 'lb' }],
  ['26.5 inches', { min: 26.5, max: 27.49, unit: 'in', nominal: 27 }],
])('%j states no amount of %j', (text, range) => expect(found(text, 'Some Field', range)).toEqual([]));

test('a number of a field without a unit is one that counts nothing else, or that the field is named beside', () => {
  const range = { min: 1500 };
  expect(found('a core clock of 1500', 'core_clock', range)).toEqual(['1500']);
  expect(found('a core clock of 1500 MHz', 'core_clock', range)).toEqual(['1500 MHz']);
  expect(found('rated for 1500 watts', 'core_clock', range)).toEqual([]);
});

test('a number in the name of a field is none of its bounds', () => {
  expect(found('with USB 2.0 ports', 'Number of USB 2.0 Ports', { min: 2 })).toEqual([]);
  expect(found('with 2 USB 2.0 ports', 'Number of USB 2.0 Ports', { min: 2 })).toEqual(['2']);
});

test('"one" without a unit stands for a thing, not for an amount', () => {
  const atMost = { max: 1, unit: 'kg' };
  expect(findRangeMentions('together with one more code for $5 off', 'Item Weight', atMost)).toEqual([]);
  expect(findRangeMentions('it may weigh one kilo', 'Item Weight', atMost)).not.toEqual([]);
});

test.each([
  ['at least 6,000 MT/s', { min: 6000, unit: 'mt s' }],
  ['20 km/l or more', { min: 20, unit: 'kmpl' }],
  ['300 MB/s or faster', { min: 300, unit: 'mb per second' }],
  ['300 Mb/s or faster', { min: 300, unit: 'mbps' }],
  ['300 MBps or faster', { min: 300, unit: 'mb per second' }],
  ['300 Mbps or faster', { min: 300, unit: 'mbps' }],
])('a unit of several parts is one unit: %s', (text, range) =>
  expect(findRangeMentions(text, 'details.Some Rate', range)).toHaveLength(1),
);
