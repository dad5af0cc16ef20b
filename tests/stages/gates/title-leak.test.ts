import { expect, test } from 'vitest';
import { titleLeak } from '../../../stages/gates/title-leak.ts';
import { asksFor, leakInput } from '../../fixtures/leak-inputs.ts';

const long =
  'Auralis WH-1000XQ4 Wireless Over Ear Headphones with Noise Cancelling, 30 Hours Playtime, Bluetooth 5.3, 5000mAh, Foldable Travel Case, Black';
const details = {
  'Item model number': { options: ['AX-77201-B'], raw: [] },
  'Model Name': { options: ['Classic'], raw: [] },
};
const check = (query: string, target: object) => titleLeak.check(leakInput({ query, target }));

test.each(['Is the Ridgeline 2 Tent in stock?', 'any RIDGELINE-2 tents left', 'Ridgeline  two\nTent'])(
  'a query with the whole of a short title is a leak, however it is written: %j',
  (query) =>
    expect(check(query, { title: 'Ridgeline 2 Tent' })).toMatchObject([{ code: 'title_leak', path: 'user_query' }]),
);

test.each([
  'I want wireless over-ear headphones with noise cancelling, 30 hours.',
  'The Auralis WH-1000XQ4, please.',
  'the wh1000xq4 please',
  'model AX-77201-B or ax 77201 b',
  'product B0CXYZ1234',
])('a long piece of a title, a model number or the product id is a leak: %j', (query) => {
  expect(check(query, { title: long, details, id: 'B0CXYZ1234' })).toMatchObject([{ code: 'title_leak' }]);
});

test.each([
  'Wireless over ear headphones for travel, a classic look, 5000mAh at least.',
  'A light tent for two, under 2 kg.',
  'Headphones with Bluetooth 5.3 and a travel case',
  'I read 1000 reviews of the WH-900.',
])('a query that describes the target, or names another product, is clean: %j', (query) => {
  expect(check(query, { title: long, details, id: 'B0CXYZ1234' })).toEqual([]);
});

test.each([
  ['with a word put in', 'the Harlan Lowell nice Belt Ratchet System Wide'],
  ['with a word left out', 'the Harlan Lowell Ratchet System Wide'],
  ['with its halves swapped', 'the Ratchet System Wide Harlan Lowell Belt'],
  ['in letters that look like its own', 'the Hаrlаn Lоwеll Веlt Rаtсhеt Systеm Widе'],
  ['with markup inside', 'the H<b>a</b>rlan L&#111;well Belt Ratchet System Wide'],
])('a title %s is a leak', (_, query) => {
  expect(check(query, { title: 'Harlan Lowell Belt, Ratchet System, Wide' })).toMatchObject([{ code: 'title_leak' }]);
});

test('an id written in groups is a leak', () => {
  expect(check('number 1401-895687', { title: long, id: '1401895687' })).toMatchObject([{ code: 'title_leak' }]);
});

test('part of a short title, or its words in another order, is clean', () => {
  expect(check('Do Ridgeline 2 tentpoles fit other tents?', { title: 'Ridgeline 2 Tent' })).toEqual([]);
  expect(check('a tent on a ridgeline', { title: 'Ridgeline 2 Tent' })).toEqual([]);
});

test('a code is no leak where it is the value of a requirement of the query, and is one in mere words for it', () => {
  const title = 'Case for SM-G991B Phones, Clear Soft Cover with Stand';
  const query = 'a cover for my SM-G991B';
  expect(check(query, { title })).toHaveLength(1);
  const asked = asksFor('r1', 'query', 'Compatible Phone Models', 'SM-G991B');
  expect(titleLeak.check(leakInput({ query, target: { title }, rubrics: [asked] }))).toEqual([]);
  const other = asksFor('r1', 'query', 'Style', 'Slim');
  const surfaces = { r1: query };
  expect(titleLeak.check(leakInput({ query, target: { title }, rubrics: [other], surfaces }))).toHaveLength(1);
});
